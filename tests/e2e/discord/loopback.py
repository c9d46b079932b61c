"""A small Discord of our own on 127.0.0.1, for what a simulation inside the bot's process can't show.

It has the REST routes and the gateway operations that the bot uses, and refuses others. Like Discord, it takes one
answer to each interaction, within three seconds, and no follow-up before it.
"""

import asyncio
import re
import sys
import time
from asyncio import Event
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, TypeVar

import orjson
from aiohttp import web

from tests.e2e.discord import payloads
from tests.e2e.discord.faults import Faults, Refused
from tests.e2e.discord.gateway import Gateway
from tests.e2e.discord.payloads import APPLICATION, BY_SERVER, CHANNELS, DEFAULT_LOCALE, EPHEMERAL, OUTSIDE, Json
from tests.e2e.discord.threads import Threads

ANSWER_WITHIN = timedelta(seconds=3)  # interactions/receiving-and-responding.mdx, Interaction Callback
TOKEN_LASTS = timedelta(minutes=15)
MOST_FOLLOW_UPS = 5  # where only a user has installed the bot: same page, Followup Messages
MESSAGE, LATER, UPDATE_LATER, UPDATE, MODAL = 4, 5, 6, 7, 9  # callback types, same page

USER_SELECT = 5  # components/reference.mdx

V = TypeVar("V")


@dataclass
class Request:
    """A request of the bot, its time, whether a fault lost the answer, and the code of a refusal."""

    at: float
    method: str
    path: str
    json: Any
    lost: bool
    error_code: int | None = None


@dataclass
class Interaction:
    """An interaction of a user, its time, and all answers of the bot."""

    at: float
    payload: Json
    kind: int | None = None
    took: float = 0
    withdrawn: bool = False
    follow_ups: int = 0
    messages: list[Json] = field(default_factory=list)
    form: Json = field(default_factory=dict)
    deferred: Json = field(default_factory=dict)
    has_answer: Event = field(default_factory=Event)
    _has_grown: Event = field(default_factory=Event)

    @property
    def number(self) -> str:
        return self.payload["id"]

    @property
    def user(self) -> int:
        return int((self.payload.get("member") or self.payload)["user"]["id"])

    @property
    def message(self) -> Json:
        """The message that the first answer made or changed."""
        return self.messages[0]

    @property
    def text(self) -> str:
        return self.message["content"]

    def add(self, message: Json) -> None:
        """Note a message that the bot made or changed."""
        self.messages.append(message)
        self._has_grown.set()

    async def follow_up(self) -> Json:
        """Wait for the message after the first answer. A deferred answer is no message."""
        return await self._nth(0 if self.kind == UPDATE_LATER else 1)

    async def finish(self) -> None:
        """Wait for the message of a deferred answer."""
        if self.kind in (LATER, UPDATE_LATER):
            await self._nth(0)

    async def _nth(self, number: int) -> Json:
        async with asyncio.timeout(60):
            while len(self.messages) <= number:
                self._has_grown.clear()
                await self._has_grown.wait()
        return self.messages[number]

    @property
    def private(self) -> bool:
        """Whether only the one who asked sees the first answer."""
        return bool(self.messages and self.message["flags"] & EPHEMERAL)


class Newest(OrderedDict[str, V]):
    """Items by id: all of them, or only the newest."""

    def __init__(self, keeps: int | None) -> None:
        super().__init__()
        self._keeps = keeps

    def __setitem__(self, key: str, value: V) -> None:
        super().__setitem__(key, value)
        if self._keeps is not None and len(self) > self._keeps:
            self.popitem(last=False)


async def answer_to(sent: Interaction) -> Interaction:
    async with asyncio.timeout(60):
        await sent.has_answer.wait()
    return sent


class Loopback:
    """The service, which outlives the bot's processes. It keeps everything, or only the newest items of each kind."""

    url: str

    def __init__(self, keeps: int | None = None) -> None:
        self.faults = Faults()
        self.gateway = Gateway(self.faults, keeps)
        self.requests: deque[Request] = deque(maxlen=keeps)
        self.messages: Newest[Json] = Newest(keeps)
        self.interactions: Newest[Interaction] = Newest(keeps)
        self.deletions: list[Json] = []  # messages
        self.unknown: list[str] = []
        self.application = payloads.application()
        self.locales: dict[int, str] = {}  # of people whose Discord isn't in English
        self.guild_locale = DEFAULT_LOCALE
        self.member_permissions = payloads.MEMBER
        self._by_nonce: dict[str, str] = {}  # the messages that the bot posted with a nonce
        self.outsiders: set[int] = set()  # users that are no members of the server
        self.bots: set[int] = set()  # members that are other bots
        self.permissions: dict[int, int] = {}  # what members may do who don't have the usual permissions
        self.commands: list[Json] = []
        self._events: deque[tuple[str, Json]] = deque()  # to be sent once the request is answered
        self.threads = Threads(self.messages, lambda event, payload: self._events.append((event, payload)))
        self._forms: dict[str, Json] = {}  # by custom_id
        self._installed: dict[str, Json] = {}  # who has installed the bot, by the message that it sent there

    # -- what people do

    async def slash(self, user: int, name: str, *, channel: int = CHANNELS[0], **options: Any) -> Interaction:
        """Send `/ttt name` and await the answer."""
        return await self.act(2, channel, user, self.command(name, **options))

    async def press(self, user: int, button: str, on: Json) -> Interaction:
        """Press a button by its label or, for a cell, by `row:col`, of a message as a user saw it, or behind More."""
        buttons = payloads.buttons(on)
        if button not in buttons and "⋯ More" in buttons:
            on = (await answer_to(await self.send_press(user, "⋯ More", on))).message
        return await answer_to(await self.send_press(user, button, on))

    async def send_press(self, user: int, button: str, on: Json) -> Interaction:
        """Press a button, and don't await the answer."""
        data = payloads.component(payloads.buttons(on)[button], 2)
        return await self.send(3, int(on["channel_id"]), user, data, on)

    async def choose(self, user: int, what: str, value: str, on: Json) -> Interaction:
        """Choose in the select whose custom_id has a word, and await the answer."""
        [(custom_id, select)] = [item for item in payloads.selects(on).items() if what in item[0].split(":")]
        data = payloads.component(custom_id, select["type"], values=[value])
        if select["type"] == USER_SELECT:
            data["resolved"] = self.resolve([int(value)])
        return await self.act(3, int(on["channel_id"]), user, data, on)

    async def on_panel(self, user: int, button: str, channel: int = CHANNELS[0]) -> Interaction:
        """Press a button of the panel of `/ttt me`."""
        return await self.press(user, button, (await self.slash(user, "me", channel=channel)).message)

    async def prefer(self, user: int, **preferences: str) -> Interaction:
        """Choose in the panel of `/ttt me`, and return the last answer."""
        panel = await self.slash(user, "me")
        for name, value in preferences.items():
            panel = await self.choose(user, "pick", name, panel.message)
            panel = await self.choose(user, name, value, panel.message)
        return panel

    async def fill_form(self, user: int, opening: Interaction, text: str) -> Interaction:
        """Type into the text field of a form, send it, and await the answer."""
        return await answer_to(await self.send_form(user, opening, text))

    async def send_form(self, user: int, opening: Interaction, text: str) -> Interaction:
        """Send a form, and don't await the answer."""
        data = payloads.submitted(opening.form, text)
        return await self.send(5, int(opening.payload["channel_id"]), user, data, opening.payload["message"])

    async def complete(self, user: int, name: str, option: str, typed: str) -> Interaction:
        """Type into an option of `/ttt name`, and await the choices."""
        data = payloads.command(self.commands, name, {option: typed})
        data["options"][0]["options"][0]["focused"] = True
        return await self.act(4, CHANNELS[0], user, data)

    async def act(self, kind: int, channel: int, user: int, data: Json, on: Json | None = None) -> Interaction:
        return await answer_to(await self.send(kind, channel, user, data, on))

    async def send(self, kind: int, channel: int, user: int, data: Json, on: Json | None = None) -> Interaction:
        interaction = self.make(kind, channel, user, data, on)
        await self.deliver(interaction)
        return interaction

    def make(
        self, kind: int, channel: int, user: int, data: Json, on: Json | None = None, age: float = 0
    ) -> Interaction:
        """Make an interaction of some age in seconds, without delivering it."""
        current = on and self.messages.get(on["id"], on)
        locales = {"locale": self.locales.get(user, DEFAULT_LOCALE), "guild_locale": self.guild_locale}
        payload: Json = payloads.interaction(kind, channel, user, data, current, age) | locales
        payload |= {"channel": self.threads.channel(channel), "app_permissions": str(self.threads.permissions)}
        payload["member"]["permissions"] = str(self.permissions.get(user, self.member_permissions))
        if channel in OUTSIDE:
            payload = payloads.outside(payload, self._installed.get(on["id"]) if on else None)
        interaction = self.interactions[payload["id"]] = Interaction(time.monotonic() - age, payload)
        return interaction

    def dismiss(self, interaction: Interaction) -> None:
        """Dismiss an ephemeral answer, also one that is still to come: it can't be edited any more."""
        if interaction.messages:
            assert interaction.private
            del self.messages[interaction.message["id"]]
        interaction.withdrawn = True

    async def tell(self) -> None:
        """Send the bot the events of threads."""
        while self._events:
            await self.gateway.dispatch(*self._events.popleft())

    async def deliver(self, interaction: Interaction) -> None:
        """Tell the bot of an interaction, perhaps again."""
        await self.gateway.dispatch("INTERACTION_CREATE", interaction.payload)

    def command(self, name: str, **options: Any) -> Json:
        return payloads.command(self.commands, name, options, self.resolve)

    def resolve(self, people: Iterable[int]) -> Json:
        return payloads.resolved(people, self.outsiders, self.permissions)

    async def on_person(self, user: int, name: str, target: int, *, channel: int = CHANNELS[0]) -> Interaction:
        """Send the command of a user's context menu, and await the answer."""
        person = self.resolve([target])
        return await self.act(2, channel, user, payloads.on_person(self.commands, name, target, person))

    def requests_to(self, method: str, pattern: str) -> list[Request]:
        """Return the bot's requests in whose path a pattern is found."""
        return [request for request in self.requests if request.method == method and re.search(pattern, request.path)]

    # -- REST

    async def serve(self, request: web.BaseRequest) -> web.StreamResponse:
        """Record a request, apply its fault, and answer it."""
        path = request.path
        if path == "/gateway":
            return await self.gateway.serve(request)
        data = orjson.loads(body) if (body := await _body(request)) else None
        fault = self.faults.take(f"{request.method} {path}")
        self.requests.append(entry := Request(time.monotonic(), request.method, path, data, fault.loses))
        status, answer = self._taken(entry) if fault.done else (200, None)
        await self.faults.strike(fault)
        if not fault.loses:
            status, answer = self._taken(entry)
        await self.tell()
        if fault.loses:
            answer = {"code": fault.code, "message": "a fault", "retry_after": fault.retry_after}
            status = fault.status or 500
        if fault.drop and request.transport:
            request.transport.abort()
        if status == 204:
            return web.Response(status=status)
        # A body in bytes has no charset: discord.py reads JSON only from exactly this Content-Type.
        body = orjson.dumps(answer) if fault.body is None else fault.body.encode()
        return web.Response(body=body, status=status, content_type="application/json", headers=fault.headers)

    def _taken(self, request: Request) -> tuple[int, Any]:
        try:
            return 200, self._answer(request.method, request.path, request.json)
        except Refused as error:
            request.error_code = error.code
            errors = {"errors": error.errors} if error.errors else {}
            return error.status, {"code": error.code, "message": str(error)} | errors

    def _answer(self, method: str, path: str, data: Any) -> Any:
        for verb, pattern, answer in _ROUTES:
            if verb == method and (match := re.fullmatch(pattern, path)):
                return answer(self, data, *match.groups())
        self.unknown.append(f"{method} {path}")
        raise Refused(404)

    def _where(self, _: Any) -> Json:
        limit = {"total": 1000, "remaining": self.gateway.sessions_left, "reset_after": 100, "max_concurrency": 1}
        return {"url": self.gateway.url, "shards": 1, "session_start_limit": limit}

    def _member(self, _: Any, _guild: str, number: str) -> Json:
        if int(number) in self.outsiders:
            raise Refused(404, 10007)
        return payloads.member(payloads.user(int(number)) | {"bot": int(number) in self.bots})

    def _command(self, _: Any, number: str) -> Json:
        [command] = [command for command in self.commands if command["id"] == number]
        return command

    def _sync(self, commands: Any) -> list[Json]:
        supported = self.application["integration_types_config"]
        wrong = {
            str(number): {"integration_types": {"_errors": [{"code": "INVALID", "message": "not of this application"}]}}
            for number, command in enumerate(commands)
            if any(str(kind) not in supported for kind in command["integration_types"] or ())
        }
        if wrong:  # interactions/application-commands.mdx, Create Global Application Command
            raise Refused(400, 50035, wrong)
        ids = {command["id"] for command in commands if command.get("type") == payloads.ENTRY_POINT}
        if any(old["type"] == payloads.ENTRY_POINT and old["id"] not in ids for old in self.commands):
            raise Refused(400, 50240)  # topics/opcodes-and-status-codes.mdx
        more = {"application_id": str(APPLICATION), "version": "1"}
        self.commands = [{"description": "", "id": payloads.snowflake()} | command | more for command in commands]
        return self.commands

    def _callback(self, data: Any, number: str, _token: str) -> Json:
        interaction = self.interactions.get(number)
        took = time.monotonic() - interaction.at if interaction else 0
        if interaction is None or took > ANSWER_WITHIN.total_seconds():
            raise Refused(404, 10062)
        if interaction.kind is not None:
            raise Refused(400, 40060)
        self._check_thread(interaction, data)
        interaction.kind, interaction.took = data["type"], took
        about: Json = {"id": number, "type": interaction.payload["type"]}
        resource: Json = {"type": interaction.kind}
        if interaction.kind == MODAL:  # phones show the form that they first saw under a custom_id
            interaction.form = self._forms.setdefault(data["data"]["custom_id"], data["data"])
        elif interaction.kind in (LATER, UPDATE_LATER):
            interaction.deferred = data.get("data") or {}
        elif interaction.kind in (MESSAGE, UPDATE):
            resource["message"] = message = self._message(interaction, data["data"])
            private = bool(message["flags"] & EPHEMERAL)
            about |= {"response_message_id": message["id"], "response_message_ephemeral": private}
        interaction.has_answer.set()
        return {"interaction": about, "resource": resource}

    def _message(self, interaction: Interaction, data: Json) -> Json:
        payload = interaction.payload
        if interaction.kind in (UPDATE, UPDATE_LATER):
            message = self._edit(data, payload["channel_id"], payload["message"]["id"])
        else:
            message = self._post_for(interaction, data)
        interaction.add(message)
        return message

    def _follow_up(self, data: Any, token: str) -> Json:
        interaction = self._of(token)
        is_due = interaction.kind == LATER and not interaction.messages and not interaction.withdrawn
        if is_due:  # interactions/receiving-and-responding.mdx calls it deprecated
            self.unknown.append("a follow-up instead of an edit of the deferred answer")
        interaction.follow_ups += 1
        by_server = BY_SERVER in interaction.payload["authorizing_integration_owners"]
        if interaction.follow_ups > MOST_FOLLOW_UPS and not by_server:
            raise Refused(400, 40094)
        interaction.add(self._post_for(interaction, data))
        return interaction.messages[-1]

    def _edit_answer(self, data: Any, token: str, number: str) -> Json:
        interaction = self._of(token)
        if number == "@original" and interaction.withdrawn:
            raise Refused(404, 10008)
        if number == "@original" and (interaction.kind == UPDATE_LATER or not interaction.messages):
            return self._message(interaction, interaction.deferred | data)
        return self._edit(
            data, interaction.payload["channel_id"], interaction.message["id"] if number == "@original" else number
        )

    def _of(self, token: str) -> Interaction:
        interaction = self.interactions.get(token.removeprefix("token-"))
        if interaction is None or interaction.kind is None:
            raise Refused(404, 10015)  # Rapptz/discord.py issue 10461
        if time.monotonic() - interaction.at > TOKEN_LASTS.total_seconds():
            raise Refused(401, 50027)
        return interaction

    def _post_for(self, interaction: Interaction, data: Json) -> Json:
        message = self._post(interaction.payload["channel_id"], data)
        if payloads.is_forced_private(interaction.payload):
            message["flags"] |= EPHEMERAL
        message["interaction_metadata"] = payloads.caused_by(interaction.payload)
        if int(message["channel_id"]) in OUTSIDE:
            self._installed[message["id"]] = interaction.payload["authorizing_integration_owners"]
        return message

    def _take_back(self, _: Any, token: str) -> None:
        interaction = self._of(token)
        interaction.withdrawn = True
        self.deletions.append(
            self.messages.pop(interaction.message["id"]) if interaction.messages else interaction.deferred
        )

    def _check_thread(self, interaction: Interaction, answer: Json) -> None:
        where, data = interaction.payload["channel_id"], answer.get("data") or {}
        if answer["type"] == MESSAGE and not data.get("flags", 0) & EPHEMERAL:
            self.threads.check_new(where, data, by_interaction=True)
        elif answer["type"] == UPDATE and not interaction.payload["message"]["flags"] & EPHEMERAL:
            self.threads.check_change(where)

    def _post_in_channel(self, data: Any, channel: str) -> Json:
        self.threads.check_new(channel, data, by_interaction=False)
        if not data.get("enforce_nonce"):
            return self._post(channel, data)
        if data["nonce"] not in self._by_nonce:  # resources/message.mdx, Create Message
            self._by_nonce[data["nonce"]] = self._post(channel, data)["id"]
        return self.messages[self._by_nonce[data["nonce"]]]

    def _edit_in_channel(self, data: Any, channel: str, number: str) -> Json:
        self.threads.check_access(channel)
        self.threads.check_change(channel)
        return self._edit(data, channel, number)

    def _find(self, _: Any, channel: str, number: str) -> Json:
        self.threads.check_access(channel)
        if number not in self.messages:
            raise Refused(404, 10008)
        return self.messages[number]

    def _post(self, channel: str, data: Json) -> Json:
        message = payloads.message(channel, data)
        self.messages[message["id"]] = message
        return message

    def _edit(self, data: Any, channel: str, number: str) -> Json:
        old = self.messages.get(number)
        if old is None or old["channel_id"] != channel:
            raise Refused(404, 10008)
        changes = {key: data[key] or type(old[key])() for key in ("content", "components") if key in data}
        if "components" in changes:
            changes["components"] = payloads.numbered(changes["components"])
        if "content" in data:
            changes["mentions"] = payloads.mentions(data)
        self.messages[number] = old | changes  # a new value: what users saw before stays as it was
        return self.messages[number]


_ROUTES: list[tuple[str, str, Callable[..., Any]]] = [
    ("GET", "/users/@me", lambda *_: payloads.BOT),
    ("GET", "/oauth2/applications/@me", lambda loopback, *_: loopback.application),
    ("GET", "/gateway/bot", Loopback._where),
    ("GET", "/guilds/([0-9]+)/members/([0-9]+)", Loopback._member),
    ("GET", rf"/applications/{APPLICATION}/commands", lambda loopback, *_: loopback.commands),
    ("GET", rf"/applications/{APPLICATION}/commands/([0-9]+)", Loopback._command),
    ("PUT", rf"/applications/{APPLICATION}/commands", Loopback._sync),
    ("POST", "/interactions/([0-9]+)/([^/]+)/callback", Loopback._callback),
    ("POST", rf"/webhooks/{APPLICATION}/([^/]+)", Loopback._follow_up),
    ("PATCH", rf"/webhooks/{APPLICATION}/([^/]+)/messages/([^/]+)", Loopback._edit_answer),
    ("PATCH", "/channels/([0-9]+)/messages/([0-9]+)", Loopback._edit_in_channel),
    ("GET", "/channels/([0-9]+)/messages/([0-9]+)", Loopback._find),
    ("DELETE", rf"/webhooks/{APPLICATION}/([^/]+)/messages/@original", Loopback._take_back),
    ("POST", "/channels/([0-9]+)/messages", Loopback._post_in_channel),
    ("POST", "/channels/([0-9]+)/messages/([0-9]+)/threads", lambda loopback, *asked: loopback.threads.start(*asked)),
    ("GET", "/channels/([0-9]+)", lambda loopback, *asked: loopback.threads.get(*asked)),
    ("PATCH", "/channels/([0-9]+)", lambda loopback, *asked: loopback.threads.edit(*asked)),
]


async def _body(request: web.BaseRequest) -> str | bytes:
    if request.content_type == "multipart/form-data":
        return str((await request.post())["payload_json"])
    return await request.read()


@asynccontextmanager
async def serving(keeps: int | None = None, port: int = 0) -> AsyncGenerator[Loopback]:
    """Serve on a port, by default a free one."""
    discord = Loopback(keeps)
    runner = web.ServerRunner(web.Server(discord.serve, access_log=None), shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", port)
    await site.start()
    where = f"127.0.0.1:{runner.addresses[0][1]}"
    discord.url, discord.gateway.url = f"http://{where}", f"ws://{where}/gateway"
    try:
        yield discord
    finally:
        discord.faults.end()
        await runner.cleanup()


async def main(port: int) -> None:
    async with serving(port=port):
        await asyncio.Event().wait()


if __name__ == "__main__":  # for the image in .github/workflows/ci.yml
    asyncio.run(main(int(sys.argv[1])))
