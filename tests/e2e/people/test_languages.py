"""People who speak different languages, in a server with one of its own, before the loopback Discord."""

from pathlib import Path

import pytest

from bot.messages.translator import ENGLISH, translator
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, DIRECT, GROUP
from tests.e2e.processes.real import running_bot

MENTIONED = f"<@{ANN}>"
POLISH, GERMAN, JAPANESE = "pl", "de", "ja"
NOT_YOUR_TURN = "It isn't your turn. {player} ({mark}) moves next."


def words(locale: str, english: str, **parts: object) -> str:
    """Return a sentence in a language, which is another one than English."""
    sentence = translator(locale).gettext(english, **parts)
    assert sentence != ENGLISH.gettext(english, **parts), f"{english!r} is the same in {locale}"
    return sentence


def button(locale: str, english: str) -> str:
    return translator(locale).pgettext("button", english)


def to_move(locale: str, cell: str = "tap a cell") -> str:
    """Return the status line of a board on which Ann is to move."""
    english = "Your turn, {player} ({mark}): " + cell + "."
    return translator(locale).gettext(english, player=MENTIONED, mark="X")


@pytest.fixture
def europe(discord: Loopback) -> Loopback:
    """A Polish server, in which Ann's Discord is in German, and Bob's in Japanese."""
    discord.guild_locale = POLISH
    discord.locales = {ANN: GERMAN, BOB: JAPANESE}
    return discord


async def test_public_messages_have_the_servers_language(europe: Loopback, tmp_path: Path) -> None:
    async with running_bot(europe, tmp_path):
        challenge = await europe.slash(ANN, "new", opponent=BOB)
        message = dict(challenge.message)
        await europe.press(ANN, button(POLISH, "Cancel"), message)
        late = await europe.press(BOB, button(POLISH, "Accept"), message)
        size = words(POLISH, "{m}×{n}, {k} in a row", m=3, n=3, k=3)
        assert late.text == words(POLISH, "{author} canceled the challenge ({size}).", author=MENTIONED, size=size)
        refusal = await late.follow_up()
        assert words(JAPANESE, "Start a new one with `/ttt new`.") in refusal["content"]
        challenge = await europe.slash(ANN, "new", opponent=BOB)
        board = await (await europe.press(BOB, button(POLISH, "Accept"), challenge.message)).follow_up()
        assert to_move(POLISH) in board["content"]
        refusal = await europe.press(BOB, "0:0", board)
        assert refusal.private
        assert refusal.text == words(JAPANESE, NOT_YOUR_TURN, player=MENTIONED, mark="X")
        own = await europe.slash(ANN, "stats")
        await own.finish()
        assert own.text == words(GERMAN, "{player} hasn't finished a game here yet.", player=MENTIONED)


async def test_a_game_has_its_starters_language_by_default(europe: Loopback, tmp_path: Path) -> None:
    async with running_bot(europe, tmp_path):
        for channel, on_discord, language in (
            (DIRECT, POLISH, GERMAN),
            (GROUP, POLISH, GERMAN),
            (CHANNELS[0], "en-US", GERMAN),
            (CHANNELS[1], "en-GB", "en-GB"),
            (CHANNELS[2], "xx", "en-US"),
        ):
            europe.guild_locale = on_discord
            board = await europe.slash(ANN, "new", channel=channel, m=3, ai="easy")
            assert to_move(language) in board.text
            again = await europe.slash(BOB, "board", channel=channel)
            assert to_move(language) in again.text
