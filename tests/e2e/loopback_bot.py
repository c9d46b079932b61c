"""The bot as it is, but Discord is where DISCORD_URL says, and silent for too long after DISCORD_SILENCE seconds.

With DISCORD_FILES it may open no more files than that.
"""

import os
import sys
from datetime import timedelta
from functools import partialmethod

if __name__ == "__main__":  # unlike bot.__main__, this module is imported by each worker of the expert, too
    from discord import AutoShardedClient
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from yarl import URL

    from bot.__main__ import main

    Route.BASE = os.environ["DISCORD_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(Route.BASE).with_scheme("ws") / "gateway"
    silence = float(os.environ.get("DISCORD_SILENCE", "60"))
    with_silence = partialmethod(AutoShardedClient.__init__, heartbeat_timeout=silence)
    AutoShardedClient.__init__ = with_silence  # pyright: ignore[reportAttributeAccessIssue] - the bot makes its client itself
    if files := os.environ.get("DISCORD_FILES"):
        import resource  # not on Windows

        resource.setrlimit(resource.RLIMIT_NOFILE, (int(files), int(files)))
    probing = timedelta(seconds=float(os.environ.get("PROBING", "30")))
    sys.exit(main(probing))
