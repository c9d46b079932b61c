"""Challenges: who may answer them, how, and for how long."""

from typing import Any

import pytest

from tests.e2e.club import Answer, Club, answer, last_followup, refused


async def challenged(club: Club) -> None:
    await club.slash(club.ann, "new", opponent=club.bob)


async def open_challenge(club: Club) -> None:
    await club.slash(club.ann, "new", m=4)


async def test_accepting_closes_the_question_and_posts_a_board(club: Club) -> None:
    await challenged(club)
    question = club.newest
    answer = await club.click(club.bob, "Accept")
    assert not answer.private
    closed = await club.message(question.id)
    assert closed.components == []
    assert closed.content == f"<@{club.bob.id}> accepted."
    assert f"**X** <@{club.ann.id}> vs **O** <@{club.bob.id}>" in club.newest.content


async def test_declining_closes_the_question(club: Club) -> None:
    await challenged(club)
    answer = await club.click(club.bob, "Decline")
    assert answer.text == f"<@{club.ann.id}>'s challenge (3×3, 3 in a row) was declined by <@{club.bob.id}>."
    assert club.newest.components == []


async def test_cancelling_closes_the_question(club: Club) -> None:
    await challenged(club)
    assert "canceled the challenge" in (await club.click(club.ann, "Cancel")).text


@pytest.mark.parametrize(("who", "label"), [("bob", "Accept"), ("bob", "Decline"), ("ann", "Cancel"), ("cy", "Accept")])
async def test_an_expired_challenge_loses_its_buttons_whoever_presses_one(who: str, label: str, club: Club) -> None:
    await challenged(club)
    question = club.newest
    closes_at = int(club.env.now().timestamp()) + 15 * 60
    assert question.content.endswith(f"Open until <t:{closes_at}:t>.")
    await club.env.advance_time(15 * 60)
    answer = last_followup(await club.click(getattr(club, who), label, question))
    expired = f"<@{club.ann.id}>'s challenge (3×3, 3 in a row) expired after 15 minutes."
    assert (answer.text, answer.private) == (f"{expired} Start a new one with `/ttt new`.", True)
    closed = await club.message(question.id)
    assert (closed.content, closed.components) == (expired, [])


async def test_a_challenge_reserves_nothing_and_accept_links_the_game_that_is_on(club: Club) -> None:
    await challenged(club)
    question = club.newest
    await club.duel_of(club.cy, club.member("dora"))
    board = club.newest
    answer = await club.click(club.bob, "Accept", question)
    assert answer.private
    assert f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{board.id}" in answer.text


async def test_a_new_challenge_replaces_the_old_one_of_the_same_author(club: Club) -> None:
    await challenged(club)
    old = club.newest
    await open_challenge(club)
    replaced = await club.message(old.id)
    assert "with a newer one" in replaced.content
    assert replaced.components == []
    await club.click(club.cy, "Join")
    assert "4×4" in club.newest.content


async def test_a_replaced_challenge_that_kept_its_buttons_loses_them(club: Club) -> None:
    await challenged(club)
    await open_challenge(club)
    left = await club.planted("ttt:c1:accept", "ttt:c1:decline")
    answer = last_followup(await club.press(club.cy, "ttt:c1:accept", left))
    assert "with a newer one" in answer.text
    closed = await club.message(left.id)
    assert "with a newer one" in closed.content
    assert closed.components == []


async def test_open_challenge_buttons_work_after_a_restart(club: Club) -> None:
    await open_challenge(club)
    await club.restart()
    await club.click(club.cy, "Join")
    await club.restart()
    await club.tap(club.ann, 3, 3)
    assert ".[X]" in club.newest.content


async def on_person(club: Club, who: Any, target: Any) -> Answer:
    return answer(await who.context_menu(club.channel, "Challenge to tic-tac-toe", target))


async def test_it_refuses_what_new_refuses_and_counts_what_the_server_says(club: Club) -> None:
    chief = club.member("chief", manage_guild=True)
    await club.configure(chief, size="4x4x4")
    page = await club.click(club.bob, "Blocked users", (await club.slash(club.bob, "me")).message)
    await club.choose(club.bob, "ttt:me:block", club.cy, page)
    await refused(club, lambda c: on_person(c, c.ann, c.ann), "You can't challenge yourself.")
    await refused(club, lambda c: on_person(c, c.cy, c.bob), "@bob isn't taking challenges right now.")
    shown = await on_person(club, club.ann, club.bob)
    assert f"<@{club.bob.id}>, <@{club.ann.id}> challenges you to a game: 4×4, 4 in a row." in shown.text
