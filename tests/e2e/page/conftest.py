"""One page in one browser for all tests."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.page.page import CHROMIUM, PHONE, PlaygroundPage, browser_page, started_browser


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def page() -> AsyncGenerator[PlaygroundPage]:
    """A page as large as a phone."""
    if not Path(CHROMIUM).exists():  # noqa: ASYNC240 - once
        pytest.skip(f"no {CHROMIUM}: sudo apt-get install chromium")
    async with started_browser() as browser, browser_page(browser, "about:blank", PHONE) as page:
        yield page
