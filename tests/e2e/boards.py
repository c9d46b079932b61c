"""Boards as people see them, parsed from the bot's messages."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from bot.game.games import EVERYONE, Game
from bot.messages import custom_ids
from bot.messages.custom_ids import GamePress
from engine import Board, IllegalMove
from engine.text import draw
from tests.e2e.discord import payloads
from tests.e2e.discord.payloads import Json

_HEADER = re.compile(
    r"\*\*X\*\* (?:<@(\d+)>|(everyone)|Deleted user) vs \*\*O\*\* (?:<@(\d+)>|Deleted user|the computer \((\w+)\)) · "
)
FORGOTTEN = 0  # stands for a deleted user
DRAWING = "```"
_GUTTER = 4  # before the first cell, on boards of at most 99 rows with two characters a cell


@dataclass(frozen=True)
class ShownBoard:
    """A board in a message: who plays, after how many moves, and its drawing. level: of the computer, if it is O.

    ply counts a swap among the moves, as buttons do.
    """

    game: int
    ply: int
    x: int
    o: int | None
    level: str | None
    drawing: str
    status: str
    message: Json

    @property
    def over(self) -> bool:
        return not payloads.buttons(self.message).keys().isdisjoint(("Rematch", "Next game", "Review"))

    @property
    def to_move(self) -> int | None:
        """Who is to move; None: the computer."""
        return self.o if self.marks % 2 else self.x

    @property
    def people(self) -> tuple[int, ...]:
        return (self.x,) if self.o is None else (self.x, self.o)

    @property
    def empty(self) -> list[tuple[int, int]]:
        return [(row, col) for row, col, glyph in self._cells() if glyph == "."]

    @property
    def marks(self) -> int:
        return sum(glyph in "XOxo" for _, _, glyph in self._cells())

    def _cells(self) -> Iterator[tuple[int, int, str]]:
        for row, line in enumerate(self.drawing.splitlines()[1:]):
            yield from ((row, col, glyph) for col, glyph in enumerate(line[_GUTTER::2]))


def board_in(message: Json | None) -> ShownBoard | None:
    """Return the board in a message or a request for one; None if it has no board with buttons."""
    header = _HEADER.match(message.get("content") or "") if message else None
    if not message or not header or not message.get("components") or DRAWING not in message["content"]:
        return None
    press = custom_ids.parse(message["components"][-1]["components"][0]["custom_id"])
    assert isinstance(press, GamePress)
    x, everyone, o, level = header.groups()
    _, drawing, status = message["content"].split(DRAWING)
    people = EVERYONE if everyone else int(x or FORGOTTEN), None if level else int(o or FORGOTTEN)
    return ShownBoard(press.game, press.moves, *people, level, drawing.strip("\n"), status, message)


def newest(messages: Iterable[Json], channel: int) -> ShownBoard | None:
    """Return the newest board of a channel."""
    here = (message for message in messages if message["channel_id"] == str(channel))
    return max(filter(None, map(board_in, here)), key=lambda board: int(board.message["id"]), default=None)


def losses(boards: Mapping[int, ShownBoard], game: Game | None) -> list[str]:
    """Compare a saved game with the boards that people saw, by ply; return the differences.

    At most one action may be saved that they didn't see: a move with its reply.
    """
    last = boards[max(boards)]
    if game is None:
        return [f"game {last.game} is lost"]
    more = game.moves - last.ply
    if not 0 <= more <= 2:
        return [f"game {game.id} has {more:+} plies"]
    try:
        drawings = list(_drawings(game))
    except IllegalMove as illegal:
        return [f"game {game.id}: {illegal}"]
    wrong = [f"game {game.id} differs at ply {ply}" for ply, board in boards.items() if board.drawing != drawings[ply]]
    if last.over and game.result is None:
        wrong.append(f"game {game.id} has lost its end")
    return wrong


def _drawings(game: Game) -> Iterator[str]:
    """Yield the board after each move; a swap leaves it as it is."""
    board = Board(game.rules)
    yield draw(board)
    for number, cell in enumerate(game.plies):
        board.push(cell)
        yield draw(board)
        if game.swapped and number == 0:
            yield draw(board)
