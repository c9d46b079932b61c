"""The answer of `/ttt help`: the rules, buttons that start a game, and a menu of the commands."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from bot.messages import lobby
from bot.messages.custom_ids import HelpPress
from bot.messages.drafts import Draft, Menu
from bot.messages.translator import Translator
from engine import Rules


class Topic(StrEnum):
    """A group of commands."""

    PLAY = "play"
    LEARN = "learn"
    YOU = "you"


COMMANDS: Mapping[Topic, tuple[str, ...]] = {
    Topic.PLAY: ("new", "move", "undo", "board", "read", "resign", "end"),
    Topic.LEARN: ("hint", "review", "replay", "puzzle"),
    Topic.YOU: ("me", "games", "stats", "top"),
}


class Operator(NamedTuple):
    """How to reach the operator: the URLs of the privacy policy and the terms of service, and a contact."""

    privacy: str | None = None
    terms: str | None = None
    contact: str | None = None


# Translators: The answer to `/ttt help`. {command} is `/ttt move`.
def help_rules(tr: Translator, size: Rules, command: int, operator: Operator) -> Draft:
    """Return the help. command is the id of `/ttt`; size is the size of new games here."""
    title = tr.gettext("Tic-tac-toe on any board")
    lines = (
        tr.gettext("Take turns marking cells. X goes first."),
        tr.gettext(
            "Get enough marks in a row (across, down, or diagonally) to win; the line above the board says how "
            "many. Longer lines count, too."
        ),
        tr.gettext("If the board fills up first, it's a draw."),
        tr.gettext(
            "Tap a cell or **Move**, or use {command}. Rows and columns count from 0.", command=mention("move", command)
        ),
    )
    numbered = (f"{number}. {line}" for number, line in enumerate(lines, 1))
    text = "\n".join(filter(None, (f"**{title}**", *numbered, _links(tr, operator))))
    return _draft(tr, text, size, command, None)


def help_topic(tr: Translator, topic: Topic, descriptions: Mapping[str, str], size: Rules, command: int) -> Draft:
    """Return the commands of a topic. descriptions has their descriptions in the reader's language."""
    lines = (f"{mention(name, command)} {descriptions[name]}" for name in COMMANDS[topic])
    return _draft(tr, "\n".join((f"**{_topics(tr)[topic]}**", *lines)), size, command, topic)


def mention(name: str, command: int) -> str:
    """Return a subcommand of `/ttt` as a mention that can be tapped: reference.mdx, Message Formatting."""
    return f"</ttt {name}:{command}>"


def _draft(tr: Translator, text: str, size: Rules, command: int, chosen: Topic | None) -> Draft:
    # Translators: Shown in a menu below `/ttt help` until something is chosen, at most 100 characters.
    commands = Menu.of(tr.gettext("All commands"), str(HelpPress(command)), _topics(tr), chosen)
    return Draft(text, (lobby.buttons(tr, size),), menus=(commands,))


# Translators: Option of the menu "All commands", and a heading.
def _topics(tr: Translator) -> Mapping[str, str]:
    return {
        Topic.PLAY: tr.gettext("Playing a game"),
        Topic.LEARN: tr.gettext("Getting better"),
        Topic.YOU: tr.gettext("You and your results"),
    }


# Translators: The words of a link below the rules of `/ttt help`. {address} is where users reach the operator of the
# bot.
def _links(tr: Translator, operator: Operator) -> str:
    pages = ((tr.gettext("Privacy policy"), operator.privacy), (tr.gettext("Terms of service"), operator.terms))
    links = [f"[{name}](<{address}>)" for name, address in pages if address]  # <> keeps Discord from previews
    if operator.contact:
        links.append(tr.gettext("Contact: {address}", address=operator.contact))
    return " · ".join(links)
