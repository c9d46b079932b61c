"""The puzzle of the day, as people solve it."""

from datetime import timedelta
from gettext import NullTranslations
from typing import Any

import discord

from bot.game.games import GuildId, Place
from bot.game.puzzles import day_of, puzzle_of
from bot.interactions.background import Tasks
from bot.interactions.puzzles import Posting
from bot.messages.translator import ENGLISH, Translator
from engine import Cell
from engine.coach.puzzles import Puzzle
from tests.e2e.club import Club, buttons, refused
from tests.people import process


def today(club: Club) -> Puzzle:
    return puzzle_of(day_of(club.env.now()))


async def mark(club: Club, who: Any, on: Any, cell: Cell) -> Any:
    """Mark a cell of a puzzle, by its button or by the form, and return the message as it is then."""
    ids = [button.custom_id or "" for button in buttons(on)]
    if cells := [custom_id for custom_id in ids if custom_id.endswith(f":{cell.row}:{cell.col}")]:
        await club.press(who, cells[0], on)
    else:
        await club.fill_form(who, f"{cell.row} {cell.col}", on)
    return await club.message(on.id)


async def wrong(club: Club) -> Cell:
    """Return an empty cell that lets O escape."""
    puzzle = today(club)
    return next(cell for cell in puzzle.board.legal_moves if cell != puzzle.line[0])


async def solve(club: Club, who: Any, on: Any) -> Any:
    """Play the proof's line, with O's replies as they come."""
    puzzle = today(club)
    board = puzzle.board
    for number in range(puzzle.moves):
        winning = board.winning_moves(board.turn)
        cell = winning[0] if winning else puzzle.line[2 * number]
        on = await mark(club, who, on, cell)
        if number < puzzle.moves - 1:
            row, col = on.content.split("O took (")[1].split(")")[0].split(", ")
            board.push(cell)
            board.push(Cell(int(row), int(col)))
    return on


async def next_monday(club: Club) -> None:
    """Wait for the easiest puzzle: two moves."""
    now = club.env.now()
    monday = (now + timedelta(days=7 - now.weekday())).replace(hour=9, minute=0)
    await club.env.advance_time((monday - now).total_seconds())


async def test_the_puzzle_is_for_whoever_asks_alone_and_says_the_task(club: Club) -> None:
    await next_monday(club)
    answer = await club.slash(club.ann, "puzzle")
    assert answer.private
    assert answer.text.startswith(f"**Puzzle #{day_of(club.env.now()) + 1}** · ")
    assert "You're X: win in 2 moves. Only one first move wins in time, so think before you" in answer.text


async def test_a_wrong_move_is_answered_and_the_next_try_counts(club: Club) -> None:
    await next_monday(club)
    first = await club.slash(club.ann, "puzzle")
    shown = await mark(club, club.ann, first.message, await wrong(club))
    assert "lets O escape with (" in shown.content
    shown = await solve(club, club.ann, shown)
    assert "Solved! Here is a spoiler-free line to share:" in shown.content
    assert " · X wins in 2 moves · 🟥🟩 · " in shown.content
    assert " · 1-day streak\n" in shown.content
    assert [button.label for button in buttons(shown)] == ["Share"]


async def test_a_solved_puzzle_is_shared_with_the_channel_once(club: Club) -> None:
    await next_monday(club)
    shown = await solve(club, club.ann, (await club.slash(club.ann, "puzzle")).message)
    share = buttons(shown)[0].custom_id or ""
    shared = await club.press(club.ann, share, shown)
    assert not shared.private
    assert shared.text.startswith(f"<@{club.ann.id}> · ttt puzzle #")
    assert "X wins in 2 moves · 🟩" in shared.text
    posted = club.newest
    assert (await club.press(club.bob, buttons(posted)[0].custom_id or "", posted)).private
    again = await club.press(club.ann, share, shown)
    assert (again.private, again.text) == (True, "You have already shared that puzzle, or it isn't today's.")


async def test_everybody_has_the_same_puzzle_and_a_try_of_their_own(club: Club) -> None:
    await next_monday(club)
    ann, bob = await club.slash(club.ann, "puzzle"), await club.slash(club.bob, "puzzle")
    assert ann.text == bob.text
    await solve(club, club.ann, ann.message)
    assert (await club.slash(club.bob, "puzzle")).text == bob.text
    assert "Solved!" in (await club.slash(club.ann, "puzzle")).text


async def test_a_form_of_an_old_board_counts_no_second_try(club: Club) -> None:
    await next_monday(club)
    await club.env.advance_time(6 * 24 * 3600)  # the board of a Sunday is too large for buttons
    first = await club.slash(club.ann, "puzzle")
    again = await club.slash(club.ann, "puzzle")
    await mark(club, club.ann, first.message, await wrong(club))
    shown = await mark(club, club.ann, again.message, await wrong(club))
    assert "lets O escape" not in shown.content
    assert "You're X: win in" in shown.content


async def test_a_second_tap_on_the_same_board_shows_where_the_puzzle_stands(club: Club) -> None:
    await next_monday(club)
    first = await club.slash(club.ann, "puzzle")
    again = await club.slash(club.ann, "puzzle")
    await mark(club, club.ann, first.message, today(club).line[0])
    shown = await mark(club, club.ann, again.message, today(club).line[0])
    assert "1 move left" in shown.content


class Loud(NullTranslations):
    """A language in which every sentence ends with an exclamation mark."""

    def gettext(self, message: str) -> str:
        return f"{message}!"


def daily(club: Club, language: Translator = ENGLISH) -> Posting:
    """Return what posts the puzzles in a language, to be asked when the test says so."""
    puzzles = process(club.store, club.experts, club.env.now).puzzles

    def find(place: Place) -> discord.PartialMessageable:
        return club.env.bot.get_partial_messageable(place.channel, guild_id=place.guild)

    async def speaks(_: GuildId) -> Translator:
        return language

    return Posting(puzzles, find, lambda _: True, speaks)


async def test_only_who_manages_the_server_has_it_posted(club: Club) -> None:
    await refused(club, lambda club: club.slash(club.ann, "puzzle", post="here"), "**Manage Server** permission")


async def test_the_puzzle_is_posted_each_day_once_and_opens_for_whoever_presses(club: Club) -> None:
    boss = club.member("boss", manage_guild=True)
    await club.slash(boss, "puzzle", post="here")
    posted = club.newest
    assert "X to move and win in " in posted.content
    answer = await club.press(club.bob, buttons(posted)[0].custom_id or "", posted)
    assert answer.private
    assert "You're X: win in" in answer.text
    await club.env.advance_time(24 * 3600)
    posting = daily(club)
    await posting.post_due()
    await posting.post_due()
    newer = club.newest
    assert newer.id != posted.id
    assert newer.content.startswith(f"**Puzzle #{day_of(club.env.now()) + 1}**")
    assert club.latest(2)[0].id == posted.id
    await club.slash(boss, "puzzle", post="off")
    await club.env.advance_time(24 * 3600)
    await posting.post_due()
    assert club.newest.id == newer.id


async def test_each_day_is_looked_after_once_however_often_it_is_started(club: Club) -> None:
    boss = club.member("boss", manage_guild=True)
    await club.slash(boss, "puzzle", post="here")
    tasks, posting = Tasks(), daily(club)
    for _ in range(2):
        await club.env.advance_time(24 * 3600)
        newest = [club.newest.id]
        for _ in range(2):
            tasks.start_once(posting.post_today)
            tasks.start_once(posting.post_today)
            assert len(tasks) == 1
            assert await tasks.finish(timedelta(minutes=1)) == 0
            newest.append(club.newest.id)
        assert newest[0] != newest[1] == newest[2]


async def test_its_post_says_three_times_a_day_how_many_here_have_solved_it(club: Club) -> None:
    await next_monday(club)
    await club.slash(club.member("boss", manage_guild=True), "puzzle", post="here")
    await club.env.advance_time(16 * 3600)  # 01:00
    posting = daily(club)
    await posting.post_due()
    posted = club.newest
    for who in (club.ann, club.bob):
        await solve(club, who, (await club.slash(who, "puzzle")).message)
    before = posted.content
    await posting.update_counts()
    assert (await club.message(posted.id)).content == before  # the hour of the first is past
    for hours, line in (
        (5, "2 people here solved it."),
        (1, "2 people here solved it."),
        (11, "3 people here solved it."),
    ):
        await club.env.advance_time(hours * 3600)
        await posting.update_counts()
        assert (await club.message(posted.id)).content == f"{before}\n{line}"
        if hours == 1:
            await solve(club, club.cy, (await club.slash(club.cy, "puzzle")).message)
            await posting.update_counts()
            assert (await club.message(posted.id)).content == f"{before}\n2 people here solved it."


async def test_a_post_speaks_the_language_of_its_server(club: Club) -> None:
    await club.slash(club.member("boss", manage_guild=True), "puzzle", post="here")
    await club.env.advance_time(24 * 3600)
    await daily(club, Translator("loud", Loud())).post_due()
    assert club.newest.content.startswith(f"**Puzzle #{day_of(club.env.now()) + 1}**! · ")
