"""What is refused at the beginning of a game: sizes, opponents, challenges."""

from typing import TypeAlias, assert_never

from bot.game import errors
from bot.game.challenges import ChallengeAction
from bot.game.errors.opening import Why
from bot.game.games import NEW_GAMES, SIDES
from bot.messages.refusals.playing import quoted
from bot.messages.texts import user
from bot.messages.translator import Translator

OpeningRefusal: TypeAlias = (
    errors.SizeOutOfRange
    | errors.LineTooLong
    | errors.UnreadableNumber
    | errors.BadOpponent
    | errors.ComputerNotPlaying
    | errors.TooManyGames
    | errors.NotYourChallenge
)


def opening_refusal(tr: Translator, error: OpeningRefusal) -> str:
    """Return the sentence for a refusal."""
    match error:
        case errors.SizeOutOfRange() | errors.LineTooLong() | errors.UnreadableNumber():
            return _rules_refusal(tr, error)
        case errors.BadOpponent(why=why):
            return _opponent_refusal(tr, why)
        case errors.ComputerNotPlaying():
            # Translators: `ai` and `first` are options of `/ttt new`.
            return tr.gettext(
                "The computer can go first only in a game against it. Add `ai`, or choose another `first`."
            )
        case errors.TooManyGames():
            # Translators: The answer to one new game too many.
            return tr.ngettext(
                "You started {number} game within a minute. Wait a moment, then try again.",
                "You started {number} games within a minute. Wait a moment, then try again.",
                NEW_GAMES,
            )
        case errors.NotYourChallenge():
            return _challenge_refusal(tr, error)
        case _:
            assert_never(error)


def _rules_refusal(tr: Translator, error: errors.SizeOutOfRange | errors.LineTooLong | errors.UnreadableNumber) -> str:
    match error:
        case errors.UnreadableNumber(text=text):
            # Translators: {text} is what the reader typed into the form for the size of a board.
            return tr.gettext("I couldn't read `{text}` as a number. Type a whole number, like 5.", text=quoted(text))
        case errors.SizeOutOfRange(m=m, n=n):
            # Translators: {m} and {n} are the rows and columns that the reader wanted; {least} is 2 and {most} is 100.
            return tr.gettext(
                "A {m}×{n} board is out of range. Choose `m` and `n` from {least} to {most}.",
                m=m,
                n=n,
                least=SIDES.start,
                most=SIDES.stop - 1,
            )
        case errors.LineTooLong(m=m, n=n, k=k):
            # Translators: The reader wanted {k} marks in a row on a board of {m} rows and {n} columns.
            return tr.gettext(
                "{k} in a row doesn't fit on {m}×{n}. Choose `k` from 2 to {most}.", k=k, m=m, n=n, most=max(m, n)
            )
        case _:
            assert_never(error)


def _opponent_refusal(tr: Translator, why: Why) -> str:
    match why:
        case Why.SELF:
            # Translators: The answer to somebody who challenged themselves. `ai` is an option of `/ttt new`.
            return tr.gettext("You can't challenge yourself. Choose another member, or use `ai` to play the computer.")
        case Why.BOT:
            # Translators: The answer to somebody who challenged a bot. `ai` is an option of `/ttt new`.
            return tr.gettext("You can't challenge another bot. Choose a member, or use `ai` to play the computer.")
        case Why.AI_TOO:
            # Translators: `ai` and `opponent` are options of `/ttt new`.
            return tr.gettext("Choose either `ai` or `opponent`, not both.")
        case Why.ELSEWHERE:
            # Translators: `opponent` is an option of `/ttt new`.
            return tr.gettext(
                "You can challenge a member only in a server that has this bot. Leave `opponent` out to let anyone "
                "join."
            )
        case _:
            assert_never(why)


def _challenge_refusal(tr: Translator, error: errors.NotYourChallenge) -> str:
    offer = error.challenge.offer
    author = user(tr, offer.author)
    opponent = None if offer.opponent is None else user(tr, offer.opponent)
    match error.action:
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN if opponent is None:
            # Translators: The answer to whoever joins their own challenge. **Play the computer** is a button.
            return tr.gettext("You can't join your own challenge. Wait for someone, or tap **Play the computer**.")
        case ChallengeAction.DECLINE if opponent is None:
            # Translators: The answer to whoever declines a challenge to nobody in particular.
            return tr.gettext("This challenge is open to anyone, so there is nothing to decline.")
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN:
            # Translators: The answer to somebody else. {player} is a mention: who was challenged.
            only = tr.gettext("Only {player} can accept this challenge.", player=opponent)
        case ChallengeAction.DECLINE:
            # Translators: The answer to somebody else. {player} is a mention: who was challenged.
            only = tr.gettext("Only {player} can decline this challenge.", player=opponent)
        case ChallengeAction.COMPUTER if opponent is None:
            # Translators: The answer to somebody else who tapped "Play the computer". {player} is a mention: who was
            # looking for an opponent.
            only = tr.gettext("Only {player} can play the computer here.", player=author)
        case ChallengeAction.COMPUTER:
            # Translators: The answer to a button for the computer. {player} is a mention: who was challenged.
            return tr.gettext("This challenge is for {player}, not for the computer.", player=opponent)
        case ChallengeAction.CANCEL:
            # Translators: The answer to somebody else. {player} is a mention: who made the challenge.
            only = tr.gettext("Only {player} can cancel this challenge.", player=author)
        case _:
            assert_never(error.action)
    return tr.joined(only, _instead(tr, error))


def _instead(tr: Translator, error: errors.NotYourChallenge) -> str:
    """Return what somebody can do about a challenge who pressed a button that isn't theirs."""
    offer = error.challenge.offer
    if error.user == offer.author:
        # Translators: What the author of a challenge can do. **Cancel** is a button.
        return tr.gettext("To withdraw it, tap **Cancel**.")
    if error.user == offer.opponent:
        # Translators: What somebody can do who was challenged. **Decline** is a button.
        return tr.gettext("To turn it down, tap **Decline**.")
    if offer.opponent is None:
        # Translators: What anybody can do about a challenge to whoever joins. {player} is a mention; **Join** is a
        # button.
        return tr.gettext("To play {player}, tap **Join**.", player=user(tr, offer.author))
    # Translators: What anybody can do about a challenge between two others.
    return tr.gettext("To play, start a game of your own with `/ttt new`.")
