"""What the README says is true: its settings, its commands. tests/engine runs its example."""

import re
from pathlib import Path

from bot.interactions.commands.tree import ttt
from bot.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_setting_is_named() -> None:
    named = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert named == {name.upper() for name in Settings.model_fields}


def test_every_command_is_named() -> None:
    named = set(re.findall(r"^\| `/ttt (\w+)", README, re.MULTILINE))
    assert named == {command.name for command in ttt().commands}
