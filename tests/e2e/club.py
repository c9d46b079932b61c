"""A simulated server with the real bot in it, and people who act as users do."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
import simcord
from simcord.results import to_discord_message

from bot.client import Client
from bot.database.store import Store
from bot.game.errors import GameError
from bot.game.games import ChannelId, Game
from bot.settings import Settings
from tests.people import Deliberate, process
from tests.stored import latest_game

WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))  # by who begins
THINKING = "The computer is thinking…"
MENTION = re.compile(r"<@(\d+)>")
DEFERRED, UPDATE_MESSAGE = 5, 7  # interactions/receiving-and-responding.mdx, Interaction Callback Type
SETTINGS = Settings(_env_file=None, shard_count=1)  # pyright: ignore[reportCallIssue] - of pydantic-settings
Person = simcord.MemberActor | simcord.UserHandle


@dataclass
class Answer:
    """An answer to an interaction; text has users as @ann, not as mentions, and private means ephemeral."""

    result: Any
    text: str
    private: bool
    message: discord.Message | None

    @property
    def below(self) -> list[str]:
        """The lines below a board, with plain spaces."""
        return self.text.rsplit("```\n", maxsplit=1)[-1].replace("\N{NO-BREAK SPACE}", " ").splitlines()

    @property
    def files(self) -> list[str]:
        return [file.filename for file in self.message.attachments] if self.message else []

    @property
    def buttons(self) -> list[str]:
        return [(button.label or "").strip() for button in buttons(self.message) if not button.disabled]


Shown = Answer | discord.Message | None


def buttons(message: discord.Message | None) -> list[discord.Button]:
    rows = message.components if message else []
    items = (item for row in rows if isinstance(row, discord.ActionRow) for item in row.children)
    return [item for item in items if isinstance(item, discord.Button)]


class Club:
    """One server with two channels and three people."""

    env: simcord.Env
    guild: Any
    channel: Any
    other_channel: Any
    ann: Any
    bob: Any
    cy: Any

    def __init__(self, url: str, store: Store) -> None:
        self.url = url
        self.forgiven: list[type[Exception]] = [GameError]  # what the bot may meet, else it is a bug
        self.store = store
        self.experts = Deliberate()

    def new_bot(self) -> Client:
        core = process(
            self.store,
            self.experts,
            self._now,
            timer=self._seconds,
            on_timeout=lambda end: client.show_end(end),  # noqa: PLW0108 - later
        )
        client = Client(SETTINGS, core)
        return client

    def _seconds(self) -> float:
        """Return the seconds of the simulated clock: by ours, interactions would be late where a test is slow."""
        return self.env.now().timestamp() if hasattr(self, "env") else 0

    def _now(self) -> datetime:
        return self.env.now() if hasattr(self, "env") else datetime.now(UTC)  # the bot starts before there is an env

    def set_up(self, env: simcord.Env) -> None:
        """Make the server, its channels and its people."""
        self.env = env
        self.guild = self.env.create_guild("club")
        self.channel, self.other_channel = map(self.guild.create_text_channel, ("games", "more-games"))
        self.ann, self.bob, self.cy = (
            self.guild.add_member(self.env.create_user(name)) for name in ("ann", "bob", "cy")
        )

    async def slash(self, who: Person, command: str, *, where: Any = None, **options: Any) -> Answer:
        if isinstance(who, simcord.UserHandle):
            return self.answer(await who.slash(f"ttt {command}", **options))
        return self.answer(await who.slash(where or self.channel, f"ttt {command}", **options))

    async def prefer(self, who: Person, **preferences: str) -> Answer:
        """Choose in the panel of `/ttt me`, and return the panel."""
        return await self._choose(who, "me", await self.slash(who, "me"), preferences)

    async def configure(self, who: simcord.MemberActor, **settings: str) -> Answer:
        """Choose in the panel of `/ttt-settings`, and return the panel."""
        panel = self.answer(await who.slash(self.channel, "ttt-settings"))
        return await self._choose(who, "server", panel, settings)

    async def _choose(self, who: Person, kind: str, panel: Answer, settings: dict[str, str]) -> Answer:
        for name, value in settings.items():
            for part, choice in (("pick", name), (name, value)):
                panel = await self.choose(who, f"ttt:{kind}:{part}", choice, panel)
        return panel

    async def choose(self, who: Person, custom_id: str, value: Any, on: Shown) -> Answer:
        return self.answer(await who.select(self._message_of(on), [value], custom_id=custom_id))

    async def click(self, who: Person, label: str, on: Shown = None) -> Answer:
        """Press a button, by default of the newest message, or one behind its button More."""
        message = self._message_of(on)
        labels = [button.label for button in buttons(message)]
        if label not in labels and "⋯ More" in labels:
            message = self._message_of(self.answer(await who.click(message, label="⋯ More")))
        return self.answer(await who.click(message, label=label))

    async def on_panel(self, who: Person, label: str) -> Answer:
        """Press a button of the panel of `/ttt me`."""
        return await self.click(who, label, await self.slash(who, "me"))

    async def resign(self, who: Person, *, where: Any = None) -> Answer:
        """Send `/ttt resign`, and confirm it."""
        question = await self.slash(who, "resign", where=where)
        assert question.private
        await self.click(who, "Resign" if "Resign" in question.buttons else "End the game", question)
        return self.shown

    async def end(self, who: Person, *, where: Any = None) -> Answer:
        """Send `/ttt end`, and confirm it."""
        answer = await self.slash(who, "end", where=where)
        if answer.private and "End the game" in answer.buttons:
            await self.click(who, "End the game", answer)
        return self.shown

    async def tap(self, who: Person, row: int, col: int, on: Shown = None) -> Answer:
        """Press the button of a cell."""
        message = self._message_of(on)
        [custom_id] = [b.custom_id for b in buttons(message) if (b.custom_id or "").endswith(f":mark:{row}:{col}")]
        return await self.press(who, custom_id or "", message)

    async def press(self, who: Person, custom_id: str, on: Shown) -> Answer:
        return self.answer(await who.click(self._message_of(on), custom_id=custom_id))

    async def fill_form(self, who: Person, text: str, on: Shown = None) -> Answer:
        """Press Move, and send the form with a text."""
        form = await self.form(who, "Move", on)
        return self.answer(await who.submit_modal(form, {"cell": text}))

    async def form(self, who: Person, label: str, on: Shown = None) -> Any:
        form = await who.click(self._message_of(on), label=label)
        assert form.modal is not None
        return form

    def _message_of(self, on: Shown) -> discord.Message:
        if isinstance(on, Answer):
            assert on.message
            return on.message
        return on or self.newest

    def latest(self, count: int) -> list[discord.Message]:
        """Return the newest messages that everybody in the channel sees, oldest first.

        simcord's history would first build every message that the channel has ever had.
        """
        return [to_discord_message(self.env, message) for message in self._public[-count:]]

    @property
    def _public(self) -> list[Any]:
        messages = sorted(self.env.backend.messages[self.channel.id].values(), key=lambda message: message.id)
        return [message for message in messages if message.visible_to(None)]

    @property
    def newest(self) -> discord.Message:
        return self.latest(1)[0]

    @property
    def shown(self) -> Answer:
        """The newest message of the channel, as if it were an answer."""
        return self.as_answer(self.newest)

    async def duel(self, **options: Any) -> Answer:
        """Ann challenges Bob, who accepts."""
        return await self.duel_of(self.ann, self.bob, **options)

    async def duel_of(self, author: Person, opponent: Person, **options: Any) -> Answer:
        """Have one user challenge another, who accepts."""
        challenge = await self.slash(author, "new", opponent=opponent, **options)
        await self.click(opponent, "Accept", challenge)
        return self.shown

    async def win(self) -> Answer:
        await self.duel()
        return await self.moves(*WON)

    async def moves(self, *cells: tuple[int, int], first: Person | None = None) -> Answer:
        """Ann and Bob move in turn, by command."""
        players = (self.ann, self.bob) if first in (None, self.ann) else (self.bob, self.ann)
        answers = [await self.slash(players[n % 2], "move", i=i, j=j) for n, (i, j) in enumerate(cells)]
        return answers[-1]

    async def replied(self) -> None:
        """Wait until the expert's move is shown on the newest board."""
        async with asyncio.timeout(60):
            while THINKING in self.newest.content:
                await asyncio.sleep(0.01)

    async def game(self) -> Game:
        """Return the channel's current game as the database has it."""
        game = await latest_game(self.store, ChannelId(self.channel.id))
        assert game
        return game

    async def restart(self) -> None:
        """Stop the bot and start a new one on the same database; messages stay."""
        await self.store.close()
        self.store = await Store.open(self.url)
        await self.env.restart_bot(self.new_bot())

    async def sweep(self) -> None:
        """Run every part of the bot's clockwork once."""
        bot: Any = self.env.bot
        assert isinstance(bot, Client)
        await asyncio.wait(bot.clockwork.start_due())
        assert bot.clockwork.failures == {}

    def answer(self, result: Any) -> Answer:
        """Return the answer to an interaction, which must have one."""
        assert result.acknowledged, "This interaction failed"
        return self._answer_of(result, result.response, private=result.ephemeral)

    def last_followup(self, first: Answer) -> Answer:
        """Return the last message that followed the first answer to an interaction."""
        message = first.result.followups[-1]
        return self._answer_of(first.result, message, private=message.ephemeral)

    def as_answer(self, message: discord.Message) -> Answer:
        """Return a message as if it were an answer."""
        return Answer(None, self.named(message.content), private=False, message=message)

    def _answer_of(self, result: Any, sent: Any, *, private: bool) -> Answer:
        return Answer(result, self.named(sent.content) if sent else "", private, sent.message if sent else None)

    def named(self, text: str) -> str:
        """Return a text with people by their names, like @ann, where Discord has their ids."""
        users = self.env.backend.users
        return MENTION.sub(lambda match: f"@{users[int(match[1])].name}" if int(match[1]) in users else match[0], text)

    def callbacks(self, result: Any) -> int:
        """Return the number of callbacks to an interaction."""
        token = f"/interactions/{result._interaction.id}/"
        return sum(entry.path.startswith(token) for entry in self.env.http_requests)

    def bot(self) -> simcord.UserHandle:
        """Return the bot as a user to challenge."""
        return simcord.UserHandle(self.env, self.env.backend.bot_user)

    async def planted(
        self, *items: str | discord.ui.Select[Any], instead_of: discord.Message | None = None
    ) -> discord.Message:
        """Return a message with menus, or buttons by custom_id, as an attacker or a lost edit could leave them."""
        view = discord.ui.View(timeout=None)
        for item in items:
            view.add_item(discord.ui.Button(label=item[:80], custom_id=item) if isinstance(item, str) else item)
        view.stop()
        if instead_of:
            return await instead_of.edit(view=view)
        return await self.env.bot.get_partial_messageable(self.channel.id).send("planted", view=view)

    def now(self, message: Shown) -> Answer:
        """Return a message of the channel as it is now."""
        current = self.env.backend.messages[self.channel.id][self._message_of(message).id]
        return self.as_answer(to_discord_message(self.env, current))

    def other_bot(self) -> simcord.UserHandle:
        """Return a bot that is a member, to challenge."""
        bot = self.env.create_user("helper", bot=True)
        self.guild.add_member(bot)
        return bot

    def member(self, name: str, **permissions: bool) -> Any:
        """Add a member with a role of their own."""
        role = self.guild.create_role(name, permissions=discord.Permissions(**permissions))
        return self.guild.add_member(self.env.create_user(name), roles=[role])

    async def thread(self, name: str) -> Any:
        channel: Any = self.env.bot.get_channel(self.channel.id)
        await channel.create_thread(name=name, type=discord.ChannelType.public_thread)
        [thread] = [each for each in self.channel.threads if each.name == name]
        return thread

    async def state(self) -> Any:
        """Return what a refusal must not change: the current game, and the messages of the channel."""
        game = await latest_game(self.store, ChannelId(self.channel.id))
        return game, [(message.id, message.content, len(message.components)) for message in self._public]

    def pinged(self) -> list[int]:
        """Return the users that the bot's last answer pings. An edit pings none: it only allows names to be shown."""
        pings: list[Any] = []
        for entry in self.env.http_requests:
            body: Any = entry.json if entry.method in ("POST", "PATCH") else {}
            if body.get("type") == DEFERRED:
                pings = []
            mentions = body.get("data", body).get("allowed_mentions")
            if mentions is None:
                continue
            assert mentions["parse"] == []
            if entry.method == "POST":
                pings = [] if body.get("type") == UPDATE_MESSAGE else mentions.get("users", [])
        return [int(user) for user in pings]


Act = Callable[[Club], Awaitable[Answer]]


async def refused(club: Club, act: Awaitable[Answer], words: str, *, whole: bool = False) -> None:
    """Await an answer, and check that it is ephemeral, has these words, and changes no game and no message.

    whole: the answer has no other words.
    """
    before = await club.state()
    answer = await act
    assert answer.text == words if whole else words in answer.text
    assert answer.private
    assert await club.state() == before
