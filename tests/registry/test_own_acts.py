"""Which of a user's games a command is about: the one in which the user acted last."""

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import WhichGame
from bot.game.games import Ending, Level, MessageId
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from engine import Cell
from tests.people import ANN, BOB, HERE, THERE, Clock, Deliberate, by, duel, press, process, solo

pytestmark = pytest.mark.both_databases


async def test_a_command_targets_the_same_game_after_the_opponents_move(lobby: Lobby, games: Games) -> None:
    shared = await duel(lobby)
    await games.mark(press(shared, ANN), Cell(0, 0))
    alone = await solo(lobby)
    await games.mark(by(BOB), Cell(1, 1))
    assert (await games.view(by(ANN))).game.id == (await games.past_game(by(ANN))).id == alone.id
    assert (await games.mark(by(ANN), Cell(0, 0))).game.id == alone.id
    assert (await games.resign(by(ANN))).game.id == alone.id
    assert (await games.mark(by(ANN), Cell(2, 2))).game.id == shared.id  # the only one left


async def test_a_press_makes_a_game_the_current_one(lobby: Lobby, games: Games, clock: Clock) -> None:
    shared, alone = await duel(lobby), await solo(lobby)
    assert (await games.view(by(ANN))).game.id == alone.id
    await games.view(press(shared, ANN))
    await games.view(press(alone, BOB))  # not his game
    assert (await games.mark(by(ANN), Cell(0, 0))).game.id == shared.id
    assert (await games.mark(by(BOB), Cell(1, 1))).game.id == shared.id


@pytest.mark.parametrize("level", [Level.CLASSIC, Level.MEDIUM, Level.EXPERT])
async def test_after_a_restart_a_command_goes_only_to_the_game_surely_played_last(
    level: Level, lobby: Lobby, games: Games, store: Store, clock: Clock
) -> None:
    shared = await duel(lobby)
    clock.advance(seconds=1)
    alone = await solo(lobby, level=level)
    restarted = process(store, Deliberate(), clock)
    if level is not Level.CLASSIC:  # its move may have come long after Ann's
        with pytest.raises(WhichGame):
            await restarted.games.view(by(ANN))
        return
    assert (await restarted.games.view(by(ANN))).game.id == alone.id
    clock.advance(seconds=1)
    await games.mark(press(shared, ANN), Cell(0, 0))
    again = process(store, Deliberate(), clock).games
    for act in (again.view(by(ANN)), again.mark(by(ANN), Cell(1, 1)), again.resign(by(ANN)), again.undo(by(ANN))):
        with pytest.raises(WhichGame) as asked:
            await act
        assert [game.id for game in asked.value.games] == [shared.id, alone.id]
    await again.view(press(alone, ANN, 0))
    assert (await again.mark(by(ANN), Cell(1, 1))).game.id == alone.id


async def test_a_game_elsewhere_is_named(lobby: Lobby, games: Games, process: Core) -> None:
    assert await games.elsewhere(by(ANN)) is None
    there = await duel(lobby, place=THERE)
    await process.channels.note_board(there, MessageId(9))
    named = await games.elsewhere(by(ANN))
    assert named
    assert (named.place, named.message, named.has_more) == (THERE, 9, False)
    assert await games.elsewhere(by(ANN, THERE)) is None
    ended = await games.resign(by(ANN, THERE))
    assert ended.game.result
    assert ended.game.result.ending is Ending.STOPPED
    assert await games.elsewhere(by(ANN, HERE)) is None
