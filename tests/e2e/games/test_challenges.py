"""Challenges: who may answer them, how, and for how long."""

from typing import Any

import pytest

from tests.e2e.club import Answer, Club, refused
from tests.e2e.processes.real import until


async def challenge(club: Club) -> Answer:
    return await club.slash(club.ann, "new", opponent=club.bob)


@pytest.mark.parametrize(
    ("who", "label", "words"),
    [
        ("bob", "Accept", "@bob accepted."),
        ("bob", "Decline", "@bob declined @ann's challenge (3×3, 3 in a row)."),
        ("ann", "Cancel", "@ann canceled the challenge (3×3, 3 in a row)."),
    ],
)
async def test_an_answer_closes_the_question(who: str, label: str, words: str, club: Club) -> None:
    question = await challenge(club)
    assert not (await club.click(getattr(club, who), label)).private
    message = club.now(question)
    assert (message.text, message.buttons) == (words, [])


@pytest.mark.parametrize(("who", "label"), [("bob", "Accept"), ("bob", "Decline"), ("ann", "Cancel"), ("cy", "Accept")])
async def test_an_expired_challenge_loses_its_buttons_at_any_press(who: str, label: str, club: Club) -> None:
    question = await challenge(club)
    closes_at = int(club.env.now().timestamp()) + 15 * 60
    assert question.text.endswith(f"Open until <t:{closes_at}:t>.")
    await club.env.advance_time(15 * 60)
    answer = club.last_followup(await club.click(getattr(club, who), label, question))
    words = "@ann's challenge (3×3, 3 in a row) expired after 15 minutes."
    assert (answer.text, answer.private) == (f"{words} Start a new one with `/ttt new`.", True)
    message = club.now(question)
    assert (message.text, message.buttons) == (words, [])


async def test_an_expired_challenge_loses_its_buttons_without_a_press(club: Club) -> None:
    question = await challenge(club)
    await club.env.advance_time(15 * 60)
    await club.sweep()
    await until(lambda: not club.now(question).buttons)


async def test_a_new_challenge_replaces_the_old_one_of_the_same_author(club: Club) -> None:
    old = await challenge(club)
    await club.slash(club.ann, "new", m=4)
    lost = await club.planted("ttt:c1:accept", "ttt:c1:decline")  # a challenge that kept its buttons
    answer = club.last_followup(await club.press(club.cy, "ttt:c1:accept", lost))
    assert "with a newer one" in answer.text
    for question in (old, lost):
        replaced = club.now(question)
        assert "with a newer one" in replaced.text
        assert replaced.buttons == []


async def test_a_challenge_says_who_goes_first(club: Club) -> None:
    for first, to_bob, open_to_all in (
        ("me", "", ""),
        ("opponent", " @bob goes first.", " The player who joins goes first."),
        ("random", *[" A coin toss decides who goes first."] * 2),
    ):
        challenge = await club.slash(club.ann, "new", opponent=club.bob, first=first)
        assert challenge.text.startswith(f"@bob, @ann challenges you to a game: 3×3, 3 in a row.{to_bob} Open until")
        challenge = await club.slash(club.bob, "new", first=first, where=club.other_channel)
        words = f"@bob is looking for an opponent · 3×3, 3 in a row.{open_to_all} Open until"
        assert challenge.text.startswith(words)
        assert challenge.text.endswith(". Who's in?")
        assert challenge.buttons == ["Join", "Play the computer", "Cancel"]


async def on_person(club: Club, who: Any, target: Any) -> Answer:
    return club.answer(await who.context_menu(club.channel, "Challenge to tic-tac-toe", target))


async def test_a_right_click_challenges_as_the_command_does(club: Club, chief: Any) -> None:
    await club.configure(chief, size="4x4x4")
    await club.choose(club.bob, "ttt:me:block", club.cy, await club.on_panel(club.bob, "Blocked users"))
    await refused(club, on_person(club, club.ann, club.ann), "You can't challenge yourself.")
    words = "@bob isn't taking challenges right now. Use `/ttt new` without `opponent` to let anyone join, or add `ai`"
    await refused(club, on_person(club, club.cy, club.bob), f"{words} to play the computer.", whole=True)
    challenge = await on_person(club, club.ann, club.bob)
    assert "@bob, @ann challenges you to a game: 4×4, 4 in a row." in challenge.text
