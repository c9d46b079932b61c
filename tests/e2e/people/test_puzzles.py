"""The puzzle of the day, as people solve it."""

import re
from datetime import timedelta
from typing import Any

import discord
from sqlalchemy import func, select

from bot.database.tables import attempts
from bot.game.games import GuildId
from bot.game.puzzles import Day, Solvers, day_of, puzzle_of
from bot.messages.custom_ids import Earlier, PuzzlePress
from engine import Board, Cell
from engine.coach.puzzles import Puzzle
from tests.e2e.club import Answer, Club, buttons, refused


def today(club: Club) -> Puzzle:
    return puzzle_of(day_of(club.env.now()))


async def mark(club: Club, who: Any, on: Answer, cell: Cell) -> Answer:
    """Mark a cell of a puzzle, by its button or by the form, and return the current message."""
    ids = [button.custom_id or "" for button in buttons(on.message)]
    if cells := [custom_id for custom_id in ids if custom_id.split(":")[3:5] == [str(cell.row), str(cell.col)]]:
        await club.press(who, cells[0], on)
    else:
        await club.fill_form(who, f"{cell.row} {cell.col}", on)
    return club.now(on)


def wrong(club: Club) -> Cell:
    """Return an empty cell that lets O escape."""
    puzzle = today(club)
    return next(cell for cell in puzzle.board.legal_moves if cell != puzzle.line[0])


async def solve(club: Club, who: Any, on: Answer | None = None) -> Answer:
    """Play the proof's line, with O's replies as they come."""
    on = on or await club.slash(who, "puzzle")
    puzzle = today(club)
    board = puzzle.board
    for number in range(puzzle.moves):
        winning = board.winning_moves(board.turn)
        cell = winning[0] if winning else puzzle.line[2 * number]
        on = await mark(club, who, on, cell)
        if number < puzzle.moves - 1:
            row, col = on.text.split("O took (")[1].split(")")[0].split(", ")
            board.push(cell)
            board.push(Cell(int(row), int(col)))
    return on


async def next_monday(club: Club) -> None:
    """Wait for the easiest puzzle: two moves."""
    now = club.env.now()
    monday = (now + timedelta(days=7 - now.weekday())).replace(hour=9, minute=0)
    await club.env.advance_time((monday - now).total_seconds())


async def test_users_solve_the_same_puzzle_independently(club: Club) -> None:
    await next_monday(club)
    first, other = await club.slash(club.ann, "puzzle"), await club.slash(club.bob, "puzzle")
    assert first.private
    assert first.text == other.text
    assert first.text.startswith(f"**Puzzle #{day_of(club.env.now()) + 1}** · ")
    assert "You're X: win in 2 moves. Only one first move works, so think before you" in first.text
    answer = await mark(club, club.ann, first, wrong(club))
    assert "Not quite: O escapes with (" in answer.text
    answer = await solve(club, club.ann, answer)
    assert re.search(r"\nSolved in 0:\d\d 🟥🟩. Next puzzle <t:\d+:R>.$", answer.text)
    assert answer.buttons == ["Share", "Another one"]
    assert (await club.slash(club.bob, "puzzle")).text == other.text
    assert "Solved in" in (await club.slash(club.ann, "puzzle")).text


async def test_a_solved_puzzle_is_shared_with_the_channel_once(club: Club) -> None:
    await next_monday(club)
    answer = await solve(club, club.ann)
    public = await club.click(club.ann, "Share", answer)
    assert not public.private
    assert public.text.startswith("@ann · ttt puzzle #")
    assert "X wins in 2 moves · 🟩" in public.text
    assert (await club.click(club.bob, public.buttons[0], public)).private
    words = "You can share only today's puzzle, and only once. `/ttt puzzle` shows today's puzzle."
    await refused(club, club.click(club.ann, "Share", answer), words, whole=True)


async def test_another_one_opens_earlier_puzzles_also_by_difficulty(club: Club) -> None:
    await next_monday(club)
    day = day_of(club.env.now())
    number = day + 1
    answer = await solve(club, club.ann)
    await club.choose(club.ann, str(PuzzlePress(day, 2, opens=Earlier.GRADE)), "1", answer)
    easy = club.now(answer)
    assert easy.text.startswith(f"**Puzzle #{number - 7}** · ★☆☆☆☆☆☆ · ")
    puzzle = puzzle_of(Day(number - 8))
    first = await mark(club, club.ann, easy, puzzle.line[0])
    row, col = first.text.split("O took (")[1].split(")")[0].split(", ")
    board = Board.replay(puzzle.rules, (*puzzle.marks, puzzle.line[0], Cell(int(row), int(col))))
    assert first.text != easy.text
    solved = await mark(club, club.ann, first, board.winning_moves(board.turn)[0])
    assert solved.text.endswith("\nSolved!")
    assert solved.buttons == ["Another one"]
    words = "You've solved all of these puzzles. `/ttt puzzle` shows today's."
    await refused(club, club.click(club.ann, "Another one", solved), words, whole=True)
    assert "2 puzzles solved" in (await club.slash(club.ann, "stats")).text
    again = await club.slash(club.ann, "puzzle")
    await club.click(club.ann, "Another one", again)
    assert club.now(again).text.startswith(f"**Puzzle #{number - 1}** · ★★★★★★★ · ")
    assert "puzzles solved" not in (await club.slash(club.bob, "stats", member=club.ann)).text


async def post_after_sweeps(club: Club) -> discord.Message:
    """Run the clockwork twice, and return the newest message."""
    for _ in range(2):
        await club.sweep()
    return club.newest


async def test_only_a_manager_can_have_the_puzzle_posted(club: Club) -> None:
    await refused(club, club.slash(club.ann, "puzzle", post="here"), "**Manage Server** permission")


async def test_the_puzzle_is_posted_once_a_day_and_opens_for_everyone(club: Club, chief: Any) -> None:
    await club.slash(chief, "puzzle", post="here")
    assert "X to move and win in " in club.shown.text
    await club.configure(chief, language="de")
    answer = await club.click(club.bob, club.shown.buttons[0])
    assert answer.private
    assert "You're X: win in" in answer.text
    post = club.newest
    for _ in range(2):
        await club.env.advance_time(24 * 3600)
        posts = [post, await post_after_sweeps(club)]
        assert club.latest(2) == posts
        post = posts[1]
    assert post.content.startswith(f"**Rätsel #{day_of(club.env.now()) + 1}** · ")
    await club.slash(chief, "puzzle", post="off")
    await club.env.advance_time(24 * 3600)
    assert await post_after_sweeps(club) == post


async def test_the_next_post_counts_who_solved_the_puzzle(club: Club, chief: Any) -> None:
    await next_monday(club)
    await club.slash(chief, "puzzle", post="here")
    first = club.shown.text
    for who in (club.ann, club.bob):
        await solve(club, who)
    number = day_of(club.env.now()) + 1
    await club.env.advance_time(24 * 3600)
    second = (await post_after_sweeps(club)).content
    assert second.endswith(f"\n**Puzzle #{number}** · 2 people here solved it.")
    assert "solved" not in first
    await club.env.advance_time(24 * 3600)
    assert "solved" not in (await post_after_sweeps(club)).content


async def test_the_post_says_who_solved_the_puzzle_and_names_only_those_who_shared(club: Club, chief: Any) -> None:
    await next_monday(club)
    await club.slash(chief, "puzzle", post="here")
    post = club.newest
    before = club.now(post).text
    files = [file.filename for file in post.attachments]
    quick, slow = await club.slash(club.ann, "puzzle"), await club.slash(club.bob, "puzzle")
    await club.env.advance_time(20)
    await club.click(club.ann, "Share", await solve(club, club.ann, quick))
    await club.env.advance_time(40)
    solved = await solve(club, club.bob, slow)
    await club.sweep()
    assert club.now(post).text == f"{before}\n2 people here solved it. 🥇 @ann 0:20"
    assert files == ["board.png"] == club.now(post).files
    assert club.now(post).buttons == ["Solve it"]
    await club.click(club.bob, "Share", solved)
    assert club.pinged() == [club.bob.id]  # by Share alone
    await club.sweep()
    assert "@bob" not in club.now(post).text  # edited a moment ago
    await club.env.advance_time(10 * 60)
    await club.sweep()
    assert club.now(post).text.endswith("\n2 people here solved it. 🥇 @ann 0:20 🥈 @bob 1:00")
    await club.click(club.ann, "Delete it all", await club.on_panel(club.ann, "Delete my data"))
    await club.env.advance_time(10 * 60)
    await solve(club, club.cy)
    await club.sweep()
    assert "2 people here solved it. 🥇 @bob 1:00" in club.now(post).text


async def test_no_edit_follows_a_restart(club: Club, chief: Any) -> None:
    await next_monday(club)
    await club.slash(chief, "puzzle", post="here")
    before = club.shown.text
    await club.restart()
    await club.click(club.ann, "Share", await solve(club, club.ann))
    post = club.latest(2)[0]
    await club.sweep()
    assert club.now(post).text == before


async def test_a_user_who_shares_elsewhere_is_not_named_here(club: Club) -> None:
    await next_monday(club)
    await solve(club, club.ann)
    day, guild = day_of(club.env.now()), GuildId(club.guild.id)
    assert await club.store.puzzles.solvers(guild, day) == Solvers(1)
    await club.store.puzzles.share_attempt(club.ann.id, day, club.env.now(), GuildId(5))
    assert await club.store.puzzles.solvers(guild, day) == Solvers(0)


async def test_an_old_attempt_at_a_puzzle_is_deleted(club: Club) -> None:
    await club.slash(club.ann, "puzzle")
    await club.env.advance_time(3 * 24 * 3600)
    await club.sweep()
    query = select(func.count()).select_from(attempts)
    assert await club.store.database.read(lambda connection: connection.scalar(query)) == 0
