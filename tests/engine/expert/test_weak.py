"""Draws and wins of the weak game, compared with an independent referee."""

from random import Random

import pytest

from engine import Rules
from engine.budget import Budget, Spent
from engine.expert.pairing import Pairings
from engine.expert.position import Kind, Position
from engine.expert.proof import WeakProof
from engine.geometry import symmetries
from tests.engine.referee import Referee

SMALL = [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (3, 6, 3), (4, 6, 4), (5, 5, 5), (6, 5, 5)]


def position(rules: Rules, maker: int, breaker: int, turn: int) -> Position:
    """Return the position with these marks."""
    found = Position(rules, Kind.WEAK)
    for place in range(rules.m * rules.n):
        if (maker | breaker) >> place & 1:
            found.turn = 1 if maker >> place & 1 else 2
            found.make(place)
    found.turn = turn
    return found


def marks(rules: Rules, random: Random, empty: int, *, is_symmetric: bool = False) -> tuple[int, int]:
    """Return random cells of the Maker and of the Breaker, with about this many empty cells at most.

    is_symmetric: a half turn doesn't change the board; nor does a quarter turn, if it is square.
    """
    cells, turn = rules.m * rules.n, symmetries(rules.m, rules.n)[5 if rules.m == rules.n else 3]
    groups = {1 << place for place in range(cells)}
    for _ in range(3 if is_symmetric else 0):
        groups = {group | sum(1 << turn[place] for place in range(cells) if group >> place & 1) for group in groups}
    shuffled = random.sample(sorted(groups), len(groups))
    taken = max(0, cells - random.randint(1, empty)) * len(groups) // cells
    return sum(shuffled[:taken:2]), sum(shuffled[1:taken:2])


@pytest.mark.parametrize("is_symmetric", [False, True])
@pytest.mark.parametrize(("m", "n", "k"), SMALL)
def test_answers_and_zones_match_the_referee(m: int, n: int, k: int, is_symmetric: bool) -> None:
    rules, random, referee = Rules(m, n, k), Random(f"{m} {n} {k}"), Referee(m, n, k, is_weak=True)
    checked = 0
    for _ in range(20):
        maker, breaker = marks(rules, random, empty=13, is_symmetric=is_symmetric)
        if any(window & ~maker == 0 for window in referee.windows):
            continue
        for turn in (1, 2):
            proof = WeakProof(position(rules, maker, breaker, turn), rules, Budget(10**6))
            plies = proof.plies_to_win()
            assert bool(plies) == referee.wins(maker, breaker, turn == 1, m * n)
            checked += 1
            if plies:
                assert referee.wins(maker, breaker, turn == 1, plies)
            else:
                given = (1 << m * n) - 1 & ~(breaker | proof.zone)
                assert not referee.wins(maker | given, breaker, turn == 1, m * n), (
                    "the Breaker needs more than the zone"
                )
    assert checked > 9


@pytest.mark.parametrize(("m", "n", "k"), [(4, 4, 4), (5, 4, 4), (5, 5, 4), (4, 6, 4)])
def test_a_zone_is_mapped_to_symmetric_positions(m: int, n: int, k: int) -> None:
    rules, random, referee, checked = Rules(m, n, k), Random(7), Referee(m, n, k, is_weak=True), 0
    for _ in range(20):
        maker, breaker = marks(rules, random, empty=13, is_symmetric=True)
        searched = position(rules, maker, breaker, 1)
        proof = WeakProof(searched, rules, Budget(10_000))
        if any(window & ~maker == 0 for window in referee.windows) or proof.plies_to_win():
            continue
        for place in [place for place in range(m * n) if not (maker | breaker) >> place & 1]:
            searched.make(place)  # the proof remembers the positions symmetric to it, and takes the mark back
            assert proof.plies_to_win() == 0
            given = (1 << m * n) - 1 & ~(breaker | proof.zone)
            assert not referee.wins(maker | 1 << place | given, breaker, False, m * n)
            checked += 1
    assert checked > 20


@pytest.mark.parametrize(
    ("m", "n", "k"), [(5, 4, 4), (5, 5, 4), (5, 5, 5), (6, 5, 5), (7, 7, 6), (9, 6, 6), (11, 11, 8)]
)
def test_a_pairing_covers_every_live_window(m: int, n: int, k: int) -> None:
    rules, random, windows = Rules(m, n, k), Random(4), Referee(m, n, k).windows
    found = 0
    for attempt in range(100):
        maker, breaker = marks(rules, random, empty=m * n) if attempt else (0, 0)
        if pairing := Pairings(rules).pairing(maker, breaker):
            found += 1
            pairs = [sum(cell for cell in pairing if pairing[cell] == core) for core in set(pairing.values())]
            assert all(pair.bit_count() == 2 and not pair & (maker | breaker) for pair in pairs)
            for window in windows:
                assert window & breaker or any(window & pair == pair for pair in pairs)
    assert found


@pytest.mark.parametrize("is_eager", [True, False])
def test_the_breaker_holds_a_larger_board_against_any_maker(is_eager: bool) -> None:
    rules, random, nodes = Rules(8, 5, 5), Random(2), 3_000
    windows, maker, breaker = Referee(8, 5, 5).windows, 0, 0
    while empty := [place for place in range(40) if not (maker | breaker) >> place & 1]:
        live = [window for window in windows if not window & breaker]
        fullest = max(live, key=lambda window: (window & maker).bit_count()) if live and is_eager else -1
        maker |= 1 << random.choice([place for place in empty if fullest >> place & 1])
        assert not any(window & ~maker == 0 for window in windows)
        proof = WeakProof(position(rules, maker, breaker, 2), rules, Budget(nodes))
        assert proof.plies_to_win() == 0
        if left := [place for place in empty if not maker >> place & 1]:
            breaker |= 1 << proof.safe(left[0], nodes)


def test_running_out_of_nodes_restores_the_position() -> None:
    rules = Rules(7, 6, 5)
    searched = position(rules, 1 << 17, 1 << 18, 1)
    with pytest.raises(Spent):
        WeakProof(searched, rules, Budget(2)).plies_to_win()
    assert searched.marks == position(rules, 1 << 17, 1 << 18, 1).marks
    assert searched.turn == 1
