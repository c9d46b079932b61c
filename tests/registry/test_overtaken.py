"""Saves by another process between a load and the save that relies on it."""

from collections.abc import Awaitable, Callable

import pytest

from bot.core import Core
from bot.game.clocks import Pace
from bot.game.errors import OldBoard
from bot.game.games import Format, Game, InteractionId, Level, Place
from bot.game.lobby import Terms
from bot.game.requests import NewChallenge, Target
from engine import Cell
from tests.people import ANN, BOB, CY, HERE, SMALL, THERE, Clock, Deliberate, by, challenge, duel, play, press
from tests.registry.overtaken import Overtaken
from tests.stored import live_game, saved

STARTED, MOVED = InteractionId(5), InteractionId(6)


@pytest.fixture
def store_type() -> type[Overtaken]:
    return Overtaken


async def solo(process: Core, level: Level) -> Game:
    update = await process.lobby.new(by(ANN, interaction=STARTED), Terms(Format(SMALL), level))
    assert not isinstance(update, NewChallenge)
    return update.game


async def test_a_hint_is_refused_after_the_game_went_on(process: Core, rival: Core, store: Overtaken) -> None:
    game = await solo(process, Level.CLASSIC)
    store.overtaking = lambda: rival.coach.hint(game)
    with pytest.raises(OldBoard):
        await process.coach.hint(game)


async def test_two_processes_make_one_move_of_the_expert(
    process: Core, rival: Core, store: Overtaken, experts: Deliberate
) -> None:
    await solo(process, Level.EXPERT)
    update = await process.games.mark(Target(ANN, HERE, interaction=MOVED), Cell(1, 1))
    store.overtaking = lambda: rival.games.reply(update.game)
    assert await process.games.reply(update.game) is None
    assert experts.requests == 1
    assert len((await saved(store, update.game)).plies) == 2


async def move(rival: Core, game: Game) -> None:
    await rival.games.mark(press(game, ANN), Cell(0, 0))


async def resign(rival: Core, game: Game) -> None:
    await rival.games.resign(Target(BOB, game.place))


async def remind(rival: Core, game: Game) -> None:
    assert await rival.clocks.claim_reminder(game.id, game.place.channel)


@pytest.mark.parametrize("overtake", [move, resign, remind])
async def test_a_lapsed_reminder_leaves_others_due(
    process: Core, rival: Core, store: Overtaken, clock: Clock, overtake: Callable[[Core, Game], Awaitable[None]]
) -> None:
    games: list[Game] = []
    for place in (HERE, THERE):
        games.append(await paced(process, place))
        clock.advance(seconds=1)  # the reminder of the first game is due first
    clock.advance(minutes=100)  # an outage that leaves more than a quarter of the time
    for one in (process, rival):
        await one.clocks.sweep()
    store.overtaking = lambda: overtake(rival, games[0])
    claims = [await process.clocks.claim_reminder(*due) for due in await process.clocks.due_reminders()]
    assert [game and game.id for game in claims] == [None, games[1].id]


@pytest.mark.parametrize("overtake", [move, resign])
async def test_a_move_does_not_keep_the_game_of_a_deleted_thread(
    process: Core, rival: Core, store: Overtaken, overtake: Callable[[Core, Game], Awaitable[None]]
) -> None:
    game = await paced(process, HERE)
    store.overtaking = lambda: overtake(rival, game)
    await process.games.channel_deleted(HERE.channel)
    assert await live_game(store, HERE.channel) is None


async def paced(process: Core, place: Place) -> Game:
    offer = await challenge(process.lobby, place=place, pace=Pace.HOUR.time)
    return (await process.lobby.accept(Target(BOB, place, interaction=STARTED), offer.id)).game


# -- the game that a new one ends


@pytest.mark.parametrize(
    "terms", [Terms(Format(SMALL), opponent=CY), Terms(Format(SMALL), Level.EASY)], ids=["challenge", "solo"]
)
async def test_a_new_game_begins_if_the_game_to_end_is_over(
    terms: Terms, process: Core, rival: Core, store: Overtaken
) -> None:
    game = await (solo(process, Level.CLASSIC) if terms.level else duel(process.lobby))
    store.overtaking = lambda: rival.games.resign(by(ANN))
    new = await process.lobby.new(by(ANN, game=game.id), terms)
    assert new.ended is None
    if isinstance(new, NewChallenge):
        assert (await rival.games.active_games(CY)).challenges == (new.challenge,)
    else:
        assert await live_game(store, HERE.channel) == new.game


# -- the next game of a series


async def end_otherwise(rival: Core, game: Game) -> None:
    reopened = await rival.games.undo(press(game, BOB))
    await rival.games.resign(press(reopened.game, BOB))


async def follow(rival: Core, game: Game) -> None:
    await rival.lobby.next_game(press(game, BOB))
    await rival.games.resign(by(BOB))


async def forget(rival: Core, _game: Game) -> None:
    await rival.privacy.forget(BOB)


@pytest.mark.parametrize(("overtake", "games"), [(end_otherwise, 1), (follow, 2), (forget, 1)])
async def test_the_next_game_never_begins_with_an_old_score(
    process: Core, rival: Core, store: Overtaken, overtake: Callable[[Core, Game], Awaitable[None]], games: int
) -> None:
    await duel(process.lobby, best_of=3)
    over = (await play(process.games, (0, 0), (1, 1), (2, 2), (1, 0), (2, 0), (1, 2))).game
    store.overtaking = lambda: overtake(rival, over)
    with pytest.raises(OldBoard):
        await process.lobby.next_game(press(over, ANN))
    assert len(await store.games.recent_games(HERE.channel, 9)) == games
