"""Games kept in memory: so many, none of them long, and never the last word."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.database.store import SqlStore
from bot.game.errors import ChannelBusy, GameError, NotYourTurn, OldBoard
from bot.game.games import ChannelId, Ending, Game, GameId, Human, MessageId, Place, Result
from bot.registry.channels import CACHED_PLIES, GameCache
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry
from bot.registry.store import StoreFailed
from engine import Cell, Rules
from tests.people import ANN, BOB, CHANNEL, Clock, Process, duel, press, solo


def game(channel: int, **changes: object) -> Game:
    new = Game(GameId(channel), Place(ChannelId(channel)), Rules(30, 30, 5), Human(ANN), Human(BOB), Clock().now)
    return replace(new, **changes)


# -- the memory


def test_the_game_that_was_active_least_gives_way() -> None:
    cache = GameCache(2)
    for channel in (1, 2, 1, 3):
        cache.keep(game(channel))
    assert [cache.get(ChannelId(channel)) is not None for channel in (1, 2, 3)] == [True, False, True]


def test_a_long_game_and_one_that_has_ended_are_not_kept() -> None:
    cache = GameCache()
    for changes in (
        {"plies": tuple(Cell(0, 0) for _ in range(CACHED_PLIES + 1))},
        {"result": Result(None, Ending.FULL)},
    ):
        cache.keep(game(1))
        cache.keep(game(1, **changes))
        assert cache.get(ChannelId(1)) is None


def test_only_a_newer_message_of_the_same_game_is_noted() -> None:
    cache = GameCache()
    cache.keep(game(1, message=MessageId(5)))
    for shown, message in ((game(1), 4), (game(1, id=GameId(9)), 8), (game(1), 7)):
        cache.note_board(shown, MessageId(message))
    kept = cache.get(ChannelId(1))
    assert kept
    assert kept.message == 7


# -- the registry that has it


@pytest.fixture
def asked() -> list[str]:
    """What the database was asked."""
    return []


@pytest.fixture
async def store(url: str, asked: list[str]) -> AsyncIterator[SqlStore]:
    store = await SqlStore.open(url, lambda name, _: asked.append(name))
    yield store
    await store.close()


async def test_a_move_asks_the_database_nothing_but_to_save_it(
    lobby: Lobby, registry: GameRegistry, asked: list[str]
) -> None:
    started = await duel(lobby)
    asked.clear()
    moved = await registry.mark(CHANNEL, ANN, Cell(0, 0))
    await registry.board_sent(moved.game, MessageId(7))
    assert (await registry.mark(press(moved.game), BOB, Cell(1, 1))).before.message == 7
    assert asked == ["save", "note_board", "save"]
    assert started.id == moved.game.id


async def test_what_another_process_has_moved_is_known_before_a_refusal(
    lobby: Lobby, registry: GameRegistry, rival: Process
) -> None:
    before = await duel(lobby)
    await rival.registry.mark(CHANNEL, ANN, Cell(0, 0))
    with pytest.raises(NotYourTurn) as refused:
        await registry.mark(CHANNEL, ANN, Cell(1, 1))
    assert refused.value.game.plies == (Cell(0, 0),)
    await rival.registry.mark(CHANNEL, BOB, Cell(1, 1))
    with pytest.raises(OldBoard):
        await registry.mark(press(before), ANN, Cell(2, 2))
    assert (await registry.mark(CHANNEL, ANN, Cell(2, 2))).game.plies == (Cell(0, 0), Cell(1, 1), Cell(2, 2))


async def test_what_another_process_has_taken_back_lets_a_move_through(
    lobby: Lobby, registry: GameRegistry, rival: Process
) -> None:
    await duel(lobby)
    await registry.mark(CHANNEL, ANN, Cell(0, 0))
    await rival.registry.undo(CHANNEL, ANN)
    assert (await registry.mark(CHANNEL, ANN, Cell(2, 2))).game.plies == (Cell(2, 2),)


async def test_a_game_that_another_process_has_ended_is_not_played_on(
    lobby: Lobby, registry: GameRegistry, rival: Process, clock: Clock
) -> None:
    old = await duel(lobby)
    await rival.registry.resign(CHANNEL, ANN)
    new = await solo(rival.lobby)
    with pytest.raises(OldBoard):
        await registry.mark(press(old), ANN, Cell(0, 0))
    assert (await registry.mark(CHANNEL, ANN, Cell(0, 0))).game.id == new.id
    with pytest.raises(ChannelBusy):
        await solo(lobby)


async def test_after_a_failure_the_database_is_asked(
    lobby: Lobby, registry: GameRegistry, store: SqlStore, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    await duel(lobby)

    async def fails(*_: object) -> Game:
        raise StoreFailed("gone", unchanged=False)

    with monkeypatch.context() as broken:
        broken.setattr(store, "save", fails)
        with pytest.raises(StoreFailed):
            await registry.mark(CHANNEL, ANN, Cell(0, 0))
    asked.clear()
    await registry.mark(CHANNEL, ANN, Cell(0, 0))
    assert asked == ["latest_game", "save"]


async def test_who_is_forgotten_is_not_remembered(lobby: Lobby, registry: GameRegistry, asked: list[str]) -> None:
    await duel(lobby)
    await registry.forget(ANN)
    asked.clear()
    with pytest.raises(GameError):
        await registry.mark(CHANNEL, ANN, Cell(0, 0))
    assert asked == ["latest_game"]
