"""The permissions of Discord, as Discord's own settings name them."""

from typing import assert_never

from bot.game.errors.base import Permission
from bot.messages.translator import Translator


def permission(tr: Translator, which: Permission) -> str:  # noqa: PLR0911 - one for each
    """Return the name of a permission."""
    match which:
        case Permission.MANAGE_SERVER:
            # Translators: A permission, named as in the settings of roles in Discord's own client in this language.
            return tr.pgettext("permission of Discord", "Manage Server")
        case Permission.MANAGE_MESSAGES:
            # Translators: A permission, named as in the settings of roles in Discord's own client in this language.
            return tr.pgettext("permission of Discord", "Manage Messages")
        case Permission.VIEW_CHANNEL:
            # Translators: A permission, named as in the settings of channels in Discord's own client in this language.
            return tr.pgettext("permission of Discord", "View Channel")
        case Permission.SEND_MESSAGES:
            # Translators: A permission, named as in the settings of channels in Discord's own client in this language.
            return tr.pgettext("permission of Discord", "Send Messages")
        case Permission.READ_MESSAGE_HISTORY:
            # Translators: A permission, named as in the settings of channels in Discord's own client in this language.
            return tr.pgettext("permission of Discord", "Read Message History")
        case Permission.CREATE_PUBLIC_THREADS:
            # Translators: A permission, named as in the settings of channels in Discord's own client in this language.
            return tr.pgettext("permission of Discord", "Create Public Threads")
        case Permission.SEND_MESSAGES_IN_THREADS:
            # Translators: A permission, named as in the settings of channels in Discord's own client in this language.
            return tr.pgettext("permission of Discord", "Send Messages in Threads")
        case _:
            assert_never(which)
