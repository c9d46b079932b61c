"""Challenges as values."""

from contextlib import nullcontext
from datetime import timedelta
from itertools import product

import pytest

from bot.game.errors import NotYourChallenge
from bot.game.games import Computer, Format, Game, Human, InteractionId, Level, Player, UserId
from bot.game.lobby import Challenge, ChallengeAction, ChallengeId, ChallengeState, Offer
from bot.game.requests import check_answer
from engine import Mark, Rules
from tests.game.values import LATER, NOW
from tests.people import ANN, BOB, CY, HERE

RULES = Rules(3, 4, 3)
ACCEPT, COMPUTER = ChallengeAction.ACCEPT, ChallengeAction.COMPUTER


def challenge(author_side: Mark | None = Mark.X, state: ChallengeState = ChallengeState.OPEN) -> Challenge:
    return Challenge(ChallengeId(1), Offer(HERE, Format(RULES), ANN, BOB, NOW, author_side), state)


@pytest.mark.parametrize(
    ("after", "state"),
    [
        (timedelta(), ChallengeState.OPEN),
        (timedelta(minutes=15) - timedelta(seconds=1), ChallengeState.OPEN),
        (timedelta(minutes=15), ChallengeState.EXPIRED),
        (timedelta(days=1), ChallengeState.EXPIRED),
    ],
)
def test_an_open_challenge_expires_after_a_quarter_of_an_hour(after: timedelta, state: ChallengeState) -> None:
    assert challenge().as_of(NOW + after).state is state


@pytest.mark.parametrize("state", [state for state in ChallengeState if state is not ChallengeState.OPEN])
def test_an_answered_challenge_does_not_expire(state: ChallengeState) -> None:
    assert challenge(state=state).as_of(NOW + timedelta(days=1)).state is state


@pytest.mark.parametrize(
    ("side", "player", "x", "o"),
    [
        (Mark.X, Human(BOB), Human(ANN), Human(BOB)),
        (Mark.O, Human(BOB), Human(BOB), Human(ANN)),
        (Mark.X, Computer(Level.EASY), Human(ANN), Computer(Level.EASY)),
        (Mark.O, Computer(Level.EASY), Computer(Level.EASY), Human(ANN)),
    ],
)
def test_the_author_has_the_side_of_the_offer(side: Mark, player: Player, x: Player, o: Player) -> None:
    assert challenge(side).offer.accepted_by(player, LATER, InteractionId(9)) == Game.new(
        HERE, Format(RULES), x, o, LATER, InteractionId(9)
    )


@pytest.mark.parametrize(("tossed", "x", "o"), [(Mark.X, ANN, BOB), (Mark.O, BOB, ANN)])
def test_a_coin_toss_decides_when_the_offer_leaves_the_side_open(tossed: Mark, x: UserId, o: UserId) -> None:
    opening = challenge(None).offer.accepted_by(Human(BOB), LATER, None, tossed)
    assert (opening.x, opening.o) == (Human(x), Human(o))


@pytest.mark.parametrize(
    ("opponent", "may"), [(BOB, {(BOB, ACCEPT)}), (None, {(BOB, ACCEPT), (CY, ACCEPT), (ANN, COMPUTER)})]
)
def test_a_challenge_is_for_its_opponent(opponent: UserId | None, may: set[tuple[UserId, ChallengeAction]]) -> None:
    offer = Challenge(ChallengeId(1), Offer(HERE, Format(RULES), ANN, opponent, NOW))
    for user, action in product((ANN, BOB, CY), (ACCEPT, COMPUTER)):
        with nullcontext() if (user, action) in may else pytest.raises(NotYourChallenge):
            check_answer(offer, user, action)
