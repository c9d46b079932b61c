"""The visible part of boards in a real browser as large as a phone."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import simcord
from playwright.async_api import expect

from bot.database.store import Store
from tests.databases import sqlite_file
from tests.e2e.club import Club
from tests.e2e.page.page import PHONE, PlaygroundPage
from tests.people import InProcess

pytestmark = pytest.mark.asyncio(loop_scope="session")  # that of the browser

SIZES = [(3, 3), (15, 15), (26, 26), (2, 100), (100, 100)]


@asynccontextmanager
async def club_on(page: PlaygroundPage, folder: Path) -> AsyncGenerator[Club]:
    """Show the channel of a simulated server, in which people act without the page."""
    url = sqlite_file(folder / "club.sqlite3")
    club = Club(url, await Store.open(url))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.client.Workers", InProcess)  # as in tests/e2e/conftest.py
        bot = club.new_bot()
    async with simcord.run(bot, check_errors=False) as env:
        club.set_up(env)
        async with env.preview(club.channel, viewers=[club.ann], layout="channel") as preview:
            await page.visit(preview.url)
            await page.settle()
            yield club
    await club.store.close()


async def test_a_phone_shows_the_last_move_in_the_far_corner(page: PlaygroundPage, tmp_path: Path) -> None:
    async with club_on(page, tmp_path) as club:
        for m, n in SIZES:
            await club.slash(club.ann, "new", opponent=club.bob, m=m, n=n)
            await club.click(club.bob, "Accept")
            await club.slash(club.ann, "move", i=m - 1, j=n - 1)
            await page.refresh()
            await expect(page.newest).to_contain_text("(O): tap")
            await expect(page.newest.locator("code", has_text="X").first).to_be_visible()
            assert await page.sees("X"), f"{m}×{n}"
            await club.end(club.ann)
            await club.env.advance_time(60)  # so that Ann may begin another game


BOXES = "cells => cells.map(cell => cell.getBoundingClientRect()).map(box => [box.x, box.y, box.width])"


async def test_cells_form_straight_columns_on_a_phone(page: PlaygroundPage, tmp_path: Path) -> None:
    async with club_on(page, tmp_path) as club:
        for who, preferences, o in (
            (club.ann, {}, "O"),
            (club.bob, {"mark": "star"}, "⭕"),
            (club.cy, {"labels": "coordinates"}, "O"),
            (club.cy, {"mark": "moon"}, "⭕"),
        ):
            if preferences:
                await club.prefer(who, **preferences)
            for m, n in ((3, 3), (4, 4), (5, 5)):
                await club.slash(who, "new", m=m, n=n, k=m, ai="easy")
                await club.tap(who, 0, 0)
                await page.refresh()
                await expect(page.cells.filter(has_text=re.compile(rf"^\s*{o}"))).to_have_count(1)
                await expect(page.cells.nth(m * n - 1)).to_be_attached()  # not the smaller board before it
                boxes = (await page.cells.evaluate_all(BOXES))[: m * n]  # at one instant: the page may scroll
                columns = [[left for left, _, _ in boxes[col::n]] for col in range(n)]
                widths = [width for _, _, width in boxes]
                assert (len(boxes), len({round(top) for _, top, _ in boxes})) == (m * n, m)
                assert all(max(lefts) - min(lefts) < 1 for lefts in columns)
                assert max(widths) - min(widths) < 0.5
                assert max(left + width for left, _, width in boxes) <= PHONE[0]
                await club.end(who)
                await club.env.advance_time(60)
