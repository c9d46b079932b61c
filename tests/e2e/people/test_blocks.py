"""People who don't want to meet each other: what each of them sees."""

from tests.e2e.club import Club, refused

NOBODY = (
    "@ann isn't taking challenges right now. Use `/ttt new` without `opponent` to let anyone join, "
    "or add `ai` to play the computer."
)


async def test_a_block_is_between_the_bot_and_who_asks_for_it(club: Club) -> None:
    answer = await club.slash(club.ann, "block", user=club.bob)
    assert answer.private
    assert answer.text.startswith(f"You blocked <@{club.bob.id}>.")
    listed = await club.slash(club.ann, "block")
    assert (listed.private, f"<@{club.bob.id}>" in listed.text) == (True, True)
    assert "You haven't blocked anybody." in (await club.slash(club.bob, "block")).text


async def test_the_blocked_one_is_told_the_same_as_by_somebody_who_takes_no_challenges(club: Club) -> None:
    await club.slash(club.ann, "block", user=club.bob)
    await club.slash(club.cy, "me", challenges="off")
    for asked, words in ((club.ann, NOBODY), (club.cy, NOBODY.replace("@ann", "@cy"))):
        await refused(club, lambda c, asked=asked: c.slash(c.bob, "new", opponent=asked), words, whole=True)


async def test_what_can_not_be_blocked_is_refused(club: Club) -> None:
    helper = club.other_bot()
    await refused(club, lambda c: c.slash(c.ann, "block", user=c.ann), "You can't block yourself.")
    await refused(club, lambda c: c.slash(c.ann, "block", user=helper), "You can't block a bot")
    await refused(club, lambda c: c.slash(c.ann, "unblock", user=c.bob), "You haven't blocked @bob")


async def test_me_shows_whether_one_takes_challenges(club: Club) -> None:
    assert "Challenges: on (default)" in (await club.slash(club.ann, "me")).text
    assert "Challenges: off" in (await club.slash(club.ann, "me", challenges="off")).text
