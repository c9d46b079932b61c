"""Every claim of a hint or a review, checked by the referee; a wrong one is an AssertionError."""

from benchmarks.referee import Referee
from engine import Board, Cell
from engine.coach.findings import Hint, Moment, Why
from engine.coach.review import MOMENTS, Review
from tests.engine.coach.games import marks


def check_hint(found: Hint, board: Board, referee: Referee) -> None:
    """Check what a hint says of a position."""
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
    """Check what the review of a game on a small board says, and that it misses nothing."""
    worth = [_worth(referee.winner([*plies[:number]]), number) for number in range(len(plies) + 1)]
    drops = {number: worth[number - 1] + worth[number] for number in range(1, len(plies) + 1)}
    changes = {number for number, drop in drops.items() if drop}
    assert found.unknown == 0
    assert len(found.moments) == min(MOMENTS, len(changes)), plies
    if found.certain is not None:
        winners = {referee.winner([*plies[:number]]) for number in range(found.certain, len(plies) + 1)}
        assert winners == {found.winner}
    for moment in found.moments:
        assert moment.drop == drops[moment.number]
        _check_moment(moment, plies, referee)


def _worth(winner: int, number: int) -> int:
    """Return 1, 0 or -1 for the side to move after so many plies."""
    return 0 if not winner else 1 if winner == number % 2 + 1 else -1


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
