"""Undo by consent, in a message of its own."""

from tests.e2e.club import Club, refused


async def asked(club: Club) -> None:
    """Ann moved, Bob replied, Ann asks to take it back."""
    await club.duel()
    await club.moves((0, 0), (1, 1))
    answer = await club.slash(club.ann, "undo")
    assert answer.text == f"<@{club.bob.id}>, <@{club.ann.id}> would like to take back (0, 0) and your reply, (1, 1)."
    assert not answer.private
    assert answer.buttons == ["Allow", "Decline"]
    assert club.pinged() == [club.bob.id]


async def test_allowed_both_plies_are_taken_back(club: Club) -> None:
    await asked(club)
    question = club.newest
    await club.click(club.bob, "Allow")
    closed = await club.message(question.id)
    assert closed.content == f"<@{club.bob.id}> agreed. Both moves are undone."
    assert closed.components == []
    assert (await club.game()).plies == ()
    assert f"Your turn, <@{club.ann.id}> (X)" in club.newest.content


async def test_refused_the_game_goes_on(club: Club) -> None:
    await asked(club)
    answer = await club.click(club.bob, "Decline")
    assert answer.text == f"<@{club.bob.id}> declined the undo."
    assert len((await club.game()).plies) == 2
    assert club.newest.components == []


async def test_the_question_is_withdrawn_when_they_play_on(club: Club) -> None:
    await asked(club)
    question = club.newest
    await club.slash(club.ann, "move", i=2, j=2)
    closed = await club.message(question.id)
    assert closed.content == "The game went on, so the undo request lapsed."
    assert closed.components == []


async def test_the_question_is_withdrawn_when_the_game_ends(club: Club) -> None:
    await asked(club)
    question = club.newest
    await club.resign(club.bob)
    closed = await club.message(question.id)
    assert closed.content == "The game is over, so the undo request lapsed."
    assert closed.components == []


async def test_a_late_answer_links_the_board_also_where_that_is_older_than_the_question(club: Club) -> None:
    await asked(club)
    question, board = club.newest, club.latest(2)[0]
    club.env.inject_error("PATCH", f"/channels/{club.channel.id}/messages/{question.id}", status=403, code=50001)
    await club.tap(club.ann, 2, 2, board)
    stale = await club.message(question.id)
    assert stale.components
    link = f"https://discord.com/channels/{club.guild.id}/{club.channel.id}/{board.id}"
    await refused(
        club, lambda c: c.click(c.bob, "Allow", stale), f"That board is out of date. The current one is here: {link}"
    )


async def test_the_opponent_may_take_the_reply_back_at_once_and_the_question_goes(club: Club) -> None:
    await asked(club)
    question = club.newest
    await club.slash(club.bob, "undo")
    assert len((await club.game()).plies) == 1
    assert (await club.message(question.id)).components == []
