"""Boards, their buttons and their texts, within Discord's limits."""

from dataclasses import replace
from itertools import count, product
from random import Random

import pytest

from bot.game.clocks import Pace
from bot.game.games import Ending, Format, Game, Human, Level, MessageId, Player, RatingChange, Result, Series, UserId
from bot.game.preferences import Shape
from bot.game.requests import Event, Update
from bot.messages import boards, texts
from bot.messages.custom_ids import GamePress, NewPress, parse
from bot.messages.drafts import Button, Draft, Tone
from bot.messages.styles import DEFAULT_DISPLAY, EMPTY, Display, Look
from bot.messages.translator import ENGLISH
from engine import Cell, Mark, Rules, Value
from engine.players import Choice, Reason
from tests.engine.boards import random_board
from tests.messages import states
from tests.messages.states import BOB, COMPUTER, LONGEST

# Sides around those at which a board is shown in another way.
SIZES = list(product([*range(2, 16), 26, 27, 28, 42, 43, 100], repeat=2))
EVENTS = (Event.PLAYED, Event.UNDO_ALLOWED, Event.TAKEN_BACK, Event.STARTED)


def game(m: int, n: int, k: int, plies: tuple[Cell, ...] = (), o: Player = BOB, result: Result | None = None) -> Game:
    return states.game(Rules(m, n, k), o, plies, result=result)


def crowded(m: int, n: int) -> tuple[Cell, ...]:
    """Return the plies of a random game until just before it ends."""
    board = random_board(Random(1), Rules(m, n, max(m, n)), m * n - 1)
    if board.outcome:
        board.pop()
    return tuple(board.plies)


def drawing(draft: Draft) -> list[str]:
    return draft.content.split("```")[1].strip("\n").splitlines()


def board(now: Game, display: Display = DEFAULT_DISPLAY) -> Draft:
    return boards.board(Update(now, now, Event.PLAYED, LONGEST), display)


def within_limits(draft: Draft) -> None:
    assert len(draft.content) <= 2000
    assert max(map(len, drawing(draft))) <= 30  # characters beside each other on a phone
    assert len(draft.rows) <= 5
    assert all(1 <= len(row) <= 5 for row in draft.rows)
    ids = [button.custom_id for row in draft.rows for button in row]
    assert len(set(ids)) == len(ids)
    assert all(len(custom_id) <= 100 and parse(custom_id) for custom_id in ids)
    assert all(len(button.label) <= 34 for row in draft.rows for button in row)
    assert all(button.label or button.emoji for row in draft.rows for button in row)


def test_every_board_fits_with_the_longest_texts() -> None:
    for m, n in SIZES:
        plies = tuple(Cell(ply % m, ply % n) for ply in range(2)) if max(m, n) > 42 else crowded(m, n)
        choices = [Choice(Cell(m - 1, n - 1), reason, Value(Mark.O, 199)) for reason in Reason]
        wordiest = max(choices, key=lambda choice: len(texts.computer_move(ENGLISH, choice)))
        before = game(m, n, max(m, n), (*plies, Cell(0, 0), Cell(0, 0)))
        for o, choice in ((BOB, None), (COMPUTER, wordiest)):
            now = game(m, n, max(m, n), plies, o)
            updates = [Update(before, now, event, LONGEST, choice) for event in EVENTS]
            within_limits(boards.board(max(updates, key=lambda update: len(texts.notice(ENGLISH, update)))))


def test_the_layout_depends_only_on_the_size() -> None:
    for m, n in SIZES:
        start = game(m, n, 2)
        long = game(m, n, 2, (Cell(0, 0), Cell(1, 1)), result=Result(None, Ending.AGREED, LONGEST))
        first = board(start)
        later = boards.board(Update(start, long, Event.UNDO_ALLOWED, LONGEST))
        size = [len(line) for line in drawing(first)]
        assert len(drawing(later)) == len(size)
        assert max(map(len, drawing(later))) - max(size) in (0, 1)  # the bracket behind the last move
        assert (first.pictured is None) == (later.pictured is None)


@pytest.mark.parametrize(
    ("n", "row"), [(2, " 0  . ."), (13, " 0  " + " ".join("." * 13)), (14, " 0 " + "." * 14), (26, " 0 " + "." * 26)]
)
def test_columns_are_narrower_on_boards_of_14_or_more(n: int, row: str) -> None:
    assert row in drawing(board(game(5, n, 5)))


@pytest.mark.parametrize("sides", [(100, 100), (27, 27), (27, 14), (100, 11)])
def test_a_large_board_shows_both_last_moves(sides: tuple[int, int]) -> None:
    m, n = sides
    for before, parts in ((Cell(m - 2, n - 1), 1), (Cell(0, 0), 2)):
        current = game(m, n, 5, (before, Cell(m - 1, n - 2)))
        draft = board(current, Display(has_picture=True))
        assert draft.pictured
        assert draft.pictured.board is current.board
        assert draft.view
        assert len(draft.view.panels) == parts
        for cell, mark in ((before, "X"), (Cell(m - 1, n - 2), "O")):
            assert sum(cell in panel for panel in draft.view.panels) == 1
            assert any(line.startswith(f"{cell.row:>2} ") and mark in line.upper() for line in drawing(draft))
        rows = [line for line in drawing(draft) if line[:2].strip() and line[2] == " " and "." in line]
        assert len(rows) == sum(len(panel.rows) for panel in draft.view.panels)


def buttons(draft: Draft) -> dict[str, Button]:
    return {button.label: button for row in draft.rows for button in row}


def corner_behind(draft: Draft, label: str) -> Cell | None:
    """Return the corner that an arrow leads to."""
    press = parse(buttons(draft)[label].custom_id)
    assert isinstance(press, GamePress)
    return press.cell


def test_arrows_scroll_over_the_whole_board_to_its_edges() -> None:
    large = game(100, 70, 5, (Cell(0, 0),))
    draft, corners = board(large), set[Cell | None]()
    for way in ["→"] * 9 + ["↓"] * 9 + ["←"] * 9 + ["↑"] * 9:
        if not buttons(draft)[way].disabled:
            corner = corner_behind(draft, way)
            corners.add(corner)
            draft = boards.view_from(ENGLISH, large, corner)
            within_limits(draft)
    assert buttons(draft)["↑"].disabled
    assert buttons(draft)["←"].disabled
    assert {Cell(0, 57), Cell(87, 57), Cell(87, 0)} <= corners


def test_the_last_move_button_scrolls_back_to_it() -> None:
    large = game(100, 100, 5, (Cell(50, 60),))
    away = boards.view_from(ENGLISH, large, Cell(0, 0))
    assert not any("[X]" in line for line in drawing(away))
    back = boards.view_from(ENGLISH, large, corner_behind(away, "Last move"))
    [row] = [line for line in drawing(back) if "[X]" in line]
    assert row == "50  . . . . . .[X]. . . . . ."


def test_a_scrolled_view_starts_in_the_middle_and_offers_move_until_the_end() -> None:
    draft = boards.view_from(ENGLISH, game(100, 100, 5), None)
    assert [drawing(draft)[line][:2] for line in (2, -1)] == ["44", "56"]
    assert "Move" in buttons(draft)
    over = game(100, 100, 5, result=Result(None, Ending.AGREED, LONGEST))
    assert "Move" not in buttons(boards.view_from(ENGLISH, over, None))


def test_a_forged_corner_is_moved_onto_the_board() -> None:
    draft = boards.view_from(ENGLISH, game(100, 100, 5), Cell(9999, 9999))
    assert drawing(draft)[-1].startswith("99 ")


TOP_ROW = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(0, 2))
WON = game(3, 3, 3, TOP_ROW, result=Result(Mark.X, Ending.LINE))


def test_a_winning_line_is_green_and_marks_stay_enabled() -> None:
    rows = board(WON).rows
    assert [button.tone for button in rows[0]] == [Tone.GOOD] * 3
    assert [[button.disabled for button in row] for row in rows[:3]] == [[False] * 3, [False, False, True], [True] * 3]


STARS = Display(Look(x=Shape.STAR, o=Shape.MOON, has_marks=True))


def test_chosen_marks_and_empty_cells_are_emoji() -> None:
    draft = board(WON, STARS)
    assert [[button.emoji for button in row] for row in draft.rows[:3]] == [
        ["⭐"] * 3,
        ["🌙", "🌙", EMPTY],
        [EMPTY] * 3,
    ]
    assert {button.label for row in draft.rows[:3] for button in row} == {""}
    assert [button.tone for button in draft.rows[0]] == [Tone.GOOD] * 3
    assert draft.content.startswith(f"**X** ⭐ <@{LONGEST}> vs **O** 🌙 <@{BOB.id}> · 3×3, 3 in a row\n")
    assert drawing(draft)[1:3] == [" 0 *X*X[X]", " 1  o o ."]


@pytest.mark.parametrize("n", [4, 5])
@pytest.mark.parametrize(
    "display", [Display(), Display(has_coordinates=True), STARS, replace(STARS, has_coordinates=True)]
)
def test_marking_the_last_move_keeps_the_width_of_its_button(n: int, display: Display) -> None:
    plies = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1))
    cells = [button for row in board(game(3, n, 3, plies), display).rows[:2] for button in row]
    earlier, last = [cells[n + col].label.replace("\N{COMBINING LOW LINE}", "") for col in range(2)]
    assert earlier == last
    assert [button.tone is Tone.X for button in cells[n : n + 2]] == [False, display.look.has_marks]
    underlined = [button.label for button in cells if "\N{COMBINING LOW LINE}" in button.label]
    assert len(underlined) == (not display.look.has_marks)


def test_a_picture_of_a_board_has_text_as_a_fallback() -> None:
    current = game(3, 3, 3, (Cell(1, 1),))
    draft = board(current, Display(has_picture=True, has_text=False))
    assert draft.pictured
    assert draft.pictured.board is current.board
    assert "X" in "".join(drawing(draft))
    lines = texts.header(ENGLISH, current), f"<@{LONGEST}> took (1, 1).", texts.status(ENGLISH, current)
    assert draft.beside_picture == "\n".join(lines)


@pytest.mark.parametrize("sides", [(14, 14), (15, 15), (26, 26), (40, 40), (100, 2)])
def test_text_beside_a_picture_is_the_part_around_the_last_moves(sides: tuple[int, int]) -> None:
    current = game(*sides, 2, (Cell(0, 0), Cell(13, 1)))
    draft = board(current, Display(has_picture=True))
    _, shown, _ = (draft.beside_picture or "").split("```")
    *numbers, last_row = shown.strip("\n").splitlines()
    assert (len(numbers), shown.count("[O]"), shown.count("X")) == (len(str(min(sides[1], 13) - 1)) + 4, 1, 0)
    assert last_row.startswith(f"{min(15, sides[0] - 1)} ")
    assert len(drawing(draft)) > len(numbers) + 1  # without the picture, all of the board or a large window
    assert boards.outdated(current, Display(has_picture=True), MessageId(1)).count("\n") < 12
    assert (
        boards.closed(Update(current, current, Event.PLAYED, LONGEST), Display(has_picture=True))
        == draft.beside_picture
    )


@pytest.mark.parametrize("side", [3, 5, 19, 30, 100])
def test_every_display_of_a_board_fits(side: int) -> None:
    for display in (STARS, Display(has_coordinates=True), Display(has_picture=True, has_text=False)):
        draft = board(game(side, side, 3), display)
        within_limits(draft)
        assert len(draft.beside_picture or "") <= 2000


def labels(current: Game) -> list[list[str]]:
    return [[button.label.strip() for button in row] for row in board(current).rows]


FINISHED = ["Rematch", "New game", "⋯ More"]


@pytest.mark.parametrize(
    ("sides", "rows", "controls"),
    [
        ((2, 2), 2, ["Undo", "⋯ More"]),
        ((4, 5), 4, ["Undo", "⋯ More"]),
        ((2, 5), 2, ["Undo", "⋯ More"]),
        ((6, 2), 0, ["Move", "Undo", "⋯ More"]),
        ((2, 6), 0, ["Move", "Undo", "⋯ More"]),
        ((6, 6), 0, ["Move", "Undo", "⋯ More"]),
    ],
)
def test_boards_up_to_4_by_5_have_cells_as_buttons(sides: tuple[int, int], rows: int, controls: list[str]) -> None:
    m, n = sides
    assert labels(game(m, n, 2)) == [["·"] * n] * rows + [controls]


@pytest.mark.parametrize("n", range(2, 6))
def test_a_board_of_five_rows_has_controls_only_when_over(n: int) -> None:
    assert labels(game(5, n, 5)) == [["·"] * n] * 5
    for result in (Result(None, Ending.FULL), Result(Mark.O, Ending.RESIGNED, LONGEST)):
        assert labels(game(5, n, 5, (Cell(0, 0),), result=result)) == [FINISHED]


def test_a_finished_game_offers_only_what_is_possible() -> None:
    over = game(5, 5, 5, result=Result(Mark.O, Ending.RESIGNED, LONGEST))  # without moves
    assert (labels(over), behind_more(over)) == ([["Rematch", "New game"]], ["New game"])
    over = game(3, 3, 3, (Cell(0, 0),), result=Result(None, Ending.STOPPED, LONGEST))
    assert behind_more(over) == ["Review", "Replay"]


def test_a_dead_board_of_five_rows_offers_a_draw() -> None:
    cells = [Cell(row, col) for row in range(5) for col in range(5)]
    xs = [cell for cell in cells if (cell.col // 2 + cell.row) % 2 == 0]
    os = [cell for cell in cells if cell not in xs]
    plies = tuple(cell for pair in zip(xs, os, strict=False) for cell in pair)
    dead = game(5, 5, 5, plies)
    assert labels(dead) == [["Move", "Undo", "⋯ More", "Call it a draw"]]
    assert texts.status(ENGLISH, dead).endswith("(X): tap **Move**.")


@pytest.mark.parametrize("m", [3, 4, 5])
def test_a_finished_computer_game_offers_to_swap_sides(m: int) -> None:
    win = game(m, 4, 3, TOP_ROW, result=Result(Mark.X, Ending.LINE))
    against_computer = replace(win, o=COMPUTER)
    assert labels(against_computer)[-1] == FINISHED
    assert behind_more(against_computer) == ["Switch sides", "Review", "Replay", "Share", "Undo"]
    assert behind_more(win) == ["Review", "Replay", "Share", "Undo"]
    assert behind_more(win, UserId(5)) == ["Review", "Replay"]


def behind_more(current: Game, user: UserId = LONGEST, *, can_end: bool = True) -> list[str]:
    return [button.label for row in boards.more(ENGLISH, current, user, can_end=can_end).rows for button in row]


def unrated(m: int, *plies: Cell) -> Game:
    return replace(game(m, 3, 3, plies), opened_unrated=True)


def test_the_more_button_has_the_other_actions_that_are_possible() -> None:
    assert behind_more(unrated(3)) == ["Hint", "Board in words", "Picture", "Resign", "End the game"]
    assert behind_more(game(3, 3, 3)) == ["Board in words", "Picture", "Resign", "End the game"]  # rated
    assert behind_more(game(3, 3, 3), can_end=False) == ["Board in words", "Picture", "Resign"]
    current = unrated(14, Cell(0, 0))
    assert behind_more(current) == ["Hint", "Board in words", "No picture", "Replay", "Resign", "End the game"]
    assert behind_more(replace(current, picture=False))[2] == "Picture"
    assert behind_more(current, UserId(5)) == ["Board in words", "Replay"]


RESIGNED = game(3, 3, 3, (Cell(0, 0),), result=Result(Mark.O, Ending.RESIGNED, LONGEST))


@pytest.mark.parametrize("swap", [False, True])
def test_a_new_game_keeps_the_swap_rule(swap: bool) -> None:
    over = replace(RESIGNED, format=replace(RESIGNED.format, swap=swap))
    again = parse(buttons(board(over))["New game"].custom_id)
    assert isinstance(again, NewPress)
    assert again.terms.format.swap == swap


def test_a_series_against_the_computer_offers_the_next_game() -> None:
    assert labels(replace(RESIGNED, o=COMPUTER, series=Series(3)))[-1] == ["Next game", *FINISHED[1:]]


@pytest.mark.parametrize("result", [None, Result(Mark.X, Ending.LINE)])
def test_a_board_pings_only_the_other_player(result: Result | None) -> None:
    current = replace(game(3, 3, 3, (Cell(0, 0),), result=result), o=Human(UserId(5)))
    assert board(current).pings == (UserId(5),)
    assert boards.board(Update(current, current, Event.PLAYED, UserId(5))).pings == ((LONGEST,) if result else ())


def test_a_board_always_ends_with_its_status() -> None:
    for number, event in zip(count(), Event, strict=False):
        current = game(3, 3, 3, crowded(3, 3)[:number])
        content = boards.board(Update(current, current, event, LONGEST)).content
        assert content.endswith(texts.status(ENGLISH, current))


def test_a_draw_of_equals_leaves_the_ratings_unchanged() -> None:
    draw = game(3, 3, 3, result=Result(None, Ending.AGREED, LONGEST))
    content = board(replace(draw, rating_change=RatingChange(1500, 1500, 0))).content
    assert content.splitlines()[-1] == "Ratings unchanged."


def test_only_the_move_that_wins_shows_the_streak() -> None:
    live = game(3, 3, 3)
    over = replace(live, result=Result(Mark.X, Ending.LINE), rating_change=RatingChange(1500, 1500, 16, streak=3))
    end, later = (boards.board(Update(before, over, Event.PLAYED, LONGEST)).content for before in (live, over))
    assert "3 wins in a row" in end
    assert "3 wins in a row" not in later


def test_a_finished_rated_game_shows_the_rating_changes() -> None:
    over = game(3, 3, 3, result=Result(Mark.O, Ending.RESIGNED, LONGEST))
    current = replace(over, o=Human(UserId(5)), rating_change=RatingChange(1512.4, 1500, -16.6))
    content = board(current).content
    assert content.splitlines()[-2:] == [
        f"Player 2 won: **<@5>** (O) 🏆 <@{LONGEST}> resigned.",
        f"Ratings: <@{LONGEST}>_1496_(**\N{MINUS SIGN}16**), <@5>_1517_(**+17**)".replace("_", "\N{NO-BREAK SPACE}"),
    ]
    reopened = replace(current, result=None)
    assert "Ratings" not in boards.board(Update(current, reopened, Event.TAKEN_BACK, LONGEST)).content


@pytest.mark.parametrize(
    ("plies", "end"),
    [
        (None, "and can force a win."),
        (1, "and can force a win."),
        (3, "and can force a win in 1 more move."),
        (5, "and can force a win in 2 more moves."),
    ],
)
def test_a_forced_win_counts_the_computers_remaining_moves(plies: int | None, end: str) -> None:
    choice = Choice(Cell(2, 3), Reason.FORCED, Value(Mark.O, plies))
    assert texts.computer_move(ENGLISH, choice) == f"The computer took (2, 3) {end}"


def test_the_score_of_a_series_starts_with_its_winner() -> None:
    over = states.game(Rules(3, 3, 3), result=Result(Mark.O, Ending.RESIGNED, LONGEST), series=Series(3, 3, 1, 1))
    assert texts.series(ENGLISH, over) == f"<@{BOB.id}> won the series 2\N{EN DASH}1."


@pytest.mark.parametrize("m", range(2, 8))
def test_a_finished_computer_game_of_any_height_has_room_for_another_level(m: int) -> None:
    result = Result(Mark.O, Ending.RESIGNED, LONGEST)
    terms = Format(Rules(m, 4, 3), Pace.HOUR.time, best_of=3)
    over = replace(states.game(plies=[Cell(0, 0)]), format=terms, o=COMPUTER, result=result)
    for level in Level:
        draft = boards.board(Update(over, over, Event.SHOWN, LONGEST), advice=boards.Advice(level, has_mistake=True))
        within_limits(draft)
        presses = [parse(button.custom_id) for button in draft.rows[-1]]
        assert [press.terms.format for press in presses if isinstance(press, NewPress)] == [terms, terms]
        assert isinstance(presses[-1], NewPress)
        assert presses[-1].terms.level is level
