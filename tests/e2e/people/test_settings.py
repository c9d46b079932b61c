"""What a server prefers, as its members see it."""

from typing import Any

import pytest

from bot.database.errors import StoreFailed
from bot.game.clock import PACES, Pace
from engine import Rules
from tests.e2e.club import Club, answer, refused

SHOWN = """**Settings of this server**
Language of boards: as set on Discord, or else of whoever starts a game (default)
Size of a new game: 3×3, 3 in a row (default)
Pace of new games between people: none (default)
Ratings: on (default)
Threads: on (default)
Boards: changed in place (default)
Who may end a game that rests: anyone (default)"""


@pytest.fixture
def chief(club: Club) -> Any:
    """Somebody who may manage the server."""
    return club.member("chief", manage_guild=True)


async def test_show_lists_every_setting_with_its_default(club: Club, chief: Any) -> None:
    answer = await club.slash(chief, "settings show")
    assert (answer.private, answer.text) == (True, SHOWN)


@pytest.mark.parametrize(
    ("command", "options", "line"),
    [
        ("language", {"value": "pl"}, "Language of boards: Polski"),
        ("size", {"m": 7, "n": 6, "k": 4}, "Size of a new game: 7×6, 4 in a row"),
        ("pace", {"value": "1 day"}, "Pace of new games between people: 1 day a move"),
        ("ratings", {"value": "off"}, "Ratings: off: new games don't count"),
        ("threads", {"value": "off"}, "Threads: off: games are played in the channel"),
        ("boards", {"value": "anew"}, "Boards: posted anew after every move"),
        ("end", {"value": "moderators"}, "Who may end a game that rests: moderators: members who may manage messages"),
    ],
)
async def test_a_change_is_told_and_kept(
    command: str, options: dict[str, Any], line: str, club: Club, chief: Any
) -> None:
    changed = await club.slash(chief, f"settings {command}", **options)
    assert changed.private
    assert line in changed.text.splitlines()
    await club.restart()
    assert line in (await club.slash(chief, "settings show")).text.splitlines()


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("show", {}),
        ("language", {"value": "pl"}),
        ("size", {"m": 5}),
        ("pace", {"value": "1 day"}),
        ("ratings", {"value": "off"}),
        ("threads", {"value": "off"}),
        ("boards", {"value": "anew"}),
        ("end", {"value": "moderators"}),
    ],
)
async def test_only_who_may_manage_the_server_sees_and_changes_them(
    command: str, options: dict[str, Any], club: Club, chief: Any
) -> None:
    words = "You need the **Manage Server** permission for that."
    await refused(club, lambda c: c.slash(c.ann, f"settings {command}", **options), words, whole=True)
    assert (await club.slash(chief, "settings show")).text == SHOWN


async def test_direct_messages_have_no_settings(club: Club) -> None:
    dora = club.env.create_user("dora")
    assert (await club.slash(dora, "settings show")).text == "That works only in a server that has this bot."


async def test_languages_are_offered_by_their_own_names(club: Club, chief: Any) -> None:
    async def offered(typed: str) -> list[str]:
        return [
            choice["name"] for choice in await chief.autocomplete(club.channel, "ttt settings language", "value", typed)
        ]

    assert len(await offered("")) == 25
    assert await offered("turk") == ["Türkçe"]
    assert await offered("zh") == ["简体中文", "繁體中文"]
    assert await offered("Klingon") == []


async def test_a_language_may_be_typed_by_its_name_and_given_back_to_discords_settings(club: Club, chief: Any) -> None:
    assert "Language of boards: Türkçe" in (await club.slash(chief, "settings language", value="turkce")).text
    assert (await club.slash(chief, "settings language", value="discord")).text.endswith(SHOWN.partition("\n")[2])
    words = "I don't speak that language. Choose one of those that are offered while you type."
    await refused(club, lambda c: c.slash(chief, "settings language", value="Klingon"), words, whole=True)


async def test_games_begin_on_the_servers_board(club: Club, chief: Any) -> None:
    await club.slash(chief, "settings size", m=7, n=6, k=4)
    assert "7×6, 4 in a row" in (await club.slash(club.ann, "new")).text
    help_ = await club.slash(club.ann, "help")
    await club.click(club.ann, "Play the computer", help_.message)
    assert (await club.game()).rules == Rules(7, 6, 4)
    await club.slash(club.ann, "end")
    await club.slash(club.ann, "new", m=4, ai="easy")
    assert (await club.game()).rules == Rules(4, 4, 4)
    await club.slash(chief, "settings size")
    await club.slash(club.ann, "end")
    await club.slash(club.ann, "new", ai="easy")
    assert (await club.game()).rules == Rules(3, 3, 3)


async def test_games_between_people_have_the_servers_pace_unless_they_say_another(club: Club, chief: Any) -> None:
    await club.slash(chief, "settings pace", value="1 day")
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
    await club.slash(chief, "settings pace", value="1 hour")
    await club.slash(club.ann, "new", ai="easy")
    assert (await club.game()).clock is None


async def test_boards_are_posted_anew_where_the_server_wants_that(club: Club, chief: Any) -> None:
    await club.slash(chief, "settings boards", value="anew")
    await club.duel()
    old = club.newest
    await club.tap(club.ann, 1, 1)
    assert club.newest.id != old.id
    assert club.pinged() == [club.bob.id]
    assert (await club.message(old.id)).components == []
    await club.slash(chief, "settings boards", value="in place")
    old = club.newest
    await club.tap(club.bob, 0, 0)
    assert club.newest.id == old.id


async def test_where_moderators_end_games_the_refusals_say_so(club: Club, chief: Any) -> None:
    await club.slash(chief, "settings end", value="moderators")
    await club.slash(club.ann, "new", ai="easy")
    await club.env.advance_time(3 * 24 * 3600)
    only = "Only the players and members with the **Manage Messages** permission can end this game now."
    await refused(club, lambda c: c.slash(c.bob, "end"), only, whole=True)
    busy = "Its players and members with the **Manage Messages** permission can `/ttt end` it."
    await refused(club, lambda c: c.slash(c.bob, "new", ai="easy"), busy)
    moderator = club.member("moderator", manage_messages=True)
    assert "ended the game" in (await club.slash(moderator, "end")).text


async def test_a_database_that_fails_is_told(club: Club, chief: Any, caplog: pytest.LogCaptureFixture) -> None:
    club.forgiven.append(StoreFailed)
    await club.store.close()
    told = answer(await chief.slash(club.channel, "ttt settings ratings", value="off"))
    caplog.get_records("call").clear()
    assert "The game database isn't responding" in told.text
