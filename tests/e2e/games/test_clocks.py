"""Games with a pace as people meet them: deadlines, ends, reminders on the wire, and the list of one's games."""

from typing import Any

from tests.e2e.club import Club, buttons
from tests.e2e.processes.real import until

LOST = "Player 2 won: **@bob** (O) 🏆 @ann ran out of time."


async def pass_time(club: Club, minutes: float, step: float = 4) -> None:
    """Advance the simulated time, with a sweep every few minutes."""
    while minutes > 0:
        step = min(step, minutes)
        minutes -= step
        await club.env.advance_time(step * 60)
        await club.sweep()


def messages_of_bot(club: Club) -> list[Any]:
    """Return the messages that the bot has written in channels without an interaction."""
    return [
        entry.json
        for entry in club.env.http_requests
        if entry.method == "POST" and entry.path.endswith("/messages") and "/channels/" in entry.path
    ]


async def test_a_player_who_runs_out_of_time_loses(club: Club) -> None:
    await club.duel(pace="5 minutes")
    board = await club.moves((0, 0), (1, 1))
    await club.sweep()
    await pass_time(club, 6, step=1)
    await until(lambda: "ran out of time" in club.shown.text)
    assert LOST in club.now(board).text
    assert messages_of_bot(club) == []


async def test_no_player_loses_while_a_shard_is_disconnected(club: Club) -> None:
    await club.duel(pace="5 minutes")
    await club.moves((0, 0), (1, 1))
    await club.sweep()
    bot: Any = club.env.bot
    bot.dispatch("shard_disconnect", 0)
    await pass_time(club, 10, step=1)
    assert (await club.game()).result is None
    bot.dispatch("shard_resumed", 0)
    await club.sweep()
    assert (await club.game()).result is None
    await pass_time(club, 2, step=0.5)
    assert (await club.game()).result


async def test_only_a_player_who_wants_reminders_gets_one(club: Club) -> None:
    await club.prefer(club.ann, reminders="off")
    await club.duel(pace="1 hour")
    await club.moves((0, 0), (1, 1))
    await club.sweep()
    await pass_time(club, 50)
    assert messages_of_bot(club) == []
    await club.slash(club.ann, "move", i=2, j=2)
    await pass_time(club, 50)
    [reminder] = messages_of_bot(club)
    assert reminder["allowed_mentions"] == {"parse": [], "users": [club.bob.id]}


async def test_a_list_has_only_the_games_of_its_user(club: Club) -> None:
    await club.duel(pace="1 day")
    await club.slash(club.ann, "new", where=club.other_channel, opponent=club.cy)
    for who, words in ((club.ann, "deadline: <t:"), (club.bob, "Waiting for"), (club.cy, "challenged you")):
        answer = await club.slash(who, "games")
        assert answer.private
        assert words in answer.text


async def test_buttons_turn_the_pages_of_the_list(club: Club) -> None:
    for number in range(11):
        thread = await club.thread(f"table {number}")
        await club.env.advance_time(61)
        await club.slash(club.ann, "new", where=thread, ai="easy")
    page = await club.slash(club.ann, "games")
    assert "page 1 of 2" in page.text
    next_page = await club.click(club.ann, "→", page)
    assert "page 2 of 2" in next_page.text
    assert [button.disabled for button in buttons(next_page.message)] == [False, True]
