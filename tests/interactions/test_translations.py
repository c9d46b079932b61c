"""What Discord shows of the commands in other languages, and that it hears of a translation that has changed."""

import gettext
from typing import Any

import discord
import pytest
from discord import app_commands

from bot.interactions.tree import CommandTranslator, Tree, commands
from bot.messages.translator import ENGLISH, Translator

ENGLISH_TEXT = "Start a game against the computer, a member, or anyone who joins"


class German(gettext.NullTranslations):
    """Says everything alike."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def pgettext(self, context: str, message: str) -> str:
        return f"{self._text}: {message}"


def translating(text: str) -> CommandTranslator:
    return CommandTranslator(lambda locale: Translator(locale, German(text)) if locale == "de" else ENGLISH)


class Synced:
    """Remembers one digest."""

    def __init__(self) -> None:
        self.digest: str | None = None

    async def synced_commands(self, application: int) -> str | None:
        return self.digest

    async def note_synced_commands(self, application: int, digest: str) -> None:
        self.digest = digest


class Counted(Tree):
    """Counts the syncs."""

    syncs = 0

    async def sync(self, *, guild: Any = None) -> list[Any]:
        self.syncs += 1
        return []

    async def fetch_commands(self, *, guild: Any = None) -> list[Any]:
        return self.get_commands()


@pytest.fixture
async def tree() -> Counted:
    tree: Any = Counted(discord.Client(intents=discord.Intents.none()), None)  # pyright: ignore[reportArgumentType]
    _, ttt, _, challenge = commands()
    for command in (ttt, challenge):
        tree.add_command(command)
    return tree


async def payloads(tree: Counted, translator: app_commands.Translator) -> list[dict[str, Any]]:
    return [await command.get_translated_payload(tree, translator) for command in tree.get_commands()]


async def test_a_changed_translation_reaches_discord_and_an_unchanged_one_is_not_sent_again(tree: Counted) -> None:
    synced = Synced()
    for text, syncs in (("eins", 1), ("eins", 1), ("zwei", 2), ("zwei", 2)):
        await tree.set_translator(translating(text))
        await tree.sync_if_changed(synced, 1)
        assert tree.syncs == syncs


async def test_descriptions_choices_and_the_entry_of_the_menu_are_in_the_language(tree: Counted) -> None:
    group, menu = await payloads(tree, translating("x"))
    new = next(option for option in group["options"] if option["name"] == "new")
    assert new["description"] == ENGLISH_TEXT
    assert new["description_localizations"] == {"de": f"x: {ENGLISH_TEXT}"}
    first = next(option for option in new["options"] if option["name"] == "first")
    assert first["choices"][0]["name_localizations"] == {"de": "x: me"}
    assert menu["name_localizations"] == {"de": "x: Challenge to tic-tac-toe"}
