"""Puzzles: kept for each person and day, forgotten and exported, and posted once a day."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select

from bot.clockwork import SomeFailed
from bot.core import Core
from bot.database.store import Store
from bot.database.tables import attempts
from bot.game.errors import NoPuzzleLeft, OffBoard, PuzzleCellTaken, PuzzleOver, PuzzleShared
from bot.game.games import ChannelId, GuildId
from bot.game.puzzles import Day, PuzzleChannel, puzzle_of, streak
from bot.registry.privacy import Privacy
from bot.registry.puzzles import Puzzles
from engine import Cell
from tests.people import ANN, BOB, Clock, export_of
from tests.stored import NEVER

MONDAY = datetime(2026, 11, 23, 0, 0, 5, tzinfo=UTC)
HERE, THERE = ChannelId(7), ChannelId(8)
CLUB = GuildId(1)


@pytest.fixture
def puzzles(process: Core, clock: Clock) -> Puzzles:
    clock.now = MONDAY
    return process.puzzles


async def solve(puzzles: Puzzles, guild: GuildId | None = None) -> None:
    """Solve a puzzle of two moves."""
    current = await puzzles.show(ANN)
    day = current.attempt.day
    tap = await puzzles.tap(ANN, day, current.attempt.step, puzzle_of(day).line[0])
    [winning, *_] = tap.attempt.board.winning_moves(tap.attempt.board.turn)
    await puzzles.tap(ANN, day, tap.attempt.step, winning, guild)


async def test_the_time_runs_from_the_first_look_to_the_last_move(puzzles: Puzzles, clock: Clock) -> None:
    await puzzles.show(ANN)
    clock.advance(seconds=90)
    await solve(puzzles)
    attempt = (await puzzles.show(ANN)).attempt
    assert attempt.solved
    assert attempt.solved - attempt.begun == timedelta(seconds=90)


async def test_two_taps_at_once_count_as_one(puzzles: Puzzles, rival: Core) -> None:
    current = await puzzles.show(ANN)
    day, first = current.attempt.day, puzzle_of(current.attempt.day).line[0]
    taps = await asyncio.gather(*(one.tap(ANN, day, 0, first) for one in (puzzles, rival.puzzles, puzzles)))
    assert {tap.attempt.step for tap in taps} == {1}
    assert (await puzzles.show(ANN)).attempt.step == 1


@pytest.mark.parametrize("is_taken", [True, False])
async def test_an_attempt_at_a_replaced_puzzle_starts_over(puzzles: Puzzles, store: Store, *, is_taken: bool) -> None:
    """An update of the bot may have other puzzles."""
    before = (await puzzles.show(ANN)).attempt
    puzzle = puzzle_of(before.day)
    cells = puzzle.marks[:2] if is_taken else tuple(puzzle.board.legal_moves)[: 2 * puzzle.moves]
    await store.puzzles.save_attempt(before, replace(before, step=2, cells=cells))
    assert (await puzzles.show(ANN)).attempt == replace(before, step=2)
    tap = await puzzles.tap(ANN, before.day, 2, puzzle.line[0])
    assert (tap.attempt.step, len(tap.attempt.cells)) == (3, 2)


async def test_a_cell_that_is_taken_or_off_the_board_changes_nothing(puzzles: Puzzles) -> None:
    before = (await puzzles.show(ANN)).attempt
    with pytest.raises(PuzzleCellTaken):
        await puzzles.tap(ANN, before.day, 0, puzzle_of(before.day).marks[0])
    with pytest.raises(OffBoard):
        await puzzles.tap(ANN, before.day, 0, Cell(0, 99))
    assert (await puzzles.show(ANN)).attempt == before


async def test_only_a_solved_puzzle_is_shared_and_only_once(puzzles: Puzzles) -> None:
    await puzzles.show(ANN)
    with pytest.raises(PuzzleShared):
        await puzzles.share(ANN, puzzles.today)
    await solve(puzzles)
    assert (await puzzles.share(ANN, puzzles.today)).streak == 1
    with pytest.raises(PuzzleShared):
        await puzzles.share(ANN, puzzles.today)


async def test_the_solvers_of_a_day_are_counted_in_their_server(puzzles: Puzzles, store: Store) -> None:
    await puzzles.show(BOB)
    await solve(puzzles, CLUB)
    today, elsewhere = puzzles.today, GuildId(CLUB + 1)
    days = [(CLUB, today), (elsewhere, today), (CLUB, Day(today - 1))]
    assert [(await store.puzzles.solvers(*day)).number for day in days] == [1, 0, 0]


async def test_a_tap_on_a_solved_or_future_puzzle_is_refused(puzzles: Puzzles, privacy: Privacy) -> None:
    await solve(puzzles)
    day = puzzles.today
    with pytest.raises(PuzzleOver):
        await puzzles.tap(ANN, day, 2, Cell(0, 0))
    with pytest.raises(PuzzleOver):
        await puzzles.tap(BOB, Day(day + 1), 0, Cell(0, 0))
    assert (await export_of(privacy, BOB))["puzzles"] == []


PAST = {  # of days before today, the solved ones; then how long the streak is, and what is kept
    "a streak until today": ([0, 1, 2, 4, 5], [6], 3, [0, 1, 2, 4, 5]),
    "a streak until yesterday": ([1, 2, 3, 9], [0], 3, [0, 1, 2, 3, 9]),
    "one day, and one that may still be played on": ([0], [1, 2], 1, [0, 1]),
    "a streak that has ended": ([2, 3, 4], [1], 0, [1, 2, 3, 4]),
    "no streak": ([], [0, 1, 2, 30], 0, [0, 1]),
}


@pytest.mark.parametrize(("solved_days", "failed_days", "days", "expected"), PAST.values(), ids=PAST)
async def test_solved_puzzles_are_kept_and_others_for_a_day(
    puzzles: Puzzles,
    privacy: Privacy,
    store: Store,
    clock: Clock,
    solved_days: list[int],
    failed_days: list[int],
    days: int,
    expected: list[int],
) -> None:
    today, now = puzzles.today, clock.now
    for before in sorted((*solved_days, *failed_days), reverse=True):
        clock.now = now - timedelta(days=before)
        begun = await store.puzzles.attempt(ANN, puzzles.today, clock.now)
        if before in solved_days:
            await store.puzzles.save_attempt(begun, replace(begun, step=1, solved=clock.now))
    clock.now = now
    await privacy.purge(NEVER)
    rows = (await export_of(privacy, ANN))["puzzles"]
    assert [today - attempt["day"] for attempt in reversed(rows)] == expected
    assert streak(list(await store.puzzles.solved_days(ANN)), today) == days


async def test_earlier_puzzles_are_offered_day_by_day(puzzles: Puzzles) -> None:
    await solve(puzzles)
    today = puzzles.today
    first = await puzzles.another(ANN, today, 0)
    assert first.attempt.day == today - 1
    assert (await puzzles.another(ANN, today, 0)).attempt == first.attempt
    assert (await puzzles.another(ANN, Day(today - 1), 0)).attempt.day == today - 2
    assert (await puzzles.another(ANN, today, 1)).attempt.day == today - 7  # today is a Monday
    assert (await puzzles.another(ANN, Day(99_999), 7)).attempt.day == today - 1
    with pytest.raises(NoPuzzleLeft):
        await puzzles.another(ANN, Day(0), 0)


async def test_a_past_puzzle_counts_for_no_streak_no_share_and_no_server(
    puzzles: Puzzles, store: Store, clock: Clock
) -> None:
    await puzzles.show(ANN)
    clock.advance(days=1)
    past = Day(puzzles.today - 1)
    tap = await puzzles.tap(ANN, past, 0, puzzle_of(past).line[0], CLUB)
    [winning, *_] = tap.attempt.board.winning_moves(tap.attempt.board.turn)
    solved = await puzzles.tap(ANN, past, 1, winning, CLUB)
    assert (solved.attempt.is_late, solved.streak) == (True, 0)
    assert ((await store.puzzles.solvers(CLUB, past)).number, (await store.ratings.stats(None, ANN)).puzzles) == (0, 1)
    with pytest.raises(PuzzleShared):
        await puzzles.share(ANN, past)
    clock.advance(days=-1)
    assert (await store.ratings.stats(None, ANN, BOB)).puzzles == 0


async def test_old_attempts_are_purged_even_if_old_games_are_not(
    puzzles: Puzzles, privacy: Privacy, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    await puzzles.show(ANN)
    clock.advance(days=3)
    monkeypatch.setattr(store.privacy, "purge_some", fail)
    with pytest.raises(SomeFailed):
        await privacy.purge(NEVER)
    assert "puzzles" not in {part for part, rows in (await export_of(privacy, ANN)).items() if rows}


async def test_old_attempts_of_all_users_are_purged(puzzles: Puzzles, privacy: Privacy, store: Store) -> None:
    many = 250
    old = [
        {
            "user": user,
            "day": day,
            "begun": MONDAY - timedelta(days=puzzles.today - day),
            "step": 0,
            "failed": 0,
            "cells": "",
        }
        for user in range(1, many + 1)
        for day in (1, puzzles.today)
    ]
    await store.database.write(lambda connection: connection.execute(attempts.insert(), old))
    await privacy.purge(NEVER)
    days = await store.database.read(lambda connection: connection.scalars(select(attempts.c.day)).all())
    assert days == [puzzles.today] * many


async def test_a_puzzle_is_claimed_once_a_day(puzzles: Puzzles, store: Store, rival: Core, clock: Clock) -> None:
    await store.puzzles.post_puzzles(CLUB, HERE, puzzles.today)
    assert await store.puzzles.due_puzzle_channels(puzzles.today) == []
    clock.advance(days=1)
    assert await store.puzzles.due_puzzle_channels(puzzles.today) == [PuzzleChannel(CLUB, HERE)]
    claims = await asyncio.gather(*(one.puzzles.claim_puzzle(CLUB, puzzles.today) for one in (store, rival.store)))
    assert sorted(claims) == [False, True]
    assert await store.puzzles.due_puzzle_channels(puzzles.today) == []


async def test_a_failed_puzzle_post_is_remembered_until_the_next_one(
    puzzles: Puzzles, clock: Clock, store: Store
) -> None:
    await store.puzzles.post_puzzles(CLUB, HERE, puzzles.today)
    await store.puzzles.note_puzzle_failed(CLUB, has_failed=True)
    assert await store.puzzles.puzzle_channel(CLUB) == PuzzleChannel(CLUB, HERE, has_failed=True)
    clock.advance(days=1)
    await store.puzzles.claim_puzzle(CLUB, puzzles.today)
    assert await store.puzzles.puzzle_channel(CLUB) == PuzzleChannel(CLUB, HERE)
    await store.puzzles.post_puzzles(CLUB, THERE, puzzles.today)
    assert await store.puzzles.puzzle_channel(CLUB) == PuzzleChannel(CLUB, THERE)
    await store.puzzles.post_puzzles(CLUB, None, puzzles.today)
    assert await store.puzzles.puzzle_channel(CLUB) is None
