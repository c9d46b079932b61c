"""Statistics, as a phone shows them."""

from dataclasses import replace
from gettext import NullTranslations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.game.games import GameId, Level, UserId
from bot.game.ratings import GameSummary, Record, Stats, Streak
from bot.messages import records
from bot.messages.translator import ENGLISH, Translator
from engine import Rules

PHONE = 30  # characters beside each other in a block

counts = st.integers(0, 9_999_999)
some = st.builds(Record, counts, counts, counts)


def stats(found: dict[Level | None, Record], streak: Streak | None = None) -> Stats:
    return Stats(UserId(5), found, 1512.4 if None in found else None, streak)


def test_the_numbers_of_all_opponents_stand_in_columns() -> None:
    found = {None: Record(3, 1, 0), Level.CLASSIC: Record(0, 118, 26), Level.EXPERT: Record(0, 9, 0)}
    assert records.stats(ENGLISH, stats(found, Streak("won", 3))) == (
        "**<@5>'s record here**\n"
        "```\n"
        "against games won lost drawn\n"
        "people      4   3    1     0\n"
        "classic   144   0  118    26\n"
        "expert      9   0    9     0\n"
        "```\n"
        "Rating: 1512 · 3 wins in a row against people"
    )


def test_it_ends_with_the_record_between_the_two() -> None:
    known = replace(stats({None: Record(3, 1, 0)}), between=Record(1, 2, 0))
    assert records.stats(ENGLISH, known).splitlines()[-2:] == [
        "Rating: 1512",
        "You against <@5>: 1 won, 2 lost, 0 drawn.",
    ]


def test_who_has_played_the_computer_alone_has_no_rating() -> None:
    assert records.stats(ENGLISH, stats({Level.EASY: Record(1)})).endswith("0\n```")


class Wide(Translator):
    """Says the longest words that translators may choose for the table, in Latin letters or in those of East Asia."""

    def __init__(self, letter: str, heading: int, label: int) -> None:
        super().__init__("xx", NullTranslations())
        self._letter, self._heading, self._label = letter, heading, label

    def pgettext(self, context: str, sentence: str, /, **parts: object) -> str:
        is_label = context != "heading of a table" or sentence == "against"
        return self._letter * (self._label if is_label else self._heading)


@pytest.mark.parametrize("tr", [ENGLISH, Wide("l", 5, 12), Wide("級", 2, 5)])
@given(found=st.dictionaries(st.sampled_from([None, *Level]), some, min_size=1))
def test_no_statistics_are_wider_than_a_phone(tr: Translator, found: dict[Level | None, Record]) -> None:
    _, block, _ = records.stats(tr, stats(found)).split("```")
    widths = {records.width(line) for line in block.strip("\n").splitlines()}
    assert len(widths) == 1
    assert max(widths) <= PHONE


def test_a_game_to_choose_is_cut_to_what_discord_takes() -> None:
    longest = GameSummary(GameId(2**53), Rules(100, 100, 100), Level.CLASSIC, 10_000, None)
    told = records.game_choice(Wide("l", 0, 60), longest)
    assert len(told) == 100
    assert told.endswith("…")
    assert records.game_choice(ENGLISH, longest).endswith(
        "100 in a row, against the computer (classic), 10000 moves, in progress"
    )


def test_letters_of_east_asia_take_two_columns_and_marks_on_letters_none() -> None:
    assert records.aligned([["局数", "胜"], ["7", "10"], ["100", "4"]]) == ["局数 胜", "   7 10", " 100  4"]
    assert records.width("é") == records.width("e\N{COMBINING ACUTE ACCENT}") == 1


def test_labels_come_last_where_a_font_for_code_may_not_have_their_letters() -> None:
    assert records.labeled([["Gegner", "+"], ["Менші", "12"], ["Người", "3"]]) == [
        "Gegner  +",
        "Менші  12",
        "Người   3",
    ]
    for label in ("对手", "लोग", "คน", "사람"):
        assert records.labeled([["a", "b"], [label, "12"]]) == [" b a", f"12 {label}"]


@pytest.mark.parametrize("streak", [Streak("lost", 9), Streak("drawn", 9), Streak("won", 1), None])
def test_only_wins_in_a_row_are_told(streak: Streak | None) -> None:
    assert records.stats(ENGLISH, stats({None: Record(3, 1, 0)}, streak)).endswith("Rating: 1512")


def test_a_won_game_tells_of_three_wins_in_a_row_or_more() -> None:
    assert [records.winning_streak(ENGLISH, games) for games in (0, 2, 3)] == [
        "",
        "",
        "🔥 3 wins in a row against people",
    ]
