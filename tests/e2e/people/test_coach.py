"""The coach, as people read it."""

from tests.e2e.club import Club

LOST = [(1, 1), (0, 1), (0, 0), (2, 2), (1, 0), (1, 2), (2, 0)]  # Bob's first move loses, and Ann wins


async def test_a_hint_is_private_explained_and_counted(club: Club) -> None:
    await club.slash(club.ann, "new", m=3, n=4, k=3, ai="classic")
    for answer in (await club.slash(club.ann, "hint"), await club.click(club.ann, "Hint")):
        assert answer.private
        assert answer.text == "Take (1, 1): it forces a win in 4 moves."
    assert (await club.resign(club.ann)).below[-1] == "2 hints were used."


async def test_the_end_of_a_game_offers_its_review(club: Club) -> None:
    await club.duel()
    await club.moves(*LOST)
    review = await club.click(club.cy, "Review")
    assert review.private
    assert review.text.splitlines() == [
        "Review of game #1: **X** @ann vs **O** @bob · 3×3, 3 in a row",
        "Move 1, O (0, 1), lost the draw: ||(0, 0)|| would have held it.",
    ]


async def test_a_missed_win_is_shown_as_an_animation(club: Club) -> None:
    await club.duel(m=3, n=4, k=3)
    await club.moves((1, 1), (0, 0), (2, 3), (0, 3))
    await club.resign(club.bob)
    answer = await club.slash(club.ann, "review")
    assert answer.private
    [attached] = answer.result.response.attachments
    assert attached.filename == "SPOILER_better-3.gif"
    assert attached.description.startswith("Better play from move 2: X ")


async def test_a_review_offers_the_replay(club: Club) -> None:
    await club.slash(club.ann, "new", m=4, ai="easy")
    await club.slash(club.ann, "move", i=0, j=0)
    over = await club.resign(club.ann)
    assert "Replay" not in over.buttons
    await club.click(club.ann, "Replay", await club.click(club.ann, "Review", over))
    assert club.shown.files == ["replay.gif"]


async def test_the_review_of_a_game_without_moves_is_empty(club: Club) -> None:
    await club.duel()
    await club.resign(club.ann)
    assert (await club.slash(club.ann, "review")).text.splitlines()[-1] == "No moves yet."
