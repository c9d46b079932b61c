"""The rules for players' actions: moves, undo, resignation and other ends, and the next game of a series."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.game import errors
from bot.game.games import (
    DELETED_USER,
    IDLE,
    IDLE_BETWEEN_PEOPLE,
    SIDES,
    Ending,
    Game,
    Human,
    InteractionId,
    Mover,
    Result,
    UndoRequest,
    UserId,
    has_next_game,
    next_in_series,
)
from engine import Cell, Mark, Rules
from engine.players import Choice, Reason

MOVES_BETWEEN_OFFERS = 10  # of a player, before the next offer of a draw
AFTER_SWAP = 2  # moves: the first mark and the swap
REST = timedelta(days=1)  # for which others' moves keep a user from moving twice in a row, in a game of everyone


class Undo(NamedTuple):
    """The number of moves that an undo takes back, and the user who must consent to it, if any."""

    moves: int
    consent: UserId | None = None


def check_player(game: Game, user: UserId) -> None:
    """Refuse a user who doesn't play in the game. Raises NotYourGame."""
    if not game.has_player(user):
        raise errors.NotYourGame(game)


def undo_for(game: Game, user: UserId) -> Undo:
    """Return the undo that a user may request.

    It takes back their last move and, with the opponent's consent, the reply to it. The computer always consents.
    Against the computer, it takes back a resignation or an agreed draw, but no move. In a game of everyone, it is for
    the user who made the last move.

    Raises NotYourGame, GameOver, PlayerDeleted, NothingToUndo, NotYourMove.
    """
    check_player(game, user)
    undo = _undo(game, game.side(user))
    if isinstance(undo, errors.GameError):
        raise undo
    if (last := game.last_mover) and last.user != user:
        raise errors.NotYourMove(game, last.user)
    return undo


def can_undo(game: Game) -> bool:
    """Return whether a player of the game has something to take back."""
    sides = ((Mark.X, game.x), (Mark.O, game.o))
    return any(isinstance(player, Human) and isinstance(_undo(game, side), Undo) for side, player in sides)


def _undo(game: Game, side: Mark) -> Undo | errors.GameError:
    """Return the undo that a side may request, or the refusal."""
    if DELETED_USER in game.humans:
        return errors.PlayerDeleted(game)
    if game.result and game.result.ending not in (Ending.LINE, Ending.FULL):
        can_resume = game.computer and game.result.ending in (Ending.RESIGNED, Ending.AGREED)
        return Undo(0) if can_resume else errors.GameOver(game)
    moves = game.moves
    if game.plies and (moves % 2 == 1) == (side is game.first_side):
        return Undo(1)
    if moves < 2:
        return errors.NothingToUndo(game)
    return Undo(2, (game.o if side is Mark.X else game.x).id)


def taken_back(game: Game, moves: int, now: datetime) -> Game:
    """Return the game without its last moves, live again if it had ended. Undoing a swap swaps the sides back."""
    clock = game.clock and game.clock.after_undo(moves, game.touched if game.result else now, now)
    left = game.moves - moves
    before_swap = game.swapped and left < AFTER_SWAP
    plies = game.plies[: left if before_swap else len(game.plies) - moves]
    changes = {"result": None, "touched": now, "undo_request": None, "undo_declined": None}
    after = replace(game, plies=plies, movers=game.movers[: len(plies)], clock=clock, **changes)
    return _with_sides_swapped(after, swapped=False) if before_swap else after


def _with_sides_swapped(game: Game, *, swapped: bool) -> Game:
    """Return the game with its players, and their offers of a draw, on each other's sides."""
    offers = {"x_offered": game.o_offered, "o_offered": game.x_offered}
    return replace(game, x=game.o, o=game.x, swapped=swapped, **offers)  # not with_changes, as the players change


def rules_for(m: int | None, n: int | None, k: int | None) -> Rules:
    """Return the rules of a new game. By default, m is 3, n is m, and k is the shorter side, limited to 3 to 5.

    k never exceeds the longer side, so on a 2x2 board it is 2.

    Raises SizeOutOfRange, LineTooLong.
    """
    m = 3 if m is None else m
    n = m if n is None else n
    k = min(max(min(m, n), 3), max(m, n), 5) if k is None else k
    if m not in SIDES or n not in SIDES:
        raise errors.SizeOutOfRange(m, n)
    if not 2 <= k <= max(m, n):
        raise errors.LineTooLong(m, n, k)
    return Rules(m, n, k)


def marked(game: Game, cell: Cell, now: datetime, by: UserId | None = None) -> Game:
    """Return the game after the side to move marks a cell; a pending undo request lapses.

    by is the user who marks it, None for the computer.

    Raises GameOver, OffBoard, CellTaken.
    """
    if game.result:
        raise errors.GameOver(game)
    if not (0 <= cell.row < game.rules.m and 0 <= cell.col < game.rules.n):
        raise errors.OffBoard(game.rules, cell)
    if taken := game.board[cell]:
        raise errors.CellTaken(game, cell, taken)
    board = game.board.copy()  # faster than a replay
    board.push(cell)
    outcome = board.outcome
    result = outcome and Result(outcome.winner, Ending.FULL if outcome.winner is None else Ending.LINE)
    plies = game.plies + (cell,)  # noqa: RUF005 - unpacking copies a long game twice
    after = game.with_changes(plies=plies, board=board, result=result, touched=now, undo_request=None)
    if game.is_together:
        after = after.with_changes(movers=(*game.movers, None if by is None else Mover(by, now)))
    return _turn_passed(after, now)


def swapped(game: Game, now: datetime) -> Game:
    """Return the game after the second player takes X instead of marking a cell; a pending undo request lapses.

    The clocks run as after a mark.

    Raises NoSwap.
    """
    if not game.can_swap:
        raise errors.NoSwap(game)
    after = _with_sides_swapped(game, swapped=True).with_changes(touched=now, undo_request=None)
    return _turn_passed(after, now)


def _turn_passed(game: Game, now: datetime) -> Game:
    """Return the game after a move, with the clock of the other side running."""
    if game.clock is None:
        return game
    return game.with_changes(clock=game.clock.after_move(game.moves, now, runs=isinstance(game.turn, Human)))


def replied(game: Game, choice: Choice, now: datetime) -> Game:
    """Return the game after the computer's choice."""
    return swapped(game, now) if choice.reason is Reason.SWAP else marked(game, choice.cell, now)


def check_turn(game: Game, user: UserId, now: datetime) -> None:
    """Refuse a user who may not mark a cell now.

    Raises NotYourGame, GameOver, ComputerThinking, NotYourTurn, MovedLast.
    """
    check_running(game, user)
    if game.turn.id != game.seat(user):
        raise (errors.NotYourTurn if isinstance(game.turn, Human) else errors.ComputerThinking)(game)
    if (last := game.last_mover) and last.user == user:
        others = [mover.at + REST for mover in game.movers if mover and mover.user != user]
        if others and now < max(others):
            raise errors.MovedLast(game, max(others))


def check_running(game: Game, user: UserId) -> None:
    """Refuse a user who doesn't play in the game, or a game that has ended. Raises NotYourGame, GameOver."""
    check_player(game, user)
    if game.result:
        raise errors.GameOver(game)


def check_may_resign(game: Game, user: UserId) -> None:
    """Refuse a user who may not resign. Raises NotYourGame, GameOver, NoResignation."""
    check_running(game, user)
    if game.is_together:
        raise errors.NoResignation(game)


def resigned(game: Game, user: UserId, now: datetime) -> Game:
    """Return the game after a player resigns: the other player wins, unless nothing was at stake yet.

    Raises NotYourGame, GameOver, NoResignation.
    """
    check_may_resign(game, user)
    winner, ending = (game.side(user).other, Ending.RESIGNED) if game.is_lost_by_resigning else (None, Ending.STOPPED)
    result = Result(winner, ending, user)
    return game.with_changes(result=result, touched=now, undo_request=None)


def drawn(game: Game, user: UserId, now: datetime) -> Game:
    """Return the game after a player calls the draw, once neither side can complete a line.

    Raises NotYourGame, GameOver, StillWinnable.
    """
    check_running(game, user)
    if not game.board.is_dead:
        raise errors.StillWinnable(game)
    return draw_agreed(game, user, now)


def can_offer_draw(game: Game, user: UserId) -> bool:
    """Return whether a player may offer a draw to the opponent now."""
    try:
        draw_offered(game, user)
    except errors.GameError:
        return False
    return True


def draw_offered(game: Game, user: UserId) -> Game:
    """Return a live game after a player has offered a draw to the opponent. Raises NoDrawOffer, DrawOfferedLately."""
    if game.computer or DELETED_USER in game.humans or not game.have_both_moved:
        raise errors.NoDrawOffer(game)
    is_x = game.side(user) is Mark.X
    last = game.x_offered if is_x else game.o_offered
    left = 0 if last is None else last + len(Mark) * MOVES_BETWEEN_OFFERS - game.moves
    if left > 0:
        raise errors.DrawOfferedLately(game, -(-left // len(Mark)))
    request = UndoRequest(game.moves, user, is_draw=True)
    return game.with_changes(undo_request=request, **{"x_offered" if is_x else "o_offered": game.moves})


def draw_agreed(game: Game, user: UserId, now: datetime) -> Game:
    """Return the game after a player has accepted the opponent's offer of a draw."""
    return game.with_changes(result=Result(None, Ending.AGREED, user), touched=now, undo_request=None)


def out_of_time(game: Game, now: datetime) -> Game:
    """Return the game after the side to move has run out of time; if no human has moved, it ends without a result."""
    winner = Mark.X if len(game.plies) % 2 else Mark.O
    result = Result(None, Ending.STOPPED) if game.is_new else Result(winner, Ending.TIMEOUT, game.turn.id)
    return game.with_changes(result=result, touched=now, undo_request=None)


def deleted(game: Game, now: datetime) -> Game:
    """Return the game, without a result, after its thread or channel was deleted. Raises GameOver."""
    if game.result:
        raise errors.GameOver(game)
    return game.with_changes(result=Result(None, Ending.DELETED), touched=now, undo_request=None)


def next_game(game: Game, user: UserId, now: datetime, interaction: InteractionId | None) -> Game:
    """Return the next game of a series, started by one of its players. The player who moved first now moves second.

    Raises NotYourGame, OldBoard (no game follows), PlayerDeleted.
    """
    check_player(game, user)
    if game.series is None or not has_next_game(game):
        raise errors.OldBoard(game)
    if DELETED_USER in game.humans:
        raise errors.PlayerDeleted(game)
    x, o = game.player(game.first_side.other), game.player(game.first_side)
    new = Game.new(game.place, game.format, x, o, now, interaction)
    return replace(new, opened_unrated=game.opened_unrated, series=next_in_series(game, game.series))


def idle_from(game: Game) -> datetime:
    """Return the instant from which other users may stop a game whose clock isn't running."""
    return game.touched + (IDLE_BETWEEN_PEOPLE if game.solo is None else IDLE)


def stopped(game: Game, user: UserId, now: datetime, *, moderates: bool, others_may: bool = True) -> Game:
    """Return the game, without a result, after a user stops it.

    others_may: whether users who neither play nor moderate may ever stop it. A user plays in a game of everyone until
    somebody else has moved.

    Raises GameOver; NotYetYours (the user neither plays nor moderates, and must wait until idle_from); MustBePlayedOut
    (a player must wait for the clock or, during the opponent's turn, until the game is IDLE).
    """
    if game.result:
        raise errors.GameOver(game)
    is_alone = game.is_together and all(mover is None or mover.user == user for mover in game.movers)
    if not (moderates or is_alone or user in game.humans):
        has_running_clock = game.clock is not None and game.clock.deadline is not None
        after = idle_from(game) if others_may and not has_running_clock else None
        if after is None or now < after:
            raise errors.NotYetYours(game, after)
    if user in game.humans and game.must_be_played_out:  # even if the player is a moderator
        after = None if game.clock or game.turn == Human(user) else game.touched + IDLE
        if after is None or now < after:
            raise errors.MustBePlayedOut(game, after)
    return game.with_changes(result=Result(None, Ending.STOPPED, user), touched=now, undo_request=None)
