"""What an undo takes back, and whose consent it needs."""

import pytest

from bot.game.errors import GameOver, NothingToUndo, NotYourGame
from bot.game.games import Computer, Ending, Level, Result, UndoRequest, UserId
from bot.game.playing import Undo, can_undo, taken_back, undo_for
from engine import Cell, Mark
from tests.game.values import LATER, game
from tests.people import ANN, BOB, CY

FOUR = ((0, 0), (1, 0), (0, 1), (1, 1))


@pytest.mark.parametrize(
    ("made", "user", "undo"),
    [
        (1, ANN, Undo(1)),
        (2, BOB, Undo(1)),
        (2, ANN, Undo(2, BOB)),
        (3, ANN, Undo(1)),
        (3, BOB, Undo(2, ANN)),
        (4, ANN, Undo(2, BOB)),
    ],
)
def test_between_people_a_replied_move_needs_consent(made: int, user: UserId, undo: Undo) -> None:
    assert undo_for(game(*FOUR[:made]), user) == undo


@pytest.mark.parametrize(("made", "user"), [(0, ANN), (0, BOB), (1, BOB)])
def test_a_player_without_a_move_takes_none_back(made: int, user: UserId) -> None:
    with pytest.raises(NothingToUndo):
        undo_for(game(*FOUR[:made]), user)


def test_only_players_take_moves_back() -> None:
    with pytest.raises(NotYourGame):
        undo_for(game(*FOUR), CY)


@pytest.mark.parametrize(("made", "undo"), [(1, Undo(1)), (2, Undo(2)), (4, Undo(2))])
def test_an_undo_against_the_computer_needs_no_consent(made: int, undo: Undo) -> None:
    assert undo_for(game(*FOUR[:made], o=Computer(Level.EASY)), ANN) == undo


@pytest.mark.parametrize("ending", [Ending.LINE, Ending.FULL])
def test_undoing_the_last_move_undoes_the_end(ending: Ending) -> None:
    ended = game(*FOUR, result=Result(Mark.O, ending))
    assert undo_for(ended, BOB) == Undo(1)
    assert undo_for(ended, ANN) == Undo(2, BOB)


@pytest.mark.parametrize("ending", [Ending.RESIGNED, Ending.AGREED, Ending.STOPPED, Ending.TIMEOUT])
def test_every_other_end_is_final_between_people(ending: Ending) -> None:
    ended = game(*FOUR, result=Result(None, ending, ANN))
    with pytest.raises(GameOver):
        undo_for(ended, ANN)
    assert not can_undo(ended)


@pytest.mark.parametrize("ending", [Ending.RESIGNED, Ending.AGREED])
def test_a_resignation_to_the_computer_is_undone_without_a_move(ending: Ending) -> None:
    assert undo_for(game(*FOUR, o=Computer(Level.EASY), result=Result(None, ending, ANN)), ANN) == Undo(0)


@pytest.mark.parametrize("ending", [Ending.STOPPED, Ending.TIMEOUT])
def test_a_stop_or_timeout_against_the_computer_is_final(ending: Ending) -> None:
    with pytest.raises(GameOver):
        undo_for(game(*FOUR, o=Computer(Level.EASY), result=Result(None, ending, ANN)), ANN)


@pytest.mark.parametrize(("made", "can"), [(0, False), (1, True), (2, True), (3, True)])
def test_there_is_something_to_undo_after_a_move(made: int, can: bool) -> None:
    assert can_undo(game(*FOUR[:made])) is can


@pytest.mark.parametrize("plies", [0, 1, 2, 4])
def test_an_undo_reopens_the_game_without_its_last_plies(plies: int) -> None:
    before = game(*FOUR, result=Result(Mark.O, Ending.LINE), undo_request=UndoRequest(4, ANN))
    after = taken_back(before, plies, LATER)
    assert after.plies == tuple(Cell(*ply) for ply in FOUR[: 4 - plies])
    assert (after.result, after.undo_request, after.touched) == (None, None, LATER)
