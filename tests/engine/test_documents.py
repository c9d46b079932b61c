"""The examples in the documents do what they say."""

import doctest
import re

from tests.architecture import ROOT


def test_every_example_does_what_it_says() -> None:
    page = "docs/engine.md"
    text = (ROOT / page).read_text(encoding="utf-8")
    examples = "\n".join(re.findall(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, page, page, 0)
    assert test.examples
    report: list[str] = []
    doctest.DocTestRunner().run(test, out=report.append)
    assert not report, "".join(report)
