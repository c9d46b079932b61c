"""Check the claims of hints and reviews with the referee: python -m benchmarks.claims [SEED].

It plays 300 random games from 3×3 to 4×5, reviews each game, and gets hints for some of its positions. The tests do the
same with one hint per game and another seed. The exit code is 1 if a claim is wrong.
"""

import sys
from collections import Counter
from random import Random

from benchmarks.referee import Referee
from engine import Board, Rules
from engine.budget import UNLIMITED, Budget
from engine.coach.hint import hint
from engine.coach.judging import carry_on
from engine.coach.review import Review
from tests.engine.coach.claims import check_hint, check_review
from tests.engine.coach.games import GAMES, finished

HINTS = 5  # per game


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
