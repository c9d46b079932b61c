"""A game of one's own that ends for a new one, in one step."""

import pytest

from bot.core import Core
from bot.database.errors import Repeated
from bot.database.store import Store
from bot.game.challenges import ChallengeAction, Terms
from bot.game.errors import ChannelBusy, GameError, MustBePlayedOut, NotYourGame, TooManyGames
from bot.game.games import ChannelId, Computer, Ending, Game, GameId, InteractionId, Level, Place, Result, UserId
from bot.game.playing import marked
from bot.game.requests import GameRequest, GameToEnd, NewChallenge, Target, Update
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry
from engine import Cell, Rules
from tests.people import (
    ANN,
    BOB,
    CHANNEL,
    CY,
    EVE,
    HERE,
    SMALL,
    Clock,
    Deliberate,
    challenge,
    duel,
    play,
    process,
    solo,
)
from tests.stored import latest_game, live_game, saved

ASKED = InteractionId(77)
LARGE = Rules(5, 5, 4)


SOLO = Terms(LARGE, Level.EASY)


def wish(end: Game, terms: Terms = SOLO, user: UserId = ANN, *, moderates: bool = False) -> GameRequest:
    return GameRequest(HERE, user, terms, None, GameToEnd(end.id, moderates))


async def test_a_solo_game_ends_and_another_begins(lobby: Lobby, store: Store) -> None:
    old = await solo(lobby)
    update = await lobby.new(wish(old))
    assert isinstance(update, Update)
    assert update.game.rules == LARGE
    assert update.ended
    assert await saved(store, old) == update.ended.game
    assert update.ended.game.result == Result(None, Ending.STOPPED, ANN)
    assert await live_game(store, HERE.channel) == update.game


async def test_a_game_ends_and_a_challenge_is_made(lobby: Lobby, registry: GameRegistry, store: Store) -> None:
    old = await duel(lobby)
    made = await lobby.new(wish(old, Terms(LARGE, opponent=CY)))
    assert isinstance(made, NewChallenge)
    assert made.ended
    assert await live_game(store, HERE.channel) is None
    assert (await registry.view(CHANNEL, ANN)).game == made.ended.game
    assert (await lobby.accept(CHANNEL, made.challenge.id, CY)).game.rules == LARGE


async def own(lobby: Lobby, terms: Terms) -> Game:
    """Return a game of Ann's that is in the way of a new one: against the computer or against Bob, as that is."""
    return await (duel if terms.level is None else solo)(lobby)


async def test_a_challenge_is_accepted_and_a_game_ends_for_it(lobby: Lobby, store: Store) -> None:
    offered = await challenge(lobby, author=CY)
    game = await duel(lobby)
    update = await lobby.accept(CHANNEL, offered.id, BOB, end=GameToEnd(game.id, moderates=False))
    assert set(update.game.humans) == {BOB, CY}
    assert update.ended
    assert await live_game(store, HERE.channel) == update.game


async def test_the_computer_is_played_instead_and_a_game_ends_for_it(lobby: Lobby) -> None:
    offered = await challenge(lobby, opponent=None)
    own = await solo(lobby)
    update = await lobby.accept(CHANNEL, offered.id, ANN, ChallengeAction.COMPUTER, GameToEnd(own.id, moderates=False))
    assert update.ended
    assert update.game.o == Computer(Level.CLASSIC)


async def check_nothing_changed(store: Store, game: Game) -> None:
    assert await live_game(store, HERE.channel) == game


async def test_a_rated_game_that_both_have_begun_goes_on(lobby: Lobby, registry: GameRegistry, store: Store) -> None:
    await duel(lobby)
    game = (await play(registry, (0, 0), (1, 1))).game
    for moderates in (False, True):
        why = registry.stop_refusal(game, ANN, moderates=moderates)
        assert isinstance(why, MustBePlayedOut)
        with pytest.raises(MustBePlayedOut):
            await lobby.new(wish(game, Terms(SMALL, opponent=CY), moderates=moderates))
    await check_nothing_changed(store, game)


async def test_nobody_ends_a_game_of_others(lobby: Lobby, store: Store) -> None:
    game = await duel(lobby)
    with pytest.raises(NotYourGame):
        await lobby.new(wish(game, Terms(SMALL, opponent=EVE), user=CY, moderates=True))
    await check_nothing_changed(store, game)


async def test_a_refused_beginning_ends_no_game(lobby: Lobby, store: Store, clock: Clock) -> None:
    for channel in range(20, 24):
        await solo(lobby, place=Place(ChannelId(channel)))
    game = await solo(lobby)
    with pytest.raises(TooManyGames):
        await lobby.new(wish(game, Terms(SMALL, Level.EASY)))
    await check_nothing_changed(store, game)
    with pytest.raises(GameError):
        await lobby.new(wish(game, Terms(SMALL, opponent=ANN)))
    await check_nothing_changed(store, game)
    clock.advance(minutes=1)
    assert (await lobby.new(wish(game))).ended


async def test_a_game_that_has_ended_meanwhile_is_no_obstacle(lobby: Lobby, registry: GameRegistry) -> None:
    game = await solo(lobby)
    await registry.resign(CHANNEL, ANN)
    assert (await lobby.new(wish(game))).ended is None


async def test_another_game_that_began_meanwhile_goes_on(lobby: Lobby, registry: GameRegistry, store: Store) -> None:
    game = await solo(lobby)
    await registry.resign(CHANNEL, ANN)
    another = await solo(lobby)
    with pytest.raises(ChannelBusy):
        await lobby.new(wish(game))
    await check_nothing_changed(store, another)


@pytest.mark.parametrize("terms", [SOLO, Terms(LARGE, opponent=CY)])
async def test_an_interaction_that_arrives_again_ends_nothing_more(terms: Terms, lobby: Lobby, store: Store) -> None:
    game = await own(lobby, terms)
    asked = GameRequest(HERE, ANN, terms, ASKED, GameToEnd(game.id, moderates=False))
    await lobby.new(asked)
    before = await latest_game(store, HERE.channel)
    with pytest.raises(Repeated):
        await lobby.new(asked)
    assert await latest_game(store, HERE.channel) == before


class Overtaken(Store):
    """A store in which another process moves as soon as this one has loaded a game."""

    async def game(self, game: GameId) -> Game | None:
        found = await super().game(game)
        if found and not found.plies:
            await self.save(found, marked(found, Cell(0, 0), found.touched))
        return found


@pytest.mark.parametrize("terms", [SOLO, Terms(LARGE, opponent=CY)])
async def test_a_game_that_another_process_changes_at_the_same_time_goes_on(
    terms: Terms, lobby: Lobby, url: str, clock: Clock
) -> None:
    game = await own(lobby, terms)
    store = await Overtaken.open(url)
    with pytest.raises(ChannelBusy) as refused:
        await process(store, Deliberate(), clock).lobby.new(wish(game, terms))
    assert refused.value.game.plies == (Cell(0, 0),)
    await check_nothing_changed(store, refused.value.game)
    await store.close()


@pytest.mark.parametrize("terms", [SOLO, Terms(LARGE, opponent=CY)])
async def test_what_another_process_did_meanwhile_is_seen(terms: Terms, process: Core, rival: Core) -> None:
    game = await own(process.lobby, terms)
    moved = (await rival.registry.mark(Target(HERE.channel), ANN, next(iter(game.board.legal_moves)))).game
    made = await process.lobby.new(wish(game, terms))
    assert made.ended
    assert made.ended.before.plies == moved.plies
    assert (await saved(process.store, game)).plies == moved.plies
