"""People who don't want to meet each other: what each of them sees."""

from typing import Any

from bot.game.choices import MAX_BLOCKED
from bot.game.games import UserId
from tests.e2e.club import Answer, Club, refused, seen

NOBODY = (
    "@ann isn't taking challenges right now. Use `/ttt new` without `opponent` to let anyone join, "
    "or add `ai` to play the computer."
)


async def blocked(club: Club, who: Any) -> Answer:
    """Return the page of the users whom somebody has blocked."""
    return await club.click(who, "Blocked users", (await club.slash(who, "me")).message)


async def block(club: Club, who: Any, other: Any) -> Answer:
    """Block somebody, and return the answer."""
    return await club.choose(who, "ttt:me:block", other, await blocked(club, who))


async def test_a_block_is_between_the_bot_and_who_asks_for_it(club: Club) -> None:
    answer = await block(club, club.ann, club.bob)
    assert answer.text.startswith(f"You blocked <@{club.bob.id}>.")
    listed = await blocked(club, club.ann)
    assert listed.text == f"**Blocked users**\n1. <@{club.bob.id}>"
    assert (await blocked(club, club.bob)).text == "You haven't blocked anyone."


async def test_a_block_is_taken_back_by_its_number(club: Club) -> None:
    await block(club, club.ann, club.bob)
    listed = await block(club, club.ann, club.cy)
    assert [line[:3] for line in listed.text.splitlines()[-2:]] == ["1. ", "2. "]
    left = await club.choose(club.ann, "ttt:me:unblock", str(club.bob.id), listed)
    assert left.text.startswith(f"You unblocked <@{club.bob.id}>.")
    assert left.text.endswith(f"**Blocked users**\n1. <@{club.cy.id}>")
    panel = await club.click(club.ann, "Back", left.message)
    assert panel.text.startswith("**Your preferences**")


async def test_a_long_list_has_pages(club: Club) -> None:
    for user in range(1, 31):
        await club.store.block(UserId(club.ann.id), UserId(user), club.env.now(), MAX_BLOCKED)
    first = await blocked(club, club.ann)
    assert len(first.text.splitlines()) == 26
    second = await club.click(club.ann, "More", first.message)
    assert [line.partition(".")[0] for line in second.text.splitlines()[1:]] == ["26", "27", "28", "29", "30"]
    again = await club.click(club.ann, "More", second.message)
    assert again.text == first.text


async def test_the_blocked_one_is_told_the_same_as_by_somebody_who_takes_no_challenges(club: Club) -> None:
    await block(club, club.ann, club.bob)
    await club.prefer(club.cy, challenges="off")
    for asked, words in ((club.ann, NOBODY), (club.cy, NOBODY.replace("@ann", "@cy"))):
        await refused(club, lambda c, asked=asked: c.slash(c.bob, "new", opponent=asked), words, whole=True)


async def test_what_can_not_be_blocked_is_refused(club: Club) -> None:
    helper = club.other_bot()
    await refused(club, lambda c: block(c, c.ann, c.ann), "You can't block yourself.")
    await refused(club, lambda c: block(c, c.ann, helper), "You can't block a bot")


async def test_a_block_that_is_gone_is_told(club: Club) -> None:
    menu = await club.planted_menu("ttt:me:unblock", str(club.bob.id))
    words = "You haven't blocked @bob, so nothing has changed."
    await refused(club, lambda c: c.choose(c.ann, "ttt:me:unblock", str(c.bob.id), seen(menu)), words)
