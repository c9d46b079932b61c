"""What docs/operations.md says is true: its metrics, alerts, settings and unit."""

import re
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from bot.operations.metrics import Metrics
from bot.settings import Settings

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
TOTALS = ("_total", "_info")


def ours() -> set[str]:
    """Return the names of the bot's metrics, as they are asked for."""
    families = text_string_to_metric_families(Metrics().page().decode())
    named = {"counter": "_total", "info": "_info"}
    return {
        family.name + named.get(family.type, "") if not family.name.endswith(TOTALS) else family.name
        for family in families
        if family.name.startswith("ttt_")
    }


def test_the_table_names_every_metric_and_no_other() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| `ttt_")]
    named = {name for row in rows for name in re.findall(r"`(ttt_[a-z_]+)`", row.split("|")[1])}
    assert named == ours()


def test_alerts_ask_for_metrics_that_are_there() -> None:
    asked = set(re.findall(r"ttt_[a-z_]+(?=[\s{\[)])", PAGE.partition("```yaml")[2].partition("```")[0]))
    assert len(asked) > 5
    assert {name.removesuffix("_bucket") for name in asked} <= ours()


def test_settings_are_called_by_their_names() -> None:
    known = {name.upper() for name in Settings.model_fields} | {"POSTGRES_PASSWORD"}
    named = set(re.findall(r"`([A-Z]+_[A-Z_]+)[`=]", PAGE))
    assert {"SHARD_IDS", "METRICS_PORT", "LOG_FORMAT"} <= named <= known
