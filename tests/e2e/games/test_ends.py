"""Nothing that can't be undone happens by one tap."""

import pytest

from tests.e2e.club import Club, refused


@pytest.mark.parametrize("way", ["command", "more"])
async def test_ending_a_game_asks_first(club: Club, way: str) -> None:
    await club.slash(club.ann, "new", ai="easy")
    await club.slash(club.ann, "move", i=0, j=0)
    question = await (club.slash(club.ann, "end") if way == "command" else club.click(club.ann, "End the game"))
    assert question.private
    assert question.text.splitlines() == [
        "**X** @ann vs **O** the computer (easy) · 3×3, 3 in a row",
        "End this game without a result? This can't be undone.",
    ]
    assert (await club.game()).result is None
    await club.click(club.ann, "End the game", question)
    assert "ended the game. No result." in club.shown.text


async def test_a_game_without_moves_ends_at_once(club: Club) -> None:
    await club.duel()
    assert "ended the game. No result." in (await club.slash(club.ann, "end")).text


async def test_a_game_that_went_on_is_not_ended_by_an_older_question(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    await club.slash(club.ann, "move", i=0, j=0)
    question = await club.slash(club.ann, "end")
    cell = (await club.game()).board.legal_moves[0]
    await club.slash(club.ann, "move", i=cell.row, j=cell.col)
    await refused(club, club.click(club.ann, "End the game", question), "That board is out of date")


async def test_a_new_game_ends_the_old_one_only_after_a_question(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    await club.slash(club.ann, "move", i=0, j=0)
    busy = await club.slash(club.ann, "new", ai="easy")
    question = await club.click(club.ann, "End it and start a new one", busy)
    assert "End this game without a result?" in question.text
    assert (await club.game()).result is None
    assert "Your game has begun." in (await club.click(club.ann, "End the game", question)).text
    assert (await club.game()).plies == ()


async def test_resigning_before_both_have_moved_changes_no_rating(club: Club) -> None:
    await club.duel()
    await club.moves((0, 0))
    await club.resign(club.bob)
    assert "ended the game. No result." in club.shown.text
    assert "Ratings" not in club.shown.text
