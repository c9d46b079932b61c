"""Undo by consent, in a message of its own."""

import pytest

from tests.e2e.club import Act, Answer, Club, refused


@pytest.fixture
async def question(club: Club) -> Answer:
    """Ann moved, Bob replied, Ann asks to take it back."""
    await club.duel()
    await club.moves((0, 0), (1, 1))
    request = await club.slash(club.ann, "undo")
    assert request.text.splitlines() == [
        "**X** @ann vs **O** @bob · 3×3, 3 in a row",
        "@bob: @ann would like to undo (0, 0) and your reply, (1, 1).",
    ]
    assert not request.private
    assert request.buttons == ["Allow", "Decline"]
    assert club.pinged() == [club.bob.id]
    return request


@pytest.mark.parametrize(
    ("label", "words", "plies"),
    [("Allow", "@bob agreed.", 0), ("Decline", "@bob declined the undo.", 2)],
)
async def test_the_opponent_answers_an_undo_request(
    label: str, words: str, plies: int, question: Answer, club: Club
) -> None:
    await club.click(club.bob, label, question)
    message = club.now(question)
    assert (message.text, message.buttons) == (words, [])
    assert len((await club.game()).plies) == plies


@pytest.mark.parametrize(
    ("act", "words"),
    [
        (lambda c: c.slash(c.ann, "move", i=2, j=2), "The game went on, so the undo request lapsed."),
        (lambda c: c.slash(c.bob, "undo"), "The game went on, so the undo request lapsed."),
        (lambda c: c.resign(c.bob), "The game is over, so the undo request lapsed."),
    ],
)
async def test_an_undo_request_lapses_when_the_game_goes_on(act: Act, words: str, question: Answer, club: Club) -> None:
    await act(club)
    message = club.now(question)
    assert (message.text, message.buttons) == (words, [])


async def test_a_late_answer_to_an_undo_request_links_to_the_board(question: Answer, club: Club) -> None:
    board = club.latest(2)[0]
    path = f"/channels/{club.channel.id}/messages/{club.newest.id}"
    club.env.inject_error("PATCH", path, status=403, code=50001)
    await club.tap(club.ann, 2, 2, board)
    stale = club.now(question)
    assert stale.buttons
    words = f"That board is out of date. The current one is here: {board.jump_url}"
    await refused(club, club.click(club.bob, "Allow", stale), words)


async def test_a_deleted_undo_request_is_asked_again(question: Answer, club: Club) -> None:
    assert question.message is not None
    await refused(club, club.slash(club.ann, "undo"), "hasn't answered yet")
    await question.message.delete()
    again = await club.slash(club.ann, "undo")
    assert (again.private, again.buttons) == (False, ["Allow", "Decline"])
    await club.click(club.bob, "Allow", again)
    assert (await club.game()).plies == ()
