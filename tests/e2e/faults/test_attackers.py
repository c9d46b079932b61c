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

TOO_MUCH = "You sent too many requests at once. Nothing was changed. Wait for the answers, then try again."


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


@pytest.mark.usefixtures("bot")
async def test_autocomplete_choices_are_sent_only_once(discord: Loopback) -> None:
    data = discord.command("move", i="1")
    data["options"][0]["options"][0]["focused"] = True
    interaction = discord.make(4, CHANNELS[0], ANN, data)
    path = f"/interactions/{interaction.number}/"
    discord.faults.add(f"POST {path}", status=404, code=10062)
    await discord.deliver(interaction)
    await discord.slash(BOB, "games")
    assert [path in request.path for request in discord.requests].count(True) == 1


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("name", ["i", "gone"])
async def test_autocomplete_of_another_version_offers_nothing(discord: Loopback, name: str) -> None:
    data = discord.command("board" if name == "i" else "move")
    data["options"][0]["options"] = [{"type": 4, "name": name, "value": "1", "focused": True}]
    assert (await discord.act(4, CHANNELS[0], ANN, data)).kind == 8


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("value", ["x", 1])
async def test_an_option_of_the_wrong_type_is_out_of_date(discord: Loopback, value: object) -> None:
    await duel(discord)
    data = discord.command("board")
    data["options"][0]["options"] = [{"type": 3, "name": "picture", "value": value}]
    assert "another version" in (await discord.act(2, CHANNELS[0], ANN, data)).text


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("custom_id", "words"),
    [
        ("ttt:new:start:3:3:3:{bot}:me", "bot"),
        ("ttt:new:play:3:3:3:{outsider}:me", "server"),
        ("ttt:stop:1:new:play:3:3:3:{outsider}:me", "server"),
    ],
)
async def test_a_forged_button_challenges_nobody_whom_a_command_could_not(
    discord: Loopback, custom_id: str, words: str
) -> None:
    outsider, other_bot = 9901, 9902
    discord.outsiders.add(outsider)
    discord.bots.add(other_bot)
    menu = (await discord.slash(ANN, "new")).message
    button = payloads.component(custom_id.format(bot=other_bot, outsider=outsider), 2)
    answer = await discord.act(3, CHANNELS[0], ANN, button, menu)
    assert words in answer.text
    assert answer.message["flags"] & 64


@pytest.mark.usefixtures("bot")
async def test_a_forged_button_that_declines_and_ends_a_game_is_refused(discord: Loopback) -> None:
    offer = await discord.slash(ANN, "new", opponent=BOB)
    button = payloads.component("ttt:stop:1:c1:decline", 2)
    answer = await discord.act(3, CHANNELS[0], BOB, button, offer.message)
    assert "another version" in answer.text


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
