"""Two taps within a moment, before the first has its answer."""

import pytest

from tests.e2e.discord.loopback import Loopback, answer_to
from tests.e2e.discord.payloads import ANN, BOB, CHANNELS, GUILD
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import duel, until, win

LINK = f"https://discord.com/channels/{GUILD}/{CHANNELS[0]}/"


@pytest.fixture
def slow(discord: Loopback) -> None:
    """Let Discord take its time with all answers."""
    for path in ("/interactions/", "/webhooks/"):
        discord.faults.add(path, delay=0.25, forever=True)


@pytest.mark.usefixtures("bot", "slow")
async def test_two_taps_on_find_an_opponent_post_one_challenge(discord: Loopback) -> None:
    menu = await discord.slash(ANN, "new")
    first, second = [await discord.send_press(ANN, "Find an opponent", menu.message) for _ in range(2)]
    offered = await (await answer_to(first)).follow_up()
    assert (await answer_to(second)).private
    assert second.text.endswith(f" is open. {LINK}{offered['id']}")
    assert (
        sum(
            "is looking for an opponent" in said
            for said in [message["content"] for message in discord.messages.values()]
        )
        == 1
    )


@pytest.mark.usefixtures("bot", "slow")
async def test_two_commands_open_one_thread(discord: Loopback) -> None:
    command = discord.command("new", ai="easy", thread=True)
    sent = [await discord.send(2, CHANNELS[0], ANN, command) for _ in range(2)]
    told = [await answer_to(one) for one in sent]
    assert [one.text[:20] for one in told if one.private] == ["You sent too many re"]
    assert sum("in a thread" in message["content"] for message in discord.messages.values()) == 1


async def test_two_presses_on_share_post_one_result(discord: Loopback, bot: Process) -> None:
    card = await win(discord, await duel(discord))
    more = [(await discord.press(who, "⋯ More", card)).message for who in (ANN, BOB)]
    discord.faults.add("/interactions/", delay=0.25, forever=True)
    sent = [await discord.send_press(who, "Share", on) for who, on in zip((ANN, BOB), more, strict=True)]
    told = [await answer_to(one) for one in sent]
    assert [one.private for one in told].count(True) == 1
    assert bot


async def test_an_offer_that_is_replaced_before_it_arrives_loses_its_buttons(discord: Loopback, bot: Process) -> None:
    discord.faults.add("/interactions/", delay=1)
    first = await discord.send(2, CHANNELS[0], ANN, discord.command("new", m=4))
    newer = await discord.slash(ANN, "new", m=5)
    late = (await answer_to(first)).message
    await until(lambda: not discord.messages[late["id"]].get("components"))
    assert "with a newer one" in discord.messages[late["id"]]["content"]
    assert discord.messages[newer.message["id"]]["components"]
    assert bot


async def test_the_second_of_two_taps_on_a_cell_says_nothing(discord: Loopback, bot: Process) -> None:
    board = await duel(discord)
    await discord.slash(BOB, "board")  # so the board isn't redrawn in the pressed message
    for _ in range(2):
        assert not (await discord.press(ANN, "1:1", board)).private
    assert bot


async def test_a_second_tap_after_a_refusal_is_refused_again(discord: Loopback, bot: Process) -> None:
    board = await duel(discord)
    await discord.slash(ANN, "move", i=1, j=1)
    for _ in range(2):
        assert "That board is out of date." in (await discord.press(BOB, "0:0", board)).text
    assert bot


async def test_a_board_that_arrives_after_the_next_move_is_corrected(discord: Loopback, bot: Process) -> None:
    board = await duel(discord)
    discord.faults.add("/interactions/", delay=0.5)
    late = await discord.send(2, CHANNELS[0], BOB, discord.command("board"))
    await until(lambda: discord.interactions[late.number] is late and discord.requests[-1].path.endswith("callback"))
    await discord.press(ANN, "1:1", board)
    shown = (await answer_to(late)).message
    assert "[X]" not in shown["content"]
    await until(lambda: "[X]" in discord.messages[shown["id"]]["content"])
    assert bot


async def test_a_board_that_is_redrawn_after_the_end_is_corrected(discord: Loopback, bot: Process) -> None:
    board = await duel(discord)
    for user, cell in ((ANN, "0:0"), (BOB, "0:1")):
        await discord.press(user, cell, discord.messages[board["id"]])
    question = await discord.slash(BOB, "resign")
    slow = discord.faults.add("/interactions/", delay=0.5)
    late = await discord.send_press(ANN, "1:1", discord.messages[board["id"]])
    await slow.strikes()
    await discord.press(BOB, "Resign", question.message)
    await answer_to(late)
    await until(lambda: "Player 1 won" in discord.messages[board["id"]]["content"])
    assert bot


async def test_of_two_boards_sent_at_once_only_the_newer_has_buttons(discord: Loopback, bot: Process) -> None:
    await duel(discord)
    discord.faults.add("/interactions/", delay=0.3)
    sent = [await discord.send(2, CHANNELS[0], user, discord.command("board")) for user in (ANN, BOB)]
    boards = sorted([(await answer_to(one)).message["id"] for one in sent], key=int)
    await until(lambda: not discord.messages[boards[0]].get("components"))
    assert boards[1] in discord.messages[boards[0]]["content"]
    assert discord.messages[boards[1]]["components"]
    assert bot
