"""All deadlines of the bot, with the external limits that they come from, and the sources of time."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

# Discord waits this long for the first answer to an interaction: interactions/receiving-and-responding.mdx.
FIRST_ANSWER = timedelta(seconds=3)

# -- within a first answer

# A request to the registry, including the wait for its channel. The remaining time is for the network.
REQUEST = FIRST_ANSWER - timedelta(seconds=0.5)
# A transaction on PostgreSQL, including a retry. A later result would be useless.
TRANSACTION = REQUEST - timedelta(seconds=0.3)
# PostgreSQL's own limit for a statement or a row lock, and the wait for a connection. The server must give up first,
# because only then is it certain that nothing was saved.
STATEMENT = TRANSACTION - timedelta(seconds=0.2)
# How long SQLite waits for another process's lock. Two transactions that both wait this long still end within REQUEST.
SQLITE_LOCK = STATEMENT / 2
# How long a new connection waits for a lock that SQLite itself doesn't wait for, and the pause between retries.
SQLITE_CONNECT = STATEMENT
SQLITE_PAUSE = timedelta(milliseconds=20)

# A board waits this long for the players' preferences or the server's settings, unless they are cached.
PREFERENCES = timedelta(seconds=0.2)
# An autocomplete. A later one is useless, because the user has typed more by then.
AUTOCOMPLETE = timedelta(seconds=1)
# How long after a player's deadline a move that was made in time may still be saved: a move counts as at most
# FIRST_ANSWER old at its arrival, and is refused if it waits longer than REQUEST.
MOVE_ON_ITS_WAY = FIRST_ANSWER + REQUEST

# A picture, from the arrival of the request. After that, the message is sent without it.
PICTURE = FIRST_ANSWER - timedelta(seconds=0.8)
PREVIEW = timedelta(seconds=1)  # a preview is less important than an early answer

# -- beyond a first answer

# An answer not confirmed within this time counts as lost: a first answer is void by then, a later one hangs.
HANGING_ANSWER = 2 * FIRST_ANSWER
# How long players wait for the expert's move. It edits the first answer, which Discord allows for 15 minutes.
EXPERT_REPLY = timedelta(seconds=4)
# The least time worth a search. With less, the classic player replies.
EXPERT_MINIMUM = timedelta(milliseconds=30)
# A worker that exceeds its time by this much has hung, and is replaced.
WORKER_GRACE = timedelta(seconds=2)

# The coach's time for a hint, or for a move in a puzzle.
HINT = timedelta(seconds=1.5)
# A review with its pictures, the review itself, and each of its turns in the worker.
REVIEW_ANSWER = timedelta(seconds=20)
REVIEW = timedelta(seconds=16)
REVIEW_TURN = timedelta(seconds=1.6)
# Discord accepts five edits in about five seconds.
REVIEW_PROGRESS = timedelta(seconds=2)

# A picture for a later answer, which must not wait longer.
PICTURE_EDIT = HANGING_ANSWER / 2
# The longest replay takes a second or two. A worker that takes this long has hung, and is replaced.
DRAWING = timedelta(seconds=30)

# -- the start

# The check of a large file for damage.
DAMAGE_CHECK = timedelta(seconds=1)

# The sync of commands, which Discord may refuse for a day. discord.py retries for 25 s after a 5xx.
SYNC = timedelta(seconds=30)

# A connection to the gateway, until the bot has sent its token.
CONNECT = timedelta(minutes=1)

# -- health: an orchestrator asks every few seconds, and needs an answer even while the database hangs

HEALTH = timedelta(seconds=1)
# A call to HEARTBEAT_URL.
HEARTBEAT = timedelta(seconds=10)

# -- shutdown: `docker stop` kills after 10 s, docs.docker.com/reference/cli/docker/container/stop

KILL = timedelta(seconds=10)
# Running requests may take this long, enough for one that waits for another.
FINISH = 2 * REQUEST
# Then the gateway's connection is closed. The remaining time is for the workers and the database.
LEAVE = timedelta(seconds=2)

# -- sweeps

# A longer pause between two sweeps is an outage for all clocks. For a short pace, a shorter pause is one.
OUTAGE = timedelta(minutes=5)


@dataclass(frozen=True)
class Times:
    """The sources of time and the time limits of a process; only tests change them.

    now returns the instant, and timer counts seconds. request is the time limit of a request, including its wait for
    the channel. on_its_way is how long a move made in time may take to arrive. sweeping is the pause
    between two sweeps.
    """

    now: Callable[[], datetime]
    timer: Callable[[], float] = time.monotonic
    request: timedelta = REQUEST
    on_its_way: timedelta = MOVE_ON_ITS_WAY
    outage: timedelta = OUTAGE
    sweeping: timedelta = timedelta(seconds=30)  # a timeout is late by at most this plus on_its_way: under a minute
