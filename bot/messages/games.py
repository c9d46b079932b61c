"""The list of `/ttt games`: games and challenges that await the reader, then the reader's other games. Pure."""

from collections.abc import Iterator

from bot.game.games import Computer, Level, Result
from bot.game.lobby import Challenge
from bot.game.ratings import GameSummary
from bot.game.requests import ActiveGame, ActiveGames
from bot.messages import texts
from bot.messages.custom_ids import GamesPress
from bot.messages.drafts import CHOICE_LIMIT, CONTENT_LIMIT, Button, Draft
from bot.messages.texts import link, moment, player, size, user
from bot.messages.translator import Translator

PAGE = 10  # lines at most; their length leaves no room for the pace of challenges


def active_games(tr: Translator, active: ActiveGames, page: int = 0) -> Draft:
    """Return a page of a user's list, counted from 0, or the last page if there are fewer."""
    lines = list(_lines(tr, active))
    if not lines:
        return Draft(tr.gettext("You have no games or challenges right now. Start a game with `/ttt new`."))
    pages = list(_pages(lines, CONTENT_LIMIT - len(_heading(tr, 99, 99)) - 1))
    if len(pages) == 1:
        return Draft("\n".join((tr.gettext("**Your games**"), *lines)))
    page = min(page, len(pages) - 1)
    back = Button("←", str(GamesPress(max(page - 1, 0))), disabled=page == 0)
    on = Button("→", str(GamesPress(page + 1)), disabled=page == len(pages) - 1)
    return Draft("\n".join((_heading(tr, page + 1, len(pages)), *pages[page])), ((back, on),))


def _heading(tr: Translator, page: int, pages: int) -> str:
    # Translators: Above the lines that answer `/ttt games`, when they need more than one page.
    return tr.gettext("**Your games**, page {page} of {pages}", page=page, pages=pages)


def _pages(lines: list[str], room: int) -> Iterator[list[str]]:
    """Yield the lines of each page: PAGE of them, or fewer in languages with longer lines."""
    page: list[str] = []
    for line in lines:
        if len(page) == PAGE or len("\n".join((*page, line))) > room:
            yield page
            page = []
        page.append(line)
    yield page


def _lines(tr: Translator, active: ActiveGames) -> Iterator[str]:
    yield from (_game(tr, game) for game in active.games if game.awaits_user)
    yield from (_challenge(tr, challenge) for challenge in active.challenges)
    yield from (_game(tr, game) for game in active.games if not game.awaits_user)


def _game(tr: Translator, game: ActiveGame) -> str:
    parts = [_what(tr, game), size(tr, game.rules)]
    if game.deadline and not game.is_over:
        # Translators: At the end of a line of `/ttt games`: when the time for a move runs out.
        parts.append(tr.gettext("deadline: {when}", when=moment(game.deadline)))
    return f"- {' · '.join(parts)} · {link(game.place, game.message)}"


def _what(tr: Translator, game: ActiveGame) -> str:
    """Return what a game awaits."""
    if game.awaits_answer and game.offers_draw:
        return tr.gettext("**{opponent} offers a draw**", opponent=player(tr, game.opponent))
    if game.awaits_answer:
        return tr.gettext("**{opponent} asks for an undo**", opponent=player(tr, game.opponent))
    if isinstance(game.opponent, Computer):
        if game.is_their_turn:
            return tr.gettext("**Your turn** against the computer")
        return tr.gettext("Waiting for the computer")
    opponent = user(tr, game.opponent.id)
    if game.is_their_turn:
        return tr.gettext("**Your turn** against {opponent}", opponent=opponent)
    return tr.gettext("Waiting for {opponent}", opponent=opponent)


# Translators: Part of a line of `/ttt games`. Write a label and a colon if no verb fits {when}.
def _challenge(tr: Translator, challenge: Challenge) -> str:
    offer = challenge.offer
    challenged = tr.gettext("**{author} challenged you**", author=user(tr, offer.author))
    until = tr.gettext("expires {when}", when=moment(challenge.expires))
    return f"- {challenged} · {size(tr, offer.format.rules)} · {until} · {link(offer.place, challenge.message)}"


def game_choice(tr: Translator, game: GameSummary) -> str:
    """Return a game as a choice, at most 100 characters, without names, because none are stored."""
    parts = (
        texts.size(tr, game.rules),
        opponents(tr, game.level),
        tr.ngettext("{number} move", "{number} moves", game.moves),
        _ending(tr, game.result),
    )
    text = f"#{game.id}: {texts.listed(tr, parts)}"
    return text if len(text) <= CHOICE_LIMIT else f"{text[: CHOICE_LIMIT - 1]}…"


# Translators: Who played, in a list of games.
def opponents(tr: Translator, level: Level | None) -> str:
    """Return who plays a game, without names."""
    if level:
        return tr.gettext("against the computer ({level})", level=texts.level(tr, level))
    return tr.gettext("between people")


def _ending(tr: Translator, result: Result | None) -> str:
    if result is None:
        return tr.pgettext("how a game ended", "in progress")
    if result.winner:
        # Translators: {number} is 1 for X, 2 for O.
        return tr.pgettext("how a game ended", "Player {number} won", number=result.winner.value)
    if result.is_void:
        return tr.pgettext("how a game ended", "no result")
    return tr.pgettext("how a game ended", "Draw")
