"""Whole games as people play them, with the words they read."""

import re
from typing import Any

import pytest

from bot.game.games import UserId
from bot.interactions.commands import Ttt
from bot.messages.help import Topic
from engine import Mark
from tests.e2e.club import Club, refused

DRAW = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0), (2, 2)]


async def test_the_computer_starts_at_once_and_replies_to_a_move(club: Club) -> None:
    answer = await club.slash(club.ann, "new", m=3, n=4, k=3, ai="classic")
    assert answer.text == (
        "**X** @ann vs **O** the computer (classic) · 3×4, 3 in a row\n"
        "```\n"
        "    0 1 2 3\n"
        " 0  . . . .\n"
        " 1  . . . .\n"
        " 2  . . . .\n"
        "```\n"
        "Your turn, @ann (X): tap a cell."
    )
    assert f"<@{club.ann.id}>" in club.newest.content  # not only her name
    assert not answer.private
    answer = await club.slash(club.ann, "move", i=0, j=0)
    reply = (await club.game()).plies[-1]
    assert f"The computer took ({reply.row}, {reply.col})" in answer.text
    row, col = (0, 1) if reply.row else (1, 0)  # a line that the reply leaves open
    answer = await club.slash(club.ann, "move", i=row, j=col)
    assert answer.below[-2] == f"The computer took ({2 * row}, {2 * col}) to block."


async def test_the_loser_to_the_computer_reads_who_won_and_swaps_sides(club: Club) -> None:
    await club.slash(club.ann, "new", ai="easy", first="computer", m=4)
    board = await club.resign(club.ann)
    assert board.below[-1].startswith("Player 1 won: **the computer** (X). @ann resigned.")
    assert "**X** the computer (easy) vs **O**" in (await club.slash(club.ann, "replay")).text
    await club.click(club.ann, "Switch sides")
    assert "**X** @ann vs **O** the computer (easy) · 4×4" in club.shown.text
    game = await club.game()
    assert (game.side(UserId(club.ann.id)), game.plies) == (Mark.X, ())


async def test_two_people_play_a_game_to_a_win(club: Club) -> None:
    answer = await club.slash(club.ann, "new", m=3, opponent=club.bob)
    assert answer.text.startswith("@bob, @ann challenges you to a game: 3×3, 3 in a row.")
    assert club.pinged() == [club.bob.id]
    assert answer.buttons == ["Accept", "Decline", "Cancel"]
    await club.click(club.bob, "Accept")
    board = club.shown.text
    assert board.startswith("**X** @ann vs **O** @bob · 3×3, 3 in a row\n```\n")
    assert board.endswith("```\nYour turn, @ann (X): tap a cell.")
    assert club.pinged() == [club.ann.id]
    answer = await club.moves((0, 0), (0, 1), (1, 0), (1, 1))
    assert answer.text.endswith("Your turn, @ann (X): tap a cell.")
    answer = await club.moves((2, 0))
    assert answer.below == [
        "Player 1 won: **@ann** (X), 3 in a row. 🏆",
        "Ratings: @ann 1516 (**+16**), @bob 1484 (**−16**)",
    ]
    assert " 0 *X*o .\n 1 *X*o .\n 2 [X]. ." in answer.text
    assert answer.buttons == [*"XO", *"XO", "X\N{COMBINING LOW LINE}", "Rematch", "New game", "⋯ More"]


async def test_a_dead_game_is_announced_and_ends_as_a_draw(club: Club) -> None:
    await club.duel()
    answer = await club.moves(*DRAW[:8])
    assert "Nobody can complete a line anymore." in answer.text
    answer = await club.moves(DRAW[8])
    assert answer.below[0] == "Draw: the board is full."
    await club.click(club.ann, "Undo")
    question = await club.click(club.bob, "Call it a draw")
    assert "End this game as a draw? This can't be undone." in question.text
    assert (await club.game()).result is None
    await refused(club, club.click(club.cy, "Call it a draw"), "This isn't your game.")
    await club.click(club.bob, "Call it a draw", question)
    answer = club.shown
    assert answer.below[0] == "Draw: @bob called it. Nobody could complete a line anymore."


async def test_resigning_makes_the_other_player_win(club: Club) -> None:
    board = await club.duel()
    question = await club.slash(club.ann, "resign")
    assert question.private
    assert "End this game without a result?" in question.text
    assert (await club.game()).result is None
    await club.moves((0, 0), (1, 1))  # now resigning has a price
    priced = await club.click(club.ann, "End the game", question)
    assert "Resign? @bob wins, and this game is rated." in priced.text
    assert (await club.game()).result is None
    await club.click(club.ann, "Resign", priced)
    answer = club.shown
    assert answer.message != board.message
    assert answer.below[0] == "Player 2 won: **@bob** (O) 🏆 @ann resigned."


async def test_anyone_shows_the_board_again_without_a_ping(club: Club) -> None:
    await club.duel()
    await club.moves((1, 1))
    answer = await club.slash(club.cy, "board")
    assert " 1  .[X]." in answer.text
    assert not answer.private
    assert club.pinged() == []
    assert "⋯ More" in answer.buttons


async def test_anyone_may_have_the_board_read_aloud(club: Club) -> None:
    await refused(club, club.slash(club.ann, "read"), "There is no game here yet.")
    await club.duel()
    await club.tap(club.ann, 1, 1)
    await refused(club, club.slash(club.cy, "read"), "It's @bob's turn.\nLast move: X in row 1, column 1.")


async def test_the_help_mentions_every_command(club: Club) -> None:
    answer = await club.slash(club.cy, "help")
    mentioned = set(re.findall(r"</(ttt move):([0-9]+)>", answer.text))
    [(_, number)] = mentioned
    for topic in Topic:
        answer = await club.choose(club.cy, f"ttt:help:{number}", topic, answer)
        mentioned |= set(re.findall(r"</(ttt [a-z]+):([0-9]+)>", answer.text))
        assert answer.buttons[:2] == ["New game", "Play the computer"]
    assert {name.split()[1] for name, _ in mentioned} == {command.name for command in Ttt().commands} - {"help"}
    assert {of for _, of in mentioned} == {number}


@pytest.mark.parametrize("resigns", [False, True])
async def test_a_new_board_replaces_the_old_one_and_pings_a_player(club: Club, resigns: bool) -> None:
    old = await club.duel()
    await (club.resign(club.ann) if resigns else club.slash(club.ann, "move", i=0, j=0))
    answers: list[Any] = [entry.json for entry in club.env.http_requests if entry.path.endswith("/callback")]
    if not resigns:
        assert answers[-1]["data"]["allowed_mentions"] == {"parse": [], "users": [club.bob.id]}
    replaced = club.now(old)
    *above, last = replaced.text.splitlines()
    assert above == old.text.splitlines()[: len(above)]
    assert above[-1] == "```"
    assert last == f"The board is now further down: {club.newest.jump_url}"
    assert replaced.buttons == []


async def test_the_board_of_a_game_that_is_over_keeps_its_result(club: Club) -> None:
    await club.duel()
    over = await club.resign(club.ann)
    await club.slash(club.ann, "board")
    replaced = club.now(over)
    assert (replaced.text, replaced.buttons) == (over.text, [])


async def test_a_5_by_5_board_has_controls_only_after_the_game(club: Club) -> None:
    answer = await club.duel(m=5, n=5, k=2)
    assert answer.buttons == ["·"] * 25
    assert answer.text.endswith(": tap a cell. `/ttt undo` · `/ttt resign`")
    await club.tap(club.ann, 4, 4)
    await club.tap(club.bob, 0, 0)
    answer = await club.tap(club.ann, 4, 3)
    assert "Player 1 won" in answer.text
    assert answer.buttons == ["Rematch", "New game", "⋯ More"]
    answer = await club.click(club.ann, "Undo")
    assert "undid a move" in answer.text
    assert len(answer.buttons) == 25


async def test_a_move_needs_no_keyboard(club: Club) -> None:
    await club.duel(m=15)
    await club.fill_form(club.ann, "7 7")
    form = await club.form(club.bob, "Move")
    assert form.modal["title"] == "Move · X took (7, 7)"
    assert not set("`*_") & set(str([label.get("description", "") for label in form.modal["components"]]))
    await club.bob.submit_modal(form, {"row": ["8"], "column": ["14"]})
    assert (await club.game()).plies == ((7, 7), (8, 14))


async def test_a_refused_form_can_be_opened_again(club: Club) -> None:
    await club.duel(m=15)
    await club.moves((0, 0))
    for text in ("7", "15 0", "0 0"):
        refusal = await club.fill_form(club.bob, text, club.newest)
        assert refusal.private
        assert refusal.buttons == ["Try again"]
    again = await club.form(club.bob, "Try again", refusal)
    await club.bob.submit_modal(again, {"cell": "1 1"})
    assert (await club.game()).plies == ((0, 0), (1, 1))
    assert "\n 1  .[O]." in club.shown.text


async def test_autocomplete_offers_rows_and_columns_with_an_empty_cell(club: Club) -> None:
    await club.duel(m=2, n=3, k=3)
    await club.moves((0, 0), (0, 1), (0, 2))
    for option, options, values in (("i", {}, [1]), ("j", {"i": 1}, [0, 1, 2]), ("j", {"i": 0}, [])):
        choices = await club.bob.autocomplete(club.channel, "ttt move", option, "", **options)
        assert [choice["value"] for choice in choices] == values
