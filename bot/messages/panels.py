"""The panels of `/ttt me` and `/ttt-settings`: current values, a menu of settings, and a menu of the values of one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.game.games import UserId
from bot.game.preferences import Preferences, ServerSettings
from bot.messages import preferences
from bot.messages.custom_ids import ForgetPress, PanelKind, PanelPart, PanelPress
from bot.messages.drafts import OPTIONS, Button, Draft, MemberMenu, Menu, Option, Pictured, Tone
from bot.messages.lobby import DEFAULT, sizes
from bot.messages.styles import Look
from bot.messages.translator import Translator
from engine import Board, Cell

BLOCKED_AT_ONCE = OPTIONS  # blocked users on a page: the options of a menu
# The board that shows a mark and a theme beside their choice.
_PREVIEW = Board.replay(DEFAULT, map(Cell._make, ((1, 0), (0, 2), (1, 1), (2, 1), (0, 0), (1, 2), (2, 2))))


@dataclass(frozen=True)
class _Setting:
    """A setting on a panel: its title, the name of its value, and the menus that change it."""

    title: str
    value: str
    is_default: bool
    menus: tuple[Menu, ...]


def me(tr: Translator, chosen: Preferences, picked: str | None = None, *, is_saved: bool = False) -> Draft:
    """Return the panel of a user. picked is the preference whose values it offers."""
    settings = {
        name: _setting(PanelKind.ME, name, choice, chosen) for name, choice in preferences.preferences(tr).items()
    }
    text = _text(tr, tr.gettext("Your preferences"), settings, is_saved=is_saved)
    # Translators: Button of `/ttt me`, at most 30 characters.
    buttons = (
        _button(PanelPart.GAMES, tr.pgettext("button", "My games")),
        _button(PanelPart.RECORD, tr.pgettext("button", "My record")),
        _button(PanelPart.BLOCKED, tr.pgettext("button", "Blocked users")),
        _button(PanelPart.DATA, tr.pgettext("button", "Download my data")),
        _button(PanelPart.FORGET, tr.pgettext("button", "Delete my data")),
    )
    pictured = Pictured(_PREVIEW, tr.locale, is_small=True) if picked in ("mark", "theme") else None
    look = Look.from_preferences(chosen.theme, chosen.mark, None)
    return Draft(text, (buttons,), pictured=pictured, look=look, menus=_menus(tr, PanelKind.ME, settings, picked))


def server(tr: Translator, chosen: ServerSettings, picked: str | None = None, *, is_saved: bool = False) -> Draft:
    """Return the panel of a server. picked is the setting whose values it offers."""
    settings = {
        # Translators: The language of everything that all members in a channel see.
        "language": _language(tr, tr.pgettext("setting", "Board language"), chosen.language),
        "size": _size(tr, tr.pgettext("setting", "Board size for new games"), chosen),
        **{name: _setting(PanelKind.SERVER, name, choice, chosen) for name, choice in preferences.settings(tr).items()},
    }
    text = _text(tr, tr.gettext("Server settings"), settings, is_saved=is_saved)
    # Translators: Button of `/ttt-settings`, at most 30 characters: asks whether to start a new season of the ratings.
    season = Button(tr.pgettext("button", "New season"), _id(PanelKind.SERVER, PanelPart.SEASON))
    form = Button(tr.gettext("Another size…"), _id(PanelKind.SERVER, PanelPart.FORM))
    buttons = (season, form) if picked == "size" else (season,)
    return Draft(text, (buttons,), menus=_menus(tr, PanelKind.SERVER, settings, picked))


def blocked(tr: Translator, users: Sequence[UserId], page: int = 0, note: str = "") -> Draft:
    """Return the users that the reader has blocked, with menus to block and unblock. note is the last result."""
    last = max(len(users) - 1, 0) // BLOCKED_AT_ONCE
    page = min(page, last)
    first = page * BLOCKED_AT_ONCE
    shown = users[first : first + BLOCKED_AT_ONCE]
    back = _button(PanelPart.MAIN, tr.pgettext("button", "Back"))
    more = _button(PanelPart.BLOCKED, tr.pgettext("button", "More"), page=(page + 1) % (last + 1))
    # Translators: Shown in a menu of the members of a server until one is chosen, at most 100 characters.
    block = MemberMenu(tr.gettext("Block a user"), _id(PanelKind.ME, PanelPart.BLOCK, page))
    numbers = {str(user): str(number) for number, user in enumerate(shown, first + 1)}
    # Translators: Shown in a menu of numbers, at most 100 characters: each is a user in the list above.
    unblock = Menu.of(tr.gettext("Unblock a user"), _id(PanelKind.ME, PanelPart.UNBLOCK, page), numbers)
    text = preferences.all_blocked(tr, shown, first + 1)
    return Draft(
        f"{note}\n\n{text}" if note else text,
        ((back, more) if last else (back,),),
        menus=(block, unblock) if shown else (block,),
    )


def _setting(
    kind: PanelKind, name: str, choice: preferences.SettingLabels, chosen: Preferences | ServerSettings
) -> _Setting:
    value = preferences.value_of(chosen, name)
    menu = Menu.of(choice.title, _id(kind, name), choice.names, choice.default if value is None else value)
    return _Setting(choice.title, choice.named(value), value in (None, choice.default), (menu,))


def _language(tr: Translator, title: str, chosen: str | None) -> _Setting:
    options = [Option(name, value, is_chosen=value == chosen) for value, name in preferences.languages(tr).items()]
    pages = [tuple(options[first : first + OPTIONS]) for first in range(0, len(options), OPTIONS)]
    menus = tuple(Menu(title, _id(PanelKind.SERVER, "language", page), shown) for page, shown in enumerate(pages))
    return _Setting(title, preferences.language(tr, chosen), chosen is None, menus)


def _size(tr: Translator, title: str, chosen: ServerSettings) -> _Setting:
    options = sizes(tr, chosen.rules(), None)
    name = next(option.label for option in options if option.is_chosen)
    return _Setting(title, name, chosen.size is None, (Menu(title, _id(PanelKind.SERVER, "size"), options),))


def _text(tr: Translator, title: str, settings: Mapping[str, _Setting], *, is_saved: bool) -> str:
    """Return the values of all settings, below a title or, if one has just changed, below "Saved"."""
    # Translators: A line of the settings, such as "Board: picture". {what} is a setting, {name} its value.
    lines = [
        tr.gettext("{what}: {name}", what=one.title, name=one.value if one.is_default else f"**{one.value}**")
        for one in settings.values()
    ]
    heading = tr.gettext("Saved.") if is_saved else title
    return "\n".join((f"**{heading}**", *lines))


def _menus(tr: Translator, kind: PanelKind, settings: Mapping[str, _Setting], picked: str | None) -> tuple[Menu, ...]:
    options = tuple(Option(one.title, name, one.value, name == picked) for name, one in settings.items())
    # Translators: Shown in a menu of settings until one is chosen, at most 100 characters.
    which = Menu(tr.gettext("What would you like to change?"), _id(kind, PanelPart.PICK), options)
    return (which, *(settings[picked].menus if picked and picked in settings else ()))


def _button(part: PanelPart, label: str, page: int = 0) -> Button:
    return Button(label, _id(PanelKind.ME, part, page))


def _id(kind: PanelKind, part: str, page: int = 0) -> str:
    return str(PanelPress(kind, part, page))


def forget_question(tr: Translator) -> Draft:
    """Return the question before a user's data is deleted."""
    # Translators: **Deleted user** is the name of a player whose data was deleted: use the same one here.
    question = tr.gettext(
        "This permanently deletes your data everywhere: your ratings, your preferences, and your ID in every game and "
        "challenge. Your current games end without a result. Opponents keep their games, with **Deleted user** in your "
        "place. This can't be undone."
    )
    # Translators: Button, at most 30 characters.
    delete = tr.pgettext("button", "Delete it all")
    return Draft(question, ((Button(delete, str(ForgetPress()), Tone.BAD),),))
