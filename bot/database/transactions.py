"""Transactions: functions that get a connection, run off the event loop, atomic and in bounded time."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from types import CoroutineType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, Dialect, exc

from bot.database.errors import Replaced, StoreFailed, StoreLost

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")
S = TypeVar("S", bound="Transactions")
Work: TypeAlias = Callable[[Connection], T]
Statement: TypeAlias = Callable[[Dialect], tuple[str, Sequence[Any]]]  # its SQL and parameters for a driver
Observe: TypeAlias = Callable[[str, float], None]
Transaction: TypeAlias = "Callable[Concatenate[S, Connection, P], T]"
Method: TypeAlias = "Callable[Concatenate[S, P], CoroutineType[Any, Any, T]]"

FAILURES = (exc.SQLAlchemyError, sqlite3.Error, OSError)  # on SQLite, transactions are the driver's


MOST_WAITING = 1000  # transactions; more would not be served in time
MOST_BROWSING = 100  # long reads that wait


class Database(Protocol):
    """Runs transactions. They wait for a lock for a second or two; after that it counts as an outage.

    Any of them may raise StoreBusy: too many are waiting.
    """

    async def check(self) -> None:
        """Look for damage, in a second at most.

        Raises Unusable.
        """
        ...

    async def read(self, work: Work[T]) -> T:
        """Run a function that reads, on one consistent state, and return its result."""
        ...

    async def browse(self, work: Work[T]) -> T:
        """Run a function that reads more than a move does; moves never wait for it.

        Raises
        ------
        StoreBusy
            Too many are waiting.
        """
        ...

    async def write(self, work: Work[T]) -> T:
        """Run a function that writes, and return its result; its changes are durable then.

        If it raises, nothing is changed. It may be run more than once.
        """
        ...

    @property
    def write_at_once(self) -> Callable[[Statement], Awaitable[bool]] | None:
        """A function that runs one statement as a transaction of its own, and returns whether it returned a row.

        If it returned none, nothing was changed, perhaps by a failure: the same change as a full transaction tells why.
        None where a statement can't write to several tables.
        """
        ...

    async def change_tables(self, work: Work[T]) -> T:
        """Run a function that changes tables: one process at a time, without a time limit."""
        ...

    async def close(self) -> None:
        """Wait for running transactions, and close every connection."""
        ...


class Transactions:
    """A class whose methods are transactions on a database.

    Shapes: observe gets the name of each transaction and the seconds it took, waiting included.
    """

    def __init__(self, database: Database, observe: Observe) -> None:
        self.database = database
        self._observe = observe

    async def run(self, name: str, way: Callable[[W], Awaitable[T]], work: W) -> T:
        """Run a transaction, in bounded time.

        Raises StoreFailed.
        """
        started = time.perf_counter()
        try:
            return await way(work)
        except Replaced as error:
            raise StoreLost(error, unchanged=True) from error
        except FAILURES as error:
            if is_outage(error):
                raise StoreFailed(error.orig if isinstance(error, exc.DBAPIError) else error, unchanged=True) from error
            raise
        finally:
            self._observe(name, time.perf_counter() - started)

    async def close(self) -> None:
        """Close every connection."""
        await self.database.close()


def reads(transaction: Transaction[S, P, T]) -> Method[S, P, T]:
    """Turn a function that reads into a method that runs it on one consistent state."""
    return _method(transaction, lambda database: database.read)


def browses(transaction: Transaction[S, P, T]) -> Method[S, P, T]:
    """Turn a function that reads more than a move does into a method, like reads; moves never wait for it."""
    return _method(transaction, lambda database: database.browse)


def writes(transaction: Transaction[S, P, T]) -> Method[S, P, T]:
    """Turn a function that writes into a method that runs it atomically; its changes are durable on return."""
    return _method(transaction, lambda database: database.write)


def _method(
    transaction: Transaction[S, P, T], way: Callable[[Database], Callable[[Work[T]], Awaitable[T]]]
) -> Method[S, P, T]:
    @wraps(transaction)
    async def method(self: S, /, *args: P.args, **kwargs: P.kwargs) -> T:
        def work(connection: Connection) -> T:
            return transaction(self, connection, *args, **kwargs)

        return await self.run(transaction.__name__, way(self.database), work)

    return method


def is_outage(error: BaseException) -> bool:
    """Return whether the database is at fault: unreachable, locked, full or too slow. Anything else is our bug."""
    ours = exc.IntegrityError | exc.ProgrammingError | sqlite3.IntegrityError | sqlite3.ProgrammingError
    at_fault = exc.DBAPIError | exc.TimeoutError | sqlite3.Error | OSError
    return isinstance(error, at_fault) and not isinstance(error, ours)
