"""The playground in a real browser, served by the real process."""

import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.page import CHROMIUM, browser_page
from tests.e2e.process import Process, started

pytestmark = pytest.mark.skipif(not Path(CHROMIUM).exists(), reason=f"no {CHROMIUM}: sudo apt-get install chromium")


async def address(bot: Process) -> str:
    return (await bot.line_with("Play here:")).split()[2]


async def test_a_game_played_on_the_page_is_still_there_at_the_next_start(tmp_path: Path) -> None:
    async with started(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(await address(bot)) as page:
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
    async with started(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(await address(bot)) as page:
        await page.slash("board")
        await expect(page.messages).to_contain_text("1 . X")
        await page.press("Resign")
        await expect(page.messages).to_contain_text("Player 2 won: @ann resigned.")


async def test_two_people_play_each_other_on_one_page(tmp_path: Path) -> None:
    async with started(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(await address(bot), 390, 844) as page:
        await page.slash("new")
        await page.view_as("bob")
        await page.press("Join")
        await expect(page.messages).to_contain_text("The game is on")
        for name, mark, empty in (("ann", "X", 4), ("bob", "O", 0), ("ann", "X", 1), ("bob", "O", 1), ("ann", "X", 2)):
            await expect(page.messages).to_contain_text(f"@{name} ({mark}) to move")
            await page.view_as(name)
            await page.press("·", empty)
        await expect(page.messages).to_contain_text("Player 1 won: @ann (X), 3 in a row.")


async def test_large_boards_are_played_by_the_form(tmp_path: Path) -> None:
    async with started(tmp_path, PLAYGROUND_PORT="0") as bot, browser_page(await address(bot)) as page:
        await page.slash("new", m="15", ai="easy")
        await page.press("Move")
        await page.fill_form("7, 7")
        await expect(page.messages).to_contain_text("The computer took")
