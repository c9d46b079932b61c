"""The sentences about challenges. People are mentioned, as in the sentences about games."""

from collections.abc import Iterator
from typing import assert_never

from bot.game.challenges import CHALLENGE_LASTS, Challenge, ChallengeAction, ChallengeState, Offer
from bot.game.requests import Update
from bot.messages.texts.fairness import swap_rule
from bot.messages.texts.parts import moment, size, terms, user
from bot.messages.texts.series import series_rule
from bot.messages.translator import Translator
from engine.rules import Mark


def shown(tr: Translator, offered: Challenge) -> str:
    """Return a challenge as it stands."""
    if offered.state is not ChallengeState.OPEN:
        return closed(tr, offered)
    return _looking(tr, offered) if offered.offer.opponent is None else _challenging(tr, offered)


def _looking(tr: Translator, offered: Challenge) -> str:
    """Return a challenge to anybody."""
    offer = offered.offer
    # Translators: An offer to everybody in a channel. {author} is a mention; {terms} is "3×3, 3 in a row", also with
    # "1 day a move". Below stands the button "Join".
    looking = tr.gettext(
        "{author} is looking for an opponent · {terms}. Who's in?",
        author=user(tr, offer.author),
        terms=terms(tr, offer.rules, offer.pace),
    )
    # Translators: Part of an offer to everybody in a channel.
    rules = _rules(tr, offer, tr.gettext("Whoever joins goes first."))
    # Translators: {when} is an instant as Discord shows it in the reader's language: "in 5 minutes".
    return tr.joined(looking, *rules, tr.gettext("The offer expires {when}.", when=moment(offered.expires)))


def _challenging(tr: Translator, offered: Challenge) -> str:
    """Return a challenge to somebody."""
    offer = offered.offer
    assert offer.opponent is not None
    # Translators: Addresses {opponent}. {opponent} and {author} are mentions; {terms} is "3×3, 3 in a row", also with
    # "1 day a move". Below stand the buttons "Accept" and "Decline".
    challenging = tr.gettext(
        "{opponent}, {author} challenges you: {terms}.",
        opponent=user(tr, offer.opponent),
        author=user(tr, offer.author),
        terms=terms(tr, offer.rules, offer.pace),
    )
    # Translators: Part of a challenge, said to whoever is challenged; also part of the menu of a new game.
    rules = _rules(tr, offer, tr.gettext("You go first."))
    # Translators: {when} is an instant as Discord shows it in the reader's language: "in 5 minutes".
    return tr.joined(challenging, *rules, tr.gettext("The challenge expires {when}.", when=moment(offered.expires)))


def _rules(tr: Translator, offer: Offer, other_first: str) -> Iterator[str]:
    """Yield a sentence for everything that isn't as usual; other_first says that the author doesn't go first."""
    if offer.author_side is Mark.O:
        yield other_first
    if offer.author_side is None:
        # Translators: Part of a challenge, and of the menu of a new game.
        yield tr.gettext("A coin toss decides who goes first.")
    if offer.swap:
        yield swap_rule(tr)
    if offer.best_of:
        yield series_rule(tr, offer.best_of)
    if offer.thread:
        # Translators: Part of a challenge: where its game will be played.
        yield tr.gettext("The game gets a thread of its own.")


def accepted(tr: Translator, update: Update, how: ChallengeAction) -> str:
    """Return what replaces a challenge when its game starts; the board says the rest."""
    by = user(tr, update.by)
    match how:
        case ChallengeAction.JOIN:
            # Translators: Takes the place of an offer to everybody, once {player} has joined.
            return tr.gettext("{player} joined.", player=by)
        case ChallengeAction.COMPUTER:
            # Translators: Takes the place of an offer to everybody: {player}, who made it, plays the computer instead.
            return tr.gettext("{player} is playing the computer.", player=by)
        case _:
            # Translators: Takes the place of a challenge, once {player} has accepted it.
            return tr.gettext("{player} accepted.", player=by)


def closed(tr: Translator, offered: Challenge) -> str:  # noqa: PLR0911 - one for each state
    """Return what became of a challenge."""
    offer = offered.offer
    author, rules = user(tr, offer.author), size(tr, offer.rules)
    match offered.state:
        case ChallengeState.OPEN:
            # Translators: What became of a challenge. {author} is a mention, {size} is "3×3, 3 in a row".
            return tr.gettext("{author}'s challenge ({size}) is open.", author=author, size=rules)
        case ChallengeState.ACCEPTED:
            # Translators: What became of a challenge. {author} is a mention, {size} is "3×3, 3 in a row".
            return tr.gettext("{author}'s challenge ({size}) was accepted.", author=author, size=rules)
        case ChallengeState.DECLINED if offer.opponent is not None:
            # Translators: What became of a challenge. {author} and {opponent} are mentions, {size} is "3×3, 3 in a row"
            return tr.gettext(
                "{author}'s challenge ({size}) was declined by {opponent}.",
                author=author,
                size=rules,
                opponent=user(tr, offer.opponent),
            )
        case ChallengeState.DECLINED:
            # Translators: What became of a challenge. {author} is a mention, {size} is "3×3, 3 in a row".
            return tr.gettext("{author}'s challenge ({size}) was declined.", author=author, size=rules)
        case ChallengeState.CANCELLED:
            # Translators: What became of a challenge. {author} is a mention, {size} is "3×3, 3 in a row".
            return tr.gettext("{author} cancelled the challenge ({size}).", author=author, size=rules)
        case ChallengeState.REPLACED:
            # Translators: What became of a challenge. {author} is a mention, {size} is "3×3, 3 in a row".
            return tr.gettext("{author} replaced the challenge ({size}) with a newer one.", author=author, size=rules)
        case ChallengeState.EXPIRED:
            # Translators: What became of a challenge. {author} is a mention, {size} is "3×3, 3 in a row".
            return tr.ngettext(
                "{author}'s challenge ({size}) expired after {number} minute.",
                "{author}'s challenge ({size}) expired after {number} minutes.",
                CHALLENGE_LASTS.seconds // 60,
                author=author,
                size=rules,
            )
        case _:
            assert_never(offered.state)
