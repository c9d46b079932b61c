"""The actions behind the button More."""

from bot.game.games import ChannelId
from tests.e2e.club import Club, refused


async def test_the_more_menu_has_a_picture_a_replay_and_resignation(club: Club) -> None:
    await club.duel()
    await club.click(club.bob, "Picture")
    assert club.shown.files == ["board.png"]
    await club.click(club.ann, "No picture")
    assert club.shown.files == []
    assert "```" in club.shown.text
    await club.moves((1, 1))
    replay = await club.click(club.bob, "Replay")
    assert "1. X (1, 1)" in replay.text
    assert replay.private
    question = await club.click(club.ann, "Resign")
    assert "@bob · 3×3, 3 in a row\nEnd this game without a result?" in question.text
    await club.click(club.ann, "End the game", await club.click(club.ann, "End the game"))
    assert "ended the game. No result." in club.shown.text


async def test_a_player_shares_the_result_with_its_picture(club: Club) -> None:
    await club.duel()
    goes_on = await club.planted("ttt:1:0:share")
    assert "Your turn" in (await club.press(club.ann, "ttt:1:0:share", goes_on)).text
    assert not club.shown.files
    board = await club.moves((0, 0), (1, 1), (0, 1), (2, 2), (0, 2))
    planted = await club.planted("ttt:1:5:share")
    await refused(club, club.press(club.cy, "ttt:1:5:share", planted), "This isn't your game.")
    await club.click(club.bob, "Share", board)
    card = club.shown
    assert card.text.splitlines() == [
        "**X** @ann vs **O** @bob · 3×3, 3 in a row",
        "Player 1 won: **@ann** (X), 3 in a row. 🏆",
        "Ratings: @ann\xa01516\xa0(**+16**), @bob\xa01484\xa0(**−16**)",
    ]
    assert (card.files, card.buttons) == (["board.png"], [])
    assert club.pinged() == []


async def test_the_more_menu_acts_on_the_game_of_its_board(club: Club) -> None:
    board = await club.duel()
    await club.env.advance_time(1)
    await club.slash(club.ann, "new", ai="easy")
    assert "@bob is O." in (await club.click(club.ann, "Board in words", board)).text
    await club.click(club.ann, "End the game", board)
    assert [game.solo for game in await club.store.games.live_in(ChannelId(club.channel.id))] == [club.ann.id]


async def test_the_more_menu_of_an_ended_game_is_refused_during_another(club: Club) -> None:
    await club.duel()
    more = await club.click(club.ann, "⋯ More")
    await club.end(club.ann)
    await club.duel()
    for label in ("Board in words", "Picture", "End the game"):
        await refused(club, club.click(club.ann, label, more), "That board is out of date")
