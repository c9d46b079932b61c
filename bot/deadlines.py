"""Every deadline of the bot, with the outside limit that it derives from."""

from datetime import timedelta

# Discord waits this long for the first answer to an interaction: interactions/receiving-and-responding.mdx.
FIRST_ANSWER = timedelta(seconds=3)

# What an interaction may be older than that by our reckoning and still be carried out: the way from Discord to here
# varies, and an id's time is that of Discord's first machine, not of the gateway.
CLOCK_ALLOWANCE = timedelta(seconds=0.5)
# Seconds per second by which our clock may drift from Discord's: an ordinary quartz drifts by 50 millionths at most.
CLOCK_DRIFT = 0.0001
# For so long every arrival must look late before the clocks are compared anew: longer than what a gateway that resumes
# brings at once takes to arrive (events/gateway.mdx, Resuming), shorter than people's patience.
CLOCK_DISTRUST = timedelta(seconds=10)
# The quickest arrival of this window and the one before is the measure of all others.
CLOCK_WINDOW = timedelta(minutes=5)

# -- within a first answer

# A request to the registry, including the wait for its channel. The rest is for the network.
REQUEST = FIRST_ANSWER - timedelta(seconds=0.5)
# A transaction on PostgreSQL, including a second attempt: later, its result would be useless.
TRANSACTION = REQUEST - timedelta(seconds=0.3)
# The server's own limit for a statement or a row's lock, and the wait for a connection: the server gives up first,
# because only then is it certain that nothing was saved.
STATEMENT = TRANSACTION - timedelta(seconds=0.2)
# How long SQLite waits for another process's lock. Two transactions that both wait so long still end within REQUEST.
SQLITE_LOCK = STATEMENT / 2
# How long a new connection waits for a lock that SQLite itself does not wait for, and the pause between its attempts.
SQLITE_CONNECT = STATEMENT
SQLITE_PAUSE = timedelta(milliseconds=20)

# Reading the preferences of the players and the server's settings, unless cached: a board waits no longer for either.
PREFERENCES = timedelta(seconds=0.2)
# An autocomplete: later, the user has typed on.
AUTOCOMPLETE = timedelta(seconds=1)
# How long after it was made a move can be saved: one that arrives later is dropped, one that waits longer is refused.
MOVE_ON_ITS_WAY = FIRST_ANSWER + CLOCK_ALLOWANCE + REQUEST

# A picture, from the arrival of the request: later, the message is sent without it.
PICTURE = FIRST_ANSWER - timedelta(seconds=0.8)

# -- beyond a first answer

# An answer that Discord has not accepted by then is lost: a first one is void anyway, a later one hangs.
HANGING_ANSWER = 2 * FIRST_ANSWER
# The expert's move is an edit of the first answer, which Discord accepts for 15 minutes; players wait gladly this long.
EXPERT_REPLY = timedelta(seconds=4)
# The least time worth a worker; with less the classic player replies.
EXPERT_MINIMUM = timedelta(milliseconds=30)
# An expert's worker that takes this much longer hangs and is replaced.
WORKER_GRACE = timedelta(seconds=2)

# The coach's time for a hint, or a move of a puzzle.
HINT = timedelta(seconds=1.5)
# A review with its pictures, and each of its turns of judging: other users get theirs in between.
REVIEW_ANSWER = timedelta(seconds=20)
REVIEW = timedelta(seconds=16)
REVIEW_TURN = timedelta(seconds=1.6)
# Discord accepts five edits in about five seconds.
REVIEW_PROGRESS = timedelta(seconds=2)

# A picture of a later answer, which may not hang for it.
PICTURE_EDIT = HANGING_ANSWER / 2
# The longest replay takes a second or two; a worker that takes longer hangs and is replaced.
DRAWING = timedelta(seconds=30)

# -- the start

# How long it may look for damage in a large file.
DAMAGE_CHECK = timedelta(seconds=1)

# The commands, which Discord may refuse for a day; discord.py repeats for 25 s what failed with a 5xx.
SYNC = timedelta(seconds=30)

# -- health: an orchestrator asks every few seconds, and needs an answer while the database hangs

HEALTH = timedelta(seconds=1)

# -- the end: `docker stop` kills after 10 s, docs.docker.com/reference/cli/docker/container/stop

KILL = timedelta(seconds=10)
# Running requests may take this long, which is enough for one that waits for another.
FINISH = 2 * REQUEST
# Then the gateway's connection is closed, and the rest is for the workers and the database.
LEAVE = timedelta(seconds=2)
