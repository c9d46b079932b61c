"""What goes wrong around a game: old boards, lost messages, missing permissions, strange names, bugs of ours."""

import logging
from unittest import mock

import pytest

from bot.registry.channels import Channels
from bot.registry.registry import GameRegistry
from tests.e2e.club import Club, refused

STALE = "That board is out of date. The current one is here: https://discord.com/channels/"


async def test_a_button_of_an_earlier_game_is_refused_with_a_link(club: Club) -> None:
    old = await club.planted("ttt:1:0:rematch")
    await club.duel()
    await club.resign(club.ann)
    await club.duel()
    await refused(club, lambda c: c.press(c.ann, "ttt:1:0:rematch", old), STALE)


@pytest.mark.parametrize(
    "custom_id", ["ttt:", "ttt:1:0:fly", "ttt:x", "ttt:99:0:undo", "ttt:c99:accept", "ttt:1:0:mark"]
)
async def test_buttons_that_were_never_ours_are_answered(custom_id: str, club: Club) -> None:
    await club.duel()
    planted = await club.planted(custom_id)
    answer = await club.press(club.ann, custom_id, planted)
    assert answer.private
    assert answer.text


async def test_a_form_that_was_opened_before_the_opponent_undid_is_refused(club: Club) -> None:
    await club.duel(m=6)
    await club.moves((0, 0))
    form = await club.bob.click(club.newest, label="Move")
    await club.slash(club.ann, "undo")
    result = await club.bob.submit_modal(form, {"cell": "1 1"})
    assert result.acknowledged
    assert STALE in result.response.content
    assert (await club.game()).plies == ()


async def test_a_form_is_good_after_a_restart(club: Club) -> None:
    await club.duel(m=6)
    form = await club.ann.click(club.newest, label="Move")
    await club.restart()
    await club.ann.submit_modal(form, {"cell": "1 1"})
    assert (await club.game()).plies == ((1, 1),)


async def test_a_board_older_than_an_hour_is_posted_anew_by_a_tap(club: Club) -> None:
    await club.duel()
    old = club.newest
    await club.env.advance_time(3600)
    await club.tap(club.ann, 0, 0, old)
    assert club.newest.id != old.id
    assert "[X]" in club.newest.content
    assert (await club.message(old.id)).components == []


async def test_a_board_as_old_is_posted_anew_however_lately_it_changed(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    old = club.newest
    for _ in range(3):
        await club.env.advance_time(540)
        await club.tap(club.ann, 0, 0, old)
        await club.env.advance_time(540)
        await club.click(club.ann, "Undo", club.newest)
    assert club.newest.id == old.id
    await club.env.advance_time(540)
    await club.tap(club.ann, 0, 0)
    assert club.newest.id != old.id


async def test_who_waited_more_than_two_minutes_is_pinged_by_a_new_board(club: Club) -> None:
    await club.duel()
    old = club.newest
    await club.env.advance_time(120)
    await club.tap(club.ann, 0, 0, old)
    assert club.newest.id == old.id
    await club.env.advance_time(121)
    await club.tap(club.bob, 1, 1)
    assert club.newest.id != old.id
    assert club.newest.content.startswith("**X**")
    assert club.pinged() == [club.ann.id]


async def test_alone_against_the_computer_a_board_stays_for_ten_minutes(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    old = club.newest
    await club.env.advance_time(600)
    await club.tap(club.ann, 0, 0, old)
    assert club.newest.id == old.id


async def test_a_board_that_rested_ten_minutes_is_posted_anew_by_a_tap(club: Club) -> None:
    await club.duel()
    old = club.newest
    await club.env.advance_time(601)
    await club.tap(club.ann, 0, 0, old)
    assert club.newest.id != old.id


@pytest.mark.parametrize(
    ("status", "code"), [(403, 50001), (403, 50013), (404, 10008), (404, 10003), (400, 30046), (500, 0)]
)
async def test_tidying_the_old_board_may_fail(status: int, code: int, club: Club) -> None:
    await club.duel()
    old = club.newest
    club.env.inject_error("PATCH", f"/channels/{club.channel.id}/messages/{old.id}", status=status, code=code, times=1)
    await club.slash(club.ann, "move", i=0, j=0)
    await club.slash(club.bob, "move", i=1, j=1)
    assert len((await club.game()).plies) == 2


async def test_a_deleted_board_message_stops_nobody(club: Club) -> None:
    await club.duel()
    await club.newest.delete()
    await club.slash(club.ann, "move", i=0, j=0)
    await club.newest.delete()
    answer = await club.slash(club.bob, "board")
    assert "[X]" in answer.text


async def test_a_bug_is_told_with_a_reference_that_the_log_has(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.duel()
    question = await club.slash(club.ann, "resign")
    with mock.patch.object(GameRegistry, "resign", side_effect=ZeroDivisionError("inside")):
        answer = await club.click(club.ann, "Resign", question.message)
    reference = answer.text.split("`")[1]
    assert "may not have been saved" in answer.text
    assert "inside" not in answer.text
    assert answer.private
    assert any(reference in record.getMessage() and record.exc_info for record in caplog.records)
    caplog.get_records("call").clear()
    club.forgiven.append(ZeroDivisionError)


async def test_a_bug_after_the_save_says_that_the_move_counted(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.duel()
    with mock.patch.object(Channels, "note_board", side_effect=ZeroDivisionError("inside")):
        result = await club.ann.slash(club.channel, "ttt move", i=0, j=0)
    assert "Your action was saved" in result.followups[0].content
    assert len((await club.game()).plies) == 1
    assert [record.levelno for record in caplog.records if "reference" in record.getMessage()] == [logging.ERROR]
    caplog.get_records("call").clear()
    club.forgiven.append(ZeroDivisionError)


NAMES = ["**bold**", "`code`", "```", "@everyone", "<@1>", "\u202eright to left", "a" * 32, "||spoiler||", "x\n```y"]


@pytest.mark.parametrize("name", NAMES)
async def test_no_name_breaks_the_board_or_pings(name: str, club: Club) -> None:
    odd = club.guild.add_member(club.env.create_user("odd", global_name=name), nick=name[:32])
    await club.slash(club.ann, "new", opponent=odd)
    await club.click(odd, "Accept")
    answer = await club.slash(club.ann, "move", i=1, j=1)
    assert name not in answer.text or name in ("<@1>", "```")
    assert answer.text.count("```") == 2
    assert set(club.pinged()) <= {odd.id, club.ann.id}


async def test_an_open_challenge_in_a_direct_message_is_for_the_computer(club: Club) -> None:
    dora = club.env.create_user("dora")
    answer = await club.slash(dora, "new", m=3)
    assert answer.buttons == ["Join", "Play the computer", "Cancel"]
    result = await dora.click(answer.message, label="Play the computer")
    assert result.acknowledged
    assert "Your turn" in result.followups[0].content
