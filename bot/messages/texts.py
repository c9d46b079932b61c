"""Every sentence that people read. People are named by mention, so no name can ping, hide or break a line."""

from datetime import datetime

from bot.game.challenges import CHALLENGE_LASTS, Challenge, ChallengeState
from bot.game.games import (
    DELETED_USER,
    Computer,
    Ending,
    Game,
    Human,
    Place,
    Player,
    Result,
    UserId,
)
from bot.game.requests import Event, Update
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
    return "somebody" if id == DELETED_USER else f"<@{id}>"


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


def notice(change: Update) -> str:
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
    more = (choice.proven.plies or 0) // 2 if choice.proven else 0  # of its own moves: the plies count both sides'
    why = {
        Reason.WIN: " to win",
        Reason.BLOCK: " to block",
        Reason.FORCED: f" and wins by force{f' in at most {more} more of its moves' if more else ''}",
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
            return f"The challenge by {author} ({what}) {over(offered)}."


def accepted(change: Update) -> str:
    """Return what becomes of a challenge when its game begins."""
    game = change.game
    if isinstance(game.o, Computer):
        return f"{user(game.x.id)} plays the computer: {size(game.rules)}."
    return f"{user(change.by)} took it up: {player(game.x)} plays {player(game.o)}, {size(game.rules)}."


def over(offered: Challenge) -> str:
    """Return what became of a challenge."""
    return {
        ChallengeState.OPEN: "is open",
        ChallengeState.ACCEPTED: "was accepted",
        ChallengeState.DECLINED: f"was declined by {user(offered.offer.opponent or offered.offer.author)}",
        ChallengeState.CANCELLED: "was taken back",
        ChallengeState.REPLACED: "was replaced by a newer one",
        ChallengeState.EXPIRED: f"has run out after {CHALLENGE_LASTS.seconds // 60} minutes",
    }[offered.state]
