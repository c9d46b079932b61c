"""The list of a user's games."""

from dataclasses import replace

from bot.game.games import Computer, Level
from bot.game.requests import ActiveGames
from bot.messages.drafts import CONTENT_LIMIT
from bot.messages.games import PAGE, active_games
from bot.messages.translator import ENGLISH
from tests.messages.states import ACTIVE, INVITATION, LONGEST


def test_a_user_without_games_is_told_how_to_start_one() -> None:
    assert active_games(ENGLISH, ActiveGames((), ())).content == (
        "You have no games or challenges right now. Start a game with `/ttt new`."
    )


def test_games_waiting_for_the_user_come_first() -> None:
    theirs = replace(ACTIVE, plies=1, opponent=Computer(Level.EXPERT), deadline=None)
    request = replace(ACTIVE, plies=3, asked_by=LONGEST)
    title, *lines = active_games(ENGLISH, ActiveGames((request, ACTIVE, theirs), (INVITATION,))).content.splitlines()
    assert title == "**Your games**"
    words = ["asks for an undo", "Your turn", "challenged you", "Waiting for the computer"]
    assert [word in line for word, line in zip(words, lines, strict=True)] == [True] * 4


def test_each_line_has_opponent_size_deadline_and_link() -> None:
    line = active_games(ENGLISH, ActiveGames((ACTIVE,), ())).content.splitlines()[1]
    assert line == (
        f"- **Your turn** against <@{LONGEST}> · 100×100, 100 in a row · deadline: <t:1795219200:R> "
        f"· https://discord.com/channels/{LONGEST}/{LONGEST}/{LONGEST}"
    )


def test_a_finished_game_has_no_deadline() -> None:
    request = replace(ACTIVE, is_over=True, asked_by=LONGEST)
    assert "deadline" not in active_games(ENGLISH, ActiveGames((request,), ())).content


def test_pages_have_ten_lines_and_fit_a_message() -> None:
    many = ActiveGames((replace(ACTIVE, asked_by=LONGEST),) * 23, (INVITATION,) * 3)
    pages = [active_games(ENGLISH, many, page) for page in range(3)]
    assert [len(page.content.splitlines()) - 1 for page in pages] == [PAGE, PAGE, 6]
    assert all(len(page.content) <= CONTENT_LIMIT for page in pages)
    assert [[button.disabled for button in page.rows[0]] for page in pages] == [
        [True, False],
        [False, False],
        [False, True],
    ]
    assert all(len({button.custom_id for button in page.rows[0]}) == 2 for page in pages)


def test_a_page_past_the_end_shows_the_last_one() -> None:
    assert active_games(ENGLISH, ActiveGames((ACTIVE,) * 11, ()), 999_998) == active_games(
        ENGLISH, ActiveGames((ACTIVE,) * 11, ()), 1
    )
