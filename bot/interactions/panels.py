"""Opens and changes the panels of `/ttt me`, `/ttt-settings` and `/ttt help`, and the pages behind their buttons."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

import discord

from bot.game.errors import OutOfDate
from bot.game.games import UserId
from bot.game.preferences import Changes, parse_preferences, parse_setting
from bot.game.ratings import Leaderboard, Season
from bot.interactions import boards
from bot.interactions.requests import Request
from bot.messages import export, forms, lobby, panels, preferences, ratings
from bot.messages.custom_ids import (
    ForgetPress,
    GamesPress,
    HelpPress,
    PanelKind,
    PanelPart,
    PanelPress,
    SeasonPress,
    user_id,
)
from bot.messages.drafts import Draft
from bot.messages.games import active_games
from bot.messages.help import COMMANDS, Operator, Topic, help_rules, help_topic
from bot.messages.translator import ENGLISH

PanelHandler: TypeAlias = Callable[[Request, PanelPress], Awaitable[None]]

_PREFERENCES = {name: choice.names for name, choice in preferences.preferences(ENGLISH).items()}
_SETTINGS = {name: choice.names for name, choice in preferences.settings(ENGLISH).items()}


async def open_me(request: Request) -> None:
    """Answer with the user's panel."""
    preferences = await request.core.people.preferences(request.user)
    await request.answer.show_privately(panels.me(request.tr, preferences))


async def open_server(request: Request) -> None:
    """Answer with the server's panel."""
    settings = await request.core.servers.settings(request.managed_server())
    await request.answer.show_privately(panels.server(request.tr, settings))


async def press(request: Request, pressed: PanelPress | GamesPress | SeasonPress | ForgetPress | HelpPress) -> None:
    """Handle a press on a panel or on a page behind it, or a choice in one of its menus."""
    match pressed:
        case PanelPress(kind=PanelKind.ME):
            await _ME.get(pressed.part, _change_me)(request, pressed)
        case PanelPress():
            await _SERVER.get(pressed.part, _change_server)(request, pressed)
        case GamesPress(page):
            games = await request.core.games.active_games(request.user)
            await request.answer.redraw(active_games(request.tr, games, page))
        case SeasonPress(number):
            season = await request.core.ratings.begin_season(request.managed_server(), number, request.user)
            await boards.close(request, Draft(ratings.season_begun(request.tr, season)))
        case HelpPress(command):
            await _show_topic(request, command)
        case ForgetPress():
            await request.answer.acknowledge()  # a deletion may take long
            await request.core.privacy.forget(request.user)
            request.saved = True
            await request.answer.edit(Draft(export.deleted(request.tr)))


async def submit(request: Request, filled: Mapping[str, str]) -> None:
    """Save the size in the form as the size of the server's new games."""
    await _save_server(request, {"size": forms.rules_of(filled)}, "size")


async def show_record(request: Request, user: UserId) -> None:
    """Answer with a user's record in this place; the bot itself has none."""
    bot = request.interaction.client.user
    if bot and user == bot.id:
        await request.answer.tell(ratings.no_computer_record(request.tr))
        return
    stats = await request.core.store.ratings.stats(request.guild, user, request.user)
    await request.answer.send_with_names(ratings.stats(request.tr, stats), private=True)


async def leaderboard(request: Request, season: int | None) -> Leaderboard:
    """Return a server's leaderboard without those who have left. The answer is deferred before they are looked up.

    Raises NoSuchSeason.
    """
    guild, departed = request.guild, set[UserId]()
    ranking = Leaderboard(Season(1), [])
    if guild is not None:
        ranking = await request.core.ratings.top(guild, request.user, season)
    await request.answer.defer(private=not request.may_write)
    server = None if guild is None else request.interaction.client.get_guild(guild)
    while guild is not None and (
        left := await request.services.departed.among(server, [line.user for line in ranking.lines]) - departed
    ):
        departed |= left
        ranking = await request.core.ratings.top(guild, request.user, season, departed)
    return ranking


async def show_games(request: Request) -> None:
    """Answer with the user's games everywhere."""
    games = await request.core.games.active_games(request.user)
    await request.answer.show_privately(active_games(request.tr, games))


async def show_help(request: Request, command: int) -> None:
    """Answer with the rules. command is the id of `/ttt`."""
    application = request.interaction.client.application  # from the developer portal, read at login
    links = (application.privacy_policy_url, application.terms_of_service_url) if application else (None, None)
    operator = Operator(*links, request.services.contact)
    draft = help_rules(request.tr, (await request.server_settings()).rules(), command, operator)
    await request.answer.show_privately(draft)


async def _show_topic(request: Request, command: int) -> None:
    chosen = request.chosen
    if chosen not in COMMANDS:
        raise OutOfDate
    descriptions = request.services.describe(request.tr.locale)
    size = (await request.server_settings()).rules()
    await request.answer.redraw(help_topic(request.tr, Topic(chosen), descriptions, size, command))


async def _redraw_me(request: Request, pressed: PanelPress) -> None:
    picked = request.chosen if pressed.part == PanelPart.PICK else None
    preferences = await request.core.people.preferences(request.user)
    await request.answer.redraw(panels.me(request.tr, preferences, picked))


async def _change_me(request: Request, pressed: PanelPress) -> None:
    value = request.chosen
    if value not in _PREFERENCES.get(pressed.part, ()):
        raise OutOfDate
    saved = await request.core.people.prefer(request.user, parse_preferences({pressed.part: value}))
    request.saved = True
    await request.answer.redraw(panels.me(request.tr, saved, pressed.part, is_saved=True))


async def _pick_setting(request: Request, _: PanelPress) -> None:
    settings = await request.core.servers.settings(request.managed_server())
    await request.answer.redraw(panels.server(request.tr, settings, request.chosen))


async def _change_server(request: Request, pressed: PanelPress) -> None:
    value = request.chosen
    if pressed.part == "size":
        rules = lobby.rules_in(value)
        changes: Changes = {"size": None if rules == lobby.DEFAULT else rules}
    elif pressed.part == "language":
        changes = {"language": preferences.option_in(preferences.LOCALES, value)}
    elif value in _SETTINGS.get(pressed.part, ()):
        changes = parse_setting(pressed.part, value)
    else:
        raise OutOfDate
    await _save_server(request, changes, pressed.part)


async def _save_server(request: Request, changes: Changes, picked: str) -> None:
    saved = await request.core.servers.change(request.managed_server(), changes, request.user)
    request.saved = True
    await request.answer.redraw(panels.server(request.tr, saved, picked, is_saved=True))


async def _open_size_form(request: Request, pressed: PanelPress) -> None:
    settings = await request.core.servers.settings(request.managed_server())
    rules = settings.rules()
    form = replace(pressed, page=1000 * rules.m + rules.n)
    await request.answer.open_form(forms.size_form(request.tr, rules, str(form)))


async def _ask_for_season(request: Request, _pressed: PanelPress) -> None:
    *_, current = await request.core.store.ratings.seasons(request.managed_server())
    await request.answer.show_privately(ratings.season_question(request.tr, current))


async def _redraw_blocked(request: Request, pressed: PanelPress, note: str = "") -> None:
    users = await request.core.store.preferences.blocked_by(request.user)
    await request.answer.redraw(panels.blocked(request.tr, users, pressed.page, note))


async def _block(request: Request, pressed: PanelPress) -> None:
    data: Any = request.interaction.data
    value = request.chosen
    other, users = user_id(value), data.get("resolved", {}).get("users", {})
    if other is None or value not in users:
        raise OutOfDate
    is_bot = bool(users[value].get("bot"))
    await request.core.people.block(request.user, other, request.interaction.created_at, is_bot=is_bot)
    request.saved = True
    await _redraw_blocked(request, pressed, preferences.blocked(request.tr, other))


async def _unblock(request: Request, pressed: PanelPress) -> None:
    other = user_id(request.chosen)
    if other is None:
        raise OutOfDate
    await request.core.people.unblock(request.user, other)
    request.saved = True
    await _redraw_blocked(request, pressed, preferences.unblocked(request.tr, other))


async def _send_data(request: Request, _: PanelPress) -> None:
    interaction = request.interaction
    with request.core.privacy.exporting(request.user):
        await request.answer.defer()
        file = export.ExportFile(request.tr, request.user, interaction.created_at)
        async for part in request.core.privacy.export(request.user):
            await asyncio.to_thread(file.add, part)
        name, content = await asyncio.to_thread(file.finished)
        await request.answer.edit(Draft(export.exported(request.tr)), [discord.File(content, name)])


_ME: Mapping[str, PanelHandler] = {
    PanelPart.MAIN: _redraw_me,
    PanelPart.PICK: _redraw_me,
    PanelPart.GAMES: lambda request, _: show_games(request),
    PanelPart.RECORD: lambda request, _: show_record(request, request.user),
    PanelPart.BLOCKED: _redraw_blocked,
    PanelPart.BLOCK: _block,
    PanelPart.UNBLOCK: _unblock,
    PanelPart.DATA: _send_data,
    PanelPart.FORGET: lambda request, _: request.answer.show_privately(panels.forget_question(request.tr)),
}
_SERVER: Mapping[str, PanelHandler] = {
    PanelPart.PICK: _pick_setting,
    PanelPart.FORM: _open_size_form,
    PanelPart.SEASON: _ask_for_season,
}
