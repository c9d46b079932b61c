"""Wins by force in few moves: the fewest they take, every first move, every reply."""

from engine.coach.attack import Attack
from engine.expert.position import Position
from engine.expert.threats import Limits
from engine.rules import Rules


class Forced:
    """Looks for forced wins of one side, the attacker, in one position of Kind.PLAY, which shows a whole board.

    Moves are the attacker's own, the one that completes the line included. The attacker is side 1 or 2; each question
    says who has to be on the move. All of them raise Spent when the limits are reached, and leave the position as it
    was.
    """

    __slots__ = ("_attack",)

    def __init__(self, position: Position, rules: Rules, limits: Limits, attacker: int) -> None:
        self._attack = Attack(position, rules, limits, attacker)

    def fewest(self, most: int) -> int:
        """Return in how few moves the attacker, to move, wins by force, 0 if it takes more than most or can't be."""
        try:
            return next((moves for moves in range(1, most + 1) if self._attack.search(moves)), 0)
        finally:
            self._attack.restore()

    def first_moves(self, moves: int) -> list[int]:
        """Return, in order, the places with which the attacker wins in so many moves, which are the fewest."""
        if moves == 1:
            return self._attack.candidates(1)
        try:
            return [place for place in sorted(self._attack.candidates(moves)) if self._attack.attempt(place, moves)]
        finally:
            self._attack.restore()

    def line(self, moves: int) -> list[int]:
        """Return the places of a win of the attacker, to move, in so many moves, against the longest defence."""
        try:
            return self._line(moves)
        finally:
            self._attack.restore()

    def answer(self, place: int, moves: int) -> tuple[int, int]:
        """Return the defender's best reply to a first move, and in how few moves of so many the attacker then wins.

        0: the reply stops the win. The first move may not complete a line itself, nor fill the board.
        """
        try:
            self._attack.make(place)
            return max(self._attack.answers(moves), key=lambda answer: (not answer[1], answer[1]))
        finally:
            self._attack.restore()

    def is_threat(self, place: int, moves: int) -> bool:
        """Return whether a first move would win in so many moves, itself included, if the defender passed."""
        try:
            self._attack.make(place)
            return not self._attack.defender_completes() and self._attack.passed(moves - 1) is not None
        finally:
            self._attack.restore()

    def replies(self, most: int) -> dict[int, int] | None:
        """Return the replies of the defender, to move, that the attacker's threat allows, None if there is no threat.

        There is one if the attacker would win in at most so many moves against a pass. Every reply that is missing in
        the answer loses by force; of the others it says in how few moves, 0 where it takes more than most or can't be.
        """
        try:
            if self._attack.defender_completes():
                return None
            for moves in range(1, most + 1):
                if self._attack.passed(moves):
                    return dict(self._attack.answers(most + 1))
            return None
        finally:
            self._attack.restore()

    def _line(self, moves: int) -> list[int]:
        tree = self._attack.search(moves)
        assert tree, "a line is asked for where there is a win"
        if moves == 1:
            return [tree.place]
        self._attack.make(tree.place)
        reply, fewer = max(self._attack.answers(moves), key=lambda answer: answer[1])
        self._attack.make(reply)
        line = [tree.place, reply, *self._line(fewer)]
        self._attack.unmake()
        self._attack.unmake()
        return line
