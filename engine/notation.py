"""Games as text in our own format, for any rules: headers, moves and a result, like PGN in chess.

    [X "Ann"]
    [O "Ben"]
    [Rules "3,4,3"]
    [Result "1-0"]

    1. a1 b1 2. a2 b2 3. a3 1-0

Comments in braces, and from a semicolon to the end of the line, are skipped. A text may hold many games.
"""

import re
import textwrap
from collections.abc import Generator, Iterator
from contextlib import contextmanager

from engine.board import Board
from engine.record import RESULTS, UNFINISHED, Record
from engine.rules import Cell, Rules

_HEADER = r'\[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\\n]|\\.)*+)"\s*\]'
_TOKEN = re.compile(rf"{_HEADER}|\{{[^}}]*\}}|;[^\n]*|[0-9]+\.+|\s+|(?P<word>[^\s{{}};\[\]]+)")
_CELLS = re.compile(r"(?:[a-z]{1,6}[1-9][0-9]{0,8}+){2,}+", re.IGNORECASE)
_RULES = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*")
MOST_CELLS = 10**8  # of a board in a text: a byte each


@contextmanager
def at_line(number: int) -> Generator[None]:
    """Add the number of a line to the errors that its content raises, unless they have one."""
    try:
        yield
    except ValueError as error:
        if str(error).startswith("line "):
            raise
        raise type(error)(f"line {number}: {error}") from None


def new_board(m: int, n: int, k: int) -> Board:
    """Return an empty board of a size that a text gives.

    Raises ValueError: a number is 0, or the board is too large.
    """
    if m * n > MOST_CELLS:
        raise ValueError(f"expected a board of at most {MOST_CELLS} cells, not {m}x{n}")
    return Board(Rules(m, n, k))


def push_all(board: Board, word: str) -> None:
    """Push the cell that a word names, or the cells of several names such as h8i9j7."""
    names = re.findall("[A-Za-z]+[0-9]+", word) if _CELLS.fullmatch(word) else [word]
    for name in names:
        board.push(Cell.from_text(name))


def write(record: Record) -> str:
    """Return a game as text, without a newline at the end."""
    rules = record.rules
    headers = {**record.headers, "Rules": f"{rules.m},{rules.n},{rules.k}", "Result": record.result}
    headers |= {"Times": " ".join(map(str, record.times))} if record.times else {}
    headers |= {"Levels": ":".join(map(str, record.levels))} if any(record.levels) else {}
    escaped = {name: re.sub(r'([\\"])', r"\\\1", value) for name, value in headers.items()}
    lines = [f'[{name} "{value}"]' for name, value in escaped.items()]
    words = [f"{ply // 2 + 1}. " * (ply % 2 == 0) + cell.to_text() for ply, cell in enumerate(record.plies)]
    return "\n".join([*lines, "", textwrap.fill(" ".join([*words, record.result]), 80)])


def read(text: str) -> Iterator[Record]:
    """Yield the games in a text. Headers after a move or a result begin another game.

    Raises ValueError: the text isn't in our format. The message says in which line.
    """
    headers: dict[str, str] = {}
    words: list[tuple[str, int]] = []
    number, at = 1, 0
    while at < len(text):
        with at_line(number):
            if not (token := _TOKEN.match(text, at)):
                raise ValueError(f"expected a header, a move or a result, not {text[at : at + 80].splitlines()[0]!r}")
            if token["name"] and words:
                yield _game(headers, words)
                headers, words = {}, []
            if token["name"] in headers:
                raise ValueError(f"{token['name']} is given twice")
            if token["name"]:
                headers[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
            elif token["word"]:
                words.append((token["word"], number))
        number, at = number + token[0].count("\n"), token.end()
    if headers or words:
        yield _game(headers, words)


def _game(headers: dict[str, str], words: list[tuple[str, int]]) -> Record:
    sides = _RULES.fullmatch(headers.pop("Rules", ""))
    if not sides:
        raise ValueError('expected a header with m, n and k, such as [Rules "3,3,3"]')
    board, result = new_board(*map(int, sides.groups())), headers.pop("Result", "")
    times = re.fullmatch("((?:[0-9]{1,18} ?)*)", headers.pop("Times", ""))
    levels = re.fullmatch("([0-9]{1,9}):([0-9]{1,9})", headers.pop("Levels", "0:0"))
    if not times or not levels:
        raise ValueError('expected times in milliseconds such as [Times "10 200"], and levels such as [Levels "11:11"]')
    for index, (word, number) in enumerate(words):
        with at_line(number):
            if word not in (UNFINISHED, *RESULTS.values()):
                push_all(board, word)
            elif index < len(words) - 1:
                raise ValueError(f"expected the end of the game after {word}, not {words[index + 1][0]!r}")
            elif result not in ("", word):
                raise ValueError(f"the Result header is {result}, but the moves end with {word}")
            else:
                result = word
    spent, (x, o) = tuple(map(int, times[1].split())), map(int, levels.groups())
    return Record(board.rules, tuple(board.plies), headers, result, spent, (x, o))
