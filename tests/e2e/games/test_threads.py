"""Games in threads of their own, as people meet them in a simulated server."""

from typing import Any

import pytest

from bot.messages.lobby import isolated
from tests.e2e.club import Club, buttons, refused
from tests.e2e.processes.real import until

IN_THREAD = "Play in a thread"
ALONE = "Play the computer"


def only_thread(club: Club) -> Any:
    [thread] = club.channel.threads
    return thread


def boards(club: Club, thread: Any) -> list[str]:
    """Return the bot's messages in a thread, without the first, which only refers to the parent message."""
    return [club.named(message.content) for message in thread.history() if message.content]


async def duel(club: Club, **options: Any) -> Any:
    """Let Ann and Bob play in a thread, and return it."""
    await club.slash(club.ann, "new", opponent=club.bob, thread=True, **options)
    await club.click(club.bob, "Accept")
    return only_thread(club)


async def test_a_game_against_the_computer_gets_a_thread(club: Club) -> None:
    announced = await club.slash(club.ann, "new", ai="easy", thread=True)
    assert announced.text == "@ann is playing the computer in a thread · 3×3, 3 in a row."
    thread = only_thread(club)
    assert announced.message
    assert (thread.id, thread.name) == (
        announced.message.id,
        f"{isolated('ann')} vs {isolated('the computer')} · 3×3, 3 in a row",
    )
    [board] = boards(club, thread)
    assert board.startswith("**X** @ann vs **O** the computer (easy)")


async def test_an_open_challenge_that_the_computer_takes_gets_a_thread(club: Club) -> None:
    await club.slash(club.ann, "new", thread=True)
    await club.click(club.ann, "Play the computer")
    thread = only_thread(club)
    assert len(boards(club, thread)) == 1
    assert thread.name == f"{isolated('ann')} vs {isolated('the computer')} · 3×3, 3 in a row"


async def test_a_timeout_in_a_thread_is_announced_in_its_channel(club: Club) -> None:
    thread = await duel(club, pace="5 minutes")
    await club.slash(club.ann, "move", where=thread, i=0, j=0)
    await club.slash(club.bob, "move", where=thread, i=1, j=1)
    for _ in range(8):
        await club.sweep()
        await club.env.advance_time(60)
    await until(lambda: "ran out of time" in club.newest.content)
    assert "Player 2 won: **@bob** (O) 🏆 @ann ran out of time. https://" in club.shown.text


# -- a busy channel


@pytest.mark.parametrize(
    ("options", "words"),
    [({}, "1 day a move"), ({"pace": "none", "m": 4}, "4×4, 4 in a row"), ({"pace": "1 hour"}, "1 hour a move")],
)
async def test_a_busy_channel_offers_a_thread_for_the_same_game(
    club: Club, chief: Any, options: dict[str, Any], words: str
) -> None:
    await club.configure(chief, pace="1 day")
    await club.duel_of(club.ann, club.member("dora"))
    busy = await club.slash(club.bob, "new", opponent=club.cy, **options)
    assert "You can start a game of your own in a thread." in busy.text
    assert busy.buttons == [IN_THREAD, ALONE]
    challenge = await club.click(club.bob, IN_THREAD, busy)
    assert words in challenge.text
    assert ("a move" in challenge.text) is ("a move" in words)
    await club.click(club.cy, "Accept", challenge)
    assert only_thread(club).name.startswith(f"{isolated('bob')} vs {isolated('cy')} · ")


async def test_a_challenge_in_a_busy_channel_is_accepted_in_a_thread(club: Club) -> None:
    challenge = await club.slash(club.ann, "new", opponent=club.bob)
    await club.duel_of(club.cy, club.member("dora"))
    busy = await club.click(club.bob, "Accept", challenge)
    assert busy.buttons == [IN_THREAD, ALONE]
    await club.click(club.bob, IN_THREAD, busy)
    thread = only_thread(club)
    assert challenge.message
    assert thread.id == challenge.message.id
    assert club.now(challenge).text == "@bob accepted."
    assert len(boards(club, thread)) == 1


# -- in a thread


async def test_a_rematch_stays_in_its_thread_and_is_announced(club: Club) -> None:
    thread = await duel(club)
    for who, col in ((club.ann, 0), (club.bob, 1)):
        await club.slash(who, "move", i=0, j=col, where=thread)
    await club.resign(club.ann, where=thread)
    assert "resigned." in club.shown.text
    card = next(message for message in thread.history() if "Rematch" in [b.label for b in buttons(message)])
    again = await club.click(club.bob, "Rematch", card)
    await club.click(club.ann, "Accept", again)
    await club.end(club.bob, where=thread)
    assert "ended the game. No result." in club.shown.text
    assert only_thread(club)


# -- refused


async def test_a_server_can_turn_off_threads(club: Club, chief: Any) -> None:
    await club.configure(chief, has_threads="off")
    words = "Games in threads are turned off in this server. To play in a channel, use `/ttt new` without `thread`."
    await refused(club, club.slash(club.ann, "new", ai="easy", thread=True), words)
    await club.duel()
    busy = await club.slash(club.cy, "new", opponent=club.member("dora"))
    assert busy.buttons == [ALONE]
