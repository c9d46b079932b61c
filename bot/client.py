"""The Discord client: command tree, buttons, the one error handler, command sync, an orderly end."""

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from datetime import timedelta
from typing import Any, Protocol

import discord
from discord import app_commands

from bot.game.errors import ShuttingDown
from bot.game.games import Game, Place
from bot.interactions import answers, buttons, failures
from bot.interactions.answers import Interaction
from bot.interactions.commands import Commands
from bot.interactions.replays import Replays
from bot.interactions.tidying import Tidying
from bot.interactions.timing import Watch
from bot.messages.custom_ids import PREFIX
from bot.metrics import Metrics
from bot.registry.lobby import Lobby
from bot.registry.registry import GameRegistry
from bot.registry.store import StoreFailed
from bot.settings import Settings

log = logging.getLogger(__name__)

CLOSE_WITHIN = timedelta(seconds=5)  # together less than the 10 s that Docker gives before it kills
LEAVE_WITHIN = timedelta(seconds=2)


class Synced(Protocol):
    """Where the digest of the commands that Discord last took is kept, by application id."""

    async def synced_commands(self, application: int) -> str | None:
        """Return the digest, None before the first sync."""
        ...

    async def commands_synced(self, application: int, digest: str) -> None:
        """Remember a digest."""
        ...


class Tree(app_commands.CommandTree["Client"]):
    """The command tree: every error goes to the one handler, every command counts as running while it does."""

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Refuse new commands once the bot is closing; autocomplete just stays silent."""
        self.client.watch.begin(interaction)
        if interaction.type is discord.InteractionType.application_command:
            try:
                self.client.begin()
            except ShuttingDown as closing:
                await failures.fail(interaction, closing)
        return not self.client.closing

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer what went wrong."""
        await failures.fail(interaction, error)


class Client(discord.AutoShardedClient):
    """The bot. It keeps no game, member or message in memory longer than a request."""

    def __init__(
        self, settings: Settings, lobby: Lobby, registry: GameRegistry, synced: Synced | None, metrics: Metrics
    ) -> None:
        self.watch = Watch(metrics)
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shard_count,
            http_trace=self.watch.trace,
        )
        self.shard_ids = list(settings.shard_ids) if settings.shard_ids else None
        self.lobby = lobby
        self.registry = registry
        self.tidying = Tidying(now=time.monotonic)
        self.replays = Replays()
        self.closing = False
        self.tree = Tree(self)
        self._synced = synced
        self._running: set[asyncio.Task[Any]] = set()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay with Discord until cancelled or closed.

        In a task of its own that is cancelled until it ends: discord.py 2.7.1 swallows a cancel where it connects again
        (Shard.reidentify and Shard.reconnect), and so does asyncio.wait_for of Python 3.11 where it is just done.
        """
        connected = asyncio.create_task(super().connect(reconnect=reconnect))
        try:
            await asyncio.shield(connected)
        finally:
            while not connected.done():
                connected.cancel()
                await asyncio.wait({connected}, timeout=0.1)

    async def setup_hook(self) -> None:
        """Learn the buttons and the commands, and tell Discord of the commands if they have changed."""
        self.add_dynamic_items(buttons.Control)
        self.tree.add_command(Commands())
        assert self.application_id is not None
        digest = _digest(self.tree)
        if self._synced is None:
            await self.tree.sync()
        elif await self._synced.synced_commands(self.application_id) != digest:
            await self.tree.sync()
            await self._synced.commands_synced(self.application_id, digest)
            log.info("commands synced")

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Let the watch see each event first."""
        self.watch.see(event, *args)
        super().dispatch(event, *args, **kwargs)

    async def on_ready(self) -> None:
        """Say who we are and how to invite us, and let the computer go on where it was thinking when we stopped."""
        log.info("ready as %s in %d servers; %s", self.user, len(self.guilds), _invite(self.application_id or 0))
        try:
            waiting = await self.registry.awaiting_computer()
        except StoreFailed as failed:  # whoever presses a button of such a game wakes the computer, too
            log.warning("could not look for games that wait for the computer: %s", failed)
            return
        for game in waiting:
            if self._serves(game.place):
                self.own(asyncio.create_task(self.resume(game)))

    def _serves(self, place: Place) -> bool:
        """Return whether a place is of one of this process's shards: events/gateway.mdx, Sharding."""
        return ((place.guild or 0) >> 22) % (self.shard_count or 1) in self.shards

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a sent form; discord.py itself answers commands and buttons."""
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            if data["custom_id"].startswith(PREFIX):
                await buttons.submit(interaction)

    async def resume(self, game: Game) -> None:
        """Let the computer move in a game that waits for it, as far as the database lets us."""
        try:
            await answers.resume(self, game)
        except StoreFailed as failed:
            log.warning("the computer could not move in game %d: %s", game.id, failed)

    def begin(self) -> None:
        """Count this task as a running request, even one that is refused: its answer is to leave before the end.

        Raises
        ------
        ShuttingDown
            The client is closing.
        """
        task = asyncio.current_task()
        assert task is not None
        self.own(task)
        if self.closing:
            raise ShuttingDown

    def own(self, task: asyncio.Task[Any]) -> None:
        """Let a task finish before the client closes."""
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def close(self) -> None:
        """Take no new request, let the running ones finish, leave Discord. The database is its opener's to close."""
        if self.closing:
            return
        self.closing = True
        log.info("closing, %d requests are running", len(self._running))
        await self._finish()
        await self._leave()

    async def _finish(self) -> None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_WITHIN.total_seconds()):
                while self._running:  # more may come meanwhile, to be refused
                    await asyncio.wait(self._running)
        if late := list(self._running):
            for task in late:  # before their connections close under them
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
            log.warning("%d requests took too long and were cut off", len(late))

    async def _leave(self) -> None:
        try:
            async with asyncio.timeout(LEAVE_WITHIN.total_seconds()):
                await super().close()
        except TimeoutError:  # discord.py itself would wait half a minute for a gateway that has fallen silent
            log.warning("Discord's gateway did not close the connection in time")
            await self.http.close()


def create_bot(
    settings: Settings, lobby: Lobby, registry: GameRegistry, synced: Synced | None, metrics: Metrics | None = None
) -> Client:
    """Return the bot, not started. Without synced it registers its commands at every start."""
    return Client(settings, lobby, registry, synced, metrics or Metrics())


def _invite(application: int) -> str:
    """Return the links to add the bot to a server, without any permission, and to one's own account."""
    server = discord.utils.oauth_url(
        application, permissions=discord.Permissions.none(), scopes=("bot", "applications.commands")
    )
    own = discord.utils.oauth_url(application, scopes=("applications.commands",))
    return f"add it to a server: {server}; to your own account: {own}&integration_type=1"


def _digest(tree: Tree) -> str:
    commands = [command.to_dict(tree) for command in tree.get_commands()]
    return hashlib.sha256(json.dumps(commands, sort_keys=True).encode()).hexdigest()
