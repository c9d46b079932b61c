"""The daily puzzles: users' attempts, and the channels where servers post them."""

from collections.abc import Mapping
from datetime import datetime
from heapq import nsmallest
from operator import itemgetter
from typing import Any

from sqlalchemy import Connection, Row, and_, func, select, update

from bot.database.errors import Stale
from bot.database.tables import attempts, insert, puzzle_channels, upsert
from bot.database.transactions import Transactions, reads, reads_long, writes
from bot.game.games import ChannelId, GuildId, UserId
from bot.game.puzzles import Attempt, Day, PuzzleChannel, Solvers
from engine import Cell

DAYS = 1000  # the longest streak; older attempts are deleted
MEDALS = 3


class PuzzleStore(Transactions):
    """The part of the store for the daily puzzles."""

    @writes
    def attempt(self, connection: Connection, user: UserId, day: Day, now: datetime) -> Attempt:
        """Return a user's attempt at the puzzle of a day; start one if there is none."""
        first = insert(connection.dialect, attempts).values(user=user, day=day, begun=now, step=0, failed=0, cells="")
        connection.execute(first.on_conflict_do_nothing(index_elements=[attempts.c.user, attempts.c.day]))
        key = (attempts.c.user == user, attempts.c.day == day)
        return _attempt(connection.execute(select(attempts).where(*key)).one())

    @writes
    def save_attempt(self, connection: Connection, before: Attempt, after: Attempt) -> None:
        """Save the next step of an attempt; raise Stale if another step was saved since `before` was loaded."""
        key = (attempts.c.user == before.user, attempts.c.day == before.day, attempts.c.step == before.step)
        cells = "".join(f"{row}{col}" for row, col in after.cells)
        values = {"step": after.step, "failed": after.failed, "cells": cells}
        values |= {"solved": after.solved, "guild": after.guild}
        if connection.execute(update(attempts).where(*key).values(values)).rowcount != 1:
            raise Stale

    @writes
    def share_attempt(
        self, connection: Connection, user: UserId, day: Day, now: datetime, guild: GuildId | None
    ) -> Attempt | None:
        """Save that a user has shared a puzzle, and return the attempt; None if it is unsolved or already shared.

        From now on, it counts in the server where it was shared, so that no other server names the user.
        """
        key = (attempts.c.user == user, attempts.c.day == day)
        open_to_share = (attempts.c.solved.is_not(None), attempts.c.shared.is_(None))
        shared = update(attempts).where(*key, *open_to_share).values(shared=now, guild=guild).returning(attempts)
        row = connection.execute(shared).one_or_none()
        return None if row is None else _attempt(row)

    @reads_long
    def solved_days(self, connection: Connection, user: UserId) -> Mapping[Day, datetime]:
        """Return the days whose puzzles a user has solved, newest first, and when they were solved."""
        days = select(attempts.c.day, attempts.c.solved).where(attempts.c.user == user, attempts.c.solved.is_not(None))
        rows = connection.execute(days.order_by(attempts.c.day.desc()).limit(DAYS))
        return {Day(day): solved for day, solved in rows}

    @reads
    def puzzle_channel(self, connection: Connection, guild: GuildId) -> PuzzleChannel | None:
        """Return the channel in which a server posts the puzzles, if any."""
        row = connection.execute(select(puzzle_channels).where(puzzle_channels.c.guild == guild)).one_or_none()
        return None if row is None else _channel(row)

    @writes
    def post_puzzles(self, connection: Connection, guild: GuildId, channel: ChannelId | None, day: Day) -> None:
        """Save the channel in which a server posts the puzzles after a day; None to stop."""
        if channel is None:
            connection.execute(puzzle_channels.delete().where(puzzle_channels.c.guild == guild))
            return
        upsert(connection, puzzle_channels, {"guild": guild}, {"channel": channel, "day": day, "has_failed": False})

    @reads
    def due_puzzle_channels(self, connection: Connection, day: Day) -> list[PuzzleChannel]:
        """Return the channels in which the puzzle of a day is still to be posted."""
        return [_channel(row) for row in connection.execute(select(puzzle_channels).where(puzzle_channels.c.day < day))]

    @writes
    def claim_puzzle(self, connection: Connection, guild: GuildId, day: Day) -> bool:
        """Claim the post of a day's puzzle in a server; return False if another process has claimed it."""
        is_due = (puzzle_channels.c.guild == guild, puzzle_channels.c.day < day)
        claimed = update(puzzle_channels).where(*is_due).values(day=day, has_failed=False)
        return connection.execute(claimed).rowcount == 1

    @reads_long
    def solvers(self, connection: Connection, guild: GuildId, day: Day) -> Solvers:
        """Return how many users have solved the puzzle of a day in a server, and the fastest of those who shared it."""
        solved = and_(attempts.c.guild == guild, attempts.c.day == day, attempts.c.solved.is_not(None))
        number = connection.scalar(select(func.count()).select_from(attempts).where(solved)) or 0
        shared = connection.execute(select(attempts).where(solved, attempts.c.shared.is_not(None)))
        times = [(UserId(row.user), row.solved - row.begun) for row in shared]
        return Solvers(number, tuple(nsmallest(MEDALS, times, key=itemgetter(1))))

    @writes
    def note_puzzle_failed(self, connection: Connection, guild: GuildId, *, has_failed: bool) -> None:
        """Save that a puzzle could not be posted, or that a member who manages the server was told."""
        key = puzzle_channels.c.guild == guild
        connection.execute(update(puzzle_channels).where(key).values(has_failed=has_failed))


def _attempt(row: Row[Any]) -> Attempt:
    cells = tuple(Cell(int(row_), int(col)) for row_, col in zip(row.cells[::2], row.cells[1::2], strict=True))
    return Attempt(UserId(row.user), Day(row.day), row.begun, row.step, row.failed, cells, row.solved, row.guild)


def _channel(row: Row[Any]) -> PuzzleChannel:
    return PuzzleChannel(GuildId(row.guild), ChannelId(row.channel), row.has_failed)
