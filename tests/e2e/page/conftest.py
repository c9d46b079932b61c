"""One page in one browser for all tests, and a screenshot of it when a test has failed."""

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.page.page import CHROMIUM, PHONE, PlaygroundPage, browser_page, started_browser

FAILED = pytest.StashKey[bool]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    item.stash[FAILED] = item.stash.get(FAILED, False) or report.failed
    return report


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def page() -> AsyncGenerator[PlaygroundPage]:
    """A page as large as a phone."""
    if not Path(CHROMIUM).exists():  # noqa: ASYNC240 - once
        pytest.skip(f"no {CHROMIUM}: sudo apt-get install chromium")
    async with started_browser() as browser, browser_page(browser, "about:blank", PHONE) as page:
        yield page


@pytest_asyncio.fixture(autouse=True, loop_scope="session")
async def screenshot(request: pytest.FixtureRequest, page: PlaygroundPage, tmp_path: Path) -> AsyncGenerator[None]:
    """If a test fails, save what the page showed, and print where."""
    yield
    if request.node.stash[FAILED]:
        await page.page.screenshot(path=tmp_path / "page.png")
        print(f"The page as it was: {tmp_path / 'page.png'}")  # noqa: T201 - pytest shows it
