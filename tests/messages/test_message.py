"""Every board within Discord's limits, with the longest names and numbers."""

from datetime import UTC, datetime
from itertools import count
from random import Random

import pytest

from bot.game.games import (
    SIDES,
    ChannelId,
    Computer,
    Ending,
    Game,
    GameId,
    GuildId,
    Human,
    Level,
    Place,
    Player,
    Result,
    UserId,
)
from bot.game.requests import Event, Update
from bot.messages import message, texts
from bot.messages.custom_ids import GamePress, parse
from bot.messages.message import Draft
from engine import Board, Cell, Mark, Rules
from engine.players import Choice, Reason, Value

LONGEST = UserId(2**63 - 1)  # the largest id that a snowflake can be
SOMEBODY = Human(LONGEST)


def game(
    m: int, n: int, k: int, plies: tuple[Cell, ...] = (), o: Player = SOMEBODY, result: Result | None = None
) -> Game:
    place = Place(ChannelId(LONGEST), GuildId(LONGEST))
    at = datetime(2026, 11, 21, tzinfo=UTC)
    return Game(GameId(10**18 - 1), place, Rules(m, n, k), Human(LONGEST), o, at, plies, result)


def crowded(m: int, n: int) -> tuple[Cell, ...]:
    """Return a drawn-out game that nobody can win any more, one ply before the board is full."""
    cells = [Cell(row, col) for row in range(m) for col in range(n)]
    board = Board(Rules(m, n, max(m, n)))
    Random(1).shuffle(cells)
    for cell in cells[:-1]:
        board.push(cell)
        if board.outcome:
            board.pop()
            break
    return tuple(board.plies)


def within_limits(shown: Draft) -> None:
    assert len(shown.content) <= 2000
    assert len(shown.rows) <= 5
    assert all(1 <= len(row) <= 5 for row in shown.rows)
    ids = [button.custom_id for row in shown.rows for button in row]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 and parse(custom_id) for custom_id in ids)
    assert all(1 <= len(button.label) <= 34 for row in shown.rows for button in row)


@pytest.mark.parametrize("m", SIDES)
def test_every_board_fits_with_the_longest_names_and_lines(m: int) -> None:
    for n in SIDES:
        plies = tuple(Cell(ply % m, ply % n) for ply in range(2)) if max(m, n) > 42 else crowded(m, n)
        choices = [Choice(Cell(m - 1, n - 1), reason, Value(Mark.O, 199)) for reason in Reason]
        wordiest = max(choices, key=lambda choice: len(texts.computer_move(choice)))
        between = game(m, n, max(m, n), plies)
        solo = game(m, n, max(m, n), plies, Computer(Level.CLASSIC))
        for now, choice in ((between, None), (solo, wordiest)):
            for event in (Event.PLAYED, Event.UNDO_ALLOWED, Event.TAKEN_BACK, Event.STARTED):
                before = game(m, n, max(m, n), (*plies, Cell(0, 0), Cell(0, 0)))
                within_limits(message.board(Update(before, now, event, LONGEST, choice)))


@pytest.mark.parametrize("sides", [(100, 100), (2, 100), (41, 41), (100, 41)])
def test_a_larger_board_is_a_window_around_the_last_move_with_true_numbers(sides: tuple[int, int]) -> None:
    m, n = sides
    last = Cell(m - 1, n - 2)
    shown = game(m, n, 5, (Cell(0, 0), last))
    drawn = message.board(Update(shown, shown, Event.PLAYED, LONGEST))
    lines = drawn.content.splitlines()
    assert drawn.pictured is shown
    [row] = [line for line in lines if line.startswith(f"{m - 1:>2} ") and "[O]" in line]
    column = row.index("O")
    fence = lines.index("```")
    numbers = "".join(line[column : column + 1].strip() for line in lines[fence + 1 : fence + 3])
    assert int(numbers) == n - 2


def arrows(shown: Draft) -> dict[str, message.Button]:
    return {button.label: button for button in shown.rows[0]}


def test_arrows_lead_over_the_whole_board_and_stop_at_its_edges() -> None:
    large = game(100, 70, 5, (Cell(0, 0),))
    change = Update(large, large, Event.PLAYED, LONGEST)
    shown, seen = message.board(change), set()
    for way in ["→"] * 9 + ["↓"] * 9 + ["←"] * 9 + ["↑"] * 9:
        button = arrows(shown)[way]
        if not button.disabled:
            pressed = parse(button.custom_id)
            assert isinstance(pressed, GamePress)
            assert pressed.cell
            seen.add(pressed.cell)
            shown = message.board(change, corner=pressed.cell)
            within_limits(shown)
    assert arrows(shown)["↑"].disabled
    assert arrows(shown)["←"].disabled
    assert {Cell(0, 57), Cell(87, 57), Cell(87, 0)} <= seen


def test_a_forged_corner_stays_on_the_board() -> None:
    large = game(100, 100, 5)
    shown = message.board(Update(large, large, Event.SHOWN, LONGEST), corner=Cell(9999, 9999))
    assert " 99 " not in shown.content.splitlines()[1]
    within_limits(shown)


@pytest.mark.parametrize("ending", Ending)
@pytest.mark.parametrize("side", [2, 4, 5, 28, 40])
def test_every_ending_fits(side: int, ending: Ending) -> None:
    winner = Mark.O if ending in (Ending.LINE, Ending.RESIGNED) else None
    ended = game(side, side, side, crowded(side, side), result=Result(winner, ending, LONGEST))
    within_limits(message.board(Update(ended, ended, Event.SHOWN, LONGEST)))


def test_up_to_28_by_28_with_ids_of_today_a_cell_has_two_characters() -> None:
    today = UserId(1_456_074_443_980_800_008)
    plies = crowded(28, 28)[:200]
    shown = game(28, 28, 5, plies, o=Human(today))
    content = message.board(Update(shown, shown, Event.SHOWN, today)).content
    assert " . ." in content


def test_a_won_line_is_green_and_every_cell_is_closed() -> None:
    cells = [(0, 0), (1, 0), (0, 1), (1, 1), (0, 2)]
    plies = tuple(Cell(*cell) for cell in cells)
    won = game(3, 3, 3, plies, result=Result(Mark.X, Ending.LINE))
    rows = message.board(Update(won, won, Event.PLAYED, LONGEST)).rows
    assert [button.tone for button in rows[0]] == [message.Tone.GOOD] * 3
    assert all(button.disabled for row in rows[:3] for button in row)


def test_a_finished_game_that_nobody_can_reopen_has_no_undo() -> None:
    stopped = game(3, 3, 3, (Cell(0, 0),), result=Result(None, Ending.STOPPED, LONGEST))
    [*_, controls] = message.board(Update(stopped, stopped, Event.PLAYED, LONGEST)).rows
    assert [(button.label, button.disabled) for button in controls] == [("Rematch", False), ("Undo", True)]


def test_the_last_word_of_a_board_is_always_its_status() -> None:
    for number, event in zip(count(), Event, strict=False):
        shown = game(3, 3, 3, crowded(3, 3)[:number])
        content = message.board(Update(shown, shown, event, LONGEST)).content
        assert content.endswith(texts.status(shown))
