"""Games in threads of their own, as people meet them in a simulated server."""

from typing import Any

import pytest

from tests.e2e.club import Club, buttons, refused
from tests.e2e.processes.real import until

IN_THREAD = "Play in a thread"


def threads(club: Club) -> list[Any]:
    return list(club.channel.threads)


def boards(thread: Any) -> list[str]:
    """Return what the bot has written in a thread; the first message only refers to the one it started from."""
    return [message.content for message in thread.history() if message.content]


async def begun(club: Club, **options: Any) -> Any:
    """Ann starts a game against the computer in a thread; return the thread."""
    await club.slash(club.ann, "new", ai="easy", thread=True, **options)
    [thread] = threads(club)
    return thread


async def duel(club: Club) -> Any:
    await club.slash(club.ann, "new", opponent=club.bob, thread=True)
    await club.click(club.bob, "Accept")
    [thread] = threads(club)
    return thread


async def test_a_game_against_the_computer_gets_a_thread(club: Club) -> None:
    thread = await begun(club)
    assert thread.name == "ann vs the computer · 3×3, 3 in a row"
    announced = await club.message(thread.id)
    assert announced.content == f"<@{club.ann.id}> is playing the computer in a thread · 3×3, 3 in a row."
    [board] = boards(thread)
    assert board.startswith(f"**X** <@{club.ann.id}> vs **O** the computer (easy)")


async def test_the_first_board_pings_its_players_and_nobody_else(club: Club) -> None:
    await duel(club)
    [sent] = [entry for entry in club.env.http_requests if entry.path.endswith("/messages") and entry.method == "POST"]
    body: Any = sent.json
    assert body["allowed_mentions"] == {"parse": [], "users": [club.ann.id, club.bob.id]}


@pytest.mark.parametrize(("who", "label"), [("cy", "Join"), ("ann", "Play the computer")])
async def test_so_does_an_open_one(club: Club, who: str, label: str) -> None:
    await club.slash(club.ann, "new", thread=True)
    await club.click(getattr(club, who), label)
    [thread] = threads(club)
    assert len(boards(thread)) == 1
    assert thread.name == ("ann vs cy · 3×3, 3 in a row" if who == "cy" else "ann vs the computer · 3×3, 3 in a row")


async def test_it_is_played_in_the_thread_while_the_channel_is_free(club: Club) -> None:
    thread = await duel(club)
    await club.slash(club.ann, "new", ai="easy")
    for n, (i, j) in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)]):
        await club.slash((club.ann, club.bob)[n % 2], "move", where=thread, i=i, j=j)
    last = await club.slash(club.ann, "move", where=thread, i=0, j=2)
    assert f"Player 1 won: **<@{club.ann.id}>** (X), 3 in a row. 🏆" in last.text
    told = club.newest.content
    header, outcome = told.split("\n")
    assert header == f"**X** <@{club.ann.id}> vs **O** <@{club.bob.id}> · 3×3, 3 in a row"
    assert outcome.startswith(f"Player 1 won: **<@{club.ann.id}>** (X), 3 in a row. 🏆 https://discord.com/channels/")
    assert f"/{thread.id}/" in outcome


async def test_the_channel_is_told_too_when_time_ends_the_game(club: Club) -> None:
    await club.slash(club.ann, "new", opponent=club.bob, thread=True, pace="5 minutes")
    await club.click(club.bob, "Accept")
    [thread] = threads(club)
    await club.slash(club.ann, "move", where=thread, i=0, j=0)
    await club.slash(club.bob, "move", where=thread, i=1, j=1)
    for _ in range(8):
        await club.sweep()
        await club.env.advance_time(60)
    await until(lambda: "ran out of time" in club.newest.content)
    assert (
        f"Player 2 won: **<@{club.bob.id}>** (O). <@{club.ann.id}> ran out of time. 🏆 https://" in club.newest.content
    )


# -- a busy channel


async def test_a_busy_channel_offers_a_thread(club: Club) -> None:
    await club.duel()
    dora = club.member("dora")
    busy = await club.slash(club.cy, "new", m=4, opponent=dora)
    assert "You can start a game of your own in a thread." in busy.text
    assert busy.buttons == [IN_THREAD]
    await club.click(club.cy, IN_THREAD, busy.message)
    await club.click(dora, "Accept")
    [thread] = threads(club)
    assert thread.name == "cy vs dora · 4×4, 4 in a row"


async def test_a_challenge_can_be_accepted_in_a_thread_where_its_channel_is_busy_meanwhile(club: Club) -> None:
    offered = await club.slash(club.ann, "new", opponent=club.bob)
    await club.duel_of(club.cy, club.member("dora"))
    busy = await club.click(club.bob, "Accept", offered.message)
    assert busy.buttons == [IN_THREAD]
    await club.click(club.bob, IN_THREAD, busy.message)
    [thread] = threads(club)
    assert offered.message
    assert thread.id == offered.message.id
    assert (await club.message(thread.id)).content == f"<@{club.bob.id}> accepted."
    assert len(boards(thread)) == 1


async def test_whoever_plays_here_can_play_another_game_in_a_thread(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    mine = await club.slash(club.ann, "new", ai="classic")
    assert mine.buttons == ["Go to the game", "End it, start new", IN_THREAD]
    await club.click(club.ann, IN_THREAD, mine.message)
    assert len(threads(club)) == 1
    assert (await club.store.live_games()) == 2


@pytest.mark.parametrize(
    ("asked", "begun"), [({}, "1 day a move"), ({"pace": "none"}, ""), ({"pace": "1 hour"}, "1 hour a move")]
)
async def test_a_game_in_a_thread_has_the_pace_that_was_asked_for(
    club: Club, asked: dict[str, str], begun: str
) -> None:
    await club.configure(club.member("chief", manage_guild=True), pace="1 day")
    await club.duel_of(club.ann, club.member("dora"))
    busy = await club.slash(club.bob, "new", opponent=club.cy, **asked)
    offered = await club.click(club.bob, IN_THREAD, busy.message)
    assert begun in offered.text
    assert ("a move" in offered.text) == bool(begun)


# -- in a thread


async def test_in_a_thread_one_plays_in_it(club: Club) -> None:
    thread = await club.thread("games")
    await club.slash(club.ann, "new", where=thread, ai="easy", thread=True)
    assert len(threads(club)) == 1
    assert len(boards(thread)) == 1
    busy = await club.slash(club.ann, "new", where=thread, ai="easy", thread=True)
    assert busy.buttons == ["Go to the game", "End it, start new"]


async def test_a_rematch_stays_in_the_thread_and_its_result_is_told_as_well(club: Club) -> None:
    thread = await duel(club)
    await club.slash(club.ann, "resign", where=thread)
    question = thread.history(viewer=club.ann)[-1]
    await club.click(club.ann, "Resign", question)
    assert "resigned." in club.newest.content
    card = next(message for message in thread.history() if "Rematch" in [b.label for b in buttons(message)])
    again = await club.click(club.bob, "Rematch", card)
    await club.click(club.ann, "Accept", again.message)
    await club.slash(club.bob, "end", where=thread)
    assert "ended the game. No result." in club.newest.content
    assert len(threads(club)) == 1


# -- refused


async def test_outside_of_servers_there_are_none(club: Club) -> None:
    answer = await club.slash(club.other_user(), "new", ai="easy", thread=True)
    assert (
        answer.text
        == "I can create a thread only in a server where this bot is installed. To play here, leave `thread` out."
    )


async def test_a_server_can_turn_them_off(club: Club) -> None:
    chief = club.member("chief", manage_guild=True)
    shown = await club.configure(chief)
    assert "Threads: on (default)" in shown.text
    saved = await club.configure(chief, has_threads="off")
    assert "Threads: off (games are played in the channel)" in saved.text
    await refused(
        club,
        lambda club: club.slash(club.ann, "new", ai="easy", thread=True),
        "Games in threads are turned off in this server. To play in a channel, use `/ttt new` without `thread`.",
    )
    await club.duel()
    busy = await club.slash(club.cy, "new", opponent=club.member("dora"))
    assert busy.buttons == []
