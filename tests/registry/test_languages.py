"""The language of games: chosen at the start, kept to the end."""

import pytest

from bot.game.games import Format, Game, Level
from bot.game.lobby import Terms
from bot.game.requests import NewChallenge, Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from tests.people import ANN, BOB, SMALL, by, press

GERMAN, POLISH = "de", "pl"
SOLO, OPEN = Terms(Format(SMALL), Level.CLASSIC), Terms(Format(SMALL))


async def begin(lobby: Lobby, terms: Terms) -> Game:
    """Ann begins a German game against the computer, or one that Bob joins."""
    new = await lobby.new(by(ANN), terms.with_format(locale=GERMAN))
    return (new if isinstance(new, Update) else await lobby.accept(by(BOB), new.challenge.id)).game


@pytest.mark.parametrize(("server", "language"), [(None, GERMAN), (POLISH, POLISH)])
@pytest.mark.parametrize("terms", [SOLO, OPEN])
async def test_a_rematch_keeps_its_language(
    terms: Terms, server: str | None, language: str, lobby: Lobby, games: Games
) -> None:
    await begin(lobby, terms)
    await games.resign(by(ANN))
    again = await lobby.rematch(by(ANN), locale=server)
    assert (again.challenge if isinstance(again, NewChallenge) else again.game).locale == language


async def test_a_series_keeps_its_language(lobby: Lobby, games: Games) -> None:
    await begin(lobby, SOLO.with_format(best_of=3))
    over = (await games.resign(by(ANN))).game
    assert (await lobby.next_game(press(over, ANN))).game.locale == GERMAN
