"""What the README says is true: its example, its settings, its commands."""

import contextlib
import io
import re
from pathlib import Path

from bot.interactions.commands.tree import ttt
from bot.settings import Settings

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_engine_example_runs() -> None:
    [example] = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(example, {})  # noqa: S102 - our own page
    assert "0 1 2 3 4 5 6" in printed.getvalue()


def test_every_setting_is_named() -> None:
    named = set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE))
    assert named == {name.upper() for name in Settings.model_fields}


def test_every_command_is_named() -> None:
    named = set(re.findall(r"^\| `/ttt (\w+)", README, re.MULTILINE))
    assert named == {command.name for command in ttt().commands}
