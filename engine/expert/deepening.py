"""The best move within a budget: principal variation search, each time one ply deeper."""

from typing import NamedTuple

from engine.expert.limits import Limits, Spent
from engine.expert.position import Position
from engine.expert.threats import Threats

WIN = 1 << 40  # more than any sum of windows; a win in n plies is worth WIN - n
SURE = WIN - 100_000  # from here on a value is a win, not a judgement
TEMPO = 30  # what it is worth to be on the move: 8 scored 43 % against it, 120 lost more than that
WIDTH, ROOT_WIDTH = 8, 12  # how many moves are looked at: 14 and 20 scored 42 % against these, both at 1,000 nodes
LONGEST_FORCED = 60  # replies to threats cost no depth up to that ply
LEAF_THREATS, LEAF_NODES = 6, 60
NODE_THREATS, NODE_NODES = 12, 400
REMEMBERED = 200_000  # positions, a few hundred bytes each


class Verdict(NamedTuple):
    """The place judged best, what it is worth to the side to move, to what depth that was searched, and the line."""

    place: int
    value: int
    depth: int
    line: tuple[int, ...] = ()


class _Known(NamedTuple):
    depth: int
    bound: int  # 0: the value itself, 1: at least, -1: at most
    value: int  # of a win, counted from here
    place: int


class Deepening:
    """Searches one position of a game of Kind.PLAY, in which the side to move can't win at once."""

    __slots__ = ("_found", "_is_wide", "_known", "_limits", "_position", "_threats")

    def __init__(self, position: Position, limits: Limits, *, is_wide: bool) -> None:
        self._position = position
        self._limits = limits
        self._threats = Threats(position, limits)
        self._known: dict[int, _Known] = {}
        self._found = Verdict(0, 0, 0)
        self._is_wide = is_wide

    def best(self, moves: list[int]) -> Verdict:
        """Return the best of moves, which come most promising first, as far as the limits allow."""
        position = self._position
        made = len(position)
        moves = moves if self._is_wide else moves[:ROOT_WIDTH]
        self._found = Verdict(moves[0], 0, 0)
        try:
            for depth in range(1, position.marks.count(0) + 1):
                moves = self._round(moves, depth)
                if abs(self._found.value) > SURE:
                    break
        except Spent:
            position.rewind(made)
        return self._found._replace(line=self._expected(self._found.place, self._found.depth))

    def _expected(self, place: int, depth: int) -> tuple[int, ...]:
        """Return the line from a place on, as deep as it was searched: forced replies, and moves remembered as best."""
        position, line = self._position, [place]
        made = len(position)
        position.make(place)
        while len(line) < depth:
            own, other = position.live[position.turn], position.live[3 - position.turn]
            wins = own & position.completes
            known = self._known.get(position.hash)
            if forced := wins or other & position.completes:
                line.append(position.first(forced))
            elif known and known.place >= 0:
                line.append(known.place)
            else:
                break
            if wins:
                break
            position.make(line[-1])
        position.rewind(made)
        return tuple(line)

    def _round(self, moves: list[int], depth: int) -> list[int]:
        """Search every move to this depth, and return them with the best first.

        While each move searched so far loses, the next one is the best found, and not a loss: it may be better.
        """
        alpha, best = -WIN, moves[0]
        values: dict[int, int] = {}
        for place, following in zip(moves, [*moves[1:], None], strict=True):
            self._position.make(place)
            value = -self._search(depth - 1, -alpha - 1, -alpha, 1) if values else alpha + 1
            if value > alpha:
                value = -self._search(depth - 1, -WIN, -alpha, 1)
            self._position.unmake()
            values[place] = value
            if value > alpha:
                alpha, best = value, place
            if alpha < -SURE and following is not None:
                self._found = Verdict(following, 0, depth - 1)
            else:
                self._found = Verdict(best, alpha, depth)
        return sorted(moves, key=lambda place: (place != best, -values[place]))

    def _search(self, depth: int, alpha: int, beta: int, ply: int) -> int:  # noqa: PLR0911 - in order of their cost
        """Return the value to the side to move, right if between alpha and beta, else a bound."""
        self._limits.spend()
        position = self._position
        side = position.turn
        own, other = position.live[side], position.live[3 - side]
        if own & position.completes:
            return WIN - ply - 1
        if must := other & position.completes:
            return self._forced(must, depth, alpha, beta, ply)
        if (not own and (alpha >= 0 or not other)) or (not other and beta <= 0):
            return 0  # whoever has no live window left can't win any more
        if depth <= 0:
            return self._leaf(ply)
        known = self._known.get(position.hash)
        if known and (known.depth >= depth or abs(known.value) > SURE):
            value = (
                known.value - ply if known.value > SURE else known.value + ply if known.value < -SURE else known.value
            )
            if known.bound == 0 or (value >= beta if known.bound > 0 else value <= alpha):
                return value
        if depth >= 2 and own & position.threatens and (line := self._threats.find(NODE_THREATS, NODE_NODES)):
            return WIN - ply - len(line)
        return self._moves(depth, alpha, beta, ply, known.place if known else -1)

    def _forced(self, must: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Answer a threat, which costs no depth; two of them decide the game."""
        position = self._position
        place = position.first(must)
        if position.places(must)[1:]:
            return -(WIN - ply - 2)
        position.make(place)
        value = -self._search(depth if ply < LONGEST_FORCED else depth - 1, -beta, -alpha, ply + 1)
        position.unmake()
        return value

    def _leaf(self, ply: int) -> int:
        position = self._position
        if position.live[position.turn] & position.threatens and (line := self._threats.find(LEAF_THREATS, LEAF_NODES)):
            return WIN - ply - len(line)
        return (position.score if position.turn == 1 else -position.score) + TEMPO

    def _moves(self, depth: int, alpha: int, beta: int, ply: int, first: int) -> int:
        position = self._position
        best, chosen, floor = -WIN, first, alpha
        for number, place in enumerate(self._ordered(first)):
            position.make(place)
            value = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1) if number else alpha + 1
            if alpha < value < beta or not number:
                value = -self._search(depth - 1, -beta, -alpha, ply + 1)
            position.unmake()
            if value > best:
                best, chosen = value, place
                alpha = max(alpha, value)
                if value >= beta:
                    break
        bound = 1 if best >= beta else -1 if best <= floor else 0
        kept = best + ply if best > SURE else best - ply if best < -SURE else best
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        self._known[position.hash] = _Known(depth, bound, kept, chosen)
        return best

    def _ordered(self, first: int) -> list[int]:
        """Return the places worth a look, most promising first, starting with the one that was best before."""
        position = self._position
        lanes = position.lanes(position.live[1] + position.live[2] + position.live[position.turn])
        places = sorted(range(len(lanes)), key=lanes.__getitem__, reverse=True)
        hopeful = len(lanes) - lanes.count(0)
        del places[hopeful if self._is_wide else min(hopeful, WIDTH) :]
        if first >= 0:
            places = [first, *(place for place in places if place != first)]
        return places
