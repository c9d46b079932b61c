"""A line that shows the progress of a command."""

import sys


class ProgressLine:
    """Shows the progress on standard error: on a terminal one line that changes, elsewhere a line every tenth."""

    def __init__(self) -> None:
        self._is_terminal = sys.stderr.isatty()
        self._shown = -1

    def show(self, name: str, done: int, total: int) -> None:
        """Show how much of a total is done, and the name of the part that is in progress."""
        step = done * (100 if self._is_terminal else 10) // total
        if step == self._shown:
            return
        self._shown = step
        percent = done * 100 // total
        end = "\r" if self._is_terminal and done < total else "\n"
        line = f"[{'#' * (percent // 5):<20}] {percent:3}%  {done:,} of {total:,} rows  {name:<16}"
        print(line, end=end, file=sys.stderr, flush=True)  # noqa: T201 - for the operator
