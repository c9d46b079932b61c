"""A series of games, as its players see it."""

from tests.e2e.club import WON, Club, refused


async def test_a_whole_series_is_played_by_buttons(club: Club) -> None:
    challenge = await club.slash(club.ann, "new", opponent=club.bob, best_of=3)
    assert "Best of 3 games, switching sides." in challenge.text
    await club.click(club.bob, "Accept")
    stands = "Game 1 of 3 · @ann 0, @bob 0"
    assert club.shown.below[-1] == stands
    assert stands in (await club.slash(club.cy, "read")).text
    over = await club.moves(*WON)
    stands = "Game 1 of 3 · @ann 1, @bob 0"
    win = "Player 1 won: **@ann** (X), 3 in a row. 🏆"
    assert over.below == [win, stands, "Ratings: @ann 1516 (**+16**), @bob 1484 (**−16**)"]
    assert "Next game" in over.buttons
    assert "Rematch" not in over.buttons
    words = "That game is over: @ann won. Tap **Next game** to go on."
    await refused(club, club.slash(club.ann, "move", i=2, j=2), words)
    assert "Next game" in (await club.slash(club.cy, "board")).buttons
    await club.restart()
    second = await club.click(club.bob, "Next game")
    assert second.text.startswith("**X** @bob vs **O** @ann")
    assert second.below[-1] == "Game 2 of 3 · @ann 1, @bob 0"
    over = await club.moves(*WON, first=club.bob)
    assert over.below[-2:] == ["Game 2 of 3 · @ann 1, @bob 1", "Ratings: @bob 1501 (**+17**), @ann 1499 (**−17**)"]
    await club.click(club.ann, "Next game")
    over = await club.moves(*WON)
    ratings = "Ratings: @ann 1515 (**+16**), @bob 1485 (**−16**)"
    assert over.below[1:3] == ["@ann won the series 2\N{EN DASH}1.", ratings]
    assert "Rematch" in over.buttons
    assert "Next game" not in over.buttons
