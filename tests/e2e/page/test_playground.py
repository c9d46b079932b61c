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
from playwright.async_api import Browser, expect

from tests.e2e.page.page import CHROMIUM, browser_page, started_browser
from tests.e2e.processes.process import Process, forked

pytestmark = pytest.mark.asyncio(loop_scope="module")  # that of the browser
in_a_browser = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no {CHROMIUM}: sudo apt-get install chromium")

STEP = timedelta(seconds=1)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncGenerator[Browser]:
    async with started_browser() as browser:
        yield browser


async def address(bot: Process) -> str:
    return (await bot.line_with("Play here:")).split()[2]


@in_a_browser
async def test_a_game_played_on_the_page_is_still_there_at_the_next_start(browser: Browser, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(browser, await address(bot)) as page:
        await page.slash("new", m="3", n="4", k="3", ai="classic")
        await expect(page.messages).to_contain_text("3×4, 3 in a row")
        await page.press("·", 5)
        await expect(page.messages).to_contain_text("The computer took")
        await page.slash("undo")
        await expect(page.messages).to_contain_text("took back a move and the reply")
        await page.slash("move", i="1", j="1")  # where the computer can't be now
        await expect(page.messages.get_by_role("article").last).to_contain_text("The computer took")
        bot.process.send_signal(signal.SIGINT)
        assert await bot.ended() == 0
        assert "Traceback" not in bot.output
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(browser, await address(bot)) as page:
        await page.slash("board")
        await expect(page.messages).to_contain_text(re.compile(r"1\s+(\.\s|\[O\])X"))  # the computer may be beside it
        await page.press("Resign")
        await expect(page.messages).to_contain_text("Resign this game?")
        await page.press("Resign", -1)
        await expect(page.messages).to_contain_text("Player 2 won: the computer (O). @ann resigned.")


@in_a_browser
async def test_the_help_fits_a_phone(tmp_path: Path, browser: Browser) -> None:
    async with (
        forked(tmp_path, PLAYGROUND_PORT="0") as bot,
        browser_page(browser, await address(bot), 390, 844) as page,
    ):
        await page.slash("help")
        told = page.messages.get_by_role("article").filter(has_text="More:")
        await expect(told).to_contain_text("/ttt forget me")
        assert await told.evaluate(
            "(told, all) => told.offsetHeight <= all.clientHeight", await page.messages.element_handle()
        )


@in_a_browser
async def test_two_people_play_each_other_on_one_page(browser: Browser, tmp_path: Path) -> None:
    async with (
        forked(tmp_path, PLAYGROUND_PORT="0") as bot,
        browser_page(browser, await address(bot), 390, 844) as page,
    ):
        await page.slash("new", m="3")
        await page.view_as("bob")
        await page.press("Join")
        await expect(page.messages).to_contain_text("@bob joined.")
        for name, mark, empty in (("ann", "X", 4), ("bob", "O", 0), ("ann", "X", 1), ("bob", "O", 1), ("ann", "X", 2)):
            await expect(page.messages).to_contain_text(f"@{name} ({mark}) to move")
            await page.view_as(name)
            await page.press("·", empty)
        await expect(page.messages).to_contain_text("Player 1 won: @ann (X), 3 in a row.")


@in_a_browser
@pytest.mark.parametrize(("preferences", "o"), [({}, "O"), ({"mark": "star"}, "⭕"), ({"labels": "coordinates"}, "O")])
async def test_the_cells_of_a_board_are_straight_columns_on_a_phone(
    browser: Browser, preferences: dict[str, str], o: str, tmp_path: Path
) -> None:
    async with (
        forked(tmp_path, PLAYGROUND_PORT="0") as bot,
        browser_page(browser, await address(bot), 390, 844) as page,
    ):
        if preferences:
            await page.slash("me", **preferences)
            await expect(page.messages).to_contain_text("Saved")
        await page.slash("new", m="5", n="5", k="5", ai="easy")
        cells = page.messages.locator(".message-components button")
        for turn in range(2):
            await cells.filter(has_not_text=re.compile("[XO⭐⭕]")).nth(11 * turn).click()
            await expect(cells.filter(has_text=o)).to_have_count(turn + 1)
        boxes = [await cell.bounding_box() for cell in await cells.all()]
        found = [(box["x"], box["y"], box["width"]) for box in boxes if box]
        lefts, tops, widths = (sorted({round(number) for number in side}) for side in zip(*found, strict=True))
        assert (len(found), len(lefts), len(tops), len(widths)) == (25, 5, 5, 1)
        assert lefts[-1] + widths[0] <= 390


SIZES = [(3, 3), (8, 8), (15, 15), (19, 19), (26, 26), (40, 40), (2, 100), (100, 2), (100, 100)]


@in_a_browser
@pytest.mark.parametrize("sides", SIZES, ids=[f"{m}x{n}" for m, n in SIZES])
async def test_a_phone_shows_the_last_move_in_the_far_corner(
    browser: Browser, sides: tuple[int, int], tmp_path: Path
) -> None:
    m, n = sides
    async with (
        forked(tmp_path, PLAYGROUND_PORT="0") as bot,
        browser_page(browser, await address(bot), 390, 844) as page,
    ):
        await page.slash("new", m=str(m), n=str(n))
        await page.view_as("bob")
        await page.press("Join")
        await expect(page.messages).to_contain_text("@bob joined.")
        await page.view_as("ann")
        await page.slash("move", i=str(m - 1), j=str(n - 1))
        await expect(page.messages).to_contain_text("@bob (O) to move")
        await expect(page.messages.locator("code", has_text="X").last).to_be_visible()
        assert await page.sees("X")


@in_a_browser
async def test_large_boards_are_played_by_the_form(browser: Browser, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(browser, await address(bot)) as page:
        await page.slash("new", m="15", ai="easy")
        await page.press("Move")
        await page.fill_form("7, 7")
        await expect(page.messages).to_contain_text("The computer took")


@in_a_browser
async def test_a_refusal_is_an_answer_and_no_error(browser: Browser, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(browser, await address(bot)) as page:
        await page.slash("move", i="1", j="1")
        await expect(page.messages).to_contain_text("/ttt new")
        await expect(page.page.get_by_text("uncertain")).to_have_count(0)


@in_a_browser
async def test_its_clock_runs(browser: Browser, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(browser, await address(bot)) as page:
        begun = datetime.now(UTC)
        while (now := datetime.now(UTC)) <= begun.replace(microsecond=0) + 3 * STEP:
            await asyncio.sleep(0.1)
        await page.slash("new", ai="easy")
        await expect(page.messages).to_contain_text("3×3")
        sent = await page.messages.locator("time").last.get_attribute("datetime")
        assert sent
        assert now - 2 * STEP < datetime.fromisoformat(sent) < datetime.now(UTC) + STEP


@in_a_browser
async def test_a_moderator_ends_the_game_of_others(browser: Browser, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(browser, await address(bot)) as page:
        await page.slash("new", ai="easy")
        await page.view_as("cy")
        await page.slash("end")
        await expect(page.messages).to_contain_text("Only")
        await page.view_as("mod")
        await page.slash("end")
        await expect(page.messages).to_contain_text("ended")


@in_a_browser
@pytest.mark.parametrize("place", ["another server", "direct message"])
async def test_other_places_are_one_button_away(browser: Browser, place: str, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot:
        door = await address(bot)
        async with browser_page(browser, door + "places", 390, 844) as page:
            await page.page.get_by_role("button", name=place).click()
            await page.slash("new", ai="easy")
            await expect(page.messages).to_contain_text("3×3")


async def test_a_thread_is_a_place_of_its_own(browser: Browser, tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot:
        door = await address(bot)
        async with browser_page(browser, door, 390, 844) as page:
            await page.slash("new", ai="easy")
            await page.view_as("bob")
            await page.slash("new", m="4", ai="classic")
            await page.press("Play in a thread")
            await expect(page.messages).to_contain_text("bob vs the computer · 4×4, 4 in a row")
            await page.page.goto(door + "places")
            await page.page.get_by_role("button", name="thread 1: bob vs the computer").click()
            await page.view_as("bob")
            await page.press("·", 5)
            await expect(page.messages).to_contain_text("The computer took")


async def test_its_front_door_opens_to_nobody_else(tmp_path: Path) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0") as bot, aiohttp.ClientSession() as visitor:
        door = await address(bot)

        async def knock(method: str, path: str, **headers: str) -> int:
            data = {"place": "chat"} if method == "POST" else None
            url = door + path
            async with visitor.request(method, url, data=data, headers=headers, allow_redirects=False) as answer:
                return answer.status

        assert await knock("GET", "") == 303
        assert await knock("GET", "places") == 200
        assert await knock("GET", "chat") == 404
        assert await knock("GET", "", Host="evil.example") == 403
        assert await knock("POST", "places", Host="evil.example") == 403
        assert await knock("POST", "places", Origin="http://evil.example") == 403
        assert await knock("POST", "places", Origin=door.rstrip("/")) == 303
