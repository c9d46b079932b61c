"""Old boards, lost messages, missing permissions, strange names, and bugs."""

from unittest import mock

import pytest

from bot.registry.games import Games
from tests.e2e.club import Club

STALE = "That board is out of date. The current one is here: https://discord.com/channels/"


async def test_a_form_opened_before_an_undo_is_refused(club: Club) -> None:
    await club.duel(m=6)
    await club.moves((0, 0))
    form = await club.form(club.bob, "Move")
    await club.slash(club.ann, "undo")
    refusal = club.answer(await club.bob.submit_modal(form, {"cell": "1 1"}))
    assert STALE in refusal.text
    assert (await club.game()).plies == ()


@pytest.mark.parametrize(
    ("is_alone", "seconds", "stays"),
    [
        (False, 120, True),
        (False, 121, False),  # the opponent has probably left, and is pinged
        (True, 600, True),
        (True, 601, False),  # it has probably scrolled away
    ],
)
async def test_a_tap_posts_the_board_again_after_a_pause(is_alone: bool, seconds: int, stays: bool, club: Club) -> None:
    old = await (club.slash(club.ann, "new", ai="easy") if is_alone else club.duel())
    await club.env.advance_time(seconds)
    await club.tap(club.ann, 0, 0, old)
    assert (club.newest == old.message) is stays
    assert club.pinged() == ([] if is_alone or stays else [club.bob.id])
    assert "X" in club.shown.text
    if not stays:
        assert club.now(old).buttons == []


async def test_a_board_older_than_an_hour_is_posted_again(club: Club) -> None:
    old = await club.slash(club.ann, "new", ai="easy")
    for _ in range(3):
        await club.env.advance_time(540)
        await club.tap(club.ann, 0, 0, old)
        await club.env.advance_time(540)
        await club.click(club.ann, "Undo")
    assert club.newest == old.message
    await club.env.advance_time(540)
    await club.tap(club.ann, 0, 0)
    assert club.newest != old.message


async def test_a_game_goes_on_if_old_buttons_cannot_be_removed(club: Club) -> None:
    await club.duel()
    for number, (status, code) in enumerate([(403, 50001), (403, 50013), (404, 10008), (400, 30046), (500, 0)]):
        board = f"/channels/{club.channel.id}/messages/{club.newest.id}"
        club.env.inject_error("PATCH", board, status=status, code=code, times=1)
        await club.slash((club.ann, club.bob)[number % 2], "move", i=number % 3, j=number // 3)
    assert len((await club.game()).plies) == 5


async def test_a_game_goes_on_after_its_board_is_deleted(club: Club) -> None:
    await club.duel()
    await club.newest.delete()
    await club.slash(club.ann, "move", i=0, j=0)
    await club.newest.delete()
    assert "[X]" in (await club.slash(club.bob, "board")).text


async def test_a_bug_is_reported_with_a_reference_to_the_log(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await club.duel()
    await club.moves((0, 0), (0, 1))
    club.forgiven.append(ZeroDivisionError)
    question = await club.slash(club.ann, "resign")
    with mock.patch.object(Games, "resign", side_effect=ZeroDivisionError("inside")):
        answer = await club.click(club.ann, "Resign", question)
    reference = answer.text.split("`")[1]
    assert "may not have been saved" in answer.text
    assert "inside" not in answer.text
    assert answer.private
    assert any(reference in record.getMessage() and record.exc_info for record in caplog.records)
    caplog.get_records("call").clear()


NAMES = ["**bold**", "`code`", "```", "@everyone", "<@1>", "\u202eright to left", "a" * 32, "||spoiler||", "x\n```y"]


async def test_no_name_breaks_the_board_or_pings(club: Club) -> None:
    for number, name in enumerate(NAMES):
        odd = club.guild.add_member(club.env.create_user(f"odd{number}", global_name=name), nick=name[:32])
        await club.duel_of(odd, club.ann)
        board = await club.slash(odd, "move", i=1, j=1)
        assert name not in board.text or name == "```"
        assert board.text.count("```") == 2
        assert club.pinged() == [club.ann.id]
        await club.resign(odd)
