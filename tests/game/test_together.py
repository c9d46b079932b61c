"""Games of everyone in a channel against the computer: who may do what."""

from datetime import timedelta

import pytest

from bot.game import playing
from bot.game.errors import GameError, MovedLast, NoResignation, NothingToUndo, NotYetYours, NotYourMove
from bot.game.games import DELETED_USER, EVERYONE, IDLE_BETWEEN_PEOPLE, Computer, Game, Human, Level, Mover, UserId
from bot.game.playing import REST, Undo, check_turn, taken_back, undo_for
from engine import Cell, Mark, Rules
from tests.game.values import NOW, game
from tests.people import ANN, BOB, CY

HOUR = timedelta(hours=1)
RULES = Rules(4, 4, 4)
CELLS = [Cell(row, col) for row in range(4) for col in range(4)]
COMPUTER = Computer(Level.CLASSIC)


def together(*movers: UserId, hours: int = 1) -> Game:
    """Return a game of everyone in which users moved, one each hour or so, and the computer replied."""
    now = game(rules=RULES, x=Human(EVERYONE), o=COMPUTER)
    for number, user in enumerate(movers):
        at = NOW + number * hours * HOUR
        now = playing.marked(now, next(cell for cell in CELLS if not now.board[cell]), at, user)
        now = playing.marked(now, next(cell for cell in reversed(CELLS) if not now.board[cell]), at)
    return now


@pytest.mark.parametrize("user", [ANN, BOB, CY])
def test_everyone_plays_one_side(user: UserId) -> None:
    now = together()
    check_turn(now, user, NOW)
    assert (now.side(user), now.opponent(user)) == (Mark.X, COMPUTER)
    assert now.has_player(user)
    assert not now.is_rated
    assert now.solo is None


def test_a_user_alone_moves_again_and_again() -> None:
    check_turn(together(ANN, ANN), ANN, NOW)


def test_nobody_moves_twice_in_a_row_while_others_play() -> None:
    now = together(ANN, BOB)
    with pytest.raises(MovedLast) as refusal:
        check_turn(now, BOB, NOW + HOUR)
    assert refusal.value.after == NOW + REST
    for other in (ANN, CY):
        check_turn(now, other, NOW + HOUR)


def test_a_user_moves_again_a_day_after_the_others_last_move() -> None:
    now = together(ANN, CY, BOB)
    with pytest.raises(MovedLast):
        check_turn(now, BOB, NOW + HOUR + REST - timedelta(seconds=1))
    check_turn(now, BOB, NOW + HOUR + REST)


def test_only_the_last_mover_undoes_a_move() -> None:
    now = together(ANN, BOB)
    assert undo_for(now, BOB) == Undo(2)
    for other in (ANN, CY):
        with pytest.raises(NotYourMove) as refusal:
            undo_for(now, other)
        assert refusal.value.user == BOB
    before = taken_back(now, 2, NOW)
    assert before.movers == (Mover(ANN, NOW), None)
    assert undo_for(before, ANN) == Undo(2)


def test_nothing_is_undone_before_the_first_move() -> None:
    began = playing.marked(game(x=COMPUTER, o=Human(EVERYONE)), Cell(1, 1), NOW)
    assert began.movers == (None,)
    for now in (together(), began):
        with pytest.raises(NothingToUndo):
            undo_for(now, ANN)


def test_nobody_resigns_for_everyone() -> None:
    with pytest.raises(NoResignation):
        playing.resigned(together(ANN), ANN, NOW)


def stop(now: Game, user: UserId, hours: float = 0, *, moderates: bool = False) -> GameError | None:
    try:
        assert playing.stopped(now, user, NOW + hours * HOUR, moderates=moderates).result
    except GameError as refusal:
        return refusal
    return None


def test_a_user_ends_a_game_in_which_nobody_else_has_moved() -> None:
    assert stop(together(), ANN) is None
    assert stop(together(ANN, ANN), ANN) is None
    assert isinstance(stop(together(ANN), BOB), NotYetYours)


def test_others_end_it_when_it_is_idle_or_moderate() -> None:
    now = together(ANN, BOB, hours=0)
    for user in (ANN, BOB, CY):
        refusal = stop(now, user, 23)
        assert isinstance(refusal, NotYetYours)
        assert refusal.after == NOW + IDLE_BETWEEN_PEOPLE
        assert stop(now, user, 24) is None
        assert stop(now, user, moderates=True) is None


def test_a_move_of_a_deleted_user_counts_as_anothers() -> None:
    now = together(ANN, DELETED_USER)
    check_turn(now, ANN, NOW + HOUR)
    assert isinstance(stop(now, ANN), NotYetYours)
    with pytest.raises(NotYourMove):
        undo_for(now, ANN)


def test_anyone_calls_a_draw_once_nobody_can_win() -> None:
    dead = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0)]
    now = game(*dead, x=Human(EVERYONE), o=COMPUTER, movers=(Mover(ANN, NOW), None) * 4)
    assert playing.drawn(now, CY, NOW).result
