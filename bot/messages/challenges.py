"""Messages about challenges, and about games in threads."""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from bot.game.challenges import CHALLENGE_LASTS, Challenge, ChallengeAction, ChallengeState, Offer, Terms
from bot.game.games import DELETED_USER, ChannelId, Ending, Game, UserId, has_next_game
from bot.game.requests import Update
from bot.messages import texts
from bot.messages.custom_ids import ChallengePress, NewAction, NewPress
from bot.messages.forms import Button, Tone
from bot.messages.texts import moment, series_rule, size, swap_rule, terms, thread_rule, user
from bot.messages.translator import Translator
from engine import Mark, Rules


def challenge_text(tr: Translator, offered: Challenge) -> str:
    """Return the text of a challenge in its current state."""
    if offered.state is not ChallengeState.OPEN:
        return closed(tr, offered)
    offer = offered.offer
    parts = {"author": user(tr, offer.author), "terms": terms(tr, offer.format.rules, offer.format.pace)}
    if offer.opponent is None:
        offering = tr.gettext("{author} is looking for an opponent · {terms}.", **parts)
        other_first = tr.gettext("The player who joins goes first.")
        question = tr.gettext("Who's in?")
    else:
        opponent = user(tr, offer.opponent)
        offering = tr.gettext("{opponent}, {author} challenges you to a game: {terms}.", opponent=opponent, **parts)
        other_first = tr.gettext("{opponent} goes first.", opponent=opponent)
        question = ""
    # Translators: {when} is a time of day as Discord shows it, such as "22:40".
    until = tr.gettext("The challenge is open until {when}.", when=moment(offered.expires, "t"))  # which stays true
    return tr.joined(offering, *_rules(tr, offer, other_first), until, question)


def _rules(tr: Translator, offer: Offer, other_first: str) -> Iterator[str]:
    """Yield a sentence for each unusual term. other_first is the sentence that the author doesn't go first."""
    if offer.author_side is Mark.O:
        yield other_first
    if offer.author_side is None:
        yield tr.gettext("A coin toss decides who goes first.")
    if offer.format.swap:
        yield swap_rule(tr)
    if offer.format.best_of:
        yield series_rule(tr, offer.format.best_of)
    if offer.thread:
        yield thread_rule(tr)


def accepted(tr: Translator, update: Update, action: ChallengeAction) -> str:
    """Return the text that replaces a challenge when its game starts; the board has the details."""
    player = user(tr, update.by)
    match action:
        case ChallengeAction.JOIN:
            return tr.gettext("{player} joined.", player=player)
        case ChallengeAction.COMPUTER:
            return tr.gettext("{player} is playing the computer.", player=player)
        case _:
            return tr.gettext("{player} accepted.", player=player)


def closed(tr: Translator, offered: Challenge) -> str:  # noqa: PLR0911 - one for each state
    """Return how a challenge was closed."""
    offer = offered.offer
    rules = size(tr, offer.format.rules)
    parts = {"author": user(tr, offer.author), "size": rules}
    match offered.state:
        case ChallengeState.OPEN:
            return tr.gettext("{author}'s challenge ({size}) is open.", **parts)
        case ChallengeState.ACCEPTED:
            return tr.gettext("{author}'s challenge ({size}) was accepted.", **parts)
        case ChallengeState.DECLINED if offer.opponent is not None:
            return tr.gettext(
                "{author}'s challenge ({size}) was declined by {opponent}.",
                **parts,
                opponent=user(tr, offer.opponent),
            )
        case ChallengeState.DECLINED:
            return tr.gettext("{author}'s challenge ({size}) was declined.", **parts)
        case ChallengeState.CANCELLED if DELETED_USER in (offer.author, offer.opponent):
            return tr.gettext("The challenge ({size}) was canceled because a player's data was deleted.", size=rules)
        case ChallengeState.CANCELLED:
            return tr.gettext("{author} canceled the challenge ({size}).", **parts)
        case ChallengeState.REPLACED:
            return tr.gettext("{author} replaced the challenge ({size}) with a newer one.", **parts)
        case ChallengeState.EXPIRED:
            return tr.ngettext(
                "{author}'s challenge ({size}) expired after {number} minute.",
                "{author}'s challenge ({size}) expired after {number} minutes.",
                CHALLENGE_LASTS.seconds // 60,
                **parts,
            )
        case _:
            assert_never(offered.state)


NAME_LIMIT = 100  # docs: resources/channel.mdx, Start Thread from Message
_SHORTEST = 8  # characters of a shortened name


def thread_name(tr: Translator, rules: Rules, author: str | None, other: str | None) -> str:
    """Return the name of a thread as plain text: names and size, or only the size if a name is missing.

    Shapes: author and other are display names; other may be the name of the computer.
    """
    board = size(tr, rules)
    plain = tr.gettext("Tic-tac-toe · {size}", size=board)[:NAME_LIMIT]
    names = [" ".join(name.split()) for name in (author or "", other or "")]
    if not all(names):
        return plain
    for longest in range(max(_SHORTEST, *map(len, names)), _SHORTEST - 1, -1):
        one, two = (name if len(name) <= longest else f"{name[: longest - 1]}…" for name in names)
        full = tr.gettext("{one} vs {other} · {size}", one=one, other=two, size=board)
        if len(full) <= NAME_LIMIT:
            return full
    return plain


def announcement(tr: Translator, by: UserId, terms: Terms) -> str:
    """Return the message from which the thread of a game against the computer starts."""
    return tr.gettext(
        "{player} is playing the computer in a thread · {terms}.", player=user(tr, by), terms=size(tr, terms.rules)
    )


def in_thread(tr: Translator, game: Terms | ChallengePress) -> Button:
    """Return the button that starts a game in its own thread, by a challenge or with given terms."""
    if isinstance(game, ChallengePress):
        press = replace(game, thread=True)
    else:
        press = NewPress(NewAction.PLAY, replace(game, thread=True))
    # Translators: Button, at most 30 characters.
    return Button(tr.pgettext("button", "Play in a thread"), str(press), Tone.GOOD)


def started_in_thread(tr: Translator, thread: ChannelId) -> str:
    """Return the text that replaces an ephemeral message after its button has started a game in a thread."""
    return tr.gettext("Your game has begun in {thread}.", thread=f"<#{thread}>")


def without_board(tr: Translator, thread: ChannelId) -> str:
    """Return the message to a player whose game has started, but whose board Discord didn't accept."""
    return tr.gettext(
        "Your game has begun in {thread}, but I couldn't post its board. Use `/ttt board` there.", thread=f"<#{thread}>"
    )


def result(tr: Translator, game: Game) -> str:
    """Return the message to the channel about the end of a game or series in one of its threads."""
    assert game.result is not None
    if has_next_game(game):
        outcome = tr.gettext("The thread was deleted. The series ends without a result.")
        return f"{texts.header(tr, game)}\n{outcome}"
    text = f"{texts.header(tr, game)}\n{texts.outcome(tr, game, game.result)}"
    return text if game.result.ending is Ending.DELETED else f"{text} {texts.link(game.place, game.message)}"
