"""Pictures, windows over large boards, replays, statistics, forgetting, as people meet them."""

from dataclasses import replace

from bot.game.games import UserId
from engine import Cell
from tests.e2e.club import Club, refused


async def test_a_100_by_100_board_is_a_window_with_arrows_and_a_picture(club: Club) -> None:
    answer = await club.slash(club.ann, "new", m=100, ai="classic")
    assert answer.message
    [picture] = answer.message.attachments
    assert picture.filename == "board.png"
    assert "100" in (picture.description or "")
    assert {"←", "↑", "↓", "→", "Move", "⋯ More"} <= set(answer.buttons)
    await club.fill_form(club.ann, "99 99")
    assert "[O]" in club.newest.content
    assert len(club.newest.attachments) == 1


async def test_whoever_presses_an_arrow_looks_around_and_nobody_else_notices(club: Club) -> None:
    await club.slash(club.ann, "new", m=100, ai="classic")
    before, board = await club.state(), club.newest
    for who in (club.ann, club.cy):
        answer = await club.click(who, "↓", board)
        assert answer.private
        assert "\n53 " in answer.text
        assert "\n52 " not in answer.text
        moved = await club.click(who, "↓", answer.message)
        assert moved.message
        assert answer.message
        assert moved.message.id == answer.message.id
        assert "\n63 " in moved.text
    assert await club.state() == before


async def test_buttons_of_a_private_look_work_after_moves_and_a_restart(club: Club) -> None:
    await club.duel(m=100)
    look = (await club.click(club.ann, "↓")).message
    await club.moves((0, 0))
    await club.restart()
    assert "[X]" in (await club.click(club.ann, "Last move", look)).text
    await club.slash(club.ann, "end")
    await club.duel()
    await refused(club, lambda c: c.click(c.ann, "↓", look), "That board is out of date")


async def test_a_move_from_a_private_look_is_a_new_board_for_all(club: Club) -> None:
    await club.duel(m=100)
    look = (await club.click(club.ann, "↓")).message
    answer = await club.fill_form(club.ann, "70 50", look)
    assert not answer.private
    assert "[X]" in club.newest.content
    assert club.pinged() == [club.bob.id]


async def test_move_in_a_private_look_that_is_old_shows_the_board_as_it_stands(club: Club) -> None:
    await club.duel(m=100)
    look = (await club.click(club.bob, "↓")).message
    await club.moves((0, 0))
    shown = await club.click(club.bob, "Move", look)
    assert shown.message
    assert look
    assert shown.message.id == look.id
    assert "[X]" in shown.text
    await club.fill_form(club.bob, "0 1", shown.message)
    assert "[O]" in club.newest.content


async def test_a_replay_is_private_text_and_an_animated_picture(club: Club) -> None:
    await club.duel()
    await club.moves((0, 0), (1, 0), (0, 1), (1, 1), (0, 2))
    answer = await club.slash(club.cy, "replay")
    sent = answer.result.response
    assert sent.ephemeral
    assert "1. X (0, 0)" in sent.content
    assert "Player 1 won" in sent.content
    assert "\n❌❌❌\n⭕⭕⬛\n⬛⬛⬛\n" in sent.content
    assert [file.filename for file in sent.attachments] == ["replay.gif"]


async def test_a_replay_of_a_running_game_offers_no_buttons(club: Club) -> None:
    await club.duel()
    await club.moves((1, 1))
    answer = await club.slash(club.cy, "replay")
    sent = answer.result.response
    assert f"\nIn progress. <@{club.bob.id}> (O) moves next.\n" in sent.content
    assert "tap" not in sent.content


async def test_a_replay_without_moves_says_so(club: Club) -> None:
    await club.duel()
    answer = await club.slash(club.cy, "replay")
    sent = answer.result.response
    assert sent.content.endswith("\nNo moves yet.")
    assert "```" not in sent.content


async def test_a_replay_can_be_chosen_from_the_channels_last_games_and_no_others(club: Club) -> None:
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
    await refused(
        club,
        lambda c: c.slash(c.cy, "replay", game=1, where=c.other_channel),
        "No game with that number was played in this channel",
    )
    await refused(
        club, lambda c: c.slash(c.cy, "replay", game=99), "No game with that number was played in this channel"
    )


async def test_statistics_and_the_list_of_the_best(club: Club) -> None:
    empty = await club.slash(club.ann, "stats")
    assert empty.text == f"<@{club.ann.id}> hasn't finished a game here yet."
    for _ in range(2):
        await club.duel()
        await club.resign(club.ann)
    answer = await club.slash(club.cy, "stats", member=club.bob)
    assert answer.private
    assert answer.text == "\n".join(
        (
            f"**<@{club.bob.id}>'s record in this server**",
            "Rating: 1531 · 2 wins in a row against people",
            "Against people: 2 won, 0 lost, 0 drawn",
        )
    )
    assert "keeps no record" in (await club.slash(club.ann, "stats", member=club.bot())).text
    best = await club.slash(club.cy, "top")
    assert not best.private
    title, *lines, counted = best.text.splitlines()
    assert title == "**Top players**"
    assert lines == [
        f"🥇 `1531` <@{club.bob.id}> · 2 won, 0 lost, 0 drawn",
        f"🥈 `1469` <@{club.ann.id}> · 0 won, 2 lost, 0 drawn",
    ]
    assert counted == "-# Active in the last 90 days. See your own rating with `/ttt stats`."
    assert club.pinged() == []


async def test_forgetting_asks_first_and_leaves_a_deleted_user(club: Club) -> None:
    await club.duel()
    await club.moves((1, 1))
    question = await club.click(club.ann, "Delete my data", (await club.slash(club.ann, "me")).message)
    assert question.private
    assert question.buttons == ["Delete it all"]
    assert (await club.game()).result is None
    result = await club.ann.click(question.message, label="Delete it all")
    assert result.acknowledged
    board = await club.slash(club.bob, "board")
    assert "**X** Deleted user vs" in board.text
    assert f"<@{club.ann.id}>" not in board.text
    assert "Deleted user ended the game. No result." in board.text


async def test_a_long_replay_has_its_moves_in_a_file(club: Club) -> None:
    await club.duel(m=20, k=20)
    game = await club.game()
    long = replace(game, plies=tuple(Cell(ply % 20, ply // 20) for ply in range(300)))
    await club.store.save(game, long)
    answer = await club.slash(club.ann, "replay")
    sent = answer.result.response
    assert [file.filename for file in sent.attachments] == ["replay.gif", "moves.txt"]
    assert len(sent.content) <= 2000


async def test_ones_own_data_comes_as_a_private_file(club: Club) -> None:
    await club.duel()
    await club.moves((1, 1))
    answer = await club.click(club.ann, "Download my data", (await club.slash(club.ann, "me")).message)
    sent = answer.result.response
    assert sent.ephemeral
    assert [file.filename for file in sent.attachments] == ["ttt.json"]
    said, _ = await club.store.export_games(UserId(club.ann.id), [(await club.game()).id])
    assert [game["moves"] for game in said] == [[[1, 1]]]
