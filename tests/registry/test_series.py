"""A series of games with one result, on both real databases."""

import pytest

from bot.core import Core
from bot.database.errors import Repeated, Stale
from bot.game.errors import OldBoard
from bot.game.games import Computer, Game, GuildId, Human, InteractionId, Level, UserId, has_next_game, score
from bot.game.playing import taken_back
from bot.game.ratings import Record
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.ratings import Ratings
from engine import Cell
from tests.people import ANN, BOB, CY, X_WINS, Clock, by, duel, press, solo

GUILD = GuildId(1)


async def play(games: Games, game: Game) -> Game:
    """The player who begins wins."""
    for number, cell in enumerate(X_WINS):
        game = (await games.mark(by(game.humans[number % 2]), Cell(*cell))).game
    return game


async def lose(games: Games, user: UserId) -> Game:
    return (await games.resign(by(user))).game


async def after(lobby: Lobby, game: Game, user: UserId = ANN) -> Game:
    return (await lobby.next_game(press(game, user))).game


def scored(game: Game) -> tuple[int, int]:
    assert game.series
    return score(game, game.series)


async def test_a_late_undo_reopens_nothing_after_the_next_game(process: Core, clock: Clock) -> None:
    over = await play(process.games, await duel(process.lobby, best_of=3))
    reopened = taken_back(over, 1, clock.now)  # in a process that saves late
    await after(process.lobby, over)
    await lose(process.games, ANN)
    with pytest.raises(Stale):
        await process.store.games.save(over, reopened)


async def test_a_button_from_before_an_undo_is_old(lobby: Lobby, games: Games) -> None:
    over = await play(games, await duel(lobby, best_of=3))
    await games.undo(press(over, ANN))
    await lose(games, BOB)
    with pytest.raises(OldBoard):
        await after(lobby, over)


async def test_a_second_press_is_refused_with_the_next_game(lobby: Lobby, games: Games) -> None:
    over = await play(games, await duel(lobby, best_of=3))
    target = press(over, ANN)._replace(interaction=InteractionId(5))
    second = (await lobby.next_game(target)).game
    with pytest.raises(Repeated):
        await lobby.next_game(target)
    with pytest.raises(OldBoard) as error:
        await after(lobby, over, BOB)
    assert error.value.game.id == second.id


async def test_a_stopped_game_ends_the_series_without_a_result(process: Core) -> None:
    await after(process.lobby, await play(process.games, await duel(process.lobby, best_of=3)))
    over = (await process.games.stop(by(CY), moderates=True)).game
    assert not has_next_game(over)
    assert {line.record.played for line in (await process.ratings.top(GUILD)).lines} == {1}


@pytest.mark.parametrize("level", [Level.EASY, Level.CLASSIC])
async def test_sides_alternate_in_a_series_against_the_computer(level: Level, process: Core) -> None:
    game = await solo(process.lobby, level=level, best_of=5)
    for number in range(1, 4):
        assert game.series
        assert (game.series.number, isinstance(game.x, Computer), len(game.plies)) == (number, number == 2, number == 2)
        game = await lose(process.games, ANN)
        if number < 3:
            game = await after(process.lobby, game)
    assert (has_next_game(game), scored(game)) == (False, (0, 3))
    assert (await process.store.ratings.stats(GUILD, ANN)).records == {level: Record(lost=3)}


async def test_the_first_move_alternates_even_after_a_swap(lobby: Lobby, games: Games) -> None:
    await duel(lobby, best_of=3, swap=True)
    await games.mark(by(ANN), Cell(1, 1))
    await games.swap(by(BOB))  # Bob has X now, and Ann is to move
    second = await after(lobby, await lose(games, ANN))
    assert second.x == Human(BOB)
    assert second.format.swap
    assert scored(second) == (1, 0)


@pytest.mark.parametrize("is_rated", [True, False])
async def test_a_series_stays_rated_or_unrated(is_rated: bool, process: Core, ratings: Ratings) -> None:
    await process.servers.change(GUILD, {"is_rated": is_rated}, CY)
    over = await play(process.games, await duel(process.lobby, best_of=3))
    await process.servers.change(GUILD, {"is_rated": not is_rated}, CY)
    assert (await after(process.lobby, over)).is_rated is is_rated
    await lose(process.games, BOB)
    assert bool((await ratings.top(GUILD)).lines) is is_rated
