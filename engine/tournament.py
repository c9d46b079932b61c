"""Games between players, which are functions from a board to a cell: one game, or a round robin and its cross table."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import NamedTuple, TypeAlias

from engine.analysis import A_SECOND, choose
from engine.board import Board
from engine.budget import Limit
from engine.players import HARD, MEDIUM, Choice, classic, easy
from engine.record import Record
from engine.rules import Cell, IllegalMove, Mark, Rules

Player: TypeAlias = Callable[[Board], Cell]

LEVELS: Mapping[str, Callable[[Board, Random, Limit], Choice]] = {
    "easy": lambda board, random, _: easy(board, random),
    "classic": lambda board, random, _: classic(board, random),
    "medium": lambda board, random, limit: choose(board, limit, random=random, handicap=MEDIUM),
    "hard": lambda board, random, limit: choose(board, limit, random=random, handicap=HARD),
    "expert": lambda board, random, limit: choose(board, limit, random=random),
}
_RESULTS = ("1-0", "1/2-1/2", "0-1")  # of X: a win, a draw, a loss


def player(level: str, random: Random | None = None, limit: Limit = A_SECOND) -> Player:
    """Return a computer player of one of the LEVELS. limit is for each move, if the level searches.

    Raises ValueError: there is no such level.
    """
    if level not in LEVELS:
        raise ValueError(f"expected one of the levels {', '.join(LEVELS)}, not {level!r}")
    source = random or Random()
    return lambda board: LEVELS[level](board, source, limit).cell


def play(x: Player, o: Player, rules: Rules, opening: Iterable[Cell] = (), **headers: str) -> Record:
    """Play a game after an opening, and return its record with these headers. Players get copies of the board.

    Raises IllegalMove, TypeError: a player's cell isn't a legal move. A note in the error says whose.
    """
    board = Board.replay(rules, opening)
    while not board.is_over:
        cell = (x if board.turn is Mark.X else o)(board.copy())
        try:
            board.push(cell)
        except (IllegalMove, TypeError) as error:
            error.add_note(f"This was ply {len(board.plies) + 1}, by {headers.get(board.turn.name, board.turn.name)}.")
            raise
    return Record.of(board, **headers)


def round_robin(
    players: Mapping[str, Player], rules: Rules, openings: Iterable[Iterable[Cell]] = ((),)
) -> Iterator[Record]:
    """Yield the games of a tournament: each pair of players plays each opening twice, with colors swapped."""
    starts = [tuple(opening) for opening in openings]
    for first, second in combinations(players, 2):
        for opening in starts:
            for x, o in ((first, second), (second, first)):
                yield play(players[x], players[o], rules, opening, X=x, O=o)


class Score(NamedTuple):
    """The numbers of games won, drawn and lost. A win is one point, a draw half of one."""

    wins: int
    draws: int
    losses: int

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2


@dataclass(frozen=True)
class CrossTable:
    """The finished games of a tournament, by the headers X and O. As text, the best players come first.

    >>> from engine import Record, Rules
    >>> results = [("Ann", "Ben", "1-0"), ("Ben", "Ann", "1/2-1/2"), ("Cem", "Ann", "0-1")]
    >>> records = [Record(Rules(3, 3, 3), (), {"X": x, "O": o}, result) for x, o, result in results]
    >>> print(CrossTable.of(records))
             1    2  3  points  games
    1 Ann    -  1.5  1     2.5      3
    2 Ben  0.5    -  -     0.5      2
    3 Cem    0    -  -       0      1
    """

    counts: Mapping[tuple[str, str, int], int]  # of games, by player, opponent and 0 (won), 1 (drawn) or 2 (lost)

    @classmethod
    def of(cls, records: Iterable[Record]) -> "CrossTable":
        """Return the table of these games. A side without a header is called X or O."""
        ended = [record for record in records if record.result in _RESULTS]
        games = [
            (each.headers.get("X", "X"), each.headers.get("O", "O"), _RESULTS.index(each.result)) for each in ended
        ]
        return cls(Counter([*games, *((o, x, 2 - result) for x, o, result in games)]))

    def score(self, name: str, opponent: str | None = None) -> Score:
        """Return the score of a player against one opponent or all."""
        games = [(key[2], count) for key, count in self.counts.items() if key[0] == name and opponent in (None, key[1])]
        return Score(*(sum(count for result, count in games if result == each) for each in range(3)))

    @property
    def names(self) -> list[str]:
        """The players, the one with the most points first."""
        return sorted({key[0] for key in self.counts}, key=lambda name: (-self.score(name).points, name))

    def __str__(self) -> str:
        names = self.names
        rows = [["", *(str(number) for number in range(1, len(names) + 1)), "points", "games"]]
        for number, name in enumerate(names, 1):
            scores = [self.score(name, other) for other in names]
            points = [f"{score.points:g}" if sum(score) else "-" for score in scores]
            total = self.score(name)
            rows.append([f"{number} {name}", *points, f"{total.points:g}", str(sum(total))])
        first, *rest = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join([row[0].ljust(first), *map(str.rjust, row[1:], rest)]) for row in rows)
