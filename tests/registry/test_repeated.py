"""An interaction that arrives twice, in one process or in two, changes a game once."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core import Core
from bot.database.errors import Repeated
from bot.database.store import Store
from bot.game.errors import ChallengeOver, ChannelBusy
from bot.game.games import ChannelId, InteractionId, Level, MessageId, Place
from bot.game.lobby import ChallengeAction, Terms
from bot.game.requests import GameRequest, NewChallenge, Target, Update
from engine import Cell
from tests.people import ANN, BOB, CHANNEL, HERE, SMALL, challenge, duel, play, solo
from tests.stored import latest_game

ASKED, ANOTHER = InteractionId(90), InteractionId(91)
AGAIN = CHANNEL._replace(interaction=ASKED)
Act = Callable[[Core], Awaitable[object]]


async def once(process: Core, rival: Core, act: Act) -> None:
    """Act in one process, then check that another refuses to repeat it and changes nothing."""
    await act(process)
    after = await latest_game(process.store, HERE.channel)
    with pytest.raises(Repeated):
        await act(rival)
    assert await latest_game(process.store, HERE.channel) == after


CHANGES: dict[str, tuple[list[tuple[int, int]], Act]] = {  # moves before it, and the change
    "move": ([(0, 0), (0, 1)], lambda one: one.games.mark(AGAIN, ANN, Cell(1, 1))),
    "swap": ([(0, 0)], lambda one: one.games.swap(AGAIN, BOB)),
    "undo": ([(0, 0)], lambda one: one.games.undo(AGAIN, ANN)),
    "request for an undo": ([(0, 0), (0, 1)], lambda one: one.games.undo(AGAIN, ANN)),
    "resignation": ([(0, 0), (0, 1)], lambda one: one.games.resign(AGAIN, ANN)),
}


@pytest.mark.parametrize(("moves", "change"), CHANGES.values(), ids=CHANGES)
async def test_repeats_change_nothing(moves: list[tuple[int, int]], change: Act, process: Core, rival: Core) -> None:
    await duel(process.lobby, swap=True)
    await play(process.games, *moves)
    await once(process, rival, change)


async def test_a_repeated_answer_allows_one_undo(process: Core, rival: Core) -> None:
    await duel(process.lobby)
    await play(process.games, (0, 0), (0, 1))
    await process.games.undo(CHANNEL, ANN)
    await once(process, rival, lambda one: one.games.answer_undo(AGAIN, BOB, allow=True))


async def test_a_repeated_request_opens_one_game(process: Core, rival: Core) -> None:
    wish = GameRequest(HERE, ANN, Terms(SMALL, Level.CLASSIC), ASKED)
    await once(process, rival, lambda one: one.lobby.new(wish))


async def test_an_interaction_in_two_processes_at_once_counts_once(process: Core, rival: Core, store: Store) -> None:
    wish = GameRequest(HERE, ANN, Terms(SMALL, opponent=BOB), ASKED)
    done = await asyncio.gather(*(one.lobby.new(wish) for one in (process, rival)), return_exceptions=True)
    [offered] = [one for one in done if isinstance(one, NewChallenge)]
    [refused] = [one for one in done if not isinstance(one, NewChallenge)]
    assert isinstance(refused, Repeated)
    assert await store.lobby.challenge(offered.challenge.id) == offered.challenge


async def test_a_repeated_acceptance_begins_one_game(process: Core, rival: Core) -> None:
    offered = await challenge(process.lobby)
    await once(process, rival, lambda one: one.lobby.accept(AGAIN, offered.id, BOB))


@pytest.mark.parametrize("action", [ChallengeAction.JOIN, ChallengeAction.COMPUTER])
async def test_a_repeated_acceptance_uses_one_thread(process: Core, rival: Core, action: ChallengeAction) -> None:
    number = (await challenge(process.lobby, opponent=None, thread=True)).id
    await process.store.lobby.note_challenge(number, MessageId(70))
    thread = Place(ChannelId(70), HERE.guild, HERE.channel)

    async def begin(one: Core) -> None:
        user = ANN if action is ChallengeAction.COMPUTER else BOB
        await one.lobby.check_answer(AGAIN, number, user, action)
        await one.lobby.accept(AGAIN, number, user, action, thread=thread)

    await once(process, rival, begin)
    with pytest.raises(ChallengeOver):  # that is another press
        await rival.lobby.check_answer(AGAIN._replace(interaction=ANOTHER), number, BOB, action)


async def test_a_repeated_rematch_is_one_game(process: Core, rival: Core) -> None:
    game = (await process.games.resign(CHANNEL, (await solo(process.lobby)).humans[0])).game
    again = Target(HERE.channel, game.id, 0, ASKED)
    await once(process, rival, lambda one: one.lobby.rematch(again, ANN))
    with pytest.raises(ChannelBusy):
        await process.lobby.new(GameRequest(HERE, ANN, Terms(SMALL, Level.EASY), ANOTHER))


async def test_a_repeat_after_the_experts_reply_is_refused(process: Core, rival: Core) -> None:
    await solo(process.lobby, level=Level.EXPERT)
    moved = await process.games.mark(AGAIN, ANN, Cell(1, 1))
    assert isinstance(await process.games.reply(moved.game), Update)
    with pytest.raises(Repeated):
        await rival.games.mark(AGAIN, ANN, Cell(0, 0))
