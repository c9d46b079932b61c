"""Messages for refused requests and for failures.

- `refusal`: the sentence for each error, in the order of `bot/game/errors.py`; below it the longer ones in the same
  order: threads, opponents, a busy channel, challenges, blocks, moves, and who may end a game.
- `permission`: the names of Discord's permissions.
- `broken`, `no_database`, `closed_thread`: failures.
"""

from datetime import datetime
from typing import assert_never

from bot.game import errors, playing
from bot.game.challenges import ChallengeAction
from bot.game.choices import DEFAULT_SETTINGS, MAX_BLOCKED, ServerSettings
from bot.game.errors import GameError, Permission, WhyNotBlocked, WhyNoThread, WhyNotOpponent
from bot.game.games import (
    COOLDOWN,
    IDLE,
    IDLE_BETWEEN_PEOPLE,
    SIDES,
    Computer,
    Game,
    MessageId,
    Player,
    has_next_game,
)
from bot.messages import challenges
from bot.messages.texts import cell, link, listed, moment, move_hint, player, series, size, status, user
from bot.messages.translator import Translator

QUOTED = 40  # characters to quote from the user's text; the move form accepts no more

_MINUTES = IDLE.seconds // 60
_HOURS = int(IDLE_BETWEEN_PEOPLE.total_seconds()) // 3600


def refusal(  # noqa: C901, PLR0911, PLR0912, PLR0915 - one match from every error to its sentence
    tr: Translator,
    error: GameError,
    form: MessageId | None = None,
    settings: ServerSettings = DEFAULT_SETTINGS,
    *,
    offers_thread: bool = False,
) -> str:
    """Return the sentence for a refusal in a server with some settings.

    form is the message from which a move form was opened; the sentence never links to it. offers_thread: a button below
    starts the refused game in a thread. A type checker can't find a missing error, so a test calls this function with
    every subclass of GameError.
    """
    match error:
        case errors.StillDrawing():
            # Translators: The answer to a second request for a picture of a board.
            return tr.gettext("Your last picture is still being drawn. It'll be ready in a moment.")
        case errors.NotDrawn():
            # Translators: The answer to a request for an animated picture.
            return tr.gettext("The picture couldn't be drawn. Try again in a moment.")
        case errors.ExportedLately(again=again):
            # Translators: The answer to "Download my data" soon after the last one. {when} is an instant as Discord
            # shows it in the reader's language: "in 5 minutes".
            return tr.gettext("You asked for your data a moment ago. You can ask again {when}.", when=moment(again))
        case errors.ExportRunning():
            # Translators: The answer to "Download my data". The bot gathers the data of one person at a time.
            return tr.gettext("Another player's data export is running. Try again in a minute.")
        case errors.OutOfDate():
            # Translators: The answer to a button or a command that is older or newer than the bot.
            return tr.gettext(
                "This message is from another version of the bot. Use `/ttt board` to get a board with fresh buttons."
            )
        case errors.WaitedTooLong():
            # Translators: The answer where many people act in one channel.
            return tr.gettext(
                "Too much is happening in this channel at once. Nothing was changed. Try again in a moment."
            )
        case errors.TooMuchAtOnce():
            # Translators: The answer to a user who sends so much that the bot can't keep up.
            return tr.gettext(
                "That was too many requests at once. Nothing was changed. Wait for the answers, then try again."
            )
        case errors.TooBusy():
            # Translators: The answer where more people use the bot than it can serve.
            return tr.gettext("The bot is very busy right now. Nothing was changed. Try again in a moment.")
        case errors.ShuttingDown():
            # Translators: The answer while the bot restarts.
            return tr.gettext("The bot is restarting. Nothing was changed. Try again in a moment.")
        case errors.NotInServer():
            # Translators: The answer to a command that was used in a direct message, or where the bot isn't installed.
            return tr.gettext("That works only in a server where this bot is installed.")
        case errors.MissingPermission(permission=which):
            # Translators: {permission} is a permission of Discord: Manage Server.
            return tr.gettext("You need the **{permission}** permission for that.", permission=permission(tr, which))
        case errors.BotLacksPermissions(permissions=permissions):
            # Translators: {permissions} are the names of one or several permissions, like "**Create Public Threads**".
            # {number} counts them and need not be said.
            return tr.ngettext(
                "To create a thread, I need this permission in this channel: {permissions}.",
                "To create a thread, I need these permissions in this channel: {permissions}.",
                len(permissions),
                permissions=listed(tr, (f"**{permission(tr, needed)}**" for needed in permissions)),
            )
        case errors.NoThread(why=why):
            return _no_thread(tr, why)
        case errors.SizeOutOfRange(m=m, n=n):
            # Translators: {m} and {n} are the rows and columns that the reader wanted; {least} is 2 and {most} is 100.
            return tr.gettext(
                "A {m}×{n} board is out of range. Choose `m` and `n` from {least} to {most}.",
                m=m,
                n=n,
                least=SIDES.start,
                most=SIDES.stop - 1,
            )
        case errors.LineTooLong(m=m, n=n, k=k):
            # Translators: The reader wanted {k} marks in a row on a board of {m} rows and {n} columns.
            return tr.gettext(
                "{k} in a row doesn't fit on {m}×{n}. Choose `k` from 2 to {most}.", k=k, m=m, n=n, most=max(m, n)
            )
        case errors.UnreadableNumber(text=text):
            # Translators: {text} is what the reader typed into the form for the size of a board.
            return tr.gettext("I couldn't read `{text}` as a number. Type a whole number, like 5.", text=_quoted(text))
        case errors.BadOpponent(why=why):
            return _unplayable(tr, why)
        case errors.ComputerNotPlaying():
            # Translators: `ai` and `first` are options of `/ttt new`.
            return tr.gettext(
                "The computer can go first only if you play against it. Add `ai`, or choose another `first`."
            )
        case errors.TooManyGames():
            # Translators: The answer to one new game too many.
            return tr.ngettext(
                "You started {number} game within a minute. Wait a moment, then try again.",
                "You started {number} games within a minute. Wait a moment, then try again.",
                COOLDOWN.games,
            )
        case errors.ChannelBusy(game=game):
            return _busy(tr, game, settings, offers_thread=offers_thread)
        case errors.AlreadyPlaying():
            return _already_playing(tr, error)
        case errors.NoSuchChallenge():
            # Translators: The answer to a button of a challenge that was deleted.
            return tr.gettext("That challenge is gone. Start a new one with `/ttt new`.")
        case errors.ChallengeOver(challenge=challenge):
            # Translators: Comes after what became of a challenge. "one" is a challenge.
            then = tr.gettext("Start a new one with `/ttt new`.")
            return tr.joined(challenges.closed(tr, challenge), then)
        case errors.NotYourChallenge():
            return _not_your_challenge(tr, error)
        case errors.NobodyThere(opponent=other):  # they block the reader, or accept no challenges
            # Translators: The reader wanted to play a user who takes no challenges, or none from them. It must not be
            # said which. {player} is a mention. The parts in backticks stay as they are.
            return tr.gettext(
                "{player} isn't taking challenges right now. Use `/ttt new` without `opponent` to let anyone join, or "
                "add `ai` to play the computer.",
                player=user(tr, other),
            )
        case errors.HasBlocked(blocked=other):
            # Translators: The reader wanted to play a user whom they blocked. {player} is a mention.
            return tr.gettext(
                "You blocked {player}. To play them, unblock them in `/ttt me` first.", player=user(tr, other)
            )
        case errors.CannotBlock(why=why):
            return _unblockable(tr, why)
        case errors.TooManyBlocked():
            # Translators: The reader wanted to block one more. {number} is 75.
            return tr.gettext("You can't block more than {number} users. Unblock someone first.", number=MAX_BLOCKED)
        case errors.NotBlocked(user=other):
            # Translators: The reader wanted to unblock a user. {player} is a mention.
            return tr.gettext("You haven't blocked {player}, so nothing has changed.", player=user(tr, other))
        case errors.NoGame():
            example = "`/ttt new m:3 n:4 k:3 ai:classic`"  # the same in every language
            # Translators: "here" is this channel. {example} is a command with options, which stays as it is.
            return tr.gettext("There is no game here yet. Start one, for example with {example}.", example=example)
        case errors.NoSuchGame():
            # Translators: The reader asked for a game by its number.
            return tr.gettext("No game with that number was played in this channel. `/ttt replay` lists recent games.")
        case errors.GameOver(game=game):
            return _over(tr, game)
        case errors.OldBoard(game=game) if form and form >= (game.message or 0):
            # Translators: The answer to a form that was sent too late. **Move** is the button that opens it.
            return tr.gettext(
                "The board changed after you opened that form, so your move wasn't made. Tap **Move** again."
            )
        case errors.OldBoard(game=game):
            # Translators: The answer to a tap on a board that has been replaced. {link} leads to the current board.
            old = tr.gettext(
                "That board is out of date. The current one is here: {link}", link=link(game.place, game.message)
            )
            # Translators: Comes below a link to a board. "it" is the board.
            again = tr.gettext("`/ttt board` posts it again.")
            return f"{old}\n{again}"
        case errors.NotYourGame(game=game):
            # Translators: The answer to a user who tapped on the board of other people. Who plays follows.
            what = tr.gettext("This isn't your game.")
            return tr.joined(what, _between(tr, game), _elsewhere(tr))
        case errors.NotYourTurn(game=game):
            # Translators: The answer to a move of the other player. {player} is a mention, {mark} is X or O.
            return tr.gettext(
                "It isn't your turn. {player} ({mark}) moves next.",
                player=player(tr, game.turn),
                mark=game.board.turn.name,
            )
        case errors.ComputerThinking():
            # Translators: The answer to a move while it is the computer's turn.
            return tr.gettext("The computer is still thinking. Its move is coming in a moment.")
        case errors.UnreadableCell(text=text):
            return tr.joined(_unread(tr, text), move_hint(tr))
        case errors.IncompleteCell(has_row=True):
            # Translators: The answer to a form for a move. "Column" is the name of a menu in that form.
            return tr.gettext("You chose a row. Choose a column, too.")
        case errors.IncompleteCell():
            # Translators: The answer to a form for a move. "Row" is the name of a menu in that form.
            return tr.gettext("You chose a column. Choose a row, too.")
        case errors.OffBoard(rules=rules, cell=where):
            # Translators: {cell} is row and column, such as (7, 9), which the board doesn't have. {row} and {column}
            # are the last ones that it has.
            return tr.gettext(
                "{cell} is off the board: rows go from 0 to {row}, columns from 0 to {column}.",
                cell=cell(where),
                row=rules.m - 1,
                column=rules.n - 1,
            )
        case errors.CellTaken():
            return _taken(tr, error)
        case errors.StillWinnable():
            # Translators: The answer to the button "Call it a draw".
            return tr.gettext("A line is still possible, so this isn't a draw yet.")
        case errors.NoSwap():
            # Translators: {option} is what to add to the command for a game in which that can be done: leave it.
            return tr.gettext(
                "You can take X only right after the first move, in a game started with {option}.",
                option="`swap:true`",
            )
        case errors.NothingToUndo():
            # Translators: The answer to `/ttt undo` before the reader's first move.
            return tr.gettext("There's nothing to undo: you haven't made a move.")
        case errors.UndoAlreadyAsked(game=game):
            request = game.request
            # Translators: The answer to a second `/ttt undo`. {link} leads to the message that asks the opponent.
            return tr.gettext(
                "Your opponent already has your request: {link}", link=link(game.place, request and request.message)
            )
        case errors.UndoNotYours():
            # Translators: The answer to another user who tapped Allow or Decline below a request for an undo.
            return tr.gettext("Only your opponent can answer this request.")
        case errors.PlayerDeleted():
            # Translators: The answer to a move in a game with a user whose data was deleted.
            return tr.gettext(
                "The other player's data was deleted, so this game stays as it is. Start a new one with `/ttt new`."
            )
        case errors.NotYetYours(game=game):
            others = _others_can_end(tr, game, settings) if settings.anyone_may_end else ""
            return tr.joined(_may_end(tr, game), others)
        case errors.MustBePlayedOut(game=game, after=after):
            return tr.joined(_needs_result(tr), _ways(tr, game), _in_time(tr, game, after))
        case errors.HintsInRated():
            # Translators: The answer to `/ttt hint` in a game between people that counts for the Elo ratings.
            return tr.gettext("This game is rated, so there are no hints. To get hints, play the computer.")
        case errors.StillRunning():
            # Translators: The answer to a request for a review of a game that is not over.
            return tr.gettext("That game is still on. Once it has ended, `/ttt review` shows where it was won or lost.")
        case errors.CoachBusy():
            # Translators: The answer to a request for a hint or a review.
            return tr.gettext("Too many hints and reviews are running right now. Try again in a moment.")
        case errors.PuzzleOver():
            # Translators: The answer to a tap on an older puzzle.
            return tr.gettext("You have already solved that puzzle, or it isn't today's. `/ttt puzzle` shows today's.")
        case errors.PuzzleShared():
            # Translators: The answer to the button "Share" on a solved puzzle.
            return tr.gettext("You have already shared that puzzle, or it isn't today's.")
        case errors.PuzzleCellTaken(cell=where):
            # Translators: The answer to a tap in a puzzle. {cell} is row and column, such as (1, 2).
            return tr.gettext("{cell} is taken. Choose an empty cell.", cell=cell(where))
        case errors.CannotPost():
            # Translators: The answer to a moderator who wants puzzles to be posted. {view} and {send} are permissions
            # of Discord, View Channel and Send Messages.
            return tr.gettext(
                "I can't post here. Give me the **{view}** and **{send}** permissions in this channel, then try again.",
                view=permission(tr, Permission.VIEW_CHANNEL),
                send=permission(tr, Permission.SEND_MESSAGES),
            )
        case errors.NoSuchSeason(current=current):
            # Translators: A user asked for the ratings of a season that doesn't exist.
            return tr.gettext("That season doesn't exist here. The current season is {number}.", number=current)
        case errors.SeasonBegun(current=current):
            # Translators: The answer to the button "Start season 2" if another member was quicker.
            return tr.gettext("That season has already begun. The current season is {number}.", number=current)
        case _:
            raise LookupError(f"no sentence for {error!r}")


def _no_thread(tr: Translator, why: WhyNoThread) -> str:
    sentences = {
        # Translators: `thread` is an option of the command.
        WhyNoThread.ELSEWHERE: tr.gettext(
            "I can create a thread only in a server where this bot is installed. To play here, leave `thread` out."
        ),
        # Translators: A moderator has turned threads off. `thread` is an option of the command.
        WhyNoThread.OFF: tr.gettext(
            "Games in threads are turned off in this server. To play in a channel, use `/ttt new` without `thread`."
        ),
        # Translators: As in a voice channel. `thread` is an option of the command.
        WhyNoThread.NO_SUCH_CHANNEL: tr.gettext(
            "This kind of channel has no threads. To play here, use `/ttt new` without `thread`."
        ),
        # Translators: Discord allows 1,000 active threads in a server. `thread` is an option of the command.
        WhyNoThread.FULL: tr.gettext(
            "This server has as many active threads as Discord allows, so I can't create another one. To play "
            "in a channel, use `/ttt new` without `thread`."
        ),
        # Translators: As when too many threads are opened within a minute.
        WhyNoThread.BUSY: tr.gettext("Discord isn't letting me create a thread right now. Try again in a minute."),
        # Translators: For a reason that isn't known. `thread` is an option of the command.
        WhyNoThread.REFUSED: tr.gettext(
            "Discord didn't let me create a thread in this channel. To play in the channel, use `/ttt new` "
            "without `thread`."
        ),
    }
    return sentences[why]


def _unplayable(tr: Translator, why: WhyNotOpponent) -> str:
    sentences = {
        # Translators: The answer to a user who challenged themselves. `ai` is an option of `/ttt new`.
        WhyNotOpponent.SELF: tr.gettext(
            "You can't challenge yourself. Choose another member, or use `ai` to play the computer."
        ),
        # Translators: The answer to a user who challenged a bot. `ai` is an option of `/ttt new`.
        WhyNotOpponent.BOT: tr.gettext(
            "You can't challenge another bot. Choose a member, or use `ai` to play the computer."
        ),
        # Translators: `ai` and `opponent` are options of `/ttt new`.
        WhyNotOpponent.AI_TOO: tr.gettext("Choose either `ai` or `opponent`, not both."),
        # Translators: The answer to a challenge of a user who left the server. `ai` is an option of `/ttt new`.
        WhyNotOpponent.ABSENT: tr.gettext(
            "You can only challenge members of this server. To play the computer, use `ai`."
        ),
        # Translators: `opponent` is an option of `/ttt new`.
        WhyNotOpponent.ELSEWHERE: tr.gettext(
            "You can challenge a member only in a server where this bot is installed. Leave `opponent` out to let "
            "anyone join."
        ),
    }
    return sentences[why]


def _busy(tr: Translator, game: Game, settings: ServerSettings, *, offers_thread: bool) -> str:
    # Translators: What the user can do if the channel has a game. A thread is one of Discord's.
    in_thread = tr.gettext("You can start a game of your own in a thread.")
    then = in_thread if offers_thread else "" if game.place.guild is None else _elsewhere(tr)
    # Translators: The answer to a new game where one is on. {x} and {o} are mentions, or "the computer", {rules} is
    # like "3×3, 3 in a row", {link} leads to the game.
    busy = tr.gettext(
        "This channel is busy with a game between {x} and {o} ({rules}): {link}",
        x=player(tr, game.x),
        o=player(tr, game.o),
        rules=size(tr, game.rules),
        link=link(game.place, game.message),
    )
    return f"{busy}\n{tr.joined(_others_can_end(tr, game, settings), then)}"


def _already_playing(tr: Translator, error: errors.AlreadyPlaying) -> str:
    game = error.game
    here = _here(tr, game, game.player(game.side(error.user).other))
    if error.why_not_end:
        return tr.joined(here, refusal(tr, error.why_not_end))
    # Translators: What a player can do who wants a new game; below it are the buttons "Go to the game" and "End it and
    # start".
    may_end = tr.gettext("Keep playing that game, or end it without a result and start the new one.")
    if game.place.guild is None:
        return tr.joined(here, may_end)
    # Translators: What a player can do who wants a second game. A thread is one of Discord's.
    elsewhere = tr.gettext("You can also play in another channel or a thread.")
    return tr.joined(here, may_end, elsewhere)


def _here(tr: Translator, game: Game, opponent: Player) -> str:
    rules = size(tr, game.rules)
    if isinstance(opponent, Computer):
        # Translators: The answer to a new game of a user who is playing. {rules} is like "3×3, 3 in a row".
        return tr.gettext("You are already playing the computer here: {rules}.", rules=rules)
    # Translators: The answer to a new game of a user who is playing. {player} is a mention, {rules} is like "3×3, 3
    # in a row".
    return tr.gettext("You are already playing {player} here: {rules}.", player=player(tr, opponent), rules=rules)


def _not_your_challenge(tr: Translator, error: errors.NotYourChallenge) -> str:
    offer = error.challenge.offer
    author = user(tr, offer.author)
    opponent = None if offer.opponent is None else user(tr, offer.opponent)
    match error.action:
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN if opponent is None:
            # Translators: The answer to a player who joins their own challenge. **Play the computer** is a button.
            return tr.gettext("You can't join your own challenge. Wait for someone, or tap **Play the computer**.")
        case ChallengeAction.DECLINE if opponent is None:
            # Translators: The answer to a user who declines a challenge that is open to anyone.
            return tr.gettext("This challenge is open to anyone, so there is nothing to decline.")
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN:
            # Translators: The answer to another user. {player} is a mention: who was challenged.
            only = tr.gettext("Only {player} can accept this challenge.", player=opponent)
        case ChallengeAction.DECLINE:
            # Translators: The answer to another user. {player} is a mention: who was challenged.
            only = tr.gettext("Only {player} can decline this challenge.", player=opponent)
        case ChallengeAction.COMPUTER if opponent is None:
            # Translators: The answer to another user who tapped "Play the computer". {player} is a mention: who was
            # looking for an opponent.
            only = tr.gettext("Only {player} can play the computer here.", player=author)
        case ChallengeAction.COMPUTER:
            # Translators: The answer to a button for the computer. {player} is a mention: who was challenged.
            return tr.gettext("This challenge is for {player}, not for the computer.", player=opponent)
        case ChallengeAction.CANCEL:
            # Translators: The answer to another user. {player} is a mention: who made the challenge.
            only = tr.gettext("Only {player} can cancel this challenge.", player=author)
        case _:
            assert_never(error.action)
    return tr.joined(only, _instead(tr, error))


def _instead(tr: Translator, error: errors.NotYourChallenge) -> str:
    """Return what a user can do after pressing another user's button on a challenge."""
    offer = error.challenge.offer
    if error.user == offer.author:
        # Translators: What the author of a challenge can do. **Cancel** is a button.
        return tr.gettext("To cancel the challenge, tap **Cancel**.")
    if error.user == offer.opponent:
        # Translators: What the challenged user can do. **Decline** is a button.
        return tr.gettext("To decline the challenge, tap **Decline**.")
    if offer.opponent is None:
        # Translators: What anyone can do about an open challenge. {player} is a mention; **Join** is a button.
        return tr.gettext("To play {player}, tap **Join**.", player=user(tr, offer.author))
    # Translators: What anybody can do about a challenge between two others.
    return tr.gettext("To play, start a game of your own with `/ttt new`.")


def _unblockable(tr: Translator, why: WhyNotBlocked) -> str:
    sentences = {
        # Translators: The reader wanted to block themselves. The part in backticks stays as it is.
        WhyNotBlocked.SELF: tr.gettext("You can't block yourself. To stop all challenges, turn them off in `/ttt me`."),
        # Translators: The reader wanted to block a bot.
        WhyNotBlocked.BOT: tr.gettext("You can't block a bot, but bots can't challenge you anyway."),
    }
    return sentences[why]


def _over(tr: Translator, game: Game) -> str:
    # Translators: The answer to a move in a game that has ended. How it ended follows.
    over = tr.gettext("That game is over.")
    if has_next_game(game):
        # Translators: What a player can do who wants to move in a game of a series that has ended. **Next game** is a
        # button.
        go_on = tr.gettext("Tap **Next game** to go on.")
        return "\n".join((tr.joined(over, status(tr, game)), series(tr, game), go_on))
    # Translators: What a user can do who tapped on a game that has ended. **Rematch** is a button; "one" is a game.
    then = tr.gettext("Tap **Rematch**, or start a new game with `/ttt new`.")
    return tr.joined(over, status(tr, game), then)


def _elsewhere(tr: Translator) -> str:
    """Return where else a user can play."""
    # Translators: What the user can do if other people are playing: start a game of their own.
    return tr.gettext("Start a game of your own in another channel or a thread.")


# Translators: Who plays a game, "it". {player} is a mention.
def _between(tr: Translator, game: Game) -> str:
    x, o = player(tr, game.x), player(tr, game.o)
    if isinstance(game.x, Computer):
        return tr.gettext("The game is between the computer and {player}.", player=o)
    if isinstance(game.o, Computer):
        return tr.gettext("The game is between {player} and the computer.", player=x)
    # Translators: Who plays a game, "it". {x} and {o} are mentions.
    return tr.gettext("The game is between {x} and {o}.", x=x, o=o)


def _taken(tr: Translator, error: errors.CellTaken) -> str:
    owner, parts = error.game.player(error.by), {"cell": cell(error.cell), "mark": error.by.name}
    if isinstance(owner, Computer):
        # Translators: {cell} is row and column, such as (1, 2); {mark} is X or O.
        return tr.gettext("{cell} is taken by the computer ({mark}). Choose an empty cell.", **parts)
    # Translators: {cell} is row and column, such as (1, 2); {player} is a mention, {mark} is X or O.
    return tr.gettext("{cell} is taken by {player} ({mark}). Choose an empty cell.", player=user(tr, owner.id), **parts)


def _unread(tr: Translator, text: str) -> str:
    if typed := _quoted(text):
        # Translators: {text} is what the reader typed into the form for a move. How to type a cell follows.
        return tr.gettext("I couldn't read `{text}` as a cell.", text=typed)
    # Translators: The answer to a form for a move in which nothing was typed. How to type a cell follows.
    return tr.gettext("You didn't enter a cell.")


def _quoted(text: str) -> str:
    """Return the beginning of a user's text, on one line and as plain text."""
    return " ".join(text.replace("`", "'").split())[:QUOTED].strip()


def _needs_result(tr: Translator) -> str:
    # Translators: The answer to `/ttt end` of a player in a rated game. "Result": a win or a draw.
    return tr.gettext("This game is rated and you have both moved, so it needs a result.")


def _may_end(tr: Translator, game: Game) -> str:
    # Translators: The answer to `/ttt end` of another user. {permission} is a permission of Discord: Manage Messages.
    return (
        tr.gettext(
            "Only members with the **{permission}** permission can end this game now.", permission=_moderates(tr)
        )
        if game.must_be_played_out
        else tr.gettext(
            "Only the players and members with the **{permission}** permission can end this game now.",
            permission=_moderates(tr),
        )
    )


def _moderates(tr: Translator) -> str:
    return permission(tr, Permission.MANAGE_MESSAGES)


def _ways(tr: Translator, game: Game) -> str:
    if game.board.is_dead:
        # Translators: What a player can do in a rated game that can only be drawn. **Call it a draw** is a button.
        # {permission} is a permission of Discord: Manage Messages.
        return tr.gettext(
            "Play on, give up with `/ttt resign`, tap **Call it a draw**, or ask a member with the "
            "**{permission}** permission to end the game.",
            permission=_moderates(tr),
        )
    # Translators: What a player can do in a rated game. {permission} is a permission of Discord: Manage Messages.
    return tr.gettext(
        "Play on, give up with `/ttt resign`, or ask a member with the **{permission}** permission to end the game.",
        permission=_moderates(tr),
    )


def _in_time(tr: Translator, game: Game, after: datetime | None) -> str:
    if game.clock:
        # Translators: Said to a player in a game in which each move has a time limit.
        return tr.gettext("The player who runs out of time loses.")
    if after:
        # Translators: Said to a player. {number} is
        # 30; {when} is shown by Discord in the reader's language, such as "in 5 minutes".
        return tr.ngettext(
            "After {number} minute without a move by your opponent ({when}), you can end this game with `/ttt end`.",
            "After {number} minutes without a move by your opponent ({when}), you can end this game with `/ttt end`.",
            _MINUTES,
            when=moment(after),
        )
    # Translators: Said to a player. {number} is 30.
    return tr.ngettext(
        "After {number} minute without a move by your opponent, you can end this game with `/ttt end`.",
        "After {number} minutes without a move by your opponent, you can end this game with `/ttt end`.",
        _MINUTES,
    )


def _others_can_end(tr: Translator, game: Game, settings: ServerSettings) -> str:
    """Return when users who don't play may end a game, if ever."""
    if deadline := game.clock and game.clock.deadline:
        # Translators: The latest time at which the game of other players ends. {when} is shown by Discord in the
        # reader's language, such as "in 5 minutes".
        return tr.gettext("The game ends when its clock runs out: {when}.", when=moment(deadline))
    if not settings.anyone_may_end:
        # Translators: Who may end the game of other players. {permission} is a permission of Discord: Manage Messages.
        return tr.gettext(
            "The players and members with the **{permission}** permission can end the game with `/ttt end`.",
            permission=_moderates(tr),
        )
    when = moment(playing.idle_from(game))
    if game.must_be_played_out:
        # Translators: Who may end the game of other players. {player} is a mention: whose turn it is. {number} is 24;
        # {when} is shown by Discord in the reader's language, such as "in 5 hours".
        return tr.ngettext(
            "After {number} hour without a move ({when}), anyone but {player} can end the game with `/ttt end`.",
            "After {number} hours without a move ({when}), anyone but {player} can end the game with `/ttt end`.",
            _HOURS,
            player=player(tr, game.turn),
            when=when,
        )
    if len(game.humans) > 1:
        # Translators: Who may end the game of other players. {number} is 24; {when} is shown by Discord in the reader's
        # language, such as "in 5 hours".
        return tr.ngettext(
            "After {number} hour without a move ({when}), anyone can end the game with `/ttt end`.",
            "After {number} hours without a move ({when}), anyone can end the game with `/ttt end`.",
            _HOURS,
            when=when,
        )
    # Translators: Who may end a user's game against the computer. {number} is 30; {when} is shown by Discord in the
    # reader's language, such as "in 5 minutes".
    return tr.ngettext(
        "After {number} minute without a move ({when}), anyone can end the game with `/ttt end`.",
        "After {number} minutes without a move ({when}), anyone can end the game with `/ttt end`.",
        _MINUTES,
        when=when,
    )


def permission(tr: Translator, which: Permission) -> str:
    """Return the name of a permission."""
    # Translators: A permission, named as in the settings of channels in Discord's own client in this language.
    names = {
        # Translators: A permission, named as in the settings of roles in Discord's own client in this language.
        Permission.MANAGE_SERVER: tr.pgettext("permission of Discord", "Manage Server"),
        # Translators: A permission, named as in the settings of roles in Discord's own client in this language.
        Permission.MANAGE_MESSAGES: tr.pgettext("permission of Discord", "Manage Messages"),
        Permission.VIEW_CHANNEL: tr.pgettext("permission of Discord", "View Channel"),
        Permission.SEND_MESSAGES: tr.pgettext("permission of Discord", "Send Messages"),
        Permission.READ_MESSAGE_HISTORY: tr.pgettext("permission of Discord", "Read Message History"),
        Permission.CREATE_PUBLIC_THREADS: tr.pgettext("permission of Discord", "Create Public Threads"),
        Permission.SEND_MESSAGES_IN_THREADS: tr.pgettext("permission of Discord", "Send Messages in Threads"),
    }
    return names[which]


def broken(tr: Translator, reference: str, *, saved: bool) -> str:
    """Return the message for a bug, with its reference in the log."""
    # Translators: An error that is the bot's fault. {reference} is a code like ab12cd34, for those who run the bot.
    what = tr.gettext("Something went wrong on our side (reference `{reference}`).", reference=reference)
    # Translators: Comes after a sentence that says what failed. "Your action" is a move or another request.
    counted = (
        tr.gettext("Your action was saved. `/ttt board` shows the current board.")
        if saved
        else tr.gettext("Your action may not have been saved. `/ttt board` shows the current board.")
    )
    return tr.joined(what, counted)


def no_database(tr: Translator, reference: str, *, saved: bool, unchanged: bool) -> str:
    """Return the message for a database that doesn't respond, with the reference in the log."""
    # Translators: An error that is the bot's fault. {reference} is a code like ab12cd34, for those who run the bot.
    what = tr.gettext("The game database isn't responding (reference `{reference}`).", reference=reference)
    return tr.joined(what, _counted_later(tr, saved=saved, unchanged=unchanged))


# Translators: Comes after a sentence that says what failed. "Your action" is a move or another request.
def _counted_later(tr: Translator, *, saved: bool, unchanged: bool) -> str:
    if saved:
        return tr.gettext("Your action was saved. In a moment, `/ttt board` will show the current board.")
    if unchanged:
        # Translators: Comes after a sentence that says what failed. The reader may try again.
        return tr.gettext("Nothing was changed. Try again in a moment.")
    return tr.gettext("Your action may not have been saved. In a moment, `/ttt board` will show the current board.")


def closed_thread(tr: Translator, *, saved: bool) -> str:
    """Return the message for a thread in which the bot may neither write nor edit a message."""
    if saved:
        # Translators: As in the menu of a thread on Discord, *Close Thread* and *Lock Thread*.
        return tr.gettext(
            "This thread is closed or locked, so I can't show the board. Your action was saved. Once the thread is "
            "open again, `/ttt board` will show the current board."
        )
    # Translators: As in the menu of a thread on Discord, *Close Thread* and *Lock Thread*.
    return tr.gettext("This thread is closed or locked, so I can't post in it. Try again once the thread is open.")
