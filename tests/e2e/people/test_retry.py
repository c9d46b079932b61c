"""Another try at a turning point of one's own game, as people play it."""

from bot.messages.custom_ids import RetryPress, parse
from engine import Board, Cell, Limit, Rules, hint
from tests.e2e.club import Answer, Club, Person, buttons, refused

DRAWN = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)]
LOST = [(1, 1), (0, 1), (0, 0), (2, 2), (1, 0), (1, 2), (2, 0)]  # Bob's first move loses, and Ann wins


def cell_id(on: Answer, cell: tuple[int, int]) -> str:
    """Return the custom_id of a cell's button."""
    ids = [button.custom_id or "" for button in buttons(on.message)]
    return next(each for each in ids if each.endswith(":{}.{}".format(*cell)))


async def mark(club: Club, who: Person, on: Answer, cell: tuple[int, int]) -> Answer:
    """Mark a cell of a try, and return the current message."""
    await club.press(who, cell_id(on, cell), on)
    return club.now(on)


async def test_a_lost_draw_is_tried_again_in_private(club: Club) -> None:
    await club.duel()
    await club.moves(*LOST)
    before = len(club.latest(50))
    review = await club.click(club.bob, "Review")
    assert review.buttons == ["Replay", "Try move 1 as O"]
    puzzle = await club.click(club.bob, "Try move 1 as O", review)
    assert puzzle.private
    assert puzzle.text.startswith("**Move 1** of game #1 · 3×3, 3 in a row\n")
    assert puzzle.text.endswith("\nYou're O: find a move that holds the draw.")
    assert (await mark(club, club.bob, puzzle, (1, 2))).text.endswith("\nNot quite: (1, 2) loses. Try again.")
    await refused(club, club.press(club.bob, cell_id(puzzle, (1, 1)), puzzle), "(1, 1) is taken. Choose an empty cell.")
    solved = await mark(club, club.bob, puzzle, (2, 2))
    assert solved.text.endswith("\nRight! (2, 2) holds the draw.")
    assert solved.buttons == []
    assert len(club.latest(50)) == before
    assert "1 lost" in (await club.slash(club.bob, "stats")).text


async def test_a_missed_win_is_tried_against_the_best_defense(club: Club) -> None:
    await club.duel(m=3, n=4, k=3)
    await club.moves((1, 1), (0, 0), (2, 3), (0, 3))
    await club.resign(club.bob)
    review = await club.slash(club.cy, "review")
    [label] = [label for label in review.buttons if label.startswith("Try move 2 as X")]
    puzzle = await club.click(club.cy, label, review)
    assert puzzle.text.endswith("\nYou're X: win in 2 moves.")
    escaped = await mark(club, club.cy, puzzle, (2, 3))
    assert "\nNot quite: O escapes with (" in escaped.text
    board, on = Board.replay(Rules(3, 4, 3), [Cell(1, 1), Cell(0, 0)]), escaped
    await club.restart()
    cell = hint(board, Limit(nodes=20_000)).cell
    on = await mark(club, club.cy, on, cell)
    assert on.text.endswith(" 1 move left.")
    press = parse(buttons(on.message)[0].custom_id or "")
    assert isinstance(press, RetryPress)
    assert press.cells[0] == cell
    board = Board.replay(board.rules, [Cell(1, 1), Cell(0, 0), *press.cells])
    on = await mark(club, club.cy, on, hint(board).cell)
    assert on.text.endswith("\nSolved! X wins.")


async def test_a_try_is_refused_after_an_undo_reopens_its_game(club: Club) -> None:
    await club.duel()
    await club.moves(*LOST)
    puzzle = await club.click(club.bob, "Try move 1 as O", await club.click(club.bob, "Review"))
    await club.click(club.ann, "Undo", club.shown)
    words = "That game is still on."
    await refused(club, club.press(club.bob, cell_id(puzzle, (2, 2)), puzzle), words)


async def test_a_large_board_is_tried_with_the_form(club: Club) -> None:
    await club.duel(m=7, n=7, k=4)
    await club.moves((3, 3), (0, 0), (3, 4), (0, 1), (3, 2), (0, 2), (6, 6), (0, 3))
    review = await club.slash(club.ann, "review")
    puzzle = await club.click(club.ann, "Try move 4 as X", review)
    assert puzzle.text.endswith("You're X: win in 1 move.")
    await club.fill_form(club.ann, "6 3", puzzle)
    assert "Not quite: O escapes with (" in club.now(puzzle).text
    await club.fill_form(club.ann, "3 5", club.now(puzzle))
    assert club.now(puzzle).text.endswith("\nSolved! X wins.")


async def test_a_try_that_no_review_offers_is_refused(club: Club) -> None:
    await club.duel()
    await club.moves(*DRAWN)
    game = await club.game()
    for rest in ("9:w1::2.2", "10:w1:", "1:w1:0.0-1.1-", "0:w2:"):
        custom_id = f"ttt:t{game.id}:{rest}"
        planted = await club.planted(custom_id)
        await refused(club, club.press(club.bob, custom_id, planted), "That board is out of date.")
