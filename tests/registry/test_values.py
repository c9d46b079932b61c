"""Boards with a known value: the sentence in the menu, and which games are rated."""

from itertools import product

import pytest

from bot.core import Core
from bot.game.errors import MustBePlayedOut
from bot.game.games import known_value
from bot.messages import lobby, texts
from bot.messages.translator import ENGLISH
from engine import Board, Cell, Mark, Rules, Value
from engine.budget import Budget
from engine.expert.solve import prove
from tests.engine.referee import Referee
from tests.people import ANN, BOB, SMALL, by, duel, solo

WON = Rules(4, 3, 3)
OPEN = Rules(9, 9, 5)  # unproven


# -- the menu

DRAW = "Perfect play ends in a draw."
X_WINS = "X can always win on this board. For a fair game, turn on Swap under **More options…**."


@pytest.mark.parametrize(
    ("m", "n", "k"), [(m, n, k) for m, n in product(range(2, 5), repeat=2) for k in range(2, max(m, n) + 1)]
)
def test_known_values_of_boards_up_to_4x4_are_true(m: int, n: int, k: int) -> None:
    if m * n <= 12:
        winner = Referee(m, n, k).winner([])
    else:
        proven = prove(Board(Rules(m, n, k)), Budget(100_000)).value
        assert proven
        winner = proven.winner or 0
    assert winner != Mark.O
    value = known_value(Rules(m, n, k))
    assert value
    assert lobby.best_play(ENGLISH, value, swap=False) == (X_WINS if winner else DRAW)


def test_an_unproven_board_has_no_known_value() -> None:
    assert known_value(OPEN) is None


def test_the_menu_suggests_no_swap_that_is_already_on() -> None:
    assert lobby.best_play(ENGLISH, Value(Mark.X), swap=True) == ""
    assert lobby.best_play(ENGLISH, Value(None), swap=True) == DRAW


# -- ratings


async def test_a_board_that_x_wins_is_unrated_without_a_swap(process: Core) -> None:
    game = await duel(process.lobby, WON)
    assert (game.opened_unrated, game.is_rated) == (True, False)
    assert (
        texts.unrated(ENGLISH, game)
        == "Not rated: X can always win on this board. With the swap rule, the game would be rated."
    )
    update = await process.games.mark(by(ANN), Cell(0, 0))
    assert texts.unrated(ENGLISH, update.game) == ""
    await process.games.mark(by(BOB), Cell(1, 1))
    await process.games.stop(by(ANN), moderates=False)


@pytest.mark.parametrize(("rules", "swap"), [(WON, True), (SMALL, False), (OPEN, False)])
async def test_a_board_without_a_known_win_is_rated(rules: Rules, swap: bool, process: Core) -> None:
    game = await duel(process.lobby, rules, swap=swap)
    assert game.is_rated
    await process.games.mark(by(ANN), Cell(0, 0))
    await process.games.mark(by(BOB), Cell(1, 1))
    with pytest.raises(MustBePlayedOut):
        await process.games.stop(by(ANN), moderates=False)


async def test_a_game_against_the_computer_says_nothing_of_ratings(process: Core) -> None:
    game = await solo(process.lobby, WON)
    assert texts.unrated(ENGLISH, game) == ""
