"""Forms, deferred answers and confirmations that Discord refuses or garbles."""

from pathlib import Path

import pytest

from tests.e2e.club import Club
from tests.e2e.discord.loopback import Interaction, Loopback
from tests.e2e.discord.payloads import ANN, BOB, EPHEMERAL, Json
from tests.e2e.processes.process import Process
from tests.e2e.processes.real import CALLBACK, both_move, duel, rows, shows_board, stop, win


async def test_a_select_in_the_move_form_may_stay_empty(club: Club) -> None:
    await club.duel(m=5)
    button = "ttt:1:0:form"  # larger boards have it, and a picture, which takes a process
    form = (await club.ann.click(await club.planted(button), custom_id=button)).modal
    assert form
    selects = [label["component"] for label in form["components"] if label["component"]["type"] == 3]
    assert selects
    assert all(select["min_values"] == 0 for select in selects)


@pytest.mark.usefixtures("bot")
async def test_a_deferred_answer_is_edited_without_follow_ups(discord: Loopback) -> None:
    board = await discord.slash(ANN, "new", ai="easy")
    await discord.press(ANN, "1:1", board.message)
    commands = [await discord.slash(ANN, name) for name in ("replay", "hint")]
    for answer in (*commands, await discord.on_panel(ANN, "Download my data")):
        await answer.finish()
        assert (answer.private, answer.follow_ups) == (True, 0)


@pytest.mark.usefixtures("bot")
async def test_an_error_replaces_a_deferred_answer(discord: Loopback) -> None:
    over = await win(discord, await duel(discord))
    for is_shared in (False, True):
        discord.faults.add("PATCH /webhooks/.*@original", status=400, code=200000)
        answer = await (discord.press(ANN, "Replay", over) if is_shared else discord.slash(ANN, "replay"))
        await answer.finish()
        assert answer.private
        assert "Something went wrong" in answer.text
        assert len(discord.deletions) == answer.follow_ups == is_shared


async def test_a_dismissed_deferred_answer_is_a_warning(discord: Loopback, bot: Process) -> None:
    await win(discord, await duel(discord))
    dismissed: list[Interaction] = []
    for command in ("review", "replay", "stats"):
        edit = discord.faults.add("PATCH /webhooks/.*@original", delay=0.2)
        dismissed.append(await discord.slash(ANN, command))
        discord.dismiss(dismissed[-1])
        await edit.strikes()
    output = await stop(bot)
    for answer in dismissed:
        assert f"Discord no longer waits for the answer to interaction {answer.number}" in output
        assert not answer.messages


@pytest.mark.usefixtures("bot")
async def test_a_press_on_a_dismissed_question_counts(discord: Loopback, tmp_path: Path) -> None:
    await duel(discord)
    await both_move(discord)
    question = await discord.slash(ANN, "resign")
    closing = discord.faults.add("PATCH /webhooks/.*@original", delay=0.1)
    press = await discord.press(ANN, "Resign", question.message)
    discord.dismiss(question)
    await closing.strikes()
    assert "Player 2 won" in (await press.follow_up())["content"]
    assert rows(tmp_path, "SELECT ending FROM games") == [("resigned",)]
    assert ["Tip:" in message["content"] for message in press.messages] == [False, True]


UNREADABLE = (
    {"status": 204},
    {"status": 200, "body": "null"},
    {"status": 200, "body": "{}"},
    {"status": 200, "body": '{"interaction": {"id": null}, "resource": null}'},
    {"status": 200, "body": '{"interaction": {"id": "1", "response_message_id": null}, "id": null}'},
)


@pytest.mark.parametrize("confirmation", UNREADABLE)
async def test_an_unreadable_confirmation_is_no_failure(
    discord: Loopback, bot: Process, tmp_path: Path, confirmation: Json
) -> None:
    board = await duel(discord)
    discord.faults.add(CALLBACK, done=True, **confirmation)
    assert shows_board(await discord.press(ANN, "1:1", board))
    discord.faults.add(CALLBACK, done=True, **confirmation)
    answer = await discord.slash(BOB, "board")
    assert shows_board(answer)
    assert shows_board(await discord.press(BOB, "0:0", answer.message))
    discord.faults.add(CALLBACK, done=True, **confirmation)
    question = await discord.slash(ANN, "resign")
    discord.faults.add("/webhooks/", done=True, **confirmation)
    discord.faults.add(CALLBACK, done=True, **confirmation)
    press = await discord.press(ANN, "Resign", question.message)
    assert "Player 2 won" in (await press.follow_up())["content"]
    discord.faults.add(CALLBACK, done=True, **confirmation)
    discord.faults.add("PATCH /webhooks/.*@original", done=True, **confirmation)
    await (await discord.slash(ANN, "stats")).finish()
    assert rows(tmp_path, "SELECT ending FROM games") == [("resigned",)]
    output = await stop(bot)
    assert len(discord.requests_to("POST", "/webhooks/")) == 2  # boards: of the duel, and of its end
    assert not [line for line in output.splitlines() if "ERROR" in line or "Traceback" in line]


@pytest.mark.parametrize("confirmation", UNREADABLE)
async def test_an_unreadable_confirmation_of_a_private_follow_up_is_no_failure(
    discord: Loopback, bot: Process, confirmation: Json
) -> None:
    challenge = dict((await discord.slash(ANN, "new", opponent=BOB, thread=True)).message)
    await (await discord.press(BOB, "Accept", challenge)).finish()
    fault = discord.faults.add("POST /webhooks/", done=True, **confirmation)
    again = await discord.press(BOB, "Accept", challenge)
    await fault.strikes()
    assert (await again.follow_up())["flags"] & EPHEMERAL
    output = await stop(bot)
    assert not [line for line in output.splitlines() if "ERROR" in line or "Traceback" in line]


async def test_a_confirmation_that_is_no_json_is_a_warning(discord: Loopback, bot: Process) -> None:
    discord.faults.add(CALLBACK, done=True, status=200, body="yes")
    answer = await discord.slash(ANN, "new", ai="easy")
    assert shows_board(await discord.press(ANN, "1:1", answer.message))
    output = await stop(bot)
    assert not discord.requests_to("POST", "/webhooks/")
    assert "ERROR" not in output
