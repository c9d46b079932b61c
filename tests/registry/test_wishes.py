"""One wish has one effect, and two wishes that meet are one agreement, even in two processes."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.database.store import Store
from bot.game.errors import AlreadyOffered, ChallengeOver, NobodyThere
from bot.game.games import Computer, Format, InteractionId, Level, MessageId, UserId
from bot.game.lobby import Challenge, ChallengeState, First, Terms
from bot.game.requests import NewChallenge, Target, Update
from bot.registry.games import Games
from bot.registry.lobby import Lobby
from engine import Rules
from tests.people import ANN, BOB, CY, HERE, SMALL, THERE, Clock, Deliberate, by, challenge, duel, press, process, solo

pytestmark = pytest.mark.both_databases


def terms(opponent: UserId | None = BOB, first: First = First.ME, locale: str | None = None, **options: Any) -> Terms:
    return Terms(Format(SMALL, locale=locale), opponent=opponent, first=first, **options)


async def state_of(store: Store, offered: Challenge) -> ChallengeState:
    current = await store.lobby.challenge(offered.id)
    assert current
    return current.state


@pytest.mark.parametrize("opponent", [BOB, None])
async def test_a_repeated_offer_is_one_challenge(opponent: UserId | None, lobby: Lobby, store: Store) -> None:
    offered = await challenge(lobby, opponent=opponent)
    await store.lobby.note_challenge(offered.id, MessageId(70))
    with pytest.raises(AlreadyOffered) as repeated:
        await lobby.new(by(ANN), terms(opponent, locale="de"))
    assert repeated.value.challenge == replace(offered, message=MessageId(70))
    for other in (terms(CY), terms(opponent, First.RANDOM), terms(opponent, thread=True), terms(opponent)):
        assert isinstance(await lobby.new(by(ANN), other), NewChallenge)
    assert await state_of(store, offered) is ChallengeState.REPLACED


async def test_an_expired_challenge_or_one_in_another_channel_can_be_posted_again(lobby: Lobby, clock: Clock) -> None:
    await challenge(lobby)
    await challenge(lobby, place=THERE)
    clock.advance(minutes=15)
    assert isinstance(await lobby.new(by(ANN), terms()), NewChallenge)


async def test_two_processes_make_one_challenge(lobby: Lobby, store: Store, clock: Clock) -> None:
    another = process(store, Deliberate(), clock).lobby
    results = await asyncio.gather(
        *(one.new(by(ANN, interaction=InteractionId(n)), terms()) for n, one in enumerate((lobby, another))),
        return_exceptions=True,
    )
    assert {type(result) for result in results} == {NewChallenge, AlreadyOffered}


@pytest.mark.parametrize("first", [First.ME, First.OPPONENT])
async def test_crossing_challenges_are_one_game(first: First, lobby: Lobby, store: Store) -> None:
    offered = await challenge(lobby)
    begun = await lobby.new(by(BOB), terms(ANN, first))
    assert isinstance(begun, Update)
    assert begun.game.humans == (ANN, BOB)
    assert begun.by == BOB
    assert begun.closed == (replace(offered, state=ChallengeState.ACCEPTED),)
    assert await state_of(store, offered) is ChallengeState.ACCEPTED


async def test_crossing_challenges_of_two_processes_are_one_game(lobby: Lobby, store: Store, clock: Clock) -> None:
    another = process(store, Deliberate(), clock).lobby
    results = await asyncio.gather(lobby.new(by(ANN), terms(BOB)), another.new(by(BOB), terms(ANN)))
    assert {type(result) for result in results} == {NewChallenge, Update}


@pytest.mark.parametrize("other", [terms(ANN, First.RANDOM), Terms(Format(Rules(4, 4, 4)), opponent=ANN)])
async def test_challenges_on_different_terms_do_not_match(other: Terms, lobby: Lobby) -> None:
    await challenge(lobby)
    assert isinstance(await lobby.new(by(BOB), other), NewChallenge)


async def test_an_open_challenge_by_a_user_who_takes_none_can_be_accepted(lobby: Lobby, store: Store) -> None:
    await store.preferences.prefer(ANN, {"challenges": "off"})
    with pytest.raises(NobodyThere):
        await lobby.new(by(BOB), terms(ANN))
    await challenge(lobby)
    assert isinstance(await lobby.new(by(BOB), terms(ANN)), Update)


async def test_two_rematches_are_one_game(lobby: Lobby, games: Games) -> None:
    await duel(lobby)
    ended = (await games.resign(by(ANN))).game
    offered = await lobby.rematch(press(ended, ANN))
    assert isinstance(offered, NewChallenge)
    with pytest.raises(AlreadyOffered):
        await lobby.rematch(press(ended, ANN))
    begun = await lobby.rematch(press(ended, BOB))
    assert isinstance(begun, Update)
    assert begun.game.humans == (BOB, ANN)


async def test_a_game_closes_the_other_offers_between_its_players(lobby: Lobby, store: Store) -> None:
    accepted = await challenge(lobby)
    crossing = await challenge(lobby, Rules(4, 4, 4), ANN, author=BOB)
    others = [await challenge(lobby, opponent=ANN, author=CY), await challenge(lobby, place=THERE)]
    begun = await lobby.accept(Target(BOB, HERE), accepted.id)
    assert begun.closed == (replace(crossing, state=ChallengeState.SUPERSEDED),)
    assert [await state_of(store, other) for other in others] == [ChallengeState.OPEN] * 2


async def test_a_press_on_a_replaced_offer_leads_to_the_open_one(lobby: Lobby, store: Store) -> None:
    old, new = await challenge(lobby, opponent=None), await challenge(lobby, Rules(4, 4, 4), None)
    with pytest.raises(ChallengeOver) as over:
        await lobby.accept(Target(BOB, HERE), old.id)
    assert over.value.newer == new
    noted = await store.lobby.note_challenge(old.id, MessageId(70))  # its message arrives late
    assert noted
    assert (noted.state, noted.message) == (ChallengeState.REPLACED, 70)


async def test_an_unplayed_game_in_a_thread_is_not_started_again(lobby: Lobby, games: Games) -> None:
    thread = replace(THERE, parent=HERE.channel)
    game = await solo(lobby, place=thread)
    wish = SMALL, Computer(Level.CLASSIC)
    known = await games.unplayed_in_thread(by(ANN), *wish)
    assert known
    assert known.place == THERE
    for target, rules, level in (
        (by(BOB), *wish),
        (by(ANN, THERE), *wish),
        (by(ANN), Rules(4, 4, 4), wish[1]),
        (by(ANN), SMALL, Computer(Level.EASY)),
    ):
        assert await games.unplayed_in_thread(target, rules, level) is None
    await games.mark(press(game, ANN), game.board.legal_moves[0])
    assert await games.unplayed_in_thread(by(ANN), *wish) is None


@pytest.mark.parametrize("his", [terms(ANN), terms(None)])
async def test_a_matching_challenge_accepts_an_open_one(his: Terms, lobby: Lobby, store: Store) -> None:
    offered = await lobby.new(by(ANN), terms(None))
    assert isinstance(offered, NewChallenge)
    begun = await lobby.new(by(BOB), his)
    assert isinstance(begun, Update)
    assert begun.game.humans == (ANN, BOB)
    assert await state_of(store, offered.challenge) is ChallengeState.ACCEPTED


async def test_a_challenge_to_a_third_user_or_with_a_thread_does_not_match(lobby: Lobby) -> None:
    for offered in (terms(CY), terms(None, thread=True)):
        assert isinstance(await lobby.new(by(ANN), offered), NewChallenge)
        assert isinstance(await lobby.new(by(BOB), terms(None)), NewChallenge)
        await lobby.new(by(BOB), terms(CY))  # replaces it


@pytest.mark.parametrize(("blocker", "blocked"), [(ANN, BOB), (BOB, ANN)])
async def test_open_challenges_of_blocked_users_do_not_match(
    blocker: UserId, blocked: UserId, lobby: Lobby, store: Store, clock: Clock
) -> None:
    await store.preferences.block(blocker, blocked, clock.now, limit=9)
    for user in (ANN, BOB):
        assert isinstance(await lobby.new(by(user), terms(None)), NewChallenge)
