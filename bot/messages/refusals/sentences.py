"""The sentence for each refusal."""

from typing import assert_never, cast

from bot.game import errors
from bot.game.choices import DEFAULT_SETTINGS, ServerSettings
from bot.game.errors import PlayingRefusal, Refusal
from bot.game.errors.base import GameError
from bot.game.games import Computer, Game, MessageId, Player
from bot.messages import challenges
from bot.messages.choices import BlockRefusal, block_refusal
from bot.messages.records import season_refusal
from bot.messages.refusals.coaching import CoachRefusal, coach_refusal
from bot.messages.refusals.endings import end_refusal, others_can_end
from bot.messages.refusals.opening import OpeningRefusal, opening_refusal
from bot.messages.refusals.permissions import permission
from bot.messages.refusals.playing import cell_refusal, changed, turn_refusal, undo_refusal, your_own_elsewhere
from bot.messages.refusals.threads import ThreadRefusal, thread_refusal
from bot.messages.texts import EXAMPLE, link, player, size
from bot.messages.translator import Translator


def refusal(
    tr: Translator,
    error: GameError,
    form: MessageId | None = None,
    settings: ServerSettings = DEFAULT_SETTINGS,
    *,
    offers_thread: bool = False,
) -> str:
    """Return the sentence for a refusal in a server with some settings.

    form is the message from which a move form was opened: it is never linked. offers_thread says whether a button
    below begins in a thread what was refused.

    A type checker can't know the subclasses of a class, so a test holds that Refusal names every subclass of GameError.
    """
    if isinstance(error, errors.OldBoard) and form and form >= (error.game.message or 0):
        return changed(tr)
    return _sentence(tr, cast("Refusal", error), settings, offers_thread=offers_thread)


def _sentence(  # noqa: C901, PLR0911 - one exhaustive match
    tr: Translator, error: Refusal, settings: ServerSettings, *, offers_thread: bool
) -> str:
    if isinstance(error, PlayingRefusal):
        return _playing_refusal(tr, error, settings)
    if isinstance(error, OpeningRefusal):
        return opening_refusal(tr, error)
    if isinstance(error, BlockRefusal):
        return block_refusal(tr, error)
    if isinstance(error, ThreadRefusal):
        return thread_refusal(tr, error)
    if isinstance(error, CoachRefusal):
        return coach_refusal(tr, error)
    match error:
        case errors.ChannelBusy(game=game):
            return _busy(tr, game, settings, offers_thread=offers_thread)
        case errors.AlreadyPlaying():
            return _already_playing(tr, error)
        case errors.NoGame() | errors.NoSuchGame() | errors.NoSuchChallenge():
            return _missing_refusal(tr, error)
        case errors.NoSuchSeason() | errors.SeasonBegun():
            return season_refusal(tr, error)
        case errors.ChallengeOver(challenge=challenge):
            # Translators: Comes after what became of a challenge. "one" is a challenge.
            then = tr.gettext("Start a new one with `/ttt new`.")
            return tr.joined(challenges.closed(tr, challenge), then)
        case (
            errors.StillDrawing()
            | errors.OutOfDate()
            | errors.NotInServer()
            | errors.UnknownLanguage()
            | errors.MissingPermission()
            | errors.WaitedTooLong()
            | errors.ShuttingDown()
        ):
            return _any_refusal(tr, error)
        case _:
            assert_never(error)


def _playing_refusal(tr: Translator, error: PlayingRefusal, settings: ServerSettings) -> str:  # noqa: PLR0911 - one for each kind
    match error:
        case (
            errors.GameOver()
            | errors.OldBoard()
            | errors.NotYourGame()
            | errors.NotYourTurn()
            | errors.ComputerThinking()
        ):
            return turn_refusal(tr, error)
        case errors.UnreadableCell() | errors.OffBoard() | errors.CellTaken():
            return cell_refusal(tr, error)
        case errors.PlayerDeleted():
            # Translators: The answer to a move in a game with somebody who had their data deleted.
            return tr.gettext(
                "The other player's data was deleted, so this game stays as it is. Start a new one with `/ttt new`."
            )
        case errors.StillWinnable():
            # Translators: The answer to the button "Call it a draw".
            return tr.gettext("Somebody can still complete a line, so this is not a draw yet.")
        case errors.NoSwap():
            # Translators: {option} is what to add to the command for a game in which that can be done: leave it.
            return tr.gettext(
                "X can be taken only right after its first mark, in a game that began with {option}.",
                option="`swap:true`",
            )
        case errors.NotYetYours() | errors.MustBePlayedOut():
            return end_refusal(tr, error, settings)
        case errors.NothingToUndo() | errors.UndoAlreadyAsked() | errors.UndoNotYours():
            return undo_refusal(tr, error)
        case _:
            assert_never(error)


def _any_refusal(  # noqa: PLR0911 - one for each
    tr: Translator,
    error: errors.StillDrawing
    | errors.OutOfDate
    | errors.NotInServer
    | errors.UnknownLanguage
    | errors.MissingPermission
    | errors.WaitedTooLong
    | errors.ShuttingDown,
) -> str:
    match error:
        case errors.StillDrawing():
            # Translators: The answer to a second request for a picture of a board.
            return tr.gettext("Your last picture is still being drawn. It will follow in a moment.")
        case errors.OutOfDate():
            # Translators: The answer to a button or a command that is older or newer than the bot.
            return tr.gettext(
                "That is from another version of this bot. Use `/ttt board` to get a board with fresh buttons."
            )
        case errors.NotInServer():
            # Translators: The answer to a command that was used in a direct message, or where the bot isn't installed.
            return tr.gettext("That works only in a server that has this bot.")
        case errors.UnknownLanguage():
            # Translators: To a moderator who typed something else into `/ttt settings language`.
            return tr.gettext("I don't speak that language. Choose one of those that are offered while you type.")
        case errors.MissingPermission(permission=which):
            # Translators: {permission} is a permission of Discord: Manage Server.
            return tr.gettext("You need the **{permission}** permission for that.", permission=permission(tr, which))
        case errors.WaitedTooLong():
            # Translators: The answer where many people act in one channel.
            return tr.gettext(
                "Too much is happening in this channel at once. Nothing was changed. Try again in a moment."
            )
        case errors.ShuttingDown():
            # Translators: The answer while the bot restarts.
            return tr.gettext("The bot is restarting. Nothing was changed. Try again in a moment.")
        case _:
            assert_never(error)


def _missing_refusal(tr: Translator, error: errors.NoGame | errors.NoSuchGame | errors.NoSuchChallenge) -> str:
    match error:
        case errors.NoGame():
            # Translators: "here" is this channel. {example} is a command with options, which stays as it is.
            return tr.gettext("There is no game here yet. Start one, for example with {example}.", example=EXAMPLE)
        case errors.NoSuchGame():
            # Translators: The reader asked for a game by its number.
            return tr.gettext("No game with that number was played in this channel. `/ttt replay` lists the last ones.")
        case errors.NoSuchChallenge():
            # Translators: The answer to a button of a challenge that was deleted.
            return tr.gettext("That challenge is gone. Start a new one with `/ttt new`.")
        case _:
            assert_never(error)


def _busy(tr: Translator, game: Game, settings: ServerSettings, *, offers_thread: bool) -> str:
    # Translators: What somebody can do where a game is on in the channel. A thread is one of Discord's.
    in_thread = tr.gettext("You can start a game of your own in a thread.")
    then = in_thread if offers_thread else "" if game.place.guild is None else your_own_elsewhere(tr)
    return f"{_who_plays(tr, game)}\n{tr.joined(then, others_can_end(tr, game, settings))}"


def _who_plays(tr: Translator, game: Game) -> str:
    x, o = player(tr, game.x), player(tr, game.o)
    rules, where = size(tr, game.rules), link(game.place, game.message)
    if isinstance(game.x, Computer):
        # Translators: The answer to a new game where one is on. {player} is a mention, {rules} is like "3×3, 3 in a
        # row", {link} leads to the game.
        return tr.gettext(
            "This channel is busy: the computer and {player} are playing {rules}: {link}",
            player=o,
            rules=rules,
            link=where,
        )
    if isinstance(game.o, Computer):
        # Translators: The answer to a new game where one is on. {player} is a mention, {rules} is like "3×3, 3 in a
        # row", {link} leads to the game.
        return tr.gettext(
            "This channel is busy: {player} and the computer are playing {rules}: {link}",
            player=x,
            rules=rules,
            link=where,
        )
    # Translators: The answer to a new game where one is on. {x} and {o} are mentions, {rules} is like "3×3, 3 in a
    # row", {link} leads to the game.
    return tr.gettext(
        "This channel is busy: {x} and {o} are playing {rules}: {link}", x=x, o=o, rules=rules, link=where
    )


def _already_playing(tr: Translator, error: errors.AlreadyPlaying) -> str:
    game = error.game
    here = _here(tr, game, game.player(game.side(error.user).other))
    if error.why_not_end:
        return tr.joined(here, refusal(tr, error.why_not_end))
    # Translators: What a player can do who wants a new game; below it are the buttons "Go to it" and "End it and
    # start".
    may_end = tr.gettext("Go on with that game, or end it without a result and start the new one.")
    if game.place.guild is None:
        return tr.joined(here, may_end)
    # Translators: What a player can do who wants a second game. A thread is one of Discord's.
    elsewhere = tr.gettext("You can also play in another channel or a thread.")
    return tr.joined(here, may_end, elsewhere)


def _here(tr: Translator, game: Game, opponent: Player) -> str:
    rules = size(tr, game.rules)
    if isinstance(opponent, Computer):
        # Translators: The answer to a new game of somebody who is playing. {rules} is like "3×3, 3 in a row".
        return tr.gettext("You are already playing the computer here: {rules}.", rules=rules)
    # Translators: The answer to a new game of somebody who is playing. {player} is a mention, {rules} is like "3×3, 3
    # in a row".
    return tr.gettext("You are already playing {player} here: {rules}.", player=player(tr, opponent), rules=rules)
