"""Games that can be stored: their rules, moves, players and results.

They are written and read in three formats: engine.notation, our own for any rules; engine.psq, Gomocup's; engine.sgf.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from engine.board import Board
from engine.rules import Cell, Mark, Rules, check_type

RESULTS: Mapping[Mark | None, str] = {Mark.X: "1-0", Mark.O: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
BYTE_ORDER_MARK = "\ufeff"
RESERVED = ("Rules", "Result", "Times", "Levels")  # headers that are fields


@dataclass(frozen=True)
class Record:
    """One game: its rules, plies, headers and result.

    The headers X and O name the players. result is 1-0, 0-1, 1/2-1/2, or * for an unfinished game; by default, it comes
    from the board. A game may end before the board is decided, by resignation or agreement.

    >>> board = Board.replay(Rules(2, 2, 2), [Cell(0, 0), Cell(1, 0), Cell(0, 1)])
    >>> record = Record.of(board, X="Ann", O="Ben")
    >>> print(record.to_text())
    [X "Ann"]
    [O "Ben"]
    [Rules "2,2,2"]
    [Result "1-0"]
    <BLANKLINE>
    1. a1 a2 2. b1 1-0
    >>> Record.from_text(record.to_text()) == record
    True

    times are the thinking times of the plies in milliseconds, or empty if they aren't known. levels are those of X and
    O in Piskvork, 0 for a person.

    Raises IllegalMove: a ply is not legal.
    Raises ValueError: the result isn't one of the four, or differs from the board's; or a header's name isn't a word,
    is a name of a field, or its value isn't one printable line; or there isn't one time for each ply.
    """

    rules: Rules
    plies: tuple[Cell, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    result: str = ""
    times: tuple[int, ...] = ()
    levels: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        check_type(self.headers, Mapping)
        board = self.board
        values = {
            "plies": tuple(board.plies),
            "headers": dict(self.headers),
            "times": tuple(self.times) if any(self.times) else (),
            "levels": tuple(self.levels),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)
        outcome = board.outcome
        known = RESULTS[outcome.winner] if outcome else ""
        if self.result not in ("", UNFINISHED, *RESULTS.values()):
            raise ValueError(f"expected 1-0, 0-1, 1/2-1/2 or *, not {self.result!r}")
        if known and self.result not in ("", known):
            raise ValueError(f"the result on the board is {known}, not {self.result}")
        if not self.result:
            object.__setattr__(self, "result", known or UNFINISHED)
        for name, value in self.headers.items():
            check_type(name, str)
            check_type(value, str)
            if name in RESERVED or not re.fullmatch(r"[A-Za-z]\w*", name) or not value.isprintable():
                raise ValueError(f"not a valid header: {name!r} with the value {value!r}")
        if self.times and (len(self.times) != len(self.plies) or min(self.times) < 0):
            raise ValueError(f"expected a time for each of {len(self.plies)} plies, not {self.times}")

    @classmethod
    def of(cls, board: Board, result: str = "", **headers: str) -> "Record":
        """Return a record of the game on a board."""
        check_type(board, Board)
        return cls(board.rules, tuple(board.plies), headers, result)

    @property
    def board(self) -> Board:
        """A new board after all plies."""
        return Board.replay(self.rules, self.plies)

    def to_text(self) -> str:
        """Return the game as text, without a newline at the end."""
        return notation.write(self)

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Return the game that a text describes, in the format of to_text.

        Raises ValueError: the text isn't in that format, or doesn't have exactly one game. The message says where.
        """
        return _only(notation.read(_text(text)))

    def to_psq(self) -> str:
        """Return the game as a .psq file: see engine.psq.write."""
        return psq.write(self)

    @classmethod
    def from_psq(cls, text: str) -> "Record":
        """Return the game in a .psq file: see engine.psq.read."""
        return psq.read(_text(text))

    def to_sgf(self) -> str:
        """Return the game as SGF: see engine.sgf.write."""
        return sgf.write(self)

    @classmethod
    def from_sgf(cls, text: str) -> "Record":
        """Return the only game in a text in SGF: see engine.sgf.read."""
        return _only(sgf.read(_text(text)))


def games(source: str | PathLike[str]) -> list[Record]:
    """Return the games in a text, or in the file at a path, in any of the three formats.

    A file that isn't UTF-8 is read as Latin-1.

    Raises ValueError: the text isn't in one of the formats. The message says in which line.
    """
    text = source if isinstance(source, str) else _decoded(Path(source).read_bytes())
    text = _text(text)
    if text.lstrip().startswith("Piskvorky"):
        return [Record.from_psq(text)]
    return list((sgf if text.lstrip().startswith("(") else notation).read(text))


def _decoded(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _text(text: str) -> str:
    check_type(text, str)
    return text.removeprefix(BYTE_ORDER_MARK)


def _only(records: Iterator[Record]) -> Record:
    found = list(records)
    if len(found) != 1:
        raise ValueError(f"expected one game, not {len(found)}: engine.games reads any number of them")
    return found[0]


from engine import notation, psq, sgf  # noqa: E402 - they import Record
