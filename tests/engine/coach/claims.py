"""Checks every claim of a hint or a review with the referee."""

from benchmarks.referee import Referee
from engine import Board, Cell
from engine.coach.findings import Hint, Moment, Why
from engine.coach.review import MOMENTS, Review
from tests.engine.coach.games import marks


def check_hint(found: Hint, board: Board, referee: Referee) -> None:
    """Check that a hint is right."""
    plies, turn = tuple(board.plies), board.turn
    after = {cell: referee.winner([*plies, cell]) for cell in board.legal_moves}
    own, other = marks(plies, turn), marks(plies, turn.other)
    match found.why:
        case Why.WINS_NOW:
            assert found.cell in board.winning_moves(turn)
        case Why.WINS:
            assert found.cell in referee.winning(own, other, found.number)
        case Why.BLOCKS:
            assert board.winning_moves(turn.other) == [found.cell]
        case Why.ONLY_DRAW:
            assert [cell for cell in after if after[cell] != turn.other] == [found.cell]
            assert after[found.cell] == 0
        case Why.ONLY:
            assert [cell for cell in after if after[cell] != turn.other] in ([found.cell], [])
        case Why.DRAWS:
            assert after[found.cell] == 0
            assert turn not in after.values()
        case Why.DEAD:
            assert board.is_dead
        case Why.LOSES:
            assert set(after.values()) == {turn.other}
            assert all(referee.winning(other, [*own, cell], found.number) for cell in after)
        case Why.STOPS_OPEN | Why.BEST:
            raise AssertionError(f"small boards are solved: {found} after {plies}")


def check_review(found: Review, plies: tuple[Cell, ...], referee: Referee) -> None:
    """Check that the review of a game on a small board is right and complete."""
    winners = [referee.winner([*plies[:number]]) for number in range(len(plies) + 1)]
    worth = [0 if not winner else 1 if winner == number % 2 + 1 else -1 for number, winner in enumerate(winners)]
    drops = {number: worth[number - 1] + worth[number] for number in range(1, len(plies) + 1)}
    assert found.unknown == 0
    assert len(found.moments) == min(MOMENTS, sum(drop != 0 for drop in drops.values())), plies
    certain = max((number + 1 for number in range(len(plies)) if winners[number] != winners[-1]), default=0)
    assert found.winner == (winners[-1] or None)
    assert found.certain == (certain if found.winner and certain < len(plies) else None)
    for moment in found.moments:
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
