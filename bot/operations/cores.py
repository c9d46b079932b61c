"""Which of the machine's cores the threads run on."""

import os
import sys
from random import Random


def stay_on_one(random: Random) -> None:
    """Keep this thread, and those that it starts from now on, on one of the cores that it may use.

    Only one thread of Python runs at a time. Where the loop and the threads of SQLite are on two cores, each hand-over
    wakes the other core and finds its caches cold: a sixth of what a move takes. Only on Linux.
    """
    if sys.platform == "linux":
        os.sched_setaffinity(0, {random.choice(sorted(os.sched_getaffinity(0)))})
