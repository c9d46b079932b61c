"""What is known of boards when games begin: said where it is proven, and counted for the ratings."""

from itertools import product

import pytest

from bot.core import Core
from bot.game.errors import MustBePlayedOut
from bot.game.games import Game
from bot.game.requests import NewChallenge, Terms, Wish
from bot.messages import texts
from bot.messages.translator import ENGLISH
from engine import Board, Cell, Mark, Rules, Value
from engine.budget import Budget
from engine.expert.solve import prove
from tests.engine.coach.brute import Brute
from tests.game.values import game as a_game
from tests.people import ANN, BOB, CHANNEL, HERE, SMALL, solo

WON = Rules(4, 3, 3)
OPEN = Rules(9, 9, 5)  # nobody has proven it


async def begun(process: Core, rules: Rules, *, swap: bool = False) -> Game:
    """Ann (X) plays Bob (O)."""
    made = await process.lobby.new(Wish(HERE, ANN, Terms(rules, opponent=BOB, swap=swap)))
    assert isinstance(made, NewChallenge)
    return (await process.lobby.accept(CHANNEL, made.challenge.id, BOB)).game


# -- what is said


def said(rules: Rules, value: Value | None, **changes: object) -> str:
    return texts.best_play(ENGLISH, a_game(rules=rules, **changes), value) if value else ""


@pytest.mark.parametrize(
    ("m", "n", "k"), [(m, n, k) for m, n in product(range(2, 5), repeat=2) for k in range(2, max(m, n) + 1)]
)
def test_what_is_said_of_boards_up_to_4x4_is_true(m: int, n: int, k: int) -> None:
    if m * n <= 12:
        winner = Brute(m, n, k).winner([])
    else:
        proven = prove(Board(Rules(m, n, k)), Budget(100_000)).value
        assert proven
        winner = proven.winner or 0
    words = "With best play X wins; try swap:true." if winner else "With best play: a draw."
    assert winner != Mark.O
    assert said(Rules(m, n, k), a_game(rules=Rules(m, n, k)).value) == words


def test_nothing_is_said_of_a_board_that_is_not_proven() -> None:
    assert a_game(rules=OPEN).value is None


def test_where_the_swap_is_on_nobody_is_told_to_try_it() -> None:
    assert said(WON, Value(Mark.X), swapped=False) == "With best play X wins."
    assert said(WON, Value(None), swapped=False) == "With best play: a draw."


async def test_only_a_new_game_says_it(process: Core) -> None:
    game = await begun(process, WON)
    assert game.value == Value(Mark.X)
    moved = (await process.registry.mark(CHANNEL, ANN, Cell(0, 0))).game
    assert moved.value is None
    back = (await process.registry.undo(CHANNEL, ANN)).game
    assert back.value == Value(Mark.X)
    ended = (await process.registry.resign(CHANNEL, ANN)).game
    assert ended.value is None


# -- what counts for the ratings


async def test_a_board_that_x_wins_is_unrated_without_a_swap(process: Core) -> None:
    game = await begun(process, WON)
    assert (game.unrated, game.is_rated) == (True, False)
    words = texts.best_play(ENGLISH, game, Value(Mark.X))
    assert words == "With best play X wins; try swap:true. This game isn't rated."
    await process.registry.mark(CHANNEL, ANN, Cell(0, 0))
    await process.registry.mark(CHANNEL, BOB, Cell(1, 1))
    await process.registry.stop(CHANNEL, ANN, moderates=False)


@pytest.mark.parametrize(("rules", "swap"), [(WON, True), (SMALL, False), (OPEN, False)])
async def test_every_other_board_is_rated(rules: Rules, swap: bool, process: Core) -> None:
    game = await begun(process, rules, swap=swap)
    assert game.is_rated
    await process.registry.mark(CHANNEL, ANN, Cell(0, 0))
    await process.registry.mark(CHANNEL, BOB, Cell(1, 1))
    with pytest.raises(MustBePlayedOut):
        await process.registry.stop(CHANNEL, ANN, moderates=False)


async def test_a_game_against_the_computer_says_nothing_of_ratings(process: Core) -> None:
    game = await solo(process.lobby, WON)
    assert texts.best_play(ENGLISH, game, Value(Mark.X)) == "With best play X wins; try swap:true."
