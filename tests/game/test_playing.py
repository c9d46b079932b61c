"""What moves, undos and ends do to a game, and who may do them."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest

from bot.game import playing
from bot.game.errors import (
    BadRules,
    GameError,
    GameOver,
    LineTooLong,
    MustBePlayedOut,
    NothingToUndo,
    NotYetYours,
    NotYourGame,
    OffBoard,
    PlayerDeleted,
    SizeOutOfRange,
    StillWinnable,
)
from bot.game.games import (
    DELETED_USER,
    Computer,
    Ending,
    Format,
    Game,
    Human,
    Level,
    Place,
    Player,
    Result,
    Series,
    UndoRequest,
    UserId,
)
from bot.game.playing import Undo, can_undo, rules_for, taken_back, undo_for
from engine import Cell, Mark, Rules
from tests.game.values import LATER, NOW, game
from tests.people import ANN, BOB, CY, HERE, X_WINS

DEAD = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 0), (1, 2), (2, 1), (2, 0)]


def solo(*plies: tuple[int, int]) -> Game:
    return game(*plies, o=Computer(Level.CLASSIC))


def test_a_mark_leaves_the_earlier_game_unchanged() -> None:
    before = game((1, 1))
    board = before.board
    after = playing.marked(before, Cell(0, 0), NOW)
    assert list(vars(after)["board"].plies) == [Cell(1, 1), Cell(0, 0)]
    assert before.board is board
    assert list(board.plies) == [Cell(1, 1)]


@pytest.mark.parametrize(
    ("options", "rules"),
    [
        ((None, None, None), Rules(3, 3, 3)),
        ((6, None, None), Rules(6, 6, 5)),
        ((9, 4, None), Rules(9, 4, 4)),
        ((4, 9, None), Rules(4, 9, 4)),
        ((4, 9, 9), Rules(4, 9, 9)),
        ((2, None, None), Rules(2, 2, 2)),
        ((2, 3, None), Rules(2, 3, 3)),
        ((7, 2, None), Rules(7, 2, 3)),
        ((None, 2, None), Rules(3, 2, 3)),
        ((100, 100, 100), Rules(100, 100, 100)),
    ],
)
def test_m_n_and_k_have_defaults(options: tuple[int | None, ...], rules: Rules) -> None:
    assert rules_for(*options) == rules


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ((1, 3, 2), SizeOutOfRange(1, 3)),
        ((3, 1, 2), SizeOutOfRange(3, 1)),
        ((101, 3, 3), SizeOutOfRange(101, 3)),
        ((0, None, None), SizeOutOfRange(0, 0)),
        ((3, 4, 1), LineTooLong(3, 4, 1)),
        ((4, 3, 5), LineTooLong(4, 3, 5)),
    ],
)
def test_bad_rules_are_refused_with_their_numbers(options: tuple[int | None, ...], error: BadRules) -> None:
    with pytest.raises(BadRules) as raised:
        rules_for(*options)
    assert (type(raised.value), vars(raised.value)) == (type(error), vars(error))


def test_a_move_passes_the_turn_and_ends_an_undo_request() -> None:
    after = playing.marked(game(undo_request=UndoRequest(0, ANN)), Cell(2, 2), LATER)
    assert (after.plies, after.touched, after.undo_request, after.result) == ((Cell(2, 2),), LATER, None, None)


@pytest.mark.parametrize("cell", [(3, 0), (0, 4), (-1, 0), (0, -1)])
def test_a_mark_off_the_board_is_refused(cell: tuple[int, int]) -> None:
    with pytest.raises(OffBoard) as error:
        playing.marked(game(rules=Rules(3, 4, 3)), Cell(*cell), LATER)
    assert (error.value.rules, error.value.cell) == (Rules(3, 4, 3), Cell(*cell))


def test_a_line_or_a_full_board_ends_the_game() -> None:
    assert playing.marked(game(*X_WINS[:-1]), Cell(*X_WINS[-1]), LATER).result == Result(Mark.X, Ending.LINE)
    assert playing.marked(game(*DEAD), Cell(2, 2), LATER).result == Result(None, Ending.FULL)


@pytest.mark.parametrize(("user", "winner"), [(ANN, Mark.O), (BOB, Mark.X)])
def test_resigning_loses(user: UserId, winner: Mark) -> None:
    before = game((0, 0), (1, 1), undo_request=UndoRequest(2, ANN))
    after = playing.resigned(before, user, LATER)
    assert (after.result, after.touched, after.undo_request) == (Result(winner, Ending.RESIGNED, user), LATER, None)


def test_resigning_before_both_have_moved_costs_nothing() -> None:
    assert playing.resigned(game((0, 0)), ANN, LATER).result == Result(None, Ending.STOPPED, ANN)


def test_a_dead_game_may_be_called_a_draw() -> None:
    after = playing.drawn(game(*DEAD, undo_request=UndoRequest(8, ANN)), BOB, LATER)
    assert (after.result, after.touched, after.undo_request) == (Result(None, Ending.AGREED, BOB), LATER, None)
    with pytest.raises(StillWinnable):
        playing.drawn(game(*DEAD[:3]), BOB, LATER)


@pytest.mark.parametrize(("user", "moderates"), [(ANN, False), (BOB, False), (CY, True)])
def test_players_and_moderators_stop_a_game_without_a_winner(user: UserId, moderates: bool) -> None:
    after = playing.stopped(game(undo_request=UndoRequest(0, ANN)), user, LATER, moderates=moderates)
    assert (after.result, after.touched, after.undo_request) == (Result(None, Ending.STOPPED, user), LATER, None)


@pytest.mark.parametrize(
    ("current", "rest"),
    [(solo(), timedelta(minutes=30)), (game(), timedelta(hours=24))],
    ids=["solo", "between people"],
)
def test_other_users_may_end_an_idle_game(current: Game, rest: timedelta) -> None:
    end = NOW + rest
    with pytest.raises(NotYetYours) as error:
        playing.stopped(current, CY, end - timedelta(seconds=1), moderates=False)
    assert error.value.after == end
    assert playing.stopped(current, CY, end, moderates=False).result == Result(None, Ending.STOPPED, CY)


@pytest.mark.parametrize("user", [ANN, BOB])
@pytest.mark.parametrize("moderates", [False, True])
def test_players_do_not_end_a_rated_game_in_which_both_have_moved(user: UserId, moderates: bool) -> None:
    with pytest.raises(MustBePlayedOut):
        playing.stopped(game((0, 0), (1, 1)), user, LATER, moderates=moderates)
    assert playing.stopped(game((0, 0), (1, 1)), CY, LATER, moderates=True).result


def test_players_end_a_game_that_their_opponent_has_left() -> None:
    current, end = game((0, 0), (1, 1)), NOW + timedelta(minutes=30)
    with pytest.raises(MustBePlayedOut) as early:
        playing.stopped(current, BOB, end - timedelta(seconds=1), moderates=False)
    with pytest.raises(MustBePlayedOut) as to_move:
        playing.stopped(current, ANN, end + timedelta(days=1), moderates=False)
    assert (early.value.after, to_move.value.after) == (end, None)
    assert playing.stopped(current, BOB, end, moderates=False).result == Result(None, Ending.STOPPED, BOB)


@pytest.mark.parametrize(
    "current",
    [
        game((0, 0)),
        solo((0, 0), (1, 1)),
        game((0, 0), (1, 1), place=Place(HERE.channel)),
        game((0, 0), (1, 1), o=Human(DELETED_USER)),
    ],
    ids=["one has not moved", "solo", "direct messages", "a player was forgotten"],
)
def test_players_end_any_other_game(current: Game) -> None:
    assert playing.stopped(current, ANN, LATER, moderates=False).result == Result(None, Ending.STOPPED, ANN)


@pytest.mark.parametrize(
    "act",
    [
        lambda over: playing.marked(over, Cell(2, 2), LATER),
        lambda over: playing.resigned(over, ANN, LATER),
        lambda over: playing.drawn(over, ANN, LATER),
        lambda over: playing.stopped(over, ANN, LATER, moderates=True),
        lambda over: playing.deleted(over, LATER),
    ],
    ids=["marked", "resigned", "drawn", "stopped", "deleted"],
)
def test_a_finished_game_cannot_change(act: Callable[[Game], Game]) -> None:
    with pytest.raises(GameOver):
        act(game(*DEAD, result=Result(None, Ending.AGREED, BOB)))


def test_no_next_game_begins_with_a_forgotten_player() -> None:
    over = game(o=Human(DELETED_USER), result=Result(Mark.X, Ending.LINE), series=Series(3))
    with pytest.raises(PlayerDeleted):
        playing.next_game(over, ANN, LATER, None)


# -- undo


FOUR = ((0, 0), (1, 0), (0, 1), (1, 1))


@pytest.mark.parametrize(
    ("moves", "user", "undo"),
    [
        (1, ANN, Undo(1)),
        (2, BOB, Undo(1)),
        (2, ANN, Undo(2, BOB)),
        (3, ANN, Undo(1)),
        (3, BOB, Undo(2, ANN)),
        (4, ANN, Undo(2, BOB)),
    ],
)
def test_between_people_a_replied_move_needs_consent(moves: int, user: UserId, undo: Undo) -> None:
    assert undo_for(game(*FOUR[:moves]), user) == undo


@pytest.mark.parametrize(
    ("moves", "user", "error"),
    [(0, ANN, NothingToUndo), (0, BOB, NothingToUndo), (1, BOB, NothingToUndo), (4, CY, NotYourGame)],
)
def test_only_players_with_a_move_take_moves_back(moves: int, user: UserId, error: type[GameError]) -> None:
    with pytest.raises(error):
        undo_for(game(*FOUR[:moves]), user)


@pytest.mark.parametrize(("moves", "undo"), [(1, Undo(1)), (2, Undo(2)), (4, Undo(2))])
def test_an_undo_against_the_computer_needs_no_consent(moves: int, undo: Undo) -> None:
    assert undo_for(game(*FOUR[:moves], o=Computer(Level.EASY)), ANN) == undo


@pytest.mark.parametrize("ending", [Ending.LINE, Ending.FULL])
def test_undoing_the_last_move_undoes_the_end(ending: Ending) -> None:
    over = game(*FOUR, result=Result(Mark.O, ending))
    assert undo_for(over, BOB) == Undo(1)
    assert undo_for(over, ANN) == Undo(2, BOB)


@pytest.mark.parametrize(
    ("o", "ending"),
    [
        *product([Human(BOB)], [Ending.RESIGNED, Ending.AGREED, Ending.STOPPED, Ending.TIMEOUT]),
        *product([Computer(Level.EASY)], [Ending.STOPPED, Ending.TIMEOUT]),
    ],
)
def test_an_end_other_than_by_a_move_is_final(o: Player, ending: Ending) -> None:
    over = game(*FOUR, o=o, result=Result(None, ending, ANN))
    with pytest.raises(GameOver):
        undo_for(over, ANN)
    assert not can_undo(over)


@pytest.mark.parametrize("ending", [Ending.RESIGNED, Ending.AGREED])
def test_a_resignation_to_the_computer_is_undone_without_a_move(ending: Ending) -> None:
    assert undo_for(game(*FOUR, o=Computer(Level.EASY), result=Result(None, ending, ANN)), ANN) == Undo(0)


@pytest.mark.parametrize(("moves", "can"), [(0, False), (1, True), (2, True), (3, True)])
def test_there_is_something_to_undo_after_a_move(moves: int, can: bool) -> None:
    assert can_undo(game(*FOUR[:moves])) is can


@pytest.mark.parametrize("plies", [0, 1, 2, 4])
def test_an_undo_reopens_the_game_without_its_last_plies(plies: int) -> None:
    before = game(*FOUR, result=Result(Mark.O, Ending.LINE), undo_request=UndoRequest(4, ANN))
    after = taken_back(before, plies, LATER)
    assert after.plies == tuple(Cell(*ply) for ply in FOUR[: 4 - plies])
    assert (after.result, after.undo_request, after.touched) == (None, None, LATER)


def test_an_offer_of_a_draw_stays_with_its_player_when_a_swap_is_undone() -> None:
    swapped = playing.swapped(replace(game((0, 0)), format=Format(Rules(5, 5, 4), swap=True)), LATER)
    bob_plays_x = playing.draw_offered(playing.marked(swapped, Cell(1, 1), LATER), BOB)
    assert (bob_plays_x.x.id, bob_plays_x.x_offered, bob_plays_x.o_offered) == (BOB, bob_plays_x.moves, None)
    after = taken_back(bob_plays_x, 2, LATER)
    assert (after.x.id, after.x_offered, after.o_offered) == (ANN, None, bob_plays_x.moves)
