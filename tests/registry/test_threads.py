"""Games in threads of their own: begun there, checked before, archived after, and ended when the thread is deleted."""

import asyncio
from dataclasses import replace

import pytest

from bot.core import Core
from bot.database.clocks import Shards
from bot.database.store import Store
from bot.game.challenges import Challenge, ChallengeAction
from bot.game.errors.opening import ChallengeOver, ChannelBusy, NotYourChallenge, TooManyGames
from bot.game.errors.people import HasBlocked, NobodyThere
from bot.game.games import ChannelId, Ending, Game, GuildId, Level, Place, Result, UserId
from bot.game.requests import NewChallenge, Target, Terms, Update, Wish
from bot.registry.choices import People
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry
from bot.registry.threads import FEW, Threads
from engine import Cell
from tests.people import ANN, BOB, CHANNEL, CY, HERE, SMALL, Clock, solo

THREAD = Place(ChannelId(70), HERE.guild, HERE.channel)
INSIDE = Target(THREAD.channel)
ACCEPT, COMPUTER = ChallengeAction.ACCEPT, ChallengeAction.COMPUTER


@pytest.fixture
def threads(process: Core) -> Threads:
    return process.threads


async def offered(lobby: Lobby, opponent: UserId | None = BOB) -> Challenge:
    made = await lobby.new(Wish(HERE, ANN, Terms(SMALL, opponent=opponent, thread=True)))
    assert isinstance(made, NewChallenge)
    return made.challenge


async def duel(lobby: Lobby) -> Game:
    return (await lobby.accept(CHANNEL, (await offered(lobby)).id, BOB, thread=THREAD)).game


async def to_archive(threads: Threads) -> list[Place]:
    return [place async for _, place in threads.to_archive()]


# -- beginning


async def test_a_challenge_for_a_thread_needs_no_free_channel(lobby: Lobby, store: Store) -> None:
    await solo(lobby)
    made = await offered(lobby)
    found = await store.challenge(made.id)
    assert found
    assert found.offer.thread


async def test_its_game_is_in_the_thread_and_knows_the_channel(lobby: Lobby, store: Store) -> None:
    busy = await solo(lobby)
    game = await duel(lobby)
    assert game.place.channel == THREAD.channel
    found = await store.game(game.id)
    assert found
    assert (found.place, found.place.parent) == (THREAD, HERE.channel)
    live = await store.live_game(HERE.channel)
    assert live
    assert live.id == busy.id


async def test_an_open_challenge_for_a_thread_can_become_a_game_against_the_computer(lobby: Lobby) -> None:
    made = await offered(lobby, None)
    game = (await lobby.play_computer(CHANNEL, made.id, ANN, thread=THREAD)).game
    assert (game.place, game.computer is None) == (THREAD, False)


async def test_a_rematch_in_the_thread_knows_the_channel_as_well(
    lobby: Lobby, registry: GameRegistry, store: Store
) -> None:
    await duel(lobby)
    await registry.resign(INSIDE, ANN)
    again = await lobby.rematch(INSIDE, BOB)
    assert isinstance(again, NewChallenge)
    game = (await lobby.accept(INSIDE, again.challenge.id, ANN)).game
    found = await store.game(game.id)
    assert found
    assert found.place.parent == HERE.channel


async def test_a_thread_has_one_game_at_a_time(lobby: Lobby) -> None:
    first, second = await offered(lobby), await lobby.new(Wish(HERE, CY, Terms(SMALL, thread=True)))
    assert isinstance(second, NewChallenge)
    await lobby.accept(CHANNEL, first.id, BOB, thread=THREAD)
    with pytest.raises(ChannelBusy):
        await lobby.accept(CHANNEL, second.challenge.id, BOB, thread=THREAD)


@pytest.mark.parametrize(("user", "action"), [(ANN, ACCEPT), (CY, ACCEPT), (ANN, COMPUTER)])
async def test_who_may_not_answer_a_challenge_is_told_before_a_thread_opens(
    user: UserId, action: ChallengeAction, lobby: Lobby
) -> None:
    made = await offered(lobby)
    with pytest.raises(NotYourChallenge):
        await lobby.check_answer(CHANNEL, made.id, user, action)
    assert await lobby.check_answer(CHANNEL, made.id, BOB, ACCEPT) == made


async def test_a_challenge_that_is_over_opens_no_thread(lobby: Lobby) -> None:
    made = await offered(lobby)
    await lobby.cancel(CHANNEL, made.id, ANN)
    with pytest.raises(ChallengeOver):
        await lobby.check_answer(CHANNEL, made.id, BOB, ACCEPT)


async def test_neither_does_a_block(lobby: Lobby, preferences: People, clock: Clock) -> None:
    made = await offered(lobby, None)
    await preferences.block(ANN, BOB, clock())
    with pytest.raises(NobodyThere):
        await lobby.check_answer(CHANNEL, made.id, BOB, ACCEPT)
    await preferences.unblock(ANN, BOB)
    await preferences.block(BOB, ANN, clock())
    with pytest.raises(HasBlocked):
        await lobby.check_answer(CHANNEL, made.id, BOB, ACCEPT)


async def test_who_has_begun_too_many_games_opens_no_thread(lobby: Lobby) -> None:
    wish = Wish(HERE, ANN, Terms(SMALL, Level.EASY, thread=True))
    for number in range(5):
        await lobby.check_new(wish)
        await solo(lobby, place=replace(HERE, channel=ChannelId(20 + number)))
    with pytest.raises(TooManyGames):
        await lobby.check_new(wish)


# -- archiving


async def test_a_thread_is_archived_an_hour_after_the_end_and_once(
    lobby: Lobby, registry: GameRegistry, threads: Threads, clock: Clock
) -> None:
    game = await duel(lobby)
    clock.advance(hours=5)
    assert await to_archive(threads) == []
    await registry.resign(INSIDE, ANN)
    clock.advance(minutes=59)
    assert await to_archive(threads) == []
    clock.advance(minutes=1)
    assert await to_archive(threads) == await to_archive(threads) == [THREAD]
    await threads.archived(game.id)
    assert await to_archive(threads) == []


async def test_another_process_archives_what_this_one_left(
    lobby: Lobby, registry: GameRegistry, rival: Core, clock: Clock
) -> None:
    await duel(lobby)
    await registry.resign(INSIDE, ANN)
    clock.advance(hours=1)
    assert await to_archive(rival.threads) == [THREAD]


async def test_games_outside_of_our_threads_are_left_alone(
    lobby: Lobby, registry: GameRegistry, threads: Threads, clock: Clock
) -> None:
    await solo(lobby)
    await registry.resign(CHANNEL, ANN)
    clock.advance(hours=2)
    assert await to_archive(threads) == []


async def test_a_new_game_in_the_thread_keeps_it_open(
    lobby: Lobby, registry: GameRegistry, threads: Threads, clock: Clock
) -> None:
    await duel(lobby)
    await registry.resign(INSIDE, ANN)
    clock.advance(minutes=30)
    await solo(lobby, place=THREAD)
    clock.advance(hours=1)
    assert await to_archive(threads) == []
    await registry.resign(INSIDE, ANN)
    clock.advance(minutes=30)
    assert await to_archive(threads) == []
    clock.advance(minutes=30)
    assert await to_archive(threads) == [THREAD]


async def test_an_end_that_is_taken_back_keeps_it_open_until_the_next_end(
    lobby: Lobby, registry: GameRegistry, threads: Threads, clock: Clock
) -> None:
    game = await lobby.new(Wish(THREAD, ANN, Terms(SMALL, Level.EASY)))
    assert isinstance(game, Update)
    await registry.mark(INSIDE, ANN, Cell(1, 1))
    await registry.resign(INSIDE, ANN)
    clock.advance(hours=1)
    await threads.archived(game.game.id)
    await registry.undo(INSIDE, ANN)
    clock.advance(hours=1)
    assert await to_archive(threads) == []
    await registry.resign(INSIDE, ANN)
    clock.advance(hours=1)
    assert await to_archive(threads) == [THREAD]


async def test_a_game_that_can_not_be_read_keeps_no_other_thread_open(
    lobby: Lobby, registry: GameRegistry, threads: Threads, store: Store, clock: Clock
) -> None:
    other = Place(ChannelId(71), THREAD.guild, THREAD.parent)
    for place in (THREAD, other):
        await solo(lobby, place=place)
        await registry.resign(Target(place.channel), ANN)
        clock.advance(minutes=1)
    damage = "UPDATE games SET level = 'grandmaster' WHERE id = 1"
    await store.database.write(lambda connection: connection.exec_driver_sql(damage))
    clock.advance(hours=1)
    assert await to_archive(threads) == [other]


@pytest.mark.parametrize("ids", [(0,), (1,)])
async def test_each_process_archives_the_threads_of_its_own_shards(
    ids: tuple[int, ...], lobby: Lobby, registry: GameRegistry, store: Store, clock: Clock
) -> None:
    in_second_shard = Place(THREAD.channel, GuildId(1 << 22), THREAD.parent)
    await solo(lobby, place=in_second_shard)
    await registry.resign(INSIDE, ANN)
    clock.advance(hours=1)
    found = await store.to_archive(Shards(2, ids), clock())
    assert [place for _, place in found] == ([in_second_shard] if ids == (1,) else [])


# -- deleted


async def test_the_game_of_a_deleted_thread_ends_without_a_result(
    lobby: Lobby, registry: GameRegistry, threads: Threads, store: Store
) -> None:
    game = await duel(lobby)
    for user, cell in ((ANN, Cell(0, 0)), (BOB, Cell(1, 1))):
        await registry.mark(INSIDE, user, cell)
    await registry.undo(INSIDE, ANN)
    update = await threads.deleted(THREAD.channel)
    found = await store.game(game.id)
    assert found
    assert found.result == Result(None, Ending.DELETED)
    assert await store.open_games(ANN) == await store.open_games(BOB) == []
    assert update
    assert (update.before.result, update.game) == (None, found)
    assert await threads.deleted(THREAD.channel) is None


async def test_a_deleted_thread_without_a_game_changes_nothing(lobby: Lobby, threads: Threads, store: Store) -> None:
    game = await solo(lobby)
    assert await threads.deleted(THREAD.channel) is None
    found = await store.game(game.id)
    assert found
    assert found.result is None


async def test_a_deletion_that_another_process_has_seen_ends_the_game_once(
    lobby: Lobby, threads: Threads, rival: Core
) -> None:
    await duel(lobby)
    ends = await asyncio.gather(*(one.deleted(THREAD.channel) for one in (threads, rival.threads)))
    assert sum(end is not None for end in ends) == 1


async def test_where_a_game_rests_is_looked_up_once_a_day(
    lobby: Lobby, registry: GameRegistry, threads: Threads, clock: Clock
) -> None:
    await duel(lobby)
    await solo(lobby, place=Place(ChannelId(90)))  # direct messages are not deleted
    clock.advance(minutes=59)
    assert await threads.to_look_up() == []
    clock.advance(days=1)
    await registry.mark(INSIDE, ANN, Cell(0, 0))
    await solo(lobby)
    clock.advance(hours=1)
    assert await threads.to_look_up() == [HERE, THREAD]
    clock.advance(hours=23)
    assert await threads.to_look_up() == []
    clock.advance(hours=1)
    await registry.resign(CHANNEL, ANN)
    assert await threads.to_look_up() == [THREAD]


async def test_few_places_are_looked_up_at_once_and_each_in_its_turn(
    lobby: Lobby, threads: Threads, clock: Clock
) -> None:
    places = [Place(ChannelId(20 + number), HERE.guild) for number in range(2 * FEW + 1)]
    for place in places:
        await solo(lobby, place=place)
        clock.advance(minutes=1)
    clock.advance(hours=2)
    assert [len(await threads.to_look_up()) for _ in range(4)] == [FEW, FEW, 1, 0]
    clock.advance(days=1)
    assert [place for _ in range(3) for place in await threads.to_look_up()] == places


@pytest.mark.parametrize("ids", [(0,), (1,)])
async def test_each_process_looks_up_the_places_of_its_own_shards(
    ids: tuple[int, ...], lobby: Lobby, store: Store, clock: Clock
) -> None:
    in_second_shard = Place(THREAD.channel, GuildId(1 << 22), THREAD.parent)
    await solo(lobby, place=in_second_shard)
    found = await store.resting(Shards(2, ids), clock(), ChannelId(0), FEW)
    assert found == ([in_second_shard] if ids == (1,) else [])
