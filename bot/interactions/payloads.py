"""Messages and forms as Discord takes them."""

import io
from collections.abc import Sequence
from typing import Any

import discord

from bot.game.games import Game
from bot.messages import records, spoken
from bot.messages.forms import Button, Form, MemberMenu, Menu, Option, TextField, Tone
from bot.messages.message import Draft
from bot.messages.translator import translator

STYLES = {
    Tone.PLAIN: discord.ButtonStyle.secondary.value,
    Tone.X: discord.ButtonStyle.primary.value,
    Tone.O: discord.ButtonStyle.danger.value,
    Tone.GOOD: discord.ButtonStyle.success.value,
    Tone.BAD: discord.ButtonStyle.danger.value,
}


class Buttons(discord.ui.View):
    """The buttons of a message, as Discord takes them: an object for each would cost as much as drawing the board.

    The view is stopped, so discord.py keeps nothing of it in memory.
    """

    def __init__(self, draft: Draft) -> None:
        super().__init__(timeout=None)
        menus = [_row([_menu(menu)]) for menu in draft.menus]
        self._components = menus + [_row([_component(button) for button in row]) for row in draft.rows]
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """Return the rows: components/reference.mdx, Action Row."""
        return self._components


def _row(components: list[dict[str, Any]]) -> dict[str, Any]:
    return {"type": 1, "components": components}


def _menu(menu: Menu | MemberMenu) -> dict[str, Any]:
    """Return a select: components/reference.mdx, String Select and User Select."""
    asked = {"custom_id": menu.custom_id, "placeholder": menu.label}
    if isinstance(menu, MemberMenu):
        if menu.chosen is None:  # default_values may not be empty: one is the least that can be chosen
            return {"type": 5, **asked}
        return {"type": 5, "default_values": [{"id": str(menu.chosen), "type": "user"}], **asked}
    return {"type": 3, "options": [_option(option) for option in menu.options], **asked}


def _option(option: Option) -> dict[str, Any]:
    described = {} if option.description is None else {"description": option.description}
    return {"label": option.label, "value": option.value, "default": option.is_chosen, **described}


def _component(button: Button) -> dict[str, Any]:
    if button.url:
        return {"type": 2, "style": discord.ButtonStyle.link.value, "label": button.label, "url": button.url}
    if button.emoji:
        return _with_emoji(button, button.emoji)
    return {
        "type": 2,
        "style": STYLES[button.tone],
        "label": button.label,
        "custom_id": button.custom_id,
        "disabled": button.disabled,
    }


def _with_emoji(button: Button, emoji: str) -> dict[str, Any]:
    shown = _component(button._replace(emoji=None)) | {"emoji": {"name": emoji}}
    if not button.label:
        del shown["label"]
    return shown


def pings(draft: Draft) -> discord.AllowedMentions:
    """Return whom a message pings."""
    users = [discord.Object(user) for user in draft.pings]
    return discord.AllowedMentions(everyone=False, roles=False, users=users, replied_user=False)


def edited(draft: Draft, attached: Sequence[discord.File] = ()) -> dict[str, Any]:
    """Return a message as the edit of an older one, with its picture if that could be drawn, and no older one."""
    return {
        "content": said(draft, attached),
        "view": Buttons(draft),
        "attachments": attached,
        "allowed_mentions": discord.AllowedMentions.none(),
    }


def said(draft: Draft, attached: Sequence[discord.File]) -> str:
    """Return the content of a message, beside its picture if that could be drawn."""
    return draft.beside_picture if attached and draft.beside_picture is not None else draft.content


def files(draft: Draft, png: bytes | None) -> list[discord.File]:
    """Return the picture of a message as its attachment, with a description."""
    if draft.pictured is None or png is None:
        return []
    return [discord.File(io.BytesIO(png), "board.png", description=_described(draft.pictured))]


def _described(game: Game) -> str:
    tr = translator(game.locale)
    return spoken.description(tr, game.board, records.spoken(tr, game))


def modal(form: Form) -> discord.ui.Modal:
    """Return a form as Discord takes it."""
    shown = discord.ui.Modal(title=form.title, custom_id=form.custom_id)
    for field in form.fields:
        shown.add_item(_label(field))
    shown.stop()  # else discord.py would keep it for a quarter of an hour, only to call its empty on_submit
    return shown


def _label(field: Menu | TextField) -> discord.ui.Label[Any]:
    if isinstance(field, Menu):
        options = [discord.SelectOption(**_option(option)) for option in field.options]
        chosen = discord.ui.Select[Any](custom_id=field.custom_id, options=options, required=False)
        return discord.ui.Label(text=field.label, component=chosen)
    typed = discord.ui.TextInput[Any](
        placeholder=field.example,
        custom_id=field.custom_id,
        max_length=field.limit,
        default=field.value,
        required=field.required,
    )
    return discord.ui.Label(text=field.label, description=field.description, component=typed)
