"""The sentences about finished games and stored data: statistics, top players, replays, deletion."""

from typing import assert_never

from bot.game.games import Ending, Game, Level, Player, Result
from bot.game.ratings import START, SWING, GameSummary, Standing, Stats
from bot.messages import texts

HOW_COUNTED = (
    f"Finished games between members count. Ratings are Elo: everyone starts at {START:.0f}, and a game moves them by "
    f"at most {SWING:.0f}. See yours with `/ttt stats`."
)
LETTERS = "W, L and D are games won, lost and drawn."


def stats(found: Stats) -> str:
    """Return somebody's statistics."""
    if not found.records:
        return f"{texts.user(found.user)} hasn't finished a game here yet."
    kinds = [[_kind(kind), *_numbers(record.played, *record)] for kind, record in found.records.items()]
    table = "\n".join(_columns([_HEADINGS, *kinds], left=1))
    people = [] if found.rating is None else [f"Rating: {found.rating:.0f}"]
    if found.streak and found.streak.games > 1:
        people.append(_STREAKS[found.streak.how].format(games=found.streak.games))
    return f"**{texts.user(found.user)}'s record here**\n```\n{table}\n```\n{' · '.join(people)}".rstrip()


_HEADINGS = ["against", "games", "won", "lost", "drawn"]
_STREAKS = {
    "won": "{games} wins in a row against people",
    "lost": "{games} losses in a row against people",
    "drawn": "{games} draws in a row against people",
}


def _kind(level: Level | None) -> str:
    return "people" if level is None else level


def _numbers(*numbers: int) -> list[str]:
    """Return numbers in at most four characters, or a table would be too wide for a phone."""
    return [
        str(number) if number < 10_000 else f"{number // 1000}k" if number < 1_000_000 else f"{number // 1_000_000}M"
        for number in numbers
    ]


def _columns(rows: list[list[str]], left: int = 0) -> list[str]:
    """Return the rows of a table, the first columns aligned to the left, all others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        " ".join(
            cell.ljust(width) if number < left else cell.rjust(width)
            for number, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def top(best: list[Standing]) -> str:
    """Return a server's top players.

    Names are mentions, which a code block can't show. So a line is an emoji, the numbers as code, and the name: all
    emoji have one width, and so have the letters of code.
    """
    if not best:
        return f"Nobody here has finished a game against another member yet. {HOW_COUNTED}"
    numbers = [[f"{line.rating:.0f}", *_numbers(*line.record)] for line in best]
    heading, *columns = _columns([["Elo", " W", " L", " D"], *numbers])
    lines = [_standing(line, column) for line, column in zip(best, columns, strict=True)]
    return "\n".join(("**Top players**", f"🏆 `{heading}`", *lines, f"-# {LETTERS} {HOW_COUNTED}"))


_PLACES = "🥇", "🥈", "🥉", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣", "🔟"


def _standing(line: Standing, numbers: str) -> str:
    if line.place <= len(_PLACES):
        return f"{_PLACES[line.place - 1]} `{numbers}` {texts.user(line.user)}"
    return f"▪️ `{numbers}` {texts.user(line.user)} (#{line.place})"


def rating_change(game: Game) -> str:
    """Return what a rated game did to the ratings of both players, an empty string if it isn't rated."""
    if game.result is None or game.rated is None:
        return ""
    x, o, gain = game.rated
    return f"Ratings: {_rating(game.x, x, gain)}, {_rating(game.o, o, -gain)}"


def _rating(who: Player, before: float, gain: float) -> str:
    """Return what a game did to a rating, without a space at which a line could break."""
    return f"{texts.player(who)} {before:.0f} → {before + gain:.0f}".replace(" ", "\N{NO-BREAK SPACE}")


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
    winner = game.result.winner
    match game.result.ending:
        case Ending.LINE | Ending.FULL:
            return None
        case Ending.RESIGNED:
            assert winner is not None
            return f"{winner.name} won: {winner.other.name} resigned."
        case Ending.TIMEOUT:
            assert winner is not None
            return f"{winner.name} won: {winner.other.name} ran out of time."
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
    "This permanently deletes your data everywhere: your ratings, your preferences, and your ID in every game and "
    "challenge. Your current games end without a result. Opponents keep their games, with **somebody** in your place. "
    "This can't be undone."
)
DELETED = "Done. Your data has been deleted. Your next game starts a new record."
EXPORTED = "This is everything that is kept about you. `/ttt forget me` deletes it."
