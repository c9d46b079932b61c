"""The rows of the table: our version and the published version on the same moves, for each board size."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeAlias

from benchmarks.published import CounterEngine, CounterSquare, ScanGame
from engine import Board, Cell, Mark, Rules
from engine.players import classic
from engine.square import TicTacToe, replay

Work: TypeAlias = Callable[[], object]


Make: TypeAlias = Callable[[Rules], tuple[Work, Work, int]]  # our work, theirs, and the number of operations
SIZES = tuple(
    Rules(*size)
    for size in ((3, 3, 3), (19, 19, 5), (100, 100, 5), (100, 100, 100), (1000, 1000, 5), (2000, 2000, 2000))
)
LIMIT = 40_000  # plies per game at most
ENOUGH = 1_500  # plies per round: a short round is more likely to run undisturbed


class Row(NamedTuple):
    """One row of the table."""

    name: str
    sizes: tuple[Rules, ...]
    make: Make


# -- moves


@cache
def random_games(size: Rules) -> list[list[Cell]]:
    """Return random finished games, at least ENOUGH plies in total."""
    chance = random.Random(f"{size.m}×{size.n} k{size.k}")
    games: list[list[Cell]] = []
    plies = 0
    while plies < ENOUGH:
        cells = _shuffled(size, chance)
        board = Board(size)
        for cell in cells:
            board.push(cell)
            if board.outcome or len(board.plies) == LIMIT:
                break
        games.append(list(board.plies))
        plies += len(board.plies)
    return games


def _shuffled(size: Rules, chance: random.Random) -> list[Cell]:
    if size.m * size.n <= LIMIT:
        return chance.sample([Cell(row, col) for row in range(size.m) for col in range(size.n)], size.m * size.n)
    places = chance.sample(range(size.m * size.n), LIMIT)
    return [Cell(*divmod(place, size.n)) for place in places]


@cache
def rows_filled(size: Rules) -> list[list[Cell]]:
    """Return one game in which both players fill rows from the left, up to one cell short of a line."""
    plies = [
        Cell(row + player, col) for row in range(0, size.m - 1, 2) for col in range(size.n - 1) for player in (0, 1)
    ]
    return [plies[:LIMIT]]


@cache
def half_full(size: Rules) -> list[Cell]:
    """Return plies that fill half of the board without a winning move for either side.

    Every window of 5 has one cell of each value of (row + 2 * col) % 5. Two values stay empty, so every window of k >=
    5 has at least two empty cells.
    """
    cells = [Cell(r, c) for r in range(size.m) for c in range(size.n) if (r + 2 * c) % 5 > 1]
    return random.Random(1).sample(cells, size.m * size.n // 2)


def _boards(size: Rules, plies: list[Cell]) -> tuple[Board, ScanGame]:
    board, scan = Board(size), ScanGame(size.m, size.n, size.k)
    for cell in plies:
        board.push(cell)
        scan.move(*cell)
    return board, scan


# -- rows


def _pushes(games: Callable[[Rules], list[list[Cell]]]) -> Make:
    def make(size: Rules) -> tuple[Work, Work, int]:
        played = games(size)

        def ours() -> None:
            for plies in played:
                push = Board(size).push
                for cell in plies:
                    push(cell)

        def published() -> None:
            for plies in played:
                move = ScanGame(size.m, size.n, size.k).move
                for row, col in plies:
                    move(row, col)

        return ours, published, sum(map(len, played))

    return make


def _asking(plies: int, ours: Callable[[Board], object], published: Callable[[ScanGame], object]) -> Make:
    """Run a query after taking back and repeating plies: one, or enough to need a pass over the whole board."""

    def make(size: Rules) -> tuple[Work, Work, int]:
        board, scan = _boards(size, half_full(size))
        last = board.plies[-plies:]

        def ask_ours() -> None:
            for _ in last:
                board.pop()
            for cell in last:
                board.push(cell)
            ours(board)

        def ask_published() -> None:
            for row, col in reversed(last):
                scan.undo(row, col)
            for row, col in last:
                scan.move(row, col)
            published(scan)

        return ask_ours, ask_published, 1

    return make


def _winning_moves(plies: int) -> Make:
    return _asking(
        plies,
        lambda board: (board.winning_moves(Mark.X), board.winning_moves(Mark.O)),
        lambda scan: (scan.winning_moves(1), scan.winning_moves(2)),
    )


def _classic_reply(plies: int) -> Make:
    chance = random.Random(1)
    return _asking(plies, lambda board: classic(board, chance), ScanGame.reply)


def _leetcode(size: Rules) -> tuple[Work, Work, int]:
    moves = [(*cell, 1 + ply % 2) for ply, cell in enumerate(rows_filled(size)[0])]
    games = max(1, 1000 // len(moves))

    def play(square: type[TicTacToe] | type[CounterSquare]) -> None:
        for _ in range(games):
            move = square(size.n).move
            for row, col, player in moves:
                move(row, col, player)

    return lambda: play(TicTacToe), lambda: play(CounterSquare), games * len(moves)


def _efficient_engine(size: Rules) -> tuple[Work, Work, int]:
    chance = random.Random(1)
    operations: list[tuple[Any, ...]] = []
    for _ in range(200_000):
        kind = chance.random()
        if kind < 0.85:
            operations.append(("move", chance.randrange(size.n), chance.randrange(size.n), chance.randint(1, 2)))
        else:
            operations.append(("reset",) if kind > 0.999 else ("undo",))

    def published() -> list[str]:
        process = CounterEngine(size.n).process
        return [process(operation) for operation in operations]

    assert published() == replay(size.n, operations)
    return lambda: replay(size.n, operations), published, len(operations)


SQUARES = tuple(Rules(n, n, n) for n in (3, 100, 1000, 2000))
WITH_ROOM = tuple(size for size in SIZES if size.n > 3)

ROWS = (
    Row("push with win check, random", SIZES, _pushes(random_games)),
    Row("push with win check, rows filled", SIZES[3:4] + SIZES[5:], _pushes(rows_filled)),
    Row("winning moves of X, then of O, half full, after a ply", WITH_ROOM[:-1], _winning_moves(1)),
    Row("winning moves of X, then of O, half full, after 10 plies", WITH_ROOM[:-1], _winning_moves(10)),
    Row("classic reply, half full, after a ply", WITH_ROOM[:-1], _classic_reply(1)),
    Row("classic reply, half full, after 10 plies", WITH_ROOM[:-1], _classic_reply(10)),
    Row("LeetCode 348, against the counters", SQUARES, _leetcode),
    Row("efficient engine, 200,000 operations", SQUARES, _efficient_engine),
)
