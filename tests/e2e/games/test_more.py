"""What a board has no room for, behind its button More."""

from bot.game.games import ChannelId
from tests.e2e.club import Club, refused, seen


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


async def test_a_player_shares_the_result_with_its_picture(club: Club) -> None:
    await club.duel()
    await club.moves((0, 0), (1, 1), (0, 1), (2, 2), (0, 2))
    board = club.newest
    planted = await club.planted("ttt:1:5:share")
    await refused(club, lambda c: c.press(c.cy, "ttt:1:5:share", planted), "This isn't your game.")
    await club.click(club.bob, "Share", board)
    card = club.newest
    ann, bob = club.ann.id, club.bob.id
    assert card.content.splitlines() == [
        f"**X** <@{ann}> vs **O** <@{bob}> · 3×3, 3 in a row",
        f"Player 1 won: **<@{ann}>** (X), 3 in a row. 🏆",
        f"Ratings: <@{ann}>\xa01516\xa0(**+16**), <@{bob}>\xa01484\xa0(**−16**)",
    ]
    assert [file.filename for file in card.attachments] == ["board.png"]
    assert card.components == []
    assert club.pinged() == []


async def test_a_game_that_goes_on_has_no_result_to_share(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    planted = await club.planted("ttt:1:0:share")
    assert "Your turn" in (await club.press(club.ann, "ttt:1:0:share", planted)).text
    assert not club.newest.attachments


async def test_more_of_a_game_is_about_that_game_beside_another_of_ones_own(club: Club) -> None:
    await club.duel()
    board = club.newest
    await club.env.advance_time(1)
    await club.slash(club.ann, "new", ai="easy")
    assert f"O is <@{club.bob.id}>." in (await club.click(club.ann, "Read aloud", board)).text
    await club.click(club.ann, "End the game", board)
    assert [game.solo for game in await club.store.live_in(ChannelId(club.channel.id))] == [club.ann.id]


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
