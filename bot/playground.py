"""Runs the real bot in a simulated Discord, on a local web page, without a token."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import datetime
from html import escape
from pathlib import Path

import aiohttp
import discord
import simcord
from aiohttp import web
from aiohttp.typedefs import Handler
from multidict import CIMultiDict, CIMultiDictProxy
from simcord.backend.cdn import CDN_BASE

from bot.client import Client
from bot.interactions.answers import Buttons
from bot.messages import lobby
from bot.messages.drafts import Draft
from bot.messages.translator import ENGLISH
from engine import Rules

SERVER = "Tic-tac-toe club"
CHANNELS = ("games", "more-games", "chat")
PEOPLE = ("ann", "bob", "cy")
MODERATOR = "mod"
OTHER_SERVER = "Another club"
ELSEWHERE, DIRECT = "another server", "direct message"
HOST = "127.0.0.1"
WELCOME = """**Welcome to ttt, tic-tac-toe on any board**
Tap a button, or type `/ttt` for all commands. {here}"""
BOTH_SIDES = "To play both sides, switch between ann, bob and cy on this page."
PRIVATE = "This is your private chat with ttt: play the computer."
ABOUT = {
    "games": "with everything: threads, moderators, ratings",
    "more-games": "a second channel, for a second game",
    "chat": "a third channel",
    ELSEWHERE: "the same people in a server of their own, with its own ratings",
    DIRECT: "ann's private chat with ttt: play the computer",
}
AVATAR = Path(__file__).with_name("avatar.png")
TICK = 1.0  # seconds
PATIENCE = 30.0  # seconds until the page gives up on an answer; the first of a kind starts a process
_LARGEST = 2**25  # bytes of a request, with files
_OF_THE_CONNECTION = {"Host", "Origin", "Connection", "Content-Length", "Content-Encoding", "Transfer-Encoding"}

# For str.format, so {{ and }} are braces.
_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Places to play</title>
<style>
body {{ max-width: 22rem; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif;
  background: #1a1a1e; color: #e3e3e6 }}
button {{ width: 100%; margin: .25rem 0; padding: .75rem; font: inherit; color: inherit; background: #2c2d32;
  border: 1px solid #97979f; border-radius: .5rem; cursor: pointer }}
</style>
<h1>Places to play</h1>
<p>Only one place is open at a time. To come back to another one, reload its page.</p>
<form method="post">{buttons}</form>
</html>
"""
_BUTTON = '<button name="place" value="{name}">{name}<br><small>{about}</small></button>'


@dataclass(frozen=True)
class Place:
    """A channel, and the users who can be in it."""

    channel: simcord.ChannelHandle
    people: Sequence[simcord.MemberActor | simcord.UserHandle]


class SimulatedServers:
    """Two simulated servers. Channels and users have the same ids at every start, so their games continue."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        bot = env.backend.bot_user
        bot.name, bot.avatar = "ttt", AVATAR.stem
        self.assets = {f"{CDN_BASE}/avatars/{bot.id}/{bot.avatar}.png": (AVATAR.name, AVATAR.read_bytes())}
        # Ids are sequential, so add new things last.
        guild = env.create_guild(SERVER)
        channels = {name: guild.create_text_channel(name) for name in CHANNELS}
        users = [env.create_user(name) for name in PEOPLE]
        members = [guild.add_member(user) for user in users]
        role = guild.create_role("moderators", permissions=discord.Permissions(manage_messages=True, manage_guild=True))
        members.append(guild.add_member(env.create_user(MODERATOR), roles=[role]))
        other = env.create_guild(OTHER_SERVER)
        elsewhere = other.create_text_channel("games")
        others = [other.add_member(user) for user in users]
        self._places = {name: Place(channel, members) for name, channel in channels.items()}
        self._places |= {ELSEWHERE: Place(elsewhere, others), DIRECT: Place(users[0].dm_channel, users[:1])}

    @property
    def places(self) -> dict[str, Place]:
        """The places to play, by name, including active threads."""
        threads = [
            Place(thread, place.people)
            for name, place in self._places.items()
            if name != DIRECT
            for thread in place.channel.threads
        ]
        return self._places | {f"thread {n}: {place.channel.name}": place for n, place in enumerate(threads, 1)}


class Pages:
    """Shows one place at a time, because simcord can't show more, and all of them at one address.

    Each page that was opened has a number, so that after a reload it shows its place again.
    """

    def __init__(self, world: SimulatedServers) -> None:
        self._world = world
        self._names = [CHANNELS[0]]  # by number; the last one is open
        self._preview: simcord.Preview | None = None
        self._closed: asyncio.Task[None] | None = None
        self._lock = asyncio.Lock()
        self._client = aiohttp.ClientSession()

    async def visit(self, _: web.Request) -> web.Response:
        """Redirect a visitor to the page of the current place."""
        raise web.HTTPSeeOther(await self.open(self._names[-1]))

    async def choose(self, _: web.Request) -> web.Response:
        """Show a list of all places."""
        buttons = "\n".join(
            _BUTTON.format(name=escape(name), about=escape(ABOUT.get(name, "a thread"))) for name in self._world.places
        )
        return web.Response(text=_PAGE.format(buttons=buttons), content_type="text/html")

    async def go(self, request: web.Request) -> web.Response:
        """Redirect a visitor to the page of the chosen place."""
        name = (await request.post()).get("place")
        if not isinstance(name, str) or name not in self._world.places:
            raise web.HTTPBadRequest(text="There is no such place.")
        raise web.HTTPSeeOther(await self.open(name))

    async def show(self, request: web.Request) -> web.Response:
        """Answer with the page of a number if it is open, else redirect the visitor to a new page of its place."""
        number = int(request.match_info["number"])
        if self._is_open and number == len(self._names) - 1:
            return await self._fetch(request, "/")
        raise web.HTTPSeeOther(await self.open(self._names[min(number, len(self._names) - 1)]))

    async def relay(self, request: web.Request) -> web.Response:
        """Answer with what simcord, which listens on a port of its own, answers."""
        return await self._fetch(request, request.path_qs)

    async def _fetch(self, request: web.Request, path: str) -> web.Response:
        if not self._is_open or self._preview is None:
            raise web.HTTPGone
        url, headers = self._preview.url.partition("/#")[0] + path, _relayed(request.headers)
        try:
            async with self._client.request(request.method, url, headers=headers, data=await request.read()) as answer:
                return web.Response(status=answer.status, headers=_relayed(answer.headers), body=await answer.read())
        except aiohttp.ClientError as error:  # the place was closed meanwhile
            raise web.HTTPGone from error

    @property
    def _is_open(self) -> bool:
        return bool(self._closed and not self._closed.done())

    async def open(self, name: str) -> str:
        """Open the page of a place, close the previous page, and return the address."""
        async with self._lock:
            places = self._world.places
            name = name if name in places else CHANNELS[0]  # a thread may be gone
            if not (self._is_open and self._names[-1] == name):
                await self._close()
                place = places[name]
                self._preview = self._world.env.preview(
                    place.channel, viewers=place.people, layout="channel", assets=self._world.assets
                )
                await self._preview.__aenter__()
                self._names.append(name)
                self._closed = asyncio.create_task(self._preview.wait_closed())
            assert self._preview is not None
            return f"/{len(self._names) - 1}#{self._preview.url.partition('#')[2]}"

    async def close(self) -> None:
        """Close the page."""
        async with self._lock:
            await self._close()
        await self._client.close()

    async def _close(self) -> None:
        if self._preview and self._closed:
            await self._preview.close()
            await self._closed
            self._preview = None


def _relayed(headers: CIMultiDictProxy[str]) -> CIMultiDict[str]:
    """Return headers without those of one connection."""
    return CIMultiDict((name, value) for name, value in headers.items() if name.title() not in _OF_THE_CONNECTION)


async def _welcome(client: Client, world: SimulatedServers) -> None:
    """Post the welcome message, with buttons that start a game, in every place."""
    for name, place in world.places.items():
        text = WELCOME.format(here=PRIVATE if name == DIRECT else BOTH_SIDES)
        draft = Draft(text, (lobby.buttons(ENGLISH, Rules(3, 3, 3)),))
        channel = client.get_partial_messageable(place.channel.id)
        await channel.send(draft.content, view=Buttons(draft))


@web.middleware
async def only_from_here(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests that other web pages make a browser send: by DNS rebinding, or by a form."""
    ours = f"http://{request.host}"
    if request.url.host not in (HOST, "localhost") or request.headers.get("Origin", ours) != ours:
        raise web.HTTPForbidden(text=f"Open this page as http://{HOST}, on this computer.")
    return await handler(request)


async def _sync_time(env: simcord.Env, now: Callable[[], datetime]) -> None:
    """Advance the simulated clock, which otherwise stands still, with the real one."""
    while True:
        env.backend.advance_clock(max(0.0, (now() - env.now()).total_seconds()))
        await asyncio.sleep(TICK)


@asynccontextmanager
async def playground(client: Client, port: int, now: Callable[[], datetime]) -> AsyncGenerator[str]:
    """Run the bot in a simulated Discord, and yield the address of its page. If the port is taken, use a free one."""
    answer_error = client.tree.on_error
    async with simcord.run(client, check_errors=False, settle_timeout=PATIENCE) as env:
        # simcord listens here, and would take each refusal for an error.
        client.tree.on_error = answer_error
        world = SimulatedServers(env)
        # The simulated clock always starts at the same instant. Set it, so that no message reuses an earlier id.
        await env.advance_time((now() - env.now()).total_seconds())
        await _welcome(client, world)
        pages = Pages(world)
        app = web.Application(middlewares=[only_from_here], client_max_size=_LARGEST)
        app.add_routes([web.get("/", pages.visit), web.get("/places", pages.choose), web.post("/places", pages.go)])
        app.add_routes([web.get(r"/{number:\d{1,9}}", pages.show), web.route("*", "/{path:.*}", pages.relay)])
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        time_sync = asyncio.create_task(_sync_time(env, now))
        try:
            yield await _listen(runner, port)
        finally:
            time_sync.cancel()
            await asyncio.wait({time_sync})
            await pages.close()
            await runner.cleanup()


async def _listen(runner: web.AppRunner, port: int) -> str:
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError:
        await web.TCPSite(runner, HOST, 0).start()
    return f"http://{HOST}:{runner.addresses[-1][1]}/"


async def serve(client: Client, port: int, now: Callable[[], datetime]) -> None:
    """Run the bot in a simulated Discord until canceled. Print the address, and open it if there is a desktop."""
    async with playground(client, port, now) as address:
        print(  # noqa: T201 - the address is what the command is for
            f"\nPlay here:      {address}  in a simulated Discord. Ctrl-C stops it.",
            f"More channels:  {address}places  has threads, another server, and a direct message.",
            "Real Discord:   put DISCORD_TOKEN=... into .env; docs/first-run.md has every step.\n",
            sep="\n",
            flush=True,
        )
        if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
            await asyncio.to_thread(webbrowser.open, address)
        await asyncio.Event().wait()
