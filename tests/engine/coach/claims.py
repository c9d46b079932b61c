"""The claims of hints and reviews, checked by the referee in random games on small boards."""

from collections import Counter
from random import Random

from engine import Board, Cell, Mark, Rules
from engine.budget import UNLIMITED, Budget
from engine.coach.findings import Hint, Moment, Why
from engine.coach.hint import hint
from engine.coach.judging import carry_on
from engine.coach.review import MOMENTS, Review
from engine.players import classic
from tests.engine.referee import Referee

HINTS = 5  # per game
GAMES = {  # of `python -m benchmarks.proofs coach`: 300, fewer where the referee takes longer
    (3, 3, 3): 50, (3, 4, 3): 50, (4, 4, 3): 56, (3, 5, 3): 50, (4, 5, 3): 40, (3, 5, 4): 30, (4, 4, 4): 20,
    (4, 5, 4): 4,
}  # fmt: skip


def checked(size: tuple[int, int, int], games: int, random: Random) -> Counter[str]:
    """Check the claims about some games on a board, and return how many there were of each kind."""
    counts, rules, referee = Counter[str](games=games), Rules(*size), Referee(*size)
    for _ in range(games):
        plies = finished(rules, random)
        review = Review(rules, plies)
        carry_on(review, Budget(UNLIMITED))
        check_review(review, plies, referee)
        counts["moments"] += len(review.moments)
        for number in random.sample(range(len(plies)), HINTS):
            board = Board.replay(rules, plies[:number])
            check_hint(hint(board, Budget(60_000), random), board, referee)
            counts["hints"] += 1
    return counts


def finished(rules: Rules, random: Random) -> tuple[Cell, ...]:
    """Return a finished game between players who notice some of the wins and threats."""
    board = Board(rules)
    care = random.choice((0.0, 0.5, 0.9))
    while not board.outcome:
        cell = classic(board, random).cell if random.random() < care else random.choice(board.legal_moves)
        board.push(cell)
    return tuple(board.plies)


def marks(plies: tuple[Cell, ...], side: Mark) -> list[tuple[int, int]]:
    """Return the cells of one side."""
    return [*plies[side - 1 :: 2]]


def check_hint(given: Hint, board: Board, referee: Referee) -> None:
    """Check that a hint is right."""
    plies, turn = tuple(board.plies), board.turn
    after = {cell: referee.winner([*plies, cell]) for cell in board.legal_moves}
    own, other = marks(plies, turn), marks(plies, turn.other)
    match given.why:
        case Why.WINS_NOW:
            assert given.cell in board.winning_moves(turn)
        case Why.WINS:
            assert given.cell in referee.winning(own, other, given.number)
        case Why.BLOCKS:
            assert board.winning_moves(turn.other) == [given.cell]
        case Why.ONLY_DRAW:
            assert [cell for cell in after if after[cell] != turn.other] == [given.cell]
            assert after[given.cell] == 0
        case Why.ONLY:
            assert [cell for cell in after if after[cell] != turn.other] in ([given.cell], [])
        case Why.DRAWS:
            assert after[given.cell] == 0
            assert turn not in after.values()
        case Why.DEAD:
            assert board.is_dead
        case Why.LOSES:
            assert set(after.values()) == {turn.other}
            assert all(referee.winning(other, [*own, cell], given.number) for cell in after)
        case Why.STOPS_OPEN | Why.BEST:
            raise AssertionError(f"small boards are solved: {given} after {plies}")


def check_review(review: Review, plies: tuple[Cell, ...], referee: Referee) -> None:
    """Check that the review of a game on a small board is right and complete."""
    winners = [referee.winner([*plies[:number]]) for number in range(len(plies) + 1)]
    worth = [0 if not winner else 1 if winner == number % 2 + 1 else -1 for number, winner in enumerate(winners)]
    drops = {number: worth[number - 1] + worth[number] for number in range(1, len(plies) + 1)}
    assert review.unknown == 0
    assert len(review.moments) == min(MOMENTS, sum(drop != 0 for drop in drops.values())), plies
    certain = max((number + 1 for number in range(len(plies)) if winners[number] != winners[-1]), default=0)
    assert review.winner == (winners[-1] or None)
    assert review.certain == (certain if review.winner and certain < len(plies) else None)
    for moment in review.moments:
        assert moment.drop == drops[moment.number]
        _check_moment(moment, plies, referee)


def _check_moment(moment: Moment, plies: tuple[Cell, ...], referee: Referee) -> None:
    before = plies[: moment.number - 1]
    assert moment.cell == plies[moment.number - 1]
    assert moment.before
    assert moment.after, "all is known of small boards"
    assert referee.winner([*before]) == (moment.before.winner or 0)
    assert referee.winner([*before, moment.cell]) == (moment.after.winner or 0)
    assert moment.line, "the better move is always found on small boards"
    assert referee.winner([*before, moment.line[0]]) == (moment.before.winner or 0)
    if moment.before.winner:
        own, other = marks(before, moment.mark), marks(before, moment.mark.other)
        assert moment.line[0] in referee.winning(own, other, moment.before.moves)
