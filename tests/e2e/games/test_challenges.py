"""Challenges: who may answer them, how, and for how long."""

from typing import Any

import pytest

from tests.e2e.club import Answer, Club, refused
from tests.e2e.processes.real import until


async def challenge(club: Club) -> Answer:
    return await club.slash(club.ann, "new", opponent=club.bob)


@pytest.mark.parametrize(
    ("who", "label", "words", "left"),
    [
        ("bob", "Accept", "@bob accepted.", []),
        ("bob", "Decline", "@bob declined @ann's challenge (3×3, 3 in a row).", ["Challenge again"]),
        ("ann", "Cancel", "@ann canceled the challenge (3×3, 3 in a row).", []),
    ],
)
async def test_an_answer_closes_the_question(who: str, label: str, words: str, left: list[str], club: Club) -> None:
    question = await challenge(club)
    assert not (await club.click(getattr(club, who), label)).private
    message = club.now(question)
    assert (message.text, message.buttons) == (words, left)


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
    assert (message.text, message.buttons) == (words, ["Challenge again"])


async def expired(club: Club, question: Answer, label: str = "Challenge again") -> Answer:
    """Let a challenge expire, and return its message with the button that repeats it."""
    await club.env.advance_time(15 * 60)
    await club.sweep()
    await until(lambda: club.now(question).buttons == [label])
    return club.now(question)


async def test_an_expired_challenge_is_repeated_on_the_same_terms_by_either_player(club: Club) -> None:
    terms = {"m": 4, "first": "opponent", "pace": "1 hour", "best_of": 3, "swap": True}
    question = await club.slash(club.ann, "new", opponent=club.bob, **terms)
    before = question.text.split(" Open until")[0]
    old = await expired(club, question)
    await refused(club, club.click(club.cy, "Challenge again", old), "Only the two players of this challenge")
    await club.restart()
    again = await club.click(club.ann, "Challenge again", old)
    assert again.text.split(" Open until")[0] == before
    assert again.buttons == ["Accept", "Decline", "Cancel"]
    assert club.pinged() == [club.bob.id]
    await until(lambda: club.now(old).buttons == [])
    await club.click(club.bob, "Decline", again)
    reverse = await club.click(club.bob, "Challenge again", club.now(again))
    assert reverse.text.startswith("@ann, @bob challenges you to a game: 4×4, 4 in a row · 1 hour a move. ")
    assert "goes first" not in reverse.text  # so Bob does, as before
    assert club.pinged() == [club.ann.id]


async def test_two_taps_repeat_a_challenge_once(club: Club) -> None:
    old = await expired(club, await challenge(club))
    same = await club.planted("ttt:c1:again")
    first, second = [await club.press(club.ann, "ttt:c1:again", on) for on in (old, same)]
    assert not first.private
    assert second.private
    assert "@ann's challenge (3×3, 3 in a row) is open." in second.text


async def test_an_offer_to_anyone_is_repeated_by_anyone(club: Club) -> None:
    old = await expired(club, await club.slash(club.ann, "new", m=4), "Find an opponent")
    again = await club.click(club.cy, "Find an opponent", old)
    assert again.text.startswith("@cy is looking for an opponent · 4×4, 4 in a row. Open until")


async def test_a_challenge_is_not_repeated_past_a_block_or_to_somebody_who_has_left(club: Club) -> None:
    old = await expired(club, await challenge(club))
    await club.choose(club.bob, "ttt:me:block", club.ann, await club.on_panel(club.bob, "Blocked users"))
    await refused(club, club.click(club.ann, "Challenge again", old), "@bob isn't taking challenges right now.")
    await refused(club, club.click(club.bob, "Challenge again", old), "You blocked @ann.")
    club.env.backend.remove_member(club.guild.id, club.bob.id)
    await refused(club, club.click(club.ann, "Challenge again", old), "You can only challenge members of this server.")
    await club.click(club.ann, "Delete it all", await club.on_panel(club.ann, "Delete my data"))
    await refused(club, club.click(club.ann, "Challenge again", old), "That challenge is gone.")


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
