"""Why something was not done: an error's sentence, for the one who asked alone."""

from typing import assert_never

from bot.game import errors
from bot.game.errors import GameError, Why
from bot.game.games import NEW_GAMES, RESTED, SIDES, Game
from bot.messages.texts import EXAMPLE, MOVE_HINT, cell, link, moment, over, player, size, status, user


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
        case errors.WaitedTooLong():
            return "Too much is going on in this channel at once. Nothing was changed; try again in a moment."
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
        return f"That challenge {over(offered)}. Start a new one with `/ttt new`."
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
    return f"Something broke on our side (reference `{reference}`). {_counted(saved)}: {_LOOK}"


def no_database(reference: str, *, saved: bool, unchanged: bool) -> str:
    """Return the sentence for a database that does not answer; the reference stands in the log, too."""
    out = f"Our memory of the games does not answer right now (reference `{reference}`)."
    if unchanged and not saved:
        return f"{out} Nothing was changed. Try again in a moment."
    return f"{out} {_counted(saved)}: in a moment {_LOOK}"


_LOOK = "`/ttt board` shows how the game stands."


def _counted(saved: bool) -> str:  # noqa: FBT001 - read with the sentence around it
    return "What you did is saved" if saved else "What you did may not have counted"
