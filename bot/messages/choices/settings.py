"""The sentences of `/ttt settings`, and the names of what a server may choose."""

from collections.abc import Mapping

from bot.game.clock import Pace
from bot.game.servers import DEFAULT, Enders, Redrawing, ServerSettings
from bot.messages.choices.told import told
from bot.messages.texts import size

NO_PACE = "none"  # a choice
ON, OFF = "on", "off"

# Each choice, and the name that people see.
PACES: Mapping[str, str] = {NO_PACE: "none"} | {pace.value: f"{pace.value} a move" for pace in Pace}
RATINGS: Mapping[str, str] = {ON: "on", OFF: "off: new games don't count"}
BOARDS: Mapping[str, str] = {
    Redrawing.IN_PLACE.value: "changed in place",
    Redrawing.ANEW.value: "posted anew after every move",
}
ENDERS: Mapping[str, str] = {
    Enders.ANYONE.value: "anyone",
    Enders.MODERATORS.value: "moderators: members who may manage messages",
}


def shown(found: ServerSettings) -> str:
    """Return what a server prefers."""
    return f"**Settings of this server**\n{_lines(found)}"


def saved(found: ServerSettings) -> str:
    """Return what a server prefers from now on."""
    return f"**Saved.**\n{_lines(found)}"


def _lines(found: ServerSettings) -> str:
    choices = (
        ("Size of a new game", size(found.rules()), found.size),
        ("Pace of new games between people", PACES[found.pace or NO_PACE], found.pace),
        ("Ratings", RATINGS[ON if found.rates else OFF], found.is_rated),
        ("Boards", BOARDS[found.boards or Redrawing.IN_PLACE], found.boards),
        ("Who may end a game that rests", ENDERS[found.end or Enders.ANYONE], found.end),
    )
    lines = told(choices)
    return "\n".join(lines if found == DEFAULT else [*lines, _BACK])


_BACK = "`/ttt settings size` without numbers brings the default size back."
