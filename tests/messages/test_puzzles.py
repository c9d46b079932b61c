"""The puzzle of the day in words."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.game.puzzles import Attempt, Day, Tap, day_of, puzzle_of
from bot.messages import puzzles
from bot.messages.translator import ENGLISH, translator
from tests.people import ANN

DAY = Day(0)


@pytest.mark.parametrize(("locale", "between"), [("en-US", " "), ("ja", ""), ("zh-CN", "")])
def test_a_puzzle_joins_sentences_as_its_language_does(locale: str, between: str) -> None:
    tr = translator(locale)
    draft = puzzles.board(tr, Tap(Attempt(ANN, DAY, datetime(2026, 11, 21, tzinfo=UTC))))
    task = tr.ngettext("You're X: win in {number} move.", "You're X: win in {number} moves.", puzzle_of(DAY).moves)
    _, _, rest = draft.content.partition(task)
    assert rest
    assert rest[: len(between)] == between
    assert not rest[len(between)].isspace()


def test_a_streak_has_its_own_line() -> None:
    begun = datetime(2026, 11, 21, 9, tzinfo=UTC)
    attempt = Attempt(ANN, day_of(begun), begun, solved=begun + timedelta(seconds=75))
    lines = puzzles.board(ENGLISH, Tap(attempt, streak=3)).content.splitlines()
    assert lines[-2].startswith("Solved in 1:15 🟩. Next puzzle <t:")
    assert lines[-1] == "🔥 3-day streak"
