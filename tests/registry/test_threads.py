"""Games in threads of their own: begun there, checked before, and ended when the thread is deleted."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.core import Core
from bot.game.errors import HasBlocked, NobodyThere, NotYourChallenge, TooManyGames
from bot.game.games import ChannelId, Ending, Format, Game, Level, Place, Result, UserId
from bot.game.lobby import Challenge, ChallengeAction, Terms
from bot.registry.lobby import Lobby
from bot.registry.preferences import People
from engine import Cell
from tests.people import ANN, BOB, CY, HERE, SMALL, Clock, by, challenge, solo
from tests.stored import saved

THREAD = Place(ChannelId(70), HERE.guild, HERE.channel)
ACCEPT, COMPUTER = ChallengeAction.ACCEPT, ChallengeAction.COMPUTER


async def offer(lobby: Lobby, opponent: UserId | None = BOB, author: UserId = ANN, **terms: Any) -> Challenge:
    return await challenge(lobby, opponent=opponent, author=author, thread=True, **terms)


async def duel(lobby: Lobby) -> Game:
    return (await lobby.accept(by(BOB), (await offer(lobby)).id, thread=THREAD)).game


# -- beginning


@pytest.mark.parametrize(("user", "action"), [(ANN, ACCEPT), (CY, ACCEPT), (ANN, COMPUTER)])
async def test_only_the_opponent_opens_a_thread(user: UserId, action: ChallengeAction, lobby: Lobby) -> None:
    question = await offer(lobby)
    with pytest.raises(NotYourChallenge):
        await lobby.check_answer(by(user), question.id, action)
    assert await lobby.check_answer(by(BOB), question.id, ACCEPT) == question


async def test_a_blocked_user_opens_no_thread(lobby: Lobby, preferences: People, clock: Clock) -> None:
    question = await offer(lobby, None)
    await preferences.block(ANN, BOB, clock())
    with pytest.raises(NobodyThere):
        await lobby.check_answer(by(BOB), question.id, ACCEPT)
    await preferences.unblock(ANN, BOB)
    await preferences.block(BOB, ANN, clock())
    with pytest.raises(HasBlocked):
        await lobby.check_answer(by(BOB), question.id, ACCEPT)


async def test_a_user_with_too_many_games_opens_no_thread(lobby: Lobby) -> None:
    terms = Terms(Format(SMALL), Level.EASY, thread=True)
    for number in range(5):
        await lobby.check_new(by(ANN), terms)
        await solo(lobby, place=replace(HERE, channel=ChannelId(20 + number)))
    with pytest.raises(TooManyGames):
        await lobby.check_new(by(ANN), terms)


# -- deleted


async def test_the_game_of_a_deleted_thread_ends_without_a_result(process: Core) -> None:
    game = await duel(process.lobby)
    for user, cell in ((ANN, Cell(0, 0)), (BOB, Cell(1, 1))):
        await process.games.mark(by(user, THREAD), cell)
    await process.games.undo(by(ANN, THREAD))
    [update] = await process.games.channel_deleted(THREAD.channel)
    over = await saved(process.store, game)
    assert over.result == Result(None, Ending.DELETED)
    assert await process.store.games.active_games(ANN) == await process.store.games.active_games(BOB) == []
    assert (update.before.result, update.game) == (None, over)
    assert await process.games.channel_deleted(THREAD.channel) == []


async def test_a_deletion_seen_by_two_processes_ends_a_game_once(process: Core, rival: Core) -> None:
    await duel(process.lobby)
    ends = await asyncio.gather(*(one.channel_deleted(THREAD.channel) for one in (process.games, rival.games)))
    assert sorted(map(len, ends)) == [0, 1]
