"""What a board has no room for, behind its button More."""

from tests.e2e.club import Club, seen


async def test_a_player_finds_a_hint_and_the_board_in_words(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    hint = await club.click(club.ann, "Hint")
    assert hint.private
    assert hint.text.startswith("Take (")
    read = await club.click(club.ann, "Read aloud")
    assert (read.private, "Row 0" in read.text) == (True, True)


async def test_a_player_turns_the_picture_on_and_off_for_everybody(club: Club) -> None:
    await club.duel()
    await club.click(club.bob, "Picture")
    assert [file.filename for file in club.newest.attachments] == ["board.png"]
    await club.click(club.ann, "No picture")
    assert club.newest.attachments == []
    assert "```" in club.newest.content


async def test_the_replay_so_far_is_for_who_asks_alone(club: Club) -> None:
    await club.duel()
    await club.moves((1, 1))
    replay = await club.click(club.bob, "Replay")
    assert "1. X (1, 1)" in replay.text
    assert replay.private


async def test_a_player_resigns_or_ends_the_game(club: Club) -> None:
    await club.duel()
    question = await club.click(club.ann, "Resign")
    assert question.text.startswith("Resign this game?")
    await club.click(club.ann, "End the game")
    assert "ended the game. No result." in club.newest.content


async def test_what_is_behind_an_old_board_is_refused_once_another_game_is_on(club: Club) -> None:
    await club.duel()
    more = (await club.click(club.ann, "⋯ More")).message
    assert more
    await club.slash(club.ann, "end")
    await club.duel()
    newest = seen(club.newest)
    for label in ("Hint", "Read aloud", "Picture", "End the game"):
        refused = await club.click(club.ann, label, more)
        assert (refused.private, "That board is out of date" in refused.text) == (True, True), label
    assert seen(club.newest).text == newest.text
