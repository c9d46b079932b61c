"""One step of the world, and what its acts are."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Interaction, Request
from tests.e2e.discord.payloads import Json


@dataclass
class Step:
    """What happened in one step: a description, the presses or commands with their answers, and the bot's requests.

    undisturbed: nothing but these acts happened, so a step may be judged by its answers. acted_in: where the user of a
    command acted last in its channel.
    """

    what: str
    undisturbed: bool
    acts: list[Interaction] = field(default_factory=list)
    pressed: list[tuple[str, Json, int]] = field(default_factory=list)  # labels, their messages, and who pressed them
    was_newest: bool = False  # the pressed message was the newest of its channel
    unfinished: bool = False  # an answer that was promised has not come
    requests: list[Request] = field(default_factory=list)
    is_outage: bool = False
    acted_in: int | None = None
    began: str = field(default_factory=lambda: str(datetime.now(UTC).replace(tzinfo=None)))  # as in the database

    def __str__(self) -> str:
        answers = (act.text.replace("\n", " | ")[:120] for act in self.acts if act.messages)
        return f"{self.what} -> {' || '.join(answers)}"


def command_of(act: Interaction) -> str | None:
    """Return the name of a command; None for a press."""
    return act.payload["data"].get("options", [{"name": None}])[0]["name"]


def is_offer(message: Json) -> bool:
    """Return whether a message is an offer that is open."""
    return not {"Accept", "Join"}.isdisjoint(payloads.buttons(message))
