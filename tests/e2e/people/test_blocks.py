"""Blocked users, as both sides see them."""

from typing import Any

from bot.game.games import UserId
from bot.game.preferences import MAX_BLOCKED
from tests.e2e.club import Answer, Club


async def blocked_users(club: Club, who: Any) -> Answer:
    """Return the page of the users whom a user has blocked."""
    return await club.on_panel(who, "Blocked users")


async def block(club: Club, other: Any) -> Answer:
    """Let Ann block a user, and return the answer."""
    return await club.choose(club.ann, "ttt:me:block", other, await blocked_users(club, club.ann))


async def test_a_block_is_private_and_can_be_removed(club: Club) -> None:
    answer = await block(club, club.bob)
    assert answer.text.startswith("You blocked @bob.")
    assert (await blocked_users(club, club.ann)).text == "**Blocked users**\n1. @bob"
    assert (await blocked_users(club, club.bob)).text == "You haven't blocked anyone."
    page = await block(club, club.cy)
    assert [line[:3] for line in page.text.splitlines()[-2:]] == ["1. ", "2. "]
    answer = await club.choose(club.ann, "ttt:me:unblock", str(club.bob.id), page)
    assert answer.text.startswith("You unblocked @bob.")
    assert answer.text.endswith("**Blocked users**\n1. @cy")
    assert (await club.click(club.ann, "Back", answer)).text.startswith("**Your preferences**")


async def test_a_long_list_of_blocked_users_has_pages(club: Club) -> None:
    for user in range(1, 31):
        await club.store.preferences.block(UserId(club.ann.id), UserId(user), club.env.now(), MAX_BLOCKED)
    first = await blocked_users(club, club.ann)
    assert len(first.text.splitlines()) == 26
    second = await club.click(club.ann, "More", first)
    assert [line.partition(".")[0] for line in second.text.splitlines()[1:]] == ["26", "27", "28", "29", "30"]
    assert (await club.click(club.ann, "More", second)).text == first.text
