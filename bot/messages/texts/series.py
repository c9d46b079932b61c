"""The sentences about a series: how long it is, how it stands and how it ended."""

from bot.game.games import Computer, Game, Series, goes_on, leader, score
from bot.messages.texts.parts import player
from bot.messages.translator import Translator
from engine.rules import Mark


def series_rule(tr: Translator, best_of: int) -> str:
    """Return how long a series is, as a challenge says it."""
    # Translators: Part of a challenge. {number} is 3 or 5: whoever wins more of so many games wins the series, and who
    # goes first changes after each game.
    return tr.ngettext(
        "Best of {number} game, with sides in turn.", "Best of {number} games, with sides in turn.", best_of
    )


def series(tr: Translator, game: Game) -> str:
    """Return how the series of a game stands or has ended; an empty string if it is of none."""
    if game.series is None:
        return ""
    if game.result is None or goes_on(game):
        return _standing(tr, game, game.series)
    if game.result.is_none:
        # Translators: Below a board: somebody ended a game of a series, which ends the series as well.
        return tr.gettext("The series ends without a result.")
    return _ended(tr, game, game.series)


def _standing(tr: Translator, game: Game, series: Series) -> str:
    won = score(game, series)
    sides = ((game.x, won.x), (game.o, won.o))
    began_first = (series.number % 2 == 1) == (game.began is Mark.X)  # whoever began the series always comes first
    (one, one_won), (other, other_won) = sides if began_first else sides[::-1]
    # Translators: Below a board, how a series of games stands: "Game 2 of 3 · @ann 1, @bob 0". {player} and {opponent}
    # are mentions or "the computer", each with how many games they have won.
    return tr.gettext(
        "Game {number} of {games} · {player} {won}, {opponent} {lost}",
        number=series.number,
        games=series.best_of,
        player=player(tr, one),
        won=one_won,
        opponent=player(tr, other),
        lost=other_won,
    )


def _ended(tr: Translator, game: Game, series: Series) -> str:
    won = score(game, series)
    winner, points = leader(won), f"{max(won)}\N{EN DASH}{min(won)}"
    if winner is None:
        # Translators: Below the board of the last game of a series. {score} is like 1-1.
        return tr.gettext("The series is a draw, {score}.", score=points)
    if isinstance(game.player(winner), Computer):
        # Translators: Below the board of the last game of a series. {score} is like 2-1.
        return tr.gettext("The computer won the series {score}.", score=points)
    # Translators: Below the board of the last game of a series. {player} is a mention, {score} is like 2-1.
    return tr.gettext("{player} won the series {score}.", player=player(tr, game.player(winner)), score=points)
