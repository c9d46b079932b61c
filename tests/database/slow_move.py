"""`python -m bot move URL`, but after the first line of progress it takes its time: URL."""

import sys
import time

from bot.__main__ import main
from bot.operations.progress import ProgressLine


class Slow(ProgressLine):
    """Waits at each step, so that a signal arrives during the copy."""

    def show(self, name: str, done: int, total: int) -> None:
        super().show(name, done, total)
        time.sleep(0.3)


if __name__ == "__main__":
    import bot.__main__

    bot.__main__.ProgressLine = Slow  # pyright: ignore[reportPrivateImportUsage]
    sys.argv[1:1] = ["move"]
    sys.exit(main())
