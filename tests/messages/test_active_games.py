"""The list of somebody's games: what waits comes first, and every page fits."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.game.challenges import Challenge, ChallengeId, Offer
from bot.game.games import ChannelId, Computer, Format, GameId, GuildId, Human, Level, MessageId, Place, UserId
from bot.game.requests import ActiveGame, ActiveGames
from bot.messages.active_games import PAGE, draft
from bot.messages.message import CONTENT_LIMIT
from bot.messages.translator import ENGLISH
from engine import Mark, Rules

AT = datetime(2026, 11, 21, 12, tzinfo=UTC)
LONG = 10**19
PLACE = Place(ChannelId(LONG), GuildId(LONG))
GAME = ActiveGame(
    id=GameId(1),
    place=PLACE,
    rules=Rules(100, 100, 100),
    side=Mark.X,
    opponent=Human(UserId(LONG)),
    plies=0,
    is_over=False,
    touched=AT,
    deadline=AT + timedelta(days=3),
    message=MessageId(LONG),
    asked_by=None,
)
OFFER = Offer(PLACE, Format(Rules(100, 100, 100), timedelta(days=3)), UserId(LONG), UserId(7), AT, Mark.X)
CHALLENGE = Challenge(ChallengeId(1), OFFER, message=MessageId(LONG))


def test_whoever_has_no_game_is_told_how_to_begin() -> None:
    assert draft(ENGLISH, ActiveGames((), ())).content == (
        "You have no games or challenges right now. Start a game with `/ttt new`."
    )


def test_what_waits_comes_before_what_does_not() -> None:
    theirs = replace(GAME, plies=1, opponent=Computer(Level.EXPERT), deadline=None)
    asked = replace(GAME, plies=3, asked_by=UserId(LONG))
    title, *lines = draft(ENGLISH, ActiveGames((asked, GAME, theirs), (CHALLENGE,))).content.splitlines()
    assert title == "**Your games**"
    words = ["asks for an undo", "Your turn", "challenged you", "Waiting for the computer"]
    assert [word in line for word, line in zip(words, lines, strict=True)] == [True] * 4


def test_a_line_has_opponent_size_deadline_and_link() -> None:
    line = draft(ENGLISH, ActiveGames((GAME,), ())).content.splitlines()[1]
    assert line == (
        f"- **Your turn** against <@{LONG}> · 100×100, 100 in a row · deadline: <t:1795521600:R> "
        f"· https://discord.com/channels/{LONG}/{LONG}/{LONG}"
    )


def test_a_game_that_is_over_is_not_due_any_more() -> None:
    asked = replace(GAME, is_over=True, asked_by=UserId(LONG))
    assert "due" not in draft(ENGLISH, ActiveGames((asked,), ())).content


def test_pages_have_ten_lines_and_fit() -> None:
    found = ActiveGames((replace(GAME, asked_by=UserId(LONG)),) * 23, (CHALLENGE,) * 3)
    pages = [draft(ENGLISH, found, page) for page in range(3)]
    assert [len(page.content.splitlines()) - 1 for page in pages] == [PAGE, PAGE, 6]
    assert all(len(page.content) <= CONTENT_LIMIT for page in pages)
    assert [[button.disabled for button in page.rows[0]] for page in pages] == [
        [True, False],
        [False, False],
        [False, True],
    ]
    assert all(len({button.custom_id for button in page.rows[0]}) == 2 for page in pages)


def test_a_page_of_challenges_fits() -> None:
    assert len(draft(ENGLISH, ActiveGames((), (CHALLENGE,) * 9999), 998).content) <= CONTENT_LIMIT


def test_a_page_that_is_gone_is_the_last_one() -> None:
    assert draft(ENGLISH, ActiveGames((GAME,) * 11, ()), 999_999) == draft(ENGLISH, ActiveGames((GAME,) * 11, ()), 1)
