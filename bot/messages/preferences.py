"""The sentences of `/ttt me`, and the names of what people may choose."""

from collections.abc import Mapping

from bot.game.preferences import BoardKind, Labels, Preferences, Shape, Theme
from bot.messages.styles import EMOJI

NO_MARK = "none"  # a choice

# Each choice, and the name that people see.
MARKS: Mapping[str, str] = {NO_MARK: "X and O"} | {shape.value: f"{EMOJI[shape]} {shape.value}" for shape in Shape}
THEMES: Mapping[str, str] = {
    Theme.DARK.value: "dark",
    Theme.LIGHT.value: "light",
    Theme.CONTRAST.value: "high contrast",
}
BOARDS: Mapping[str, str] = {BoardKind.TEXT.value: "text", BoardKind.PICTURE.value: "picture"}
LABELS: Mapping[str, str] = {Labels.NONE.value: "none", Labels.COORDINATES.value: "coordinates, such as 0,1"}


def shown(found: Preferences) -> str:
    """Return what somebody prefers."""
    return f"**Your preferences**\n{_lines(found)}\nTo change one, add it as an option, such as `/ttt me mark:star`."


def saved(found: Preferences) -> str:
    """Return what somebody prefers from now on."""
    return f"**Saved. Your next board shows it.**\n{_lines(found)}"


def _lines(found: Preferences) -> str:
    told = (
        ("Mark", MARKS[found.mark or NO_MARK], found.mark),
        ("Theme of pictures", THEMES[found.theme or Theme.DARK], found.theme),
        ("Board", BOARDS[found.board or BoardKind.TEXT], found.board),
        ("Labels on empty buttons", LABELS[found.labels or Labels.NONE], found.labels),
    )
    return "\n".join(
        f"{what}: {name} (default)" if chosen is None else f"{what}: {name}" for what, name, chosen in told
    )
