"""Whom people don't want to meet: neither can challenge the other, and only who blocked learns of it."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.core import Core
from bot.database.store import SqlStore
from bot.game.challenges import Offer
from bot.game.errors import CannotBlock, HasBlocked, NobodyThere, NotBlocked, TooManyBlocked, Unblockable
from bot.game.games import UserId
from bot.game.preferences import MOST_BLOCKED, Challenges
from bot.game.requests import End, NewChallenge, Terms, Update, Wish
from bot.registry.choices.people import People
from bot.registry.keeping import Keeping
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry
from tests.people import ANN, BOB, CHANNEL, CY, HERE, SMALL, Clock, challenge, duel, play, press, solo

Try = Callable[[Core, SqlStore, Clock, UserId, UserId], Awaitable[object]]


async def to_challenge(process: Core, _store: SqlStore, _clock: Clock, asker: UserId, asked: UserId) -> object:
    return await process.lobby.new(Wish(HERE, asker, Terms(SMALL, opponent=asked)))


async def to_accept(process: Core, store: SqlStore, clock: Clock, asker: UserId, asked: UserId) -> object:
    made = await store.offer(Offer(HERE, SMALL, asked, asker, clock()))
    return await process.lobby.accept(CHANNEL, made.challenge.id, asker)


async def to_join(process: Core, store: SqlStore, clock: Clock, asker: UserId, asked: UserId) -> object:
    made = await store.offer(Offer(HERE, SMALL, asked, None, clock()))
    return await process.lobby.accept(CHANNEL, made.challenge.id, asker)


EVERY_WAY = [to_challenge, to_accept, to_join]


@pytest.mark.parametrize("attempt", EVERY_WAY)
async def test_who_is_blocked_learns_only_that_nobody_is_there(
    attempt: Try, process: Core, store: SqlStore, preferences: People, clock: Clock
) -> None:
    await preferences.block(ANN, BOB, clock())
    with pytest.raises(NobodyThere):
        await attempt(process, store, clock, BOB, ANN)
    assert await store.latest_game(HERE.channel) is None


@pytest.mark.parametrize("attempt", EVERY_WAY)
async def test_who_has_blocked_is_told_so(
    attempt: Try, process: Core, store: SqlStore, preferences: People, clock: Clock
) -> None:
    await preferences.block(ANN, BOB, clock())
    await preferences.block(BOB, ANN, clock())  # hers is what she is told of
    with pytest.raises(HasBlocked) as refused:
        await attempt(process, store, clock, ANN, BOB)
    assert refused.value.blocked == BOB


@pytest.mark.parametrize("attempt", EVERY_WAY)
async def test_others_play_as_ever_and_both_play_again_after_an_unblock(
    attempt: Try, process: Core, store: SqlStore, preferences: People, clock: Clock
) -> None:
    await preferences.block(ANN, BOB, clock())
    await preferences.block(CY, BOB, clock())
    await preferences.unblock(ANN, BOB)
    assert isinstance(await attempt(process, store, clock, BOB, ANN), Update | NewChallenge)


async def test_a_game_goes_on_and_has_no_rematch(
    lobby: Lobby, registry: GameRegistry, preferences: People, clock: Clock
) -> None:
    await duel(lobby)
    await preferences.block(ANN, BOB, clock())
    over = (await play(registry, (0, 0), (1, 0), (0, 1), (1, 1), (0, 2))).game
    assert over.result
    with pytest.raises(NobodyThere):
        await lobby.rematch(press(over), BOB)
    with pytest.raises(HasBlocked):
        await lobby.rematch(press(over), ANN)


async def test_a_game_of_ones_own_does_not_end_for_somebody_who_is_not_there(
    lobby: Lobby, registry: GameRegistry, preferences: People, clock: Clock
) -> None:
    game = await solo(lobby)
    await preferences.block(BOB, ANN, clock())
    with pytest.raises(NobodyThere):
        await lobby.new(Wish(HERE, ANN, Terms(SMALL, opponent=BOB), end=End(game.id, moderates=False)))
    assert (await registry.look(CHANNEL, ANN)).game.result is None


async def test_who_takes_no_challenges_can_not_be_challenged_and_challenges_others(
    lobby: Lobby, registry: GameRegistry, preferences: People
) -> None:
    await preferences.prefer(ANN, {"challenges": Challenges.OFF})
    with pytest.raises(NobodyThere):
        await lobby.new(Wish(HERE, BOB, Terms(SMALL, opponent=ANN)))
    over = (await duel(lobby)) and (await registry.resign(CHANNEL, BOB)).game
    with pytest.raises(NobodyThere):
        await lobby.rematch(press(over), BOB)
    assert isinstance(await lobby.rematch(press(over), ANN), NewChallenge)
    await preferences.prefer(ANN, {"challenges": Challenges.ON})
    assert isinstance(await lobby.new(Wish(HERE, BOB, Terms(SMALL, opponent=ANN))), NewChallenge)


async def test_who_takes_no_challenges_has_open_ones_of_their_own(lobby: Lobby, preferences: People) -> None:
    await preferences.prefer(ANN, {"challenges": Challenges.OFF})
    offered = await challenge(lobby, opponent=None)
    assert isinstance(await lobby.accept(CHANNEL, offered.id, BOB), Update)


async def test_another_process_knows_of_a_block_at_once(preferences: People, rival: Core, clock: Clock) -> None:
    await preferences.block(ANN, BOB, clock())
    with pytest.raises(NobodyThere):
        await rival.lobby.new(Wish(HERE, BOB, Terms(SMALL, opponent=ANN)))


async def test_a_block_counts_once_and_can_be_taken_back_once(preferences: People, clock: Clock) -> None:
    for _ in range(2):
        await preferences.block(ANN, BOB, clock())
    assert await preferences.blocked_by(ANN) == [BOB]
    await preferences.unblock(ANN, BOB)
    with pytest.raises(NotBlocked):
        await preferences.unblock(ANN, BOB)
    assert await preferences.blocked_by(ANN) == []


async def test_nobody_blocks_themselves_or_a_bot(preferences: People, clock: Clock) -> None:
    for blocked, is_bot, why in ((ANN, False, Unblockable.SELF), (CY, True, Unblockable.BOT)):
        with pytest.raises(CannotBlock) as refused:
            await preferences.block(ANN, blocked, clock(), is_bot=is_bot)
        assert refused.value.why is why
    assert await preferences.blocked_by(ANN) == []


async def test_as_many_are_blocked_as_a_message_has_room_for(preferences: People, clock: Clock) -> None:
    for number in range(MOST_BLOCKED):
        await preferences.block(ANN, UserId(1000 + number), clock() + timedelta(seconds=number))
    with pytest.raises(TooManyBlocked):
        await preferences.block(ANN, BOB, clock())
    await preferences.block(ANN, UserId(1000), clock())  # is blocked already
    found = await preferences.blocked_by(ANN)
    assert found == [UserId(1000 + number) for number in reversed(range(MOST_BLOCKED))]


# -- kept of a person


async def test_the_export_has_ones_own_blocks_and_not_those_of_others(
    keeping: Keeping, preferences: People, clock: Clock
) -> None:
    await preferences.block(ANN, BOB, clock())
    told = {"user": "you", "blocked": "another person", "at": clock().isoformat()}
    assert (await keeping.export(ANN)).blocks == [told]
    assert (await keeping.export(BOB)).blocks == []


async def test_who_is_forgotten_has_blocked_nobody_and_stays_blocked(
    lobby: Lobby, keeping: Keeping, preferences: People, clock: Clock
) -> None:
    await preferences.block(ANN, BOB, clock())
    await preferences.block(BOB, CY, clock())
    await keeping.forget(BOB)
    assert await preferences.blocked_by(BOB) == []
    with pytest.raises(NobodyThere):
        await lobby.new(Wish(HERE, BOB, Terms(SMALL, opponent=ANN)))
