"""A player's record, the choice of a game, and the top players of a server."""

from dataclasses import replace
from datetime import UTC, datetime
from gettext import NullTranslations

import pytest

from bot.game.games import GameId, Level, RatingChange, UserId
from bot.game.ratings import GameSummary, Leaderboard, Record, Season, Standing, Stats, Streak
from bot.messages import games, ratings
from bot.messages.translator import ENGLISH, Translator
from engine import Rules
from tests.messages.states import game


def stats(records: dict[Level | None, Record], streak: Streak | None = None) -> Stats:
    return Stats(UserId(5), records, 1512.4 if None in records else None, streak)


def test_statistics_have_a_line_per_kind_of_opponent() -> None:
    records = {None: Record(3, 1, 0), Level.CLASSIC: Record(0, 118, 26), Level.EXPERT: Record(0, 9, 0)}
    assert ratings.stats(ENGLISH, stats(records, Streak("won", 3))) == (
        "**<@5>'s record in this server**\n"
        "Rating: 1512 · 3 wins in a row against people\n"
        "Against people: 3 won, 1 lost, 0 drawn\n"
        "Against the computer (classic): 0 won, 118 lost, 26 drawn\n"
        "Against the computer (expert): 0 won, 9 lost, 0 drawn\n"
        "-# A player gains at most 32 points a day from one opponent, and 64 in all."
    )


def test_statistics_end_with_the_record_against_the_reader() -> None:
    against_reader = replace(stats({None: Record(3, 1, 0)}), head_to_head=Record(1, 2, 0))
    assert ratings.stats(ENGLISH, against_reader).splitlines()[-2] == "Your record against <@5>: 1 won, 2 lost, 0 drawn"


def test_games_against_only_the_computer_give_no_rating() -> None:
    assert "Rating" not in ratings.stats(ENGLISH, stats({Level.EASY: Record(1)}))


class Long(Translator):
    """Says sixty letters for each word."""

    def __init__(self) -> None:
        super().__init__("xx", NullTranslations())

    def pgettext(self, context: str, sentence: str, /, **parts: object) -> str:
        return "l" * 60


def test_a_game_choice_is_cut_to_discords_limit() -> None:
    longest = GameSummary(GameId(2**53), Rules(100, 100, 100), Level.CLASSIC, 10_000, None)
    choice = games.game_choice(Long(), longest)
    assert len(choice) == 100
    assert choice.endswith("…")
    assert games.game_choice(ENGLISH, longest).endswith(
        "100 in a row, against the computer (classic), 10000 moves, in progress"
    )


@pytest.mark.parametrize("streak", [Streak("lost", 9), Streak("drawn", 9), Streak("won", 1), None])
def test_statistics_name_only_winning_streaks(streak: Streak | None) -> None:
    assert ratings.stats(ENGLISH, stats({None: Record(3, 1, 0)}, streak)).splitlines()[1] == "Rating: 1512"


def test_a_won_game_names_a_streak_of_three_or_more() -> None:
    ends = [game(rating_change=RatingChange(1500, 1500, 16, streak)) for streak in (0, 2, 3)]
    assert [ratings.winning_streak(ENGLISH, end) for end in ends] == ["", "", "🔥 3 wins in a row against people"]


# -- the top players


FIRST = Season(1)
BEGUN, ENDED = datetime(2026, 8, 1, tzinfo=UTC), datetime(2026, 11, 21, 12, tzinfo=UTC)


def leaderboard(best: list[Standing], season: Season = FIRST) -> str:
    return ratings.leaderboard(ENGLISH, Leaderboard(season, best))


def test_the_top_ten_have_emoji_and_lower_places_a_number() -> None:
    best = [Standing(place, UserId(place), 1600 - place, Record(1)) for place in (*range(1, 11), 345)]
    lines = leaderboard(best).splitlines()[1:-1]
    assert [line.split(" ")[0] for line in lines[:4]] == ["🥇", "🥈", "🥉", "4️⃣"]
    assert lines[9].startswith("🔟")
    assert lines[10] == "#345 <@345> · 1255 · 1 won"


@pytest.mark.parametrize(
    ("season", "title", "end"),
    [
        (Season(1), "**Top players**", "-# Players active in the last 90 days. See your own rating with `/ttt stats`."),
        (Season(1, None, ENDED), "**Top players · season 1**", f"Season 1 ended on <t:{ENDED.timestamp():.0f}:D>."),
        (Season(2, BEGUN), "**Top players · season 2**", "`/ttt stats`."),
    ],
)
def test_a_season_is_named_if_there_are_several(season: Season, title: str, end: str) -> None:
    text = leaderboard([Standing(1, UserId(5), 1516, Record(1))], season)
    assert text.startswith(f"{title}\n")
    assert text.endswith(end)


@pytest.mark.parametrize(
    ("season", "nobody"),
    [
        (Season(1), "No rated games yet. Be the first: `/ttt new opponent:`"),
        (Season(1, None, ENDED), "Season 1 had no rated games."),
        (Season(2, BEGUN), "No rated games this season yet. Be the first: `/ttt new opponent:`"),
    ],
)
def test_an_empty_leaderboard_says_so(season: Season, nobody: str) -> None:
    assert leaderboard([], season) == nobody


def test_season_choices_can_be_told_apart() -> None:
    choices = [ratings.season_choice(ENGLISH, season) for season in (Season(1, None, ENDED), Season(2, BEGUN))]
    assert choices == ["Season 1, ended 2026-11-21", "Season 2 (current)"]
