"""Transactions: functions that get a connection, and run atomically, off the event loop, in bounded time."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import wraps
from types import CoroutineType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Dialect, exc

from bot.database.errors import StoreFailed

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")
S = TypeVar("S", bound="Transactions")
Work: TypeAlias = Callable[[Connection], T]
Run: TypeAlias = Callable[[Work[Any]], Awaitable[Any]]  # runs functions in a transaction that is open
Statement: TypeAlias = Callable[[Dialect], tuple[str, Sequence[Any]]]  # returns SQL and parameters for the driver
Observe: TypeAlias = Callable[[str, float], None]
Transaction: TypeAlias = "Callable[Concatenate[S, Connection, P], T]"
Method: TypeAlias = "Callable[Concatenate[S, P], CoroutineType[Any, Any, T]]"

FAILURES = (exc.SQLAlchemyError, sqlite3.Error, OSError)  # on SQLite, the driver runs transactions


CONNECTIONS = 10  # to PostgreSQL at most, unless DATABASE_CONNECTIONS says otherwise
MAX_WAITING = 1000  # transactions; more would not run in time
MAX_LONG_READS = 100  # that may wait


class Database(Protocol):
    """Runs transactions. A transaction that waits for a lock for more than a second or two fails, as in an outage.

    If too many are waiting, a transaction raises StoreBusy.
    """

    async def check(self) -> None:
        """Check for damage, for a second at most. Raises Unusable."""
        ...

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads a consistent snapshot, and return its result."""
        ...

    async def long_read(self, work: Work[T]) -> T:
        """Run a function that reads more than a move does. Moves never wait for it."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Run a function that writes, and return its result when its changes are durable.

        If the function raises, nothing is changed. It may run more than once.
        """
        ...

    @property
    def write_statement(self) -> Callable[[Statement], Awaitable[bool]] | None:
        """A function that runs one statement in its own transaction, and returns whether the statement returned a row.

        If it returned none, nothing was changed; repeat the change in a full transaction to learn why. The property is
        None if a statement can't write to several tables.
        """
        ...

    async def change_tables(self, work: Work[T]) -> T:
        """Run a function that changes tables, in one process at a time, without a time limit."""
        ...

    def alone(self) -> AbstractAsyncContextManager[Run]:
        """Begin one transaction while no bot uses the database, without a time limit; commit it at the end.

        Yields a function that runs functions in it. Raises InUse.
        """
        ...

    async def close(self) -> None:
        """Wait for running transactions, and close every connection."""
        ...


def unobserved(_name: str, _seconds: float) -> None:
    """Observe nothing."""


class Transactions:
    """A class whose methods are transactions on a database.

    observe is called with the name of each transaction and the seconds it took, including the wait.
    """

    def __init__(self, database: Database, observe: Observe) -> None:
        self.database = database
        self._observe = observe

    async def run(self, name: str, method: Callable[[W], Awaitable[T]], work: W) -> T:
        """Run a transaction, in bounded time. Raises StoreFailed."""
        started = time.perf_counter()
        try:
            return await method(work)
        except FAILURES as error:
            if is_outage(error):
                raise StoreFailed(error.orig if isinstance(error, exc.DBAPIError) else error, unchanged=True) from error
            raise
        finally:
            self._observe(name, time.perf_counter() - started)


def reads(transaction: Transaction[S, P, T]) -> Method[S, P, T]:
    """Turn a function that reads into a method that runs it on a consistent snapshot."""
    return _method(transaction, lambda database: database.read)


def reads_long(transaction: Transaction[S, P, T]) -> Method[S, P, T]:
    """Like reads, for a function that reads more than a move does. Moves never wait for it."""
    return _method(transaction, lambda database: database.long_read)


def writes(transaction: Transaction[S, P, T]) -> Method[S, P, T]:
    """Turn a function that writes into a method that runs it atomically. Its changes are durable on return."""
    return _method(transaction, lambda database: database.write)


def _method(
    transaction: Transaction[S, P, T], method_of: Callable[[Database], Callable[[Work[T]], Awaitable[T]]]
) -> Method[S, P, T]:
    @wraps(transaction)
    async def method(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        def work(connection: Connection) -> T:
            return transaction(self, connection, *args, **kwargs)

        return await self.run(transaction.__name__, method_of(self.database), work)

    return method


def is_outage(error: BaseException) -> bool:
    """Return whether the database is unreachable, locked, full or too slow. Any other error is a bug."""
    bugs = exc.IntegrityError | exc.ProgrammingError | sqlite3.IntegrityError | sqlite3.ProgrammingError
    failures = exc.DBAPIError | exc.TimeoutError | sqlite3.Error | OSError
    return isinstance(error, failures) and not isinstance(error, bugs)
