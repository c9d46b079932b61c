"""Retake the pictures in docs, or screenshots of every play into a folder: python -m tools.screenshots [FOLDER]."""

import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

from playwright.async_api import Browser, expect

from bot.messages.pictures import Order, packed, render
from bot.messages.styles import Look
from engine import Cell, Rules
from tests.architecture import ROOT
from tests.e2e.page.page import DESK, PHONE, PlaygroundPage, browser_page, started_browser
from tests.e2e.processes.process import started

DOCS = ROOT / "docs"
IN_DOCS = ("marks", "100", "review", "puzzle")
TALL = (PHONE[0], 1600)  # a phone that shows the longest message whole
LOGOS = {"avatar": ROOT / "bot" / "avatar.png", "banner": DOCS / "banner.png"}
# X blocks three in a row, and this makes a fork.
FIGHT = "22 13 42 32 11 12 41 30 21 31 33 00 44"
FIGHT_START = 6  # the plies of the first frame: the animation takes 8 seconds

Play: TypeAlias = Callable[[PlaygroundPage], Awaitable[None]]


def shown(text: str, command: str, **options: str) -> Play:
    """Return a play that sends a command and waits for a text."""

    async def play(page: PlaygroundPage) -> None:
        await page.slash(command, **options)
        await expect(page.messages).to_contain_text(text)

    return play


async def join(page: PlaygroundPage, **options: str) -> None:
    """Start a game that bob joins."""
    await page.slash("new", **options)
    await page.view_as("bob")
    await page.press("Join")


async def take_turns(page: PlaygroundPage, *moves: tuple[str, str, int]) -> None:
    """Take empty cells in turn, each by the name and the mark of its player, and the number of the cell."""
    for name, mark, empty in moves:
        await expect(page.messages).to_contain_text(f"Your turn, @{name} ({mark})")
        await page.view_as(name)
        await page.press("·", empty)


async def fill_forms(page: PlaygroundPage, *cells: str) -> None:
    """Take cells in turn, each with the form."""
    for cell in cells:
        await expect(page.newest).to_contain_text("Your turn")
        before = await page.newest.inner_text()
        await page.view_as(before.partition("Your turn, @")[2].split()[0])
        await page.press("Move", -1)
        await page.fill_form(cell)
        await expect(page.newest).not_to_have_text(before, use_inner_text=True)


async def a_game_against_the_computer(page: PlaygroundPage) -> None:
    """3 x 4, with the computer's answer to the first moves."""
    await page.slash("new", m="3", n="4", k="3", ai="classic")
    for empty in (5, 0):
        await page.press("·", empty)
        await expect(page.messages).to_contain_text("The computer took")
    await expect(page.messages).to_contain_text("to block")


async def a_won_game_by_taps(page: PlaygroundPage) -> None:
    """3 x 3 between two people who never type a command after the first."""
    await join(page, m="3")
    await take_turns(page, ("ann", "X", 4), ("bob", "O", 0), ("ann", "X", 1), ("bob", "O", 1), ("ann", "X", 2))
    await expect(page.messages).to_contain_text("Player 1 won")


async def a_large_board_by_the_form(page: PlaygroundPage) -> None:
    """15 x 15 against the computer, using only the form."""
    await page.slash("new", m="15", ai="classic")
    for cell in ("7 7", "3,11", "(11, 3)"):  # far from each other: the computer plays nearby
        before = await page.newest.inner_text()
        await page.press("Move")
        await page.fill_form(cell)
        await expect(page.newest).not_to_have_text(before, use_inner_text=True)
    await picture_is_loaded(page)


def new(**options: str) -> Play:
    """Return a play that makes a first move on a board of that size."""

    async def play(page: PlaygroundPage) -> None:
        await page.slash("new", ai="classic", **options)
        await page.press("Move")
        await page.fill_form("9 9")
        await expect(page.messages).to_contain_text("The computer took")
        if max(map(int, options.values())) > 26:
            await picture_is_loaded(page)

    return play


async def a_replay(page: PlaygroundPage) -> None:
    """The replay of a won game."""
    await a_won_game_by_taps(page)
    await page.slash("replay")
    await expect(page.messages).to_contain_text("1. X (1, 1)")
    await picture_is_loaded(page)
    await page.page.wait_for_timeout(4 * 700 + 1000)  # four pauses between the five moves; the last frame stays for 3 s


async def picture_is_loaded(page: PlaygroundPage) -> None:
    """Wait for the newest picture of a message, which the page loads when it scrolls into view."""
    await page.page.wait_for_function(
        """() => {
            const newest = [...document.querySelectorAll(".message-attachments img")].pop()
            newest?.scrollIntoView()
            return newest?.complete && newest.naturalWidth > 100
        }"""
    )


async def statistics(page: PlaygroundPage) -> None:
    """The leaderboard and the player's own record."""
    await a_won_game_by_taps(page)
    await page.slash("top")
    await expect(page.messages).to_contain_text("Top players")
    await page.slash("stats")
    await expect(page.messages).to_contain_text("Against people")


async def a_won_game_with_marks(page: PlaygroundPage) -> None:
    """3 x 3 between two people who have chosen marks."""
    await page.prefer(Mark="star")
    await page.view_as("bob")
    await expect(page.messages).not_to_contain_text("Saved")
    await page.prefer(Mark="moon")
    await page.slash("new", m="3")
    await page.view_as("ann")
    await page.press("Join")
    for name, cell in (("bob", 4), ("ann", 0), ("bob", 2), ("ann", 3), ("bob", 6)):
        await expect(page.messages).to_contain_text(f"Your turn, @{name} (")
        await page.view_as(name)
        await page.cells.nth(cell).click()
    await expect(page.messages).to_contain_text("Player 1 won")


async def a_picture(page: PlaygroundPage) -> None:
    """15 x 15 as a picture, with a mark that the player chose."""
    await page.prefer(Board="picture", Mark="heart", Picture_theme="light")
    await page.slash("new", m="15", ai="classic")
    for cell in ("7 7", "7 8"):
        await page.press("Move")
        await page.fill_form(cell)
        await expect(page.messages).to_contain_text("The computer took")
    await picture_is_loaded(page)


async def a_won_game_as_a_picture(page: PlaygroundPage) -> None:
    """7 x 7 between two people who have chosen marks and pictures."""
    await page.prefer(Mark="heart", Board="picture")
    await page.view_as("bob")
    await expect(page.messages).not_to_contain_text("Saved")
    await page.prefer(Mark="star", Board="picture")
    await page.view_as("ann")
    await join(page, m="7", k="4")
    await fill_forms(page, "3 3", "2 3", "3 4", "3 2", "2 4", "4 4", "1 4", "0 4", "2 2", "2 5", "3 5", "3 6")
    await fill_forms(page, "4 6", "1 3", "1 1", "5 3", "0 0")
    await expect(page.messages).to_contain_text("Player 1 won")
    await picture_is_loaded(page)


async def a_fight_on_a_huge_board(page: PlaygroundPage) -> None:
    """100 x 100 between two people."""
    await join(page, m="100")
    await fill_forms(page, "49 49", "50 50", "50 48", "51 47", "48 50", "47 51", "49 50", "49 51", "51 49", "52 50")
    await fill_forms(page, "48 48", "47 47", "48 49", "48 51", "50 51")
    await picture_is_loaded(page)


async def a_puzzle(page: PlaygroundPage) -> None:
    """The puzzle of the day."""
    await page.slash("puzzle")
    await expect(page.messages).to_contain_text("You're X: win in")
    await picture_is_loaded(page)


async def a_panel(page: PlaygroundPage) -> None:
    """The preferences, with the marks to choose from."""
    await page.prefer(Mark="star", Board="picture")
    await page.choose("What would you like to change?", "Mark")


async def a_topic(page: PlaygroundPage) -> None:
    """One topic of the help."""
    await page.slash("help")
    await page.choose("All commands", "Playing a game")


async def words(page: PlaygroundPage) -> None:
    """A game with coordinates on its buttons, read aloud."""
    await page.prefer(Labels_on_empty_buttons="coordinates")
    await page.slash("new", m="3", ai="classic")
    await page.press("1,1")
    await expect(page.messages).to_contain_text("The computer took")
    await page.slash("read")
    await expect(page.messages).to_contain_text("It's your turn")


async def a_hint(page: PlaygroundPage) -> None:
    """A hint with its reason."""
    await page.slash("new", m="3", n="4", k="3", ai="classic")
    await page.press("·", 5)
    await expect(page.messages).to_contain_text("The computer took")
    await page.slash("hint")
    await expect(page.messages).to_contain_text("Take (")


async def a_review(page: PlaygroundPage) -> None:
    """The review of a game in which a win was missed, with the better line."""
    await join(page, m="3", n="4", k="3")
    await take_turns(page, ("ann", "X", 5), ("bob", "O", 0), ("ann", "X", 9), ("bob", "O", 2))
    await expect(page.messages).to_contain_text("Your turn, @ann (X)")
    await page.press("Resign")
    await page.press("Resign", 1)
    await page.press("Review")
    await expect(page.messages).to_contain_text("Move 2, X")
    await picture_is_loaded(page)
    await page.page.wait_for_timeout(3 * 700)  # three pauses of the animation


async def an_own_game(page: PlaygroundPage) -> None:
    """The refusal of a new game while the player has one in the channel."""
    await page.slash("new", ai="easy")
    await page.slash("new", m="5", ai="classic")
    await expect(page.buttons("End it and start a new one")).to_be_visible()


PLAYS: dict[str, Play] = {
    "3x4": a_game_against_the_computer,
    "won": a_won_game_by_taps,
    "15": a_large_board_by_the_form,
    "28": new(m="28"),
    "40": new(m="40"),
    "100": a_fight_on_a_huge_board,
    "replay": a_replay,
    "statistics": statistics,
    "hint": a_hint,
    "review": a_review,
    "puzzle": a_puzzle,
    "help": shown("All commands", "help"),
    "panel": a_panel,
    "topic": a_topic,
    "menu": shown("Find an opponent", "new"),
    "challenge": shown("Open until", "new", m="5", first="opponent"),
    "first": shown("The computer took", "new", m="4", ai="classic", first="computer"),
    "own": an_own_game,
    "marks": a_won_game_with_marks,
    "picture": a_picture,
    "fight": a_won_game_as_a_picture,
    "read": words,
}
ALL = {f"{name}-{where}": size for name in PLAYS for where, size in (("phone", PHONE), ("desk", DESK))}


# The newest message as far as its picture or, without one, its text and buttons reach to the right.
_CLIP = """message => {
    const parts = message.querySelectorAll(".message-attachments img, code, .message-components button")
    const box = message.getBoundingClientRect()
    const right = parts.length ? Math.max(...[...parts].map(part => part.getBoundingClientRect().right)) : box.right
    return {x: box.x, y: box.y, width: Math.min(box.width, right - box.x + 24), height: box.height}
}"""


async def main(folder: str | None) -> None:
    """Play each game in a new playground and take a screenshot."""
    pictures = (
        {Path(folder, name): size for name, size in ALL.items()} if folder else {DOCS / name: TALL for name in IN_DOCS}
    )
    async with started_browser() as browser:
        if not folder:
            (DOCS / "fight.gif").write_bytes(fight())
            await draw_logos(browser)
        for picture, size in pictures.items():
            with tempfile.TemporaryDirectory() as place:
                await take(browser, picture, size, Path(place))


def fight() -> bytes:
    """Return the first picture of the README: the replay of a game, as the bot draws it."""
    plies = [Cell(int(row), int(col)) for row, col in FIGHT.split()]
    return render(Order(Rules(5, 5, 4), packed(plies), Look(), animated=True, start=FIGHT_START))


async def draw_logos(browser: Browser) -> None:
    """Turn the avatar and the banner into PNG."""
    page = await browser.new_page()
    for name, picture in LOGOS.items():
        await page.goto((DOCS / f"{name}.svg").as_uri())
        await page.locator("svg").screenshot(path=picture)


async def take(browser: Browser, picture: Path, size: tuple[int, int], place: Path) -> None:
    """Play a game in a new playground; save a screenshot of the whole page on a phone, else of the newest message."""
    async with started(place, PLAYGROUND_PORT="0") as bot:
        address = (await bot.line_with("Play here:")).split()[2]
        async with browser_page(browser, address, size, scale=2) as page:
            await PLAYS[picture.name.partition("-")[0]](page)
            await page.page.mouse.move(0, 0)  # a button under the pointer or in focus has another color
            await page.page.evaluate("() => document.activeElement.blur()")
            await page.newest.evaluate("message => message.scrollIntoView({block: 'end'})")
            await page.page.wait_for_timeout(500)  # until the page has scrolled
            clip = None if size == PHONE else await page.newest.evaluate(_CLIP)
            await page.page.screenshot(path=picture.with_suffix(".png"), clip=clip)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1] if len(sys.argv) > 1 else None))
