"""A new game that ends one of the user's games, in one step."""

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import ChannelBusy, MustBePlayedOut, NotYourGame, TooManyGames
from bot.game.games import ChannelId, Format, Game, Level, Place, UserId
from bot.game.lobby import Terms
from bot.game.requests import Target
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from engine import Cell, Rules
from tests.people import ANN, CY, EVE, HERE, SMALL, Clock, by, duel, play, solo
from tests.registry.overtaken import Overtaken
from tests.stored import live_game, saved

LARGE = Rules(5, 5, 4)
SOLO = Terms(Format(LARGE), Level.EASY)


@pytest.fixture
def store_type() -> type[Overtaken]:
    return Overtaken


def instead_of(game: Game, user: UserId = ANN) -> Target:
    """Return the target of a press that replaces a game."""
    return by(user, game=game.id)


async def own(lobby: Lobby, terms: Terms) -> Game:
    """Return a game of Ann's that keeps her from a new one with these terms."""
    return await (duel if terms.level is None else solo)(lobby)


async def test_a_rated_game_that_both_have_begun_goes_on(lobby: Lobby, games: Games, store: Store) -> None:
    await duel(lobby)
    game = (await play(games, (0, 0), (1, 1))).game
    with pytest.raises(MustBePlayedOut):
        await lobby.new(instead_of(game), Terms(Format(SMALL), opponent=CY))
    assert await live_game(store, HERE.channel) == game


async def test_a_new_game_ends_no_game_of_others(lobby: Lobby, store: Store) -> None:
    game = await duel(lobby)
    with pytest.raises(NotYourGame):
        await lobby.new(instead_of(game, CY), Terms(Format(SMALL), opponent=EVE))
    assert await live_game(store, HERE.channel) == game


async def test_a_refused_new_game_ends_no_game(lobby: Lobby, store: Store, clock: Clock) -> None:
    for channel in range(20, 24):
        await solo(lobby, place=Place(ChannelId(channel)))
    game = await solo(lobby)
    with pytest.raises(TooManyGames):
        await lobby.new(instead_of(game), Terms(Format(SMALL), Level.EASY))
    assert await live_game(store, HERE.channel) == game
    clock.advance(minutes=1)
    assert (await lobby.new(instead_of(game), SOLO)).ended


async def test_a_newer_game_is_not_replaced(lobby: Lobby, games: Games, store: Store) -> None:
    game = await solo(lobby)
    await games.resign(by(ANN))
    another = await solo(lobby)
    with pytest.raises(ChannelBusy):
        await lobby.new(instead_of(game), SOLO)
    assert await live_game(store, HERE.channel) == another
    await games.resign(by(ANN))
    assert (await lobby.new(instead_of(game), SOLO)).ended is None


@pytest.mark.parametrize("terms", [SOLO, Terms(Format(LARGE), opponent=CY)])
async def test_a_game_with_a_new_move_is_not_replaced(
    terms: Terms, lobby: Lobby, rival: Core, store: Overtaken
) -> None:
    game = await own(lobby, terms)
    store.overtaking = lambda: rival.games.mark(by(ANN), Cell(0, 0))
    with pytest.raises(ChannelBusy) as error:
        await lobby.new(instead_of(game), terms)
    assert error.value.game.plies[0] == Cell(0, 0)
    assert await live_game(store, HERE.channel) == error.value.game


@pytest.mark.parametrize("terms", [SOLO, Terms(Format(LARGE), opponent=CY)])
async def test_the_moves_of_another_process_are_seen(terms: Terms, process: Core, rival: Core) -> None:
    game = await own(process.lobby, terms)
    current = (await rival.games.mark(Target(ANN, HERE), next(iter(game.board.legal_moves)))).game
    new = await process.lobby.new(instead_of(game), terms)
    assert new.ended
    assert new.ended.before.plies == current.plies
    assert new.ended.game.revision == current.revision + 1
    assert await saved(process.store, game) == new.ended.game
