"""Who goes first: also the computer, as Player 1."""

import pytest

from bot.database.store import Store
from bot.game.games import Computer, Format, Human, Level, UserId
from bot.game.lobby import ChallengeAction, First, Terms
from bot.game.requests import Event, Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from engine import Mark, Rules
from tests.people import ANN, BOB, CY, HERE, Clock, Deliberate, by, challenge, process, solo
from tests.stored import live_game

INSTANT = [Level.EASY, Level.CLASSIC]


@pytest.mark.parametrize("first", [First.COMPUTER, First.OPPONENT])
@pytest.mark.parametrize("level", INSTANT)
async def test_a_computer_that_goes_first_moves_at_once(level: Level, first: First, lobby: Lobby, store: Store) -> None:
    update = await lobby.new(by(ANN), Terms(Format(Rules(5, 5, 4)), level, first=first))
    assert isinstance(update, Update)
    game = update.game
    assert (game.x, game.o, len(game.plies), game.turn) == (Computer(level), Human(ANN), 1, Human(ANN))
    assert update.event is Event.STARTED
    assert update.choice
    assert update.choice.cell == game.plies[0]
    assert await live_game(store, HERE.channel) == game


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.HARD, Level.EXPERT])
async def test_a_level_that_searches_goes_first_even_after_a_restart(
    level: Level, store: Store, clock: Clock, lobby: Lobby
) -> None:
    start = await solo(lobby, level=level, first=First.COMPUTER)
    assert (start.plies, start.awaits_computer) == ((), True)
    games = process(store, Deliberate(), clock).games
    [waiting] = await store.games.awaiting_computer()
    assert waiting == start
    replied = await games.reply(waiting)
    assert replied
    assert (len(replied.game.plies), replied.game.turn, replied.by) == (1, Human(ANN), ANN)
    assert await store.games.awaiting_computer() == []
    game = (await games.mark(by(ANN), next(iter(replied.game.board.legal_moves)))).game
    assert await store.games.awaiting_computer() == [game]


async def test_a_coin_toss_against_the_computer_gives_either_side(lobby: Lobby, games: Games) -> None:
    sides: set[Mark] = set()
    for _ in range(4):
        game = await solo(lobby, first=First.RANDOM)
        sides.add(game.side(ANN))
        await games.resign(by(ANN))
    assert sides == set(Mark)


async def test_an_acceptance_tosses_a_coin(lobby: Lobby, games: Games, store: Store, clock: Clock) -> None:
    first: set[UserId] = set()
    for _ in range(4):
        offer = await challenge(lobby, first=First.RANDOM)
        assert await store.lobby.challenge(offer.id) == offer
        assert offer.offer.author_side is None
        game = (await lobby.accept(by(BOB), offer.id)).game
        first.add(game.humans[0])
        await games.stop(by(CY), moderates=True)
        clock.advance(minutes=1)
    assert first == {ANN, BOB}


async def test_the_computer_goes_first_in_an_open_challenge_that_lets_others_go_first(lobby: Lobby) -> None:
    offer = await challenge(lobby, opponent=None, first=First.OPPONENT)
    update = await lobby.accept(by(ANN), offer.id, ChallengeAction.COMPUTER)
    assert (update.game.x, len(update.game.plies)) == (Computer(Level.CLASSIC), 1)
