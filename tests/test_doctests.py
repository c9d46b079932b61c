"""The examples in docstrings do what they say."""

import doctest
from importlib import import_module

import pytest

from tests.architecture import ROOT

MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for folder in ("bot", "engine")
    for path in sorted((ROOT / folder).rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_do_what_they_say(module: str) -> None:
    found = doctest.testmod(import_module(module))  # pytest shows what it prints
    assert found.attempted
    assert not found.failed
