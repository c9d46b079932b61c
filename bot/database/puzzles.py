"""The daily puzzles: users' attempts, and the channels that servers have them posted in."""

from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, select, update

from bot.database.errors import Stale
from bot.database.tables import attempts, insert, puzzle_channels
from bot.database.transactions import Transactions, browses, reads, writes
from bot.game.games import ChannelId, GuildId, UserId
from bot.game.puzzles import Attempt, Day, PuzzleChannel, counting_since
from engine import Cell

DAYS = 1000  # the longest streak that is counted
PEOPLE = 100  # users whose attempts one transaction looks through


class PuzzleStore(Transactions):
    """The part of the store that holds the daily puzzles."""

    @writes
    def attempt(self, connection: Connection, user: UserId, day: Day, now: datetime) -> Attempt:
        """Return a user's attempt at the puzzle of a day; if there is none, start one now."""
        first = insert(connection.dialect, attempts).values(user=user, day=day, begun=now, step=0, failed=0, cells="")
        connection.execute(first.on_conflict_do_nothing(index_elements=[attempts.c.user, attempts.c.day]))
        of = (attempts.c.user == user, attempts.c.day == day)
        return _attempt(connection.execute(select(attempts).where(*of)).one())

    @writes
    def save_attempt(self, connection: Connection, before: Attempt, after: Attempt) -> None:
        """Save the next step of an attempt; raise Stale if another step was saved since before was loaded."""
        of = (attempts.c.user == before.user, attempts.c.day == before.day, attempts.c.step == before.step)
        cells = "".join(f"{row}{col}" for row, col in after.cells)
        now = {"step": after.step, "failed": after.failed, "cells": cells, "solved": after.solved}
        if connection.execute(update(attempts).where(*of).values(now)).rowcount != 1:
            raise Stale

    @browses
    def solved_days(self, connection: Connection, user: UserId) -> list[Day]:
        """Return the days whose puzzles a user has solved, newest first."""
        days = select(attempts.c.day).where(attempts.c.user == user, attempts.c.solved.is_not(None))
        return [Day(day) for day in connection.scalars(days.order_by(attempts.c.day.desc()).limit(DAYS))]

    @writes
    def purge_attempts(self, connection: Connection, after: UserId, today: Day) -> UserId | None:
        """Delete attempts that no longer count, of the next users by id.

        Return the last of these users, after whom to continue; None at the end.
        """
        next_people = select(attempts.c.user).where(attempts.c.user > after).distinct().order_by(attempts.c.user)
        people = connection.scalars(next_people.limit(PEOPLE)).all()
        solved: dict[int, list[Day]] = {user: [] for user in people}
        theirs = select(attempts.c.user, attempts.c.day).where(attempts.c.user.in_(people))
        for row in connection.execute(theirs.where(attempts.c.solved.is_not(None)).order_by(attempts.c.day.desc())):
            solved[row.user].append(Day(row.day))
        for user, days in solved.items():
            count_no_more = attempts.c.day < max(counting_since(days, today), today - DAYS)
            connection.execute(attempts.delete().where(attempts.c.user == user, count_no_more))
        return UserId(people[-1]) if people else None

    @reads
    def puzzle_channel(self, connection: Connection, guild: GuildId) -> PuzzleChannel | None:
        """Return the channel that a server has the puzzles posted in, None if it has none."""
        row = connection.execute(select(puzzle_channels).where(puzzle_channels.c.guild == guild)).one_or_none()
        return None if row is None else _channel(row)

    @writes
    def post_puzzles(self, connection: Connection, guild: GuildId, channel: ChannelId | None, day: Day) -> None:
        """Save the channel that a server has puzzles posted in from the day after a given one; None for no channel."""
        if channel is None:
            connection.execute(puzzle_channels.delete().where(puzzle_channels.c.guild == guild))
            return
        now = {"channel": channel, "day": day, "has_failed": False}
        row = insert(connection.dialect, puzzle_channels).values(guild=guild, **now)
        connection.execute(row.on_conflict_do_update(index_elements=[puzzle_channels.c.guild], set_=now))

    @reads
    def due_puzzle_channels(self, connection: Connection, day: Day) -> list[PuzzleChannel]:
        """Return the channels where the puzzle of a day has not been posted."""
        return [_channel(row) for row in connection.execute(select(puzzle_channels).where(puzzle_channels.c.day < day))]

    @writes
    def claim_puzzle(self, connection: Connection, guild: GuildId, day: Day) -> bool:
        """Save that the puzzle of a day is posted; return False if another process is posting it."""
        of = (puzzle_channels.c.guild == guild, puzzle_channels.c.day < day)
        return connection.execute(update(puzzle_channels).where(*of).values(day=day, has_failed=False)).rowcount == 1

    @writes
    def note_puzzle_failed(self, connection: Connection, guild: GuildId, *, has_failed: bool) -> None:
        """Save that a puzzle could not be posted, or that a moderator has been told so."""
        of = puzzle_channels.c.guild == guild
        connection.execute(update(puzzle_channels).where(of).values(has_failed=has_failed))


def _attempt(row: Row[Any]) -> Attempt:
    cells = tuple(Cell(int(row_), int(col)) for row_, col in zip(row.cells[::2], row.cells[1::2], strict=True))
    return Attempt(UserId(row.user), Day(row.day), row.begun, row.step, row.failed, cells, row.solved)


def _channel(row: Row[Any]) -> PuzzleChannel:
    return PuzzleChannel(GuildId(row.guild), ChannelId(row.channel), row.has_failed)
