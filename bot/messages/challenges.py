"""The sentences about challenges. People are mentioned, as in the sentences about games."""

from typing import assert_never

from bot.game.challenges import CHALLENGE_LASTS, Challenge, ChallengeAction, ChallengeState
from bot.game.requests import Update
from bot.messages.texts import moment, size, terms, user
from engine import Mark


def shown(offered: Challenge) -> str:
    """Return a challenge as it stands."""
    if offered.state is not ChallengeState.OPEN:
        return closed(offered)
    offer = offered.offer
    author, rules, expires = user(offer.author), terms(offer.rules, offer.pace), moment(offered.expires)
    if offer.opponent is None:
        return (
            f"{author} is looking for an opponent · {rules}. Who's in?{_LOOKING_FIRST[offer.author_side]} "
            f"The offer expires {expires}."
        )
    return (
        f"{user(offer.opponent)}, {author} challenges you: {rules}.{_CHALLENGED_FIRST[offer.author_side]} "
        f"The challenge expires {expires}."
    )


_TOSS = " A coin toss decides who goes first."
_LOOKING_FIRST = {Mark.X: "", Mark.O: " Whoever joins goes first.", None: _TOSS}
_CHALLENGED_FIRST = {Mark.X: "", Mark.O: " You go first.", None: _TOSS}


def accepted(update: Update, how: ChallengeAction) -> str:
    """Return what replaces a challenge when its game starts; the board says the rest."""
    match how:
        case ChallengeAction.JOIN:
            return f"{user(update.by)} joined."
        case ChallengeAction.COMPUTER:
            return f"{user(update.by)} is playing the computer."
        case _:
            return f"{user(update.by)} accepted."


def closed(offered: Challenge) -> str:  # noqa: PLR0911 - one for each state
    """Return what became of a challenge."""
    offer = offered.offer
    author, rules = user(offer.author), size(offer.rules)
    match offered.state:
        case ChallengeState.OPEN:
            return f"{author}'s challenge ({rules}) is open."
        case ChallengeState.ACCEPTED:
            return f"{author}'s challenge ({rules}) was accepted."
        case ChallengeState.DECLINED if offer.opponent is not None:
            return f"{author}'s challenge ({rules}) was declined by {user(offer.opponent)}."
        case ChallengeState.DECLINED:
            return f"{author}'s challenge ({rules}) was declined."
        case ChallengeState.CANCELLED:
            return f"{author} cancelled the challenge ({rules})."
        case ChallengeState.REPLACED:
            return f"{author} replaced the challenge ({rules}) with a newer one."
        case ChallengeState.EXPIRED:
            return f"{author}'s challenge ({rules}) expired after {CHALLENGE_LASTS.seconds // 60} minutes."
        case _:
            assert_never(offered.state)
