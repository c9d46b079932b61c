"""Users who send more than the bot can serve: they are refused, and everybody else is answered."""

import asyncio
import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import Connection

from bot.database.errors import StoreBusy
from bot.database.transactions import MAX_LONG_READS
from bot.interactions.entrance import MAX_IN_FLIGHT
from engine import Cell
from tests.e2e.club import Club
from tests.e2e.discord import payloads
from tests.e2e.discord.loopback import Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS
from tests.e2e.processes.real import duel, running_bot, stop

TOO_MUCH = "That was too many requests at once. Nothing was changed. Wait for the answers, then try again."


async def test_a_users_excess_requests_are_refused_and_others_answered(discord: Loopback, tmp_path: Path) -> None:
    async with running_bot(discord, tmp_path) as bot:
        panel = await discord.slash(ANN, "me")
        choice = payloads.component("ttt:me:mark", 3, values=["star"])
        with closing(sqlite3.connect(tmp_path / "ttt.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            requests = [
                await discord.send(3, CHANNELS[0], ANN, choice, panel.message) for _ in range(MAX_IN_FLIGHT + 2)
            ]
            refusals = [(await answer_to(request)).text for request in requests[-2:]]
            games = await discord.slash(BOB, "games")
            other.execute("ROLLBACK")
        assert refusals == [TOO_MUCH] * 2
        assert "no games" in games.text
        others = [(await answer_to(request)).text for request in requests[:-2]]
        assert TOO_MUCH not in others
        assert "moon" in (await discord.prefer(ANN, mark="moon")).text
        await stop(bot)


@pytest.mark.usefixtures("bot")
async def test_autocomplete_choices_that_come_late_are_no_error(discord: Loopback) -> None:
    data = discord.command("move", i="1")
    data["options"][0]["options"][0]["focused"] = True
    interaction = discord.make(4, CHANNELS[0], ANN, data)
    discord.faults.add(f"POST /interactions/{interaction.number}/", status=404, code=10062)
    await discord.deliver(interaction)
    assert "no games" in (await discord.slash(BOB, "games")).text


async def test_autocomplete_offers_nothing_if_the_database_is_slow(discord: Loopback, tmp_path: Path, url: str) -> None:
    async with running_bot(discord, tmp_path, DATABASE_URL=url) as bot:
        await duel(discord)
        other = await asyncpg.connect(url)
        async with other.transaction():
            await other.execute("LOCK TABLE games")
            choices = await discord.complete(ANN, "replay", "game", "")
        await other.close()
        assert (choices.kind, choices.took < 2) == (8, True)
    assert "no choices for interaction" in bot.output


async def test_too_many_long_reads_are_refused_while_moves_go_on(club: Club) -> None:
    await club.duel()
    club.forgiven.append(StoreBusy)
    may_end = threading.Event()

    def browse(_: Connection) -> None:
        assert may_end.wait(10)

    browsing = [asyncio.create_task(club.store.database.long_read(browse))]
    await asyncio.sleep(0)
    await asyncio.sleep(0)  # by now it has begun
    browsing += [asyncio.create_task(club.store.database.long_read(browse)) for _ in range(MAX_LONG_READS)]
    refusal = await club.slash(club.ann, "stats")
    assert refusal.text == "The bot is very busy right now. Nothing was changed. Try again in a moment."
    assert refusal.private
    assert len((await club.moves((1, 1))).buttons) > 0
    assert (await club.game()).plies == (Cell(1, 1),)
    may_end.set()
    await asyncio.gather(*browsing)
