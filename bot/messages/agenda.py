"""What waits for a person, as `/ttt games` lists it. Pure."""

from collections.abc import Iterator

from bot.game.agenda import Agenda, OpenGame
from bot.game.challenges import Challenge
from bot.messages.components import Button
from bot.messages.custom_ids import games_custom_id
from bot.messages.message import Draft
from bot.messages.texts import link, moment, player, size, user

PAGE = 10  # lines; there is no room for the pace of challenges, which their messages name
NOTHING = "You have no games, and no challenge waits for you. Start a game with `/ttt new`."


def agenda(found: Agenda, page: int = 0) -> Draft:
    """Return a page of somebody's list, counted from 0, or the last one; what waits for them comes first."""
    lines = list(_lines(found))
    if not lines:
        return Draft(NOTHING)
    last = (len(lines) - 1) // PAGE
    page = min(page, last)
    shown = lines[page * PAGE : (page + 1) * PAGE]
    if not last:
        return Draft("\n".join(("**Your games**", *shown)))
    back = Button("←", games_custom_id(max(page - 1, 0)), disabled=page == 0)
    on = Button("→", games_custom_id(page + 1), disabled=page == last)
    return Draft("\n".join((f"**Your games**, page {page + 1} of {last + 1}", *shown)), ((back, on),))


def _lines(found: Agenda) -> Iterator[str]:
    yield from (_game(game) for game in found.games if game.waits)
    yield from map(_challenge, found.challenges)
    yield from (_game(game) for game in found.games if not game.waits)


def _game(game: OpenGame) -> str:
    opponent = player(game.opponent)
    if game.asks:
        what = f"**{opponent} asks for an undo**"
    elif game.is_their_turn:
        what = f"**Your turn** against {opponent}"
    else:
        what = f"Waiting for {opponent}"
    until = "" if game.deadline is None or game.is_over else f" · due {moment(game.deadline)}"
    return f"- {what} · {size(game.rules)}{until} · {link(game.place, game.message)}"


def _challenge(challenge: Challenge) -> str:
    offer = challenge.offer
    what = f"**{user(offer.author)} challenges you** · {size(offer.rules)}"
    return f"- {what} · expires {moment(challenge.expires)} · {link(offer.place, challenge.message)}"
