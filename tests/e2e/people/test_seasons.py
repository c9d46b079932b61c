"""Seasons of a server's ratings, as its members see them."""

from typing import Any

import pytest

from tests.e2e.club import Answer, Club, refused

WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


@pytest.fixture
def chief(club: Club) -> Any:
    """Somebody who may manage the server."""
    return club.member("chief", manage_guild=True)


async def win(club: Club) -> str:
    """Ann wins against Bob; return what stands below the board."""
    await club.duel()
    return (await club.moves(*WON)).text.rsplit("```\n", maxsplit=1)[-1].replace("\N{NO-BREAK SPACE}", " ")


async def asked(club: Club, chief: Any) -> Answer:
    """Press New season on the panel of the server."""
    return await club.click(chief, "New season", (await club.configure(chief)).message)


async def test_a_new_season_is_asked_about_begun_and_told(club: Club, chief: Any) -> None:
    await win(club)
    question = await asked(club, chief)
    assert question.private
    assert question.text.startswith("This is season 1. A new season resets every rating in this server to 1500.")
    assert question.buttons == ["Start season 2"]
    await club.restart()
    begun = await club.click(chief, "Start season 2", question.message)
    assert begun.text == "Season 2 has begun. Everyone starts again at 1500."
    now, old = await club.slash(club.cy, "top"), await club.slash(club.cy, "top", season=1)
    assert now.text.startswith("No rated games in this season yet.")
    title, first, *_ = old.text.splitlines()
    assert (title, first) == ("**Top players · season 1**", f"🥇 `1516` <@{club.ann.id}> · 1 won, 0 lost, 0 drawn")


async def test_an_old_button_begins_nothing(club: Club, chief: Any) -> None:
    question = await asked(club, chief)
    await club.click(chief, "Start season 2", question.message)
    planted = await club.planted("ttt:season:2", "ttt:season:4")
    for custom_id in ("ttt:season:2", "ttt:season:4"):
        answer = await club.press(chief, custom_id, planted)
        assert (answer.private, answer.text) == (True, "That season has already begun. The current season is 2.")


async def test_only_who_may_manage_the_server_begins_one(club: Club) -> None:
    words = "You need the **Manage Server** permission for that."
    planted = await club.planted("ttt:season:2")
    await refused(club, lambda c: c.press(c.ann, "ttt:season:2", planted), words, whole=True)


async def test_the_end_says_when_the_bound_of_the_day_kept_the_ratings(club: Club) -> None:
    ends = [await win(club) for _ in range(4)]
    bound = "a player can gain at most 32 points a day from the same opponent, and 64 a day in all."
    assert [bound in end for end in ends] == [False, False, True, True]
    assert "1532" in ends[2]
    assert f"That is less than usual: {bound}" in ends[2]
    assert f"Ratings unchanged: {bound}" in ends[3]


async def test_seasons_are_offered_newest_first_by_what_was_typed(club: Club, chief: Any) -> None:
    async def offered(typed: str) -> list[tuple[str, int]]:
        choices = await club.cy.autocomplete(club.channel, "ttt top", "season", typed)
        return [(choice["name"], choice["value"]) for choice in choices]

    assert await offered("") == [("Season 1 (current)", 1)]
    await club.click(chief, "Start season 2", (await asked(club, chief)).message)
    today = f"{club.env.now():%Y-%m-%d}"
    assert await offered("") == [("Season 2 (current)", 2), (f"Season 1, ended {today}", 1)]
    assert await offered("1,") == [(f"Season 1, ended {today}", 1)]
