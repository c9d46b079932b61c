"""What the pages say of settings and commands is true."""

import re
from pathlib import Path

from bot.interactions import tree
from bot.settings import Settings

DOCS = Path(__file__).parents[1] / "docs"


def test_every_setting_is_named() -> None:
    operations = (DOCS / "operations.md").read_text(encoding="utf-8")
    configuration = operations.partition("## Configuration")[2].partition("\n## ")[0]
    named = set(re.findall(r"^\| `([A-Z_]+)` \|", configuration, re.MULTILINE))
    assert named == {name.upper() for name in Settings.model_fields}


def test_every_command_is_named() -> None:
    commands = (DOCS / "commands.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `/(?:ttt )?([\w-]+)", commands, re.MULTILINE))
    tictactoe, ttt, settings, _ = tree.commands()
    assert named == {command.name for command in (*ttt.commands, tictactoe, settings)}


def test_the_readme_is_short() -> None:
    readme = (DOCS.parent / "README.md").read_text(encoding="utf-8")
    assert len(readme.partition("## Performance")[0].split()) <= 800
