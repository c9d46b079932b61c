"""Messages to systemd, on a socket in its place."""

import asyncio
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.operations.systemd import Systemd

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no sockets in the file system of Windows")
INTERVAL = 0.1  # the watchdog's, in seconds


class Manager:
    """A service manager that listens."""

    def __init__(self, path: Path) -> None:
        self.environment = {"NOTIFY_SOCKET": str(path), "WATCHDOG_USEC": str(int(INTERVAL * 1_000_000))}
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(path))
        self._socket.setblocking(False)

    async def hears(self, state: str) -> None:
        """Wait for a message."""
        async with asyncio.timeout(60):
            while (await asyncio.get_running_loop().sock_recv(self._socket, 100)).decode() != state:
                pass

    def messages(self) -> list[str]:
        """Return the messages since the last call."""
        messages: list[str] = []
        while True:
            try:
                messages.append(self._socket.recv(100).decode())
            except BlockingIOError:
                return messages

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    manager = Manager(tmp_path / "notify")
    yield manager
    manager.close()


async def test_a_hanging_event_loop_stops_the_watchdog_messages(manager: Manager) -> None:
    async with Systemd(manager.environment).notifying(lambda: True):
        await manager.hears("WATCHDOG=1")
        time.sleep(3 * INTERVAL)  # noqa: ASYNC251 - that is what hangs
        assert manager.messages() == []
        await manager.hears("WATCHDOG=1")


async def test_a_vanished_service_manager_is_no_error(manager: Manager) -> None:
    systemd = Systemd(manager.environment)
    manager.close()
    async with systemd.notifying(lambda: True):
        systemd.stopping()


async def test_nothing_is_sent_without_a_service_manager() -> None:
    systemd = Systemd({})
    async with systemd.notifying(lambda: True):
        systemd.stopping()
