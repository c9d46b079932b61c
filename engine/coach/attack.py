"""The search for forced wins in a few moves, including quiet moves.

A move that threatens to complete a line has one reply. A quiet move has many, but most of them don't matter: if the
attacker would win even against a pass, only a reply in the zone of that win can stop it. The zone contains the cells
that the win uses, and the cells where one more mark could give the defender a line, or a threat, along the way. Sets of
cells are integers with one bit per place.

Sources: threat sequences, Allis, van den Herik & Huntjens, Go-Moku solved by new search techniques (1993); the pass and
its zone, Thomsen, Lambda-search in game trees, ICGA J. 23 (2000), and Wu & Lin, Relevance-zone-oriented proof search
for Connect6 (2010); the bound on what can still be completed, Erdos & Selfridge, On a combinatorial game, J. Comb.
Theory A 14 (1973).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from engine import geometry
from engine.budget import Budget
from engine.expert.position import COMPLETION, THREAT, Position
from engine.rules import Rules

HOPE = 0.5  # an Erdos-Selfridge sum: below it, the defender stops every window in reach


class Tree(NamedTuple):
    """A proven win."""

    place: int  # of the first move
    used: int  # the cells of both sides that the win needs
    taken: int  # the defender's cells among them
    quiet: int  # the depth of nested quiet moves


class _Entry(NamedTuple):
    failed: int  # no win in this many moves
    moves: int  # a win in this many moves, by the tree
    tree: Tree | None


_NO_ENTRY = _Entry(0, 0, None)


class Attack:
    """Searches one position of Kind.PLAY, on a whole board, for forced wins of one side, the attacker.

    Moves count the attacker's marks, including the one that completes the line. The attacker is side 1 or 2. Each
    method says which side must be to move. All methods raise Spent when the budget runs out.
    """

    __slots__ = ("_budget", "_cache", "_doubles", "_made", "_position", "_side", "_turn", "_windows")

    def __init__(self, position: Position, rules: Rules, budget: Budget, attacker: int) -> None:
        self._position = position
        self._budget = budget
        self._side = attacker
        self._turn = position.turn
        ones = position.threats // (COMPLETION - THREAT)
        self._doubles = position.threats - ones * THREAT  # the bits of two or more threats by one mark
        self._windows = _windows(rules)
        self._cache: dict[int, _Entry] = {}
        self._made = len(position)

    def fewest(self, limit: int) -> int:
        """Return the fewest moves in which the attacker, to move, wins by force, or 0 if it takes more than limit."""
        self._restore()
        return next((moves for moves in range(1, limit + 1) if self._search(moves)), 0)

    def first_moves(self, moves: int) -> list[int]:
        """Return the attacker's first moves, in row order, that win in the fewest moves, which the caller knows."""
        self._restore()
        places = self._candidates(moves)
        return places if moves == 1 else [place for place in sorted(places) if self._attempt(place, moves)]

    def line(self, moves: int, after: int | None = None) -> list[int]:
        """Return a line by which the attacker wins in this many moves, against the longest defense.

        The attacker is to move. With after, the defender is: the line begins with its move on that place.
        """
        self._restore()
        line = [] if after is None else [after]
        for place in line:
            self._position.make(place)
        while tree := self._search(moves):
            line.append(tree.place)
            if moves == 1:
                break
            self._position.make(tree.place)
            reply, moves = max(self._answers(moves), key=lambda answer: answer[1])
            line.append(reply)
            self._position.make(reply)
        return line

    def answer(self, place: int, moves: int) -> tuple[int, int]:
        """Return the defender's best reply to the first of this many moves, and the moves that the win still takes.

        0 means that the reply stops the win. The first move must not complete a line or fill the board.
        """
        self._restore()
        self._position.make(place)
        return max(self._answers(moves), key=lambda answer: (not answer[1], answer[1]))

    def is_threat(self, place: int, moves: int) -> bool:
        """Return whether a first move would win in this many moves, including itself, if the defender passed."""
        self._restore()
        self._position.make(place)
        return not self._defender_completes() and self._passed(moves - 1) is not None

    def replies(self, limit: int) -> dict[int, int] | None:
        """Return the replies of the defender, to move, to the attacker's threat, or None if there is no threat.

        A threat is a win against a pass in up to limit moves. Each place has the fewest moves in which the attacker
        wins after the reply, or 0 if it takes more than limit. Every place that is left out loses by force.
        """
        self._restore()
        if self._defender_completes() or not any(self._passed(moves) for moves in range(1, limit + 1)):
            return None
        return dict(self._answers(limit + 1))

    def _restore(self) -> None:
        """Take back the marks and passes that the last search left."""
        self._position.rewind(self._made)
        self._position.turn = self._turn

    def _search(self, moves: int) -> Tree | None:
        """Return a win of the attacker, to move, in this many moves, or None."""
        position, side = self._position, self._side
        self._budget.spend()
        if wins := position.live[side] & position.completions:
            place = position.first(wins)
            return Tree(place, 1 << place, 0, 0)
        if moves == 1:
            return None
        entry = self._cache.get(position.hash, _NO_ENTRY)
        if entry.tree and entry.moves <= moves:
            return entry.tree
        if entry.failed >= moves:
            return None
        tree = next((tree for place in self._candidates(moves) if (tree := self._attempt(place, moves))), None)
        self._cache[position.hash] = (
            _Entry(entry.failed, moves, tree) if tree else _Entry(moves, entry.moves, entry.tree)
        )
        return tree

    def _passed(self, moves: int) -> Tree | None:
        """Return the attacker's win in this many moves if the defender, to move, passes, or None."""
        position = self._position
        position.turn = self._side
        tree = self._search(moves)
        position.turn = 3 - self._side
        return tree

    def _answers(self, moves: int) -> Iterator[tuple[int, int]]:
        """Yield replies to the first of this many moves, each with the moves that the win still takes, 0 if it fails.

        They include a reply that stops the win, or if there is none, one that holds out longest.
        """
        position, side = self._position, self._side
        if self._defender_completes():
            yield position.first(position.live[3 - side] & position.completions), 0
            return
        stops = position.live[side] & position.completions
        for reply in position.places(stops) if stops else self._relevant(moves - 1):
            self._position.make(reply)
            yield reply, next((fewer for fewer in range(1, moves) if self._search(fewer)), 0)
            self._position.unmake()

    def _candidates(self, moves: int) -> list[int]:
        """Return the places that may win in this many moves and no fewer, most promising first.

        A mark that changes no window is no better than a pass, and after a pass a win takes one move more.
        """
        position, side = self._position, self._side
        own, other = position.live[side], position.live[3 - side]
        if moves == 1:
            return position.places(own & position.completions)
        if must := other & position.completions:
            places = position.places(must)
            return places if len(places) == 1 else []
        if moves == 2:
            return position.places(own & self._doubles)
        lanes, weights = position.lanes(own), position.lanes(own + other)
        return sorted(self._promising(moves), key=lambda place: (lanes[place] < THREAT, -weights[place]))

    def _attempt(self, place: int, moves: int) -> Tree | None:
        """Return the win in this many moves that begins with a place, or None."""
        self._position.make(place)
        tree = self._after(place, moves)
        self._position.unmake()
        return tree

    def _defender_completes(self) -> bool:
        """Return whether the defender can complete a line now."""
        position = self._position
        return bool(position.live[3 - self._side] & position.completions)

    def _relevant(self, moves: int) -> list[int]:
        """Return the replies that may stop a win in this many moves."""
        if tree := self._passed(moves):
            return self._order(self._zone(tree), tree.place)
        empty = ~(self._position.marks[1] | self._position.marks[2])
        return self._order(empty, -1)[:1]  # a pass stops the win, so any mark does

    def _promising(self, moves: int) -> list[int]:
        """Return the places of the windows that this many moves can complete, or that can give the defender a threat.

        The list is empty if the sum over the attacker's windows shows that the defender stops them all.
        """
        own, other = self._position.marks[self._side], self._position.marks[3 - self._side]
        hope, cells = 0.0, 0
        for window in self._windows:
            if not window & other:
                missing = (window & ~own).bit_count()
                if missing <= moves:
                    hope += 1 / (1 << missing)
                    cells |= window
            elif not window & own and (window & ~other).bit_count() < moves:
                cells |= window
        if hope < HOPE:
            return []
        cells &= ~(own | other)
        return [place for place in range(cells.bit_length()) if cells >> place & 1]

    def _after(self, place: int, moves: int) -> Tree | None:
        position, side, cell = self._position, self._side, 1 << place
        if self._defender_completes():
            return None
        stops = position.places(position.live[side] & position.completions)
        if len(stops) > 1:
            return Tree(place, cell | 1 << stops[0] | 1 << stops[1], 1 << stops[0], 0)
        if moves < 3:
            return None
        if not stops:
            return self._quiet(place, moves)
        self._position.make(stops[0])
        tree = self._search(moves - 1)
        self._position.unmake()
        if not tree:
            return None
        stop = 1 << stops[0]
        return Tree(place, tree.used | cell | stop, tree.taken | stop, tree.quiet)

    def _quiet(self, place: int, moves: int) -> Tree | None:
        """Return the win after a quiet move, already made: against a pass, then against each reply in its zone."""
        if not (tree := self._passed(moves - 1)):
            return None
        used, taken, quiet = tree.used | 1 << place, tree.taken, tree.quiet
        for reply in self._order(self._zone(tree), tree.place):
            self._position.make(reply)
            answer = self._search(moves - 1)
            self._position.unmake()
            if not answer:
                return None
            used |= answer.used
            taken |= answer.taken | 1 << reply
            quiet = max(quiet, answer.quiet)
        return Tree(place, used, taken, quiet + 1)

    def _zone(self, tree: Tree) -> int:
        """Return the empty cells on which a reply may stop a win that works against a pass.

        These are the cells that the win uses, and the windows in which the defender could get a threat. In such a
        window, all cells but one hold the defender's marks, are taken by the defender during the win, are the reply
        itself, or are free replies, one for each quiet move nested in the win.
        """
        own, other = self._position.marks[self._side], self._position.marks[3 - self._side]
        zone, marked = tree.used, other | tree.taken
        for window in self._windows:
            if not window & own and (window & ~marked).bit_count() <= 2 + tree.quiet:
                zone |= window
        return zone & ~(own | other)

    def _order(self, zone: int, favorite: int) -> list[int]:
        """Return the places of a zone: the favorite, then those most likely to stop the win."""
        lanes = self._position.lanes(self._position.live[1] + self._position.live[2])
        places = [place for place in range(len(lanes)) if zone >> place & 1]
        return sorted(places, key=lambda place: (place != favorite, -lanes[place]))


@lru_cache(maxsize=8)
def _windows(rules: Rules) -> tuple[int, ...]:
    """Return every window of a board as a bit set."""
    return tuple(window for windows in geometry.windows(rules) for window in windows)
