"""Hints and reviews of games in words. Only what is proven is said as a fact."""

from bot.game.games import Game
from bot.messages import texts
from engine import Cell, Mark
from engine.coach.findings import Hint, Moment, Why
from engine.coach.review import Review

SHOWN = 11  # cells of a line in words: longer ones are in the picture
NO_CHANGE = "No move changed how the game ends with best play: well played by both sides."
NO_MISTAKE = "I found no move that provably changed how the game ends."


_HINTS = {
    Why.WINS_NOW: "Take {cell}: it completes {k} in a row.",
    Why.BLOCKS: "Take {cell}: it is the only cell that stops {k} in a row.",
    Why.WINS: "Take {cell}: it wins by force in {number}.",
    Why.ONLY_DRAW: "Take {cell}: it is the only move that doesn't lose.",
    Why.ONLY: "Take {cell}: every other move loses by force.",
    Why.DRAWS: "Take {cell}: it holds the draw, and nobody can force more.",
    Why.DEAD: "Nobody can complete a line any more, so any cell will do: {cell}, for example.",
    Why.LOSES: "Every move loses by force now. {cell} makes it as hard as any.",
    Why.STOPS_OPEN: "Take {cell}: it stops {number} in a row with two open ends.",
    Why.BEST: "Try {cell}. It looks best to me, but I can't prove it.",
}


def hint(game: Game, found: Hint) -> str:
    """Return a hint in words."""
    return _HINTS[found.why].format(cell=texts.cell(found.cell), k=game.rules.k, number=found.number)


def hints_used(game: Game) -> str:
    """Return how many hints were used in a game that has ended, an empty string if there were none."""
    if game.result is None or not game.hints:
        return ""
    return "1 hint was used." if game.hints == 1 else f"{game.hints} hints were used."


def progress(done: float) -> str:
    """Return how far a review has come."""
    return f"Reviewing the game… {done:.0%}"


def review(game: Game, found: Review) -> str:
    """Return a review: the moves that changed the value of the game, and of how many it can't tell."""
    moments = found.moments
    lines = [f"Review of game #{game.id}: {texts.header(game)}"]
    lines += [moment(one) for one in moments]
    if not moments:
        lines.append(NO_MISTAKE if found.unknown else NO_CHANGE)
    if (plies := found.certain) and found.winner:
        last = _played(plies, found.plies[plies - 1])
        lines.append(f"After {last}, the win of {found.winner.name} was certain with best play.")
    if found.unknown:
        lines.append(f"I can't tell about {_unknown(found)}.")
    return "\n".join(lines)


def _unknown(found: Review) -> str:
    moves = len(found.plies)
    if found.unknown == moves:
        return "any of the moves" if moves > 1 else "the move"
    return f"{found.unknown} of the {moves} moves"


def moment(found: Moment) -> str:
    """Return a move that changed the value of a game, and the better line, as a sentence or two."""
    played = _played(found.number, found.cell).replace("move", "Move", 1) + ","
    before, line = found.before, found.before.line
    if found.drop == 2:
        what = f"{played} lost a won game"
    elif before.winner:
        what = f"{played} threw a win away"
    else:
        what = f"{played} turned a draw into a loss"
    if not line:
        return f"{what}."
    if before.winner is None:
        return f"{what}: {texts.cell(line[0])} held the draw."
    if before.moves == 1:
        return f"{what}: {texts.cell(line[0])} won at once."
    within = f" in {before.moves}" if before.moves else ""
    return f"{what}: {texts.cell(line[0])} wins by force{within}.{_line(found)}"


def _played(number: int, cell: Cell) -> str:
    """Return a ply as the moves of a replay are numbered."""
    return f"move {(number + 1) // 2}, {'X' if number % 2 else 'O'} {texts.cell(cell)}"


def _line(found: Moment) -> str:
    """Return the cells of a line with more than its first one, and who takes them."""
    line = found.before.line
    if len(line) == 1:
        return ""
    more = ", …" if len(line) > SHOWN else "."
    return f" Like this: {_cells(found.mark, line[:SHOWN])}{more}"


def described(found: Moment) -> str:
    """Return the description of the picture of a better line."""
    number = (found.number + 1) // 2
    return f"The better line at move {number}: {_cells(found.mark, found.before.line)}."


def _cells(first: Mark, line: tuple[Cell, ...]) -> str:
    sides = (first.name, first.other.name)
    return ", ".join(f"{sides[number % 2]} {texts.cell(cell)}" for number, cell in enumerate(line))
