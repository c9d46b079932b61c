"""The playground's page in headless Chromium, driven as a person would."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Locator, Page, async_playwright, expect

PATIENCE = 30_000  # milliseconds, on however busy a machine
PAUSE = 50  # milliseconds between two looks; to look at each frame has each one drawn
PHONE, DESK = (390, 844), (1100, 900)
CHROMIUM = "/usr/bin/chromium"  # Debian's; playwright's own download can't be reached everywhere
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

expect.set_options(timeout=PATIENCE)

_SEES = """character => {
    const boards = [...document.querySelectorAll("#channel-timeline code")].filter(code => /\\n/.test(code.textContent))
    const board = boards.pop()
    board.scrollIntoView({block: "end", inline: "start", behavior: "instant"})
    const texts = document.createTreeWalker(board, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        const at = texts.currentNode.data.indexOf(character)
        if (at < 0) continue
        const range = document.createRange()
        range.setStart(texts.currentNode, at)
        range.setEnd(texts.currentNode, at + 1)
        const box = range.getBoundingClientRect()
        return [box.left + 1, box.right - 1].every(x =>
            board.contains(document.elementFromPoint(x, (box.top + box.bottom) / 2)))
    }
    return false
}"""

# The page drops what is done before it has begun or changed to another user, and while it asks for suggestions.
_SETTLED = """() => window.simcordPreview?.ready
    && window.simcordPreview.commandPicker?.autocomplete?.state !== "loading"
    && window.simcordPreview.viewerId === document.getElementById("viewer-picker").value"""

# The largest id of the messages on the page. Their number doesn't tell whether an answer came: the page may drop the
# ephemeral messages of the user who viewed it before at the same time.
_LATEST = """() => [...document.querySelectorAll("#channel-timeline [data-message-id]")]
    .map(message => BigInt(message.dataset.messageId))
    .reduce((one, other) => one > other ? one : other, 0n).toString()"""


class PlaygroundPage:
    """The page of one channel."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.messages = page.locator("#channel-timeline")

    async def view_as(self, name: str) -> None:
        """Switch to one of the people."""
        await self.settle()
        await self.page.get_by_label("Viewing as").select_option(label=name)
        await self.settle()

    async def visit(self, address: str, size: tuple[int, int] = PHONE) -> None:
        width, height = size
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.page.goto(address)

    async def refresh(self) -> None:
        """Reload the messages."""
        await self.settle()
        await self.page.get_by_role("button", name="Refresh").click()

    async def slash(self, command: str, **options: str) -> None:
        """Pick `/ttt ...` in the composer, fill its options from the list, send it, and wait for the answer."""
        await self.settle()
        await self.page.locator("#channel-composer-input").fill(f"/ttt {command}")
        await self.page.get_by_role("option").filter(has_text=f"/ttt {command}").first.click()
        for name, value in options.items():
            field = self.page.locator(f".command-option-input:is([aria-label='{name}'], [aria-label^='{name},'])")
            if not await field.count():
                await self._add_option(name)
            if value.isdigit():
                await field.fill(value)
            else:
                await self.page.get_by_role("option").filter(has_text=value).first.click()
        await self.settle()
        latest = await self.page.evaluate(_LATEST)
        await self.page.get_by_label("Send").click()
        await self.page.wait_for_function(f"id => BigInt(({_LATEST})()) > BigInt(id)", arg=latest, polling=PAUSE)

    async def settle(self) -> None:
        """Wait until the page is ready for input."""
        await self.page.wait_for_function(_SETTLED, polling=PAUSE)

    async def _add_option(self, name: str) -> None:
        option = self.page.get_by_role("option").filter(has_text=f"{name}…").first
        if not await option.is_visible():
            await self.page.locator(".command-ghost").click()
        await option.click()

    async def press(self, label: str, nth: int = 0) -> None:
        """Press the nth button with a label of the newest message that has one."""
        await self.settle()
        if await self.buttons(label).count() == 0 and await self.buttons("⋯ More").count():
            await self.buttons("⋯ More").nth(-1).dispatch_event("click")
            await expect(self.buttons(label).nth(nth)).to_be_attached()
            await self.settle()
        # The page may redraw the button between the two halves of a mouse's click, which is lost then.
        await self.buttons(label).nth(nth).dispatch_event("click")

    async def choose(self, menu: str, option: str) -> None:
        """Choose in a menu of the newest message, by the texts that are seen: the last option that has them."""
        await self.settle()
        await self.newest.get_by_role("combobox", name=menu).click()
        await self.page.get_by_role("option").filter(has_text=option).last.click()
        await self.settle()

    async def prefer(self, **preferences: str) -> None:
        """Choose in the panel of `/ttt me`, by titles of preferences, with _ for spaces, and names of values."""
        await self.slash("me")
        for name, value in preferences.items():
            title = name.replace("_", " ")
            await self.choose("What would you like to change?", title)
            await self.choose(title, value)
            await expect(self.newest).to_contain_text("Saved")

    async def fill_form(self, text: str) -> None:
        """Fill the text field of the form that is open, and send it."""
        form = self.page.get_by_role("dialog")
        await form.get_by_role("textbox").fill(text)
        await form.get_by_role("button", name="Submit").click()

    async def sees(self, character: str) -> bool:
        """Return whether a character of the newest board is in sight after scrolling down to the board's end.

        Nothing is scrolled sideways, and what is cut off or covered is not in sight.
        """
        return await self.page.evaluate(_SEES, character)

    @property
    def newest(self) -> Locator:
        return self.messages.get_by_role("article").last

    @property
    def cells(self) -> Locator:
        """The buttons of the newest message; those of a board's cells come first."""
        return self.newest.locator(".message-components button")

    def buttons(self, label: str) -> Locator:
        """Return the buttons with a label, of all messages."""
        return self.messages.get_by_role("button", name=label, exact=True)


@asynccontextmanager
async def started_browser() -> AsyncGenerator[Browser]:
    """Start Chromium, which takes longer than a page."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        await browser.close()


@asynccontextmanager
async def browser_page(
    browser: Browser, address: str, size: tuple[int, int], *, scale: float = 1
) -> AsyncGenerator[PlaygroundPage]:
    """Open the playground in a browser as a new visitor."""
    width, height = size
    stranger = await browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=scale, reduced_motion="reduce"
    )
    page = await stranger.new_page()
    await page.goto(address)
    page.set_default_timeout(PATIENCE)
    yield PlaygroundPage(page)
    await stranger.close()
