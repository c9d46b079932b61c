"""Which tests start processes."""

import subprocess
import sys
from multiprocessing import get_context

import pytest

from tests.processes import started


@pytest.mark.process
def test_it_is_noted_who_starts_a_process() -> None:
    subprocess.run([sys.executable, "-c", ""], check=True)
    child = get_context("spawn").Process(target=print)
    child.start()
    child.join()
    assert started == ["subprocess.Popen", "multiprocessing"]
