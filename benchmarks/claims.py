"""Check the claims of hints and reviews with the referee: python -m benchmarks.claims [SEED].

It plays 300 random games from 3×3 to 4×5, reviews each game, and gets hints for some of its positions. The tests do the
same with a twelfth of the games and another seed. The exit code is 1 if a claim is wrong.
"""

import sys
from collections import Counter
from random import Random

from benchmarks.referee import Referee
from engine import Board, Cell, Mark, Rules
from engine.budget import UNLIMITED, Budget
from engine.coach.findings import Hint, Moment, Why
from engine.coach.hint import hint
from engine.coach.judging import carry_on
from engine.coach.review import MOMENTS, Review
from engine.players import classic

HINTS = 5  # per game
GAMES = {  # 300 of them, fewer where the referee takes longer
    (3, 3, 3): 50, (3, 4, 3): 50, (4, 4, 3): 56, (3, 5, 3): 50, (4, 5, 3): 40, (3, 5, 4): 30, (4, 4, 4): 20,
    (4, 5, 4): 4,
}  # fmt: skip


def checked(size: tuple[int, int, int], games: int, random: Random) -> Counter[str]:
    """Play games on a board, and return the numbers of claims and of wrong claims."""
    found, rules, referee = Counter[str](games=games), Rules(*size), Referee(*size)
    for _ in range(games):
        plies = finished(rules, random)
        review = Review(rules, plies)
        carry_on(review, Budget(UNLIMITED))
        found["moments"] += len(review.moments)
        try:
            check_review(review, plies, referee)
        except AssertionError as wrong:
            found["wrong"] += 1
            print(f"review of {rules}, {plies}: {wrong}")
        for number in random.sample(range(len(plies)), HINTS):
            board = Board.replay(rules, plies[:number])
            hinted = hint(board, Budget(60_000), random)
            found["hints"] += 1
            try:
                check_hint(hinted, board, referee)
            except AssertionError as wrong:
                found["wrong"] += 1
                print(f"hint in {rules}, {plies[:number]}: {hinted}: {wrong}")
    return found


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


def main() -> int:
    """Check all boards and print."""
    random, total = Random(int(sys.argv[1]) if len(sys.argv) > 1 else 1), Counter[str]()
    for size, games in GAMES.items():
        found = checked(size, games, random)
        total += found
        print(f"{'×'.join(map(str, size[:2]))}, {size[2]} in a row: {summary(found)}", flush=True)
    print(f"in all: {summary(total)}")
    return bool(total["wrong"])


def summary(found: Counter[str]) -> str:
    """Return the numbers in words."""
    return (
        f"{found['games']} games and reviews with {found['moments']} moments, {found['hints']} hints, "
        f"{found['wrong']} wrong"
    )


if __name__ == "__main__":
    sys.exit(main())
