"""The sentence for each refusal."""

from typing import assert_never, cast

from bot.game import errors
from bot.game.challenges import ChallengeAction
from bot.game.errors import GameError, PlayingRefusal, Refusal, Why
from bot.game.games import NEW_GAMES, SIDES, Game, MessageId
from bot.game.servers import DEFAULT, ServerSettings
from bot.messages import challenges
from bot.messages.choices.preferences import block_refusal
from bot.messages.refusals.coaching import coach_refusal
from bot.messages.refusals.endings import end_refusal, others_can_end
from bot.messages.texts import (
    EXAMPLE,
    MOVE_HINT,
    cell,
    link,
    player,
    size,
    status,
    user,
)

QUOTED = 40  # characters repeated of what somebody typed; the move form takes no more


def refusal(error: GameError, form: MessageId | None = None, settings: ServerSettings = DEFAULT) -> str:
    """Return the sentence for a refusal in a server with some settings.

    form is the message from which a move form was opened: it is never linked.

    A type checker can't know the subclasses of a class, so a test holds that Refusal names every subclass of GameError.
    """
    if isinstance(error, errors.OldBoard) and form and form >= (error.game.message or 0):
        return "The board has changed since you opened that form, so nothing was marked. Tap **Move** again."
    return _sentence(cast("Refusal", error), settings)


def _sentence(error: Refusal, settings: ServerSettings) -> str:  # noqa: C901, PLR0911, PLR0912 - one exhaustive match
    if isinstance(error, PlayingRefusal):
        return _playing_refusal(error, settings)
    match error:
        case errors.SizeOutOfRange() | errors.LineTooLong() | errors.UnreadableNumber():
            return _rules_refusal(error)
        case errors.BadOpponent(why=why):
            return _opponent_refusal(why)
        case errors.ComputerNotPlaying():
            return "The computer can go first only in a game against it. Add `ai`, or choose another `first`."
        case errors.TooManyGames():
            return f"You started {NEW_GAMES} games within a minute. Wait a moment, then try again."
        case (
            errors.NobodyThere()
            | errors.HasBlocked()
            | errors.CannotBlock()
            | errors.TooManyBlocked()
            | errors.NotBlocked()
        ):
            return block_refusal(error)
        case errors.ChannelBusy(game=game):
            return _busy(game, settings)
        case errors.AlreadyPlaying():
            return _already_playing(error)
        case errors.NoGame() | errors.NoSuchGame() | errors.NoSuchChallenge():
            return _missing_refusal(error)
        case errors.ChallengeOver(challenge=challenge):
            return f"{challenges.closed(challenge)} Start a new one with `/ttt new`."
        case errors.NotYourChallenge():
            return _challenge_refusal(error)
        case (
            errors.HintsInRated()
            | errors.StillOn()
            | errors.CoachBusy()
            | errors.PuzzleOver()
            | errors.PuzzleCellTaken()
            | errors.CannotPost()
        ):
            return coach_refusal(error)
        case (
            errors.StillDrawing()
            | errors.OutOfDate()
            | errors.NotInServer()
            | errors.MissingPermission()
            | errors.WaitedTooLong()
            | errors.ShuttingDown()
        ):
            return _any_refusal(error)
        case _:
            assert_never(error)


def _playing_refusal(error: PlayingRefusal, settings: ServerSettings) -> str:
    match error:
        case (
            errors.GameOver()
            | errors.OldBoard()
            | errors.NotYourGame()
            | errors.NotYourTurn()
            | errors.ComputerThinking()
        ):
            return _turn_refusal(error)
        case errors.UnreadableCell() | errors.OffBoard() | errors.CellTaken():
            return _cell_refusal(error)
        case errors.PlayerDeleted():
            return "The other player's data was deleted, so this game stays as it is. Start a new one with `/ttt new`."
        case errors.StillWinnable():
            return "Somebody can still complete a line, so this is not a draw yet."
        case errors.NotYetYours() | errors.MustBePlayedOut():
            return end_refusal(error, settings)
        case errors.NothingToUndo() | errors.UndoAlreadyAsked() | errors.UndoNotYours():
            return _undo_refusal(error)
        case _:
            assert_never(error)


def _turn_refusal(
    error: errors.GameOver | errors.OldBoard | errors.NotYourGame | errors.NotYourTurn | errors.ComputerThinking,
) -> str:
    match error:
        case errors.GameOver(game=game):
            return f"That game is over. {status(game)} Tap **Rematch**, or start a new one with `/ttt new`."
        case errors.OldBoard(game=game):
            here = link(game.place, game.message)
            return f"That board is old. The current one is here: {here}\n`/ttt board` posts it again."
        case errors.NotYourGame(game=game):
            return (
                f"This is not your game. It is between {_players(game)}. Start your own in another channel or a thread."
            )
        case errors.NotYourTurn(game=game):
            return f"It is not your turn: {player(game.turn)} ({game.board.turn.name}) is to move."
        case errors.ComputerThinking():
            return "The computer is still thinking. Its move will follow in a moment."
        case _:
            assert_never(error)


def _any_refusal(
    error: errors.StillDrawing
    | errors.OutOfDate
    | errors.NotInServer
    | errors.MissingPermission
    | errors.WaitedTooLong
    | errors.ShuttingDown,
) -> str:
    match error:
        case errors.StillDrawing():
            return "Your last picture is still being drawn. It will follow in a moment."
        case errors.OutOfDate():
            return "That is from another version of this bot. Use `/ttt board` to get a board with fresh buttons."
        case errors.NotInServer():
            return "That works only in a server that has this bot."
        case errors.MissingPermission(permission=permission):
            return f"You need the **{permission}** permission for that."
        case errors.WaitedTooLong():
            return "Too much is happening in this channel at once. Nothing was changed. Try again in a moment."
        case errors.ShuttingDown():
            return "The bot is restarting. Nothing was changed. Try again in a moment."
        case _:
            assert_never(error)


def _rules_refusal(error: errors.SizeOutOfRange | errors.LineTooLong | errors.UnreadableNumber) -> str:
    match error:
        case errors.UnreadableNumber(text=text):
            return f"I couldn't read `{_quoted(text)}` as a number. Type a whole number, like 5."
        case errors.SizeOutOfRange(m=m, n=n):
            return f"A {m}×{n} board is out of range. Choose `m` and `n` from {SIDES.start} to {SIDES.stop - 1}."
        case errors.LineTooLong(m=m, n=n, k=k):
            return f"{k} in a row doesn't fit on {m}×{n}. Choose `k` from 2 to {max(m, n)}."
        case _:
            assert_never(error)


def _opponent_refusal(why: Why) -> str:
    match why:
        case Why.SELF:
            return "You can't challenge yourself. Choose another member, or use `ai` to play the computer."
        case Why.BOT:
            return "You can't challenge another bot. Choose a member, or use `ai` to play the computer."
        case Why.AI_TOO:
            return "Choose either `ai` or `opponent`, not both."
        case Why.ELSEWHERE:
            return (
                "You can challenge a member only in a server that has this bot. "
                "Leave `opponent` out to let anyone join."
            )
        case _:
            assert_never(why)


def _missing_refusal(error: errors.NoGame | errors.NoSuchGame | errors.NoSuchChallenge) -> str:
    match error:
        case errors.NoGame():
            return f"There is no game here yet. Start one, for example with {EXAMPLE}."
        case errors.NoSuchGame():
            return "No game with that number was played in this channel. `/ttt replay` lists the last ones."
        case errors.NoSuchChallenge():
            return "That challenge is gone. Start a new one with `/ttt new`."
        case _:
            assert_never(error)


def _cell_refusal(error: errors.UnreadableCell | errors.OffBoard | errors.CellTaken) -> str:
    match error:
        case errors.UnreadableCell(text=text):
            typed = _quoted(text)
            read = f"I couldn't read `{typed}` as a cell." if typed else "You left the cell blank."
            return f"{read} {MOVE_HINT}"
        case errors.OffBoard(rules=rules, cell=where):
            return f"{cell(where)} is off the board: rows go from 0 to {rules.m - 1}, columns from 0 to {rules.n - 1}."
        case errors.CellTaken(game=game, cell=where, by=mark):
            return f"{cell(where)} is taken by {player(game.player(mark))} ({mark.name}). Choose an empty cell."
        case _:
            assert_never(error)


def _quoted(text: str) -> str:
    """Return the beginning of what somebody typed, on one line and as plain text."""
    return " ".join(text.replace("`", "'").split())[:QUOTED].strip()


def _undo_refusal(error: errors.UndoAlreadyAsked | errors.UndoNotYours | errors.NothingToUndo) -> str:
    match error:
        case errors.NothingToUndo():
            return "There is nothing to undo: you haven't made a move."
        case errors.UndoAlreadyAsked(game=game):
            request = game.request
            return f"Your opponent already has your request: {link(game.place, request and request.message)}"
        case errors.UndoNotYours():
            return "Only your opponent can answer this request."
        case _:
            assert_never(error)


def _challenge_refusal(error: errors.NotYourChallenge) -> str:  # noqa: PLR0911 - one for each button
    offer = error.challenge.offer
    author, opponent = user(offer.author), None if offer.opponent is None else user(offer.opponent)
    match error.action:
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN if opponent is None:
            return "You can't join your own challenge. Wait for someone, or tap **Play the computer**."
        case ChallengeAction.DECLINE if opponent is None:
            return "This challenge is open to anyone, so there is nothing to decline."
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN:
            return f"Only {opponent} can accept this challenge. {_instead(error)}"
        case ChallengeAction.DECLINE:
            return f"Only {opponent} can decline this challenge. {_instead(error)}"
        case ChallengeAction.COMPUTER if opponent is None:
            return f"Only {author} can play the computer here. {_instead(error)}"
        case ChallengeAction.COMPUTER:
            return f"This challenge is for {opponent}, not for the computer."
        case ChallengeAction.CANCEL:
            return f"Only {author} can cancel this challenge. {_instead(error)}"
        case _:
            assert_never(error.action)


def _instead(error: errors.NotYourChallenge) -> str:
    """Return what somebody can do about a challenge who pressed a button that isn't theirs."""
    offer = error.challenge.offer
    if error.user == offer.author:
        return "To withdraw it, tap **Cancel**."
    if error.user == offer.opponent:
        return "To turn it down, tap **Decline**."
    if offer.opponent is None:
        return f"To play {user(offer.author)}, tap **Join**."
    return "To play, start a game of your own with `/ttt new`."


def _busy(game: Game, settings: ServerSettings) -> str:
    return (
        f"This channel is busy: {_players(game)} are playing {size(game.rules)}: {link(game.place, game.message)}\n"
        f"You can start a game of your own in a thread. {others_can_end(game, settings)}"
    )


def _already_playing(error: errors.AlreadyPlaying) -> str:
    game = error.game
    opponent = player(game.player(game.side(error.user).other))
    here = f"You are already playing {opponent} here: {size(game.rules)}."
    if error.why_not_end:
        return f"{here} {refusal(error.why_not_end)}"
    may_end = f"{here} Go on with that game, or end it without a result and start the new one."
    return may_end if game.place.guild is None else f"{may_end} You can also play in another channel or a thread."


def _players(game: Game) -> str:
    return f"{player(game.x)} and {player(game.o)}"
