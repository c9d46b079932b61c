"""Draws and wins of the weak game, against brute force that knows nothing of the search."""

from random import Random

import pytest

from engine import Rules
from engine.budget import Budget, Spent
from engine.expert.pairing import Pairings
from engine.expert.position import Kind, Position
from engine.expert.proof import WeakProof
from tests.engine.expert.maker import MakerBreaker

SMALL = [(3, 3, 3), (4, 3, 3), (4, 4, 3), (4, 4, 4), (5, 4, 4), (5, 5, 4), (3, 6, 3), (4, 6, 4), (5, 5, 5), (6, 5, 5)]


def position(rules: Rules, maker: int, breaker: int, turn: int) -> Position:
    """Return the position of those marks."""
    found = Position(rules, Kind.WEAK)
    for place in range(rules.m * rules.n):
        if (maker | breaker) >> place & 1:
            found.turn = 1 if maker >> place & 1 else 2
            found.make(place)
    found.turn = turn
    return found


def marks(rules: Rules, random: Random, empty: int) -> tuple[int, int]:
    """Return random cells of the Maker and of the Breaker, which leave at most so many empty."""
    places = random.sample(range(rules.m * rules.n), max(0, rules.m * rules.n - random.randint(1, empty)))
    maker, breaker = places[::2], places[1::2]
    return sum(1 << place for place in maker), sum(1 << place for place in breaker)


@pytest.mark.parametrize(("m", "n", "k"), SMALL)
def test_the_answers_and_the_zones_are_those_of_brute_force(m: int, n: int, k: int) -> None:
    rules, random, brute = Rules(m, n, k), Random(f"{m} {n} {k}"), MakerBreaker(m, n, k)
    checked = 0
    for _ in range(25):
        maker, breaker = marks(rules, random, empty=13)
        if any(window & ~maker == 0 for window in brute.windows):
            continue
        for turn in (1, 2):
            proof = WeakProof(position(rules, maker, breaker, turn), rules, Budget(10**6))
            plies = proof.plies_to_win()
            assert bool(plies) == brute.wins(maker, breaker, turn == 1)
            checked += 1
            if not plies:
                given = brute.everything & ~(breaker | proof.zone)
                assert not brute.wins(maker | given, breaker, turn == 1), "the Breaker needs more than the zone"
    assert checked > 12


@pytest.mark.parametrize(
    ("m", "n", "k"), [(5, 4, 4), (5, 5, 4), (5, 5, 5), (6, 5, 5), (7, 7, 6), (9, 6, 6), (11, 11, 8)]
)
def test_every_live_window_holds_two_cells_of_a_pair(m: int, n: int, k: int) -> None:
    rules, random, windows = Rules(m, n, k), Random(4), MakerBreaker(m, n, k).windows
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


@pytest.mark.parametrize(("m", "n", "k", "nodes", "games"), [(8, 5, 5, 3_000, 3)])
def test_the_breaker_holds_larger_boards_whatever_the_maker_does(
    m: int, n: int, k: int, nodes: int, games: int
) -> None:
    rules, random, windows = Rules(m, n, k), Random(2), MakerBreaker(m, n, k).windows
    assert WeakProof(Position(rules, Kind.WEAK), rules, Budget(nodes)).plies_to_win() == 0
    for game in range(games):
        maker = breaker = 0
        while empty := [place for place in range(m * n) if not (maker | breaker) >> place & 1]:
            live = [window for window in windows if not window & breaker]
            fullest = max((window & maker).bit_count() for window in live) if live and not game % 2 else 0
            eager = [
                place
                for window in live
                if (window & maker).bit_count() == fullest
                for place in empty
                if window >> place & 1
            ]
            maker |= 1 << random.choice(eager or empty)
            assert not any(window & ~maker == 0 for window in windows)
            proof = WeakProof(position(rules, maker, breaker, 2), rules, Budget(nodes))
            assert proof.plies_to_win() == 0
            left = [place for place in empty if not maker >> place & 1]
            if left:
                breaker |= 1 << proof.safe(left[0], nodes)


def test_out_of_nodes_the_position_is_as_it_was() -> None:
    rules = Rules(7, 6, 5)
    searched = position(rules, 1 << 17, 1 << 18, 1)
    with pytest.raises(Spent):
        WeakProof(searched, rules, Budget(2)).plies_to_win()
    assert searched.marks == position(rules, 1 << 17, 1 << 18, 1).marks
    assert searched.turn == 1
