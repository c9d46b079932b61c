"""An interaction that arrives twice, in one process or in two, changes a game once."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core import Core
from bot.database.errors import Repeated
from bot.database.store import Store
from bot.game.challenges import ChallengeAction, Terms
from bot.game.errors import ChallengeOver, ChannelBusy
from bot.game.games import ChannelId, Game, InteractionId, Level, MessageId, Place
from bot.game.requests import GameRequest, NewChallenge, Target, Update
from engine import Cell
from tests.people import ANN, BOB, CHANNEL, HERE, SMALL, challenge, duel, play, solo
from tests.stored import latest_game

ASKED, ANOTHER = InteractionId(90), InteractionId(91)
AGAIN = CHANNEL._replace(interaction=ASKED)
Act = Callable[[Core], Awaitable[object]]


async def both(process: Core, rival: Core, act: Act) -> None:
    """Carry an act out in two processes, one after the other; the second one leaves it alone."""
    await act(process)
    with pytest.raises(Repeated):
        await act(rival)


async def asked(process: Core) -> Game:
    game = await duel(process.lobby)
    await play(process.registry, (0, 0), (0, 1))
    return game


async def test_an_undo_takes_back_one_move(process: Core, rival: Core, store: Store) -> None:
    game = await solo(process.lobby)
    for _ in range(2):
        game = (await process.registry.mark(CHANNEL, ANN, next(iter(game.board.legal_moves)))).game
    await both(process, rival, lambda one: one.registry.undo(AGAIN, ANN))
    after = await latest_game(store, HERE.channel)
    assert after is not None
    assert len(game.plies) - len(after.plies) == 2


async def test_a_move_without_a_ply_is_one_move(process: Core, rival: Core, store: Store) -> None:
    await duel(process.lobby)
    await both(process, rival, lambda one: one.registry.mark(AGAIN, ANN, Cell(1, 1)))
    game = await latest_game(store, HERE.channel)
    assert game
    assert game.plies == (Cell(1, 1),)


async def test_another_interaction_of_the_same_kind_counts(process: Core) -> None:
    await duel(process.lobby)
    await play(process.registry, (0, 0))
    await process.registry.undo(AGAIN, ANN)
    await process.registry.mark(AGAIN._replace(interaction=ANOTHER), ANN, Cell(1, 1))
    assert (await process.registry.view(CHANNEL, ANN)).game.plies == (Cell(1, 1),)


@pytest.mark.parametrize("level", [None, Level.CLASSIC], ids=["challenge", "solo"])
async def test_what_opens_a_game_opens_one(process: Core, rival: Core, store: Store, level: Level | None) -> None:
    wish = GameRequest(HERE, ANN, Terms(SMALL, level, None if level else BOB), ASKED)
    offered = await process.lobby.new(wish)
    with pytest.raises(Repeated):
        await rival.lobby.new(wish)
    if isinstance(offered, NewChallenge):
        assert await store.challenge(offered.challenge.id) == offered.challenge


async def test_at_the_same_instant_too(process: Core, rival: Core, store: Store) -> None:
    wish = GameRequest(HERE, ANN, Terms(SMALL, opponent=BOB), ASKED)
    done = await asyncio.gather(*(one.lobby.new(wish) for one in (process, rival)), return_exceptions=True)
    [offered] = [one for one in done if isinstance(one, NewChallenge)]
    [refused] = [one for one in done if not isinstance(one, NewChallenge)]
    assert isinstance(refused, Repeated)
    assert await store.challenge(offered.challenge.id) == offered.challenge


async def test_an_acceptance_begins_one_game(process: Core, rival: Core) -> None:
    offered = await challenge(process.lobby)
    await both(process, rival, lambda one: one.lobby.accept(AGAIN, offered.id, BOB))


@pytest.mark.parametrize("action", [ChallengeAction.JOIN, ChallengeAction.COMPUTER])
async def test_neither_does_one_in_a_thread_begin_two(process: Core, rival: Core, action: ChallengeAction) -> None:
    number = (await challenge(process.lobby, opponent=None, thread=True)).id
    await process.store.note_challenge(number, MessageId(70))
    thread = Place(ChannelId(70), HERE.guild, HERE.channel)

    async def begin(one: Core) -> None:
        user = ANN if action is ChallengeAction.COMPUTER else BOB
        await one.lobby.check_answer(AGAIN, number, user, action)
        await one.lobby.accept(AGAIN, number, user, action, thread=thread)

    await both(process, rival, begin)
    with pytest.raises(ChallengeOver):  # that is another press
        await rival.lobby.check_answer(AGAIN._replace(interaction=ANOTHER), number, BOB, action)


async def test_a_rematch_is_one_game_or_one_challenge(process: Core, rival: Core) -> None:
    game = (await process.registry.resign(CHANNEL, (await solo(process.lobby)).humans[0])).game
    again = Target(HERE.channel, game.id, 0, ASKED)
    await both(process, rival, lambda one: one.lobby.rematch(again, ANN))
    with pytest.raises(ChannelBusy):
        await process.lobby.new(GameRequest(HERE, ANN, Terms(SMALL, Level.EASY), ANOTHER))


async def test_a_request_for_an_undo_is_asked_once(process: Core, rival: Core) -> None:
    await asked(process)
    await both(process, rival, lambda one: one.registry.undo(AGAIN, ANN))


async def test_an_answer_to_it_counts_once(process: Core, rival: Core, store: Store) -> None:
    await asked(process)
    await process.registry.undo(CHANNEL, ANN)
    await both(process, rival, lambda one: one.registry.answer_undo(AGAIN, BOB, allow=True))
    game = await latest_game(store, HERE.channel)
    assert game
    assert game.plies == ()


async def test_an_end_counts_once(process: Core, rival: Core) -> None:
    await asked(process)
    await both(process, rival, lambda one: one.registry.resign(AGAIN, ANN))


async def test_the_reply_of_the_expert_keeps_the_interaction(process: Core, rival: Core) -> None:
    await solo(process.lobby, level=Level.EXPERT)
    moved = await process.registry.mark(AGAIN, ANN, Cell(1, 1))
    assert isinstance(await process.registry.reply(moved.game), Update)
    with pytest.raises(Repeated):
        await rival.registry.mark(AGAIN, ANN, Cell(0, 0))
