"""The bot as it is, but Discord is where DISCORD_URL says."""

import os
import sys

if __name__ == "__main__":  # unlike bot.__main__, this module is imported by each worker of the expert, too
    from discord.gateway import DiscordWebSocket
    from discord.http import Route
    from yarl import URL

    from bot.__main__ import main

    Route.BASE = os.environ["DISCORD_URL"]
    DiscordWebSocket.DEFAULT_GATEWAY = URL(Route.BASE).with_scheme("ws") / "gateway"
    sys.exit(main())
