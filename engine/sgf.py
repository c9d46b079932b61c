"""Games in the Smart Game Format, as c-gomoku-cli writes them. Black is X.

The format has no k: it is 5 unless the rules say otherwise, as in RU[k=4]. Setups and variations aren't supported.

Source: SGF FF[4] by Arno Hollosi, https://www.red-bean.com/sgf/
"""

import re
from collections.abc import Iterator
from string import ascii_letters

from engine.notation import at_line, new_board
from engine.record import RESULTS, Record
from engine.rules import Cell, Mark

FIVE = 5
HEADERS = {"PB": "X", "PW": "O", "EV": "Event", "DT": "Date", "RO": "Round", "PC": "Site"}
OURS = {"FF", "GM", "SZ", "RE", "CA", "AP", "ST"}  # properties of the root that aren't headers
SETUP = {"AB", "AW", "AE", "PL"}
COLORS = {"B": Mark.X, "W": Mark.O}
_VALUE = r"\[((?:[^\]\\]|\\.)*+)\]"
_TOKEN = re.compile(rf"\s+|[();]|(?P<name>[A-Z]+)\s*{_VALUE}(?P<more>(?:\s*{_VALUE})*+)", re.DOTALL)
_RESULT = re.compile(r"(?:([BW])\+.*|(0|Draw)|\?|Void|)", re.IGNORECASE)

Node = dict[str, str]


def write(record: Record) -> str:
    """Return a game as SGF, without headers that have no place there.

    Raises ValueError: the board has more than 52 rows or columns.
    """
    m, n, k = record.rules.m, record.rules.n, record.rules.k
    if max(m, n) > len(ascii_letters):
        raise ValueError(f"SGF has at most {len(ascii_letters)} rows and columns, not {m}x{n}")
    names = {header: name for name, header in HEADERS.items()}
    root = {"FF": "4", "GM": "4", "SZ": f"{n}" if m == n else f"{n}:{m}"}
    headers = {names.get(header, header): value for header, value in record.headers.items()}
    root |= {name: value for name, value in headers.items() if re.fullmatch("[A-Z]{2}", name) and name not in OURS}
    root |= {"RU": f"k={k}"} if k != FIVE else {}
    root |= {"RE": {"1-0": "B+", "0-1": "W+", "1/2-1/2": "0"}.get(record.result, "?")}
    escaped = [name + "[" + re.sub(r"([]\\])", r"\\\1", value) + "]" for name, value in root.items()]
    moves: list[str] = []
    for ply, (row, col) in enumerate(record.plies):
        time = f"C[{record.times[ply]}ms]" if record.times else ""
        moves.append(f";{'BW'[ply % 2]}[{ascii_letters[col]}{ascii_letters[row]}]{time}")
    return (
        "\n".join(["(;" + "".join(escaped), *("".join(moves[ply : ply + 8]) for ply in range(0, len(moves), 8))]) + ")"
    )


def read(text: str) -> Iterator[Record]:
    """Yield the games in a text.

    Raises ValueError: the text isn't SGF of such games. The message says in which line.
    """
    nodes: list[tuple[int, Node]] = []
    number, at, is_open = 1, 0, False
    while at < len(text):
        with at_line(number):
            token = _TOKEN.match(text, at)
            if not token or ((token[0] == "(") == is_open and not token[0].isspace()):
                raise ValueError(f"expected a game tree without variations, not {text[at : at + 80].splitlines()[0]!r}")
            node = nodes[-1][1] if nodes else {}
            if token["name"] in COLORS and (token["more"] or COLORS.keys() & node.keys()):
                raise ValueError("expected one move")
            if token["name"] and (not nodes or token["name"] in node or token["name"] in SETUP):
                raise ValueError(f"expected another property than {token['name']}")
            if token["name"]:
                node[token["name"]] = re.sub(r"\\(\n|.)", lambda escape: escape[1].strip("\n"), token[2])
            elif token[0] == ";":
                nodes.append((number, {}))
            elif token[0] == ")":
                yield _game(nodes)
                nodes = []
            is_open = token[0] != ")" and (is_open or token[0] == "(")
        number, at = number + token[0].count("\n"), token.end()
    if is_open:
        raise ValueError(f"line {number}: expected )")


def _game(nodes: list[tuple[int, Node]]) -> Record:
    root = nodes[0][1] if nodes else {}
    size = re.fullmatch("([0-9]{1,9})(?::([0-9]{1,9}))?", root.get("SZ", ""))
    k = re.fullmatch("k=([0-9]{1,9})", root.get("RU", ""))
    result = _RESULT.fullmatch(root.get("RE", ""))
    if root.get("GM") != "4" or not size or not result:
        raise ValueError("expected GM[4], a size such as SZ[15] or SZ[20:15], and a result such as RE[B+]")
    board, times = new_board(int(size[2] or size[1]), int(size[1]), int(k[1]) if k else FIVE), list[int]()
    for number, node in nodes:
        with at_line(number):
            for color in COLORS.keys() & node.keys():
                if not re.fullmatch("[A-Za-z]{2}", node[color]) or COLORS[color] is not board.turn:
                    raise ValueError(f"expected a move of {board.turn}, not {color}[{node[color]}]")
                board.push(Cell(*(ascii_letters.index(letter) for letter in reversed(node[color]))))
                time = re.fullmatch("([0-9]{1,18})ms", node.get("C", ""))
                times.append(int(time[1]) if time else 0)
    headers = {HEADERS.get(name, name): " ".join(value.split("\n")) for name, value in root.items()}
    headers = {name: value for name, value in headers.items() if name not in OURS and not (k and name == "RU")}
    winner = COLORS[result[1].upper()] if result[1] else None
    known = RESULTS[winner] if winner or result[2] else ""
    return Record(board.rules, tuple(board.plies), headers, known, tuple(times))
