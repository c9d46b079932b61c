"""Games in threads of the real process: refusals by Discord, closed and deleted threads, restarts and kills."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.discord import threads
from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, APPLICATION, BOB, CHANNELS, CY, EPHEMERAL, GUILD, Json, buttons
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import both_move, change, plies, resign, rows, running_bot, shows_board, stop, until, win

pytestmark = pytest.mark.usefixtures("bot")

HERE = CHANNELS[0]
START = "POST /channels/.*/threads"
SIZE = "3×3, 3 in a row"


def posts_in(discord: Loopback, channel: int | str) -> list[Json]:
    """Return the current messages that the bot has posted in a channel without an interaction."""
    paths = [request for request in discord.requests_to("POST", f"^/channels/{channel}/messages$") if not request.lost]
    messages = [message for message in discord.messages.values() if message["channel_id"] == str(channel)]
    return [message for message in messages if any(request.json["content"] == message["content"] for request in paths)]


def first_board(discord: Loopback) -> Json:
    """Return the board in the newest thread."""
    [board] = (m for m in discord.messages.values() if m["channel_id"] == discord.threads.all[-1]["id"])
    return board


async def solo(discord: Loopback, channel: int = HERE) -> Json:
    """Let Ann play the computer in a thread, and return its board."""
    before = len(discord.threads.all)
    await discord.slash(ANN, "new", channel=channel, ai="easy", thread=True)
    await until(lambda: len(discord.threads.all) > before and posts_in(discord, discord.threads.all[-1]["id"]))
    return first_board(discord)


async def duel(discord: Loopback, **options: Any) -> Json:
    """Let Bob accept Ann's challenge, and return the board in the thread."""
    challenge = await discord.slash(ANN, "new", opponent=BOB, thread=True, **options)
    answer = await discord.press(BOB, "Accept", challenge.message)
    await answer.finish()
    return first_board(discord)


def games(folder: Path) -> int:
    [(number,)] = rows(folder, "SELECT count(*) FROM games")
    return number


# -- all goes well


async def test_a_thread_has_its_players_and_its_result_is_announced(discord: Loopback) -> None:
    board = await duel(discord)
    thread = discord.threads.only
    assert thread["parent_id"] == str(HERE)
    assert discord.threads.members[thread["id"]] == {APPLICATION, ANN, BOB}
    over = await win(discord, board)
    await until(lambda: posts_in(discord, HERE))
    [request] = discord.requests_to("POST", f"^/channels/{HERE}/messages$")
    assert request.json["content"].endswith(f"https://discord.com/channels/{GUILD}/{thread['id']}/{over['id']}")
    assert request.json["allowed_mentions"] == {"parse": []}
    assert not discord.requests_to("PATCH", f"^/channels/{thread['id']}$")  # it stays open


async def test_a_thread_is_archived_later_if_a_move_may_take_days(discord: Loopback) -> None:
    for pace, minutes in (({}, 1_440), ({"pace": "1 hour"}, 1_440), ({"pace": "1 day"}, 10_080)):
        await duel(discord, **pace)
        assert discord.threads.all[-1]["thread_metadata"]["auto_archive_duration"] == minutes


async def test_a_press_on_an_old_challenge_shows_its_outcome(discord: Loopback) -> None:
    challenge = dict((await discord.slash(ANN, "new", opponent=BOB, thread=True)).message)
    await (await discord.press(BOB, "Accept", challenge)).finish()
    again = await discord.press(BOB, "Accept", challenge)
    assert again.text == f"<@{ANN}>'s challenge ({SIZE}) was accepted."
    assert (await again.follow_up())["content"].startswith(again.text)


async def test_a_game_in_a_thread_knows_the_parent_channel(discord: Loopback, tmp_path: Path) -> None:
    post = discord.threads.post(HERE, BOB)
    start = await discord.slash(ANN, "new", channel=int(post["id"]), ai="easy", thread=True)  # a post is a thread
    assert shows_board(start)
    assert len(discord.threads.all) == 1
    busy = await discord.slash(ANN, "new", channel=int(post["id"]), ai="easy", thread=True)
    assert [button["label"] for button in busy.message["components"][0]["components"]] == [
        "Go to the game",
        "End it and start a new one",
    ]
    await solo(discord)
    thread = int(discord.threads.all[-1]["id"])
    await discord.slash(ANN, "end", channel=thread)
    assert shows_board(await discord.slash(BOB, "new", channel=thread, ai="easy"))
    assert rows(tmp_path, "SELECT parent FROM games ORDER BY id") == [(None,), (HERE,), (HERE,)]


# -- not permitted


async def test_a_missing_permission_is_named(discord: Loopback, tmp_path: Path) -> None:
    permissions = {
        threads.VIEW_CHANNEL: "View Channel",
        threads.READ_MESSAGE_HISTORY: "Read Message History",
        threads.CREATE_PUBLIC_THREADS: "Create Public Threads",
        threads.SEND_MESSAGES_IN_THREADS: "Send Messages in Threads",
    }
    against: tuple[Json, ...] = ({"ai": "easy"}, {"opponent": BOB}, {})
    for (flag, name), options in product(permissions.items(), against):
        discord.threads.permissions = threads.ALL & ~flag
        answer = await discord.slash(ANN, "new", thread=True, **options)
        assert answer.private
        needed = f"To create a thread, I need this permission in this channel: **{name}**."
        assert answer.text == f"{needed} To play here, use `/ttt new` without `thread`."
    assert (games(tmp_path), discord.threads.all) == (0, [])


async def test_a_voice_channel_has_no_threads(discord: Loopback) -> None:
    discord.threads.kind = threads.VOICE
    answer = await discord.slash(ANN, "new", ai="easy", thread=True)
    assert answer.text == "This kind of channel has no threads. To play here, use `/ttt new` without `thread`."
    await (await discord.press(BOB, "Accept", (await discord.slash(ANN, "new", opponent=BOB)).message)).finish()
    busy = await discord.slash(CY, "new", opponent=BOB)
    assert "There's already a game in this channel" in busy.text
    assert [*buttons(busy.message)] == ["Play the computer"]


# -- Discord refuses


NOT_LET = "Discord didn't let me create a thread in this channel."
FULL = "This server has as many active threads as Discord allows"
BUSY = "Discord isn't letting me create a thread right now. Try again in a minute."
REFUSALS: tuple[tuple[dict[str, Any], str], ...] = (
    ({"status": 403, "code": 50013}, NOT_LET),
    ({"status": 403, "code": 50001}, NOT_LET),
    ({"status": 400, "code": 160006}, FULL),
    ({"status": 400, "code": 160007}, FULL),
    ({"status": 429}, BUSY),  # from the proxy before Discord
    ({"status": 429, "retry_after": 60, "forever": True}, BUSY),
)


async def test_a_refused_thread_leaves_only_an_explanation(discord: Loopback, tmp_path: Path) -> None:
    for number, (refusal, words) in enumerate(REFUSALS):
        discord.faults.add(START, **refusal)
        request = await discord.slash(ANN, "new", ai="easy", thread=True)
        message = await request.follow_up()
        assert (message["flags"] & EPHEMERAL, message["content"].startswith(words)) == (EPHEMERAL, True)
        assert [message["content"] for message in discord.deletions[number:]] == [request.text]
        assert games(tmp_path) == 0


async def test_a_challenge_whose_thread_is_refused_stays_open(discord: Loopback, tmp_path: Path) -> None:
    challenge = (await discord.slash(ANN, "new", opponent=BOB, thread=True)).message
    discord.threads.permissions &= ~threads.CREATE_PUBLIC_THREADS
    assert "**Create Public Threads**" in (await discord.press(BOB, "Accept", challenge)).text
    discord.threads.permissions = threads.ALL
    discord.faults.add(START, status=400, code=160006)
    answer = await discord.press(BOB, "Accept", challenge)
    assert FULL in (await answer.follow_up())["content"]
    assert discord.messages[challenge["id"]] == challenge
    await (await discord.press(BOB, "Accept", challenge)).finish()
    assert games(tmp_path) == 1


async def test_a_thread_survives_a_lost_response_and_a_refused_name(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add(START, status=400, code=50035)
    await solo(discord)
    assert discord.threads.only["name"] == f"Tic-tac-toe · {SIZE}"
    discord.faults.add(START, status=502, done=True)
    await solo(discord, CHANNELS[1])
    assert len(discord.requests_to("POST", f"/channels/{CHANNELS[1]}/messages/.*/threads$")) == 2
    assert games(tmp_path) == len(discord.threads.all) == 2


async def test_a_board_refused_by_its_thread_is_shown_on_request(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("POST /channels/[0-9]+/messages$", status=403, code=50013)
    answer = await discord.slash(ANN, "new", ai="easy", thread=True)
    words = (await answer.follow_up())["content"]
    thread = discord.threads.only["id"]
    assert words == f"Your game has begun in <#{thread}>, but I couldn't post its board. Use `/ttt board` there."
    assert games(tmp_path) == 1
    assert shows_board(await discord.slash(ANN, "board", channel=int(thread)))


async def test_a_result_refused_by_the_channel_is_skipped(discord: Loopback) -> None:
    refusals = ((403, 50001), (403, 50013), (404, 10003), (500, 0))
    for channel, (status, code) in zip(CHANNELS, refusals, strict=False):
        board = await solo(discord, channel)
        fault = discord.faults.add(f"POST /channels/{channel}/messages", status=status, code=code, forever=True)
        assert shows_board(await discord.slash(ANN, "end", channel=int(board["channel_id"])))
        await fault.strikes()


# -- closed and deleted threads


async def test_a_tap_in_an_archived_thread_reopens_it_with_a_new_board(discord: Loopback, tmp_path: Path) -> None:
    board = await duel(discord)
    discord.threads.archive(discord.threads.only)
    answer = await discord.press(ANN, "1:1", board)
    assert shows_board(answer)
    assert answer.message["id"] != board["id"]
    assert not discord.threads.only["thread_metadata"]["archived"]
    assert plies(tmp_path) == [(1, 1)]


async def test_a_move_in_a_locked_thread_is_saved_and_the_player_is_told(discord: Loopback, tmp_path: Path) -> None:
    board = await duel(discord)
    discord.threads.lock(discord.threads.only)
    words = "This thread is closed or locked, so I can't show the board. Your action was saved. "
    answer = await discord.press(ANN, "1:1", board)
    assert answer.private
    assert answer.text.startswith(words)
    second = await discord.slash(BOB, "move", channel=int(discord.threads.only["id"]), i=0, j=0)
    assert second.private
    assert second.text.startswith(words)
    assert plies(tmp_path) == [(1, 1), (0, 0)]
    board = await discord.slash(BOB, "board", channel=int(discord.threads.only["id"]))
    assert board.text == "This thread is closed or locked, so I can't post in it. Try again once the thread is open."


async def outcome_of_deletion(discord: Loopback, tmp_path: Path) -> str:
    """Wait until the channel is told that the game in its thread has ended; return the outcome."""
    await until(lambda: posts_in(discord, HERE))
    assert rows(tmp_path, "SELECT ending FROM games") == [("deleted",)]
    [message] = posts_in(discord, HERE)
    header, outcome = message["content"].split("\n")
    assert header.endswith(f" · {SIZE}")
    return outcome


async def test_a_deleted_thread_ends_its_game(discord: Loopback, tmp_path: Path) -> None:
    await duel(discord)
    discord.threads.delete(discord.threads.only)
    await discord.tell()
    assert await outcome_of_deletion(discord, tmp_path) == "The thread was deleted. No result."
    assert "no game" in (await discord.slash(ANN, "games")).text.lower()


async def test_a_thread_deleted_before_its_first_board_ends_its_game(discord: Loopback, tmp_path: Path) -> None:
    discord.faults.add("POST /channels/[0-9]+/messages$", status=404, code=10003)
    await discord.slash(ANN, "new", ai="easy", thread=True)
    assert await outcome_of_deletion(discord, tmp_path) == "The thread was deleted. No result."


async def test_a_thread_deleted_between_two_games_ends_the_series(discord: Loopback) -> None:
    await duel(discord, best_of=3)
    thread = discord.threads.only
    await both_move(discord, channel=int(thread["id"]))
    await resign(discord, ANN, channel=int(thread["id"]))
    await until(lambda: posts_in(discord, HERE))
    assert "resigned." in posts_in(discord, HERE)[0]["content"]
    await discord.slash(CY, "new", ai="easy", channel=int(thread["id"]))
    discord.threads.delete(thread)
    await discord.tell()
    end = "The thread was deleted. The series ends without a result."
    await until(lambda: any(post["content"].endswith(end) for post in posts_in(discord, HERE)))
    assert "no game" in (await discord.slash(CY, "games")).text.lower()


async def test_an_edit_in_a_deleted_thread_ends_the_game(discord: Loopback, tmp_path: Path, bot: Process) -> None:
    await discord.slash(ANN, "new", ai="expert", thread=True)
    await until(lambda: discord.threads.all and posts_in(discord, discord.threads.only["id"]))
    await stop(bot)
    discord.threads.delete(discord.threads.only, is_told=False)
    change(tmp_path, "INSERT INTO plies (game, number, row, col) VALUES (1, 0, 1, 1)")  # the computer is to move
    async with running_bot(discord, tmp_path):
        assert await outcome_of_deletion(discord, tmp_path) == "The thread was deleted. No result."


async def test_the_thread_of_a_canceled_challenge_is_archived(discord: Loopback) -> None:
    challenge = (await discord.slash(ANN, "new", opponent=BOB, thread=True)).message
    opening = discord.faults.add(START, delay=0.3)
    answer = await discord.press(BOB, "Accept", challenge)
    await discord.press(ANN, "Cancel", challenge)
    await opening.strikes()
    assert "canceled the challenge" in (await answer.follow_up())["content"]
    assert discord.threads.only["thread_metadata"]["archived"]


# -- restarts


async def test_a_result_is_announced_at_most_once_despite_a_kill(
    discord: Loopback, bot: Process, tmp_path: Path
) -> None:
    thread = int((await solo(discord))["channel_id"])
    telling = discord.faults.add(f"POST /channels/{HERE}/messages$", hang=True)
    await discord.slash(ANN, "end", channel=thread)
    await telling.strikes()
    await bot.kill()
    async with running_bot(discord, tmp_path, SWEEPING="0.05"):
        assert "no game" in (await discord.slash(ANN, "games")).text.lower()
    assert len(discord.requests_to("POST", f"^/channels/{HERE}/messages$")) == 1


async def test_a_kill_between_a_thread_and_its_game_leaves_the_challenge_open(
    discord: Loopback, bot: Process, tmp_path: Path
) -> None:
    challenge = (await discord.slash(ANN, "new", opponent=BOB, thread=True)).message
    solo_elsewhere = discord.slash(CY, "new", channel=CHANNELS[1], ai="easy", thread=True)
    for start in (discord.press(BOB, "Accept", challenge), solo_elsewhere):
        hung = discord.faults.add(START, hang=True, done=True)
        await start
        await hung.strikes()
    await bot.kill()
    assert (len(discord.threads.all), games(tmp_path)) == (2, 0)
    first, empty = (int(thread["id"]) for thread in discord.threads.all)
    async with running_bot(discord, tmp_path):
        await (await discord.press(BOB, "Accept", challenge)).finish()
        [board] = (message for message in posts_in(discord, first))
        assert shows_board(await discord.press(ANN, "1:1", board))
        assert "There is no game here yet." in (await discord.slash(CY, "board", channel=empty)).text
        assert shows_board(await discord.slash(CY, "new", channel=empty, ai="easy"))
    assert (len(discord.threads.all), games(tmp_path)) == (2, 2)
