"""The clock of a game after moves, undos and the end."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.game.clocks import PACES, Clock, Pace
from bot.game.errors import MustBePlayedOut, NotYetYours
from bot.game.games import Computer, Ending, Format, Game, GameId, Human, Level, Result, UndoRequest
from bot.game.playing import marked, out_of_time, resigned, stopped, taken_back
from bot.game.ratings import score
from engine import Cell, Mark
from tests.people import ANN, BOB, CY, HERE, SMALL

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)


def at(minutes: float) -> datetime:
    return NOON + minutes * MINUTE


def new_game(o: Human | Computer | None = None, pace: timedelta = HOUR) -> Game:
    """Return a game of Ann's that begins at noon."""
    return Game.new(HERE, Format(SMALL, pace), Human(ANN), o or Human(BOB), NOON)


def after_moves(*minutes: float, game: Game | None = None) -> Game:
    """Return a game after moves at these minutes past noon."""
    game = game or new_game()
    for cell, minute in zip(list(game.board.legal_moves), minutes, strict=False):
        game = marked(game, cell, at(minute))
    return game


def deadline(game: Game) -> datetime | None:
    assert game.clock
    return game.clock.deadline


def test_every_pace_has_its_time() -> None:
    assert [PACES[pace] // MINUTE for pace in Pace] == [5, 60, 24 * 60, 3 * 24 * 60]


def test_the_first_move_of_each_side_has_twice_the_time() -> None:
    assert deadline(new_game()) == at(120)
    assert [deadline(after_moves(*range(1, moves + 1))) for moves in (1, 2, 3)] == [at(121), at(62), at(63)]


def test_the_computer_has_no_clock() -> None:
    solo = new_game(Computer(Level.CLASSIC))
    thinking = after_moves(30, game=solo)
    assert deadline(thinking) is None
    assert deadline(after_moves(30, 31, game=solo)) == at(91)
    first = Game.new(HERE, Format(SMALL, HOUR), Computer(Level.EXPERT), Human(ANN), NOON)
    assert first.clock == Clock(HOUR)


# -- undo gives no time back


def test_an_undo_against_the_computer_leaves_the_clock() -> None:
    game = after_moves(30, 31, game=new_game(Computer(Level.CLASSIC)))
    assert deadline(taken_back(game, 2, at(80))) == deadline(game)
    thinking = after_moves(30, game=new_game(Computer(Level.EXPERT)))
    assert deadline(taken_back(thinking, 1, at(32))) == at(122)


def test_the_clock_of_a_finished_game_stands_still() -> None:
    game = after_moves(30, 31, game=new_game(Computer(Level.CLASSIC)))
    over = resigned(game, ANN, at(61))
    assert deadline(taken_back(over, 0, at(1000))) == at(1030)


# -- the end


@pytest.mark.parametrize(
    ("moves", "result", "scored"),
    [
        ((), Result(None, Ending.STOPPED), None),
        ((1,), Result(Mark.X, Ending.TIMEOUT, BOB), None),
        ((1, 2), Result(Mark.O, Ending.TIMEOUT, ANN), 0.0),
        ((1, 2, 3), Result(Mark.X, Ending.TIMEOUT, BOB), 1.0),
    ],
)
def test_a_player_out_of_time_loses(moves: tuple[float, ...], result: Result, scored: float | None) -> None:
    game = after_moves(*moves).with_changes(undo_request=UndoRequest(len(moves), ANN))
    over = out_of_time(game, at(500))
    assert (over.result, over.touched, over.undo_request) == (result, at(500), None)
    assert score(over) == scored


def test_a_player_who_never_moves_against_the_computer_does_not_lose() -> None:
    game = Game(GameId(1), HERE, Format(SMALL), Computer(Level.CLASSIC), Human(ANN), NOON, (Cell(1, 1),))
    assert out_of_time(game, at(500)).result == Result(None, Ending.STOPPED)
    assert out_of_time(after_moves(1, 2, game=game), at(500)).result == Result(Mark.X, Ending.TIMEOUT, ANN)


def test_anyone_ends_a_game_in_which_the_computer_is_overdue() -> None:
    waits = after_moves(1, game=new_game(Computer(Level.EXPERT)))
    assert stopped(waits, BOB, at(31), moderates=False).result == Result(None, Ending.STOPPED, BOB)
    with pytest.raises(NotYetYours) as error:
        stopped(after_moves(2, game=waits), BOB, at(500), moderates=False)
    assert error.value.after is None


def test_only_the_clock_ends_a_game_with_a_pace_for_others() -> None:
    for user, refusal in ((CY, NotYetYours), (BOB, MustBePlayedOut)):
        with pytest.raises(refusal) as error:
            stopped(after_moves(1, 2), user, at(24 * 60), moderates=False)
        assert error.value.after is None
    assert stopped(after_moves(1, 2), CY, at(3), moderates=True).result


# -- reminders


@pytest.mark.parametrize(
    ("clock", "ply", "due"),
    [
        (Clock(HOUR, at(60)), 2, at(45)),
        (Clock(HOUR, at(120)), 0, at(90)),  # the first move has twice the time
        *((Clock(HOUR, at(60), reminded=3), ply, due) for ply, due in ((2, None), (3, None), (4, at(45)))),
        (Clock(5 * MINUTE, at(5)), 2, None),
        (Clock(HOUR), 2, None),  # the computer's
    ],
)
def test_a_reminder_is_due_once_a_ply_at_three_quarters_of_a_long_pace(
    clock: Clock, ply: int, due: datetime | None
) -> None:
    assert clock.remind_at(ply) == due
