"""Preferences chosen with `/ttt me`, and pictures that stay."""

from bot.messages.styles import EMPTY
from tests.e2e.club import Answer, Club, buttons

X, O = "❌", "⭕"


def cells(answer: Answer) -> list[str]:
    """Return what the buttons of cells show."""
    items = [button for button in buttons(answer.message) if ":mark:" in (button.custom_id or "")]
    return [str(button.emoji) if button.emoji else (button.label or "").strip() for button in items]


def description(answer: Answer) -> str:
    """Return the description of the only picture."""
    assert answer.message
    [picture] = answer.message.attachments
    assert picture.filename == "board.png"
    return picture.description or ""


async def test_the_panel_shows_preferences_and_resets_them(club: Club) -> None:
    answer = await club.slash(club.ann, "me")
    assert answer.private
    assert "Mark that everyone sees: X and O" in answer.text
    await club.prefer(club.ann, mark="star", board="picture")
    answer = await club.slash(club.ann, "me")
    assert "Mark that everyone sees: **⭐ star**\n" in answer.text
    assert "Picture theme: dark" in answer.text
    assert "Board: **pictures**\n" in answer.text
    assert "Mark that everyone sees: X and O" in (await club.slash(club.bob, "me")).text
    answer = await club.prefer(club.ann, mark="none")
    assert answer.text.startswith("**Saved.**")
    assert "Mark that everyone sees: X and O" in answer.text


async def test_the_panel_opens_games_and_record(club: Club) -> None:
    assert (await club.on_panel(club.ann, "My games")).text == (await club.slash(club.ann, "games")).text
    assert (await club.on_panel(club.ann, "My record")).text == (await club.slash(club.ann, "stats")).text


async def test_chosen_marks_are_on_header_and_buttons_but_not_in_text(club: Club) -> None:
    await club.prefer(club.bob, mark="star")
    await club.duel()
    await club.tap(club.ann, 1, 1)
    board = await club.tap(club.bob, 0, 0)
    assert board.text.startswith(f"**X** {X} @ann vs **O** ⭐ @bob")
    assert cells(board) == ["⭐", *[EMPTY] * 3, X, *[EMPTY] * 4]
    assert " 1  . X ." in board.text
    await club.prefer(club.ann, mark="moon")
    assert cells(club.shown) == cells(board)  # a choice shows on the next board
    assert cells(await club.tap(club.ann, 2, 2)) == ["⭐", *[EMPTY] * 3, "🌙", *[EMPTY] * 3, "🌙"]


# -- a picture that stays


async def test_a_picture_stays_until_a_player_turns_it_off(club: Club) -> None:
    await club.duel()
    board = await club.slash(club.ann, "board", picture=True)
    await club.tap(club.ann, 1, 1)
    await club.tap(club.bob, 0, 0)
    assert club.newest == board.message
    assert "```" not in club.shown.text
    assert "Last move: O (0, 0)" in description(club.shown)
    assert (await club.slash(club.ann, "move", i=2, j=2)).files == ["board.png"]
    assert (await club.slash(club.bob, "board", picture=False)).files == []
    assert (await club.slash(club.bob, "move", i=0, j=2)).files == []
    assert (await club.slash(club.ann, "board")).files == []


async def test_a_large_board_can_be_shown_without_a_picture(club: Club) -> None:
    assert (await club.duel(m=30)).files == ["board.png"]
    assert (await club.slash(club.ann, "board", picture=False)).files == []
    assert (await club.slash(club.ann, "move", i=1, j=1)).files == []


async def test_the_panel_previews_mark_and_theme_beside_their_choice(club: Club) -> None:
    assert (await club.slash(club.ann, "me")).files == []
    panel = await club.prefer(club.ann, mark="star")
    assert panel.text.startswith("**Saved.**")
    assert panel.files == ["board.png"]
    assert description(panel).startswith("A board with 3 rows and 3 columns")
    assert (await club.prefer(club.ann, theme="light")).files == ["board.png"]
    assert (await club.prefer(club.ann, reminders="off")).files == []
