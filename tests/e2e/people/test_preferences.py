"""What people choose with /ttt me, and a picture that stays: as they see it."""

import discord
import pytest

from bot.messages.styles import EMPTY
from tests.e2e.club import Club, buttons, refused, seen
from tests.e2e.games.test_expert import replied

X, O = "❌", "⭕"


def cells(message: discord.Message | None) -> list[str]:
    """Return what the buttons of cells show."""
    shown = [button for button in buttons(message) if ":mark:" in (button.custom_id or "")]
    return [str(button.emoji) if button.emoji else (button.label or "").strip() for button in shown]


def pictures(message: discord.Message) -> list[str]:
    """Return the names of the files of a message."""
    return [file.filename for file in message.attachments]


def header(club: Club) -> str:
    return club.newest.content.splitlines()[0]


async def test_the_panel_tells_what_is_set(club: Club) -> None:
    answer = await club.slash(club.ann, "me")
    assert answer.private
    assert "Mark: X and O (default)" in answer.text
    await club.prefer(club.ann, mark="star", board="picture")
    answer = await club.slash(club.ann, "me")
    assert "Mark: ⭐ star\n" in answer.text
    assert "Picture theme: dark (default)" in answer.text
    assert "Board: picture\n" in answer.text
    assert "(default)" in (await club.slash(club.bob, "me")).text


async def test_what_was_a_command_is_behind_a_button(club: Club) -> None:
    panel = (await club.slash(club.ann, "me")).message
    assert (await club.click(club.ann, "My games", panel)).text == (await club.slash(club.ann, "games")).text
    assert (await club.click(club.ann, "My record", panel)).text == (await club.slash(club.ann, "stats")).text
    exported = await club.click(club.ann, "Download my data", panel)
    assert exported.message
    assert [file.filename for file in exported.message.attachments] == ["ttt.json"]
    question = await club.click(club.ann, "Delete my data", panel)
    assert [button.label for button in buttons(question.message)] == ["Delete it all"]


@pytest.mark.parametrize(("part", "value"), [("mark", "rose"), ("theme", "star")])
async def test_a_choice_of_another_version_changes_nothing(part: str, value: str, club: Club) -> None:
    before = await club.prefer(club.ann, mark="star")
    menu = await club.planted_menu(f"ttt:me:{part}", value)
    await refused(
        club,
        lambda c: c.choose(c.ann, f"ttt:me:{part}", value, seen(menu)),
        "This message is from another version of the bot.",
    )
    assert (await club.slash(club.ann, "me")).text.splitlines()[1:] == before.text.splitlines()[1:]


async def test_a_choice_can_be_taken_back(club: Club) -> None:
    await club.prefer(club.ann, mark="star")
    answer = await club.prefer(club.ann, mark="none")
    assert answer.text.startswith("**Saved.**")
    assert "Mark: X and O (default)" in answer.text
    await club.duel()
    assert header(club).startswith(f"**X** <@{club.ann.id}> vs **O** <@{club.bob.id}>")


async def test_marks_are_on_the_header_and_the_buttons_and_text_keeps_x_and_o(club: Club) -> None:
    await club.prefer(club.bob, mark="star")
    await club.duel()
    await club.tap(club.ann, 1, 1)
    await club.tap(club.bob, 0, 0)
    assert header(club).startswith(f"**X** {X} <@{club.ann.id}> vs **O** ⭐ <@{club.bob.id}>")
    assert cells(club.newest) == ["⭐", *[EMPTY] * 3, X, *[EMPTY] * 4]
    assert " 1  . X ." in club.newest.content


async def test_of_two_players_with_one_mark_player_2_gets_another(club: Club) -> None:
    for who in (club.ann, club.bob):
        await club.prefer(who, mark="crown")
    await club.duel()
    assert header(club).startswith(f"**X** 👑 <@{club.ann.id}> vs **O** {O} <@{club.bob.id}>")


async def test_a_choice_shows_on_the_next_board(club: Club) -> None:
    await club.duel()
    await club.prefer(club.ann, mark="moon")
    assert cells(club.newest) == ["·"] * 9
    await club.tap(club.ann, 0, 0)
    assert cells(club.newest) == ["🌙", *[EMPTY] * 8]


async def test_coordinates_are_on_the_buttons_of_every_game_of_who_wants_them(club: Club) -> None:
    await club.prefer(club.ann, labels="coordinates", mark="moon")
    await club.slash(club.ann, "new", ai="easy")
    assert cells(club.newest) == [f"{row},{col}" for row in range(3) for col in range(3)]
    await club.click(club.ann, "1,2")
    assert cells(club.newest)[5] == "🌙"
    await club.slash(club.ann, "end")
    await club.duel()
    assert cells(club.newest)[:2] == ["0,0", "0,1"]


async def test_who_prefers_pictures_has_them_without_text_against_the_computer(club: Club) -> None:
    await club.prefer(club.ann, board="picture")
    await club.slash(club.ann, "new", ai="easy")
    await club.tap(club.ann, 1, 1)
    assert pictures(club.newest) == ["board.png"]
    assert "```" not in club.newest.content
    assert "Your turn" in club.newest.content
    [picture] = club.newest.attachments
    assert "2 moves played" in (picture.description or "")


# -- a picture that stays


async def test_a_picture_stays_on_every_move_until_a_player_is_tired_of_it(club: Club) -> None:
    await club.duel()
    await club.slash(club.ann, "board", picture=True)
    board = club.newest
    await club.tap(club.ann, 1, 1)
    await club.tap(club.bob, 0, 0)
    assert (club.newest.id, pictures(club.newest)) == (board.id, ["board.png"])
    assert "```" not in club.newest.content
    [picture] = club.newest.attachments
    assert "Last move: O (0, 0)" in (picture.description or "")
    await club.slash(club.ann, "move", i=2, j=2)
    assert pictures(club.newest) == ["board.png"]
    await club.slash(club.bob, "board", picture=False)
    assert pictures(club.newest) == []
    await club.slash(club.bob, "move", i=0, j=2)
    assert pictures(club.newest) == []
    assert pictures((await club.slash(club.ann, "board")).message or club.newest) == []


async def test_a_picture_stays_after_a_restart_and_for_the_late_reply_of_the_expert(club: Club) -> None:
    await club.slash(club.ann, "new", ai="expert")
    await club.slash(club.ann, "board", picture=True)
    await club.restart()
    await club.tap(club.ann, 1, 1)
    await replied(club)
    assert pictures(club.newest) == ["board.png"]
    [picture] = club.newest.attachments
    assert "2 moves played" in (picture.description or "")


async def test_a_large_board_can_go_without_its_picture(club: Club) -> None:
    await club.duel(m=30)
    assert pictures(club.newest) == ["board.png"]
    await club.slash(club.ann, "board", picture=False)
    assert pictures(club.newest) == []
    await club.slash(club.ann, "move", i=1, j=1)
    assert pictures(club.newest) == []


# -- data
