"""What Discord shows of the commands in other languages. Names of commands and options are the same everywhere."""

from collections.abc import Callable
from functools import cache
from typing import Final

from discord import Locale, app_commands
from discord.app_commands import TranslationContextLocation as Location
from discord.app_commands import TranslationContextTypes, locale_str

from bot.messages.translator import Translator, translator_of_commands

DESCRIPTION: Final = "description"  # the contexts in the catalogues
CHOICE: Final = "choice"

_CONTEXTS = {
    Location.command_description: DESCRIPTION,
    Location.group_description: DESCRIPTION,
    Location.parameter_description: DESCRIPTION,
    Location.choice_name: CHOICE,
}


class CommandTranslator(app_commands.Translator):
    """Gives Discord descriptions and choices in every language that has a catalogue. It keeps the catalogues."""

    def __init__(self, load: Callable[[str], Translator] = translator_of_commands) -> None:
        self._translator = cache(load)

    async def translate(self, string: locale_str, locale: Locale, context: TranslationContextTypes) -> str | None:
        """Return a text in another language; None, which is the text itself, where it isn't translated."""
        kind = _CONTEXTS.get(context.location)
        said = string.message if kind is None else self._translator(locale.value).pgettext(kind, string.message)
        return None if said == string.message else said
