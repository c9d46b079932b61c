"""The help: the rules, and a menu with every command."""

import pytest

from bot.game.playing import rules_for
from bot.interactions.commands import Ttt
from bot.messages.help import COMMANDS, Operator, Topic, help_rules, help_topic
from bot.messages.translator import ENGLISH

SIZE = rules_for(3, 3, None)
DESCRIBED = {command.name: command.description for command in Ttt().commands}


def test_the_help_has_four_rules_and_links_only_one_command() -> None:
    assert help_rules(ENGLISH, SIZE, 77, Operator()).content.splitlines() == [
        "**Tic-tac-toe on any board**",
        "1. Take turns marking cells. X goes first.",
        "2. Get enough marks in a row (across, down, or diagonally) to win; the line above the board says how many. "
        "Longer lines count, too.",
        "3. If the board fills up first, it's a draw.",
        "4. Tap a cell or **Move**, or use </ttt move:77>. Rows and columns count from 0.",
    ]


def test_every_command_but_help_has_one_topic() -> None:
    assert sorted(name for names in COMMANDS.values() for name in names) == sorted(DESCRIBED.keys() - {"help"})


def test_a_topic_links_and_describes_its_commands() -> None:
    heading, first, *_ = help_topic(ENGLISH, Topic.LEARN, DESCRIBED, SIZE, 77).content.splitlines()
    assert (heading, first) == ("**Getting better**", f"</ttt hint:77> {DESCRIBED['hint']}")


@pytest.mark.parametrize(
    ("operator", "end"),
    [
        (Operator("https://a.example/p"), "\n[Privacy policy](<https://a.example/p>)"),
        (
            Operator("https://a.example/p", "https://a.example/t", "me@a.example"),
            "\n[Privacy policy](<https://a.example/p>) · [Terms of service](<https://a.example/t>) · "
            "Contact: me@a.example",
        ),
    ],
)
def test_the_help_links_the_operators_pages(operator: Operator, end: str) -> None:
    assert help_rules(ENGLISH, SIZE, 77, operator).content.endswith(end)
