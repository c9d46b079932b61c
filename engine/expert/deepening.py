"""The best move within a budget: principal variation search with iterative deepening."""

from collections.abc import Iterator
from typing import NamedTuple

from engine.budget import Budget, Spent
from engine.expert.position import Position
from engine.expert.threats import Threats

WIN = 1 << 40  # more than any heuristic score; a win in n plies scores WIN - n
SURE = WIN - 100_000  # a higher score is a win, a lower one is heuristic
TEMPO = 50  # the value of having the move, fitted as in benchmarks/weights.py
WIDTH, ROOT_WIDTH = 8, 12  # moves searched: 14 and 20 scored 42% against these, at 1,000 nodes
LATE = 3  # later moves without a threat are first searched a ply less deep: scored 58% against a full search
LONGEST_FORCED = 60  # plies, up to which replies to threats cost no depth
LEAF_THREATS, LEAF_NODES = 6, 60
NODE_THREATS, NODE_NODES = 12, 400
MOST_POSITIONS = 200_000  # in the transposition table, a few hundred bytes each


class Verdict(NamedTuple):
    """The best place found, its score for the side to move, the search depth, and the principal variation."""

    place: int
    score: int
    depth: int
    line: tuple[int, ...] = ()


class _Entry(NamedTuple):
    depth: int
    bound: int  # 0: the score is exact, 1: a lower bound, -1: an upper bound
    score: int  # wins are counted from this position
    place: int


class Deepening:
    """Searches one position of Kind.PLAY in which the side to move can't win at once.

    If is_wide, it searches every move. Otherwise, it searches the most promising moves, and more if all of them lose.
    """

    __slots__ = ("_budget", "_found", "_position", "_root_width", "_table", "_threats", "_width")

    def __init__(self, position: Position, budget: Budget, *, is_wide: bool) -> None:
        self._position = position
        self._budget = budget
        self._threats = Threats(position, budget)
        self._table: dict[int, _Entry] = {}
        self._found = Verdict(0, 0, 0)
        self._width, self._root_width = (position.cells, position.cells) if is_wide else (WIDTH, ROOT_WIDTH)

    def best(self, moves: list[int], deepest: int | None = None) -> Verdict:
        """Return the best of the moves, which are given most promising first, within the budget and the depth."""
        position = self._position
        made, depth, searched = len(position), 1, moves[: self._root_width]
        self._found = Verdict(moves[0], 0, 0)
        try:
            while depth <= (deepest or position.cells - made):
                searched = self._round(searched, depth)
                if abs(self._found.score) <= SURE:
                    depth += 1
                elif self._found.score > 0 or self._width >= position.cells:
                    break
                else:
                    searched = self._widened(searched, moves)
        except Spent:
            position.rewind(made)
        return self._found._replace(line=self._principal_variation(self._found.place, self._found.depth))

    def _principal_variation(self, place: int, depth: int) -> tuple[int, ...]:
        """Return the expected line from a place on: forced replies, and best moves from the transposition table."""
        position, line = self._position, [place]
        made = len(position)
        position.make(place)
        while len(line) < depth:
            own, other = position.live[position.turn], position.live[3 - position.turn]
            wins = own & position.completions
            entry = self._table.get(position.hash)
            if forced := wins or other & position.completions:
                line.append(position.first(forced))
            elif entry and entry.place >= 0:
                line.append(entry.place)
            else:
                break
            if wins:
                break
            position.make(line[-1])
        position.rewind(made)
        return tuple(line)

    def _widened(self, searched: list[int], moves: list[int]) -> list[int]:
        """Double the number of moves searched, and return those for the root, the new ones first."""
        self._table.clear()
        self._width *= 2
        self._root_width *= 2
        return [*moves[len(searched) : self._root_width], *searched]

    def _round(self, moves: list[int], depth: int) -> list[int]:
        """Search every move to this depth, and return the moves with the best first.

        While all moves so far lose, the verdict is the next move with a score of 0, since it may not lose.
        """
        alpha, best = -WIN, moves[0]
        scores: dict[int, int] = {}
        for place, following in zip(moves, [*moves[1:], None], strict=True):
            self._position.make(place)
            score = -self._search(depth - 1, -alpha - 1, -alpha, 1) if scores else None
            if score is None or score > alpha:
                score = -self._search(depth - 1, -WIN, -alpha, 1)
            self._position.unmake()
            scores[place] = score
            if score > alpha:
                alpha, best = score, place
            self._found = Verdict(best, alpha, depth)
            if alpha < -SURE and following is not None:
                self._found = Verdict(following, 0, depth - 1)
        return sorted(moves, key=lambda place: (place != best, -scores[place]))

    def _search(self, depth: int, alpha: int, beta: int, ply: int) -> int:  # noqa: PLR0911 - in order of cost
        """Return the score for the side to move: exact between alpha and beta, else a bound."""
        self._budget.spend()
        position = self._position
        side = position.turn
        own, other = position.live[side], position.live[3 - side]
        if own & position.completions:
            return WIN - ply - 1
        if must := other & position.completions:
            return self._forced_score(must, depth, alpha, beta, ply)
        if (not own and (alpha >= 0 or not other)) or (not other and beta <= 0):
            return 0  # as in _leaf_score
        if depth <= 0:
            return self._leaf_score(beta, ply)
        entry = self._table.get(position.hash)
        if entry and (entry.depth >= depth or abs(entry.score) > SURE):
            score = _shifted(entry.score, -ply)
            if entry.bound == 0 or (score >= beta if entry.bound > 0 else score <= alpha):
                return score
        if depth >= 2 and own & position.threats and (line := self._threats.find(NODE_THREATS, NODE_NODES)):
            return WIN - ply - len(line)
        return self._best_score(depth, alpha, beta, ply, entry.place if entry else -1)

    def _forced_score(self, must: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Return the score after the forced reply, which costs no depth. Two threats at once decide the game."""
        position = self._position
        place = position.first(must)
        if position.places(must)[1:]:
            return -(WIN - ply - 2)
        position.make(place)
        score = -self._search(depth if ply < LONGEST_FORCED else depth - 1, -beta, -alpha, ply + 1)
        position.unmake()
        return score

    def _leaf_score(self, beta: int, ply: int) -> int:
        position = self._position
        own, other = position.live[position.turn], position.live[3 - position.turn]
        score = (position.score if position.turn == 1 else -position.score) + TEMPO
        if not own or not other:
            score = min(score, 0) if not own else max(score, 0)  # a side without a live window can't win
        if score >= beta:
            return score  # threats can only raise it
        if own & position.threats and (line := self._threats.find(LEAF_THREATS, LEAF_NODES)):
            return WIN - ply - len(line)
        return score

    def _best_score(self, depth: int, alpha: int, beta: int, ply: int, first: int) -> int:
        position = self._position
        best, chosen, floor = -WIN, first, alpha
        threats = position.live[position.turn] & position.threats
        for number, place in enumerate(self._ordered(first)):
            is_quiet = not position.lane(threats, place)
            score = self._quick_score(place, alpha) if depth == 1 and is_quiet else None
            if score is None:
                position.make(place)
                if number >= LATE and depth > 2 and is_quiet and self._width < position.cells:
                    score = -self._search(depth - 2, -alpha - 1, -alpha, ply + 1)
                if number and (score is None or score > alpha):
                    score = -self._search(depth - 1, -alpha - 1, -alpha, ply + 1)
                if score is None or alpha < score < beta:
                    score = -self._search(depth - 1, -beta, -alpha, ply + 1)
                position.unmake()
            if score > best:
                best, chosen = score, place
                alpha = max(alpha, score)
                if score >= beta:
                    break
        bound = 1 if best >= beta else -1 if best <= floor else 0
        if len(self._table) >= MOST_POSITIONS:
            self._table.clear()
        self._table[position.hash] = _Entry(depth, bound, _shifted(best, ply), chosen)
        return best

    def _quick_score(self, place: int, alpha: int) -> int | None:
        """Return the score at depth 1 of a move without a threat, or None if the move has to be made to know it.

        The move leads to a leaf. Threats of the other side can only lower the score. A score from -TEMPO to 0 counts
        as 0, because the move may block the other side's last live window.
        """
        position = self._position
        score = position.score + position.gain(place)
        most = (score if position.turn == 1 else -score) - TEMPO
        if -TEMPO <= most < 0:
            most = 0
        is_exact = most and not position.live[3 - position.turn] & position.threats
        return most if most <= alpha or is_exact else None

    def _ordered(self, first: int) -> Iterator[int]:
        """Yield the places to search: the best one of an earlier search, then the most promising.

        Most searches end with the first or second place, so the others are sorted only after those.
        """
        if first >= 0:
            yield first
        position = self._position
        lanes = position.lanes(position.live[1] + position.live[2] + position.live[position.turn])
        top = lanes.index(max(lanes))
        if lanes[top] and top != first:
            yield top
        for place in sorted(range(len(lanes)), key=lanes.__getitem__, reverse=True)[1 : self._width]:
            if lanes[place] and place != first:
                yield place


def _shifted(score: int, plies: int) -> int:
    """Return a score as seen from a position this many plies later, where a win or loss is that much nearer."""
    return score + plies if score > SURE else score - plies if score < -SURE else score
