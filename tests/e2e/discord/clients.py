"""What Discord's own clients keep from a bot: presses and choices that they never send."""

from tests.e2e.discord import payloads
from tests.e2e.discord.payloads import Json
from tests.e2e.discord.threads import SEND_MESSAGES_IN_THREADS, Threads


class NotSent(Exception):
    """A client sends no interaction: what is pressed does nothing, or an error of its own appears."""


class Clients:
    """The clients of all users."""

    def __init__(self, threads: Threads) -> None:
        self._threads = threads
        self._seen: dict[tuple[int, str], list[Json]] = {}  # the components of a message when a user chose in it
        self._chosen: dict[tuple[int, str], dict[str, str]] = {}  # since then, by custom_id

    def open_thread(self, channel: str, permissions: int) -> None:
        """Open an archived thread before a press in it: discord-api-docs issues 7900 and 8474.

        Raises NotSent.
        """
        if metadata := self._threads.metadata(channel):
            if metadata["locked"] or (metadata["archived"] and not permissions & SEND_MESSAGES_IN_THREADS):
                raise NotSent
            if metadata["archived"]:
                self._threads.open(channel)

    def choose(self, user: int, on: Json, custom_id: str, value: str) -> None:
        """Note a choice in a select; one that is shown as chosen is not sent again: discord-api-docs issue 4801.

        Raises NotSent.
        """
        where = user, on["id"]
        if self._seen.get(where) != on["components"]:
            self._seen[where], self._chosen[where] = on["components"], {}
        chosen = self._chosen[where]
        if value == chosen.get(custom_id, payloads.default(payloads.selects(on)[custom_id])):
            raise NotSent
        chosen[custom_id] = value
