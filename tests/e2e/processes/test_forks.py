"""The bots of most tests are forks: they must differ in nothing from a start of `python -m bot`."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.processes.process import forked, started

if sys.platform == "win32":
    pytest.skip("Windows has no fork", allow_module_level=True)

SHOWS_ITSELF = """
import json, os, signal, sys, threading
print(json.dumps({
    "arguments": sys.argv,
    "directory": os.getcwd(),
    "environment": dict(os.environ),
    "path": sys.path,
    "name": [__name__, __spec__.name, sys.modules["__main__"].__spec__.name],
    "signals": [str(signal.getsignal(number)) for number in sorted(signal.valid_signals())],
    "blocked": [*signal.pthread_sigmask(signal.SIG_BLOCK, [])],
    "warnings": sys.warnoptions,
    "threads": threading.active_count(),
    "streams": [stream.line_buffering or stream.write_through for stream in (sys.stdout, sys.stderr)],
    "files": sum(os.path.exists(f"/dev/fd/{number}") for number in range(3, 100)),
}))
sys.stderr.write("both streams\\n")
"""


async def state_of(start: Any, folder: Path) -> dict[str, Any]:
    async with start(folder, "odd", "one", "two words", LOG_LEVEL="ERROR") as process:
        assert await process.exit_code() == 0
        first, second = process.output.splitlines()
    assert second == "both streams"
    return json.loads(first)


async def test_a_forked_process_has_the_environment_of_a_started_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "odd.py").write_text(SHOWS_ITSELF)
    await state_of(forked, tmp_path)
    monkeypatch.delenv("PATH")  # which the server still has
    assert await state_of(forked, tmp_path) == await state_of(started, tmp_path)
