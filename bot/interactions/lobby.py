"""Starts games, closes expired challenges, and handles the menu of a new game, whose custom_ids hold the choices."""

from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias

import discord

from bot.clockwork import for_each
from bot.game.errors import (
    AlreadyOffered,
    AlreadyPlaying,
    BadOpponent,
    ChannelBusy,
    NoSuchChallenge,
    NotYourChallenge,
    OutOfDate,
    WhyNotOpponent,
)
from bot.game.games import Format, Level, Place, UserId
from bot.game.lobby import Challenge, ChallengeAction, Terms
from bot.interactions import boards, threads
from bot.interactions.answers import NOT_DELIVERED, in_time
from bot.interactions.requests import Request, Services
from bot.messages import forms, lobby, preferences
from bot.messages.boards import end_question
from bot.messages.custom_ids import ChallengePress, EndPress, NewAction, NewPress, user_id
from bot.messages.drafts import Draft
from bot.messages.lobby import Opponents
from bot.messages.translator import translator

NewHandler: TypeAlias = Callable[[Request, Terms], Awaitable[None]]


async def open_menu(request: Request) -> None:
    """Answer `/tictactoe`, or `/ttt new` without options, with the menu."""
    await show(request, Terms(Format((await request.server_settings()).rules())))


async def start(request: Request, terms: Terms) -> None:
    """Start a game, or challenge a user, in a new message, and close the menu or question that was pressed.

    If requested in a thread, the game is played there.
    """
    if isinstance(request.interaction.channel, discord.Thread):  # or a forum post; a thread has no threads
        terms = replace(terms, thread=False)
    if terms.thread and terms.level is not None:
        await threads.start(request, terms)
        return
    if terms.thread:
        await threads.check(request)
        threads.check_requester(request)
    request.check_may_write()
    if terms.opponent is not None:  # checked by Discord when it was chosen
        level, other = _opponent(request, terms.opponent, is_bot=False, is_member=True)
        terms = replace(terms, level=terms.level or level, opponent=other)
    elif possible_opponents(request) is Opponents.COMPUTER:
        terms = replace(terms, level=terms.level or Level.CLASSIC, together=False)
    with offering_to_end(request, terms):
        locale = (await request.public_tr()).locale
        target = request.target._replace(place=await _place(request))
        try:
            result = await request.core.lobby.new(target, terms.with_format(locale=locale))
        except AlreadyOffered as already:
            met = already.challenge
            if met.offer.author == request.user:
                raise
            await threads.begin_in_thread(request, ChallengePress(met.id, ChallengeAction.ACCEPT, thread=True))
            return
    pressed = request.pressed
    if isinstance(pressed, EndPress) or (isinstance(pressed, NewPress) and pressed.action is not NewAction.PLAY):
        await boards.close_and_send(request, lobby.closed_menu(request.tr, result), result)
    else:
        await boards.send(request, result)


async def challenge(request: Request, other: discord.User | discord.Member) -> None:
    """Challenge a user to a game with the server's settings. The bot itself plays at once."""
    level, person = opponent(request, other)
    rules = (await request.server_settings()).rules()
    await start(request, await with_server_pace(request, Terms(Format(rules), level, person)))


async def challenge_again(request: Request, pressed: ChallengePress) -> None:
    """Repeat a challenge that was declined or has expired, as either of its players.

    Raises NoSuchChallenge, NotYourChallenge, BadOpponent.
    """
    closed = await request.core.store.lobby.challenge(pressed.challenge)
    if closed is None or closed.offer.place.channel != request.place.channel or closed.is_deleted:
        raise NoSuchChallenge
    terms = closed.offer.again(request.user)
    if terms is None:
        raise NotYourChallenge(closed, pressed.action, request.user)
    await _check_opponent(request, terms)
    await start(request, terms)
    if closed.message:
        request.remove_buttons({closed.message: None})


async def with_server_pace(request: Request, terms: Terms) -> Terms:
    """Return the terms, with the server's pace for a game between people if the user chose none."""
    pace = (await request.server_settings()).pace
    return terms.with_format(pace=pace.time) if pace and terms.level is None and terms.format.pace is None else terms


@contextmanager
def offering_to_end(request: Request, terms: Terms | None = None) -> Generator[None]:
    """Turn ChannelBusy into AlreadyPlaying if the live game is the requester's own. terms are the refused game's."""
    try:
        yield
    except ChannelBusy as busy:
        if request.user not in busy.game.humans:
            raise ChannelBusy(busy.game, terms) from busy
        why_not_end = request.core.games.stop_refusal(busy.game, request.user, moderates=False)
        raise AlreadyPlaying(busy.game, request.user, why_not_end, terms) from busy


async def end_and_start(request: Request, pressed: EndPress) -> None:
    """End the user's own game, if it is confirmed, and start the game that it prevented; else ask."""
    then = pressed.then
    if isinstance(then, ChallengePress) and not then.action.starts_game:  # no message of the bot has such a button
        raise OutOfDate
    if not pressed.is_confirmed:
        game = await request.core.games.past_game(request.target)
        if not (game.is_new or game.result):
            question = end_question(request.tr, game, str(replace(pressed, is_confirmed=True)))
            await request.answer.redraw(question)
            return
    if isinstance(then, NewPress):
        await _check_opponent(request, then.terms)
        await start(request, then.terms)
        return
    request.check_may_write()
    update = await request.core.lobby.accept(request.target, then.challenge, then.action)
    await boards.close_and_send(request, lobby.accepted(request.tr, update, then.action), update)
    answered = await request.core.store.lobby.challenge(then.challenge)
    if answered and answered.message:
        tr = translator(update.game.locale)
        request.close_question(answered.message, Draft(lobby.accepted(tr, update, then.action)))


async def show(request: Request, terms: Terms) -> None:
    """Open the menu in an ephemeral message."""
    await request.answer.show_privately(await _menu(request, terms))


async def _menu(request: Request, terms: Terms) -> Draft:
    last = await request.core.store.lobby.last_rules(request.user)
    return lobby.menu(request.tr, _with_level(terms), last, possible_opponents(request))


def _with_level(terms: Terms) -> Terms:
    """Return the terms for the menu, which always has a level of the computer."""
    return replace(terms, level=terms.level or Level.CLASSIC, opponent=None)


async def press(request: Request, pressed: NewPress) -> None:
    """Handle a press that starts a game, or changes its terms."""
    if pressed.action in (NewAction.START, NewAction.PLAY):
        await _check_opponent(request, pressed.terms)
    await _NEW[pressed.action](request, pressed.terms)


async def submit(request: Request, pressed: NewPress, filled: Mapping[str, str]) -> None:
    """Change the size in the menu to the size in the form."""
    await _redraw(request, pressed.terms.with_format(rules=forms.rules_of(filled)))


def opponent(request: Request, user: discord.User | discord.Member) -> tuple[Level | None, UserId | None]:
    """Return the computer's level if the user is the bot itself, else the user to challenge. Raises BadOpponent."""
    is_member = isinstance(user, discord.Member)
    permissions = user.resolved_permissions if isinstance(user, discord.Member) else None
    return _opponent(request, user.id, is_bot=user.bot, is_member=is_member, permissions=permissions)


def _opponent(
    request: Request, user: int, *, is_bot: bool, is_member: bool, permissions: discord.Permissions | None = None
) -> tuple[Level | None, UserId | None]:
    bot = request.interaction.client.user
    if bot and user == bot.id:
        return Level.CLASSIC, None
    if is_bot:
        raise BadOpponent(WhyNotOpponent.BOT)
    if possible_opponents(request) is not Opponents.MEMBERS:
        raise BadOpponent(WhyNotOpponent.ELSEWHERE)
    if not is_member:
        raise BadOpponent(WhyNotOpponent.ABSENT)
    if permissions is not None and not permissions.view_channel:
        raise BadOpponent(WhyNotOpponent.KEPT_OUT)
    if permissions is not None and not request.may_use(permissions):
        raise BadOpponent(WhyNotOpponent.MUTED)
    return None, UserId(user)


async def _check_opponent(request: Request, terms: Terms) -> None:
    """Refuse an opponent in a button, if Discord says that it is a bot or not in the server. Raises BadOpponent."""
    server = request.interaction.guild
    if terms.opponent is None or server is None or not request.server_has_bot:
        return
    try:
        async with in_time():
            member = await server.fetch_member(terms.opponent)
    except discord.NotFound as absent:
        raise BadOpponent(WhyNotOpponent.ABSENT) from absent
    except NOT_DELIVERED:  # as when they were chosen
        return
    _opponent(request, member.id, is_bot=member.bot, is_member=True)


def possible_opponents(request: Request) -> Opponents:
    """Return the opponents that a user can have in this place."""
    if request.server_has_bot:
        return Opponents.MEMBERS
    is_alone = request.interaction.context.dm_channel or request.answers_are_private
    return Opponents.COMPUTER if is_alone else Opponents.ANYONE


async def _redraw(request: Request, terms: Terms) -> None:
    await request.answer.redraw(await _menu(request, terms))


async def _redraw_options(request: Request, terms: Terms) -> None:
    may_create = request.interaction.permissions.create_public_threads
    draft = lobby.options(request.tr, _with_level(terms), possible_opponents(request), has_threads=may_create)
    await request.answer.redraw(draft)


async def _choose_size(request: Request, terms: Terms) -> None:
    option = request.chosen
    if option == lobby.CUSTOM:
        await _open_form(request, terms)
    else:
        await _redraw(request, terms.with_format(rules=lobby.rules_in(option)))


async def _open_form(request: Request, terms: Terms) -> None:
    form = forms.size_form(request.tr, terms.format.rules, str(NewPress(NewAction.FORM, terms)))
    await request.answer.open_form(form)


async def _choose_opponent(request: Request, terms: Terms) -> None:
    level = preferences.option_in(lobby.OPPONENTS, request.chosen)
    await _redraw(request, replace(terms, level=level, opponent=None))


async def _choose_member(request: Request, terms: Terms) -> None:
    data: Any = request.interaction.data
    value, resolved = request.chosen, data.get("resolved", {})
    user = user_id(value)
    if user is None or value not in resolved.get("users", ()):
        raise OutOfDate
    if user == request.user:
        raise BadOpponent(WhyNotOpponent.SELF)
    is_bot, member = bool(resolved["users"][value].get("bot")), resolved.get("members", {}).get(value)
    known = member.get("permissions") if member else None
    permissions = None if known is None else discord.Permissions(int(known))
    level, other = _opponent(request, user, is_bot=is_bot, is_member=member is not None, permissions=permissions)
    await _start(request, replace(terms, level=level, opponent=other))


def _option(change: Callable[[Terms, str], Terms]) -> NewHandler:
    async def choose(request: Request, terms: Terms) -> None:
        await _redraw_options(request, change(terms, request.chosen))

    return choose


async def _place(request: Request) -> Place:
    """Return the place of a new game. If Discord doesn't say who owns the thread, its last game knows."""
    channel = request.interaction.channel
    if isinstance(channel, discord.Thread) and not channel.owner_id:
        last = await request.core.channels.latest_for(request.place.channel, None)
        return last.place if last else request.place
    return request.place


async def _start(request: Request, terms: Terms) -> None:
    await start(request, await with_server_pace(request, terms))


_NEW: Mapping[NewAction, NewHandler] = {
    NewAction.MENU: show,
    NewAction.SIZE: _choose_size,
    NewAction.FORM: _open_form,
    NewAction.AGAINST: _choose_opponent,
    NewAction.MEMBER: _choose_member,
    NewAction.FIRST: _option(lambda terms, chosen: replace(terms, first=preferences.option_in(lobby.FIRSTS, chosen))),
    NewAction.MAIN: _redraw,
    NewAction.OPTIONS: _redraw_options,
    NewAction.PACE: _option(lambda terms, chosen: terms.with_format(pace=preferences.option_in(lobby.PACES, chosen))),
    NewAction.SERIES: _option(
        lambda terms, chosen: terms.with_format(best_of=preferences.option_in(lobby.SERIES, chosen))
    ),
    NewAction.SWAP: _redraw_options,
    NewAction.THREAD: _redraw_options,
    NewAction.START: _start,
    NewAction.PLAY: start,
    NewAction.TOGETHER: start,
}


async def close_expired(services: Services) -> None:
    """Remove the buttons of challenges that have expired. Raises StoreFailed, SomeFailed."""
    await for_each(await services.core.lobby.expire(), partial(_close_expired, services))


async def _close_expired(services: Services, challenge: Challenge) -> None:
    if challenge.message is not None:
        services.old_messages.close_question(challenge.offer.place, challenge.message, lobby.challenge(challenge))
