"""Transactions: functions of a connection, carried out off the loop, whole or not at all, in bounded time."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Awaitable, Callable
from functools import wraps
from types import CoroutineType
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from sqlalchemy import Connection, exc

from bot.database.files import Replaced
from bot.registry.store import StoreFailed, StoreLost

P = ParamSpec("P")
T = TypeVar("T")
S = TypeVar("S", bound="Transactions")
Work: TypeAlias = Callable[[Connection], T]
Observe: TypeAlias = Callable[[str, float], None]
Transaction: TypeAlias = "Callable[Concatenate[S, Connection, P], T]"
Method: TypeAlias = "Callable[Concatenate[S, P], CoroutineType[Any, Any, T]]"

FAILURES = (exc.SQLAlchemyError, sqlite3.Error, OSError)  # the driver runs the transactions of SQLite by itself


class Unusable(Exception):
    """The database is of a newer version, damaged or half restored; the text says so, and what to do."""


class Database(Protocol):
    """Where transactions run. None waits for ever: for a lock a second or two, then it is an outage."""

    async def check(self) -> None:
        """Look for damage, in a second at most.

        Raises
        ------
        Unusable
        """
        ...

    async def read(self, work: Work[T]) -> T:
        """Return what a work makes of one consistent state."""
        ...

    async def write(self, work: Work[T]) -> T:
        """Carry a work out; it is durable on return. Raising, it changes nothing. It may be tried more than once."""
        ...

    async def change_tables(self, work: Work[T]) -> T:
        """Carry out a work that changes tables: one process at a time, and it may take as long as it needs."""
        ...

    async def close(self) -> None:
        """Close every connection, after what still runs."""
        ...


class Transactions:
    """What keeps something in a database: its methods are transactions.

    Shapes: observe is told the name of each transaction and the seconds it took, waiting included.
    """

    def __init__(self, database: Database, observe: Observe) -> None:
        self.database = database
        self._observe = observe

    async def run(self, name: str, carry_out: Callable[[Work[T]], Awaitable[T]], work: Work[T]) -> T:
        """Run a transaction, in bounded time.

        Raises
        ------
        StoreFailed
        """
        started = time.perf_counter()
        try:
            return await carry_out(work)
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
    """Make a method of what reads one consistent state."""
    return _method(transaction, lambda database: database.read)


def writes(transaction: Transaction[S, P, T]) -> Method[S, P, T]:
    """Make a method of what is saved whole or not at all, durable when it returns."""
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
    """Return whether the database is at fault: out of reach, locked, full, too slow. The rest are bugs of ours."""
    ours = exc.IntegrityError | exc.ProgrammingError | sqlite3.IntegrityError | sqlite3.ProgrammingError
    at_fault = exc.DBAPIError | exc.TimeoutError | sqlite3.Error | OSError
    return isinstance(error, at_fault) and not isinstance(error, ours)
