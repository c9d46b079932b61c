"""The real bot in a simulated Discord, shown in a local web page: to play and to look, without a token."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import datetime

import simcord
from aiohttp import web

from bot.client import Client

SERVER = "Tic-tac-toe club"
CHANNELS = ("games", "more-games", "chat")
PEOPLE = ("ann", "bob", "cy")
HOST = "127.0.0.1"


class World:
    """One simulated server. Its channels and people have the same ids at every start, so their games go on."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        env.backend.bot_user.name = "ttt"
        self.guild = env.create_guild(SERVER)
        self.channels = {name: self.guild.create_text_channel(name) for name in CHANNELS}
        self.people = {name: self.guild.add_member(env.create_user(name)) for name in PEOPLE}


class Pages:
    """The page of one channel at a time, which is what a simulated Discord can show, at one steady address."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._page: tuple[str, simcord.Preview, asyncio.Task[None]] | None = None
        self._lock = asyncio.Lock()

    async def visit(self, request: web.Request) -> web.Response:
        """Send a visitor on to the page of the channel that the path names."""
        name = request.match_info["channel"] or CHANNELS[0]
        if name not in self._world.channels:
            raise web.HTTPNotFound(text=f"There is no channel {name}. Try one of these: {', '.join(CHANNELS)}.")
        raise web.HTTPSeeOther(await self.open(name))

    async def open(self, name: str) -> str:
        """Open the page of a channel, which closes that of another one; return its address."""
        async with self._lock:
            if self._page and self._page[0] == name and not self._page[2].done():
                return self._page[1].url
            await self._close()
            people = list(self._world.people.values())
            preview = self._world.env.preview(self._world.channels[name], viewers=people, layout="channel")
            await preview.__aenter__()
            self._page = (name, preview, asyncio.create_task(preview.wait_closed()))
            return preview.url

    async def close(self) -> None:
        """Close the page."""
        async with self._lock:
            await self._close()

    async def _close(self) -> None:
        if self._page:
            _, preview, closed = self._page
            await preview.close()
            await closed
            self._page = None


@asynccontextmanager
async def playground(client: Client, port: int, clock: Callable[[], datetime]) -> AsyncGenerator[str]:
    """Run a bot in a simulated Discord; yields the address of the page. A taken port gives way to a free one."""
    async with simcord.run(client, check_errors=False) as env:  # to simcord a refusal is an error
        world = World(env)
        # The simulated clock starts at the same instant each time: set right, no message gets the id of an earlier one.
        await env.advance_time((clock() - env.now()).total_seconds())
        pages = Pages(world)
        app = web.Application()
        app.router.add_get("/{channel:.*}", pages.visit)
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        try:
            yield await _listen(runner, port)
        finally:
            await pages.close()
            await runner.cleanup()


async def _listen(runner: web.AppRunner, port: int) -> str:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError:
        await web.TCPSite(runner, HOST, 0).start()
    return f"http://{HOST}:{runner.addresses[-1][1]}/"


async def serve(client: Client, port: int, clock: Callable[[], datetime]) -> None:
    """Run a bot in a simulated Discord until cancelled; print where to play, and open it where there is a desktop."""
    async with playground(client, port, clock) as address:
        print(  # noqa: T201 - the address is what the command is for
            f"\nPlay here:      {address}  (people: {', '.join(PEOPLE)}; switch between them on the page)",
            f"Other channels: {'  '.join(address + name for name in CHANNELS[1:])}",
            "Try:            /ttt new m:3 n:4 k:3 ai:classic   (/ttt board brings back your last game)",
            "Real Discord:   put DISCORD_TOKEN=... into .env, see .env.example.   Ctrl-C ends.\n",
            sep="\n",
            flush=True,
        )
        if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            await asyncio.to_thread(webbrowser.open, address)
        await asyncio.Event().wait()
