"""How `make audit` judges the answers of pip-audit."""

from typing import Any

import pytest

from tools.audit import CLEAN, UNREAD, WRONG, judge

GOOD = {"name": "aiohttp", "version": "3.14.5", "vulns": []}
BAD = {"name": "pillow", "version": "13.0.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["13.0.1"]}]}
SKIPPED = {"name": "yarl", "skip_reason": "Dependency not found on PyPI and could not be audited: yarl (1.25.1)"}


@pytest.mark.parametrize(
    ("said", "code", "words"),
    [
        ([GOOD], CLEAN, []),
        ([GOOD, BAD], WRONG, ["pillow 13.0.0: PYSEC-1, fixed in 13.0.1"]),
        ([SKIPPED, BAD], WRONG, ["pillow 13.0.0: PYSEC-1, fixed in 13.0.1"]),
        ([GOOD, SKIPPED], UNREAD, ["no advisories could be read for yarl"]),
        ([], UNREAD, ["no advisories could be read for any package"]),
    ],
)
def test_an_audit_is_clean_only_if_every_package_was_read(
    said: list[dict[str, Any]], code: int, words: list[str]
) -> None:
    assert judge(said) == (code, words)
