"""What Discord refuses of a move form, of an answer and of an edit, as the user reads it."""

from pathlib import Path

import pytest

from tests.e2e.discord.loopback import Loopback
from tests.e2e.discord.payloads import ANN, BOB
from tests.e2e.processes.real import duel, joined, rows, stopped


@pytest.mark.usefixtures("bot")
async def test_a_select_of_the_move_form_can_be_emptied_again(discord: Loopback) -> None:
    board = await discord.slash(ANN, "new", m=15, ai="easy")
    asked = await discord.press(ANN, "Move", board.message)
    selects = [label["component"] for label in asked.form["components"] if label["component"]["type"] == 3]
    assert selects
    assert all(select["min_values"] == 0 for select in selects)


@pytest.mark.parametrize("code", [200000, 240000])
async def test_an_answer_that_automod_refuses_is_no_bug(discord: Loopback, tmp_path: Path, code: int) -> None:
    async with joined(discord, tmp_path) as bot:
        board = await duel(discord)
        sent = await discord.send_press(ANN, "1:1", board)
        discord.faults.add(f"/interactions/{sent.number}/", status=400, code=code)
        await sent.answered.wait()
    assert "interaction failed" not in bot.output
    assert "was saved" in sent.text


@pytest.mark.usefixtures("bot")
async def test_a_lost_answer_after_forgetting_says_that_all_is_saved(discord: Loopback) -> None:
    await discord.slash(ANN, "new", ai="easy")
    question = await discord.on_panel(ANN, "Delete my data")
    discord.faults.add("PATCH /webhooks/.*@original", status=400, code=200000)
    pressed = await discord.press(ANN, "Delete it all", question.message)
    assert "was saved" in (await pressed.follow_up())["content"]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("command", ["replay", "hint", "Download my data"])
async def test_a_deferred_answer_is_edited_and_nothing_follows_it(discord: Loopback, command: str) -> None:
    board = await discord.slash(ANN, "new", ai="easy")
    await discord.press(ANN, "1:1", board.message)
    by_button = command[0].isupper()
    asked = await (discord.on_panel(ANN, command) if by_button else discord.slash(ANN, command))
    await asked.carried_out()
    assert asked.private
    assert asked.follow_ups == 0


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("is_shared", [True, False])
async def test_what_went_wrong_takes_the_place_of_a_deferred_answer(discord: Loopback, is_shared: bool) -> None:
    board = await duel(discord)
    for player, cell in ((ANN, "0:0"), (BOB, "1:0"), (ANN, "0:1"), (BOB, "1:1"), (ANN, "0:2")):
        board = (await discord.press(player, cell, board)).message
    discord.faults.add("PATCH /webhooks/.*@original", status=400, code=200000)
    asked = await (discord.press(ANN, "Replay", board) if is_shared else discord.slash(ANN, "replay"))
    await asked.carried_out()
    assert asked.private
    assert "Something went wrong" in asked.text
    assert len(discord.deleted) == asked.follow_ups == is_shared


@pytest.mark.parametrize("command", ["review", "replay", "stats"])
async def test_nobody_waits_for_a_deferred_answer_that_was_dismissed(
    discord: Loopback, tmp_path: Path, command: str
) -> None:
    async with joined(discord, tmp_path) as bot:
        board = await duel(discord)
        for player, cell in ((ANN, "0:0"), (BOB, "1:0"), (ANN, "0:1"), (BOB, "1:1"), (ANN, "0:2")):
            board = (await discord.press(player, cell, board)).message
        edit = discord.faults.add("PATCH /webhooks/.*@original", delay=0.2)
        asked = await discord.slash(ANN, command)
        discord.dismiss(asked)
        await edit.strikes()
        output = await stopped(bot)
    assert f"Discord no longer waits for the answer to interaction {asked.number}" in output
    assert not asked.messages


@pytest.mark.usefixtures("bot")
async def test_a_press_on_a_question_that_was_dismissed_counts_and_says_nothing_more(
    discord: Loopback, tmp_path: Path
) -> None:
    await duel(discord)
    question = await discord.slash(ANN, "resign")
    closing = discord.faults.add("PATCH /webhooks/.*@original", delay=0.1)
    pressed = await discord.press(ANN, "Resign", question.message)
    discord.dismiss(question)
    await closing.strikes()
    assert "Player 2 won" in (await pressed.follow_up())["content"]
    assert rows(tmp_path, "SELECT ending FROM games") == [("resigned",)]
    assert len(pressed.messages) == 1
