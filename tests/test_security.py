"""What SECURITY.md promises and reading the code can hold; tests/e2e/test_hostile.py tries the rest."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.challenges import ChallengeAction
from bot.messages.custom_ids import Action, ChallengePress, GamePress, parse
from tests.architecture import ROOT, imports

SOURCES = sorted(path for package in ("bot", "engine") for path in (ROOT / package).rglob("*.py"))
RUNS_OR_UNPACKS = {"subprocess", "pickle", "marshal", "shelve", "dill", "ctypes", "code", "pty"}
EXECUTES = {"eval", "exec", "compile", "__import__", "system", "popen"}
TAKES_SQL = {"execute", "executescript", "exec_driver_sql", "text"}

sources = pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))


def libraries(path: Path) -> set[str]:
    return {name.partition(".")[0] for name in imports(ast.parse(path.read_text(encoding="utf-8")))}


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    """Yield each call with the last part of the name that is called."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func).rpartition(".")[2], node


@sources
def test_nothing_runs_commands_or_unpacks_objects(path: Path) -> None:
    assert not libraries(path) & RUNS_OR_UNPACKS


@sources
def test_no_text_is_run_as_code_and_no_module_is_chosen_by_text(path: Path) -> None:
    called = list(calls(path))
    # A method named compile makes something else than Python: a regular expression, a statement.
    code = [(name, call) for name, call in called if name != "compile" or isinstance(call.func, ast.Name)]
    assert not [name for name, _ in code if name in EXECUTES]
    chosen = [call.args[0] for name, call in called if name == "import_module"]
    assert all(isinstance(module, ast.Constant) for module in chosen)


@sources
def test_sql_is_never_put_together_from_text(path: Path) -> None:
    for name, call in calls(path):
        if name in TAKES_SQL and call.args:
            statement = ast.unparse(call.args[0])
            built = isinstance(call.args[0], ast.JoinedStr | ast.BinOp) or ".format(" in statement or "%" in statement
            assert not built or statement.startswith("f'PRAGMA "), statement


def test_only_the_workers_are_other_processes() -> None:
    users = {path.stem for path in SOURCES if libraries(path) & {"multiprocessing", "pebble"}}
    assert users == {"workers"}


@given(st.integers(0), st.integers(0), st.integers(0), st.integers(0), st.sampled_from([*Action, *ChallengeAction]))
def test_no_custom_id_carries_a_number_that_the_database_cannot_hold(
    game: int, ply: int, row: int, col: int, what: str
) -> None:
    for custom_id in (f"ttt:{game}:{ply}:{what}", f"ttt:{game}:{ply}:{what}:{row}:{col}", f"ttt:c{game}:{what}"):
        match parse(custom_id):
            case GamePress(number, at, _, cell):
                assert number < 2**63
                assert at < 2**31
                assert cell is None or max(cell) < 2**15
            case ChallengePress(number, _):
                assert number < 2**63
            case None:
                pass
            case other:
                raise AssertionError(other)


def test_every_locked_dependency_is_one_version_with_hashes_from_no_named_place() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    for requirement in lock.replace("\\\n", "").splitlines():
        name, *hashes = re.split(r"\s+--hash=", requirement.strip())
        assert re.fullmatch(r"[a-z0-9.-]+(\[[a-z0-9,-]+\])?==[^ ;]+( ;.*)?", name), name
        assert hashes
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", found) for found in hashes)
    assert "://" not in lock
    assert "index" not in lock
