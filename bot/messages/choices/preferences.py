"""The sentences of `/ttt me`, `/ttt block` and `/ttt unblock`, and the names of what people may choose."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias, assert_never

from bot.game import errors
from bot.game.errors import Unblockable
from bot.game.games import UserId
from bot.game.preferences import MOST_BLOCKED, BoardKind, Challenges, Labels, Preferences, Reminders, Shape, Theme
from bot.messages.choices.told import told
from bot.messages.styles import EMOJI
from bot.messages.texts import user

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
CHALLENGES: Mapping[str, str] = {Challenges.ON.value: "on", Challenges.OFF.value: "off: nobody can challenge you"}

REMINDERS: Mapping[str, str] = {Reminders.ON.value: "on", Reminders.OFF.value: "off"}


def shown(found: Preferences) -> str:
    """Return what somebody prefers."""
    return f"**Your preferences**\n{_lines(found)}\nTo change one, add it as an option, such as `/ttt me mark:star`."


def saved(found: Preferences) -> str:
    """Return what somebody prefers from now on."""
    return f"**Saved.**\n{_lines(found)}"


def _lines(found: Preferences) -> str:
    choices = (
        ("Mark", MARKS[found.mark or NO_MARK], found.mark),
        ("Theme of pictures", THEMES[found.theme or Theme.DARK], found.theme),
        ("Board", BOARDS[found.board or BoardKind.TEXT], found.board),
        ("Labels on empty buttons", LABELS[found.labels or Labels.NONE], found.labels),
        ("Challenges", CHALLENGES[found.challenges or Challenges.ON], found.challenges),
        ("Reminders when time runs out", REMINDERS[found.reminders or Reminders.ON], found.reminders),
    )
    return "\n".join(told(choices))


# -- whom people have blocked

BlockRefusal: TypeAlias = (
    errors.NobodyThere | errors.HasBlocked | errors.CannotBlock | errors.TooManyBlocked | errors.NotBlocked
)


def blocked(id: UserId) -> str:  # noqa: A002 - the field's word
    """Return what somebody is told who has blocked another."""
    return (
        f"You blocked {user(id)}. Neither of you can challenge the other or join the other's games. "
        f"{user(id)} isn't told. A game that you are playing goes on. `/ttt unblock` takes it back."
    )


def unblocked(id: UserId) -> str:  # noqa: A002 - the field's word
    """Return what somebody is told who has unblocked another."""
    return f"You unblocked {user(id)}."


def all_blocked(who: Sequence[UserId]) -> str:
    """Return whom somebody has blocked; with the most that one may block it fits into a message."""
    if not who:
        return "You haven't blocked anybody. To block someone, use `/ttt block user:`."
    return f"**You blocked**\n{' '.join(map(user, who))}\nTo take one back, use `/ttt unblock user:`."


def block_refusal(error: BlockRefusal) -> str:
    """Return the sentence for a refusal that has to do with blocks.

    Who can't play somebody is told the same whether that person has blocked them or takes no challenges at all.
    """
    match error:
        case errors.NobodyThere():
            return (
                "Nobody is there to play right now. To let anyone join, use `/ttt new` without `opponent`; "
                "to play the computer, add `ai`."
            )
        case errors.HasBlocked(blocked=other):
            return f"You blocked {user(other)}. To play them, use `/ttt unblock` first."
        case errors.CannotBlock(why=why):
            return _UNBLOCKABLE[why]
        case errors.TooManyBlocked():
            return f"You have blocked {MOST_BLOCKED} people, which is the most. Take one back with `/ttt unblock`."
        case errors.NotBlocked(user=other):
            return f"You haven't blocked {user(other)}, so nothing has changed. `/ttt block` lists whom you blocked."
        case _:
            assert_never(error)


_UNBLOCKABLE = {
    Unblockable.SELF: "You can't block yourself. To have nobody challenge you, use `/ttt me challenges:off`.",
    Unblockable.BOT: "You can't block a bot: no bot can challenge you.",
}
