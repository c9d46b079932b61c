"""The search's position, compared with a full scan."""

from random import Random

from engine import Rules
from engine.expert.position import COMPLETION, Kind, Position
from tests.engine.naive import NaiveBoard


def windows_by_place(naive: NaiveBoard, mark: int, left: int) -> list[int]:
    """Count the mark's live windows through each empty place that one more mark leaves this far from complete."""
    counts = [0] * (naive.m * naive.n)
    for window in naive.windows:
        marks = [naive.marks.get(cell, 0) for cell in window]
        if 3 - mark not in marks and marks.count(mark) == naive.k - 1 - left:
            for (row, col), other in zip(window, marks, strict=True):
                counts[row * naive.n + col] += not other
    return counts


def test_lanes_count_live_windows_and_unmake_restores_them() -> None:
    random = Random(1)
    for _ in range(25):
        m, n, k = random.randint(1, 7), random.randint(1, 7), random.randint(2, 5)
        position, naive = Position(Rules(m, n, k), Kind.PLAY), NaiveBoard(m, n, k)
        before = []
        while not naive.is_over():
            for mark in (1, 2):
                worth = position.lanes(position.live[mark])
                assert [value // COMPLETION for value in worth] == windows_by_place(naive, mark, 0)
                assert [bool(value) for value in worth] == [
                    any(counts)
                    for counts in zip(*(windows_by_place(naive, mark, left) for left in range(k)), strict=True)
                ]
            row, col = random.choice(naive.empty)
            before.append(state(position))
            naive.set((row, col))
            position.make(row * n + col)
        while before:
            position.unmake()
            assert state(position) == before.pop()


def state(position: Position) -> tuple[object, ...]:
    return [*position.live], position.score, position.hash, [*position.marks], position.turn


def test_symmetric_positions_share_one_key() -> None:
    keys = set()
    for first, second in (((0, 1), (2, 2)), ((1, 0), (2, 2)), ((2, 1), (0, 0)), ((1, 2), (2, 0)), ((1, 2), (0, 0))):
        position = Position(Rules(3, 3, 3), Kind.STRONG)
        for row, col in (first, second):
            position.make(row * 3 + col)
        keys.add(min(position.hashes()))
    assert len(keys) == 1
    position = Position(Rules(3, 3, 3), Kind.STRONG)
    position.make(1)
    position.make(0)
    assert min(position.hashes()) not in keys
