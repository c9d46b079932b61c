"""The verifier accepts a win that holds in every line, and nothing else."""

import pytest

from benchmarks.referee import Referee
from tests.engine.expert.verifier import Moves, Refuted, Verifier

BOARD = M, N, K = 4, 3, 3
REFEREE = Referee(*BOARD)


def empty(x: int, o: int, cells: int = M * N) -> list[int]:
    return [number for number in range(cells) if not (x | o) >> number & 1]


def best(x: int, o: int, within: int) -> int | None:
    """Return a move by which X wins soonest, None if X doesn't win."""
    moves = ((plies, number) for plies in range(0, M * N, 2) for number in empty(x, o))
    return next((number for plies, number in moves if REFEREE.wins(x | 1 << number, o, False, plies)), None)


def but(x: int, o: int, number: int | None) -> Moves:
    """Return the best moves, but for one position."""
    return lambda *position: number if position[:2] == (x, o) else best(*position)


def asked() -> list[tuple[int, int]]:
    """Return the positions in which a verifier asks for a move."""
    positions: list[tuple[int, int]] = []

    def noted(x: int, o: int, within: int) -> int | None:
        positions.append((x, o))
        return best(x, o, within)

    Verifier(*BOARD, noted).verify(M * N)
    return positions


def test_a_win_is_accepted_in_the_plies_it_takes_and_in_no_fewer() -> None:
    plies = next(plies for plies in range(1, M * N, 2) if REFEREE.wins(0, 0, True, plies))
    Verifier(*BOARD, best).verify(plies)
    with pytest.raises(Refuted, match="has not won"):
        Verifier(*BOARD, best).verify(plies - 2)


def test_a_line_without_a_move_and_one_with_a_move_that_does_not_win_are_found_wherever_they_are() -> None:
    lost = 0
    for x, o in asked():
        taken = [number for number in range(M * N) if number not in empty(x, o)][:1]
        for number in (None, *taken):
            with pytest.raises(Refuted, match="no move"):
                Verifier(*BOARD, but(x, o, number)).verify(M * N)
        for number in empty(x, o):
            if not REFEREE.wins(x | 1 << number, o, False, M * N):
                lost += 1
                with pytest.raises(Refuted):
                    Verifier(*BOARD, but(x, o, number)).verify(M * N)
    assert lost > 10
