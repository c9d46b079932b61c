"""A series of games, as its players see it."""

from tests.e2e.club import Answer, Club, refused

WON = ((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))


async def begin(club: Club, best_of: int = 3) -> None:
    """Ann challenges Bob to a series, and he accepts."""
    await club.slash(club.ann, "new", opponent=club.bob, best_of=best_of)
    assert f"Best of {best_of} games, swapping sides each game." in club.newest.content
    await club.click(club.bob, "Accept")


def below(text: str) -> list[str]:
    """Return what stands below a board, with plain spaces."""
    return text.rsplit("```\n", maxsplit=1)[-1].replace("\N{NO-BREAK SPACE}", " ").splitlines()


async def test_a_whole_series_is_played_by_buttons(club: Club) -> None:
    await begin(club)
    ann, bob = f"<@{club.ann.id}>", f"<@{club.bob.id}>"
    assert below(club.newest.content)[-1] == f"Game 1 of 3 · {ann} 0, {bob} 0"
    over = await club.moves(*WON)
    assert below(over.text) == [
        f"Player 1 won: **{ann}** (X), 3 in a row. 🏆",
        f"Game 1 of 3 · {ann} 1, {bob} 0",
        f"Ratings: {ann} 1516 (**+16**), {bob} 1484 (**−16**)",
    ]
    assert "Next game" in over.buttons
    assert "Rematch" not in over.buttons
    await club.restart()
    second = await club.click(club.bob, "Next game")
    assert second.text.startswith(f"**X** {bob} vs **O** {ann}")
    assert below(second.text)[-1] == f"Game 2 of 3 · {ann} 1, {bob} 0"
    over = await club.moves(*WON, first=club.bob)
    assert below(over.text)[-2:] == [
        f"Game 2 of 3 · {ann} 1, {bob} 1",
        f"Ratings: {bob} 1501 (**+17**), {ann} 1499 (**−17**)",
    ]
    await club.click(club.ann, "Next game")
    over = await club.moves(*WON)
    assert below(over.text)[1:3] == [
        f"{ann} won the series 2\N{EN DASH}1.",
        f"Ratings: {ann} 1515 (**+16**), {bob} 1485 (**−16**)",
    ]
    assert "Rematch" in over.buttons
    assert "Next game" not in over.buttons


async def test_a_second_press_leads_to_the_game_that_was_started(club: Club) -> None:
    await begin(club)
    over = (await club.resign(club.bob)).message
    await club.click(club.ann, "Next game", over)
    started = club.newest
    planted = await club.planted("ttt:1:0:next")
    second: Answer = await club.press(club.bob, "ttt:1:0:next", planted)
    assert second.private
    assert str(started.id) in second.text


async def test_a_move_after_a_game_is_told_how_the_series_stands_and_what_starts_the_next_one(club: Club) -> None:
    await begin(club)
    await club.moves(*WON)
    ann, bob = f"<@{club.ann.id}>", f"<@{club.bob.id}>"
    stands = f"Game 1 of 3 · {ann} 1, {bob} 0"
    over = f"That game is over. Player 1 won: **{ann}** (X), 3 in a row. 🏆\n{stands}\nTap **Next game** to go on."
    await refused(club, lambda club: club.slash(club.ann, "move", i=2, j=2), over)


async def test_board_brings_the_button_back(club: Club) -> None:
    await begin(club)
    await club.resign(club.bob)
    assert "Next game" in (await club.slash(club.cy, "board")).buttons


async def test_a_series_against_the_computer_ends_with_its_result(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", best_of=3)
    await club.resign(club.ann)
    await club.click(club.ann, "Next game")
    over = await club.resign(club.ann)
    assert below(over.text)[-1] == "The computer won the series 2\N{EN DASH}0."
    assert {"Rematch", "⋯ More"} <= set(over.buttons)


async def test_a_game_that_is_ended_ends_the_series(club: Club) -> None:
    await begin(club)
    await club.slash(club.ann, "end")
    assert below(club.newest.content)[-1] == "The series ends without a result."


async def test_the_series_is_told_to_whoever_listens(club: Club) -> None:
    await begin(club)
    assert f"Game 1 of 3 · <@{club.ann.id}> 0, <@{club.bob.id}> 0" in (await club.slash(club.cy, "read")).text


async def test_it_is_begun_after_a_game_of_ones_own_that_was_in_the_way(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    question = await club.slash(club.ann, "new", ai="classic", best_of=5)
    await club.click(club.ann, "End it, start new", question.message)
    assert "Game 1 of 5" in club.newest.content
