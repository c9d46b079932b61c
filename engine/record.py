"""Games that can be stored: their rules, moves, players and results, as text in three formats.

Our own is for any rules, and like PGN in chess. Comments in braces, and from a semicolon to the end of the line, are
skipped. A text may hold many games.

    [X "Ann"]
    [O "Ben"]
    [Rules "3,4,3"]
    [Result "1-0"]

    1. a1 b1 2. a2 b2 3. a3 1-0

The .psq files of Gomocup's tournament manager, Piskvork, have players, moves and times, but no k: five or more in a row
wins. Renju formats aren't supported: in Renju six in a row doesn't win, some moves are forbidden to X, and openings
swap and offer marks, so few Renju games can be replayed here.

SGF is read and written as c-gomoku-cli writes it. Black is X, and k is 5 unless the rules say otherwise, as in
RU[k=4]. Setups and variations aren't supported.

Sources: Piskvork by Petr Lastovicka, the functions openPsq and savePsq; for the last line of a .psq file, GomocupJudge,
the function end in server.py; SGF FF[4] by Arno Hollosi, https://www.red-bean.com/sgf/
"""

import re
import textwrap
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from string import ascii_letters

from engine.board import Board
from engine.rules import Cell, Mark, Rules, check_type

RESULTS: Mapping[Mark | None, str] = {Mark.X: "1-0", Mark.O: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"
BYTE_ORDER_MARK = "\ufeff"
RESERVED = ("Rules", "Result", "Times", "Levels")  # headers that are fields
MOST_CELLS = 10**8  # of a board in a text: a byte each
FIVE = 5  # k in .psq and SGF
LONGEST_TIME, HIGHEST_LEVEL = 10**18 - 1, 10**9 - 1

_HEADER = r'\[\s*(?P<name>[A-Za-z]\w*)\s+"(?P<value>(?:[^"\\\n]|\\.)*+)"\s*\]'
_TOKEN = re.compile(rf"{_HEADER}|\{{[^}}]*\}}|;[^\n]*|[0-9]+\.+|\s+|(?P<word>[^\s{{}};\[\]]+)")
_CELLS = re.compile(r"(?:[a-z]{1,6}[1-9][0-9]{0,8}+){2,}+", re.IGNORECASE)
_RULES = re.compile(r"\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*,\s*([0-9]{1,9})\s*")

_UNKNOWN_PLAYER = "?"
_FIRST_LINE = re.compile(r"Piskvorky ([0-9]{1,9})x([0-9]{1,9}), *([0-9]{1,9}): *([0-9]{1,9}), *([01])")
_MOVE = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})(?:\s*,\s*(-?[0-9]{1,18}))?")
_BEGINS_LIKE_MOVE = re.compile(r"\s*[0-9]+\s*[,;]\s*[0-9]+\s*[,;]")
_ERROR_CODE = re.compile(r"\s*-?[0-9]{1,9}\s*")
_WINNER = re.compile(r"([012]),(.*)")

_SGF_HEADERS = {"PB": "X", "PW": "O", "EV": "Event", "DT": "Date", "RO": "Round", "PC": "Site"}
_SGF_FIELDS = {"FF", "GM", "SZ", "RE", "CA", "AP", "ST"}  # properties of the root that aren't headers
_SGF_SETUP = {"AB", "AW", "AE", "PL"}
_COLORS = {"B": Mark.X, "W": Mark.O}
_VALUE = r"\[((?:[^\]\\]|\\.)*+)\]"
_SGF_TOKEN = re.compile(rf"\s+|[();]|(?P<name>[A-Z]+)\s*{_VALUE}(?P<more>(?:\s*{_VALUE})*+)", re.DOTALL)
_SGF_RESULT = re.compile(r"(?:([BW])\+.*|(0|Draw)|\?|Void|)", re.IGNORECASE)


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
        known = RESULTS[board.outcome.winner] if board.outcome else ""
        if self.result not in ("", UNFINISHED, *RESULTS.values()):
            raise ValueError(f"expected 1-0, 0-1, 1/2-1/2 or *, not {self.result!r}")
        if known and self.result not in ("", known):
            raise ValueError(f"the result on the board is {known}, not {self.result}")
        for name, value in self.headers.items():
            check_type(name, str)
            check_type(value, str)
            if name in RESERVED or not re.fullmatch(r"[A-Za-z]\w*", name) or not value.isprintable():
                raise ValueError(f"not a valid header: {name!r} with the value {value!r}")
        times, levels = tuple(self.times), tuple(self.levels)
        for number in (*times, *levels):
            check_type(number, int)
        if times and (len(times) != len(board.plies) or min(times) < 0 or max(times) > LONGEST_TIME):
            raise ValueError(f"expected a time for each of {len(board.plies)} plies, not {times}")
        if len(levels) != len(Mark) or min(levels) < 0 or max(levels) > HIGHEST_LEVEL:
            raise ValueError(f"expected the levels of X and O, not {levels}")
        values = {"plies": tuple(board.plies), "headers": dict(self.headers), "levels": levels}
        values |= {"result": self.result or known or UNFINISHED, "times": times if any(times) else ()}
        for name, value in values.items():
            object.__setattr__(self, name, value)

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
        rules = self.rules
        headers = {**self.headers, "Rules": f"{rules.m},{rules.n},{rules.k}", "Result": self.result}
        headers |= {"Times": " ".join(map(str, self.times))} if self.times else {}
        headers |= {"Levels": ":".join(map(str, self.levels))} if any(self.levels) else {}
        escaped = {name: re.sub(r'([\\"])', r"\\\1", value) for name, value in headers.items()}
        lines = [f'[{name} "{value}"]' for name, value in escaped.items()]
        words = [f"{ply // 2 + 1}. " * (ply % 2 == 0) + cell.to_text() for ply, cell in enumerate(self.plies)]
        return "\n".join([*lines, "", textwrap.fill(" ".join([*words, self.result]), 80)])

    @classmethod
    def from_text(cls, text: str) -> "Record":
        """Return the game that a text describes, in the format of to_text.

        Raises ValueError: the text isn't in that format, or doesn't have exactly one game. The message says where.
        """
        return _only(_read(_text(text)))

    def to_psq(self) -> str:
        """Return the game as a .psq file.

        Raises ValueError: k is not 5, or the names of the players look like moves.
        """
        rules, headers = self.rules, self.headers
        if rules.k != FIVE:
            raise ValueError(f".psq files are for five in a row, not {rules.k}")
        names = [name if (name := headers.get(mark.name, "")).strip() else _UNKNOWN_PLAYER for mark in Mark]
        if _are_moves(names):
            raise ValueError(f"in a .psq file, the names {names} would be read as moves")
        lines = [f"Piskvorky {rules.n}x{rules.m}, {self.levels[0]}:{self.levels[1]}, 0"]
        times = self.times or (0,) * len(self.plies)
        lines += [f"{col + 1},{row + 1},{time}" for (row, col), time in zip(self.plies, times, strict=True)]
        lines += [*(names if names != [_UNKNOWN_PLAYER] * 2 else []), "-1"]
        if self.result != UNFINISHED:
            winners = [RESULTS[winner] for winner in (None, *_in_order(self.times, list(Mark)))]
            lines.append(f"{winners.index(self.result)},{headers.get('Event', '')}")
        return "\n".join(lines)

    @classmethod
    def from_psq(cls, text: str) -> "Record":
        """Return the game in a .psq file.

        Raises ValueError: a line isn't one of a .psq file. The message says which.
        Raises IllegalMove: a move is not legal, such as one after six in a row in a game where only exactly five win.
        """
        return _read_psq(_text(text))

    def to_sgf(self) -> str:
        """Return the game as SGF, without headers that have no place there.

        Raises ValueError: the board has more than 52 rows or columns.
        """
        m, n, k = self.rules.m, self.rules.n, self.rules.k
        if max(m, n) > len(ascii_letters):
            raise ValueError(f"SGF has at most {len(ascii_letters)} rows and columns, not {m}x{n}")
        names = {header: name for name, header in _SGF_HEADERS.items()}
        headers = {names.get(header, header): value for header, value in self.headers.items()}
        root = {"FF": "4", "GM": "4", "SZ": f"{n}" if m == n else f"{n}:{m}"}
        root |= {
            name: text for name, text in headers.items() if re.fullmatch("[A-Z]{2}", name) and name not in _SGF_FIELDS
        }
        root |= {"RU": f"k={k}"} if k != FIVE else {}
        root |= {"RE": {"1-0": "B+", "0-1": "W+", "1/2-1/2": "0"}.get(self.result, "?")}
        escaped = [name + "[" + re.sub(r"([]\\])", r"\\\1", value) + "]" for name, value in root.items()]
        moves = [
            f";{'BW'[ply % 2]}[{ascii_letters[col]}{ascii_letters[row]}]" for ply, (row, col) in enumerate(self.plies)
        ]
        if self.times:
            moves = [f"{move}C[{time}ms]" for move, time in zip(moves, self.times, strict=True)]
        rows = ["".join(moves[ply : ply + 8]) for ply in range(0, len(moves), 8)]
        return "\n".join(["(;" + "".join(escaped), *rows]) + ")"

    @classmethod
    def from_sgf(cls, text: str) -> "Record":
        """Return the only game in a text in SGF.

        Raises ValueError: the text isn't SGF of such a game. The message says in which line.
        """
        return _only(_read_sgf(_text(text)))


def games(source: str | PathLike[str]) -> list[Record]:
    """Return the games in a text, or in the file at a path, in any of the three formats.

    A file that isn't UTF-8 is read as Latin-1.

    Raises ValueError: the text isn't in one of the formats. The message says in which line.
    """
    if not isinstance(source, str):
        try:
            source = Path(source).read_text("utf-8")
        except UnicodeDecodeError:
            source = Path(source).read_text("latin-1")
    text = _text(source)
    if text.lstrip().startswith("Piskvorky"):
        return [_read_psq(text)]
    return list((_read_sgf if text.lstrip().startswith("(") else _read)(text))


def _text(text: str) -> str:
    check_type(text, str)
    return text.removeprefix(BYTE_ORDER_MARK)


def _only(records: Iterator[Record]) -> Record:
    games = list(records)
    if len(games) != 1:
        raise ValueError(f"expected one game, not {len(games)}: engine.games reads any number of them")
    return games[0]


@contextmanager
def _at_line(number: int) -> Generator[None]:
    """Add the number of a line to the errors that its content raises, unless they have one."""
    try:
        yield
    except ValueError as error:
        if str(error).startswith("line "):
            raise
        raise type(error)(f"line {number}: {error}") from None


def _tokens(text: str, pattern: re.Pattern[str], expected: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the tokens of a text, each with the number of its line."""
    number, at = 1, 0
    while at < len(text):
        if not (token := pattern.match(text, at)):
            raise ValueError(f"line {number}: expected {expected}, not {text[at : at + 80].splitlines()[0]!r}")
        yield number, token
        number, at = number + token[0].count("\n"), token.end()


def _new_board(m: int, n: int, k: int) -> Board:
    if m * n > MOST_CELLS:
        raise ValueError(f"expected a board of at most {MOST_CELLS} cells, not {m}x{n}")
    return Board(Rules(m, n, k))


def _read(text: str) -> Iterator[Record]:
    """Yield the games in a text in our own format. Headers after a move or a result begin another game."""
    headers: dict[str, str] = {}
    words: list[tuple[str, int]] = []
    for number, token in _tokens(text, _TOKEN, "a header, a move or a result"):
        with _at_line(number):
            if token["name"] and words:
                yield _game(headers, words)
                headers, words = {}, []
            if token["name"] in headers:
                raise ValueError(f"{token['name']} is given twice")
            if token["name"]:
                headers[token["name"]] = re.sub(r"\\(.)", r"\1", token["value"])
            elif token["word"]:
                words.append((token["word"], number))
    if headers or words:
        with _at_line(text.count("\n") + 1):
            yield _game(headers, words)


def _game(headers: dict[str, str], words: list[tuple[str, int]]) -> Record:
    sides = _RULES.fullmatch(headers.pop("Rules", ""))
    if not sides:
        raise ValueError('expected a header with m, n and k, such as [Rules "3,3,3"]')
    board, result = _new_board(*map(int, sides.groups())), headers.pop("Result", "")
    times = re.fullmatch("((?:[0-9]{1,18}+(?: |$))*+)", headers.pop("Times", ""))
    levels = re.fullmatch("([0-9]{1,9}):([0-9]{1,9})", headers.pop("Levels", "0:0"))
    if not times or not levels:
        raise ValueError('expected times in milliseconds such as [Times "10 200"], and levels such as [Levels "11:11"]')
    for index, (word, number) in enumerate(words):
        with _at_line(number):
            if word not in (UNFINISHED, *RESULTS.values()):
                for name in re.findall("[A-Za-z]+[0-9]+", word) if _CELLS.fullmatch(word) else [word]:  # as in h8i9j7
                    board.push(Cell.from_text(name))
            elif index < len(words) - 1:
                raise ValueError(f"expected the end of the game after {word}, not {words[index + 1][0]!r}")
            elif result not in ("", word):
                raise ValueError(f"the Result header is {result}, but the moves end with {word}")
            else:
                result = word
    spent, (x, o) = tuple(map(int, times[1].split())), map(int, levels.groups())
    return Record(board.rules, tuple(board.plies), headers, result, spent, (x, o))


def _read_psq(text: str) -> Record:
    lines = [(number, line.replace("\t", " ")) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines:
        if not line.isprintable():
            raise ValueError(f"line {number}: expected printable characters, not {line[:80]!r}")
    first = _FIRST_LINE.fullmatch(lines[0][1].strip()) if lines else None
    if not first:
        raise ValueError("line 1: expected a first line such as Piskvorky 15x15, 11:11, 0")
    with _at_line(lines[0][0]):
        board, times = _new_board(int(first[2]), int(first[1]), FIVE), list[int]()
    moves, names, winner = _parts(lines[1:])
    for number, line in moves:
        with _at_line(number):
            if not (move := _MOVE.fullmatch(line.strip())):
                raise ValueError(f"expected a move such as 8,8,0, not {line.strip()[:80]!r}")
            board.push(Cell(int(move[2]) - 1, int(move[1]) - 1))
            times.append(max(0, int(move[3] or 0)))
    players = list(Mark)[:: -1 if first[5] == "1" else 1]  # in the file, players are in the order of their settings
    headers = {mark.name: name for mark, name in zip(players, names, strict=False) if name != _UNKNOWN_PLAYER}
    levels = (int(first[3]), int(first[4])) if players[0] is Mark.X else (int(first[4]), int(first[3]))
    if winner and winner[2]:
        headers["Event"] = winner[2]
    ends = winner and not board.outcome
    result = RESULTS[(None, *_in_order(times, players))[int(winner[1])]] if winner and ends else ""
    return Record(board.rules, tuple(board.plies), headers, result, tuple(times), levels)


def _parts(lines: list[tuple[int, str]]) -> tuple[list[tuple[int, str]], list[str], re.Match[str] | None]:
    """Return the lines of the moves, the names of both players if given, and Gomocup's last line if given.

    The names are the two lines before the error code.
    """
    last = _WINNER.fullmatch(lines[-1][1]) if len(lines) > 1 and _ERROR_CODE.fullmatch(lines[-2][1]) else None
    rest = lines[:-1] if last else lines
    if not rest or not _ERROR_CODE.fullmatch(rest[-1][1]):
        return rest, [], last
    names = [line for _, line in rest[-3:-1]]
    return (rest[:-1], [], last) if len(names) < len(Mark) or _are_moves(names) else (rest[:-3], names, last)


def _are_moves(names: list[str]) -> bool:
    return any(map(_BEGINS_LIKE_MOVE.match, names)) or all(_MOVE.fullmatch(name.strip()) for name in names)


def _in_order(times: Sequence[int], players: list[Mark]) -> list[Mark]:
    """Return the players as Gomocup numbers them: from the first to move after the opening, which took no time."""
    opening = next((index for index, time in enumerate(times) if time), 0)
    return players[::-1] if opening % 2 else players


def _read_sgf(text: str) -> Iterator[Record]:
    """Yield the games in a text in SGF."""
    nodes: list[tuple[int, dict[str, str]]] = []
    is_open = False
    for number, token in _tokens(text, _SGF_TOKEN, "a game tree without variations"):
        with _at_line(number):
            name, node = token["name"], nodes[-1][1] if nodes else {}
            if (token[0] == "(") == is_open and not token[0].isspace():
                raise ValueError(f"expected a game tree without variations, not {token[0][:80]!r}")
            if name in _COLORS and (token["more"] or _COLORS.keys() & node.keys()):
                raise ValueError("expected one move")
            if name and (not nodes or name in node or name in _SGF_SETUP):
                raise ValueError(f"unexpected property {name}")
            if name:
                node[name] = re.sub(r"\\(\n|.)", lambda escape: escape[1].strip("\n"), token[2])
            elif token[0] == ";":
                nodes.append((number, {}))
            elif token[0] == ")":
                yield _sgf_game(nodes)
                nodes = []
            is_open = token[0] != ")" and (is_open or token[0] == "(")
    if is_open:
        raise ValueError(f"line {text.count(chr(10)) + 1}: expected )")


def _sgf_game(nodes: list[tuple[int, dict[str, str]]]) -> Record:
    root = nodes[0][1] if nodes else {}
    size = re.fullmatch("([0-9]{1,9})(?::([0-9]{1,9}))?", root.get("SZ", ""))
    k = re.fullmatch("k=([0-9]{1,9})", root.get("RU", ""))
    result = _SGF_RESULT.fullmatch(root.get("RE", ""))
    if root.get("GM") != "4" or not size or not result:
        raise ValueError("expected GM[4], a size such as SZ[15] or SZ[20:15], and a result such as RE[B+R]")
    board, times = _new_board(int(size[2] or size[1]), int(size[1]), int(k[1]) if k else FIVE), list[int]()
    for number, node in nodes:
        with _at_line(number):
            for color in _COLORS.keys() & node.keys():
                if not re.fullmatch("[A-Za-z]{2}", node[color]) or _COLORS[color] is not board.turn:
                    raise ValueError(f"expected a move of {board.turn}, not {color}[{node[color]}]")
                board.push(Cell(*(ascii_letters.index(letter) for letter in reversed(node[color]))))
                time = re.fullmatch("([0-9]{1,18})ms", node.get("C", ""))
                times.append(int(time[1]) if time else 0)
    headers = {_SGF_HEADERS.get(name, name): " ".join(value.split("\n")) for name, value in root.items()}
    headers = {name: value for name, value in headers.items() if name not in _SGF_FIELDS and not (k and name == "RU")}
    winner = _COLORS[result[1].upper()] if result[1] else None
    known = RESULTS[winner] if winner or result[2] else ""
    return Record(board.rules, tuple(board.plies), headers, known, tuple(times))
