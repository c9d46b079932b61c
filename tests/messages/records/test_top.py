"""The top players, as a phone shows them."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.games import UserId
from bot.game.ratings import Leaderboard, Record, Season, Standing
from bot.messages.records import leaderboard, season_choice
from bot.messages.translator import ENGLISH

FIRST = Season(1)
BEGUN, ENDED = datetime(2026, 8, 1, tzinfo=UTC), datetime(2026, 11, 21, 12, tzinfo=UTC)

counts = st.integers(0, 9_999_999)
some = st.builds(Record, counts, counts, counts)


def shown(best: list[Standing], season: Season = FIRST) -> str:
    return leaderboard(ENGLISH, Leaderboard(season, best))


@given(st.lists(st.tuples(st.floats(0, 3000), some), min_size=1, max_size=11))
def test_the_numbers_of_the_top_players_stand_in_columns(players: list[tuple[float, Record]]) -> None:
    best = [Standing(place, UserId(place), rating, record) for place, (rating, record) in enumerate(players, 1)]
    lines = shown(best).splitlines()[1:-1]
    assert len(lines) == len(best) + 1
    assert len({len(line.split("`")[1]) for line in lines}) == 1
    assert len(shown(best)) <= 2000


def test_the_first_three_have_medals_and_whoever_is_below_the_ten_has_their_place() -> None:
    best = [Standing(place, UserId(place), 1600 - place, Record(1)) for place in (*range(1, 11), 345)]
    lines = shown(best).splitlines()[2:-1]
    assert [line.split(" ")[0] for line in lines[:4]] == ["🥇", "🥈", "🥉", "4️⃣"]
    assert [line.split(" ")[0] for line in lines[9:]] == ["🔟", "▪️"]
    assert lines[10] == "▪️ `1255  1  0  0` <@345> (#345)"


def test_it_says_since_when_the_best_have_played() -> None:
    counted = shown([Standing(1, UserId(5), 1516, Record(1))]).splitlines()[-1]
    assert counted == ("-# Last 90 days. See yours with `/ttt stats`.")


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
        (Season(1, None, ENDED), "Nobody finished a game against another member here in season 1."),
        (Season(2, BEGUN), "No rated games in this season yet. Be the first: `/ttt new opponent:`"),
    ],
)
def test_a_list_of_nobody_says_so(season: Season, nobody: str) -> None:
    assert shown([], season) == nobody


def test_seasons_are_told_apart_where_one_is_chosen() -> None:
    assert season_choice(ENGLISH, Season(1, None, ENDED)) == "Season 1, ended 2026-11-21"
    assert season_choice(ENGLISH, Season(2, BEGUN)) == "Season 2 (current)"
