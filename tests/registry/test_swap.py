"""The swap: after the first mark the second player may take X, and play on from there."""

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import MustBePlayedOut, NoSwap, NotYourTurn, OldBoard
from bot.game.games import Computer, Game, Human, Level
from bot.game.lobby import First
from bot.registry.lobby import Lobby
from engine import Cell, Rules
from engine.players import Reason
from tests import people
from tests.people import ANN, BOB, SMALL, Clock, Deliberate, by, duel, press

MIDDLE, CORNER = Cell(1, 1), Cell(0, 0)
WON = Rules(4, 3, 3)  # by X from a corner, and from the middle


async def solo(lobby: Lobby, rules: Rules, level: Level, first: First = First.ME) -> Game:
    """Ann plays the computer, with a swap."""
    return await people.solo(lobby, rules, level=level, first=first, swap=True)


# -- between people


async def test_only_the_second_player_swaps_right_after_the_first_mark(process: Core) -> None:
    await duel(process.lobby, swap=True)
    with pytest.raises(NoSwap):
        await process.games.swap(by(ANN))
    await process.games.mark(by(ANN), MIDDLE)
    with pytest.raises(NotYourTurn):
        await process.games.swap(by(ANN))
    await process.games.swap(by(BOB))
    with pytest.raises(NoSwap):
        await process.games.swap(by(ANN))


async def test_a_hint_is_refused_after_a_swap(process: Core) -> None:
    await duel(process.lobby, swap=True)
    old = (await process.games.mark(by(ANN), MIDDLE)).game
    await process.games.swap(press(old, BOB))
    with pytest.raises(OldBoard):
        await process.coach.hint(old)


async def test_a_swap_counts_as_a_move(process: Core) -> None:
    await duel(process.lobby, swap=True)
    await process.games.mark(by(ANN), MIDDLE)
    await process.games.swap(by(BOB))
    with pytest.raises(MustBePlayedOut):
        await process.games.stop(by(ANN), moderates=False)


# -- against the computer


async def test_the_classic_computer_takes_the_middle_but_no_corner(process: Core) -> None:
    await solo(process.lobby, SMALL, Level.CLASSIC)
    update = await process.games.mark(by(ANN), MIDDLE)
    assert update.choice
    assert (update.choice.reason, update.game.x) == (Reason.SWAP, Computer(Level.CLASSIC))
    assert (update.game.turn, update.game.plies) == (Human(ANN), (MIDDLE,))
    back = (await process.games.undo(by(ANN))).game
    assert (back.x, back.plies, back.swapped) == (Human(ANN), (), False)
    second = await process.games.mark(by(ANN), CORNER)
    assert (second.game.x, len(second.game.plies)) == (Human(ANN), 2)


async def test_the_expert_swaps_where_x_can_win(process: Core, store: Store, clock: Clock) -> None:
    await solo(process.lobby, WON, Level.EXPERT)
    current = (await process.games.mark(by(ANN), CORNER)).game
    restarted = people.process(store, Deliberate(), clock).games
    [waiting] = await store.games.awaiting_computer()
    assert waiting == current
    update = await restarted.reply(waiting)
    assert update
    assert (update.game.x, update.game.turn) == (Computer(Level.EXPERT), Human(ANN))
    assert await store.games.awaiting_computer() == []
    assert await store.games.game(current.id) == update.game


@pytest.mark.parametrize("level", [Level.EASY, Level.CLASSIC])
async def test_a_computer_replies_to_a_swap_at_once(level: Level, process: Core) -> None:
    await solo(process.lobby, SMALL, level, First.COMPUTER)
    update = await process.games.swap(by(ANN))
    game = update.game
    assert (game.x, game.o, len(game.plies), game.turn) == (Human(ANN), Computer(level), 2, Human(ANN))
    assert update.choice
    back = (await process.games.undo(by(ANN))).game
    assert (back.x, len(back.plies), back.can_swap) == (Computer(level), 1, True)
