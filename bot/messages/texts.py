"""Sentences about games. They mention users, because a plain name could ping others or break a line."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Literal, assert_never

from bot.game.clocks import FIRST_MOVES, allotted
from bot.game.games import (
    DELETED_USER,
    EVERYONE,
    Computer,
    Ending,
    Game,
    Human,
    Level,
    MessageId,
    Place,
    Player,
    Result,
    Series,
    UndoRequest,
    UserId,
    has_next_game,
    known_value,
    leader,
    score,
)
from bot.game.playing import AFTER_SWAP
from bot.game.requests import Event, Update
from bot.messages.styles import DEFAULT_DISPLAY, EMOJI, Display, Look, Taps, taps
from bot.messages.translator import Translator
from engine import Cell, Mark, Rules
from engine.players import Choice, Reason

MAX_NAMED = 5  # players of a game of everyone
_DAY, _HOUR, _MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


def user(tr: Translator, id: UserId) -> str:  # noqa: A002 - the field's word
    """Return a mention, which pings only if allowed_mentions lists the user."""
    if id == EVERYONE:
        # Translators: Replaces the name of a player in a game that everyone in the channel plays against the computer,
        # as in "Your turn, everyone (X): tap a cell."
        return tr.pgettext("player", "everyone")
    if id != DELETED_USER:
        return f"<@{id}>"
    # Translators: Replaces the name of a player whose data was deleted, as in Discord's apps.
    return tr.pgettext("player", "Deleted user")


def player(tr: Translator, player: Player) -> str:
    """Return a player's name for a sentence.

    A mention has no case or article. A sentence that needs one has a separate variant for the computer.
    """
    if isinstance(player, Human):
        return user(tr, player.id)
    return tr.pgettext("player", "the computer")


def level(tr: Translator, level: Level) -> str:
    """Return the name of a level of the computer."""
    # Translators: Below the option `ai` of `/ttt new`, and as in "the computer (easy)", at most 12 characters.
    match level:
        case Level.EASY:
            return tr.pgettext("choice", "easy")
        case Level.CLASSIC:
            return tr.pgettext("choice", "classic")
        case Level.MEDIUM:
            return tr.pgettext("choice", "medium")
        case Level.HARD:
            return tr.pgettext("choice", "hard")
        case Level.EXPERT:
            return tr.pgettext("choice", "expert")
        case _:
            assert_never(level)


def size(tr: Translator, rules: Rules) -> str:
    """Return the rules, such as 3×4, 3 in a row."""
    # Translators: A board of {m} rows and {n} columns. Alone in a menu, and within other sentences, at most 60
    # characters.
    return tr.gettext("{m}×{n}, {k} in a row", m=rules.m, n=rules.n, k=rules.k)


# Translators: The time that a player has for each move; on its own.
def pace(tr: Translator, time: timedelta) -> str:
    """Return a pace in words."""
    if time >= _DAY:
        return tr.ngettext("{number} day a move", "{number} days a move", time // _DAY)
    if time >= _HOUR:
        return tr.ngettext("{number} hour a move", "{number} hours a move", time // _HOUR)
    if time >= _MINUTE:
        return tr.ngettext("{number} minute a move", "{number} minutes a move", time // _MINUTE)
    return tr.ngettext("{number} second a move", "{number} seconds a move", round(time.total_seconds()))


def terms(tr: Translator, rules: Rules, time: timedelta | None) -> str:
    """Return the rules, with the pace if there is one."""
    return size(tr, rules) if time is None else f"{size(tr, rules)} · {pace(tr, time)}"


def cell(cell: Cell) -> str:
    """Return a cell as `/ttt move` accepts it, in every language."""
    return f"({cell.row}, {cell.col})"


def link(place: Place, message: int | None) -> str:
    """Return the URL of a message, or of its channel if the message is unknown."""
    guild = "@me" if place.guild is None else place.guild
    return f"https://discord.com/channels/{guild}/{place.channel}" + (f"/{message}" if message else "")


def moment(instant: datetime, style: Literal["D", "R", "f", "t"] = "R") -> str:
    """Return an instant as Discord shows it in the reader's language and time zone.

    style R is relative to now, in 5 minutes; D a day, 21 November 2026; t a time of day, 22:40; f both.
    """
    return f"<t:{int(instant.timestamp())}:{style}>"


def listed(tr: Translator, items: Iterable[str]) -> str:
    """Return items in one line, such as X, O, empty."""
    # Translators: How a list goes on: {item} and {next} stay in this order; write what stands between them.
    return tr.pgettext("list", "{item}, {next}", item="", next="").join(items)


def listed_apart(tr: Translator, items: Iterable[str]) -> str:
    """Return items that may contain commas in one line."""
    # Translators: How a list of items with commas goes on: {item} and {next} stay in this order; write what separates
    # them.
    return tr.pgettext("list", "{item}; {next}", item="", next="").join(items)


def swap_rule(tr: Translator) -> str:
    """Return the swap rule, as a challenge states it."""
    # Translators: A rule of the game that is offered. Who takes X goes on with the mark that was made.
    return tr.gettext("After the first move, the other player may take X.")


def thread_rule(tr: Translator) -> str:
    """Return the note that a game gets a thread, as a challenge states it."""
    return tr.gettext("In its own thread.")


def swap_note(tr: Translator, game: Game) -> str:
    """Return the note that X may be taken, now or after its first mark; an empty string if not."""
    if not game.awaits_swap:
        return ""
    if not game.plies:
        return swap_rule(tr)
    # Translators: Below a board. The player would go on with X and its first mark, and the opponent would play O.
    return tr.gettext("You can also play on as X: tap **Take X**.")


def took_x(tr: Translator, game: Game) -> str:
    """Return the note that a player took X; an empty string if neither did."""
    if not game.swapped:
        return ""
    if isinstance(game.x, Computer):
        return computer_took_x(tr)
    # Translators: {player} was O, and plays on as X with the mark that the opponent made as X.
    return tr.gettext("{player} took X right after the first move.", player=user(tr, game.x.id))


def computer_took_x(tr: Translator) -> str:
    """Return the note that the computer has taken X."""
    return tr.gettext("The computer took X right after the first move.")


def unrated(tr: Translator, game: Game) -> str:
    """Return the note that a game isn't rated, and why; an empty string if it is rated."""
    if not game.opened_unrated or not game.is_new or game.computer or game.place.guild is None:
        return ""
    value = None if game.format.swap else known_value(game.rules)
    if value and value.winner is Mark.X:
        return tr.gettext("Not rated: X can always win on this board. With the swap rule, the game would be rated.")
    return tr.gettext("Not rated: ratings are off in this server.")


def series_rule(tr: Translator, best_of: int) -> str:
    """Return the length of a series, as a challenge states it."""
    # Translators: {number} is 3 or 5: the player who wins more of so many games wins the series.
    return tr.ngettext(
        "Best of {number} game, switching sides.",
        "Best of {number} games, switching sides.",
        best_of,
    )


def series(tr: Translator, game: Game) -> str:
    """Return the score or result of a game's series; an empty string if it has none."""
    if game.series is None:
        return ""
    if game.result is None or has_next_game(game):
        return _standing(tr, game, game.series)
    if game.result.is_void:
        return tr.gettext("The series ends without a result.")
    return _ended(tr, game, game.series)


def _standing(tr: Translator, game: Game, series: Series) -> str:
    won = score(game, series)
    sides = ((game.x, won.x), (game.o, won.o))
    x_is_first = (series.number % 2 == 1) == (game.first_side is Mark.X)  # the player who moved first in game 1
    (one, one_won), (other, other_won) = sides if x_is_first else sides[::-1]
    # Translators: Below a board: "Game 2 of 3 · @ann 1, @bob 0". {player} and {opponent} may be "the computer".
    return tr.gettext(
        "Game {number} of {games} · {player} {won}, {opponent} {lost}",
        number=series.number,
        games=series.best_of,
        player=player(tr, one),
        won=one_won,
        opponent=player(tr, other),
        lost=other_won,
    )


# Translators: Below the board of the last game of a series.
def _ended(tr: Translator, game: Game, series: Series) -> str:
    won = score(game, series)
    winner, points = leader(won), f"{max(won)}\N{EN DASH}{min(won)}"
    if winner is None:
        return tr.gettext("The series is a draw, {score}.", score=points)
    if isinstance(game.player(winner), Computer):
        return tr.gettext("The computer won the series {score}.", score=points)
    return tr.gettext("{player} won the series {score}.", player=player(tr, game.player(winner)), score=points)


def header(tr: Translator, game: Game, display: Display = DEFAULT_DISPLAY) -> str:
    """Return the line above the board, with the players' marks."""
    x, o = _named(tr, game.x), _named(tr, game.o)
    if display.look.has_marks:
        x, o = f"{EMOJI[display.look.x]} {x}", f"{EMOJI[display.look.o]} {o}"
    return tr.gettext(
        "**X** {x} vs **O** {o} · {terms}", x=x, o=o, terms=terms(tr, game.rules, game.clock and game.clock.pace)
    )


def _named(tr: Translator, player: Player) -> str:
    if not isinstance(player, Computer):
        return user(tr, player.id)
    # Translators: Replaces the name of a player.
    return tr.gettext("the computer ({level})", level=level(tr, player.level))


def mark_name(look: Look, mark: Mark) -> str:
    """Return a side's letter, or its emoji if a player has chosen one."""
    return EMOJI[look.shape(mark)] if look.has_marks else mark.name


def status(tr: Translator, game: Game, look: Look = DEFAULT_DISPLAY.look) -> str:
    """Return the line below the board: the outcome, or whose turn it is and how to move."""
    if game.result:
        return outcome(tr, game, game.result, look)
    if game.awaits_computer:
        return tr.gettext("The computer is thinking…")
    return tr.joined(
        tr.gettext("Nobody can complete a line anymore.") if game.board.is_dead else "",
        _to_move(tr, game, mark_name(look, game.side_to_move)),
        swap_note(tr, game),
        deadline(tr, game),
    )


def deadline(tr: Translator, game: Game) -> str:
    """Return when the time for the next move runs out; an empty string if never."""
    if not game.clock or not game.clock.deadline:
        return ""
    first = _first_move(tr, allotted(game.clock.pace, game.moves)) if game.moves < FIRST_MOVES else ""
    return tr.joined(first, tr.gettext("Deadline: {when}.", when=moment(game.clock.deadline)))


# Translators: Below a board: the time for the player's first move, which is twice that for others.
def _first_move(tr: Translator, time: timedelta) -> str:
    if time >= _DAY:
        return tr.ngettext("First move: {number} day.", "First move: {number} days.", time // _DAY)
    if time >= _HOUR:
        return tr.ngettext("First move: {number} hour.", "First move: {number} hours.", time // _HOUR)
    minutes = round(time / _MINUTE)
    return tr.ngettext("First move: {number} minute.", "First move: {number} minutes.", minutes)


def moved_down(tr: Translator, game: Game, newest: MessageId) -> str:
    """Return the last line of an outdated board, with a link to the newest message."""
    return tr.gettext("The board is now further down: {link}", link=link(game.place, newest))


# Translators: Below a board, to the player who moves next.
def _to_move(tr: Translator, game: Game, mark: str) -> str:
    name, buttons = player(tr, game.turn), taps(game)
    if buttons is Taps.CONTROLS:
        return tr.gettext("Your turn, {player} ({mark}): tap **Move**.", player=name, mark=mark)
    cells = tr.gettext("Your turn, {player} ({mark}): tap a cell.", player=name, mark=mark)
    commands = "`/ttt undo`" if game.is_together else "`/ttt undo` · `/ttt resign`"
    return cells if buttons is Taps.BOTH else tr.joined(cells, commands)


def outcome(tr: Translator, game: Game, result: Result, look: Look = DEFAULT_DISPLAY.look) -> str:
    """Return how a game ended, and who made the moves of everyone.

    In English the first words are fixed: Player 1 won, Player 2 won or Draw.
    """
    return f"{_outcome(tr, game, result, look)} {_played_by(tr, game)}".rstrip()  # a space also after an emoji


# Translators: At the end of a game that everyone in a channel played together. {players} is a list of mentions.
def _played_by(tr: Translator, game: Game) -> str:
    users = list(dict.fromkeys(mover.user for mover in game.movers if mover))
    named, others = listed(tr, (user(tr, each) for each in users[:MAX_NAMED])), len(users) - MAX_NAMED
    if not users:
        return ""
    if others <= 0:
        return tr.gettext("Played by {players}.", players=named)
    # Translators: {number} counts players who are not in the list.
    return tr.ngettext(
        "Played by {players} and {number} other.", "Played by {players} and {number} others.", others, players=named
    )


def _outcome(tr: Translator, game: Game, result: Result, look: Look) -> str:
    """Return how a game ended."""
    by = "" if result.by is None else user(tr, result.by)
    match result.ending:
        case Ending.LINE | Ending.RESIGNED | Ending.TIMEOUT:
            return _won(tr, game, result, look)
        case Ending.FULL:
            return tr.gettext("Draw: the board is full.")
        case Ending.AGREED:
            return _agreed(tr, game, by)
        case Ending.STOPPED if result.by is None:
            return tr.gettext("Time ran out before the first move. No result.")
        case Ending.STOPPED:
            return tr.gettext("{player} ended the game. No result.", player=by)
        case Ending.DELETED:  # or the server has removed the bot
            return tr.gettext("The bot could no longer reach this channel. No result.")
        case _:
            assert_never(result.ending)


def _agreed(tr: Translator, game: Game, by: str) -> str:
    if not game.board.is_dead:
        # Translators: How a game ended. {player} accepted the opponent's offer of a draw.
        return tr.gettext("Draw: {player} accepted the offer.", player=by)
    # Translators: How a game ended. {player} tapped "Call it a draw".
    return tr.gettext("Draw: {player} called it. Nobody could complete a line anymore.", player=by)


# Translators: How a game ended. {number} is 1 or 2; {player} may be "the computer"; {mark} is X, O, or an emoji.
def _won(tr: Translator, game: Game, result: Result, look: Look) -> str:
    winner, loser = result.winner, "" if result.by is None else user(tr, result.by)
    assert winner is not None
    parts = {
        "number": winner.value,
        "player": f"**{player(tr, game.player(winner))}**",
        "mark": mark_name(look, winner),
    }
    is_human = isinstance(game.player(winner), Human)
    match result.ending:
        case Ending.RESIGNED if is_human:
            return tr.gettext("Player {number} won: {player} ({mark}) 🏆 {loser} resigned.", **parts, loser=loser)
        case Ending.RESIGNED:
            return tr.gettext("Player {number} won: {player} ({mark}). {loser} resigned.", **parts, loser=loser)
        case Ending.TIMEOUT if is_human:
            return tr.gettext(
                "Player {number} won: {player} ({mark}) 🏆 {loser} ran out of time.", **parts, loser=loser
            )
        case Ending.TIMEOUT:
            return tr.gettext("Player {number} won: {player} ({mark}). {loser} ran out of time.", **parts, loser=loser)
        case _:
            won = tr.gettext("Player {number} won: {player} ({mark}), {k} in a row.", **parts, k=game.rules.k)
            return f"{won} 🏆" if is_human else won


def tip(tr: Translator) -> str:
    """Return the hint at the choice of marks, to a player after a first game."""
    return tr.gettext("Tip: choose your own mark, such as ⭐, with `/ttt me`.")


def first_win(tr: Translator, game: Game) -> str:
    """Return the line below a player's first win against a level of the computer."""
    assert game.computer
    # Translators: Below a board. {level} is a level of the computer that the player has beaten for the first time.
    return tr.gettext("🎉 First win against **{level}**!", level=level(tr, game.computer.level))


def notice(tr: Translator, update: Update) -> str:
    """Return what just happened, if the board doesn't show it."""
    happened = (_happened(tr, update), computer_move(tr, update.choice) if update.choice else "")
    return "\n".join(filter(None, happened))


# Translators: Below a board, about the last move.
def _happened(tr: Translator, update: Update) -> str:
    match update.event:
        case Event.STARTED | Event.PLAYED | Event.UNDO_ASKED | Event.DRAW_OFFERED | Event.DRAW_AGREED | Event.SHOWN:
            return _move_to_answer(tr, update.game)
        case Event.SWAPPED:
            return took_x(tr, update.game)
        case Event.TAKEN_BACK:
            return _taken_back(tr, update)
        case Event.UNDO_ALLOWED:
            return tr.gettext("Both moves were undone.")
        case _:
            assert_never(update.event)


def _move_to_answer(tr: Translator, game: Game) -> str:
    """Return the last move of a live game between people or of everyone.

    Return an empty string if a player took X instead of moving.
    """
    if game.last_mover and not game.result:
        move = game.plies[-1] if game.awaits_computer else game.plies[-2]
        return tr.gettext("{player} took {cell}.", player=user(tr, game.last_mover.user), cell=cell(move))
    if not game.plies or game.result or game.computer or (game.swapped and len(game.plies) == 1):
        return ""
    last = game.player(game.side_to_move.other)
    return tr.gettext("{player} took {cell}.", player=player(tr, last), cell=cell(game.plies[-1]))


# Translators: Below a board, about what was undone.
def _taken_back(tr: Translator, update: Update) -> str:
    by, taken = user(tr, update.by), update.before.moves - update.game.moves
    if update.before.swapped and update.game.can_swap:
        # Translators: Below a board; {player} had taken X after its first mark, and is to move as O again.
        return tr.gettext("{player} gave X back.", player=by)
    if taken:
        return tr.gettext("{player} undid a move.", player=by)
    return tr.gettext("{player} resumed the game.", player=by)


def computer_move(tr: Translator, choice: Choice) -> str:
    """Return the computer's move in words."""
    name = cell(choice.cell)
    match choice.reason:
        case Reason.WIN:
            return tr.gettext("The computer took {cell} to win.", cell=name)
        case Reason.BLOCK:
            return tr.gettext("The computer took {cell} to block.", cell=name)
        case Reason.FORCED:
            moves = (choice.proven.plies or 0) // 2 if choice.proven else 0  # plies count both sides' moves
            return _forced(tr, name, moves)
        case Reason.DRAW:
            return tr.gettext("The computer took {cell} and expects a draw.", cell=name)
        case Reason.SWAP:
            return computer_took_x(tr)
        case Reason.SEARCH | Reason.RANDOM:
            return tr.gettext("The computer took {cell}.", cell=name)
        case _:
            assert_never(choice.reason)


def _forced(tr: Translator, name: str, moves: int) -> str:
    """Return the note on a winning move of the computer. moves is how many more moves it needs, 0 if unknown."""
    if not moves:
        return tr.gettext("The computer took {cell} and can force a win.", cell=name)
    # Translators: {number} counts moves of the computer after this one. {cell} is row and column, such as (1, 2).
    return tr.ngettext(
        "The computer took {cell} and can force a win in {number} more move.",
        "The computer took {cell} and can force a win in {number} more moves.",
        moves,
        cell=name,
    )


def move_hint(tr: Translator) -> str:
    """Return how to type a cell, without Markdown, which forms don't show."""
    # Translators: Below a field of a form, at most 100 characters: what to type.
    return tr.gettext("Row, then column, like 3 4.")


def undo_request(tr: Translator, game: Game, requester: UserId, opponent: UserId) -> str:
    """Return the request to the opponent."""
    players = {"asked": user(tr, opponent), "author": user(tr, requester)}
    if game.swapped and game.moves == AFTER_SWAP:
        # Translators: {author} made the first mark, at {cell}; {asked} took X then. Below it are buttons.
        return tr.gettext(
            "{asked}: {author} would like to undo the first move, {cell}, after which you took X.",
            **players,
            cell=cell(game.plies[0]),
        )
    if game.swapped and game.moves == AFTER_SWAP + 1:
        # Translators: {author} took X after the first mark; {asked} played {reply}. Below it are buttons.
        return tr.gettext(
            "{asked}: {author} would like to give X back, which also undoes your reply, {reply}.",
            **players,
            reply=cell(game.plies[1]),
        )
    move, reply = game.plies[-2:]
    # Translators: {move} and {reply} are cells like (1, 2); {asked} played the reply. Below it are buttons.
    return tr.gettext(
        "{asked}: {author} would like to undo {move} and your reply, {reply}.",
        **players,
        move=cell(move),
        reply=cell(reply),
    )


def draw_offer(tr: Translator, author: UserId, opponent: UserId) -> str:
    """Return the offer of a draw to the opponent."""
    # Translators: {player} offers a draw to {opponent}. Below it are buttons.
    return tr.gettext("{opponent}, {player} offers a draw.", opponent=user(tr, opponent), player=user(tr, author))


def draw_accepted(tr: Translator, by: UserId) -> str:
    """Return the text that replaces the offer of a draw when the opponent accepts; the board has the result."""
    return tr.gettext("{player} accepted.", player=user(tr, by))


def draw_declined(tr: Translator, by: UserId) -> str:
    """Return the text that replaces the offer of a draw when the opponent declines."""
    return tr.gettext("{player} declined the draw.", player=user(tr, by))


def undo_allowed(tr: Translator, by: UserId) -> str:
    """Return the text that replaces the request when the opponent agrees; the board says what was undone."""
    return tr.gettext("{player} agreed.", player=user(tr, by))


def undo_refused(tr: Translator, by: UserId) -> str:
    """Return the text that replaces the request when the opponent declines."""
    return tr.gettext("{player} declined the undo.", player=user(tr, by))


def lapsed(tr: Translator, game: Game, request: UndoRequest) -> str:
    """Return the text that replaces a request for an undo or a draw that was never answered."""
    if request.is_draw:
        return (
            tr.gettext("The game went on, so the draw offer lapsed.")
            if not game.result
            else tr.gettext("The game is over, so the draw offer lapsed.")
        )
    if game.result:
        return tr.gettext("The game is over, so the undo request lapsed.")
    return tr.gettext("The game went on, so the undo request lapsed.")


def reminder(tr: Translator, game: Game) -> str:
    """Return the reminder to the player whose time is running out."""
    assert game.clock is not None
    assert game.clock.deadline is not None
    name, url, when = player(tr, game.turn), link(game.place, game.message), moment(game.clock.deadline, "f")
    # Translators: {when} is a date and a time of day. It must be true after the move, too.
    return tr.gettext("{player}, a reminder to move before {when}: {link}", player=name, when=when, link=url)


def play_on(tr: Translator) -> str:
    """Return the text that replaces the question after the player has decided to play on."""
    return tr.gettext("Nothing was changed.")


def resigned(tr: Translator) -> str:
    """Return the text that replaces the question after the player has resigned."""
    return tr.gettext("You resigned.")


def no_moves(tr: Translator) -> str:
    """Return the text for a game without moves."""
    return tr.gettext("No moves yet.")
