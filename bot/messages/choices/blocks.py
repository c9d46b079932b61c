"""The sentences of `/ttt block` and `/ttt unblock`, and of what is refused because of a block."""

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from bot.game import errors
from bot.game.choices import MOST_BLOCKED
from bot.game.errors.people import Unblockable
from bot.game.games import UserId
from bot.messages.texts.parts import user
from bot.messages.translator import Translator

BlockRefusal: TypeAlias = (
    errors.NobodyThere | errors.HasBlocked | errors.CannotBlock | errors.TooManyBlocked | errors.NotBlocked
)


def blocked(tr: Translator, id: UserId) -> str:  # noqa: A002 - the field's word
    """Return what somebody is told who has blocked another."""
    # Translators: The answer to `/ttt block`, which the reader alone sees. {player} is a mention, and stands there
    # twice. "it" at the end is the block.
    return tr.gettext(
        "You blocked {player}. Neither of you can challenge the other or join the other's games. {player} isn't told. "
        "A game that you are playing goes on. `/ttt unblock` takes it back.",
        player=user(tr, id),
    )


def unblocked(tr: Translator, id: UserId) -> str:  # noqa: A002 - the field's word
    """Return what somebody is told who has unblocked another."""
    # Translators: The answer to `/ttt unblock`. {player} is a mention.
    return tr.gettext("You unblocked {player}.", player=user(tr, id))


def all_blocked(tr: Translator, who: Sequence[UserId]) -> str:
    """Return whom somebody has blocked; with the most that one may block it fits into a message."""
    if not who:
        # Translators: The answer to `/ttt block` without an option. The part in backticks stays as it is.
        return tr.gettext("You haven't blocked anybody. To block someone, use `/ttt block user:`.")
    # Translators: Heading of a list of mentions: whom the reader has blocked.
    title = tr.gettext("You blocked")
    # Translators: Stands below a list of mentions: how to unblock one of them. The part in backticks stays as it is.
    back = tr.gettext("To take one back, use `/ttt unblock user:`.")
    mentions = " ".join(user(tr, id) for id in who)  # noqa: A001 - the field's word
    return f"**{title}**\n{mentions}\n{back}"


def block_refusal(tr: Translator, error: BlockRefusal) -> str:
    """Return the sentence for a refusal that has to do with blocks.

    Who can't play somebody is told the same whether that person has blocked them or takes no challenges at all.
    """
    match error:
        case errors.NobodyThere():
            # Translators: The reader wanted to play somebody who takes no challenges, or none from them. It must not be
            # said which. The parts in backticks stay as they are.
            return tr.gettext(
                "Nobody is there to play right now. To let anyone join, use `/ttt new` without `opponent`; to play the "
                "computer, add `ai`."
            )
        case errors.HasBlocked(blocked=other):
            # Translators: The reader wanted to play somebody whom they blocked. {player} is a mention.
            return tr.gettext("You blocked {player}. To play them, use `/ttt unblock` first.", player=user(tr, other))
        case errors.CannotBlock(why=why):
            return _unblockable(tr, why)
        case errors.TooManyBlocked():
            # Translators: The reader wanted to block one more. {number} is 75.
            return tr.ngettext(
                "You have blocked {number} person, which is the most. Take one back with `/ttt unblock`.",
                "You have blocked {number} people, which is the most. Take one back with `/ttt unblock`.",
                MOST_BLOCKED,
            )
        case errors.NotBlocked(user=other):
            # Translators: The reader wanted to unblock somebody. {player} is a mention.
            return tr.gettext(
                "You haven't blocked {player}, so nothing has changed. `/ttt block` lists whom you blocked.",
                player=user(tr, other),
            )
        case _:
            assert_never(error)


def _unblockable(tr: Translator, why: Unblockable) -> str:
    match why:
        case Unblockable.SELF:
            # Translators: The reader wanted to block themselves. The part in backticks stays as it is.
            return tr.gettext("You can't block yourself. To have nobody challenge you, use `/ttt me challenges:off`.")
        case Unblockable.BOT:
            # Translators: The reader wanted to block a bot.
            return tr.gettext("You can't block a bot: no bot can challenge you.")
        case _:
            assert_never(why)
