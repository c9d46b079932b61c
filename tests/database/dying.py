"""Restores a copy, and dies just before it would rename for the nth time: DATABASE COPY N."""

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from bot.database.backup import restore


def main(database: str, copy: str, number: str) -> None:
    count = int(number)

    def die(event: str, arguments: tuple[object, ...]) -> None:
        """Count renames of the database and of files beside it."""
        nonlocal count
        if event == "os.rename" and str(arguments[0]).startswith(database):
            count -= 1
            if not count:
                os._exit(9)

    sys.addaudithook(die)
    restore(f"sqlite:///{database}", Path(copy), datetime.now(UTC))


if __name__ == "__main__":
    main(*sys.argv[1:])
