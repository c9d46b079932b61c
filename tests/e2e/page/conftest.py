"""A browser for all tests, and a picture of each page of a test that failed."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeAlias

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from tests.e2e.page.page import CHROMIUM, PHONE, PlaygroundPage, browser_page, started_browser
from tests.e2e.processes.process import Process, forked

FAILED = pytest.StashKey[bool]()
Visit: TypeAlias = Callable[..., Awaitable[PlaygroundPage]]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.failed:
        item.stash[FAILED] = True
    return report


async def address(bot: Process) -> str:
    """Return where the page of a bot is."""
    return (await bot.line_with("Play here:")).split()[2]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncGenerator[Browser]:
    if not Path(CHROMIUM).exists():  # noqa: ASYNC240 - once
        pytest.skip(f"no {CHROMIUM}: sudo apt-get install chromium")
    async with started_browser() as browser:
        yield browser


async def pictures(browser: Browser, folder: Path) -> list[Path]:
    """Take a picture of each open page."""
    pages = [page for context in browser.contexts for page in context.pages]
    files = [folder / f"page{number}.png" for number in range(len(pages))]
    for page, file in zip(pages, files, strict=True):
        await page.screenshot(path=file)
    return files


@pytest_asyncio.fixture(loop_scope="session")
async def visit(request: pytest.FixtureRequest, browser: Browser, tmp_path: Path) -> AsyncGenerator[Visit]:
    """Open pages, which are closed in the end."""
    async with AsyncExitStack() as stack:

        async def visit(door: str, size: tuple[int, int] = PHONE) -> PlaygroundPage:
            return await stack.enter_async_context(browser_page(browser, door, size))

        yield visit
        if FAILED in request.node.stash:
            for file in await pictures(browser, tmp_path):
                print(f"The page as it was: {file}")  # noqa: T201 - pytest shows it


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def door(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[str]:
    """The address of one playground for every test of a module that ends the game that it begins."""
    async with forked(tmp_path_factory.mktemp("playground"), PLAYGROUND_PORT="0", LOG_LEVEL="WARNING") as bot:
        yield await address(bot)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def lasting_phone(browser: Browser, door: str) -> AsyncGenerator[PlaygroundPage]:
    async with browser_page(browser, door, PHONE) as page:
        yield page


@pytest.fixture
def phone(lasting_phone: PlaygroundPage, visit: Visit) -> PlaygroundPage:
    """The page of that playground on a phone, which stays open."""
    return lasting_phone
