"""The cache of games, the messages of their boards, and the lock of a channel."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.core import Core
from bot.database.errors import StoreFailed
from bot.database.store import Store
from bot.deadlines import Times
from bot.game.errors import GameError, NotYourTurn, OldBoard, WaitedTooLong
from bot.game.games import ChannelId, Ending, Format, Game, GameId, Human, Level, MessageId, Place, Result
from bot.registry.arbiter import Arbiter
from bot.registry.channels import GAME_SIZE, LONG_GAME, PLY_SIZE, Channels, GameCache, UnsavedBoards
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from engine import Cell, Rules
from tests.people import ANN, BOB, HERE, Clock, Deliberate, by, duel, press, process, solo
from tests.registry.overtaken import Overtaken
from tests.stored import saved


def game(channel: int, **changes: object) -> Game:
    new = Game(
        GameId(channel), Place(ChannelId(channel)), Format(Rules(30, 30, 5)), Human(ANN), Human(BOB), Clock().now
    )
    return replace(new, **changes)


# -- the cache


def test_the_least_recently_active_game_is_evicted() -> None:
    cache = GameCache(2 * GAME_SIZE)
    for channel in (1, 2, 1, 3):
        cache.keep(game(channel))
    assert [cache.get(GameId(channel)) is not None for channel in (1, 2, 3)] == [True, False, True]


def test_a_long_game_evicts_shorter_ones() -> None:
    cache = GameCache(3 * GAME_SIZE + 10 * PLY_SIZE)
    cache.keep(game(1, plies=plies(4)))
    cache.keep(game(2, plies=plies(4)))
    cache.keep(game(2, plies=plies(6)))  # in place of the one before
    cache.keep(game(3))
    assert set(cache) == {1, 2, 3}
    cache.keep(game(3, plies=plies(1)))
    assert set(cache) == {2, 3}


def plies(number: int) -> tuple[Cell, ...]:
    return tuple(Cell(0, col) for col in range(number))


def test_only_long_games_stay_cached_after_they_end() -> None:
    cache = GameCache(LONG_GAME * GAME_SIZE)
    cache.keep(game(1))
    over = Result(None, Ending.FULL)
    cache.keep(game(1, result=over, plies=plies(LONG_GAME - 1)))
    assert cache.get(GameId(1)) is None
    cache.keep(game(1, result=over, plies=plies(LONG_GAME)))
    assert cache.get(GameId(1))


def test_only_a_newer_message_of_the_same_game_is_noted() -> None:
    boards = UnsavedBoards(2)
    for number, message in ((1, 4), (9, 8), (1, 7), (1, 6)):
        boards.note(GameId(number), MessageId(message))
    assert [boards.with_newest(game(1, message=newest)).message for newest in (None, 5, 8)] == [7, 7, 8]


def test_saved_messages_and_the_oldest_unsaved_ones_are_dropped() -> None:
    boards = UnsavedBoards(2)
    for number in (1, 2, 1, 3):
        boards.note(GameId(number), MessageId(number))
    boards.drop_saved(game(1))  # with an older one
    assert boards.with_newest(game(1)).message == 1
    boards.drop_saved(game(1, message=MessageId(1)))
    assert dict(boards) == {GameId(3): 3}


# -- the registry with the cache


@pytest.fixture
def queries() -> list[str]:
    """The names of the queries so far."""
    return []


@pytest.fixture
async def store(url: str, queries: list[str]) -> AsyncIterator[Store]:
    store = await Store.open(url, lambda name, _: queries.append(name))
    yield store
    await store.close()


async def test_a_move_in_a_cached_game_needs_only_one_query(
    lobby: Lobby, games: Games, queries: list[str], process: Core
) -> None:
    game = await duel(lobby)
    queries.clear()
    update = await games.mark(press(game, ANN), Cell(0, 0))
    await process.channels.note_board(update.game, MessageId(7))
    assert (await games.mark(press(update.game, BOB), Cell(1, 1))).before.message == 7
    await games.mark(by(ANN), Cell(2, 2))
    assert queries == ["save", "save", "save"]
    assert game.id == update.game.id


@pytest.mark.both_databases
async def test_the_next_move_saves_a_board(lobby: Lobby, games: Games, store: Store, process: Core) -> None:
    game = await duel(lobby)
    await process.channels.note_board((await games.mark(by(ANN), Cell(0, 0))).game, MessageId(7))
    assert (await saved(store, game)).message is None
    update = await games.mark(by(BOB), Cell(1, 1))
    assert (await saved(store, game)).message == 7
    await process.channels.note_board(update.game, MessageId(8))
    assert (await games.view(by(ANN))).game.message == 8


@pytest.mark.parametrize("is_over", [True, False], ids=["the last board", "one that the computer redraws"])
async def test_a_last_board_is_saved_at_once(
    is_over: bool, process: Core, lobby: Lobby, games: Games, store: Store
) -> None:
    game = await solo(lobby, level=Level.EXPERT)
    update = await (games.resign(by(ANN)) if is_over else games.mark(by(ANN), Cell(0, 0)))
    await process.channels.note_board(update.game, MessageId(7))
    assert (await saved(store, game)).message == 7


async def test_boards_are_saved_when_the_bot_stops(store: Store, clock: Clock) -> None:
    core = process(store, Deliberate(), clock)
    game = await duel(core.lobby)
    await core.channels.note_board(game, MessageId(7))
    await core.channels.close()
    assert (await saved(store, game)).message == 7


async def test_a_crash_loses_only_the_newest_message(lobby: Lobby, games: Games, rival: Core, process: Core) -> None:
    await duel(lobby)
    current = (await games.mark(by(ANN), Cell(0, 0))).game
    await process.channels.note_board(current, MessageId(7))
    after = await rival.games.mark(press(current, BOB), Cell(1, 1))  # as after a restart
    assert after.before == current
    assert after.game.plies == (Cell(0, 0), Cell(1, 1))


async def test_a_refusal_knows_the_moves_of_another_process(lobby: Lobby, games: Games, rival: Core) -> None:
    before = await duel(lobby)
    await rival.games.mark(by(ANN), Cell(0, 0))
    with pytest.raises(NotYourTurn) as error:
        await games.mark(by(ANN), Cell(1, 1))
    assert error.value.game.plies == (Cell(0, 0),)
    await rival.games.mark(by(BOB), Cell(1, 1))
    with pytest.raises(OldBoard):
        await games.mark(press(before, ANN), Cell(2, 2))
    assert (await games.mark(by(ANN), Cell(2, 2))).game.plies == (Cell(0, 0), Cell(1, 1), Cell(2, 2))


async def test_an_undo_by_another_process_is_loaded(
    lobby: Lobby, games: Games, rival: Core, queries: list[str]
) -> None:
    await duel(lobby)
    await games.mark(by(ANN), Cell(0, 0))
    await rival.games.undo(by(ANN))
    queries.clear()
    for _ in range(2):
        assert (await games.view(by(ANN))).game.plies == ()
    assert queries == ["latest_for", "game", "latest_for"]
    assert (await games.mark(by(ANN), Cell(2, 2))).game.plies == (Cell(2, 2),)


async def fail() -> None:
    raise StoreFailed("gone", unchanged=False)


async def test_a_game_is_loaded_again_after_a_failed_save(url: str, clock: Clock, queries: list[str]) -> None:
    store = await Overtaken.open(url, lambda name, _: queries.append(name))
    core = process(store, Deliberate(), clock)
    games = core.games
    await duel(core.lobby)
    store.overtaking = fail
    with pytest.raises(StoreFailed):
        await games.mark(by(ANN), Cell(0, 0))
    queries.clear()
    await games.mark(by(ANN), Cell(0, 0))
    assert queries == ["latest_for", "game", "save"]
    await store.close()


async def test_a_forgotten_player_is_not_cached(process: Core, privacy: Privacy) -> None:
    game = await duel(process.lobby)
    await privacy.forget(ANN)
    assert process.channels.cache.get(game.id) is None
    with pytest.raises(GameError):
        await process.games.mark(press(game, ANN), Cell(0, 0))


# -- the lock and its deadline


@asynccontextmanager
async def hogged(channels: Channels) -> AsyncGenerator[None]:
    """Hold the lock beyond its deadline, like a request whose query is slow to cancel."""
    entered, release = asyncio.Event(), asyncio.Event()

    async def hog() -> None:
        async with channels.held(HERE.channel):
            entered.set()
            try:
                await asyncio.Event().wait()
            finally:
                await release.wait()

    task = asyncio.create_task(hog())
    await entered.wait()
    yield
    release.set()
    with pytest.raises(StoreFailed) as error:
        await task
    assert not error.value.unchanged  # it may have been saved


async def test_a_request_that_never_gets_the_lock_changes_nothing(store: Store) -> None:
    channels = Channels(store.games, Arbiter(Times(Clock(), request=timedelta(milliseconds=20))))
    entered: list[bool] = []
    async with hogged(channels):
        with pytest.raises(WaitedTooLong):
            async with channels.held(HERE.channel):
                entered.append(False)
    async with channels.held(HERE.channel):
        entered.append(True)
    assert entered == [True]


async def test_the_experts_move_is_saved_later_if_the_channel_is_locked(store: Store, clock: Clock) -> None:
    core = process(store, Deliberate(), clock, request=timedelta(milliseconds=500))
    games = core.games
    game = await solo(core.lobby, level=Level.EXPERT)
    current = (await games.mark(press(game, ANN), Cell(1, 1))).game
    async with hogged(core.channels):
        with pytest.raises(WaitedTooLong):
            await games.reply(current)
    replied = await games.reply(current)
    assert replied
    assert len(replied.game.plies) == 2
