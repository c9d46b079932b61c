"""The files, modules, commands, metrics and settings in the documents exist."""

import importlib.util
import json
import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from benchmarks import capacity
from bot.__main__ import main
from bot.gateway import Connection
from bot.interactions.tree import commands
from bot.operations.metrics import Metrics
from bot.settings import Settings
from engine import __version__
from tests.architecture import ROOT

PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
}
TOPS = "bot|engine|tests|benchmarks|docs|tools"


def words(page: str) -> list[str]:
    """Return the inline `code` of a page."""
    return re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", PAGES[page], flags=re.MULTILINE | re.DOTALL))


def test_links_lead_to_existing_files_and_headings() -> None:
    for page, text in PAGES.items():
        links = re.findall(r"\]\((?!https?://)([^)]+)\)", text) + re.findall(r'src="([^"]+)"', text)
        assert [link for link in links if not leads_somewhere(ROOT / page, link)] == [], page


def leads_somewhere(page: Path, link: str) -> bool:
    """Return whether a link's file and heading exist."""
    name, _, heading = link.partition("#")
    target = page.parent / name if name else page
    return target.exists() and (not heading or heading in headings(target.read_text(encoding="utf-8")))


def headings(page: str) -> set[str]:
    """Return the anchors that a page's headings make."""
    titles = re.findall(r"^#+ (.*)", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title).strip().lower().replace(" ", "-") for title in titles}


def test_the_files_and_folders_on_a_page_exist() -> None:
    for page in PAGES:
        paths = [word for word in words(page) if re.fullmatch(rf"({TOPS})/[\w./-]*", word)]
        assert [path for path in paths if not (ROOT / path).exists()] == [], page


def test_the_modules_and_programs_on_a_page_exist() -> None:
    for page, text in PAGES.items():
        names = {word for word in words(page) if re.fullmatch(rf"({TOPS})(\.\w+)+", word)}
        names.update(re.findall(rf"python -m ((?:{TOPS})[\w.]*)", text))
        assert [name for name in names if not exists(name)] == [], page


def exists(name: str) -> bool:
    """Return whether a module or a name in a module exists."""
    try:
        if importlib.util.find_spec(name):
            return True
    except ModuleNotFoundError:
        pass
    module, _, attribute = name.rpartition(".")
    return hasattr(importlib.import_module(module), attribute) if module else False


def test_the_modules_in_the_layout_exist() -> None:
    rows = re.findall(r"^\| `([a-z/]+/)` \|.*\|(.*)\|$", PAGES["docs/design.md"], re.MULTILINE)
    named = [(folder, name) for folder, modules in rows for name in re.findall(r"`(\w+)`", modules)]
    assert len(named) > 40
    paths = [ROOT / folder / name for folder, name in named]
    assert [path for path in paths if not (path.is_dir() or path.with_suffix(".py").exists())] == []


def test_the_tests_on_a_page_exist() -> None:
    assert [word for page in PAGES for word in words(page) if "::" in word and not is_test(word)] == []


def is_test(name: str) -> bool:
    """Return whether a test exists, from its pytest name: file, `::` and function."""
    file, _, function = name.partition("::")
    path = ROOT / file
    return path.is_file() and bool(
        re.search(rf"^(async )?def {function}\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    )


def test_every_fault_names_its_test() -> None:
    rows = re.findall(r"^\| (?!fault |--).*$", PAGES["docs/faults.md"], re.MULTILINE)
    assert [row for row in rows if not re.search(r"\| `tests/\S+::test_\w+` \|$", row)] == []
    assert len(rows) > 50


def test_the_make_commands_on_a_page_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page, text in PAGES.items():
        assert set(re.findall(r"(?:^|`)make ([a-z]+)", text, re.MULTILINE)) <= targets, page


def test_the_changelog_has_the_version_of_the_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bot", "--version"])
    with pytest.raises(SystemExit, match=r"^0$"):
        main()
    assert capsys.readouterr().out == f"ttt {__version__}\n"
    sections = re.findall(r"^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$", PAGES["CHANGELOG.md"], re.MULTILINE)
    assert sections[:2] == ["Unreleased", __version__]


# -- what the pages say of metrics, settings and commands

OPERATIONS = PAGES["docs/operations.md"]
TOTALS = ("_total", "_info")


def page() -> str:
    """Return the page of metrics of a bot that has just started."""
    connection = Connection(is_closing=False, is_ready=True, latencies={}, up=frozenset(), guilds=0)
    return Metrics().page(connection, searches=0, live=0).decode()


def ours() -> set[str]:
    """Return the names of the bot's metrics, as queries use them."""
    families = text_string_to_metric_families(page())
    suffixes = {"counter": "_total", "info": "_info"}
    return {
        family.name + suffixes.get(family.type, "") if not family.name.endswith(TOTALS) else family.name
        for family in families
        if family.name.startswith("ttt_")
    }


def test_the_table_of_metrics_is_complete() -> None:
    rows = [line for line in OPERATIONS.splitlines() if line.startswith("| `ttt_")]
    names = {name for row in rows for name in re.findall(r"`(ttt_[a-z_]+)`", row.split("|")[1])}
    assert names == ours()


def test_alerts_query_only_existing_metrics() -> None:
    names = set(re.findall(r"ttt_[a-z_]+(?=[\s{\[)])", OPERATIONS.partition("```yaml\ngroups:")[2].partition("```")[0]))
    assert len(names) > 5
    assert {name.removesuffix("_bucket") for name in names} <= ours()


def test_the_dashboard_queries_only_existing_metrics() -> None:
    dashboard = json.loads((ROOT / "docs" / "grafana.json").read_text(encoding="utf-8"))
    queries = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    variables = [variable["query"] for variable in dashboard["templating"]["list"]]
    names = {name for query in [*queries, *variables] for name in re.findall(r"\b(?:ttt|process|python)_\w+", query)}
    families = {family.name for family in text_string_to_metric_families(page())}
    assert {re.sub("_(bucket|total)$", "", name) for name in names} <= families
    shown = {name.removesuffix("_bucket") for name in names if name.startswith("ttt_")}
    assert shown == ours(), "the dashboard shows every metric"
    used = {name for query in queries for name in re.findall(r"\$(?!__)(\w+)", query)}
    assert used <= {variable["name"] for variable in dashboard["templating"]["list"]}


def test_the_labels_of_the_dashboard_exist() -> None:
    text = (ROOT / "docs" / "grafana.json").read_text(encoding="utf-8")
    labels = {label for by in re.findall(r"by \(([\w, ]+)\)", text) for label in by.split(", ")}
    labels |= set(re.findall(r"{{(\w+)}}", text))
    table = "\n".join(line for line in OPERATIONS.splitlines() if line.startswith("| `ttt_"))
    assert {label for label in labels - {"le", "instance"} if f"`{label}`" not in table} == set()


def test_the_settings_in_the_operators_guide_exist() -> None:
    existing = {name.upper() for name in Settings.model_fields} | {"POSTGRES_PASSWORD"}
    mentions = set(re.findall(r"`([A-Z]+_[A-Z_]+)[`=]", OPERATIONS))
    assert {"SHARD_IDS", "METRICS_PORT", "LOG_FORMAT"} <= mentions <= existing


def test_every_setting_is_documented() -> None:
    configuration = OPERATIONS.partition("## Configuration")[2].partition("\n## ")[0]
    names = set(re.findall(r"^\| `([A-Z_]+)` \|", configuration, re.MULTILINE))
    assert names == {name.upper() for name in Settings.model_fields}


def test_every_command_is_documented() -> None:
    names = set(re.findall(r"^\| `/(?:ttt )?([\w-]+)", PAGES["docs/commands.md"], re.MULTILINE))
    tictactoe, ttt, settings, _ = commands()
    assert names == {command.name for command in (*ttt.commands, tictactoe, settings)}


def test_the_readme_is_short() -> None:
    assert len(PAGES["README.md"].partition("## Performance")[0].split()) <= 750


def test_the_capacity_follows_from_the_measured_answers() -> None:
    page = PAGES["docs/scale.md"]
    answers = [
        float(re.findall(rf"^\| ours, {database} \| ([\d,]+) \|", page, re.MULTILINE)[0].replace(",", ""))
        for database in ("SQLite", "PostgreSQL")
    ]
    assert "\n".join(capacity.table(*answers)) in page
