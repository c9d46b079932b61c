"""Pictures, windows over large boards, replays, statistics, forgetting, as people meet them."""

from dataclasses import replace

from bot.game.games import UserId
from engine import Cell
from tests.e2e.club import Club, refused


async def test_an_arrow_scrolls_the_board_only_for_its_user(club: Club) -> None:
    board = await club.slash(club.ann, "new", m=100, ai="classic")
    assert {"←", "↑", "↓", "→", "Move", "⋯ More"} <= set(board.buttons)
    assert board.files == ["board.png"]
    before = await club.state()
    for who in (club.ann, club.cy):
        answer = await club.click(who, "↓", board)
        assert answer.private
        assert "\n53 " in answer.text
        assert "\n52 " not in answer.text
        further = await club.click(who, "↓", answer)
        assert further.message == answer.message
        assert "\n63 " in further.text
    assert await club.state() == before


async def test_a_move_from_a_private_view_is_shown_to_everyone(club: Club) -> None:
    await club.duel(m=100)
    looks = [await club.click(who, "↓") for who in (club.ann, club.bob)]
    answer = await club.fill_form(club.ann, "70 50", looks[0])
    assert not answer.private
    assert "[X]" in club.shown.text
    assert club.pinged() == [club.bob.id]
    view = await club.click(club.bob, "Move", looks[1])
    assert view.message == looks[1].message
    assert "[X]" in view.text
    await club.fill_form(club.bob, "70 51", view)
    assert "[O]" in club.shown.text


async def test_a_replay_is_private_text_and_an_animated_picture(club: Club) -> None:
    await club.duel()
    replay = await club.slash(club.cy, "replay")
    assert replay.text.endswith("\nNo moves yet.")
    assert "```" not in replay.text
    await club.moves((0, 0))
    replay = await club.slash(club.cy, "replay")
    assert "\nIn progress. @bob (O) moves next.\n" in replay.text
    assert "tap" not in replay.text
    await club.moves((1, 0), (0, 1), (1, 1), (0, 2), first=club.bob)
    replay = await club.slash(club.cy, "replay")
    assert replay.private
    assert "1. X (0, 0)" in replay.text
    assert "Player 1 won" in replay.text
    assert "\n🟦🟦🟦\n🟥🟥⬛\n⬛⬛⬛\n" in replay.text
    assert replay.files == ["replay.gif"]


async def test_replays_are_offered_only_for_games_of_the_channel(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy")
    await club.resign(club.ann)
    await club.duel()
    choices = await club.cy.autocomplete(club.channel, "ttt replay", "game", "")
    [typed] = await club.cy.autocomplete(club.channel, "ttt replay", "game", " #2: ")
    assert typed == choices[0]
    assert [choice["name"] for choice in choices] == [
        "#2: 3×3, 3 in a row, between people, 0 moves, in progress",
        "#1: 3×3, 3 in a row, against the computer (easy), 0 moves, Player 2 won",
    ]
    words = "No game with that number was played in this channel"
    await refused(club, club.slash(club.cy, "replay", game=1, where=club.other_channel), words)
    await refused(club, club.slash(club.cy, "replay", game=99), words)


async def test_a_long_replay_has_its_moves_in_a_file(club: Club) -> None:
    await club.duel(m=20, k=20)
    game = await club.game()
    long = replace(game, plies=tuple(Cell(ply % 20, ply // 20) for ply in range(300)))
    await club.store.games.save(game, long)
    answer = await club.slash(club.ann, "replay")
    assert answer.files == ["replay.gif", "moves.txt"]
    assert answer.message
    assert len(answer.message.content) <= 2000


async def test_records_and_top_players_are_shown(club: Club) -> None:
    empty = await club.slash(club.ann, "stats")
    assert empty.text == "@ann hasn't finished a game here yet."
    for _ in range(2):
        await club.duel()
        await club.moves((0, 0), (1, 1))
        await club.resign(club.ann)
    answer = await club.slash(club.cy, "stats", member=club.bob)
    assert answer.private
    assert answer.text.startswith("**@bob's record in this server**\nRating: 1531 · 2 wins in a row against people\n")
    assert "has no record" in (await club.slash(club.ann, "stats", member=club.bot())).text
    best = await club.slash(club.cy, "top")
    assert not best.private
    assert best.text.startswith("**Top players**\n🥇 @bob · 1531 · 2 won\n🥈 @ann · 1469 · ")
    assert club.pinged() == []


async def test_deleting_data_asks_first_and_removes_the_name(club: Club) -> None:
    await club.duel()
    await club.moves((1, 1))
    question = await club.on_panel(club.ann, "Delete my data")
    assert question.private
    assert question.buttons == ["Delete it all"]
    assert (await club.game()).result is None
    await club.click(club.ann, "Delete it all", question)
    board = await club.slash(club.bob, "board")
    assert "**X** Deleted user vs" in board.text
    assert "@ann" not in board.text
    assert "Deleted user ended the game. No result." in board.text


async def test_a_users_data_comes_as_a_private_file(club: Club) -> None:
    await club.duel()
    await club.moves((1, 1))
    answer = await club.on_panel(club.ann, "Download my data")
    assert answer.private
    assert answer.files == ["ttt.json"]
    export, _ = await club.store.privacy.export_games(UserId(club.ann.id), [(await club.game()).id])
    assert [game["moves"] for game in export] == [[[1, 1]]]


async def test_the_leaderboard_lists_only_members(club: Club) -> None:
    await club.win()
    assert "🥇 @ann · 1516" in (await club.slash(club.cy, "top")).text
    left = club.env.inject_error("GET", f"/guilds/{club.guild.id}/members/{club.ann.id}", status=404, code=10007)
    await club.restart()  # which forgets that she was a member
    text = (await club.slash(club.cy, "top")).text
    assert left is None or left
    assert "@ann" not in text
    assert "🥇 @bob · 1484" in text
