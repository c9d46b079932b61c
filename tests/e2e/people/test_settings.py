"""The settings of a server, as its members see them."""

from typing import Any

import discord

from bot.game.clocks import PACES, Pace
from bot.messages.translator import LANGUAGES
from engine import Rules
from tests.e2e.club import Answer, Club, refused

SHOWN = """**Server settings**
Board language: automatic
Board size for new games: 3×3, 3 in a row
Time per move in new games between people: no limit
Ratings: on
Threads: allowed
Boards: updated in the same message
Who can end an idle game: anyone"""

CHANGES = [
    ("language", "de", "Board language: **Deutsch**"),
    ("size", "7x6x5", "Board size for new games: **7×6, 5 in a row**"),
    ("pace", "1 day", "Time per move in new games between people: **1 day a move**"),
    ("is_rated", "off", "Ratings: **off (new games aren't rated)**"),
    ("has_threads", "off", "Threads: **off (games are played in the channel)**"),
    ("boards", "anew", "Boards: **posted again after every move**"),
    ("end", "moderators", "Who can end an idle game: **moderators (members with Manage Messages)**"),
]


async def picked(club: Club, chief: Any, setting: str) -> Answer:
    """Return the panel with the values of a setting."""
    return await club.choose(chief, "ttt:server:pick", setting, await club.configure(chief))


async def test_every_setting_is_listed_changed_and_kept(club: Club, chief: Any) -> None:
    panel = await club.configure(chief)
    assert (panel.private, panel.text) == (True, SHOWN)
    for name, value, line in CHANGES:
        panel = await club.configure(chief, **{name: value})
        assert panel.text.startswith("**Saved.**")
        assert line in panel.text.splitlines()
    await club.restart()
    assert (await club.configure(chief)).text.splitlines()[1:] == [line for _, _, line in CHANGES]


async def test_only_managers_see_and_change_the_settings(club: Club, chief: Any) -> None:
    words = "You need the **Manage Server** permission for that."
    for part in ("pick", "season", "form"):
        planted = await club.planted(f"ttt:server:{part}")
        await refused(club, club.press(club.ann, f"ttt:server:{part}", planted), words)
    for part, value in (("pace", "1 day"), ("size", "5x5x4"), ("language", "de"), ("is_rated", "off")):
        options = [discord.SelectOption(label=value)]
        menu = await club.planted(discord.ui.Select(custom_id=f"ttt:server:{part}", options=options))
        await refused(club, club.choose(club.ann, f"ttt:server:{part}", value, menu), words)
    assert (await club.configure(chief)).text == SHOWN


async def test_languages_are_offered_by_their_own_names(club: Club, chief: Any) -> None:
    panel = await picked(club, chief, "language")
    rows = panel.result.response.components[2:]
    labels = [option["label"] for row in rows for menu in row["components"] for option in menu.get("options", ())]
    assert len(labels) == 1 + len(LANGUAGES)
    assert {"Türkçe", "简体中文", "繁體中文"} < set(labels)
    panel = await club.choose(chief, "ttt:server:language", "tr", panel)
    assert "Board language: **Türkçe**" in panel.text
    panel = await club.choose(chief, "ttt:server:language", "discord", panel)
    assert panel.text.endswith(SHOWN.partition("\n")[2])


async def test_new_games_have_the_size_that_a_manager_typed(club: Club, chief: Any) -> None:
    form = await club.form(chief, "Another size…", await picked(club, chief, "size"))
    panel = club.answer(await chief.submit_modal(form, {"m": "7", "n": "6", "k": "4"}))
    assert "Board size for new games: **7×6, 4 in a row**" in panel.text.splitlines()
    assert "7×6, 4 in a row" in (await club.slash(club.ann, "new")).text
    await club.click(club.ann, "Play the computer", await club.slash(club.ann, "help"))
    assert (await club.game()).rules == Rules(7, 6, 4)
    await club.slash(club.ann, "end")
    await club.slash(club.ann, "new", m=4, ai="easy")
    assert (await club.game()).rules == Rules(4, 4, 4)
    await club.slash(club.ann, "end")
    await club.choose(chief, "ttt:server:size", "3x3x3", panel)
    assert (await club.configure(chief)).text == SHOWN
    await club.slash(club.ann, "new", ai="easy")
    assert (await club.game()).rules == Rules(3, 3, 3)


async def test_games_between_people_have_the_servers_pace_by_default(club: Club, chief: Any) -> None:
    await club.configure(chief, pace="1 day")
    paces = []
    for options in ({}, {"pace": "1 hour"}, {"pace": "none"}):
        await club.duel(**options)
        paces.append((await club.game()).clock)
        await club.resign(club.ann)
    await club.click(club.ann, "Find an opponent", await club.slash(club.ann, "new"))
    await club.click(club.bob, "Join")
    paces.append((await club.game()).clock)
    await club.resign(club.ann)
    await club.slash(club.ann, "new", ai="easy")
    paces.append((await club.game()).clock)
    day, hour = PACES[Pace.DAY], PACES[Pace.HOUR]
    assert [clock and clock.pace for clock in paces] == [day, hour, None, day, None]


async def test_a_server_can_have_every_board_in_a_new_message(club: Club, chief: Any) -> None:
    await club.configure(chief, boards="anew")
    old = await club.duel()
    await club.tap(club.ann, 1, 1)
    assert club.newest != old.message
    assert club.pinged() == [club.bob.id]
    assert club.now(old).buttons == []
    await club.configure(chief, boards="in place")
    old = club.shown
    await club.tap(club.bob, 0, 0)
    assert club.newest == old.message


async def test_refusals_say_that_only_moderators_end_games(club: Club, chief: Any) -> None:
    await club.configure(chief, end="moderators")
    await club.duel()
    await club.env.advance_time(3 * 24 * 3600)
    only = "Right now, only the players, or members with the **Manage Messages** permission, can end this game."
    await refused(club, club.slash(club.cy, "end"), only, whole=True)
    busy = "Only the players, or members with the **Manage Messages** permission, can end the game with `/ttt end`."
    await refused(club, club.slash(club.cy, "new", opponent=club.bob), busy)
    await club.slash(club.ann, "move", i=0, j=0)
    await club.slash(club.bob, "move", i=0, j=1)
    only = "Only members with the **Manage Messages** permission can end this game now."
    await refused(club, club.slash(club.cy, "new", opponent=club.bob), only)
