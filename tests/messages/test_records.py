"""Statistics and the top players, as a phone shows them."""

from hypothesis import given
from hypothesis import strategies as st

from bot.game.games import Level, UserId
from bot.game.ratings import Record, Standing, Stats, Streak
from bot.messages import records

PHONE = 30  # characters beside each other in a block

counts = st.integers(0, 9_999_999)
some = st.builds(Record, counts, counts, counts)


def stats(found: dict[Level | None, Record], streak: Streak | None = None) -> Stats:
    return Stats(UserId(5), found, 1512.4 if None in found else None, streak)


def test_the_numbers_of_all_opponents_stand_in_columns() -> None:
    found = {None: Record(3, 1, 0), Level.CLASSIC: Record(0, 118, 26), Level.EXPERT: Record(0, 9, 0)}
    assert records.stats(stats(found, Streak("lost", 3))) == (
        "**<@5>'s record here**\n"
        "```\n"
        "against games won lost drawn\n"
        "people      4   3    1     0\n"
        "classic   144   0  118    26\n"
        "expert      9   0    9     0\n"
        "```\n"
        "Rating: 1512 · 3 losses in a row against people"
    )


def test_who_has_played_the_computer_alone_has_no_rating() -> None:
    assert records.stats(stats({Level.EASY: Record(1)})).endswith("0\n```")


@given(st.dictionaries(st.sampled_from([None, *Level]), some, min_size=1))
def test_no_statistics_are_wider_than_a_phone(found: dict[Level | None, Record]) -> None:
    _, block, _ = records.stats(stats(found)).split("```")
    lines = block.strip("\n").splitlines()
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= PHONE


@given(st.lists(st.tuples(st.floats(0, 3000), some), min_size=1, max_size=11))
def test_the_numbers_of_the_top_players_stand_in_columns(players: list[tuple[float, Record]]) -> None:
    best = [Standing(place, UserId(place), rating, record) for place, (rating, record) in enumerate(players, 1)]
    lines = records.top(best).splitlines()[1:-1]
    assert len(lines) == len(best) + 1
    assert len({len(line.split("`")[1]) for line in lines}) == 1
    assert len(records.top(best)) <= 2000


def test_the_first_three_have_medals_and_whoever_is_below_the_ten_has_their_place() -> None:
    best = [Standing(place, UserId(place), 1600 - place, Record(1)) for place in (*range(1, 11), 345)]
    lines = records.top(best).splitlines()[2:-1]
    assert [line.split(" ")[0] for line in lines[:4]] == ["🥇", "🥈", "🥉", "4️⃣"]
    assert [line.split(" ")[0] for line in lines[9:]] == ["🔟", "▪️"]
    assert lines[10] == "▪️ `1255  1  0  0` <@345> (#345)"
