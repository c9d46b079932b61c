"""The bot, with Discord at DISCORD_URL and a timeout of DISCORD_SILENCE seconds for heartbeats.

With DISCORD_FILES it may open no more files than that. SWEEPING are the seconds between two sweeps, COUNTING those
between two counts of servers, and ON_ITS_WAY those that a move may take to arrive. NICENESS is that of the coach, and
WORKER_GRACE the seconds that a worker may take longer than its time.
"""

import os
import sys
from datetime import UTC, datetime, timedelta
from functools import partial, partialmethod

if __name__ == "__main__":  # unlike bot.__main__, this module is imported by each worker of the expert, too
    from discord import AutoShardedClient
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from yarl import URL

    from bot import __main__ as bot
    from bot import client, deadlines
    from bot.deadlines import Times

    Route.BASE = os.environ["DISCORD_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(Route.BASE).with_scheme("ws") / "gateway"
    silence = float(os.environ.get("DISCORD_SILENCE", "60"))
    with_silence = partialmethod(AutoShardedClient.__init__, heartbeat_timeout=silence)
    AutoShardedClient.__init__ = with_silence  # pyright: ignore[reportAttributeAccessIssue] - the bot makes its client itself
    if files := os.environ.get("DISCORD_FILES"):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_NOFILE, (int(files), int(files)))
    client.COUNTING = timedelta(seconds=float(os.environ.get("COUNTING", "3600")))
    sweeping = timedelta(seconds=float(os.environ.get("SWEEPING", "30")))
    on_its_way = timedelta(seconds=float(os.environ.get("ON_ITS_WAY", "6")))
    if grace := os.environ.get("WORKER_GRACE"):
        deadlines.WORKER_GRACE = timedelta(seconds=float(grace))
    clock = partial(datetime.now, UTC)
    bot.NICE = int(os.environ.get("NICENESS", bot.NICE))
    sys.exit(bot.main(Times(clock, on_its_way=on_its_way, sweeping=sweeping)))
