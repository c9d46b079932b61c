"""The rating: what a game is worth, and which games count."""

from dataclasses import replace
from datetime import datetime

import pytest

from bot.game.games import Computer, Ending, Level, Place, RatingChange, Result
from bot.game.ratings import DailyGains, capped, capped_side, day_bounds, halved_for_experienced, score
from engine import Mark
from tests.game.values import game
from tests.people import HERE


@pytest.mark.parametrize(
    ("result", "points"),
    [
        (None, None),
        (Result(Mark.X, Ending.LINE), 1),
        (Result(Mark.O, Ending.LINE), 0),
        (Result(Mark.X, Ending.RESIGNED), 1),
        (Result(None, Ending.FULL), 0.5),
        (Result(None, Ending.AGREED), 0.5),
        (Result(None, Ending.STOPPED), None),
    ],
)
def test_games_with_a_win_or_draw_count_for_the_ratings(result: Result | None, points: float | None) -> None:
    assert score(game(result=result)) == points


def test_only_games_between_people_in_a_server_count() -> None:
    win = game(result=Result(Mark.X, Ending.LINE))
    assert score(replace(win, o=Computer(Level.EASY))) is None
    assert score(replace(win, place=Place(HERE.channel))) is None


@pytest.mark.parametrize(
    ("full", "from_opponent", "total", "gain"),
    [
        (16, 0, 0, 16),
        (-16, 0, 0, -16),
        (16, 20, 20, 12),
        (-16, 20, 20, -12),
        (16, 32, 32, 0),
        (16, 32 - 1e-9, 32, 0),
        (16, 40, 40, 0),
        (16, 0, 60, 4),
        (-16, 30, 63, -1),
        (16, 0, 64, 0),
    ],
)
def test_a_gain_is_capped_by_the_rest_of_the_day(full: float, from_opponent: float, total: float, gain: float) -> None:
    assert capped(full, DailyGains(from_opponent, total)) == gain


@pytest.mark.parametrize(
    ("full", "x_games", "o_games", "gain"),
    [(16, 5, 4, 8), (-16, 4, 5, -8), (16, 4, 5, 16), (-16, 5, 4, -16), (16, 0, 0, 16), (16, 5, 5, 16)],
)
def test_an_experienced_player_gains_half_from_a_newcomer(full: float, x_games: int, o_games: int, gain: float) -> None:
    assert halved_for_experienced(full, x_games, o_games) == gain


@pytest.mark.parametrize(("gain", "is_bound"), [(16, False), (8, False), (12, True), (0, True)])
def test_a_gain_that_is_neither_full_nor_halved_counts_as_capped(gain: float, is_bound: bool) -> None:
    win = game(result=Result(Mark.X, Ending.LINE), rating_change=RatingChange(1500, 1500, gain))
    assert capped_side(win) is (Mark.X if is_bound else None)


def test_a_day_begins_at_midnight_in_utc() -> None:
    late = datetime.fromisoformat("2026-11-21T23:30:00-02:00")
    assert [at.isoformat() for at in day_bounds(late)] == ["2026-11-22T00:00:00+00:00", "2026-11-23T00:00:00+00:00"]
