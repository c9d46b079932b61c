"""The playground in a real browser, served by the real process."""

import asyncio
import re
import signal
from collections.abc import AsyncGenerator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.e2e.page.page import DESK, PlaygroundPage
from tests.e2e.processes.process import Process, forked

pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

STEP = timedelta(seconds=1)


async def address(bot: Process) -> str:
    """Return where the page of a bot is."""
    return (await bot.line_with("Play here:")).split()[2]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def door(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[str]:
    """The address of one playground, for every test that ends the game that it begins."""
    async with forked(tmp_path_factory.mktemp("playground"), PLAYGROUND_PORT="0", LOG_LEVEL="WARNING") as bot:
        yield await address(bot)


async def enter(page: PlaygroundPage, door: str, place: str | re.Pattern[str]) -> None:
    """Open the page of a place, which closes that of the last one."""
    await page.visit(door + "places")
    await page.page.get_by_role("button", name=place).click()


@pytest_asyncio.fixture(loop_scope="session")
async def phone(page: PlaygroundPage, door: str) -> PlaygroundPage:
    """Its first channel on a phone."""
    await enter(page, door, re.compile(r"^games\b"))
    return page


async def end(page: PlaygroundPage) -> None:
    """Have a player end their game, so that the next one can begin."""
    await page.slash("end")
    await expect(page.newest).to_contain_text("No result")


async def test_a_game_on_the_page_survives_a_restart(page: PlaygroundPage, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot:
        await page.visit(await address(bot), DESK)
        await page.slash("new", m="3", n="4", k="3", ai="classic")
        await expect(page.messages).to_contain_text("3×4, 3 in a row")
        await page.press("·", 5)
        await expect(page.messages).to_contain_text("The computer took")
        bot.process.send_signal(signal.SIGINT)
        assert await bot.exit_code() == 0
        assert "Traceback" not in bot.output
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot:
        await page.visit(await address(bot), DESK)
        await page.slash("board")
        await expect(page.messages).to_contain_text(re.compile(r"1\s+(\.\s|\[O\])X"))  # the computer may be beside it


async def test_the_help_fits_a_phone(phone: PlaygroundPage) -> None:
    await phone.slash("help")
    answer = phone.messages.get_by_role("article").filter(has_text="Get enough marks in a row")
    await expect(answer).to_contain_text("All commands")
    all_messages = await phone.messages.element_handle()
    assert await answer.evaluate("(told, all) => told.offsetHeight <= all.clientHeight", all_messages)


async def test_two_people_play_each_other_on_one_page(phone: PlaygroundPage) -> None:
    await phone.view_as("ann")
    await phone.slash("new", m="3", k="2")
    await phone.view_as("bob")
    await phone.press("Join", -1)
    for name, mark, cell in (("ann", "X", 4), ("bob", "O", 0), ("ann", "X", 1)):
        await expect(phone.newest).to_contain_text(f"Your turn, @{name} ({mark})")
        await phone.view_as(name)
        await phone.cells.nth(cell).click()
    await expect(phone.messages).to_contain_text("Player 1 won: @ann (X), 2 in a row. 🏆")
    await expect(phone.newest).to_contain_text("Tip: choose your own mark")


async def test_messages_on_the_page_have_the_current_time(phone: PlaygroundPage) -> None:
    start = datetime.now(UTC)
    while (now := datetime.now(UTC)) <= start.replace(microsecond=0) + 3 * STEP:
        await asyncio.sleep(0.1)
    await phone.view_as("bob")
    await phone.slash("new", ai="easy")
    await expect(phone.newest).to_contain_text("3×3")
    shown_time = await phone.messages.locator("time").last.get_attribute("datetime")
    assert shown_time
    assert now - 2 * STEP < datetime.fromisoformat(shown_time) < datetime.now(UTC) + STEP
    await end(phone)


async def test_a_moderator_ends_a_game_of_other_members(phone: PlaygroundPage) -> None:
    await phone.view_as("bob")
    await phone.slash("new", m="3")
    await phone.view_as("cy")
    await phone.press("Join", -1)
    await phone.view_as("ann")
    await phone.slash("end")
    await expect(phone.newest).to_contain_text("Only")
    await phone.view_as("mod")
    await phone.slash("end")
    await expect(phone.newest).to_contain_text("ended")


async def test_the_page_lists_other_places_and_threads(phone: PlaygroundPage, door: str) -> None:
    await phone.view_as("bob")
    await phone.slash("new", ai="easy")
    await phone.slash("new", m="4", ai="classic")
    await phone.press("Play in a thread", -1)
    await expect(phone.messages).to_contain_text("\u2068bob\u2069 vs \u2068the computer\u2069 · 4×4, 4 in a row")
    await end(phone)
    await enter(phone, door, "thread 1: \u2068bob\u2069 vs \u2068the computer\u2069")
    await phone.view_as("bob")
    await phone.press("·", 5)
    await expect(phone.messages).to_contain_text("The computer took")
    for place in ("another server", "direct message"):
        await enter(phone, door, place)
        await phone.slash("new", ai="easy")
        await expect(phone.newest).to_contain_text("3×3")


async def test_the_page_of_a_place_shows_it_again_after_a_reload(phone: PlaygroundPage, door: str) -> None:
    games = phone.page.url
    assert games.startswith(door)
    await enter(phone, door, re.compile("^chat"))
    await expect(phone.page.locator("#channel-name")).to_have_text("chat")
    await phone.page.goto("about:blank")
    await phone.page.goto(games)
    await expect(phone.page.locator("#channel-name")).to_have_text("games")
    await phone.slash("help")


async def test_the_page_refuses_requests_from_other_sites(door: str) -> None:
    async with aiohttp.ClientSession() as visitor:

        async def knock(method: str, path: str, **headers: str) -> int:
            data = {"place": "chat"} if method == "POST" else None
            url = door + path
            async with visitor.request(method, url, data=data, headers=headers, allow_redirects=False) as answer:
                return answer.status

        assert await knock("GET", "") == 303
        assert await knock("GET", "places") == 200
        assert await knock("GET", "chat") == 404
        assert await knock("GET", "1000") == 303
        assert await knock("GET", "api/state") == 401
        assert await knock("GET", "api/state", Host="evil.example") == 403
        assert await knock("GET", "", Host="evil.example") == 403
        assert await knock("POST", "places", Host="evil.example") == 403
        assert await knock("POST", "places", Origin="http://evil.example") == 403
        assert await knock("POST", "places", Origin=door.rstrip("/")) == 303
