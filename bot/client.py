"""The Discord client: interactions, command sync, shards and shutdown."""

import asyncio
import logging
import math
from datetime import datetime, timedelta
from functools import partial
from typing import Any

import aiohttp
import discord

from bot import deadlines, gateway
from bot.clockwork import Clockwork, Part
from bot.core import Core
from bot.counts import Counts
from bot.game.games import ChannelId, GuildId, MessageId, Place
from bot.game.requests import Update
from bot.gateway import Connection
from bot.interactions import boards, buttons, clocks, lobby, portal
from bot.interactions.answers import Interaction
from bot.interactions.entrance import Entrance
from bot.interactions.pictures import Pictures
from bot.interactions.puzzles import Posting
from bot.interactions.requests import Services
from bot.interactions.tasks import EditLimit, OldMessages, Tasks, despite_outage
from bot.interactions.tree import CommandTranslator, SyncedCommands, Tree, commands
from bot.messages.pictures import render
from bot.messages.translator import Translator, translator
from bot.registry.workers import Workers
from bot.settings import Settings

log = logging.getLogger(__name__)

FIRST_PURGE = timedelta(hours=1)  # after the start; by then the bot knows its servers
PURGE_INTERVAL = timedelta(days=1)

COMMANDS = {discord.InteractionType.application_command, discord.InteractionType.autocomplete}


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
        )
        self.shard_ids = list(settings.shard_ids) if settings.shard_ids else None
        # discord.py 2.7.1 has no public way to survive an unreadable event, which ends the client in Shard.worker, or
        # to turn off the cache of channels and roles, which takes most of the memory of a bot on many servers. Both
        # need changes only in this table of functions.
        gateway.drop_unused_data(self._connection.parsers)
        gateway.drop_unreadable_events(self._connection.parsers, counts.dropped)
        tasks = Tasks()
        old_messages = OldMessages(self._find_message, tasks, EditLimit(timer))
        self._picture_worker = Workers(1)
        pictures = Pictures(partial(self._picture_worker.run, render, within=deadlines.DRAWING), timer)
        find = self._find_channel, self._find_message
        self._services = Services(core, pictures, old_messages, tasks, *find, self._describe_commands, settings.contact)
        self._core = core
        self._ends = clocks.Ends(self._services)
        solo = None if settings.keep_solo_days is None else timedelta(days=settings.keep_solo_days)
        self.clockwork = Clockwork(self._parts(solo), tasks.start, core.times.sweeping, timer)
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
        """Stay connected to Discord until canceled or closed.

        A separate task runs the connection, and is canceled repeatedly until it ends: discord.py 2.7.1 swallows a
        cancel while it reconnects (Shard.reidentify and Shard.reconnect), and so does Python 3.11's asyncio.wait_for
        just as it finishes.
        """
        await gateway.wait_for_session(self.fetch_session_start_limits)
        connected = asyncio.create_task(super().connect(reconnect=reconnect))
        try:
            await asyncio.shield(connected)
        finally:
            while not connected.done():
                connected.cancel()
                await asyncio.wait({connected}, timeout=0.1)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until Discord allows another session. connect has already checked that for the first."""
        if not initial:
            await gateway.wait_for_session(self.fetch_session_start_limits)
        await super().before_identify_hook(shard_id, initial=initial)

    async def setup_hook(self) -> None:
        """Log wrong settings in the developer portal, load the commands, and sync them if they have changed."""
        assert self.application is not None
        assert self.application_id is not None
        for fault in portal.faults(self.application):
            log.warning("developer portal, %s", fault)
        for_users = portal.has_user_install(self.application)
        for command in commands(for_users=for_users):
            self.tree.add_command(command)
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync_if_changed(self._synced, self.application_id)
        await self.tree.set_translator(None)  # frees the texts of commands in all languages

    async def on_ready(self) -> None:
        """Log the bot's name and invite links, and let the computer move in the games that await it."""
        log.info(
            "ready as %s in %d servers; %s", self.user, len(self.guilds), portal.invitation(self.application_id or 0)
        )
        self._services.tasks.start(self._sync_guilds())
        with despite_outage("find the games that await the computer"):  # a press in such a game starts the move, too
            for game in await self._core.store.awaiting_computer():
                if self._serves(game.place.guild):
                    self._services.tasks.start(boards.let_computer_move(self._services, game))

    def _serves(self, guild: GuildId | None) -> bool:
        """Return whether this process serves a server. Source: events/gateway.mdx, Sharding."""
        return ((guild or 0) >> 22) % (self.shard_count or 1) in self.shards

    async def _translator_of(self, guild: GuildId) -> Translator:
        """Return the translator for a server's public messages."""
        server, settings = self.get_guild(guild), await self._core.servers.cached_settings(guild)
        return translator(settings.locale(server and str(server.preferred_locale)))

    async def _sync_guilds(self) -> None:
        """Save which servers have the bot, including unavailable ones."""
        guilds = {GuildId(guild.id) for guild in self.guilds}
        with despite_outage("save the servers"):
            await self._core.store.note_guilds(guilds, self._serves, self._core.times.clock())

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Save that a server has the bot."""
        await self._note_guild(guild, None)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Save that a server has removed the bot. An unavailable server has a different event."""
        await self._note_guild(guild, self._core.times.clock())

    async def _note_guild(self, guild: discord.Guild, left_at: datetime | None) -> None:
        with despite_outage("save that a server added or removed the bot"):  # the next start will save it
            await self._core.store.note_guild(GuildId(guild.id), left_at)

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
                await super().close()
        except TimeoutError:  # discord.py would wait half a minute for an unresponsive gateway
            log.warning("Discord's gateway did not close the connection in time")
            await self.http.close()

    # -- clocks

    def _parts(self, solo: timedelta | None) -> list[Part]:
        """Return the parts of the clockwork. Finished games against the computer are kept for solo."""
        services, core = self._services, self._core
        posting = Posting(core, self._find_channel, self._serves, self._translator_of)
        return [
            Part("sweep the clocks", core.clocks.sweep, self._is_online),
            Part("send reminders", partial(clocks.remind, services), self._is_online),
            Part("close expired challenges", partial(lobby.close_expired, services), self._is_online),
            Part("let the computer move", partial(boards.retry_stalled, services), self._is_online),
            Part("post the puzzles", posting.post_today, self._is_online),
            Part("resume deletions", core.privacy.resume),
            Part("delete expired data", partial(core.privacy.purge, solo), first=FIRST_PURGE, every=PURGE_INTERVAL),
        ]

    def _is_online(self) -> bool:
        """Return whether all shards are connected. While they aren't, the sweeps pause, so that no player loses."""
        connection = self.connection
        return connection.is_connected and not connection.is_closing

    def show_end(self, end: Update) -> None:
        """Show that a game ended by timeout."""
        self._ends.show(end)

    async def on_raw_thread_delete(self, deleted: discord.RawThreadDeleteEvent) -> None:
        """End the game of a deleted thread."""
        await boards.end_deleted_thread(self._services, ChannelId(deleted.thread_id))

    # -- interactions

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """Dispatch an event, except for commands: the tree answers them, and a dispatch would cost another task."""
        if event != "interaction" or args[0].type not in COMMANDS:
            super().dispatch(event, *args, **kwargs)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer a press or a submitted form. The command tree answers all other interactions."""
        if handler := buttons.handler_of(interaction):
            await self._entrance.handle(interaction, handler)

    # -- the gateway

    async def on_shard_connect(self, shard: int) -> None:
        """Remember that a shard is connected."""
        self._up.add(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Remember that a shard is connected again."""
        self._up.add(shard)
        self._counts.reconnect("resume", shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Remember that a shard has lost its connection."""
        self._up.discard(shard)
        self._counts.reconnect("disconnect", shard)

    @property
    def connection(self) -> Connection:
        """The connection state of all shards, or only of the first until Discord says how many there are."""
        latencies = dict(self.latencies)
        shards = self.shard_ids or range(self.shard_count or 1)
        return Connection(
            is_closing=self._entrance.is_closing,
            is_ready=self.is_ready(),
            latencies={shard: latencies.get(shard, math.inf) for shard in shards},
            up=frozenset(self._up),
            guilds=len(self.guilds),
            is_lagging=self._entrance.arrivals.is_lagging,
        )
