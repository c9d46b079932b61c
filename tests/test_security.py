"""The promises of SECURITY.md that the code can be checked for; tests/e2e/faults/test_hostile.py has the rest."""

import ast
import re
from collections.abc import Iterator

from tests.architecture import ROOT, imports, sources

RUNS_OR_UNPACKS = {"subprocess", "pickle", "marshal", "shelve", "dill", "ctypes", "code", "pty"}
EXECUTES = {"eval", "exec", "compile", "__import__", "system", "popen"}
TAKES_SQL = {"execute", "executescript", "exec_driver_sql", "text"}


def libraries(tree: ast.AST) -> set[str]:
    return {name.partition(".")[0] for name in imports(tree)}


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Yield each call with its module and the last part of the name that is called."""
    for module, tree in sources(ROOT).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                yield module, ast.unparse(node.func).rpartition(".")[2], node


def test_no_module_runs_commands_or_unpickles_objects() -> None:
    assert [module for module, tree in sources(ROOT).items() if libraries(tree) & RUNS_OR_UNPACKS] == []


def test_no_module_runs_text_as_code() -> None:
    # A method named compile makes something else than Python: a regular expression, a statement.
    code = [call for call in calls() if call[1] != "compile" or isinstance(call[2].func, ast.Name)]
    assert [(module, name) for module, name, _ in code if name in EXECUTES] == []


def test_no_module_is_imported_by_a_computed_name() -> None:
    imported_names = [(module, call.args[0]) for module, name, call in calls() if name == "import_module"]
    assert [module for module, name in imported_names if not isinstance(name, ast.Constant)] == []


def test_sql_is_never_assembled_from_strings() -> None:
    statements = [(module, call.args[0]) for module, name, call in calls() if name in TAKES_SQL and call.args]
    assembled = [(module, ast.unparse(statement)) for module, statement in statements if is_built(statement)]
    assert [where for where in assembled if not where[1].startswith("f'PRAGMA ")] == []


def is_built(text: ast.expr) -> bool:
    """Return whether an expression assembles a text from others."""
    source = ast.unparse(text)
    return isinstance(text, ast.JoinedStr | ast.BinOp) or ".format(" in source or "%" in source


def test_every_dependency_is_locked_with_hashes() -> None:
    lock = (ROOT / "requirements.lock").read_text()
    for requirement in lock.replace("\\\n", "").splitlines():
        name, *hashes = re.split(r"\s+--hash=", requirement.strip())
        assert re.fullmatch(r"[a-z0-9.-]+(\[[a-z0-9,-]+\])?==[^ ;]+( ;.*)?", name), name
        assert hashes
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", value) for value in hashes)
    assert "://" not in lock
    assert "index" not in lock
