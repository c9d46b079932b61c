"""The sentences about finished games and stored data: statistics, top players, replays, deletion."""

from typing import assert_never

from bot.game.games import Ending, Game, Level, Result
from bot.game.ratings import START, SWING, GameSummary, Record, Standing, Stats
from bot.messages import texts

HOW_COUNTED = (
    f"Finished games between members count. Ratings are Elo: everyone starts at {START:.0f}, and a game moves them by "
    f"at most {SWING:.0f}. See yours with `/ttt stats`."
)


def stats(found: Stats) -> str:
    """Return somebody's statistics."""
    if not found.records:
        return f"{texts.user(found.user)} hasn't finished a game here yet."
    lines = [f"**{texts.user(found.user)}'s record here**"]
    for kind, record in found.records.items():
        line = f"Against {_kind(kind)}: {_record(record)}"
        if kind is None and found.rating is not None:
            line += f" · rating {found.rating:.0f}"
        if kind is None and found.streak and found.streak.games > 1:
            line += f" · {found.streak.games} {_STREAKS[found.streak.how]} in a row"
        lines.append(line)
    return "\n".join(lines)


_STREAKS = {"won": "wins", "lost": "losses", "drawn": "draws"}


def _kind(level: Level | None) -> str:
    return "people" if level is None else f"the computer ({level})"


def _record(record: Record) -> str:
    games = "1 game" if record.played == 1 else f"{record.played} games"
    return f"{games}, {record.won} won, {record.lost} lost, {record.drawn} drawn"


def top(best: list[Standing]) -> str:
    """Return a server's top players."""
    if not best:
        return f"Nobody here has finished a game against another member yet. {HOW_COUNTED}"
    lines = [
        f"{place}. {texts.user(line.user)} **{line.rating:.0f}** ({_record(line.record)})"
        for place, line in enumerate(best, 1)
    ]
    return "\n".join(("**Top players**", *lines, "", HOW_COUNTED))


def rating_change(game: Game) -> str:
    """Return what a rated game did to the ratings of both players, an empty string if it isn't rated."""
    if game.result is None or game.rated is None:
        return ""
    x, o, gain = game.rated
    return f"Ratings: {texts.player(game.x)} {x:.0f} → {x + gain:.0f}, {texts.player(game.o)} {o:.0f} → {o - gain:.0f}"


def replay(game: Game) -> str:
    """Return the lines above the moves of a replay, which has no buttons to speak of."""
    return f"Game #{game.id}: {texts.header(game)}\n{texts.outcome(game, game.result) if game.result else _turn(game)}"


def _turn(game: Game) -> str:
    return f"In progress: {texts.player(game.turn)} ({game.board.turn.name}) is to move."


NO_MOVES = "No moves yet."


def spoken(game: Game) -> str | None:
    """Return how a game ended for a picture's description, if its board doesn't show it."""
    if game.result is None:
        return None
    match game.result.ending:
        case Ending.LINE | Ending.FULL:
            return None
        case Ending.RESIGNED:
            return "The game ended by resignation."
        case Ending.AGREED:
            return "The game was called a draw."
        case Ending.STOPPED:
            return "The game was ended without a result."
        case _:
            assert_never(game.result.ending)


def choice(game: GameSummary) -> str:
    """Return a game in a list to choose from, at most 100 characters. It has no names because none are stored."""
    moves = "1 move" if game.moves == 1 else f"{game.moves} moves"
    against = f"against the computer ({game.level})" if game.level else "between people"
    return f"#{game.id}: {texts.size(game.rules)}, {against}, {moves}, {_how(game.result)}"


def _how(result: Result | None) -> str:
    if result is None:
        return "in progress"
    if result.winner:
        return f"Player {result.winner.value} won"
    return "no result" if result.ending is Ending.STOPPED else "Draw"


FORGET_QUESTION = (
    "This permanently deletes your data everywhere: your ratings, and your ID in every game and challenge. "
    "Your current games end without a result. Opponents keep their games, with **somebody** in your place. This "
    "can't be undone."
)
DELETED = "Done. Your data has been deleted. Your next game starts a new record."
EXPORTED = "This is everything that is kept about you. `/ttt forget me` deletes it."
