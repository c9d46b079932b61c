"""Exit codes, which show whether a restart may help, and a line for the operator."""

import errno
import socket
from enum import IntEnum

import aiohttp
import discord
from pydantic import ValidationError

from bot import settings
from bot.database.errors import Misconfigured, StoreFailed, StoreUnavailable


class CannotListen(Exception):
    """The port for health and metrics can't be opened. The text says why in one line."""

    def __init__(self, host: str, port: int, why: OSError | ValueError) -> None:
        super().__init__(f"cannot listen on METRICS_HOST {host}, METRICS_PORT {port}: {getattr(why, 'strerror', why)}")
        # Another process may release the port, and a name server may answer later.
        self.is_lasting = getattr(why, "errno", None) not in (errno.EADDRINUSE, socket.EAI_AGAIN)


class Exit(IntEnum):
    """Exit codes. A restart may help after FAILED, never after MISCONFIGURED, which is EX_CONFIG of sysexits(3)."""

    OK = 0
    FAILED = 1
    MISCONFIGURED = 78


def explain(error: BaseException) -> tuple[Exit, str | None]:
    """Return the exit code and a line for the operator; no line for a bug.

    Source: topics/opcodes-and-status-codes.mdx, Gateway Close Event Codes.
    """
    match error:
        case ValidationError():
            line = settings.explain(error)
        case Misconfigured() | settings.Unreadable() | CannotListen(is_lasting=True):
            line = str(error)
        case ModuleNotFoundError(name="simcord"):
            line = "set DISCORD_TOKEN; or, to play on a local page, install the playground: pip install '.[playground]'"
        case discord.LoginFailure() | discord.ConnectionClosed(code=4004):
            line = "DISCORD_TOKEN was refused by Discord: copy it again from the developer portal, page Bot"
        case discord.ConnectionClosed(code=4010):
            line = "Discord refused the shard: SHARD_COUNT must be the same for every process, and SHARD_IDS below it"
        case discord.ConnectionClosed(code=4011):
            line = "SHARD_COUNT is too small for this many servers: unset it, so that Discord chooses the number"
        case discord.ConnectionClosed(code=4012):
            line = "Discord no longer speaks this version of its gateway: install a newer version of ttt"
        case discord.ConnectionClosed(code=4013):
            line = "Discord no longer knows the intents of this version: install a newer version of ttt"
        case discord.PrivilegedIntentsRequired():
            line = "Discord requires an intent that is off: developer portal, page Bot, Privileged Gateway Intents"
        case _:
            return Exit.FAILED, _failed(error)
    return Exit.MISCONFIGURED, line


def _failed(error: BaseException) -> str | None:
    """Return a line for an error that may go away."""
    match error:
        case StoreUnavailable() | CannotListen():
            return str(error)
        case StoreFailed():
            return f"the database failed: {error}"
        case discord.HTTPException(status=429) | discord.DiscordServerError():
            return f"cannot reach Discord: {error.status} {error.response.reason}"  # the rest may be a page of HTML
        case aiohttp.ClientError() | discord.GatewayNotFound():
            return f"cannot reach Discord: {error}"
        case _:
            return None
