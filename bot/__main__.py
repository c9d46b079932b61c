"""Run the bot on Discord with DISCORD_TOKEN, else in the playground. Or check the setup, back up, restore or move."""

import argparse
import asyncio
import contextlib
import gc
import importlib
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.check import check
from bot.client import Client
from bot.core import Core
from bot.counts import Counts
from bot.database.addresses import shown
from bot.database.backup import backup, restore
from bot.database.move import move
from bot.database.store import Store
from bot.deadlines import Times
from bot.game.outages import Shards
from bot.game.requests import Update
from bot.operations import logs
from bot.operations.exits import CannotListen, Exit, explain
from bot.operations.systemd import Systemd
from bot.registry.computers import Computers, Experts
from bot.registry.workers import Workers
from bot.settings import LogSettings, Settings
from engine import __version__

if TYPE_CHECKING:
    from bot.operations.metrics import Metrics

log = logging.getLogger("bot")

NICE = 10  # for the coach's workers, because moves come first


async def run(settings: Settings, times: Times) -> None:
    """Wire the bot, run it until it is canceled, and close everything in order."""
    task = asyncio.current_task()
    assert task is not None
    _handle_sigterm(task.cancel)
    token = settings.discord_token
    play = None if token else _playground()
    listening = _listen(settings)  # first, because it may fail
    metrics = _metrics() if listening or settings.heartbeat_url else None
    counts = metrics or Counts()
    systemd = Systemd(os.environ)
    async with contextlib.AsyncExitStack() as closing:
        url, connections = settings.database_url.get_secret_value(), settings.database_connections
        store = await Store.open(url, counts.database, connections)
        closing.push_async_callback(store.close)
        core = _core(settings, times, store, counts, closing, lambda end: client.show_end(end))  # noqa: PLW0108 - later
        client = Client(
            settings if token else settings.model_copy(update={"shard_count": 1, "shard_ids": None}),  # simulated
            core,
            store if token else None,
            counts,
            aiohttp.TCPConnector(limit=_connections()) if token else None,
        )
        _tune_garbage_collection()
        if metrics:
            await _report(settings, core, client, metrics, listening, closing)
        await closing.enter_async_context(systemd.notifying(client.is_ready))
        closing.push_async_callback(client.close)  # while /healthz still answers
        closing.callback(systemd.stopping)
        closing.callback(_handle_sigterm, lambda: None)  # a second signal must not interrupt the shutdown
        await closing.enter_async_context(client.clockwork.running())
        if token:
            await client.start(token.get_secret_value())
        elif play:
            await play(client, settings.playground_port, times.now)


async def _report(
    settings: Settings,
    core: Core,
    client: Client,
    metrics: "Metrics",
    listening: socket.socket | None,
    closing: contextlib.AsyncExitStack,
) -> None:
    """Serve the state of the bot, and call HEARTBEAT_URL, until closing."""
    from bot.operations.health import Health, serving  # noqa: PLC0415 - not loaded if not needed, to save memory
    from bot.operations.heartbeat import beating  # noqa: PLC0415

    searches, live_games = lambda: core.computers.experts.pending, core.store.games.live_games
    health = Health(lambda: client.connection, live_games, searches, metrics, client.clockwork.failures)
    health.warning = lambda: core.processes.conflict
    if listening:
        await closing.enter_async_context(serving(health, listening))
    closing.push_async_callback(health.close)
    if url := settings.heartbeat_url:
        beats = beating(url.get_secret_value(), health.is_healthy, 2 * core.times.sweeping)
        await closing.enter_async_context(beats)


def _listen(settings: Settings) -> socket.socket | None:
    """Open the port for health and metrics, if the settings have one. Raises CannotListen."""
    host, port = settings.metrics_host, settings.metrics_port
    if port is None:
        return None
    try:
        return socket.create_server((host, port), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
    except (OSError, ValueError) as error:
        raise CannotListen(host, port, error) from error


def _core(
    settings: Settings,
    times: Times,
    store: Store,
    counts: Counts,
    closing: contextlib.AsyncExitStack,
    on_timeout: Callable[[Update], None],
) -> Core:
    """Wire everything between Discord and the database, and register how to close it."""
    experts = Experts(workers=settings.ai_workers, budget=timedelta(seconds=settings.ai_budget))
    make_worker = partial(Workers, 1, niceness=NICE)
    computers = Computers(experts, random=Random(), observe=counts.thought)
    count, ids = settings.shard_count, settings.shard_ids
    shards = Shards(count, ids) if count and ids else None
    core = Core(store, computers, make_worker, times, shards, on_timeout)
    for close in (core.processes.close, core.channels.close, experts.close, core.coach.close):
        closing.push_async_callback(close)
    return core


def _metrics() -> "Metrics":
    from bot.operations.metrics import Metrics  # noqa: PLC0415 - not loaded without a port, to save memory

    return Metrics()


def _playground() -> Callable[..., Awaitable[None]]:
    """Return the function that serves the playground. Raises ModuleNotFoundError if simcord isn't installed."""
    for name in ("discord", "bot.client"):
        logging.getLogger(name).setLevel(logging.ERROR)  # their warnings and invite links are for the real Discord
    return importlib.import_module("bot.playground").serve


def _connections() -> int:
    """Return how many connections to Discord may be open, so that enough file descriptors are left for the rest."""
    if sys.platform == "win32":
        return 500
    import resource  # noqa: PLC0415 - not on Windows

    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 500 if files == resource.RLIM_INFINITY else min(500, max(1, files // 2))


def _tune_garbage_collection() -> None:
    """Collect garbage less often, and never scan imported modules, which would stop the bot for 60 ms."""
    gc.freeze()
    gc.set_threshold(10_000)  # an answer creates hundreds of objects, and nearly all are freed after it is sent


def _handle_sigterm(act: Callable[[], object]) -> None:
    if sys.platform != "win32":  # event loops on Windows have no signal handlers
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, act)


def main(times: Times | None = None) -> int:
    """Run the bot until Ctrl-C or SIGTERM, or run another command. Return the exit code."""
    arguments = _arguments()
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # the bot uses no voice
    settings = None
    try:
        settings = Settings.read()
        logs.set_up(settings, is_plain=bool(arguments.command))
        if arguments.command:
            return _run_command(arguments, settings)
        with asyncio.Runner(loop_factory=_loop_factory(settings)) as runner:
            runner.run(run(settings, times or Times(partial(datetime.now, UTC))))
    except (KeyboardInterrupt, asyncio.CancelledError):
        return Exit.OK
    except Exception as error:
        if settings is None:
            logs.set_up(LogSettings.read(), is_plain=bool(arguments.command))
        code, line = explain(error)
        log.critical(line or "stopped by a bug", exc_info=None if line else error)
        return code
    return Exit.OK


def _run_command(arguments: argparse.Namespace, settings: Settings) -> Exit:
    url = settings.database_url.get_secret_value()
    mask = logs.mask_for(settings)

    def say(line: str) -> None:
        print(mask(line).encode(sys.stdout.encoding, "backslashreplace").decode(sys.stdout.encoding), flush=True)  # noqa: T201

    match arguments.command:
        case "backup":
            note = ", which replaces the old file" if arguments.file.exists() else ""
            say(f"ttt: {_games(backup(url, arguments.file))} copied to {arguments.file}{note}")
        case "restore":
            restored = restore(url, arguments.file, datetime.now(UTC))
            old_database = f"; the old database is kept as {restored.kept}" if restored.kept else ""
            say(f"ttt: {_games(restored.games)} restored from {arguments.file}{old_database}")
        case "move":
            return _move(url, arguments.url, say)
        case _:
            return asyncio.run(_check(settings, say))
    return Exit.OK


def _games(number: int) -> str:
    return f"{number} game{'' if number == 1 else 's'}"


def show_progress(table: str, done: int, total: int) -> None:
    """Show how many rows are copied: on a terminal, in one line that changes."""
    end = "\r" if sys.stderr.isatty() and done < total else "\n"
    bar = f"[{'#' * (20 * done // total):<20}] {100 * done // total:3}%"
    print(f"{bar}  {done:,} of {total:,} rows  {table:<16}", end=end, file=sys.stderr, flush=True)  # noqa: T201


def _move(source: str, target: str, say: Callable[[str], None]) -> Exit:
    """Copy the database, and print how many games it has."""

    async def moving() -> int:
        task = asyncio.current_task()
        assert task is not None
        _handle_sigterm(task.cancel)
        return await move(source, target, show_progress)

    try:
        games = asyncio.run(moving())
    except (KeyboardInterrupt, asyncio.CancelledError):
        say("ttt: interrupted before the copy was complete; nothing was moved")
        return Exit.FAILED
    say(f"ttt: {_games(games)} copied to {shown(target)}; now set DATABASE_URL to its address")
    return Exit.OK


async def _check(settings: Settings, say: Callable[[str], None]) -> Exit:
    """Print each finding of the check after `ok` or `fix`."""
    code = Exit.OK
    async for line, is_wrong in check(settings):
        say(f"{'fix' if is_wrong else 'ok '} {line}")
        if is_wrong:
            code = Exit.MISCONFIGURED
    return code


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser("python -m bot", description="Run the bot. .env.example explains its settings.")
    parser.add_argument("--version", action="version", version=f"ttt {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", title="commands")
    commands.add_parser("check", help="check the database and the settings on Discord, without changing anything")
    copy = commands.add_parser("backup", help="copy the SQLite database to a file, even while the bot runs")
    copy.add_argument("file", type=Path, metavar="FILE")
    back = commands.add_parser("restore", help="replace the database with a backup; stop the bot first")
    back.add_argument("file", type=Path, metavar="FILE")
    other = commands.add_parser(
        "move", help="copy the database to an empty one, SQLite or PostgreSQL; stop the bot first"
    )
    other.add_argument("url", metavar="URL", help="the address of the empty database, like DATABASE_URL")
    return parser.parse_args()


def _loop_factory(settings: Settings) -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's loop factory if it is installed. The simulated Discord needs asyncio's own loop."""
    if settings.discord_token is None or sys.platform == "win32":
        return None
    return importlib.import_module("uvloop").new_event_loop


if __name__ == "__main__":
    sys.exit(main())
