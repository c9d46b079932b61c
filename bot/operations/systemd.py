"""Notifications to systemd, if it started the bot: starting, ready, loop alive, stopping.

There is no suitable library: maintained ones need libsystemd to send one datagram, and sdnotify's last release is from
2017.
"""

import asyncio
import contextlib
import socket
from collections.abc import AsyncGenerator, Callable, Mapping
from datetime import timedelta

TICK = timedelta(seconds=1)
# The start may wait for Discord as long as the loop is alive.
_STARTING = "EXTEND_TIMEOUT_USEC=30000000"


class Systemd:
    """The notification socket of the service manager, if one started this process.

    Source: sd_notify(3) and sd_watchdog_enabled(3).
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        address = environment.get("NOTIFY_SOCKET")
        self._socket: socket.socket | None = None
        self._tick = TICK
        watchdog = environment.get("WATCHDOG_USEC", "")
        if watchdog.isascii() and watchdog.isdigit():
            self._tick = min(TICK, timedelta(microseconds=min(int(watchdog), 10**9)) / 2) or TICK
        if address:
            notifications = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            notifications.setblocking(False)  # noqa: FBT003 - the loop must not wait for systemd
            try:
                notifications.connect(address.replace("@", "\0", 1) if address.startswith("@") else address)
            except (OSError, ValueError):  # inherited from another service, or from outside a container
                notifications.close()
            else:
                self._socket = notifications

    @contextlib.asynccontextmanager
    async def notifying(self, is_ready: Callable[[], bool]) -> AsyncGenerator[None]:
        """Notify systemd when the bot is ready, and then regularly while its loop is alive."""
        if self._socket is None:
            yield
            return
        with self._socket:
            task = asyncio.create_task(self._keep_notifying(is_ready))
            try:
                yield
            finally:
                task.cancel()
                await asyncio.wait({task})

    def stopping(self) -> None:
        """Notify systemd that the bot is shutting down."""
        self._notify("STOPPING=1")

    async def _keep_notifying(self, is_ready: Callable[[], bool]) -> None:
        alive = _STARTING
        while True:
            if alive == _STARTING and is_ready() and self._notify("READY=1"):
                alive = "WATCHDOG=1"  # expected only after READY
            self._notify(alive)
            await asyncio.sleep(self._tick.total_seconds())

    def _notify(self, state: str) -> bool:
        try:
            return self._socket is not None and self._socket.send(state.encode()) > 0
        except OSError:  # systemd isn't listening or is behind; the next tick tries again
            return False
