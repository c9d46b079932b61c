"""A series of games with one result, on both real databases."""

import asyncio
from itertools import count
from typing import Any

import pytest

from bot.core import Core
from bot.database.errors import Repeated, Stale
from bot.database.store import Store
from bot.game.clock import Pace
from bot.game.errors import ChannelBusy, NobodyThere, OldBoard
from bot.game.games import Computer, Game, GuildId, Human, InteractionId, Level, Series, UserId, has_next_game, score
from bot.game.playing import taken_back
from bot.game.ratings import Record
from bot.game.requests import NewChallenge, Target, Update
from bot.registry.lobby import Lobby
from bot.registry.privacy import Privacy
from bot.registry.ratings import Ratings
from bot.registry.registry import GameRegistry
from engine import Cell
from tests.people import ANN, BOB, CHANNEL, CY, EVE, HERE, Clock, challenge, duel, exported, press, solo
from tests.stored import live_game, saved

GUILD = GuildId(1)
WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
DRAWN = ((0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2))


async def begin(lobby: Lobby, best_of: int = 3, **terms: Any) -> Game:
    """Ann (X) and Bob (O) begin a series."""
    return await duel(lobby, best_of=best_of, **terms)


async def play(registry: GameRegistry, game: Game, cells: tuple[tuple[int, int], ...] = WON) -> Game:
    """Whoever begins a game wins it, or other cells are marked in turn."""
    people = (*game.humans, *game.humans)
    for number, cell in enumerate(cells):
        game = (await registry.mark(CHANNEL, people[number % 2], Cell(*cell))).game
    return game


async def lose(registry: GameRegistry, user: UserId) -> Game:
    return (await registry.resign(CHANNEL, user)).game


async def after(lobby: Lobby, game: Game, user: UserId = ANN) -> Game:
    return (await lobby.next_game(press(game), user)).game


def scored(game: Game) -> tuple[int, int]:
    assert game.series
    return score(game, game.series)


async def test_both_who_press_at_once_get_one_game(process: Core, rival: Core) -> None:
    over = await play(process.registry, await begin(process.lobby))
    numbers = count(1)
    presses = [
        one.lobby.next_game(Target(HERE.channel, over.id, over.moves, next(numbers)), user)  # type: ignore[arg-type]
        for one, user in ((process, ANN), (rival, BOB), (process, BOB), (rival, ANN))
    ]
    results = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(isinstance(result, Update) for result in results) == 1
    refused = [result for result in results if not isinstance(result, Update)]
    assert all(isinstance(result, OldBoard | ChannelBusy) for result in refused)


async def test_an_undo_and_a_next_game_at_once_leave_one_game_on(process: Core, rival: Core, store: Store) -> None:
    for _ in range(5):
        over = await play(process.registry, await begin(process.lobby))
        await asyncio.gather(
            process.registry.undo(press(over), ANN), rival.lobby.next_game(press(over), BOB), return_exceptions=True
        )
        live = await live_game(store, HERE.channel)
        assert live
        if live.id != over.id:
            assert live.series
            assert live.series.began_won + live.series.other_won == 1
            assert (await saved(store, over)).result == over.result
        await process.registry.stop(CHANNEL, CY, moderates=True)


async def test_an_undo_that_began_before_the_next_game_reopens_nothing_after_it(process: Core, clock: Clock) -> None:
    over = await play(process.registry, await begin(process.lobby))
    reopened = taken_back(over, 1, clock.now)  # in a process that saves late
    await after(process.lobby, over)
    await lose(process.registry, ANN)
    with pytest.raises(Stale):
        await process.store.save(over, reopened)


async def test_another_game_in_between_holds_the_series_up_and_no_more(lobby: Lobby, registry: GameRegistry) -> None:
    over = await play(registry, await begin(lobby))
    offered = await challenge(lobby, author=CY, opponent=EVE)
    await lobby.accept(CHANNEL, offered.id, EVE)
    with pytest.raises(ChannelBusy):
        await after(lobby, over)
    await registry.resign(CHANNEL, CY)
    second = await after(lobby, over)
    assert second.series
    assert second.series.number == 2


async def test_a_button_from_before_an_undo_is_old(lobby: Lobby, registry: GameRegistry) -> None:
    won = await play(registry, await begin(lobby))
    await registry.undo(press(won), ANN)
    for user, cell in ((ANN, (2, 0)), (BOB, (1, 2))):
        over = (await registry.mark(CHANNEL, user, Cell(*cell))).game
    assert over.result
    with pytest.raises(OldBoard):
        await after(lobby, won)
    assert scored(await after(lobby, over)) == (1, 0)


async def test_a_second_press_finds_the_next_game_on(lobby: Lobby, registry: GameRegistry) -> None:
    over = await play(registry, await begin(lobby))
    pressed = press(over)._replace(interaction=InteractionId(5))
    second = (await lobby.next_game(pressed, ANN)).game
    with pytest.raises(Repeated):
        await lobby.next_game(pressed, ANN)
    with pytest.raises(OldBoard) as refused:
        await after(lobby, over, BOB)
    assert refused.value.game.id == second.id


async def test_an_old_button_does_not_fork_a_series(lobby: Lobby, registry: GameRegistry) -> None:
    over = await play(registry, await begin(lobby))
    await after(lobby, over)
    second = await lose(registry, BOB)
    with pytest.raises(OldBoard) as refused:
        await after(lobby, over)
    assert refused.value.game.id == second.id


async def test_a_stopped_game_ends_the_series_without_a_result(process: Core) -> None:
    await after(process.lobby, await play(process.registry, await begin(process.lobby)))
    over = (await process.registry.stop(CHANNEL, CY, moderates=True)).game
    assert not has_next_game(over)
    assert {line.record.played for line in (await process.ratings.top(GUILD)).lines} == {1}


async def test_time_that_runs_out_before_the_first_move_of_a_later_game_ends_the_series(
    process: Core, clock: Clock
) -> None:
    await process.timekeeper.sweep()
    over = await play(process.registry, await begin(process.lobby, pace=Pace.FIVE_MINUTES))
    assert (await after(process.lobby, over)).clock
    for _ in range(11):
        clock.advance(minutes=1)
        await process.timekeeper.sweep()
    ended = (await process.registry.view(CHANNEL, CY)).game
    assert ended.result
    assert (ended.result.is_none, has_next_game(ended), ended.rating_change) == (True, False, None)


async def test_a_rematch_after_a_series_is_a_new_series(lobby: Lobby, registry: GameRegistry) -> None:
    await begin(lobby)
    await after(lobby, await lose(registry, BOB))
    over = await lose(registry, BOB)
    offered = await lobby.rematch(press(over), ANN)
    assert isinstance(offered, NewChallenge)
    again = (await lobby.accept(CHANNEL, offered.challenge.id, BOB)).game
    assert again.series == Series(3)


@pytest.mark.parametrize("level", [Level.EASY, Level.CLASSIC])
async def test_a_series_against_the_computer_has_the_sides_in_turn(level: Level, process: Core) -> None:
    game = await solo(process.lobby, level=level, best_of=5)
    for number in range(1, 4):
        assert game.series
        assert (game.series.number, isinstance(game.x, Computer), len(game.plies)) == (number, number == 2, number == 2)
        game = await lose(process.registry, ANN)
        if number < 3:
            game = await after(process.lobby, game)
    assert (has_next_game(game), scored(game)) == (False, (0, 3))
    assert (await process.store.stats(GUILD, ANN)).records == {level: Record(lost=3)}


async def test_the_sides_change_by_who_began_also_after_a_swap(lobby: Lobby, registry: GameRegistry) -> None:
    await begin(lobby, swap=True)
    await registry.mark(CHANNEL, ANN, Cell(1, 1))
    await registry.swap(CHANNEL, BOB)  # Bob has X now, and Ann is to move
    second = await after(lobby, await lose(registry, ANN))
    assert second.x == Human(BOB)
    assert second.format.swap
    assert scored(second) == (1, 0)


async def test_an_export_says_which_game_came_before(lobby: Lobby, registry: GameRegistry, privacy: Privacy) -> None:
    await after(lobby, await play(registry, await begin(lobby)))
    second, first = (await exported(privacy, BOB))["games"]
    assert (first["previous"], second["previous"]) == (None, first["id"])


async def test_a_block_ends_a_series_between_its_games(process: Core, clock: Clock) -> None:
    over = await play(process.registry, await begin(process.lobby))
    await process.people.block(BOB, ANN, clock.now)
    with pytest.raises(NobodyThere):
        await after(process.lobby, over, ANN)


@pytest.mark.parametrize("is_rated", [True, False])
async def test_a_series_goes_on_rated_or_not_as_it_began(is_rated: bool, process: Core, ratings: Ratings) -> None:
    await process.servers.change(GUILD, {"is_rated": is_rated}, CY)
    over = await play(process.registry, await begin(process.lobby))
    await process.servers.change(GUILD, {"is_rated": not is_rated}, CY)
    assert (await after(process.lobby, over)).is_rated is is_rated
    await lose(process.registry, BOB)
    assert bool((await ratings.top(GUILD)).lines) is is_rated
