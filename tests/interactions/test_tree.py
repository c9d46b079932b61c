"""The commands in other languages, and when they are sent to Discord."""

import gettext
from typing import Any, cast

import discord
import pytest

from bot.interactions.tree import CommandTranslator, Tree, commands
from bot.messages.translator import ENGLISH, Translator

ENGLISH_TEXT = "Start a game"


class German(gettext.NullTranslations):
    """Translates every text in the same way."""

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


class Commands:
    """The requests for commands. Counts the syncs."""

    syncs = 0

    def __init__(self) -> None:
        self.registered: list[Any] = []

    async def get_global_commands(self, application: int) -> list[Any]:
        return self.registered

    async def bulk_upsert_global_commands(self, application: int, payload: list[Any]) -> None:
        self.syncs += 1
        self.registered = payload


@pytest.fixture
async def tree() -> Tree:
    client: Any = discord.Client(intents=discord.Intents.none())
    client.http = Commands()
    tree = Tree(client, None)  # pyright: ignore[reportArgumentType]
    _, ttt, _, challenge = commands()
    for command in (ttt, challenge):
        tree.add_command(command)
    return tree


async def test_commands_are_synced_only_if_a_translation_changed(tree: Tree) -> None:
    synced = Synced()
    for text, syncs in (("eins", 1), ("eins", 1), ("zwei", 2), ("zwei", 2)):
        await tree.set_translator(translating(text))
        await tree.sync_if_changed(synced, 1)
        assert cast("Any", tree.client.http).syncs == syncs


async def test_descriptions_choices_and_menu_entry_are_translated(tree: Tree) -> None:
    group, menu = [await command.get_translated_payload(tree, translating("x")) for command in tree.get_commands()]
    new = next(option for option in group["options"] if option["name"] == "new")
    assert new["description"] == ENGLISH_TEXT
    assert new["description_localizations"] == {"de": f"x: {ENGLISH_TEXT}"}
    first = next(option for option in new["options"] if option["name"] == "first")
    assert first["choices"][0]["name_localizations"] == {"de": "x: me"}
    assert menu["name_localizations"] == {"de": "x: Challenge to tic-tac-toe"}
