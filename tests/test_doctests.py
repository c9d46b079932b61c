"""The examples in docstrings and documents are correct."""

import doctest
import re
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
def test_the_examples_of_a_module_are_correct(module: str) -> None:
    result = doctest.testmod(import_module(module))  # pytest shows what it prints
    assert result.attempted
    assert not result.failed


def test_the_examples_of_a_page_are_correct() -> None:
    page = "docs/engine.md"
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    result = doctest.DocTestRunner().run(doctest.DocTestParser().get_doctest(examples, {}, page, page, 0))
    assert result.attempted
    assert not result.failed
