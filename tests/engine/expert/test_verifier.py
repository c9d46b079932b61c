"""The verifier accepts a win that holds in every line, and nothing else."""

from collections.abc import Callable
from functools import cache
from random import Random

import pytest

from tests.engine.expert.minimax import Minimax
from tests.engine.expert.verifier import Moves, Refuted, Verifier

BOARD = M, N, K = 4, 3, 3


@cache
def minimax() -> Minimax:
    return Minimax(*BOARD)


def empty(x: int, o: int, cells: int = M * N) -> list[int]:
    return [number for number in range(cells) if not (x | o) >> number & 1]


def bits(cells: int) -> list[int]:
    return [number for number in range(cells.bit_length()) if cells >> number & 1]


def best(x: int, o: int, within: int) -> int:
    """Return the move by which plain minimax wins soonest."""

    def plies(number: int) -> int:
        marks = zip(bits(x | 1 << number), [*bits(o), -1], strict=True)
        winner, plies = minimax().value([divmod(place, N) for pair in marks for place in pair if place >= 0])
        return plies if winner == 1 else M * N

    return min(empty(x, o), key=plies)


def but(x: int, o: int, replace: Callable[[], int | None]) -> Moves:
    """Return the best moves, but for one position."""
    return lambda *position: replace() if position[:2] == (x, o) else best(*position)


def asked() -> list[tuple[int, int]]:
    """Return the positions in which a verifier asks for a move."""
    positions: list[tuple[int, int]] = []

    def noted(x: int, o: int, within: int) -> int:
        positions.append((x, o))
        return best(x, o, within)

    Verifier(*BOARD, noted).verify(M * N)
    return positions


def test_a_win_is_accepted_in_the_plies_it_takes_and_in_no_fewer() -> None:
    plies = minimax().value([])[1]
    Verifier(*BOARD, best).verify(plies)
    with pytest.raises(Refuted, match="has not won"):
        Verifier(*BOARD, best).verify(plies - 2)


def test_a_line_without_a_move_is_found_wherever_it_is() -> None:
    positions = asked()
    assert len(positions) > 10
    for x, o in positions:
        for none in (None, *bits(x | o)[:1]):
            with pytest.raises(Refuted, match="no move"):
                Verifier(*BOARD, but(x, o, lambda none=none: none)).verify(M * N)


def test_a_move_after_which_x_does_not_win_any_more_is_found() -> None:
    lost = 0
    for x, o in asked():
        for number in empty(x, o):
            marks = zip(bits(x | 1 << number), [*bits(o), -1], strict=True)
            plies = [divmod(place, N) for pair in marks for place in pair if place >= 0]
            if minimax().value(plies)[0] != 1:
                lost += 1
                with pytest.raises(Refuted):
                    Verifier(*BOARD, but(x, o, lambda number=number: number)).verify(M * N)
    assert lost > 10


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("m", "n", "k"), [(3, 3, 3), (4, 4, 4), (1, 2, 2), (1, 1, 2)])
def test_no_moves_win_a_drawn_board(m: int, n: int, k: int, seed: int) -> None:
    random = Random(seed)
    with pytest.raises(Refuted):
        Verifier(m, n, k, lambda x, o, within: random.choice(empty(x, o, m * n) or [None])).verify(99)


@pytest.mark.parametrize("seed", range(5))
def test_two_threats_of_o_refute_x(seed: int) -> None:
    random = Random(seed)
    with pytest.raises(Refuted, match="O wins"):
        Verifier(5, 5, 3, lambda x, o, within: random.choice(empty(x, o, 25))).verify(25)
