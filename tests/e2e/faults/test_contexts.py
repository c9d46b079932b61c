"""Games in servers with and without the bot, in groups, and in direct messages."""

from pathlib import Path

import pytest

from tests.e2e.discord import payloads, threads
from tests.e2e.discord.loopback import TOKEN_LASTS, UPDATE_LATER, Interaction, Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, DIRECT, GROUP, STRANGE, Json, buttons
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import CALLBACK, both_move, plies, shows_board, stop, until

NAME = "Challenge to tic-tac-toe"
MANAGE_GUILD = 1 << 5
THINKING = "The computer is thinking…"
REACHED = "^/channels/"  # what Discord refuses where the bot is no member
ONLY_HERE = "That works only in a server where this bot is installed. To add it, tap **Add App** on its profile."
WINNING = ((ANN, "0:0"), (BOB, "1:0"), (ANN, "0:1"), (BOB, "1:1"), (ANN, "0:2"))

pytestmark = pytest.mark.usefixtures("bot")
thinks_long = pytest.mark.parametrize("bot", [{"AI_BUDGET": "0.3"}], indirect=True)


@pytest.mark.parametrize("channel", [GROUP, STRANGE])
async def test_people_play_where_the_bot_is_not_a_member(discord: Loopback, channel: int) -> None:
    challenge = await discord.slash(ANN, "new", channel=channel, m=3)
    assert {"Join", "Play the computer", "Cancel"} <= set(buttons(challenge.message))
    board = await (await discord.press(BOB, "Join", challenge.message)).follow_up()
    for player, cell in WINNING:
        answer = await discord.press(player, cell, discord.messages[board["id"]])
        assert answer.message["id"] == board["id"]
    assert "Player 1 won" in discord.messages[board["id"]]["content"]
    rematch = await discord.press(BOB, "Rematch", discord.messages[board["id"]])
    again = await (await discord.press(ANN, "Accept", rematch.message)).follow_up()
    assert again["content"].startswith(f"**X** <@{BOB}> vs **O** <@{ANN}>")
    for player, row in ((BOB, 0), (ANN, 1)):
        assert shows_board(await discord.slash(player, "move", channel=channel, i=row, j=0))
    request = await discord.slash(BOB, "undo", channel=channel)
    await (await discord.press(ANN, "Allow", request.message)).follow_up()
    await discord.slash(ANN, "end", channel=channel)
    await discord.slash(ANN, "new", channel=channel, m=4)
    await discord.slash(ANN, "new", channel=channel, m=5)
    assert not discord.requests_to("PATCH", REACHED)


async def test_threads_challenges_and_daily_puzzles_need_the_bot(discord: Loopback) -> None:
    for channel in (GROUP, STRANGE, DIRECT):
        answer = await discord.slash(ANN, "new", channel=channel, ai="easy", thread=True)
        assert answer.text.startswith("I can create a thread only in a server where this bot is installed.")
        answer = await discord.slash(ANN, "new", channel=channel, opponent=BOB)
        planted = payloads.component(f"ttt:new:play:3:3:3:{BOB}:me", 2)
        for refusal in (answer, await discord.act(3, channel, ANN, planted, answer.message)):
            assert refusal.private
            assert refusal.text.startswith("You can challenge someone only in a server where this bot is installed.")
        press = payloads.component("ttt:server:season", 2)
        settings = await discord.act(3, channel, ANN, press, answer.message)
        assert settings.text == ONLY_HERE
    discord.member_permissions |= MANAGE_GUILD
    for post in ("here", "off"):
        answer = await discord.slash(ANN, "puzzle", channel=STRANGE, post=post)
        assert (answer.private, answer.text) == (True, ONLY_HERE)
    assert not discord.requests_to("POST", REACHED)


async def test_the_bot_sends_no_requests_to_a_hidden_channel(discord: Loopback, bot: Process) -> None:
    discord.threads.permissions = threads.ALL & ~threads.VIEW_CHANNEL
    challenge = await discord.slash(ANN, "new", opponent=BOB)
    await (await discord.press(BOB, "Accept", challenge.message)).follow_up()
    await both_move(discord)
    assert "Allow" in buttons((await discord.slash(ANN, "undo")).message)
    assert shows_board(await discord.slash(ANN, "move", i=2, j=2))
    await stop(bot)
    assert not [request for request in discord.requests if request.path.startswith("/channels/")]


# -- servers that keep the answers of apps private that only a user has installed


KEPT_PRIVATE = [payloads.MEMBER & ~payloads.USE_EXTERNAL_APPS, payloads.MEMBER & ~payloads.SEND_MESSAGES]


def empty_cell(board: Json) -> str:
    """Return an empty cell of a board, as `row:col`."""
    cells = (button for row in board["components"] for button in row["components"] if button["label"].strip() == "·")
    return next(cells)["custom_id"].partition(":mark:")[2]


@pytest.mark.parametrize("permissions", KEPT_PRIVATE)
async def test_a_private_board_changes_in_place(discord: Loopback, permissions: int) -> None:
    discord.member_permissions = permissions
    menu = await discord.slash(ANN, "new", channel=STRANGE)  # an opponent who could not join is not offered
    assert list(buttons(menu.message)) == ["Play the computer", "Another size…", "More options…"]
    answer = await discord.press(ANN, "Play the computer", menu.message)
    assert (await answer.follow_up())["content"].startswith(f"**X** <@{ANN}> vs **O** the computer")
    await discord.slash(ANN, "end", channel=STRANGE)
    larger = await discord.slash(ANN, "new", channel=STRANGE, m=4)
    assert larger.text.startswith(f"**X** <@{ANN}> vs **O** the computer")
    await discord.slash(ANN, "end", channel=STRANGE)
    game = await discord.slash(ANN, "new", channel=STRANGE, ai="easy")
    assert game.private
    board = game.message
    while "Rematch" not in buttons(board):
        board = (await discord.press(ANN, empty_cell(board), board)).message
        assert board["id"] == game.message["id"]


async def test_answers_are_private_where_the_bot_joined_without_its_commands(discord: Loopback) -> None:
    discord.member_permissions = KEPT_PRIVATE[0]
    interaction = discord.make(2, CHANNELS[0], ANN, discord.command("new"))
    interaction.payload["authorizing_integration_owners"] = {payloads.BY_USER: str(ANN)}
    await discord.deliver(interaction)
    assert "Find an opponent" not in buttons((await answer_to(interaction)).message)


async def test_the_next_press_redraws_a_private_board_after_a_lost_answer(discord: Loopback, tmp_path: Path) -> None:
    discord.member_permissions = KEPT_PRIVATE[0]
    board = (await discord.slash(ANN, "new", channel=STRANGE, ai="easy")).message
    discord.faults.add(CALLBACK, drop=True)
    lost = await discord.press(ANN, "1:1", board)
    assert lost.message["id"] != board["id"]
    answer = await discord.press(ANN, "1:1", board)
    assert answer.message["id"] == board["id"]
    assert plies(tmp_path)[0] == (1, 1)
    assert len([label for label in buttons(answer.message) if label.strip() == "X"]) == 1


async def test_arrows_scroll_a_large_private_board_in_place(discord: Loopback) -> None:
    discord.member_permissions = KEPT_PRIVATE[0]
    board = (await discord.slash(ANN, "new", channel=STRANGE, ai="easy", m=50)).message
    for _ in range(2):
        view = await discord.press(ANN, "→", discord.messages[board["id"]])
        assert view.message["id"] == board["id"]
    form = await discord.press(ANN, "Move", discord.messages[board["id"]])
    answer = await discord.fill_form(ANN, form, "7 7")
    assert answer.message["id"] == board["id"]
    assert "⋯ More" in buttons(answer.message)


# -- the expert


def computer_begins(level: str) -> Json:
    """Return the press on a button that starts a game in which the computer is X."""
    return payloads.component(f"ttt:new:start:5:5:4:{level}:computer", 2)


async def expert_thinks(discord: Loopback, channel: int) -> Interaction:
    """Let Ann begin a game against the expert and make a move; return the answer while the expert thinks."""
    start = await discord.slash(ANN, "new", channel=channel, ai="expert", m=5)
    answer = await discord.slash(ANN, "move", channel=channel, i=2, j=2)
    assert THINKING in answer.text
    assert start.message["id"] != answer.message["id"]
    return answer


def text(discord: Loopback, message: Json) -> str:
    return discord.messages[message["id"]]["content"]


async def test_the_experts_reply_reaches_the_players(discord: Loopback) -> None:
    for channel in (GROUP, STRANGE):
        message = (await expert_thinks(discord, channel)).message
        await until(lambda: "The computer took" in text(discord, message))  # noqa: B023 - awaited here
    question = await discord.slash(ANN, "end", channel=STRANGE)
    await discord.press(ANN, "End the game", question.message)
    menu = (await discord.slash(ANN, "new", channel=STRANGE)).message
    board = await (await discord.act(3, STRANGE, ANN, computer_begins("expert"), menu)).follow_up()
    assert THINKING in board["content"]
    await until(lambda: "The computer took" in text(discord, board))
    assert not discord.requests_to("PATCH", REACHED)


@thinks_long
async def test_the_experts_reply_appears_on_the_newest_board(discord: Loopback) -> None:
    older = await expert_thinks(discord, GROUP)
    newer = await discord.slash(BOB, "board", channel=GROUP)
    assert THINKING in newer.text
    await until(lambda: "The computer took" in text(discord, newer.message))
    assert THINKING in text(discord, older.message)
    assert not discord.requests_to("PATCH", REACHED)


async def test_without_follow_ups_the_board_replaces_the_pressed_message(discord: Loopback) -> None:
    discord.faults.add("POST /webhooks/", status=400, code=40094, forever=True)
    challenge = await discord.slash(ANN, "new", channel=STRANGE, m=3)
    await (await discord.press(BOB, "Join", challenge.message)).finish()
    for player, cell in WINNING:
        await discord.press(player, cell, discord.messages[challenge.message["id"]])
    assert "Player 1 won" in text(discord, challenge.message)
    menu = (await discord.slash(ANN, "new", channel=STRANGE)).message
    await discord.act(3, STRANGE, ANN, computer_begins("expert"), menu)
    await until(lambda: "The computer took" in text(discord, menu))
    assert not discord.requests_to("PATCH", REACHED)


async def test_without_follow_ups_an_error_replaces_only_a_private_message(discord: Loopback, bot: Process) -> None:
    discord.faults.add("POST /webhooks/", status=400, code=40094, forever=True)
    menu = (await discord.slash(ANN, "new", channel=GROUP)).message
    challenge = (await discord.slash(ANN, "new", channel=STRANGE, m=3)).message
    discord.faults.add("PATCH /webhooks/.*@original", status=403, code=50013)
    start = await discord.act(3, GROUP, ANN, computer_begins("easy"), menu)
    await until(lambda: "Your action was saved" in text(discord, menu))
    discord.faults.add("PATCH /webhooks/.*@original", status=403, code=50013)
    join = await discord.press(BOB, "Join", challenge)
    await bot.line_with(f"could not answer interaction {join.number}: ")
    assert text(discord, challenge) == challenge["content"]  # everybody sees it, and the next press shows the game
    assert (start.kind, join.kind) == (UPDATE_LATER, UPDATE_LATER)


@thinks_long
async def test_after_the_token_expires_the_next_press_shows_the_reply(discord: Loopback, tmp_path: Path) -> None:
    move = await expert_thinks(discord, GROUP)
    move.at -= TOKEN_LASTS.total_seconds()
    await until(lambda: discord.requests_to("PATCH", REACHED))  # refused, and that is the end of it
    assert THINKING in text(discord, move.message)
    answer = await discord.press(ANN, "0:0", discord.messages[move.message["id"]])
    assert answer.message["id"] == move.message["id"]
    assert THINKING not in answer.text
    assert len(plies(tmp_path)) == 2


# -- the commands


async def test_commands_say_where_they_can_be_used(discord: Loopback) -> None:
    [sync] = discord.requests_to("PUT", "/commands$")
    where = {command["name"]: (command["contexts"], command["integration_types"]) for command in sync.json}
    permissions = {command["name"]: command["default_member_permissions"] for command in sync.json}
    assert where == {
        "tictactoe": ([0, 1, 2], [0, 1]),
        "ttt": ([0, 1, 2], [0, 1]),
        "ttt-settings": ([0], [0]),
        NAME: ([0], [0]),
    }
    assert {name: needed for name, needed in permissions.items() if needed} == {"ttt-settings": MANAGE_GUILD}
