"""The sentences of `/ttt me`, and the names of what people may choose."""

from collections.abc import Mapping

from bot.game.choices import BoardKind, Challenges, Labels, Preferences, Reminders, Shape, Theme
from bot.messages.choices import told
from bot.messages.translator import Translator

NO_MARK = "none"  # a choice

# Each choice, and the name that people see: as a choice, which discord.py's translator looks up, and in the answer.


def marks(tr: Translator) -> Mapping[str, str]:
    """Return the marks that people may have."""
    return {
        # Translators: A choice of the option `mark` of `/ttt me`: no mark of one's own, but the letters X and O.
        NO_MARK: tr.pgettext("choice", "X and O"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.CROSS.value: tr.pgettext("choice", "❌ cross"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.RING.value: tr.pgettext("choice", "⭕ ring"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.TRIANGLE.value: tr.pgettext("choice", "🔺 triangle"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.SQUARE.value: tr.pgettext("choice", "🟪 square"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.DIAMOND.value: tr.pgettext("choice", "🔶 diamond"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.STAR.value: tr.pgettext("choice", "⭐ star"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.HEART.value: tr.pgettext("choice", "❤️ heart"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.MUSHROOM.value: tr.pgettext("choice", "🍄 mushroom"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.MOON.value: tr.pgettext("choice", "🌙 moon"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.BOLT.value: tr.pgettext("choice", "⚡ bolt"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.DROP.value: tr.pgettext("choice", "💧 drop"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.CLOVER.value: tr.pgettext("choice", "🍀 clover"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.HOURGLASS.value: tr.pgettext("choice", "⌛ hourglass"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.ARROW.value: tr.pgettext("choice", "⬆️ arrow"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.CROWN.value: tr.pgettext("choice", "👑 crown"),
        # Translators: A mark to choose: a shape. The emoji stays.
        Shape.FLOWER.value: tr.pgettext("choice", "🌸 flower"),
    }


def themes(tr: Translator) -> Mapping[str, str]:
    """Return the colours that pictures may have."""
    return {
        # Translators: A choice of the option `theme` of `/ttt me`: the colours of pictures.
        Theme.DARK.value: tr.pgettext("choice", "dark"),
        # Translators: A choice of the option `theme` of `/ttt me`: the colours of pictures.
        Theme.LIGHT.value: tr.pgettext("choice", "light"),
        # Translators: A choice of the option `theme` of `/ttt me`: the colours of pictures.
        Theme.CONTRAST.value: tr.pgettext("choice", "high contrast"),
    }


def boards(tr: Translator) -> Mapping[str, str]:
    """Return what boards may be shown as."""
    return {
        # Translators: A choice of the option `board` of `/ttt me`: boards are shown as text.
        BoardKind.TEXT.value: tr.pgettext("choice", "text"),
        # Translators: A choice of the option `board` of `/ttt me`: boards are shown as a picture.
        BoardKind.PICTURE.value: tr.pgettext("choice", "picture"),
    }


def labels(tr: Translator) -> Mapping[str, str]:
    """Return what empty buttons may say."""
    return {
        # Translators: A choice of several options: the buttons of empty cells have no labels (`labels` of `/ttt me`),
        # or moves have no time limit (`pace` of `/ttt new`). Choose a word that fits both.
        Labels.NONE.value: tr.pgettext("choice", "none"),
        # Translators: A choice of the option `labels` of `/ttt me`: the buttons of empty cells say their row and
        # column.
        Labels.COORDINATES.value: tr.pgettext("choice", "coordinates, such as 0,1"),
    }


def challenges(tr: Translator) -> Mapping[str, str]:
    """Return whether somebody may be challenged."""
    return {
        Challenges.ON.value: on(tr),
        # Translators: A choice of the option `challenges` of `/ttt me`; the reader is "you".
        Challenges.OFF.value: tr.pgettext("choice", "off: nobody can challenge you"),
    }


def reminders(tr: Translator) -> Mapping[str, str]:
    """Return whether somebody is reminded when their time runs out."""
    return {
        Reminders.ON.value: on(tr),
        # Translators: A choice of several options: reminders of the reader, or the daily puzzle in a channel.
        Reminders.OFF.value: tr.pgettext("choice", "off"),
    }


def on(tr: Translator) -> str:
    """Return the choice that leaves something on."""
    # Translators: A choice of several options: challenges, reminders, ratings. Choose a word that fits all of them.
    return tr.pgettext("choice", "on")


def shown(tr: Translator, found: Preferences) -> str:
    """Return what somebody prefers."""
    # Translators: Heading of the answer to `/ttt me`: what the reader has chosen.
    title = tr.gettext("Your preferences")
    # Translators: The last line of the answer to `/ttt me`. The part in backticks stays as it is.
    change = tr.gettext("To change one, add it as an option, such as `/ttt me mark:star`.")
    return f"**{title}**\n{_lines(tr, found)}\n{change}"


def saved(tr: Translator, found: Preferences) -> str:
    """Return what somebody prefers from now on."""
    return told.saved(tr, _lines(tr, found))


def _lines(tr: Translator, found: Preferences) -> str:
    choices = (
        # Translators: A line of the answer to `/ttt me`, before a colon: what stands for the reader's marks on a board.
        (tr.pgettext("setting", "Mark"), marks(tr)[found.mark or NO_MARK], found.mark),
        # Translators: A line of the answer to `/ttt me`, before a colon: the colours of pictures, dark or light.
        (tr.pgettext("setting", "Theme of pictures"), themes(tr)[found.theme or Theme.DARK], found.theme),
        # Translators: A line of the answer to `/ttt me`, before a colon: text or picture.
        (tr.pgettext("setting", "Board"), boards(tr)[found.board or BoardKind.TEXT], found.board),
        # Translators: A line of the answer to `/ttt me`, before a colon: what the buttons of empty cells say.
        (tr.pgettext("setting", "Labels on empty buttons"), labels(tr)[found.labels or Labels.NONE], found.labels),
        # Translators: A line of the answer to `/ttt me`, before a colon: whether others can challenge the reader.
        (tr.pgettext("setting", "Challenges"), challenges(tr)[found.challenges or Challenges.ON], found.challenges),
        (
            # Translators: A line of the answer to `/ttt me`, before a colon: on or off.
            tr.pgettext("setting", "Reminders when time runs out"),
            reminders(tr)[found.reminders or Reminders.ON],
            found.reminders,
        ),
    )
    return "\n".join(told.lines(tr, choices))
