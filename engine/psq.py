"""Games as .psq files of Gomocup's tournament manager, Piskvork: players, moves and times, but no k.

Five or more in a row wins. Renju formats aren't supported: in Renju six in a row doesn't win, some moves are forbidden
to X, and openings swap and offer marks, so few Renju games can be replayed here.

Sources: Piskvork by Petr Lastovicka, the functions openPsq and savePsq; for the last line, GomocupJudge, the function
end in server.py.
"""

import re
from collections.abc import Sequence

from engine.notation import at_line, new_board
from engine.record import RESULTS, UNFINISHED, Record
from engine.rules import Cell, Mark

FIVE = 5
UNKNOWN = "?"  # the name of a player
_FIRST_LINE = re.compile(r"Piskvorky ([0-9]{1,9})x([0-9]{1,9}), *([0-9]{1,9}): *([0-9]{1,9}), *([01])")
_MOVE = re.compile(r"([0-9]{1,9})\s*,\s*([0-9]{1,9})(?:\s*,\s*(-?[0-9]{1,18}))?")
_BEGINS_LIKE_MOVE = re.compile(r"\s*[0-9]+\s*[,;]\s*[0-9]+\s*[,;]")
_ERROR_CODE = re.compile(r"\s*-?[0-9]{1,9}\s*")
_WINNER = re.compile(r"([012]),(.*)")


def write(record: Record) -> str:
    """Return a game as a .psq file.

    Raises ValueError: k is not 5, or the names of the players look like moves.
    """
    rules, headers = record.rules, record.headers
    if rules.k != FIVE:
        raise ValueError(f".psq files are for five in a row, not {rules.k}")
    names = [name if (name := headers.get(mark.name, "")).strip() else UNKNOWN for mark in Mark]
    if _are_moves(names):
        raise ValueError(f"in a .psq file, the names {names} would be moves")
    lines = [f"Piskvorky {rules.n}x{rules.m}, {record.levels[0]}:{record.levels[1]}, 0"]
    times = record.times or (0,) * len(record.plies)
    lines += [f"{col + 1},{row + 1},{time}" for (row, col), time in zip(record.plies, times, strict=True)]
    lines += [*(names if names != [UNKNOWN] * 2 else []), "-1"]
    if record.result != UNFINISHED:
        winners = [RESULTS[winner] for winner in (None, *_in_order(record.times, list(Mark)))]
        lines.append(f"{winners.index(record.result)},{headers.get('Event', '')}")
    return "\n".join(lines)


def read(text: str) -> Record:
    """Return the game in a .psq file.

    Raises ValueError: a line isn't one of a .psq file. The message says which.
    Raises IllegalMove: a move is not legal, such as a move after six in a row in a game where only exactly five win.
    """
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    first = _FIRST_LINE.fullmatch(lines[0][1].strip()) if lines else None
    if not first:
        raise ValueError("expected a first line such as Piskvorky 15x15, 11:11, 0")
    board, times = new_board(int(first[2]), int(first[1]), FIVE), list[int]()
    moves, names, winner = _parts(lines[1:])
    for number, line in moves:
        with at_line(number):
            if not (move := _MOVE.fullmatch(line.strip())):
                raise ValueError(f"expected a move such as 8,8,0, not {line.strip()[:80]!r}")
            board.push(Cell(int(move[2]) - 1, int(move[1]) - 1))
            times.append(max(0, int(move[3] or 0)))
    players = list(Mark)[:: -1 if first[5] == "1" else 1]  # in the file, players are in the order of their settings
    headers = {mark.name: name for mark, name in zip(players, names, strict=False) if name != UNKNOWN}
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
