"""Seasons of a server's ratings, as its members see them."""

from typing import Any

from tests.e2e.club import Answer, Club, refused


async def ask(club: Club, chief: Any) -> Answer:
    """Press New season on the panel of the server."""
    return await club.click(chief, "New season", await club.configure(chief))


async def test_a_manager_confirms_and_begins_a_season(club: Club, chief: Any) -> None:
    await club.win()
    question = await ask(club, chief)
    assert question.private
    assert question.text.startswith("This is season 1. A new season resets every rating in this server to 1500.")
    assert question.buttons == ["Start season 2"]
    assert await seasons(club) == [("Season 1 (current)", 1)]
    await club.restart()
    answer = await club.click(chief, "Start season 2", question)
    assert answer.text == "Season 2 has begun. Everyone starts again at 1500."
    now, old = await club.slash(club.cy, "top"), await club.slash(club.cy, "top", season=1)
    assert now.text.startswith("No rated games this season yet.")
    title, first, *_ = old.text.splitlines()
    assert (title, first) == ("**Top players · season 1**", "🥇 @ann · 1516 · 1 won")
    old_season = f"Season 1, ended {club.env.now():%Y-%m-%d}", 1
    assert await seasons(club) == [("Season 2 (current)", 2), old_season]
    assert await seasons(club, "1,") == [old_season]


async def seasons(club: Club, typed: str = "") -> list[tuple[str, int]]:
    """Return the choices of seasons for a typed text."""
    choices = await club.cy.autocomplete(club.channel, "ttt top", "season", typed)
    return [(choice["name"], choice["value"]) for choice in choices]


async def test_old_buttons_and_other_members_begin_no_season(club: Club, chief: Any) -> None:
    planted = await club.planted("ttt:season:2", "ttt:season:4")
    words = "You need the **Manage Server** permission for that. Ask a member who has it."
    await refused(club, club.press(club.ann, "ttt:season:2", planted), words, whole=True)
    await club.click(chief, "Start season 2", await ask(club, chief))
    words = "That season has already begun. The current season is 2. `/ttt top` shows the current season."
    for custom_id in ("ttt:season:2", "ttt:season:4"):
        await refused(club, club.press(chief, custom_id, planted), words, whole=True)


async def test_the_board_explains_the_daily_rating_limit(club: Club) -> None:
    ends = ["\n".join((await club.win()).below) for _ in range(4)]
    limit = "@ann can't gain more points from @bob today."
    assert [limit in end for end in ends] == [False, False, True, True]
    assert "1532" in ends[2]
    assert f"\n{limit}" in ends[2]
    assert f"Ratings unchanged. {limit}" in ends[3]


async def test_the_end_of_a_game_says_who_leads_today(club: Club) -> None:
    assert "leads" not in (await club.win()).text
    assert "@ann leads @bob 2\N{EN DASH}0 today." in (await club.win()).below
    await club.env.advance_time(24 * 3600)
    assert "leads" not in (await club.win()).text
