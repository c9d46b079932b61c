"""Games with a pace: timeouts and reminders, with two processes, outages and odd clocks."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from bot import deadlines
from bot.clockwork import SomeFailed
from bot.core import Core
from bot.database.errors import StoreFailed
from bot.database.store import Store
from bot.deadlines import OUTAGE, Times
from bot.game.clocks import OUTAGE_SHARE, Pace
from bot.game.errors import ChallengeOver, GameOver
from bot.game.games import ChannelId, Ending, Game, GameId, GuildId, Human, MessageId, Place, Result
from bot.game.outages import Shards
from bot.game.requests import Target, Update
from bot.registry.arbiter import Arbiter
from bot.registry.channels import Channels
from bot.registry.clocks import Clocks
from bot.registry.games import Games
from engine import Cell, Mark
from tests.people import ANN, BOB, CY, HERE, THERE, Clock, by, challenge, duel, play, press
from tests.stored import saved

LATE = deadlines.MOVE_ON_ITS_WAY
ANN_LOST = Result(Mark.O, Ending.TIMEOUT, ANN)


@pytest.fixture
async def clocks(process: Core) -> Clocks:
    """The clocks of a process that has just begun to sweep."""
    await process.clocks.sweep()
    return process.clocks


async def paced(process: Core, pace: Pace = Pace.HOUR, place: Place = HERE) -> Game:
    """Ann (X) plays Bob (O) with a pace."""
    return await duel(process.lobby, place=place, pace=pace.time)


async def until(clock: Clock, clocks: Clocks, step: timedelta = OUTAGE, **later: float) -> None:
    """Let time pass, with sweeps often enough that there is no outage."""
    end = clock.now + timedelta(**later)
    while clock.now < end:
        clock.now = min(end, clock.now + step)
        await clocks.sweep()


def deadline_of(game: Game) -> datetime:
    assert game.clock
    assert game.clock.deadline
    return game.clock.deadline


async def current(process: Core, place: Place = HERE) -> Game:
    return (await process.games.view(by(CY, place))).game


# -- timeouts


@pytest.mark.parametrize("is_button", [True, False])
async def test_a_move_at_the_deadline_is_late(is_button: bool, process: Core, clocks: Clocks, clock: Clock) -> None:
    await paced(process)
    game = (await play(process.games, (0, 0), (1, 1))).game
    await until(clock, clocks, hours=1)
    with pytest.raises(GameOver) as error:
        await process.games.mark(press(game, ANN) if is_button else by(ANN), Cell(2, 2))
    assert error.value.game.result == ANN_LOST
    assert (await current(process)).plies == (Cell(0, 0), Cell(1, 1))


@pytest.mark.parametrize("delay", [timedelta(0), timedelta(seconds=1), LATE])
async def test_moves_made_in_time_count(process: Core, clocks: Clocks, clock: Clock, delay: timedelta) -> None:
    await paced(process)
    await until(clock, clocks, hours=2)
    clock.now += delay - timedelta(microseconds=1)
    await current(process)  # a spectator looks meanwhile
    await clocks.sweep()
    assert (await process.games.mark(by(ANN, age=delay), Cell(0, 0))).game.plies == (Cell(0, 0),)


TOUCHES: dict[str, Callable[[Core], Awaitable[object]]] = {
    "board": lambda process: process.games.view(by(CY)),
    "form": lambda process: process.games.view(by(ANN)),
    "resign": lambda process: process.games.resign(by(BOB)),
    "undo": lambda process: process.games.undo(by(BOB)),
    "end": lambda process: process.games.stop(by(CY), moderates=True),
    "move": lambda process: process.games.mark(by(BOB), Cell(2, 2)),
    "new": lambda process: challenge(process.lobby, author=CY),
    "replay": lambda process: process.games.past_game(by(BOB)),
    "list": lambda process: process.games.active_games(BOB),
    "sweep": lambda process: process.clocks.sweep(),
}


@pytest.mark.parametrize("touch", TOUCHES)
async def test_requests_end_an_overdue_game(
    process: Core, clocks: Clocks, clock: Clock, timeouts: list[Update], touch: str
) -> None:
    game = await paced(process)
    await play(process.games, (0, 0), (1, 1))
    await until(clock, clocks, hours=1)
    clock.now += LATE
    await asyncio.gather(TOUCHES[touch](process), return_exceptions=True)
    over = await saved(process.store, game)
    assert over.result == ANN_LOST
    assert [update.game for update in timeouts] == [over]


@pytest.mark.parametrize("error", [ZeroDivisionError(), StoreFailed("a locked row", unchanged=True)])
async def test_a_game_that_cannot_end_delays_no_other(
    process: Core, clocks: Clocks, clock: Clock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    first, second = await paced(process), await paced(process, place=THERE)
    load = process.channels.load_adjudicated

    async def fail_for_first(game: GameId) -> Game | None:
        if game == first.id:
            raise error
        return await load(game)

    monkeypatch.setattr(process.channels, "load_adjudicated", fail_for_first)
    await until(clock, clocks, hours=2)
    clock.now += LATE
    with pytest.raises(SomeFailed):
        await clocks.sweep()
    assert [(await saved(process.store, game)).result is None for game in (first, second)] == [True, False]


async def test_a_list_does_not_wait_for_a_busy_channel(process: Core, clock: Clock) -> None:
    busy, _ = await paced(process), await paced(process, place=THERE)
    arbiter = Arbiter(Times(clock))
    channels = Channels(process.store.games, arbiter)
    clocks = Clocks(channels, process.store.clocks, arbiter)
    await until(clock, clocks, hours=2)
    clock.now += LATE
    async with channels.held(HERE.channel), asyncio.timeout(60):
        games = await Games(
            channels, process.store.games, process.store.lobby, process.computers, now=clock
        ).active_games(ANN)
    assert [game.id for game in games.games] == [busy.id]


@pytest.mark.parametrize(("pace", "seconds"), [(Pace.FIVE_MINUTES, 75), (Pace.HOUR, 1)])
async def test_a_long_pause_is_an_outage(pace: Pace, seconds: int, process: Core, clocks: Clocks, clock: Clock) -> None:
    deadline = deadline_of(await paced(process, pace))
    pause = timedelta(minutes=4)
    await until(clock, clocks, OUTAGE / OUTAGE_SHARE, seconds=(deadline - clock.now - pause).total_seconds() - 1)
    clock.now += pause
    await clocks.sweep()
    assert deadline_of(await current(process)) - clock.now == timedelta(seconds=seconds)


async def test_a_long_pause_ends_no_game(process: Core, clocks: Clocks, clock: Clock) -> None:
    deadline = deadline_of(await paced(process, Pace.FIVE_MINUTES))
    await until(clock, clocks, OUTAGE / OUTAGE_SHARE, seconds=(deadline - clock.now).total_seconds() - 1)
    clock.advance(minutes=2)
    assert (await process.games.mark(by(ANN), Cell(1, 1))).game.result is None


# -- two processes


async def test_two_sweeps_end_a_game_once(
    process: Core, rival: Core, clocks: Clocks, clock: Clock, timeouts: list[Update]
) -> None:
    places = [replace(HERE, channel=ChannelId(number)) for number in range(20, 26)]
    for place in places:
        await paced(process, place=place)
        await until(clock, clocks, minutes=1)  # not too many new games at once
    for place in places:
        for number, user in enumerate((ANN, BOB)):
            await process.games.mark(Target(user, place), Cell(number, number))
    await until(clock, clocks, minutes=59)
    await rival.clocks.sweep()
    clock.now += timedelta(minutes=1) + LATE
    await asyncio.gather(*(one.clocks.sweep() for one in (process, rival)))
    assert sorted(update.game.place.channel for update in timeouts) == [place.channel for place in places]
    [ann] = [line for line in await process.store.ratings.top(GuildId(1)) if line.user == ANN]
    assert ann.record.lost == len(places)


# -- outages and odd clocks


@pytest.mark.parametrize("hours", [1.5, 8])
async def test_an_undo_before_the_first_sweep_after_an_outage_keeps_time(
    hours: float, process: Core, rival: Core, clocks: Clocks, clock: Clock
) -> None:
    await paced(process)
    clock.advance(hours=hours)
    await rival.games.mark(by(ANN), Cell(0, 0))
    await rival.clocks.sweep()
    time = deadline_of((await rival.games.undo(by(ANN))).game) - clock.now
    assert timedelta(minutes=15) <= time <= timedelta(hours=2)


async def test_an_undo_after_an_outage_gives_no_extra_time(process: Core, clocks: Clocks, clock: Clock) -> None:
    await paced(process)
    await until(clock, clocks, minutes=90)
    clock.advance(seconds=20)
    await play(process.games, (0, 0))
    clock.advance(hours=8)
    await clocks.sweep()
    time = deadline_of((await process.games.undo(by(ANN))).game) - clock.now
    assert time <= timedelta(hours=1)


@pytest.mark.both_databases
async def test_other_shards_leave_a_clock_alone(process: Core, clock: Clock) -> None:
    game = await paced(process)  # in server 1, which is of shard 0
    other, ours = (sharded(process.store, clock, Shards(2, (shard,))) for shard in (1, 0))
    await ours.sweep()
    await other.sweep()
    await until(clock, other, hours=3)
    assert await process.store.games.game(game.id) == game
    await ours.sweep()
    assert deadline_of(await saved(process.store, game)) == clock.now + timedelta(minutes=15)


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "division", [[Shards()], [Shards(2, (0,)), Shards(2, (1,))], [Shards(4, (2, 3)), Shards(4, (0, 1))]]
)
async def test_an_outage_counts_once_after_a_change_of_shards(
    process: Core, clocks: Clocks, clock: Clock, division: list[Shards]
) -> None:
    games = [await paced(process), await paced(process, place=Place(ChannelId(8), GuildId(3 * 2**22)))]
    clock.advance(hours=5)
    for shards in division:
        await sharded(process.store, clock, shards).sweep()
        clock.advance(seconds=20)
    for before in games:
        time = deadline_of(await saved(process.store, before)) - clock.now
        assert timedelta(minutes=14) <= time <= timedelta(minutes=15)


@pytest.mark.both_databases
async def test_shards_that_another_process_swept_had_no_outage(process: Core, clocks: Clocks, clock: Clock) -> None:
    clock.advance(minutes=4)
    await until(clock, sharded(process.store, clock, Shards(2, (0,))), hours=1)
    game = await paced(process)
    await clocks.sweep()
    assert await process.store.games.game(game.id) == game


def sharded(store: Store, clock: Clock, shards: Shards) -> Clocks:
    """The clocks of a process that looks after some shards."""
    arbiter = Arbiter(Times(clock), shards)
    return Clocks(Channels(store.games, arbiter), store.clocks, arbiter)


# -- reminders


async def due(clocks: Clocks) -> list[Game]:
    """Claim the reminders that are due, and return their games."""
    return await claim(clocks, await clocks.due_reminders())


async def claim(clocks: Clocks, reminders: list[tuple[GameId, ChannelId]]) -> list[Game]:
    games = [await clocks.claim_reminder(*reminder) for reminder in reminders]
    return [game for game in games if game]


async def test_a_player_is_reminded_once_a_ply(process: Core, clocks: Clocks, clock: Clock) -> None:
    await paced(process)
    await play(process.games, (0, 0), (1, 1))
    await until(clock, clocks, minutes=44)
    assert await due(clocks) == []
    await until(clock, clocks, minutes=1)
    [game] = await due(clocks)
    assert game.turn == Human(ANN)
    assert await due(clocks) == []
    await process.games.mark(by(ANN), Cell(2, 2))
    await process.games.undo(by(ANN))
    await until(clock, clocks, minutes=10)
    assert await due(clocks) == []
    await process.games.mark(by(ANN), Cell(2, 2))
    await until(clock, clocks, minutes=46)
    assert [game.turn for game in await due(clocks)] == [Human(BOB)]


async def test_a_reminder_after_an_outage_has_the_extended_deadline(
    process: Core, clocks: Clocks, clock: Clock
) -> None:
    await paced(process)
    clock.advance(minutes=110)
    assert await due(clocks) == []
    await clocks.sweep()
    assert [deadline_of(game) - clock.now for game in await due(clocks)] == [timedelta(minutes=15)]


async def test_two_processes_remind_once(process: Core, rival: Core, clocks: Clocks, clock: Clock) -> None:
    games: list[Game] = []
    for number, one in enumerate((process, rival, rival, rival)):
        games.append(await paced(one, place=replace(HERE, channel=ChannelId(number))))
        clock.advance(seconds=1)  # the reminder of the first game is due first
    await until(clock, clocks, minutes=100)
    await rival.clocks.sweep()
    first, *others = await clocks.due_reminders()
    assert [game.id for game in await claim(clocks, [first])] == [games[0].id]
    await rival.games.mark(press(games[2], ANN), Cell(0, 0))
    await rival.games.resign(press(games[3], ANN))
    assert [game.id for game in await due(rival.clocks)] == [games[1].id]
    assert await claim(clocks, others) == []


async def test_a_reminder_knows_the_newest_board(process: Core, clocks: Clocks, clock: Clock) -> None:
    game = await paced(process)
    await process.channels.note_board(game, MessageId(77))
    await until(clock, clocks, minutes=100)
    assert [game.message for game in await due(clocks)] == [77]


@pytest.mark.both_databases
async def test_a_challenge_outlasts_an_outage_of_the_bot(process: Core, clocks: Clocks, clock: Clock) -> None:
    expired = await challenge(process.lobby, place=THERE)
    await until(clock, clocks, timedelta(minutes=1), minutes=14)
    offered = await challenge(process.lobby)
    await until(clock, clocks, timedelta(minutes=1), minutes=2)
    clock.advance(hours=1)
    await clocks.sweep()
    clock.advance(minutes=3)
    with pytest.raises(ChallengeOver):
        await process.lobby.accept(by(BOB, THERE), expired.id)
    assert (await process.lobby.accept(by(BOB), offered.id)).game.humans == (ANN, BOB)


@pytest.mark.both_databases
@pytest.mark.parametrize("minutes", [3, 4])
async def test_a_challenge_outlasts_an_outage_of_its_server(
    minutes: float, process: Core, clocks: Clocks, clock: Clock
) -> None:
    assert HERE.guild
    offered = await challenge(process.lobby)
    process.outages.servers.lose(HERE.guild)
    await until(clock, clocks, timedelta(minutes=1), minutes=20)
    assert await process.lobby.expire() == []
    process.outages.servers.regain(HERE.guild)
    await clocks.sweep()
    await until(clock, clocks, timedelta(minutes=1), minutes=minutes)
    expired = await process.lobby.expire()
    assert [gone.id for gone in expired] == ([offered.id] if minutes == 4 else [])
