"""Who may import whom: shared by everybody who changes the house, held by reading the imports."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FACE = {"bot.answers", "bot.client", "bot.commands", "bot.failures", "bot.options", "bot.views", "bot.watch"}
STORAGE = {
    "bot.backup",
    "bot.databases",
    "bot.migrations",
    "bot.postgres",
    "bot.rows",
    "bot.scores",
    "bot.sqlite",
    "bot.statements",
    "bot.store",
    "bot.tables",
    "bot.transactions",
}
PICTURES = {"bot.drawing", "bot.picture", "bot.spoken"}
ROOT_MODULE = "bot.__main__"
ENGINE_PROGRAMS = {"engine.__main__", "engine.gomocup"}  # they alone have a clock and streams

# Lower layers know nothing of the higher ones; modules of one layer may know each other.
LAYERS = [
    PICTURES,
    {"bot.errors", "bot.games", "bot.challenges", "bot.undo"},
    {"bot.opponents", "bot.recent", "bot.replays", "bot.requests", "bot.standings", "bot.storage"},
    {
        "bot.lobby",
        "bot.registry",
        "bot.controls",
        "bot.tables",
        "bot.rows",
        "bot.scores",
        "bot.databases",
        "bot.migrations",
        "bot.postgres",
        "bot.sqlite",
        "bot.statements",
        "bot.transactions",
        "bot.settings",
        "bot.metrics",
        "bot.logs",
        "bot.tidying",
    },
    {"bot.texts", "bot.boasts", "bot.refusals", "bot.message", "bot.backup", "bot.store"},
    FACE,
    {"bot.playground", "bot.health"},
    {ROOT_MODULE},
]
LAYER = {module: number for number, layer in enumerate(LAYERS) for module in layer}


def modules(package: str) -> dict[str, set[str]]:
    """Return each module of a package with what it imports at run time."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        found[name] = imports(ast.parse(path.read_text()))
    return found


def imports(tree: ast.AST) -> set[str]:
    found: set[str] = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
        else:
            found |= imports(node)
    return found


def tops(names: set[str]) -> set[str]:
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(("module", "imported"), modules("engine").items())
def test_engine_needs_only_the_standard_library(module: str, imported: set[str]) -> None:
    assert tops(imported) <= sys.stdlib_module_names | {"engine"}
    if module not in ENGINE_PROGRAMS:
        assert not tops(imported) & {"asyncio", "time", "datetime", "sys"}


@pytest.mark.parametrize(("module", "imported"), modules("bot").items())
def test_each_library_has_one_home(module: str, imported: set[str]) -> None:
    top = module if not module.startswith("bot.migrations") else "bot.migrations"
    if "discord" in tops(imported):
        assert top in FACE | {ROOT_MODULE}  # which names the errors of a failed start
    if tops(imported) & {"sqlalchemy", "alembic", "asyncpg", "sqlite3"}:
        assert top in STORAGE
    if "simcord" in tops(imported):
        assert top == "bot.playground"
    if "pydantic_settings" in tops(imported):
        assert top == "bot.settings"
    if "prometheus_client" in tops(imported):
        assert top == "bot.metrics"
    if "pythonjsonlogger" in tops(imported):
        assert top == "bot.logs"
    if "PIL" in tops(imported):
        assert top in PICTURES


@pytest.mark.parametrize("module", sorted(PICTURES))
def test_pictures_are_drawn_from_the_engine_alone(module: str) -> None:
    assert tops(modules("bot")[module]) <= sys.stdlib_module_names | {"bot", "engine", "PIL"}
    assert not tops(modules("bot")[module]) & {"asyncio", "time", "pathlib", "os"}


@pytest.mark.parametrize(("module", "imported"), modules("bot").items())
def test_imports_go_one_way(module: str, imported: set[str]) -> None:
    if module == "bot" or module.startswith("bot.migrations"):
        return
    ours = {name for name in imported if name in LAYER and name != module}
    assert all(LAYER[name] <= LAYER[module] for name in ours), ours


def test_every_module_has_a_layer() -> None:
    known = {name for name in modules("bot") if name != "bot" and not name.startswith("bot.migrations")}
    assert known <= LAYER.keys()


def test_nobody_imports_the_composition_root() -> None:
    assert not [name for name, imported in modules("bot").items() if ROOT_MODULE in imported]


def test_modules_stay_small() -> None:
    longest = {
        path: len(path.read_text().splitlines()) for path in ROOT.glob("*/*.py") if path.parts[-2] in ("bot", "engine")
    }
    assert max(longest.values()) <= 300, max(longest, key=lambda path: longest[path])
