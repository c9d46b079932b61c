"""A command goes to the game in which its user acted last; if that isn't certain, the bot asks."""

from typing import Any

from tests.e2e.club import Club, buttons, refused


async def two_games(club: Club) -> None:
    """Ann plays Bob, then the computer."""
    await club.duel()
    await club.slash(club.ann, "move", i=0, j=0)
    await club.slash(club.ann, "new", ai="easy", m=4)


async def test_a_command_goes_to_the_game_played_last_by_its_user(club: Club) -> None:
    await two_games(club)
    await club.slash(club.bob, "move", i=1, j=1)
    assert "the computer (easy)" in (await club.slash(club.ann, "move", i=3, j=3)).text
    question = await club.slash(club.ann, "resign")
    assert "**X** @ann vs **O** the computer (easy) · 4×4" in question.text


async def test_after_a_restart_buttons_name_the_games(club: Club) -> None:
    await two_games(club)
    await club.env.advance_time(1)
    await club.slash(club.bob, "move", i=1, j=1)
    await club.restart()
    for command, options in (("move", {"i": 2, "j": 2}), ("resign", {}), ("undo", {}), ("board", {}), ("replay", {})):
        await refused(club, club.slash(club.ann, command, **options), "Which one do you mean?")
    asked = await club.slash(club.ann, "move", i=2, j=2)
    assert "- **X** @ann vs **O** @bob · 3×3, 3 in a row · https://discord.com/channels/" in asked.text
    labels = ["between people · 3×3, 3 in a row", "against the computer (easy) · 4×4, 4 in a row"]
    assert [button.label for button in buttons(asked.message)] == labels
    shown = await club.click(club.ann, labels[0], asked)
    assert "**X** @ann vs **O** @bob" in shown.text
    assert not shown.private
    assert "**O** @bob" in (await club.slash(club.ann, "move", i=2, j=2)).text


async def test_a_game_in_a_thread_is_linked_from_its_channel(club: Club) -> None:
    thread = await club.thread("side")
    board = await club.slash(club.ann, "new", ai="easy", where=thread)
    assert board.message
    words = f"Your game is in <#{thread.id}>: {board.message.jump_url}"
    for command in ("move", "board", "resign", "undo", "hint", "end", "read"):
        options: Any = {"i": 0, "j": 1} if command == "move" else {}
        await refused(club, club.slash(club.ann, command, **options), words, whole=True)
    await refused(club, club.slash(club.bob, "board"), "There is no game here yet.")
    await club.duel_of(club.bob, club.cy)  # a game of others is here
    await refused(club, club.slash(club.ann, "move", i=0, j=0), words, whole=True)
    await club.slash(club.ann, "new", ai="easy", where=club.other_channel)
    await refused(club, club.slash(club.ann, "resign"), "\n`/ttt games` lists all your games.")


async def test_a_game_that_is_over_points_to_the_live_one(club: Club) -> None:
    await club.win()
    await club.slash(club.ann, "new", ai="easy", where=club.other_channel)
    await refused(club, club.slash(club.ann, "move", i=2, j=2), f"Your game is in <#{club.other_channel.id}>:")
    await refused(club, club.slash(club.bob, "move", i=2, j=2), "That game is over: @ann won.")


async def test_a_cell_with_a_letter_is_refused(club: Club) -> None:
    await club.slash(club.ann, "new", m=6, n=6, ai="easy")
    await refused(club, club.fill_form(club.ann, "b3"), "I couldn't read `b3` as a cell. Row, then column, like 3 4.")
