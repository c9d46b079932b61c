"""`python -m bot move URL` that takes its time after each batch, so that a signal arrives during the copy: URL."""

import sys
import time

import bot.__main__ as program

show = program.show_progress


def show_slowly(table: str, done: int, total: int) -> None:
    show(table, done, total)
    time.sleep(0.1)


if __name__ == "__main__":
    program.show_progress = show_slowly
    sys.argv[1:1] = ["move"]
    sys.exit(program.main())
