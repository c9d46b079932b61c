"""The texts of messages and forms, with Discord's limits."""

from collections.abc import Iterator
from typing import NamedTuple

from bot.messages.forms import Button, Form, MemberMenu, Menu, TextField
from bot.messages.message import Draft

CONTENT, BUTTON, TITLE, LABEL, PLACEHOLDER, OPTION, ABOUT, CHOICE, ALT = 2000, 80, 45, 45, 100, 100, 100, 100, 1024


class Said(NamedTuple):
    """A text that users read, its origin, and the largest length that Discord accepts."""

    where: str
    text: str
    limit: int = CONTENT


def of_draft(draft: Draft) -> Iterator[Said]:
    """Yield the words of a message."""
    yield Said("content", draft.content)
    yield from (of_button(button) for row in draft.rows for button in row)
    for shown in draft.menus:
        yield Said("placeholder", shown.label, PLACEHOLDER)
        yield from _options(shown)


def of_button(button: Button) -> Said:
    """Return the words of a button."""
    return Said("button", button.label, BUTTON)


def of_form(form: Form) -> Iterator[Said]:
    """Yield the words of a form."""
    yield Said("title", form.title, TITLE)
    for field in form.fields:
        yield Said("label", field.label, LABEL)
        yield from _options(field)
        if isinstance(field, TextField):
            yield Said("description", field.description or "", ABOUT)


def _options(shown: Menu | MemberMenu | TextField) -> Iterator[Said]:
    if isinstance(shown, Menu):
        for option in shown.options:
            yield Said("option", option.label, OPTION)
            yield Said("about an option", option.description or "", ABOUT)
