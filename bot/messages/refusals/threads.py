"""Why a game can't be played in a thread of its own."""

from typing import TypeAlias, assert_never

from bot.game import errors
from bot.game.errors.threads import WhyNoThread
from bot.messages.refusals.permissions import permission
from bot.messages.translator import Translator

ThreadRefusal: TypeAlias = errors.NoThread | errors.BotLacksPermissions


def thread_refusal(tr: Translator, error: ThreadRefusal) -> str:
    """Return the sentence for a refusal."""
    match error:
        case errors.NoThread(why=why):
            return _no_thread(tr, why)
        case errors.BotLacksPermissions(permissions=permissions):
            # Translators: {permissions} are the names of one or several permissions, like "**Create Public Threads**".
            # {number} counts them and need not be said.
            return tr.ngettext(
                "To open a thread, I need this permission in this channel: {permissions}.",
                "To open a thread, I need these permissions in this channel: {permissions}.",
                len(permissions),
                permissions=", ".join(f"**{permission(tr, needed)}**" for needed in permissions),
            )
        case _:
            assert_never(error)


def _no_thread(tr: Translator, why: WhyNoThread) -> str:
    match why:
        case WhyNoThread.ELSEWHERE:
            # Translators: `thread` is an option of the command.
            return tr.gettext(
                "I can open a thread only in a server that has this bot. To play here, leave `thread` out."
            )
        case WhyNoThread.OFF:
            # Translators: A moderator has turned threads off. `thread` is an option of the command.
            return tr.gettext(
                "Games in threads are turned off in this server. To play in a channel, use `/ttt new` without `thread`."
            )
        case WhyNoThread.NO_SUCH_CHANNEL:
            # Translators: As in a voice channel. `thread` is an option of the command.
            return tr.gettext("This kind of channel has no threads. To play here, use `/ttt new` without `thread`.")
        case WhyNoThread.FULL:
            # Translators: Discord allows 1,000 active threads in a server. `thread` is an option of the command.
            return tr.gettext(
                "This server has as many active threads as Discord allows, so I can't open another one. "
                "To play in a channel, use `/ttt new` without `thread`."
            )
        case WhyNoThread.BUSY:
            # Translators: As when too many threads are opened within a minute.
            return tr.gettext("Discord isn't letting me open a thread right now. Try again in a minute.")
        case WhyNoThread.REFUSED:
            # Translators: For a reason that isn't known. `thread` is an option of the command.
            return tr.gettext(
                "Discord didn't let me open a thread in this channel. To play in it, use `/ttt new` without `thread`."
            )
        case _:
            assert_never(why)
