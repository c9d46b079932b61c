"""The Discord client: interactions, command sync, shards and shutdown."""

import asyncio
import logging
import math
from collections.abc import Collection
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import aiohttp
import discord
import yarl

from bot import deadlines, gateway, payloads
from bot.clockwork import Clockwork, Part
from bot.core import Core
from bot.counts import Counts
from bot.game.games import ChannelId, GuildId, MessageId, Place
from bot.game.outages import Shards
from bot.game.requests import Update
from bot.gateway import Connection
from bot.interactions import answers, boards, buttons, clocks, lobby, portal
from bot.interactions.answers import Interaction
from bot.interactions.entrance import Entrance
from bot.interactions.pictures import Pictures
from bot.interactions.puzzles import Posting
from bot.interactions.requests import Services
from bot.interactions.tasks import OldMessages, Tasks, despite_outage
from bot.interactions.tree import CommandTranslator, SyncedCommands, Tree, commands
from bot.messages.pictures import render
from bot.messages.translator import Translator, translator
from bot.registry.workers import Workers
from bot.settings import Settings

log = logging.getLogger(__name__)

FIRST_PURGE = timedelta(hours=1)  # after the start; by then the bot knows its servers
PURGE_INTERVAL = timedelta(days=1)
COUNTING = timedelta(hours=1)  # between two counts of the servers and users that have the bot

COMMANDS = {discord.InteractionType.application_command, discord.InteractionType.autocomplete}

COUNTED = {"shard_resumed": "resume", "shard_disconnect": "disconnect"}


class Client(discord.AutoShardedClient):
    """The bot. It keeps no members or messages in memory."""

    def __init__(
        self,
        settings: Settings,
        core: Core,
        synced: SyncedCommands | None = None,
        counts: Counts | None = None,
        connector: aiohttp.BaseConnector | None = None,
    ) -> None:
        """Create the bot without starting it.

        Without synced, it registers its commands at every start. Without a connector, it doesn't limit its connections
        to Discord.
        """
        counts, timer = counts or Counts(), core.times.timer
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=settings.shard_count,
            connector=connector,
            http_trace=answers.status_trace(),
        )
        self.shard_ids = list(settings.shard_ids) if settings.shard_ids else None
        # discord.py 2.7.1 has no public way to survive an unreadable event, to read an interaction that lacks a field,
        # or to turn off the cache of channels and roles, which takes most of the memory of a bot on many servers. All
        # need changes only in this table of functions.
        payloads.drop_unused_data(self._connection.parsers)
        payloads.complete_interactions(self._connection.parsers, lambda: self.application_id)
        payloads.note_deleted_channels(self._connection.parsers, partial(self.dispatch, "raw_channel_delete"))
        payloads.drop_unreadable_events(self._connection.parsers, counts.dropped)
        self._gateway = gateway.Shards(self, timer)
        tasks = Tasks()
        old_messages = OldMessages(self._find_message, tasks)
        self._picture_worker = Workers(1)
        pictures = Pictures(partial(self._picture_worker.run, render, within=deadlines.DRAWING), timer)
        find = self._find_channel, self._find_message
        self._services = Services(core, pictures, old_messages, tasks, *find, self._describe_commands, settings.contact)
        self._core = core
        self._ends = clocks.Ends(self._services)
        self.clockwork = Clockwork(
            self._parts(timedelta(days=settings.keep_solo_days)), tasks.start, core.times.sweeping, timer
        )
        self._entrance = Entrance(self._services, counts, timer)
        self._counts = counts
        self._synced = synced
        self._up: set[int] = set()
        self.tree = Tree(self, self._entrance)

    def _find_channel(self, place: Place) -> discord.PartialMessageable:
        return self.get_partial_messageable(place.channel, guild_id=place.guild)

    def _find_message(self, place: Place, message: MessageId) -> discord.PartialMessage:
        return self._find_channel(place).get_partial_message(message)

    def _describe_commands(self, locale: str) -> dict[str, str]:
        return self.tree.describe(locale)

    # -- start and shutdown

    async def connect(self, *, reconnect: bool = True) -> None:
        """Stay connected to Discord until canceled. The shards stay connected even then, until close."""
        await self.launch_shards()
        await self._gateway.run()

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard, instead of letting discord.py do it. Its clocks don't run before it is ready."""
        shards, outages = range(self.shard_count or 1), self._core.outages
        outages.process = Shards(len(shards), tuple(self.shard_ids or shards))
        outages.shards.lose(shard_id)
        self._gateway.launch(shard_id, gateway)

    async def setup_hook(self) -> None:
        """Log wrong settings in the developer portal, load the commands, and sync them if they have changed."""
        assert self.application is not None
        assert self.application_id is not None
        self._note_installs(self.application)
        for fault in portal.faults(self.application):
            log.warning("developer portal, %s", fault)
        for_users = portal.has_user_install(self.application)
        for command in commands(for_users=for_users):
            self.tree.add_command(command)
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync_if_changed(self._synced, self.application_id)
        await self.tree.set_translator(None)  # frees the texts of commands in all languages

    def _note_installs(self, application: discord.AppInfo) -> None:
        self._counts.installs(application.approximate_guild_count, application.approximate_user_install_count)

    async def _count_installs(self) -> None:
        with despite_outage("count the servers and users that have the bot", *gateway.NOT_CONNECTED):
            self._note_installs(await self.application_info())

    async def on_ready(self) -> None:
        """Log the bot's name and invite links."""
        log.info(
            "ready as %s in %d servers; %s", self.user, len(self.guilds), portal.invitation(self.application_id or 0)
        )

    async def on_shard_ready(self, shard: int) -> None:
        """Start the clocks of a shard, save its servers, and let the computer move in the games that await it."""
        outages = self._core.outages
        guilds = {GuildId(guild.id): guild.unavailable for guild in self.guilds if outages.is_of(shard, guild.id)}
        for guild, is_unavailable in guilds.items():
            if is_unavailable:
                outages.servers.lose(guild)
        outages.shards.regain(shard)
        self._services.tasks.start(self._sync_guilds(shard, guilds))
        with despite_outage("find the games that await the computer"):  # a press in such a game starts the move, too
            for game in await self._core.store.games.awaiting_computer():
                if outages.is_of(shard, game.place.guild):
                    self._services.tasks.start(boards.let_computer_move(self._services, game))

    async def _translator_of(self, guild: GuildId) -> Translator:
        """Return the translator for a server's public messages."""
        server, settings = self.get_guild(guild), await self._core.servers.cached_settings(guild)
        return translator(settings.locale(server and str(server.preferred_locale)))

    async def _sync_guilds(self, shard: int, guilds: Collection[GuildId]) -> None:
        """Save which servers have the bot, including unavailable ones."""
        is_ours, now = partial(self._core.outages.is_of, shard), self._core.times.now()
        with despite_outage("save the servers"):
            for left in await self._core.store.privacy.note_guilds(guilds, is_ours, now):
                await boards.end_lost_games(self._services, guild=left)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Save that a server has the bot."""
        self._core.outages.servers.regain(GuildId(guild.id))
        await self._note_guild(guild, None)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Start the clocks of a server after its outage."""
        self._core.outages.servers.regain(GuildId(guild.id))

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Stop the clocks of a server during its outage."""
        self._core.outages.servers.lose(GuildId(guild.id))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Save that a server has removed the bot, and end its games. An unavailable server has a different event."""
        await self._note_guild(guild, self._core.times.now())
        self._core.outages.servers.regain(GuildId(guild.id))
        await boards.end_lost_games(self._services, guild=GuildId(guild.id))

    async def on_raw_channel_delete(self, channel: int) -> None:
        """End the games of a deleted channel and of its threads."""
        await boards.end_lost_games(self._services, channel=ChannelId(channel))

    async def _note_guild(self, guild: discord.Guild, left_at: datetime | None) -> None:
        with despite_outage("save that a server added or removed the bot"):  # the next start will save it
            await self._core.store.privacy.note_guild(GuildId(guild.id), left_at)

    async def close(self) -> None:
        """Refuse new requests, let the running ones finish, and disconnect. The caller closes the store."""
        if not self._entrance.is_closing:
            self._core.coach.stop()
            await self._entrance.close(deadlines.FINISH)
            await self._services.pictures.close()
            await self._picture_worker.close()
            await self._disconnect()

    async def _disconnect(self) -> None:
        try:
            async with asyncio.timeout(deadlines.LEAVE.total_seconds()):
                await self._gateway.close()
                await super().close()
        except TimeoutError:  # discord.py would wait half a minute for an unresponsive gateway
            log.warning("Discord's gateway did not close the connection in time")
            await self.http.close()

    # -- clocks

    def _parts(self, solo: timedelta) -> list[Part]:
        """Return the parts of the clockwork. solo is how long finished games against the computer are kept."""
        services, core = self._services, self._core
        posting = Posting(services, self._translator_of)
        return [
            Part("sweep the clocks", core.clocks.sweep, self._is_online),
            Part("look for other processes", core.processes.look, self._is_online),
            Part("send reminders", partial(clocks.remind, services), self._is_online),
            Part("close expired challenges", partial(lobby.close_expired, services), self._is_online),
            Part("let the computer move", partial(boards.retry_stalled, services), self._is_online),
            Part("post the puzzles", posting.post_today, self._is_online),
            Part("edit the puzzles", posting.edit_posts, self._is_online),
            Part("send again what failed", services.outbox.retry, self._is_online),
            Part("count installs", self._count_installs, self._is_online, first=COUNTING, every=COUNTING),
            Part("resume deletions", core.privacy.resume),
            Part("delete expired data", partial(core.privacy.purge, solo), first=FIRST_PURGE, every=PURGE_INTERVAL),
        ]

    def _is_online(self) -> bool:
        """Return whether any shard is connected."""
        return bool(self._up) and not self._entrance.is_closing

    def show_end(self, end: Update) -> None:
        """Show that a game ended by timeout."""
        self._ends.show(end)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """End the game of a deleted thread."""
        await boards.end_deleted_thread(self._services, ChannelId(deleted.thread_id))

    # -- interactions

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event, except for commands: the tree answers them, and a dispatch would cost another task."""
        if event.startswith("shard_"):
            self._note_shard(event, *args)
        if event != "interaction" or args[0].type not in COMMANDS:
            super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press or a submitted form. The command tree answers all other interactions."""
        if handler := buttons.handler_of(interaction):
            await self._entrance.handle(interaction, handler)

    # -- the gateway

    def _note_shard(self, event: str, shard: int) -> None:
        """Remember whether a shard is connected, at once, because its next connection depends on it."""
        if event in ("shard_connect", "shard_resumed"):
            self._up.add(shard)
            self._gateway.note_up(shard)
            if event == "shard_resumed":
                self._core.outages.shards.regain(shard)
        elif event == "shard_disconnect":
            self._up.discard(shard)
            self._core.outages.shards.lose(shard)
        if counted := COUNTED.get(event):
            self._counts.reconnect(counted, shard)

    @property
    def connection(self) -> Connection:
        """The connection state of all shards, or only of the first until Discord says how many there are."""
        latencies = dict(self._gateway.latencies)
        shards = self.shard_ids or range(self.shard_count or 1)
        return Connection(
            is_closing=self._entrance.is_closing,
            is_ready=self.is_ready(),
            latencies={shard: latencies.get(shard, math.inf) for shard in shards},
            up=frozenset(self._up),
            guilds=len(self.guilds),
        )
