"""What a server prefers, as its members see it."""

from typing import Any

import discord
import pytest

from bot.database.errors import StoreFailed
from bot.game.clock import PACES, Pace
from bot.interactions.tree import settings
from bot.messages.translator import LANGUAGES
from engine import Rules
from tests.e2e.club import Club, answer, refused, seen

SHOWN = """**Server settings**
Board language: as set on Discord, otherwise the language of the player who starts the game (default)
Board size of new games: 3×3, 3 in a row (default)
Time per move in new games between people: no limit (default)
Ratings: on (default)
Threads: on (default)
Boards: updated in the same message (default)
Who can end an idle game: anyone (default)"""


@pytest.fixture
def chief(club: Club) -> Any:
    """Somebody who may manage the server."""
    return club.member("chief", manage_guild=True)


async def test_show_lists_every_setting_with_its_default(club: Club, chief: Any) -> None:
    answer = await club.configure(chief)
    assert (answer.private, answer.text) == (True, SHOWN)


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("language", "de", "Board language: Deutsch"),
        ("size", "7x6x5", "Board size of new games: 7×6, 5 in a row"),
        ("pace", "1 day", "Time per move in new games between people: 1 day a move"),
        ("is_rated", "off", "Ratings: off (new games aren't rated)"),
        ("has_threads", "off", "Threads: off (games are played in the channel)"),
        ("boards", "anew", "Boards: posted again after every move"),
        ("end", "moderators", "Who can end an idle game: moderators (members with Manage Messages)"),
    ],
)
async def test_a_change_is_told_and_kept(name: str, value: str, line: str, club: Club, chief: Any) -> None:
    changed = await club.configure(chief, **{name: value})
    assert changed.text.startswith("**Saved.**")
    assert line in changed.text.splitlines()
    await club.restart()
    assert line in (await club.configure(chief)).text.splitlines()


async def test_only_who_may_manage_the_server_sees_and_changes_them(club: Club, chief: Any) -> None:
    words = "You need the **Manage Server** permission for that."
    for part in ("pick", "season", "form"):
        planted = await club.planted(f"ttt:server:{part}")
        await refused(club, lambda c, part=part, on=planted: c.press(c.ann, f"ttt:server:{part}", on), words)
    for part, value in (("pace", "1 day"), ("size", "5x5x4"), ("language", "de"), ("is_rated", "off")):
        menu = await club.planted_menu(f"ttt:server:{part}", value)
        await refused(
            club,
            lambda c, part=part, value=value, on=menu: c.choose(c.ann, f"ttt:server:{part}", value, seen(on)),
            words,
        )
    assert (await club.configure(chief)).text == SHOWN


async def test_direct_messages_have_no_settings(club: Club) -> None:
    command = settings()
    assert command.allowed_contexts
    assert (command.allowed_contexts.guild, command.allowed_contexts.dm_channel) == (True, False)
    assert command.default_permissions == discord.Permissions(manage_guild=True)


async def test_every_language_is_offered_by_its_own_name(club: Club, chief: Any) -> None:
    panel = await club.choose(chief, "ttt:server:pick", "language", await club.configure(chief))
    assert panel.message
    named = [
        option.label
        for row in panel.message.components[2:]
        if isinstance(row, discord.ActionRow)
        for menu in row.children
        if isinstance(menu, discord.SelectMenu)
        for option in menu.options
    ]
    assert len(named) == 1 + len(LANGUAGES)
    assert {"Türkçe", "简体中文", "繁體中文"} < set(named)


async def test_a_language_may_be_given_back_to_discords_settings(club: Club, chief: Any) -> None:
    panel = await club.choose(chief, "ttt:server:pick", "language", await club.configure(chief))
    panel = await club.choose(chief, "ttt:server:language", "tr", panel)
    assert "Board language: Türkçe" in panel.text
    panel = await club.choose(chief, "ttt:server:language", "discord", panel)
    assert panel.text.endswith(SHOWN.partition("\n")[2])


async def test_any_size_can_be_typed(club: Club, chief: Any) -> None:
    panel = await club.choose(chief, "ttt:server:pick", "size", await club.configure(chief))
    form = await chief.click(panel.message, label="Another size…")
    saved = answer(await chief.submit_modal(form, {"m": "7", "n": "6", "k": "4"}))
    assert "Board size of new games: 7×6, 4 in a row" in saved.text.splitlines()
    assert "7×6, 4 in a row" in (await club.slash(club.ann, "new")).text
    await club.choose(chief, "ttt:server:size", "3x3x3", saved)
    assert (await club.configure(chief)).text == SHOWN


async def test_games_begin_on_the_servers_board(club: Club, chief: Any) -> None:
    await club.configure(chief, size="7x6x5")
    assert "7×6, 5 in a row" in (await club.slash(club.ann, "new")).text
    help_ = await club.slash(club.ann, "help")
    await club.click(club.ann, "Play the computer", help_.message)
    assert (await club.game()).rules == Rules(7, 6, 5)
    await club.slash(club.ann, "end")
    await club.slash(club.ann, "new", m=4, ai="easy")
    assert (await club.game()).rules == Rules(4, 4, 4)
    await club.configure(chief, size="3x3x3")
    await club.slash(club.ann, "end")
    await club.slash(club.ann, "new", ai="easy")
    assert (await club.game()).rules == Rules(3, 3, 3)


async def test_games_between_people_have_the_servers_pace_unless_they_say_another(club: Club, chief: Any) -> None:
    await club.configure(chief, pace="1 day")
    paces = []
    for options in ({}, {"pace": "1 hour"}, {"pace": "none"}):
        await club.slash(club.ann, "new", opponent=club.bob, **options)
        await club.click(club.bob, "Accept")
        paces.append((await club.game()).clock)
        await club.resign(club.ann)
    assert [clock and clock.pace for clock in paces] == [PACES[Pace.DAY], PACES[Pace.HOUR], None]
    menu = await club.slash(club.ann, "new")
    await club.click(club.ann, "Find an opponent", menu.message)
    await club.click(club.bob, "Join")
    clock = (await club.game()).clock
    assert clock
    assert clock.pace == PACES[Pace.DAY]


async def test_alone_against_the_computer_there_is_no_clock(club: Club, chief: Any) -> None:
    await club.configure(chief, pace="1 hour")
    await club.slash(club.ann, "new", ai="easy")
    assert (await club.game()).clock is None


async def test_boards_are_posted_anew_where_the_server_wants_that(club: Club, chief: Any) -> None:
    await club.configure(chief, boards="anew")
    await club.duel()
    old = club.newest
    await club.tap(club.ann, 1, 1)
    assert club.newest.id != old.id
    assert club.pinged() == [club.bob.id]
    assert (await club.message(old.id)).components == []
    await club.configure(chief, boards="in place")
    old = club.newest
    await club.tap(club.bob, 0, 0)
    assert club.newest.id == old.id


async def test_where_moderators_end_games_the_refusals_say_so(club: Club, chief: Any) -> None:
    await club.configure(chief, end="moderators")
    await club.duel()
    await club.env.advance_time(3 * 24 * 3600)
    only = "Only the players and members with the **Manage Messages** permission can end this game now."
    await refused(club, lambda c: c.slash(c.cy, "end"), only, whole=True)
    busy = (
        "The players of the game here, and members with the **Manage Messages** permission, can end it with `/ttt end`."
    )
    await refused(club, lambda c: c.slash(c.cy, "new", opponent=c.bob), busy)
    moderator = club.member("moderator", manage_messages=True)
    assert "ended the game" in (await club.slash(moderator, "end")).text


async def test_a_database_that_fails_is_told(club: Club, chief: Any, caplog: pytest.LogCaptureFixture) -> None:
    panel = await club.choose(chief, "ttt:server:pick", "is_rated", await club.configure(chief))
    club.forgiven.append(StoreFailed)
    await club.store.close()
    told = await club.choose(chief, "ttt:server:is_rated", "off", panel)
    caplog.get_records("call").clear()
    assert "The game database isn't responding" in told.text
