"""The known values of empty boards: with best play, does X win, or is it a draw?

O never wins: by strategy stealing, X could use O's winning strategy with an extra mark.
"""

from engine.expert.pairing import Pairings
from engine.geometry import DIRECTIONS, lines
from engine.rules import Knowledge, Mark, Rules, Value, check_type

LONGEST_SIDE = 100  # up to which a pairing is searched for; no larger board has one


# Draws of the weak game proven by this engine: (m, n, k) to nodes, from python -m benchmarks.values. In the weak game
# only X has lines, so a draw is also one on every smaller board and for every larger k.
DRAWS = {
    (3, 3, 3): 116, (5, 5, 4): 54_238, (7, 4, 4): 739_865,
    (7, 6, 5): 9_954, (8, 6, 5): 1_607_985, (9, 5, 5): 84_452,
    (8, 8, 6): 34, (9, 7, 6): 37, (9, 8, 6): 76_598, (10, 7, 6): 18_294, (12, 6, 6): 8_149,
    (10, 10, 7): 1, (12, 12, 8): 1,
}  # fmt: skip
# Wins of X proven by this engine: (m, n, k) to the plies they take at most, and nodes. On a larger board X may not win,
# because O has more room as well.
WINS = {
    (6, 5, 4): (13, 6_645), (7, 5, 4): (13, 17_988), (8, 5, 4): (13, 33_116), (9, 5, 4): (13, 58_082),
    (10, 5, 4): (13, 73_678), (11, 5, 4): (17, 113_949), (12, 5, 4): (17, 119_025), (13, 5, 4): (17, 127_767),
    (14, 5, 4): (17, 136_924), (15, 5, 4): (17, 146_466), (16, 5, 4): (13, 389_866), (17, 5, 4): (13, 441_675),
    (18, 5, 4): (17, 478_204), (19, 5, 4): (17, 489_762), (20, 5, 4): (17, 501_836), (6, 6, 4): (13, 7_907),
    (7, 6, 4): (13, 9_567), (8, 6, 4): (13, 23_101), (9, 6, 4): (13, 34_426), (10, 6, 4): (13, 44_798),
    (11, 6, 4): (13, 57_975), (12, 6, 4): (13, 76_223), (13, 6, 4): (15, 109_452), (14, 6, 4): (15, 115_692),
    (15, 6, 4): (15, 122_256), (16, 6, 4): (15, 129_144), (17, 6, 4): (15, 136_356), (18, 6, 4): (15, 143_892),
    (7, 7, 4): (11, 6_038), (8, 7, 4): (11, 15_807), (9, 7, 4): (11, 36_530), (10, 7, 4): (11, 82_606),
    (11, 7, 4): (11, 266_984), (12, 7, 4): (11, 270_891), (13, 7, 4): (11, 647_263), (14, 7, 4): (11, 942_202),
    (8, 8, 4): (13, 80_410), (9, 8, 4): (13, 110_592), (10, 8, 4): (13, 138_579), (11, 8, 4): (15, 195_926),
    (12, 8, 4): (15, 207_715), (13, 8, 4): (15, 220_271), (14, 8, 4): (15, 593_778), (9, 9, 4): (13, 116_686),
    (10, 9, 4): (13, 504_393), (11, 9, 4): (13, 463_509), (10, 10, 4): (13, 484_148), (11, 10, 4): (13, 550_868),
}  # fmt: skip

EIGHT = (
    "Zetters, 8 (or more) in a row, Am. Math. Monthly 87 (1980); Uiterwijk, Set matching with applications: An "
    "enhancement of the Hales-Jewett pairing strategy, ICGA J. 40 (2018), section 7: infinite boards, and so all boards"
)
HSU = "Hsu, Ko, Chen, Wei, Hsueh & Wu, On solving the 7,7,5-game and the 8,8,5-game, Theor. Comput. Sci. 815 (2020)"
CHARATSIDIS = (
    "Charatsidis, Solving Four-in-a-Row on 9×4 and 10×4 boards, bachelor's thesis, Maastricht University (2017)"
)
PUBLISHED = {
    (8, 4, 4): (None, "Uiterwijk & van den Herik, The advantage of the initiative, Inf. Sci. 122 (2000)"),
    (9, 4, 4): (Mark.X, CHARATSIDIS),
    (10, 4, 4): (Mark.X, CHARATSIDIS),
    (30, 4, 4): (Mark.X, "Lustenberger, 1967, quoted in Berlekamp, Conway & Guy, Winning Ways (1982)"),
    (7, 7, 5): (None, HSU),
    (8, 8, 5): (None, HSU),
    (15, 15, 5): (
        Mark.X,
        "Allis, van den Herik & Huntjens, Go-Moku solved by new search techniques, AAAI Technical Report FS-93-02"
        " (1993); Allis, Searching for solutions in games and artificial intelligence (1994)",
    ),
}


def value(rules: Rules) -> Value | None:
    """Return how the game ends with best play, and how that is known, or None if it isn't known.

    Cost: under 10 ms for any rules, without a search.

    >>> from engine import Rules, value
    >>> value(Rules(3, 3, 3)).winner, value(Rules(4, 3, 3)).winner
    (None, <Mark.X: 1>)
    >>> value(Rules(1000, 1000, 50)).knowledge
    <Knowledge.PAIRING: 'a pairing of cells'>
    """
    check_type(rules, Rules)
    m, n, k = max(rules.m, rules.n), min(rules.m, rules.n), rules.k
    return _small_k(m, n, k) or _pairing_draw(m, n, k) or _computed(m, n, k) or _published(m, n, k)


def _small_k(m: int, n: int, k: int) -> Value | None:
    """Return the value if k is at most 3 or no line fits on the board."""
    if k > m or (k == 2 and m * n == 2):
        return Value(None, None, Knowledge.EVIDENT)
    if k <= 2:
        return Value(Mark.X, 2 * k - 1, Knowledge.EVIDENT)
    if k == 3 and n >= 3 and m >= 4:
        return Value(Mark.X)  # by threats around X's first mark, for any board size (tested)
    return None


def _computed(m: int, n: int, k: int) -> Value | None:
    if (m, n, k) in WINS:
        return Value(Mark.X, WINS[m, n, k][0])
    if any(m <= rows and n <= cols and k >= least for rows, cols, least in DRAWS):
        return Value(None)
    return None


def _pairing_draw(m: int, n: int, k: int) -> Value | None:
    """Return a draw if the board has a pairing.

    Three kinds of boards have one: all with k of 9 or more (see engine.expert.periodic), boards so narrow that lines
    fit in one direction only (pairs of neighbors), and some small boards.
    """
    rules = Rules(m, n, k)
    if n < k or k >= 9 or (m <= LONGEST_SIDE and _has_room(rules) and Pairings(rules).pairing(0, 0)):
        return Value(None, None, Knowledge.PAIRING)
    return None


def _has_room(rules: Rules) -> bool:
    """Return whether there are two cells per group of k - 1 windows in a line, as a pairing needs."""
    k = rules.k
    groups = sum(-((k - 1 - len(line)) // (k - 1)) for direction in DIRECTIONS for line in lines(rules, *direction))
    return 2 * groups <= rules.m * rules.n


def _published(m: int, n: int, k: int) -> Value | None:
    if k >= 8:
        return Value(None, None, Knowledge.PUBLISHED, EIGHT)
    if (m, n, k) not in PUBLISHED:
        return None
    winner, source = PUBLISHED[m, n, k]
    return Value(winner, None, Knowledge.PUBLISHED, source)
