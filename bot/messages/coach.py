"""Texts of hints and reviews."""

from collections.abc import Sequence
from typing import assert_never

from bot.game.coach import Retry, shown_moments
from bot.game.games import Game
from bot.messages import texts
from bot.messages.custom_ids import RetryPress
from bot.messages.drafts import Button, Tone
from bot.messages.texts import no_moves
from bot.messages.translator import Translator
from engine import Cell, Mark
from engine.coach.findings import Hint, Moment, Proven, Why
from engine.coach.review import Review

MAX_CELLS = 11  # cells of a line in words; the picture shows longer lines


def hint(tr: Translator, game: Game, hint: Hint) -> str:  # noqa: C901, PLR0911, PLR0912 - one match from every reason to its sentence
    """Return a hint in words."""
    cell, k, number = texts.cell(hint.cell), game.rules.k, hint.number
    match hint.why:
        case Why.WINS_NOW:
            return tr.gettext("Take {cell}: it completes {k} in a row.", cell=cell, k=k)
        case Why.BLOCKS:
            return tr.gettext("Take {cell}: it's the only cell that stops {k} in a row.", cell=cell, k=k)
        case Why.STOPS_OPEN:
            # Translators: {number} is how many marks the opponent has in a row, with room at both ends.
            return tr.ngettext(
                "Take {cell}: your opponent has {number} in a row, open at both ends.",
                "Take {cell}: your opponent has {number} in a row, open at both ends.",
                number,
                cell=cell,
            )
        case Why.DEAD:
            return tr.gettext(
                "Nobody can complete a line anymore, so any cell will do: {cell}, for example.", cell=cell
            )
        case Why.BEST:
            # Translators: "Me" is the bot.
            return tr.gettext("Try {cell}: my best guess.", cell=cell)
        case Why.WINS:
            # Translators: {number} counts moves of the reader, including this one, whatever the opponent does.
            return tr.ngettext(
                "Take {cell}: it forces a win in {number} move.",
                "Take {cell}: it forces a win in {number} moves.",
                number,
                cell=cell,
            )
        case Why.ONLY_DRAW:
            return tr.gettext("Take {cell}: it's the only move that doesn't lose.", cell=cell)
        case Why.ONLY:
            return tr.gettext("Take {cell}: every other move loses.", cell=cell)
        case Why.DRAWS:
            return tr.gettext("Take {cell}: it keeps the draw, and neither side can force a win.", cell=cell)
        case Why.LOSES:
            # Translators: The opponent has to find the longest way to win.
            return tr.gettext("Every move loses now. {cell} holds out longest.", cell=cell)
        case Why.TAKES_X:
            # Translators: The reader, who is O, goes on as X with the mark that X has made.
            return tr.gettext("Tap **Take X**: X can force a win now.")
        case Why.EVEN:
            return tr.gettext(
                "Try {cell}. The other player may take X next, so it's best to favor neither side.", cell=cell
            )
        case _:
            assert_never(hint.why)


def hints_used(tr: Translator, game: Game) -> str:
    """Return how many hints were used in a finished game; an empty string if none were, or if it has no result."""
    if not game.hints or game.result is None or game.result.is_void:
        return ""
    return tr.ngettext("{number} hint was used.", "{number} hints were used.", game.hints)


def progress(tr: Translator, done: float) -> str:
    """Return the progress of a review."""
    return tr.gettext("Reviewing the game… {percent}%", percent=f"{done * 100:.0f}")


def review(tr: Translator, game: Game, review: Review) -> str:
    """Return a review: the moves that changed the value of the game, and how many moves could not be judged."""
    lines = [tr.gettext("Review of game #{id}: {players}", id=game.id, players=texts.header(tr, game))]
    moments = shown_moments(game, review)
    lines += [moment(tr, each, hides=Retry.of(game, each) is not None) for each in moments] or [_nothing(tr, review)]
    plies = review.certain
    if plies and review.winner and all(each.number != plies for each in moments):
        lines.append(
            tr.gettext(
                "Once {mark} played {cell} on move {move}, {winner} could force a win.",
                **_played(plies, review.plies[plies - 1]),
                winner=review.winner.name,
            )
        )
    if not is_unjudged(review) and review.unknown:
        unknown, number = review.unknown, len(review.plies)
        # Translators: The last line of a review: {unknown} of the game's {number} moves. "I" is the bot.
        lines.append(tr.gettext("Moves I couldn't judge: {unknown} of {number}.", unknown=unknown, number=number))
    return "\n".join(lines)


def is_unjudged(review: Review) -> bool:
    """Return whether a review could judge none of a game's moves."""
    return bool(review.plies) and review.unknown == len(review.plies)


def retry_buttons(tr: Translator, game: Game, moments: Sequence[Moment]) -> tuple[Button, ...]:
    """Return a button for each moment at which the reader can look for the better move."""
    retries = [retry for each in moments if (retry := Retry.of(game, each))]
    return tuple(
        Button(
            # Translators: Button below a review, at most 30 characters: try to find a better move. {mark} is X or O.
            tr.pgettext("button", "Try move {move} as {mark}", move=(retry.number + 1) // 2, mark=retry.side.name),
            str(RetryPress.of(retry)),
            Tone.X,
        )
        for retry in retries
    )


# Translators: The answer to a review that found no mistake. "I" is the bot.
def _nothing(tr: Translator, review: Review) -> str:
    if not review.plies:
        return no_moves(tr)
    if is_unjudged(review):
        number = len(review.plies)
        return tr.ngettext(
            "This board is too large for me to judge: I couldn't prove anything about the {number} move.",
            "This board is too large for me to judge: I couldn't prove anything about the {number} moves.",
            number,
        )
    if review.unknown:
        return tr.gettext("I couldn't find a decisive mistake.")
    return tr.gettext("Neither side made a decisive mistake. Well played!")


def moment(tr: Translator, moment: Moment, *, hides: bool = False) -> str:
    """Return what a move that changed the value of the game did, what would have been better, and the better line.

    hides: the better moves are hidden until the reader taps them, because the reader may look for them.
    """
    hide = "||{}||".format if hides else str
    if moment.before is None:
        return _allowed_win(tr, moment)
    is_lost_draw = moment.after and not moment.before.winner
    if is_lost_draw and moment.before.line:
        better = hide(texts.cell(moment.before.line[0]))
        # Translators: A move lost; the move {better} would have kept the draw.
        return tr.gettext(
            "Move {move}, {mark} {cell}, lost the draw: {better} would have held it.",
            **_played(moment.number, moment.cell),
            better=better,
        )
    cost = _cost(tr, moment, moment.before)
    if not moment.before.line:
        return cost
    better = tr.joined(cost, _better(tr, moment.before, hide(texts.cell(moment.before.line[0]))))
    if moment.before.winner and len(moment.before.line) > 1:
        moves = hide(_line(tr, moment.mark, moment.before.line))
        # Translators: Comes after a sentence about a better move.
        return tr.joined(better, tr.gettext("Like this: {moves}", moves=moves))
    return better


def _cost(tr: Translator, moment: Moment, before: Proven) -> str:
    """Return what a move cost: a win, a draw, or, if its own value is unknown, perhaps a win."""
    played = _played(moment.number, moment.cell)
    if not moment.after:
        # Translators: What this move led to is unknown.
        return tr.gettext("Move {move}, {mark} {cell}, missed a win.", **played)
    if moment.drop == 2:
        return tr.gettext("Move {move}, {mark} {cell}, turned a win into a loss.", **played)
    if before.winner:
        return tr.gettext("Move {move}, {mark} {cell}, turned a win into a draw.", **played)
    return tr.gettext("Move {move}, {mark} {cell}, lost the draw.", **played)


def _better(tr: Translator, before: Proven, better: str) -> str:
    """Return what the best move would have done."""
    if before.moves == 1:
        return tr.gettext("{better} would have won immediately.", better=better)
    if not before.moves:
        return tr.gettext("{better} would have forced a win.", better=better)
    # Translators: {number} counts moves of the same player.
    return tr.ngettext(
        "{better} would have forced a win in {number} move.",
        "{better} would have forced a win in {number} moves.",
        before.moves,
        better=better,
    )


def _allowed_win(tr: Translator, moment: Moment) -> str:
    """Return the text for a move that allowed a forced win which another move would have prevented."""
    assert moment.stop
    # Translators: {winner}, X or O, wins in {number} moves of its own.
    cost = tr.ngettext(
        "Move {move}, {mark} {cell}, let {winner} force a win in {number} move.",
        "Move {move}, {mark} {cell}, let {winner} force a win in {number} moves.",
        moment.stop.moves,
        **_played(moment.number, moment.cell),
        winner=moment.mark.other.name,
    )
    return tr.joined(cost, tr.gettext("{better} would have prevented that.", better=texts.cell(moment.stop.cell)))


def _played(number: int, cell: Cell) -> dict[str, object]:
    """Return placeholders for a sentence about a ply, numbered like the moves of a replay."""
    return {"move": (number + 1) // 2, "mark": "X" if number % 2 else "O", "cell": texts.cell(cell)}


def _line(tr: Translator, first: Mark, line: tuple[Cell, ...]) -> str:
    """Return the cells of a line with their marks."""
    return texts.listed(tr, [*_cells(first, line[:MAX_CELLS]), *(["…"] if len(line) > MAX_CELLS else [])])


def line_description(tr: Translator, moment: Moment) -> str:
    """Return the alt text of the picture of a better line."""
    # Translators: Read out by screen readers. {number} is that of the move that was a mistake.
    return tr.gettext(
        "Better play from move {number}: {moves}.",
        number=(moment.number + 1) // 2,
        moves=texts.listed(tr, _cells(moment.mark, moment.line)),
    )


def _cells(first: Mark, line: tuple[Cell, ...]) -> list[str]:
    sides = (first.name, first.other.name)
    return [f"{sides[number % 2]} {texts.cell(cell)}" for number, cell in enumerate(line)]
