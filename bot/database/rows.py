"""Converts games and challenges to rows of tables, and back."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import fields
from datetime import timedelta
from itertools import zip_longest
from typing import Any, TypeVar

from sqlalchemy import Row

from bot.game.clocks import Clock
from bot.game.games import (
    ChannelId,
    Computer,
    Ending,
    Format,
    Game,
    GameId,
    GuildId,
    Human,
    Level,
    Mover,
    Place,
    Player,
    RatingChange,
    Result,
    Series,
    UndoRequest,
    UserId,
)
from bot.game.lobby import Challenge, ChallengeId, ChallengeState, Offer
from bot.game.ratings import GameSummary
from engine import Cell, Mark, Rules

log = logging.getLogger(__name__)

T = TypeVar("T")

UNREADABLE = (ValueError, TypeError, OverflowError)  # raised for a damaged row
# The fields of Format that games and challenges store as they are, in columns with the same names.
_OPTIONS = [field.name for field in fields(Format) if field.name not in ("rules", "pace", "swap")]
_COIN_TOSS = 0  # the author's side is decided when the challenge is accepted


def _place_and_format(place: Place, game_format: Format) -> dict[str, Any]:
    columns = {"guild": place.guild, "channel": place.channel, "parent": place.parent}
    size = {"m": game_format.rules.m, "n": game_format.rules.n, "k": game_format.rules.k}
    pace = None if game_format.pace is None else game_format.pace // timedelta(seconds=1)
    return columns | size | {"pace": pace} | {name: getattr(game_format, name) for name in _OPTIONS}


def _format(row: Row[Any], *, swap: bool) -> Format:
    pace = None if row.pace is None else timedelta(seconds=row.pace)
    return Format(Rules(row.m, row.n, row.k), pace, swap, **{name: getattr(row, name) for name in _OPTIONS})


def place_of(row: Row[Any]) -> Place:
    """Return the place of a game or challenge."""
    parent = None if row.parent is None else ChannelId(row.parent)
    return Place(ChannelId(row.channel), None if row.guild is None else GuildId(row.guild), parent)


def new_game_row(game: Game, by: UserId) -> dict[str, Any]:
    """Return the row of a new game that a user opens."""
    return {
        **_place_and_format(game.place, game.format),
        **_players_row(game.x, game.o),
        "opened_by": by,
        "opened": game.touched,
        "touched": game.touched,
        "revision": 0,
        "interaction": game.interaction,
        "unrated": game.opened_unrated,
        "swapped": False if game.format.swap else None,
        **(_clock(game.clock, 0) if game.clock else {}),
        **(vars(game.series) if game.series else {}),
    }


def _series(row: Row[Any]) -> Series | None:
    if row.best_of is None:
        return None
    return Series(row.best_of, row.number, row.began_won, row.other_won, row.previous)


def _players_row(x: Player, o: Player) -> dict[str, Any]:
    """Return the columns of the players. A person who plays the computer is always in column x."""
    if isinstance(x, Computer):
        return _players_row(o, x) | {"computer_is_x": True}
    o_id, level = (o.id, None) if isinstance(o, Human) else (None, o.level)
    return {"x": x.id, "o": o_id, "level": level, "computer_is_x": False}


def players_of(row: Row[Any]) -> tuple[Player, Player]:
    """Return the players of X and O."""
    person = Human(UserId(row.x))
    if row.level is None:
        return person, Human(UserId(row.o))
    computer = Computer(Level(row.level))
    return (computer, person) if row.computer_is_x else (person, computer)


def _clock(clock: Clock, ply: int) -> dict[str, Any]:
    """Return the changed columns of a clock."""
    left = None if clock.left is None else clock.left // timedelta(microseconds=1)
    return {
        "deadline": clock.deadline,
        "time_left": left,
        "remind_at": clock.remind_at(ply),
        "reminded": clock.reminded,
    }


def _clock_of(row: Row[Any]) -> Clock | None:
    if row.pace is None:
        return None
    left = None if row.time_left is None else timedelta(microseconds=row.time_left)
    return Clock(timedelta(seconds=row.pace), row.deadline, left, row.reminded)


def changes(before: Game, after: Game) -> dict[str, Any]:
    """Return the columns that differ between two versions of a game."""
    changed: dict[str, Any] = {"touched": after.touched, "revision": after.revision, "interaction": after.interaction}
    if after.message is not None:  # it may be newer than in `before`
        changed["message"] = after.message
    if after.hints != before.hints:
        changed["hints"] = after.hints
    if after.result != before.result:
        result = after.result
        changed |= {
            "ending": result and result.ending,
            "winner": result and result.winner,
            "ended_by": result and result.by,
        }
    if after.swapped != before.swapped:
        changed |= {"swapped": after.swapped} | _players_row(after.x, after.o)
    if after.undo_request != before.undo_request:
        request = after.undo_request
        changed |= {
            "request_ply": request and request.moves,
            "request_by": request and request.by,
            "request_message": request and request.message,
            "request_draw": bool(request and request.is_draw),
        }
    for name in ("undo_declined", "x_offered", "o_offered"):
        if getattr(after, name) != getattr(before, name):
            changed[name] = getattr(after, name)
    if after.clock is not None and after.clock != before.clock:
        changed |= _clock(after.clock, after.moves)
    return changed


def ply_rows(game: Game, start: int) -> list[dict[str, Any]]:
    """Return the rows of the plies from a number on."""
    new = zip_longest(game.plies[start:], game.movers[start:])
    return [
        {"game": game.id, "number": number, "row": cell.row, "col": cell.col}
        | {"mover": mover and mover.user, "moved": mover and mover.at}
        for number, (cell, mover) in enumerate(new, start)
    ]


def game_of(row: Row[Any], marks: Sequence[Cell], movers: Iterable[Any] = ()) -> Game:
    """Return the game of a row, its plies in order and, in a game of everyone, who made them."""
    x, o = players_of(row)
    return Game(
        id=GameId(row.id),
        place=place_of(row),
        format=_format(row, swap=row.swapped is not None),
        x=x,
        o=o,
        touched=row.touched,
        plies=tuple(marks),
        result=_result(row),
        message=row.message,
        undo_request=None
        if row.request_by is None
        else UndoRequest(row.request_ply, row.request_by, row.request_message, row.request_draw),
        revision=row.revision,
        interaction=row.interaction,
        picture=row.picture,
        rating_change=_rating_change(row),
        hints=row.hints,
        clock=_clock_of(row),
        opened_unrated=row.unrated,
        swapped=bool(row.swapped),
        series=_series(row),
        undo_declined=row.undo_declined,
        x_offered=row.x_offered,
        o_offered=row.o_offered,
        movers=tuple(None if by.mover is None else Mover(by.mover, by.moved) for by in movers),
    )


def readable(rows: Iterable[Row[Any]], convert: Callable[[Row[Any]], T]) -> Iterator[T]:
    """Convert the rows of games or challenges; log and skip unreadable ones."""
    for row in rows:
        try:
            yield convert(row)
        except UNREADABLE as error:
            log.warning("skipped game or challenge %d, which can't be read: %s", row.id, error)


def summary_of(row: Row[Any]) -> GameSummary:
    """Return the summary of a game, from a row that includes the number of its last ply."""
    level = None if row.level is None else Level(row.level)
    moves = 0 if row.last is None else row.last + 1
    return GameSummary(GameId(row.id), Rules(row.m, row.n, row.k), level, moves, _result(row))


def _result(row: Row[Any]) -> Result | None:
    if row.ending is None:
        return None
    return Result(None if row.winner is None else Mark(row.winner), Ending(row.ending), row.ended_by)


def _rating_change(row: Row[Any]) -> RatingChange | None:
    """Return the rating change of a game, if any. Old games that stored only the gain have none."""
    if row.gain is None or row.x_rating is None or row.o_rating is None:
        return None
    return RatingChange(row.x_rating, row.o_rating, row.gain)


def offer_row(offer: Offer) -> dict[str, Any]:
    """Return the row of a new challenge."""
    return {
        **_place_and_format(offer.place, offer.format),
        "author": offer.author,
        "author_side": offer.author_side or _COIN_TOSS,
        "opponent": offer.opponent,
        "opened": offer.at,
        "state": ChallengeState.OPEN,
        "interaction": offer.interaction,
        "thread": offer.thread,
        "swap": offer.format.swap,
    }


def challenge_of(row: Row[Any]) -> Challenge:
    """Return the challenge of a row."""
    offer = Offer(
        place=place_of(row),
        format=_format(row, swap=row.swap),
        author=row.author,
        opponent=row.opponent,
        at=row.opened,
        author_side=None if row.author_side == _COIN_TOSS else Mark(row.author_side),
        interaction=row.interaction,
        thread=row.thread,
    )
    return Challenge(ChallengeId(row.id), offer, ChallengeState(row.state), row.message)
