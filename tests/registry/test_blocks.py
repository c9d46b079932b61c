"""Blocks: neither user can challenge the other, and only the blocker learns why."""

from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.errors import CannotBlock, HasBlocked, NobodyThere, NotBlocked, TooManyBlocked, WhyNotBlocked
from bot.game.games import Format, UserId
from bot.game.lobby import Terms
from bot.game.preferences import MAX_BLOCKED, Switch
from bot.game.requests import NewChallenge, Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from bot.registry.preferences import People
from bot.registry.privacy import Privacy
from engine import Rules
from tests.people import ANN, BOB, CY, HERE, SMALL, Clock, by, challenge, duel, press, solo
from tests.registry.overtaken import Overtaken
from tests.stored import latest_game

Act = Callable[[], Awaitable[object]]
Attempt = Callable[[Core, UserId, UserId], Awaitable[Act]]  # prepares, and returns the act of one person


@pytest.fixture
def store_type() -> type[Overtaken]:
    return Overtaken


async def to_challenge(process: Core, asker: UserId, other: UserId) -> Act:
    return lambda: process.lobby.new(by(asker), Terms(Format(SMALL), opponent=other))


async def to_accept(process: Core, asker: UserId, other: UserId) -> Act:
    return await _answering(process, other, Terms(Format(SMALL), opponent=asker), asker)


async def to_join(process: Core, asker: UserId, other: UserId) -> Act:
    return await _answering(process, other, Terms(Format(SMALL)), asker)


async def to_play_again(process: Core, asker: UserId, other: UserId) -> Act:
    await (await to_accept(process, asker, other))()
    over = (await process.games.resign(by(asker))).game
    return lambda: process.lobby.rematch(press(over, asker))


async def _answering(process: Core, other: UserId, terms: Terms, asker: UserId) -> Act:
    new = await process.lobby.new(by(other), terms)
    assert isinstance(new, NewChallenge)
    return lambda: process.lobby.accept(by(asker), new.challenge.id)


EVERY_WAY = [to_challenge, to_accept, to_join, to_play_again]


@pytest.mark.parametrize("attempt", EVERY_WAY)
async def test_blockers_see_their_own_block(attempt: Attempt, process: Core, preferences: People, clock: Clock) -> None:
    act = await attempt(process, ANN, BOB)
    await preferences.block(ANN, BOB, clock())
    await preferences.block(BOB, ANN, clock())  # she is told of hers
    with pytest.raises(HasBlocked) as error:
        await act()
    assert error.value.blocked == BOB


@pytest.mark.parametrize("attempt", EVERY_WAY)
async def test_unblocked_users_play_again(attempt: Attempt, process: Core, preferences: People, clock: Clock) -> None:
    act = await attempt(process, BOB, ANN)
    await preferences.block(ANN, BOB, clock())
    await preferences.block(CY, BOB, clock())
    await preferences.unblock(ANN, BOB)
    assert isinstance(await act(), Update | NewChallenge)


@pytest.mark.parametrize("blocker", [ANN, BOB])
@pytest.mark.parametrize("attempt", EVERY_WAY)
async def test_a_block_saved_just_before_the_game_counts(
    attempt: Attempt, process: Core, rival: Core, store: Overtaken, clock: Clock, blocker: UserId
) -> None:
    act = await attempt(process, BOB, ANN)
    before = await latest_game(store, HERE.channel)
    store.overtaking = lambda: rival.people.block(blocker, BOB if blocker == ANN else ANN, clock())
    with pytest.raises(NobodyThere if blocker == ANN else HasBlocked):
        await act()
    assert await latest_game(store, HERE.channel) == before


async def test_a_block_ends_no_game(lobby: Lobby, games: Games, preferences: People, clock: Clock) -> None:
    game = await solo(lobby)
    await preferences.block(BOB, ANN, clock())
    with pytest.raises(NobodyThere):
        await lobby.new(by(ANN, game=game.id), Terms(Format(SMALL), opponent=BOB))
    assert (await games.view(by(ANN))).game.result is None


async def test_a_user_who_takes_no_challenges_can_challenge_others(process: Core) -> None:
    await process.people.prefer(ANN, {"challenges": Switch.OFF})
    with pytest.raises(NobodyThere):
        await challenge(process.lobby, author=BOB, opponent=ANN)
    over = (await duel(process.lobby)) and (await process.games.resign(by(BOB))).game
    with pytest.raises(NobodyThere):
        await process.lobby.rematch(press(over, BOB))
    assert isinstance(await process.lobby.rematch(press(over, ANN)), NewChallenge)
    await process.people.prefer(ANN, {"challenges": Switch.ON})
    assert await challenge(process.lobby, Rules(4, 4, 4), author=BOB, opponent=ANN)


@pytest.mark.parametrize("attempt", [to_challenge, to_play_again])
async def test_turned_off_challenges_are_refused(
    attempt: Attempt, process: Core, rival: Core, store: Overtaken
) -> None:
    act = await attempt(process, BOB, ANN)
    store.overtaking = lambda: rival.people.prefer(ANN, {"challenges": Switch.OFF})
    with pytest.raises(NobodyThere):
        await act()


async def test_a_user_who_takes_no_challenges_can_make_open_ones(lobby: Lobby, preferences: People) -> None:
    await preferences.prefer(ANN, {"challenges": Switch.OFF})
    offer = await challenge(lobby, opponent=None)
    assert isinstance(await lobby.accept(by(BOB), offer.id), Update)


@pytest.mark.both_databases
async def test_a_block_counts_once_and_can_be_taken_back_once(preferences: People, clock: Clock, store: Store) -> None:
    for _ in range(2):
        await preferences.block(ANN, BOB, clock())
    assert await store.preferences.blocked_by(ANN) == [BOB]
    await preferences.unblock(ANN, BOB)
    with pytest.raises(NotBlocked):
        await preferences.unblock(ANN, BOB)
    assert await store.preferences.blocked_by(ANN) == []


async def test_blocking_oneself_or_a_bot_is_refused(preferences: People, clock: Clock, store: Store) -> None:
    for user, is_bot, why in ((ANN, False, WhyNotBlocked.SELF), (CY, True, WhyNotBlocked.BOT)):
        with pytest.raises(CannotBlock) as error:
            await preferences.block(ANN, user, clock(), is_bot=is_bot)
        assert error.value.why is why
    assert await store.preferences.blocked_by(ANN) == []


async def test_the_number_of_blocked_users_is_limited(preferences: People, clock: Clock, store: Store) -> None:
    for number in range(MAX_BLOCKED):
        await preferences.block(ANN, UserId(1000 + number), clock() + timedelta(seconds=number))
    with pytest.raises(TooManyBlocked):
        await preferences.block(ANN, BOB, clock())
    await preferences.block(ANN, UserId(1000), clock())  # is blocked already
    blocked_users = await store.preferences.blocked_by(ANN)
    assert blocked_users == [UserId(1000 + number) for number in reversed(range(MAX_BLOCKED))]


async def test_a_forgotten_user_stays_blocked(
    lobby: Lobby, privacy: Privacy, preferences: People, clock: Clock, store: Store
) -> None:
    await preferences.block(ANN, BOB, clock())
    await preferences.block(BOB, CY, clock())
    await privacy.forget(BOB)
    assert await store.preferences.blocked_by(BOB) == []
    with pytest.raises(NobodyThere):
        await challenge(lobby, author=BOB, opponent=ANN)
