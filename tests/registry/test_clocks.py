"""Games with a pace: who runs out of time, when that is found, and what two processes, outages and odd clocks do."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot import deadlines
from bot.core import Core
from bot.database.clocks import Shards
from bot.database.store import Store
from bot.game.clock import OUTAGE_SHARE, Pace
from bot.game.errors import GameOver, MustBePlayedOut, NotYetYours, OldBoard
from bot.game.games import ChannelId, Ending, Game, GuildId, Human, InteractionId, MessageId, Place, Result
from bot.game.requests import NewChallenge, Target, Update
from bot.registry.arbiter import OUTAGE, Arbiter, Times
from bot.registry.channels import Channels
from bot.registry.timekeeper import Timekeeper
from engine import Cell, Mark
from tests import people
from tests.people import ANN, BOB, CHANNEL, CY, HERE, THERE, Clock, Deliberate, challenge, duel, play, solo
from tests.stored import saved

LATE = deadlines.MOVE_ON_ITS_WAY
BOB_LOST = Result(Mark.X, Ending.TIMEOUT, BOB)
ANN_LOST = Result(Mark.O, Ending.TIMEOUT, ANN)


@pytest.fixture
async def timekeeper(process: Core) -> Timekeeper:
    """The timekeeper of a process that has just begun to sweep."""
    await process.timekeeper.sweep()
    return process.timekeeper


async def paced(process: Core, pace: Pace = Pace.HOUR, place: Place = HERE) -> Game:
    """Ann (X) plays Bob (O) with a pace."""
    return await duel(process.lobby, place=place, pace=pace)


async def until(clock: Clock, timekeeper: Timekeeper, step: timedelta = OUTAGE, **later: float) -> None:
    """Let time go by, with sweeps no further apart than is an outage."""
    end = clock.now + timedelta(**later)
    while clock.now < end:
        clock.now = min(end, clock.now + step)
        await timekeeper.sweep()


def deadline_of(game: Game) -> datetime:
    assert game.clock
    assert game.clock.deadline
    return game.clock.deadline


async def current(process: Core, target: Target = CHANNEL) -> Game:
    return (await process.registry.view(target, CY)).game


# -- a pace


async def test_a_game_keeps_its_pace_and_deadline(process: Core, store: Store, clock: Clock) -> None:
    game = await paced(process)
    assert deadline_of(game) == clock.now + timedelta(hours=2)
    assert await store.game(game.id) == game
    moved = (await play(process.registry, (0, 0))).game
    assert await store.game(game.id) == moved


async def test_the_computer_is_played_with_a_pace(process: Core, timekeeper: Timekeeper, clock: Clock) -> None:
    await solo(process.lobby, pace=Pace.HOUR)
    await process.registry.mark(CHANNEL, ANN, Cell(1, 1))
    await until(clock, timekeeper, hours=1, minutes=1)
    assert (await current(process)).result == ANN_LOST


async def test_a_rematch_and_an_open_challenge_have_the_pace(process: Core) -> None:
    offered = await challenge(process.lobby, opponent=None, pace=Pace.DAY)
    game = (await process.lobby.accept(CHANNEL, offered.id, CY)).game
    assert game.format.pace == timedelta(days=1)
    await process.registry.resign(CHANNEL, ANN)
    again = await process.lobby.rematch(CHANNEL, ANN)
    assert isinstance(again, NewChallenge)
    assert again.challenge.offer.format.pace == timedelta(days=1)


async def test_a_rematch_with_the_computer_has_the_pace(process: Core) -> None:
    await solo(process.lobby, pace=Pace.DAY)
    await process.registry.resign(CHANNEL, ANN)
    again = await process.lobby.rematch(CHANNEL, ANN)
    assert isinstance(again, Update)
    assert again.game.format.pace == timedelta(days=1)


# -- who is in time


async def test_a_move_in_time_is_a_move(process: Core, timekeeper: Timekeeper, clock: Clock) -> None:
    await paced(process)
    await until(clock, timekeeper, hours=2, microseconds=-1)
    assert (await play(process.registry, (0, 0))).game.plies == (Cell(0, 0),)


async def test_a_move_at_the_deadline_is_late_and_ends_the_game(
    process: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    await play(process.registry, (0, 0), (1, 1))
    await until(clock, timekeeper, hours=1)
    with pytest.raises(GameOver) as refused:
        await process.registry.mark(CHANNEL, ANN, Cell(2, 2))
    assert refused.value.game.result == ANN_LOST
    assert (await current(process)).plies == (Cell(0, 0), Cell(1, 1))


@pytest.mark.parametrize("delay", [timedelta(seconds=1), LATE])
async def test_a_move_that_was_made_in_time_counts_however_long_its_way_was(
    process: Core, timekeeper: Timekeeper, clock: Clock, delay: timedelta
) -> None:
    await paced(process)
    await until(clock, timekeeper, hours=2)
    clock.now += delay - timedelta(microseconds=1)
    await current(process)  # somebody else looks meanwhile
    await timekeeper.sweep()
    sent_in_time = CHANNEL._replace(age=delay)
    assert (await process.registry.mark(sent_in_time, ANN, Cell(0, 0))).game.plies == (Cell(0, 0),)


async def test_the_game_is_over_for_others_once_no_such_move_can_arrive(
    process: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    await play(process.registry, (0, 0))
    await until(clock, timekeeper, hours=2)
    clock.now += LATE - timedelta(microseconds=1)
    assert (await current(process)).result is None
    clock.advance(microseconds=1)
    assert (await current(process)).result == BOB_LOST


async def test_a_sweep_is_at_most_a_minute_late(clock: Clock) -> None:
    assert timedelta(minutes=1) > LATE + Times(clock).sweeping


TOUCHES: dict[str, Callable[[Core], Awaitable[object]]] = {
    "board": lambda process: process.registry.view(CHANNEL, CY),
    "form": lambda process: process.registry.view(CHANNEL, ANN),
    "resign": lambda process: process.registry.resign(CHANNEL, BOB),
    "undo": lambda process: process.registry.undo(CHANNEL, BOB),
    "end": lambda process: process.registry.stop(CHANNEL, CY, moderates=True),
    "move": lambda process: process.registry.mark(CHANNEL, BOB, Cell(2, 2)),
    "new": lambda process: challenge(process.lobby, author=CY),
    "replay": lambda process: process.registry.past_game(HERE, BOB),
    "list": lambda process: process.timekeeper.active_games(BOB),
    "sweep": lambda process: process.timekeeper.sweep(),
}


@pytest.mark.parametrize("touch", TOUCHES)
async def test_every_touch_finds_that_time_is_over(
    process: Core, store: Store, timekeeper: Timekeeper, clock: Clock, touch: str
) -> None:
    game = await paced(process)
    await play(process.registry, (0, 0), (1, 1))
    told: list[Update] = []
    process.channels.on_timeout = told.append
    await until(clock, timekeeper, hours=1)
    clock.now += LATE
    await asyncio.gather(TOUCHES[touch](process), return_exceptions=True)
    ended = await saved(store, game)
    assert ended.result == ANN_LOST
    assert [update.game for update in told] == [ended]


async def test_a_list_does_not_wait_for_a_busy_channel(process: Core, store: Store, clock: Clock) -> None:
    busy, _ = await paced(process), await paced(process, place=THERE)
    arbiter = Arbiter(Times(clock))
    channels = Channels(store, arbiter)
    timekeeper = Timekeeper(channels, store, arbiter)
    await until(clock, timekeeper, hours=2)
    clock.now += LATE
    async with channels.held(HERE.channel), asyncio.timeout(60):
        listed = await timekeeper.active_games(ANN)
    assert [game.id for game in listed.games] == [busy.id]


async def test_a_channel_whose_game_ran_out_of_time_has_room(
    process: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    await until(clock, timekeeper, hours=2)
    clock.now += LATE
    assert await challenge(process.lobby, author=CY)


async def test_a_rated_game_that_is_lost_on_time_counts_if_both_have_moved(
    process: Core, store: Store, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    await play(process.registry, (0, 0))
    await until(clock, timekeeper, hours=3)
    assert await store.top(GuildId(1)) == []
    await paced(process)
    await play(process.registry, (0, 0), (1, 1))
    await until(clock, timekeeper, hours=3)
    assert [line.user for line in await store.top(GuildId(1))] == [BOB, ANN]


@pytest.mark.parametrize(("pace", "left"), [(Pace.FIVE_MINUTES, 75), (Pace.HOUR, 1)])
async def test_a_pause_is_an_outage_for_the_clocks_of_whose_pace_it_takes_a_fifth(
    pace: Pace, left: int, process: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    deadline = deadline_of(await paced(process, pace))
    pause = timedelta(minutes=4)
    await until(clock, timekeeper, OUTAGE / OUTAGE_SHARE, seconds=(deadline - clock.now - pause).total_seconds() - 1)
    clock.now += pause
    await timekeeper.sweep()
    assert deadline_of(await current(process)) - clock.now == timedelta(seconds=left)


async def test_nobody_is_judged_in_such_a_pause(process: Core, timekeeper: Timekeeper, clock: Clock) -> None:
    deadline = deadline_of(await paced(process, Pace.FIVE_MINUTES))
    await until(clock, timekeeper, OUTAGE / OUTAGE_SHARE, seconds=(deadline - clock.now).total_seconds() - 1)
    clock.advance(minutes=2)
    assert (await process.registry.mark(CHANNEL, ANN, Cell(1, 1))).game.result is None


# -- who may end it


async def test_only_the_clock_ends_a_game_with_a_pace_for_others(store: Store, clock: Clock) -> None:
    process = people.process(store, Deliberate(), clock, outage=timedelta.max)
    await process.timekeeper.sweep()
    await paced(process, Pace.THREE_DAYS)
    clock.advance(hours=25)
    await process.timekeeper.sweep()
    with pytest.raises(NotYetYours) as refused:
        await process.registry.stop(CHANNEL, CY, moderates=False)
    assert refused.value.after is None
    await play(process.registry, (0, 0), (1, 1))
    clock.advance(hours=1)
    await process.timekeeper.sweep()
    with pytest.raises(MustBePlayedOut) as waiting:
        await process.registry.stop(CHANNEL, BOB, moderates=False)
    assert waiting.value.after is None
    await process.registry.stop(CHANNEL, CY, moderates=True)


# -- two processes


async def test_two_processes_that_sweep_at_once_end_a_game_once(
    process: Core, rival: Core, store: Store, timekeeper: Timekeeper, clock: Clock
) -> None:
    places = [replace(HERE, channel=ChannelId(number)) for number in range(20, 26)]
    for place in places:
        await paced(process, place=place)
        await until(clock, timekeeper, minutes=1)  # nobody may open so many games at once
    for place in places:
        for number, user in enumerate((ANN, BOB)):
            await process.registry.mark(Target(place.channel), user, Cell(number, number))
    told: list[Update] = []
    for one in (process, rival):
        one.channels.on_timeout = told.append
    await until(clock, timekeeper, minutes=59)
    await rival.timekeeper.sweep()
    clock.now += timedelta(minutes=1) + LATE
    await asyncio.gather(*(one.timekeeper.sweep() for one in (process, rival)))
    assert sorted(update.game.place.channel for update in told) == [place.channel for place in places]
    [ann] = [line for line in await store.top(GuildId(1)) if line.user == ANN]
    assert ann.record.lost == len(places)


async def test_a_move_saved_by_another_process_is_not_lost_to_the_clock(
    process: Core, rival: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    await until(clock, timekeeper, hours=2)
    await rival.timekeeper.sweep()
    clock.advance(seconds=1)
    await rival.registry.mark(CHANNEL._replace(age=timedelta(seconds=2)), ANN, Cell(0, 0))
    clock.now += LATE
    await timekeeper.sweep()  # this process still has the position before in its cache
    game = await current(process)
    assert (game.plies, game.result) == ((Cell(0, 0),), None)


async def test_of_a_move_and_a_sweep_at_once_one_is_refused(
    process: Core, rival: Core, store: Store, timekeeper: Timekeeper, clock: Clock
) -> None:
    game = await paced(process)
    await until(clock, timekeeper, hours=2)
    await rival.timekeeper.sweep()
    clock.now += LATE
    made_in_time = CHANNEL._replace(age=LATE + timedelta(seconds=1))
    moved, _ = await asyncio.gather(
        process.registry.mark(made_in_time, ANN, Cell(0, 0)), rival.timekeeper.sweep(), return_exceptions=True
    )
    now = await saved(store, game)
    if isinstance(moved, Update):
        assert (now.plies, now.result) == ((Cell(0, 0),), None)
    else:
        assert isinstance(moved, GameOver | OldBoard)
        assert (now.plies, now.result) == ((), Result(None, Ending.STOPPED))


# -- outages and odd clocks


async def test_after_an_outage_every_clock_has_a_quarter_of_its_pace(
    process: Core, rival: Core, store: Store, timekeeper: Timekeeper, clock: Clock
) -> None:
    game, other = await paced(process), await paced(process, Pace.FIVE_MINUTES, THERE)
    clock.advance(hours=5)
    await asyncio.gather(process.timekeeper.sweep(), rival.timekeeper.sweep())
    for before in (game, other):
        now = await saved(store, before)
        assert now.clock
        assert (now.result, now.clock.deadline) == (None, clock.now + now.clock.pace / 4)
    assert (await process.registry.mark(CHANNEL, ANN, Cell(0, 0))).game.plies


async def test_who_has_a_quarter_after_an_outage_is_reminded_once(
    process: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    clock.advance(hours=5)
    await timekeeper.sweep()
    assert len(await due(timekeeper)) == 1
    await until(clock, timekeeper, minutes=10)
    assert await due(timekeeper) == []


async def test_a_restart_within_five_minutes_is_no_outage(
    process: Core, rival: Core, store: Store, timekeeper: Timekeeper, clock: Clock
) -> None:
    game = await paced(process)
    clock.advance(minutes=5)
    await rival.timekeeper.sweep()
    assert await store.game(game.id) == game


async def test_a_clock_that_is_set_back_and_right_again_costs_nobody_time(
    process: Core, store: Store, timekeeper: Timekeeper, clock: Clock
) -> None:
    game = await paced(process)
    clock.advance(hours=-1)
    await timekeeper.sweep()
    await play(process.registry, (0, 0))
    clock.advance(hours=1)
    await timekeeper.sweep()
    assert deadline_of(await saved(store, game)) == clock.now + timedelta(hours=1)


async def test_a_clock_that_jumps_ahead_ends_nothing(process: Core, timekeeper: Timekeeper, clock: Clock) -> None:
    await paced(process)
    clock.advance(days=400)
    assert (await current(process)).result is None
    await timekeeper.sweep()
    assert (await current(process)).result is None


@pytest.mark.parametrize("hours", [1.5, 8])
async def test_who_moves_before_the_first_sweep_after_an_outage_may_take_that_back(
    hours: float, process: Core, rival: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    clock.advance(hours=hours)
    await rival.registry.mark(CHANNEL, ANN, Cell(0, 0))
    await rival.timekeeper.sweep()
    left = deadline_of((await rival.registry.undo(CHANNEL, ANN)).game) - clock.now
    assert timedelta(minutes=15) <= left <= timedelta(hours=2)


async def test_who_moved_before_an_outage_gains_no_more_than_the_pace_by_taking_that_back(
    process: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    await until(clock, timekeeper, minutes=90)
    clock.advance(seconds=20)
    await play(process.registry, (0, 0))
    clock.advance(hours=8)
    await timekeeper.sweep()
    left = deadline_of((await process.registry.undo(CHANNEL, ANN)).game) - clock.now
    assert left <= timedelta(hours=1)


@pytest.mark.both_databases
async def test_processes_of_other_shards_neither_end_a_game_nor_make_up_for_an_outage_of_its_own(
    process: Core, store: Store, clock: Clock
) -> None:
    game = await paced(process)  # in server 1, which is of shard 0
    other, ours = (sharded(store, clock, Shards(2, (shard,))) for shard in (1, 0))
    await ours.sweep()
    await other.sweep()
    await until(clock, other, hours=3)
    assert await store.game(game.id) == game
    await ours.sweep()
    assert deadline_of(await saved(store, game)) == clock.now + timedelta(minutes=15)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "division", [[Shards()], [Shards(2, (0,)), Shards(2, (1,))], [Shards(4, (2, 3)), Shards(4, (0, 1))]]
)
async def test_an_outage_while_shards_are_divided_anew_is_made_up_for_in_each(
    process: Core, store: Store, timekeeper: Timekeeper, clock: Clock, division: list[Shards]
) -> None:
    games = [await paced(process), await paced(process, place=Place(ChannelId(8), GuildId(3 * 2**22)))]
    clock.advance(hours=5)
    for shards in division:
        await sharded(store, clock, shards).sweep()
        clock.advance(seconds=20)
    for before in games:
        left = deadline_of(await saved(store, before)) - clock.now
        assert timedelta(minutes=14) <= left <= timedelta(minutes=15)


@pytest.mark.both_databases
async def test_shards_that_are_divided_as_before_were_swept_meanwhile(
    process: Core, store: Store, timekeeper: Timekeeper, clock: Clock
) -> None:
    clock.advance(minutes=4)
    await until(clock, sharded(store, clock, Shards(2, (0,))), hours=1)
    game = await paced(process)
    await timekeeper.sweep()
    assert await store.game(game.id) == game


def sharded(store: Store, clock: Clock, shards: Shards) -> Timekeeper:
    """The timekeeper of a process that looks after some shards."""
    arbiter = Arbiter(Times(clock))
    return Timekeeper(Channels(store, arbiter), store, arbiter, shards)


@pytest.fixture
async def restarted(url: str, clock: Clock) -> AsyncIterator[Core]:
    """A process that starts on the same database."""
    store = await Store.open(url)
    yield people.process(store, Deliberate(), clock)
    await store.close()


async def test_the_clock_survives_a_restart(
    process: Core, restarted: Core, timekeeper: Timekeeper, clock: Clock
) -> None:
    await paced(process)
    await play(process.registry, (0, 0), (1, 1), (2, 2))
    await until(clock, timekeeper, minutes=58)
    await restarted.timekeeper.sweep()
    await until(clock, restarted.timekeeper, minutes=3)
    assert (await current(restarted)).result == BOB_LOST


# -- reminders


async def due(timekeeper: Timekeeper) -> list[Game]:
    return [game async for game in timekeeper.reminders()]


async def test_a_player_is_reminded_once_a_ply(process: Core, timekeeper: Timekeeper, clock: Clock) -> None:
    await paced(process)
    await play(process.registry, (0, 0), (1, 1))
    await until(clock, timekeeper, minutes=44)
    assert await due(timekeeper) == []
    await until(clock, timekeeper, minutes=1)
    [game] = await due(timekeeper)
    assert game.turn == Human(ANN)
    assert await due(timekeeper) == []
    await process.registry.mark(CHANNEL, ANN, Cell(2, 2))
    await process.registry.undo(CHANNEL, ANN)
    await until(clock, timekeeper, minutes=10)
    assert await due(timekeeper) == []
    await process.registry.mark(CHANNEL, ANN, Cell(2, 2))
    await until(clock, timekeeper, minutes=46)
    assert [game.turn for game in await due(timekeeper)] == [Human(BOB)]


async def test_two_processes_remind_once(process: Core, rival: Core, timekeeper: Timekeeper, clock: Clock) -> None:
    await paced(process)
    await process.registry.mark(CHANNEL._replace(interaction=InteractionId(5)), ANN, Cell(0, 0))
    await until(clock, timekeeper, minutes=100)
    await rival.timekeeper.sweep()
    found = await asyncio.gather(due(timekeeper), due(rival.timekeeper))
    assert sum(map(len, found)) == 1


async def test_the_board_of_a_reminded_game_is_known(process: Core, timekeeper: Timekeeper, clock: Clock) -> None:
    game = await paced(process)
    await process.channels.note_board(game, MessageId(77))
    await until(clock, timekeeper, minutes=100)
    assert [game.message for game in await due(timekeeper)] == [77]
