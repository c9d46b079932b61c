"""The top players of a server."""

from datetime import UTC, datetime

import pytest

from bot.game.games import UserId
from bot.game.ratings import Leaderboard, Record, Season, Standing
from bot.messages.records import leaderboard, season_choice
from bot.messages.translator import ENGLISH

FIRST = Season(1)
BEGUN, ENDED = datetime(2026, 8, 1, tzinfo=UTC), datetime(2026, 11, 21, 12, tzinfo=UTC)


def shown(best: list[Standing], season: Season = FIRST) -> str:
    return leaderboard(ENGLISH, Leaderboard(season, best))


def test_the_first_ten_have_emoji_and_the_reader_below_them_a_number() -> None:
    best = [Standing(place, UserId(place), 1600 - place, Record(1)) for place in (*range(1, 11), 345)]
    lines = shown(best).splitlines()[1:-1]
    assert [line.split(" ")[0] for line in lines[:4]] == ["🥇", "🥈", "🥉", "4️⃣"]
    assert lines[9].startswith("🔟")
    assert lines[10] == "#345 `1255` <@345> · 1 won, 0 lost, 0 drawn"


def test_it_says_since_when_the_best_have_played() -> None:
    counted = shown([Standing(1, UserId(5), 1516, Record(1))]).splitlines()[-1]
    assert counted == ("-# Active in the last 90 days. See your own rating with `/ttt stats`.")


@pytest.mark.parametrize(
    ("season", "title", "end"),
    [
        (Season(1), "**Top players**", "`/ttt stats`."),
        (Season(1, None, ENDED), "**Top players · season 1**", f"Season 1 ended on <t:{ENDED.timestamp():.0f}:D>."),
        (Season(2, BEGUN), "**Top players · season 2**", "`/ttt stats`."),
    ],
)
def test_a_season_is_named_once_there_are_several(season: Season, title: str, end: str) -> None:
    text = shown([Standing(1, UserId(5), 1516, Record(1))], season)
    assert text.startswith(f"{title}\n")
    assert text.endswith(end)


@pytest.mark.parametrize(
    ("season", "nobody"),
    [
        (Season(1), "No rated games yet. Be the first: `/ttt new opponent:`"),
        (Season(1, None, ENDED), "Season 1 had no rated games."),
        (Season(2, BEGUN), "No rated games in this season yet. Be the first: `/ttt new opponent:`"),
    ],
)
def test_a_list_of_nobody_says_so(season: Season, nobody: str) -> None:
    assert shown([], season) == nobody


def test_seasons_are_told_apart_where_one_is_chosen() -> None:
    assert season_choice(ENGLISH, Season(1, None, ENDED)) == "Season 1, ended 2026-11-21"
    assert season_choice(ENGLISH, Season(2, BEGUN)) == "Season 2 (current)"
