"""The sentences about single games that were played."""

from typing import assert_never

from bot.game.games import Ending, Game, Level, Player, Result
from bot.game.ratings import DAILY, GameSummary, is_bounded
from bot.messages import texts
from bot.messages.translator import Translator

CHOICE_LIMIT = 100  # docs: interactions/application-commands.mdx, Option Choice


def rating_change(tr: Translator, game: Game) -> str:
    """Return what a rated game did to the ratings of both players, an empty string if it isn't rated."""
    if game.result is None or game.rated is None:
        return ""
    x, o, gain = game.rated
    most = f"{DAILY:.0f}"
    if is_bounded(game) and not gain:
        # Translators: A line below a board after a game between two people who have played often today. {most} is 32.
        return tr.gettext("Ratings unchanged: you can gain at most {most} a day from the same opponent.", most=most)
    # Translators: A line below a board after a game between two people. {x} and {o} are a mention each, with the rating
    # before and after, such as "@ann 1500 → 1516".
    changed = tr.gettext("Ratings: {x}, {o}", x=_rating(tr, game.x, x, gain), o=_rating(tr, game.o, o, -gain))
    if not is_bounded(game):
        return changed
    # Translators: A line below the one that tells how the ratings changed, by less than usual. {most} is 32 points.
    less = tr.gettext("That is less than usual: you can gain at most {most} a day from the same opponent.", most=most)
    return f"{changed}\n{less}"


def _rating(tr: Translator, who: Player, before: float, gain: float) -> str:
    """Return what a game did to a rating, without a space at which a line could break."""
    return f"{texts.player(tr, who)} {before:.0f} → {before + gain:.0f}".replace(" ", "\N{NO-BREAK SPACE}")


def replay(tr: Translator, game: Game) -> str:
    """Return the lines above the moves of a replay, which has no buttons to speak of."""
    # Translators: A line above the moves of a game that was played. {id} is its number, {players} says who plays which
    # mark on which board.
    head = tr.gettext("Game #{id}: {players}", id=game.id, players=texts.header(tr, game))
    stands = texts.outcome(tr, game, game.result) if game.result else _turn(tr, game)
    return "\n".join(filter(None, (head, texts.took_x(tr, game), stands)))


def _turn(tr: Translator, game: Game) -> str:
    mark = game.board.turn.name
    if game.awaits_computer:
        # Translators: A line above the moves of a game that is not over. {mark} is X or O.
        return tr.gettext("In progress: the computer ({mark}) is to move.", mark=mark)
    # Translators: A line above the moves of a game that is not over. {player} is a mention, {mark} is X or O.
    return tr.gettext("In progress: {player} ({mark}) is to move.", player=texts.player(tr, game.turn), mark=mark)


def unmoved(tr: Translator) -> str:
    """Return what stands in place of the moves of a game without any."""
    # Translators: Stands in place of the moves of a game in which nobody has moved.
    return tr.gettext("No moves yet.")


def spoken(tr: Translator, game: Game) -> str | None:
    """Return how a game ended for a picture's description, if its board doesn't show it."""
    if game.result is None:
        return None
    winner = game.result.winner
    match game.result.ending:
        case Ending.LINE | Ending.FULL:
            return None
        case Ending.RESIGNED:
            assert winner is not None
            # Translators: Read out by screen readers, of a picture. {winner} and {loser} are X and O, or O and X.
            return tr.gettext("{winner} won: {loser} resigned.", winner=winner.name, loser=winner.other.name)
        case Ending.TIMEOUT:
            assert winner is not None
            # Translators: Read out by screen readers, of a picture. {winner} and {loser} are X and O, or O and X.
            return tr.gettext("{winner} won: {loser} ran out of time.", winner=winner.name, loser=winner.other.name)
        case Ending.AGREED:
            # Translators: Read out by screen readers, of a picture: a player ended the game as a draw.
            return tr.gettext("The game was called a draw.")
        case Ending.STOPPED | Ending.DELETED:
            # Translators: Read out by screen readers, of a picture: the game was broken off.
            return tr.gettext("The game was ended without a result.")
        case _:
            assert_never(game.result.ending)


def choice(tr: Translator, game: GameSummary) -> str:
    """Return a game in a list to choose from, at most 100 characters. It has no names because none are stored."""
    parts = (
        texts.size(tr, game.rules),
        _against(tr, game.level),
        # Translators: How long a game was, in a list of games. Part of a line such as "#7: 3×3, 3 in a row, between
        # people, 9 moves, Draw", which has 100 characters at most.
        tr.ngettext("{number} move", "{number} moves", game.moves),
        _how(tr, game.result),
    )
    told = f"#{game.id}: {texts.listed(tr, parts)}"
    return told if len(told) <= CHOICE_LIMIT else f"{told[: CHOICE_LIMIT - 1]}…"


def _against(tr: Translator, level: Level | None) -> str:
    if level:
        # Translators: Who played, in a list of games: a person and the computer; {level} is easy, classic or expert.
        return tr.gettext("against the computer ({level})", level=texts.level(tr, level))
    # Translators: Who played, in a list of games: two people.
    return tr.gettext("between people")


def _how(tr: Translator, result: Result | None) -> str:
    if result is None:
        # Translators: In a list of games: this one is not over.
        return tr.pgettext("how a game ended", "in progress")
    if result.winner:
        # Translators: In a list of games: how this one ended. {number} is 1 for X, 2 for O.
        return tr.pgettext("how a game ended", "Player {number} won", number=result.winner.value)
    if result.is_none:
        # Translators: In a list of games: this one was broken off.
        return tr.pgettext("how a game ended", "no result")
    # Translators: In a list of games: nobody won this one.
    return tr.pgettext("how a game ended", "Draw")
