"""The help, with and without the id that makes its commands tappable."""

import re

import pytest

from bot.messages.help import help_text
from bot.messages.translator import ENGLISH

COMMANDS = ("ttt new", "ttt move", "ttt top", "ttt my data", "ttt help")


def test_every_command_can_be_tapped() -> None:
    text = help_text(ENGLISH, COMMANDS, 77)
    assert text.splitlines()[-1] == "More: </ttt top:77> </ttt my data:77>"
    assert "4. </ttt new:77> starts" in text
    assert "or use </ttt move:77>." in text
    assert re.findall(r"`/ttt [^`]*`", text) == ["`/ttt new m:5 ai:easy`"]


def test_without_the_id_commands_are_written_as_one_types_them() -> None:
    text = help_text(ENGLISH, COMMANDS)
    assert text.splitlines()[-1] == "More: `/ttt top` `/ttt my data`"
    assert "</" not in text


def test_there_are_five_rules_and_an_example() -> None:
    lines = help_text(ENGLISH, COMMANDS).splitlines()
    assert [line[:2] for line in lines[1:6]] == ["1.", "2.", "3.", "4.", "5."]
    assert lines[6].startswith("Example:")


@pytest.mark.parametrize(
    ("links", "end"),
    [
        ((None, None), "`/ttt my data`"),
        (("https://a.example/p", None), "\n[Privacy policy](<https://a.example/p>)"),
        (
            ("https://a.example/p", "https://a.example/t"),
            "\n[Privacy policy](<https://a.example/p>) · [Terms of service](<https://a.example/t>)",
        ),
    ],
)
def test_the_help_links_what_the_operator_has_published(links: tuple[str | None, str | None], end: str) -> None:
    assert help_text(ENGLISH, COMMANDS, None, *links).endswith(end)
