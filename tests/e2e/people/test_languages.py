"""People who speak different languages, in a server with one of its own, before the loopback Discord."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from bot.messages.translator import ENGLISH, translator
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, DIRECT, GROUP, Json
from tests.e2e.processes.real import joined, rows, until

POLISH, GERMAN, JAPANESE = "pl", "de", "ja"
NOT_YOUR_TURN = "It isn't your turn. {player} ({mark}) moves next."
THINKING = "The computer is thinking…"


def words(locale: str, english: str, **parts: object) -> str:
    """Return a sentence in a language, which is another one than English."""
    said = translator(locale).gettext(english, **parts)
    assert said != ENGLISH.gettext(english, **parts), f"{english!r} is the same in {locale}"
    return said


def button(locale: str, english: str) -> str:
    """Return the label of a button in a language."""
    return translator(locale).pgettext("button", english)


def mention(user: int) -> str:
    return f"<@{user}>"


@pytest.fixture
def europe(discord: Loopback) -> Loopback:
    """A Polish server, in which Ann's Discord is in German, and Bob's in Japanese."""
    discord.guild_locale = POLISH
    discord.locales = {ANN: GERMAN, BOB: JAPANESE}
    return discord


async def duel(discord: Loopback) -> Json:
    """Let Bob accept Ann's challenge, and return the board."""
    challenge = await discord.slash(ANN, "new", opponent=BOB)
    accepted = await discord.press(BOB, button(POLISH, "Accept"), challenge.message)
    return await accepted.follow_up()


def to_move(locale: str, user: int, mark: str) -> str:
    """Return what a board says below that has a button for each cell."""
    return words(locale, "Your turn, {player} ({mark}): tap a cell.", player=mention(user), mark=mark)


async def test_what_everybody_sees_is_the_servers_and_what_one_sees_is_theirs(europe: Loopback, tmp_path: Path) -> None:
    async with joined(europe, tmp_path):
        board = await duel(europe)
        assert to_move(POLISH, ANN, "X") in board["content"]
        refused = await europe.press(BOB, "0:0", board)
        assert refused.private
        assert refused.text == words(JAPANESE, NOT_YOUR_TURN, player=mention(ANN), mark="X")
        own = await europe.slash(ANN, "stats")
        await own.carried_out()
        assert own.text == words(GERMAN, "{player} hasn't finished a game here yet.", player=mention(ANN))


async def test_a_challenge_that_is_over_is_closed_in_the_servers_language_and_refused_in_ones_own(
    europe: Loopback, tmp_path: Path
) -> None:
    async with joined(europe, tmp_path):
        challenge = await europe.slash(ANN, "new", opponent=BOB)
        seen = dict(challenge.message)
        await europe.press(ANN, button(POLISH, "Cancel"), seen)
        late = await europe.press(BOB, button(POLISH, "Accept"), seen)
        size = words(POLISH, "{m}×{n}, {k} in a row", m=3, n=3, k=3)
        assert late.text == words(POLISH, "{author} canceled the challenge ({size}).", author=mention(ANN), size=size)
        refused = await late.follow_up()
        assert words(JAPANESE, "Start a new one with `/ttt new`.") in refused["content"]


async def test_a_game_goes_on_in_its_language_after_a_restart(europe: Loopback, tmp_path: Path) -> None:
    async with joined(europe, tmp_path):
        await duel(europe)
    europe.guild_locale = "cs"
    async with joined(europe, tmp_path):
        board = await europe.slash(ANN, "move", i=1, j=1)
        assert to_move(POLISH, BOB, "O") in board.text
        await europe.slash(BOB, "resign")


async def test_the_experts_late_move_speaks_the_language_of_its_game(europe: Loopback, tmp_path: Path) -> None:
    async with joined(europe, tmp_path, AI_BUDGET="3") as bot:
        await europe.slash(ANN, "new", ai="expert", m=15)
        moved = await europe.slash(ANN, "move", i=7, j=7)
        assert words(POLISH, THINKING) in moved.text
        await until(lambda: rows(tmp_path, "SELECT message FROM games") == [(int(moved.message["id"]),)])
        await bot.kill()
    europe.guild_locale, europe.locales[ANN] = "cs", JAPANESE

    def shown() -> str:
        return europe.messages[moved.message["id"]]["content"]

    async with joined(europe, tmp_path):
        await until(lambda: words(POLISH, THINKING) not in shown())
        assert to_move_large(POLISH, ANN) in shown()


def to_move_large(locale: str, user: int) -> str:
    """Return what a board says below that has no buttons for cells, where X is to move."""
    english = "Your turn, {player} ({mark}): tap **Move**."
    return words(locale, english, player=mention(user), mark="X")


@pytest.mark.parametrize(("channel", "begins"), [(DIRECT, {"ai": "easy"}), (GROUP, {"ai": "easy"})])
async def test_where_there_is_no_server_a_game_speaks_as_whoever_starts_it(
    channel: int, begins: dict[str, Any], europe: Loopback, tmp_path: Path
) -> None:
    async with joined(europe, tmp_path):
        begun = await europe.slash(ANN, "new", channel=channel, m=3, **begins)
        assert to_move(GERMAN, ANN, "X") in begun.text
        again = await europe.slash(BOB, "board", channel=channel)
        assert to_move(GERMAN, ANN, "X") in again.text


@pytest.mark.parametrize(("locale", "spoken"), [("en-US", GERMAN), ("en-GB", "en-GB"), ("xx", "en-US")])
async def test_a_server_that_says_nothing_of_its_own_leaves_it_to_whoever_starts(
    locale: str, spoken: str, europe: Loopback, tmp_path: Path
) -> None:
    europe.guild_locale = locale
    async with joined(europe, tmp_path):
        begun = await europe.slash(ANN, "new", ai="easy")
        english = "Your turn, {player} ({mark}): tap a cell."
        assert translator(spoken).gettext(english, player=mention(ANN), mark="X") in begun.text


async def pictured(europe: Loopback) -> Json:
    """Ask for a picture until it comes: a message that can't have it soon goes without."""
    async with asyncio.timeout(60):
        while True:
            shown = await europe.slash(BOB, "board", picture=True)
            [sent] = [sent.json for sent in europe.sent("POST", f"/{shown.number}/")]
            if attached := sent["data"].get("attachments"):
                return attached[0]


async def test_the_picture_of_a_board_is_described_in_the_language_of_its_game(
    europe: Loopback, tmp_path: Path
) -> None:
    async with joined(europe, tmp_path):
        await europe.slash(ANN, "new", ai="easy")
        picture = await pictured(europe)
        assert words(POLISH, "The board is empty.") in picture["description"]
