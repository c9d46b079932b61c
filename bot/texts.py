"""Every sentence that people read. People are named by mention, so no name can ping, hide or break a line."""

from datetime import datetime
from typing import assert_never

from bot import errors
from bot.challenges import CHALLENGE_LASTS, Challenge, ChallengeState
from bot.errors import GameError, Why
from bot.games import (
    FORGOTTEN,
    NEW_GAMES,
    RESTED,
    SIDES,
    Computer,
    Ending,
    Game,
    Human,
    Place,
    Player,
    Result,
    UserId,
)
from bot.requests import Change, Event
from engine import Cell, Mark, Rules
from engine.players import Choice, Reason

EXAMPLE = "`/ttt new m:3 n:4 k:3 ai:classic`"
MOVE_HINT = "Write the row and the column, like `3 4`, `3,4` or `(3, 4)`."
FORM_TITLE = "Your move"
FORM_LABEL = "Row and column"
FORM_EXAMPLE = "3 4"
HELP = f"""**Tic-tac-toe on any board**
1. Two players take turns to mark a cell; X begins.
2. K marks in a row, along a row, a column or a diagonal, win. More than K also wins.
3. A full board without such a line is a draw.
4. `/ttt new` starts: M rows, N columns, K to win; give `ai` for the computer, `opponent` for a member, or neither \
and anyone may join.
5. Tap a cell or **Move**, or use `/ttt move i j`: row and column as written beside the board, both from 0.
Example: {EXAMPLE} then `/ttt move i:1 j:1`.
Also: `/ttt undo`, `/ttt board`, `/ttt resign`, `/ttt end`, `/ttt replay`, `/ttt stats`, `/ttt top`, \
`/ttt forget me`."""


def user(id: UserId) -> str:  # noqa: A002 - the field's word
    """Return a mention; it pings only whom allowed_mentions names."""
    return "somebody" if id == FORGOTTEN else f"<@{id}>"


def player(who: Player) -> str:
    """Return a player as a sentence names them."""
    return user(who.id) if isinstance(who, Human) else "the computer"


def size(rules: Rules) -> str:
    """Return the rules in short."""
    return f"{rules.m}×{rules.n}, {rules.k} in a row"


def cell(where: Cell) -> str:
    """Return a cell as `/ttt move` takes it."""
    return f"({where.row}, {where.col})"


def link(place: Place, message: int | None) -> str:
    """Return where to find a message, or its channel when the message is not known."""
    guild = "@me" if place.guild is None else place.guild
    return f"https://discord.com/channels/{guild}/{place.channel}" + (f"/{message}" if message else "")


def moment(when: datetime) -> str:
    """Return an instant that Discord shows in the reader's own words, as in 'in 5 minutes'."""
    return f"<t:{int(when.timestamp())}:R>"


# -- the board message


def header(game: Game) -> str:
    """Return the line over the board."""
    o = f"the computer ({game.o.level})" if isinstance(game.o, Computer) else player(game.o)
    return f"**X** {player(game.x)} vs **O** {o} · {size(game.rules)}"


def status(game: Game) -> str:
    """Return the line under the board: the outcome, or who is to move and how."""
    if game.result:
        return outcome(game, game.result)
    if game.awaits_computer:
        return "The computer is thinking…"
    hint = "tap a cell" if game.rules.m <= 4 and game.rules.n <= 4 else "tap **Move**"
    to_move = f"{player(game.turn)} ({game.board.turn.name}) to move: `/ttt move i j` or {hint}."
    return f"Nobody can complete a line any more. {to_move}" if game.board.is_dead else to_move


def outcome(game: Game, result: Result) -> str:
    """Return how a game ended; the first words are fixed."""
    winner = result.winner
    by = "" if result.by is None else user(result.by)
    match result.ending:
        case Ending.LINE:
            assert winner is not None
            return f"Player {winner.value} won: {player(game.player(winner))} ({winner.name}), {game.rules.k} in a row."
        case Ending.RESIGNED:
            assert winner is not None
            return f"Player {winner.value} won: {by} resigned."
        case Ending.FULL:
            return "Draw: the board is full."
        case Ending.AGREED:
            return f"Draw: {by} called it, nobody could complete a line any more."
        case Ending.STOPPED:
            return f"{by} ended the game, without a result."


def notice(change: Change) -> str:
    """Return what just happened where the board doesn't show it by itself, or nothing."""
    by = user(change.by)
    if change.choice:
        return computer_move(change.choice)
    taken = len(change.before.plies) - len(change.game.plies)
    match change.event:
        case Event.STARTED if isinstance(change.game.o, Human):
            return f"The game is on: {user(change.game.x.id)} begins."
        case Event.TAKEN_BACK if taken:
            return f"{by} took back {'a move' if taken == 1 else 'a move and the reply to it'}."
        case Event.TAKEN_BACK:
            return f"{by} plays on."
        case Event.UNDO_ALLOWED:
            return f"{by} allowed it: both moves are taken back."
        case _:
            return ""


def computer_move(choice: Choice) -> str:
    """Return the computer's move in words."""
    moves = (choice.proven.plies or 0) // 2 + 1 if choice.proven else 0
    why = {
        Reason.WIN: " to win",
        Reason.BLOCK: " to block",
        Reason.FORCED: f" and wins by force in {moves} moves" if moves > 1 else " and wins by force",
        Reason.DRAW: ": a draw is the best there is",
    }.get(choice.reason, "")
    return f"The computer took {cell(choice.cell)}{why}."


def undo_request(game: Game, asks: UserId, asked: UserId) -> str:
    """Return the question to the opponent."""
    mine, reply = game.plies[-2:]
    return f"{user(asked)}, {user(asks)} asks to take back {cell(mine)} and your reply {cell(reply)}."


def undo_refused(by: UserId) -> str:
    """Return what becomes of the question when the opponent refuses."""
    return f"{user(by)} refused to take moves back. The game goes on."


UNDO_WITHDRAWN = "They played on; nothing was taken back."


def challenge(offered: Challenge) -> str:
    """Return a challenge as it stands."""
    offer = offered.offer
    author, what = user(offer.author), size(offer.rules)
    who_begins = "" if offer.author_side is Mark.X else ", and you begin"
    match offered.state:
        case ChallengeState.OPEN if offer.opponent:
            return f"{user(offer.opponent)}, {author} challenges you: {what}{who_begins}."
        case ChallengeState.OPEN:
            return f"{author} looks for an opponent: {what}. Who joins?"
        case _:
            return f"The challenge by {author} ({what}) {_over(offered)}."


def accepted(change: Change) -> str:
    """Return what becomes of a challenge when its game begins."""
    game = change.game
    if isinstance(game.o, Computer):
        return f"{user(game.x.id)} plays the computer: {size(game.rules)}."
    return f"{user(change.by)} took it up: {player(game.x)} plays {player(game.o)}, {size(game.rules)}."


def _over(offered: Challenge) -> str:
    return {
        ChallengeState.OPEN: "is open",
        ChallengeState.ACCEPTED: "was accepted",
        ChallengeState.DECLINED: f"was declined by {user(offered.offer.opponent or offered.offer.author)}",
        ChallengeState.CANCELLED: "was taken back",
        ChallengeState.REPLACED: "was replaced by a newer one",
        ChallengeState.EXPIRED: f"has run out after {CHALLENGE_LASTS.seconds // 60} minutes",
    }[offered.state]


# -- refusals


def refusal(error: GameError) -> str:  # noqa: C901, PLR0911, PLR0912 - one exhaustive match
    """Return the sentence for what the bot refuses to do."""
    match error:
        case errors.BadRules():
            return _bad_rules(error)
        case errors.ChallengeOver() | errors.NotYourChallenge():
            return _challenge_refusal(error)
        case errors.UndoAlreadyAsked() | errors.UndoNotYours() | errors.NothingToUndo():
            return _undo_refusal(error)
        case errors.BadOpponent(why=why):
            return _BAD_OPPONENT[why]
        case errors.TooManyGames():
            return f"You opened {NEW_GAMES} games within a minute. Take a breath, then try again."
        case errors.ChannelBusy(game=game):
            return _busy(game)
        case errors.NoGame():
            return f"There is no game here yet. Start one, for example with {EXAMPLE}."
        case errors.GameOver(game=game):
            return f"That game is over. {status(game)} Tap **Rematch**, or start a new one with `/ttt new`."
        case errors.OldBoard(game=game):
            return f"That board is old. The current one is here: {link(game.place, game.message)}"
        case errors.NotYourGame(game=game):
            return f"This is not your game: {_players(game)} play it. Start your own in another channel or a thread."
        case errors.NotYourTurn(game=game):
            return f"It is not your turn: {player(game.turn)} ({game.board.turn.name}) is to move."
        case errors.ComputerThinking():
            return "The computer is still thinking. Its move comes in a moment."
        case errors.UnreadableCell():
            return f"That is not a cell. {MOVE_HINT}"
        case errors.OffBoard(rules=rules, cell=where):
            return f"{cell(where)} is off the board: rows are 0 to {rules.m - 1}, columns 0 to {rules.n - 1}."
        case errors.CellTaken(game=game, cell=where, by=mark):
            return f"{cell(where)} is taken by {player(game.player(mark))} ({mark.name}). Choose an empty cell."
        case errors.StillWinnable():
            return "Somebody can still complete a line, so this is not a draw yet."
        case errors.NotYetYours(after=after):
            return (
                "Only its players and members with the **Manage Messages** permission may end this game now; "
                f"anyone may {moment(after)}, if nobody moves."
            )
        case errors.StillDrawing():
            return "Your last replay is still being drawn. It comes in a moment."
        case errors.OutOfDate():
            return "That is from another version of this bot. `/ttt board` shows the board with fresh buttons."
        case errors.ShuttingDown():
            return "The bot is restarting. Nothing was changed; try again in a moment."
        case _:
            raise AssertionError(f"no sentence for {error!r}")


_BAD_OPPONENT = {
    Why.SELF: "You can't challenge yourself. Pick another member, or the computer with `ai`.",
    Why.BOT: "Bots don't play here. Pick a member, or the computer with `ai`.",
    Why.AI_TOO: "Give either `ai` or `opponent`, not both.",
    Why.ELSEWHERE: "You can challenge a member only in a server that has this bot. Here, leave `opponent` out.",
}


def _bad_rules(error: errors.BadRules) -> str:
    match error:
        case errors.LineTooLong(m=m, n=n, k=k):
            return f"{k} in a row can't be on a {m}×{n} board: `k` is 2 to {max(m, n)} here."
        case _:
            return f"`m` and `n` are {SIDES.start} to {SIDES.stop - 1}."


def _challenge_refusal(error: errors.ChallengeOver | errors.NotYourChallenge) -> str:
    offered = error.challenge
    if isinstance(error, errors.ChallengeOver):
        return f"That challenge {_over(offered)}. Start a new one with `/ttt new`."
    if offered.offer.opponent is None:
        return f"This challenge is by {user(offered.offer.author)}: others may join it, the author may not."
    return (
        f"This challenge is not yours: it is between {user(offered.offer.author)} and {user(offered.offer.opponent)}."
    )


def _undo_refusal(error: errors.UndoAlreadyAsked | errors.UndoNotYours | errors.NothingToUndo) -> str:
    match error:
        case errors.NothingToUndo():
            return "There is nothing to undo: you have made no move."
        case errors.UndoAlreadyAsked(game=game):
            request = game.request
            return f"Your opponent has the question already: {link(game.place, request and request.message)}"
        case errors.UndoNotYours():
            return "That question is for your opponent to answer."
        case _:
            assert_never(error)


def _busy(game: Game) -> str:
    return (
        f"This channel is busy: {_players(game)} play {size(game.rules)}: {link(game.place, game.message)}\n"
        f"A thread has room for a game of its own. Anyone may `/ttt end` this one {moment(game.touched + RESTED)}, "
        "if nobody moves."
    )


def _players(game: Game) -> str:
    return f"{player(game.x)} and {player(game.o)}"


def broken(reference: str, *, saved: bool) -> str:
    """Return the sentence for a bug; the reference stands in the log, too."""
    counted = "What you did is saved" if saved else "What you did may not have counted"
    return f"Something broke on our side (reference `{reference}`). {counted}: `/ttt board` shows how the game stands."
