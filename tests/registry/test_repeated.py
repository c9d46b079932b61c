"""An interaction that arrives twice, in one process or in two, changes a game once."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.core import Core
from bot.database.errors import Repeated
from bot.database.store import Store
from bot.game.errors import ChallengeOver, ChannelBusy
from bot.game.games import ChannelId, Format, InteractionId, Level, MessageId, Place, UserId
from bot.game.lobby import ChallengeAction, Terms
from bot.game.requests import NewChallenge, Target, Update
from engine import Cell
from tests.people import ANN, BOB, HERE, SMALL, by, challenge, duel, play, press, solo
from tests.stored import latest_game

ASKED, ANOTHER = InteractionId(90), InteractionId(91)
SOLO, CHALLENGE = Terms(Format(SMALL), Level.CLASSIC), Terms(Format(SMALL), opponent=BOB)
Act = Callable[[Core], Awaitable[object]]


def again(user: UserId) -> Target:
    """Return the target of an interaction that arrives twice."""
    return by(user, interaction=ASKED)


async def once(process: Core, rival: Core, act: Act) -> None:
    """Act in one process, then check that another refuses to repeat it and changes nothing."""
    await act(process)
    after = await latest_game(process.store, HERE.channel)
    with pytest.raises(Repeated):
        await act(rival)
    assert await latest_game(process.store, HERE.channel) == after


CHANGES: dict[str, tuple[list[tuple[int, int]], Act]] = {  # moves before it, and the change
    "move": ([(0, 0), (0, 1)], lambda one: one.games.mark(again(ANN), Cell(1, 1))),
    "swap": ([(0, 0)], lambda one: one.games.swap(again(BOB))),
    "undo": ([(0, 0)], lambda one: one.games.undo(again(ANN))),
    "request for an undo": ([(0, 0), (0, 1)], lambda one: one.games.undo(again(ANN))),
    "resignation": ([(0, 0), (0, 1)], lambda one: one.games.resign(again(ANN))),
}


@pytest.mark.parametrize(("moves", "change"), CHANGES.values(), ids=CHANGES)
async def test_a_repeated_interaction_changes_nothing(
    moves: list[tuple[int, int]], change: Act, process: Core, rival: Core
) -> None:
    await duel(process.lobby, swap=True)
    await play(process.games, *moves)
    await once(process, rival, change)


async def test_a_repeated_answer_allows_one_undo(process: Core, rival: Core) -> None:
    await duel(process.lobby)
    await play(process.games, (0, 0), (0, 1))
    await process.games.undo(by(ANN))
    await once(process, rival, lambda one: one.games.answer(again(BOB), allow=True))


async def test_a_repeated_request_opens_one_game(process: Core, rival: Core) -> None:
    await once(process, rival, lambda one: one.lobby.new(again(ANN), SOLO))


async def test_an_interaction_in_two_processes_at_once_counts_once(process: Core, rival: Core, store: Store) -> None:
    offers = (one.lobby.new(again(ANN), CHALLENGE) for one in (process, rival))
    results = await asyncio.gather(*offers, return_exceptions=True)
    [offer] = [one for one in results if isinstance(one, NewChallenge)]
    [error] = [one for one in results if not isinstance(one, NewChallenge)]
    assert isinstance(error, Repeated)
    assert await store.lobby.challenge(offer.challenge.id) == offer.challenge


async def test_a_repeated_acceptance_begins_one_game(process: Core, rival: Core) -> None:
    offer = await challenge(process.lobby)
    await once(process, rival, lambda one: one.lobby.accept(again(BOB), offer.id))


@pytest.mark.parametrize("action", [ChallengeAction.JOIN, ChallengeAction.COMPUTER])
async def test_a_repeated_acceptance_uses_one_thread(process: Core, rival: Core, action: ChallengeAction) -> None:
    number = (await challenge(process.lobby, opponent=None, thread=True)).id
    await process.store.lobby.note_challenge(number, MessageId(70))
    thread = Place(ChannelId(70), HERE.guild, HERE.channel)

    async def begin(one: Core) -> None:
        user = ANN if action is ChallengeAction.COMPUTER else BOB
        await one.lobby.check_answer(again(user), number, action)
        await one.lobby.accept(again(user), number, action, thread=thread)

    await once(process, rival, begin)
    with pytest.raises(ChallengeOver):  # that is another press
        await rival.lobby.check_answer(by(BOB, interaction=ANOTHER), number, action)


async def test_a_repeated_rematch_is_one_game(process: Core, rival: Core) -> None:
    await solo(process.lobby)
    target = press((await process.games.resign(by(ANN))).game, ANN)._replace(interaction=ASKED)
    await once(process, rival, lambda one: one.lobby.rematch(target))
    with pytest.raises(ChannelBusy):
        await process.lobby.new(by(ANN, interaction=ANOTHER), Terms(Format(SMALL), Level.EASY))


async def test_a_repeat_after_the_experts_reply_is_refused(process: Core, rival: Core) -> None:
    await solo(process.lobby, level=Level.EXPERT)
    update = await process.games.mark(again(ANN), Cell(1, 1))
    assert isinstance(await process.games.reply(update.game), Update)
    with pytest.raises(Repeated):
        await rival.games.mark(again(ANN), Cell(0, 0))
