"""Messages for refused requests and for failures.

- `refusal`: the sentence for each error, in the order of `bot/game/errors.py`; below it the longer ones in the same
  order: threads, opponents, a busy channel, challenges, blocks, moves, and who may end a game.
- `permission`: the names of Discord's permissions.
- `broken`, `no_database`, `closed_thread`: failures.
"""

from datetime import datetime
from typing import assert_never

from bot.game import errors, playing
from bot.game.errors import GameError, Permission, Way, WhyNotBlocked, WhyNoThread, WhyNotOpponent
from bot.game.games import (
    COOLDOWN,
    DELETED_USER,
    IDLE,
    SIDES,
    Computer,
    Game,
    Human,
    MessageId,
    Player,
    has_next_game,
)
from bot.game.lobby import Challenge, ChallengeAction, Terms
from bot.game.preferences import DEFAULT_SETTINGS, MAX_BLOCKED, ServerSettings
from bot.messages import boards, lobby
from bot.messages.custom_ids import Action, ChallengePress, game_custom_id
from bot.messages.drafts import Button
from bot.messages.games import opponents
from bot.messages.texts import cell, header, link, listed, moment, move_hint, player, size, user
from bot.messages.translator import Translator

QUOTED = 40  # characters to quote from the user's text; the move form accepts no more


def buttons_of(
    tr: Translator, error: GameError, in_thread: Button | None = None, then: Terms | ChallengePress | None = None
) -> tuple[Button, ...]:
    """Return the buttons below a refusal.

    in_thread starts the refused game in a thread; then is that game. Every error has a Way to go on, so that no refusal
    is a dead end. A test walks them all.
    """
    if isinstance(error, errors.AlreadyPlaying):
        return lobby.already_playing(tr, error.game, None if error.why_not_end else then, in_thread)
    if isinstance(error, errors.WhichGame):
        return tuple(_board_button(tr, game) for game in error.games)
    rules = error.game.rules if isinstance(error, errors.WithGame) else playing.rules_for(None, None, None)
    new, solo = lobby.buttons(tr, rules)
    if isinstance(error, errors.GameOver) and DELETED_USER not in error.game.humans:
        return boards.next_game(tr, error.game), new
    match error.way:
        case Way.SOLO:
            return (solo,) if in_thread is None else (in_thread, solo)
        case Way.NEW_GAME:
            return (new,)
        case Way.RETRY | Way.COMMAND | Way.LINK | Way.PERSON | Way.INSTALL:
            return ()
        case _:
            assert_never(error.way)


def refusal(  # noqa: C901, PLR0911, PLR0912, PLR0915 - one match from every error to its sentence
    tr: Translator,
    error: GameError,
    form: MessageId | None = None,
    settings: ServerSettings = DEFAULT_SETTINGS,
    *,
    offers_thread: bool = False,
) -> str:
    """Return the private answer to a refused request.

    settings are those of the server. form is the message from which a form was opened; the sentence never links to it.
    offers_thread: a button below starts the refused game in a thread. A type checker can't find a missing error, so a
    test calls this function with every subclass of GameError.
    """
    match error:
        case errors.StillDrawing():
            return tr.gettext("Your last picture is still being drawn. It'll be ready in a moment.")
        case errors.NotDrawn():
            return tr.gettext("The picture couldn't be drawn. Try again in a moment.")
        case errors.ExportedLately(again=again):
            return tr.gettext("You asked for your data a moment ago. You can ask again {when}.", when=moment(again))
        case errors.ExportRunning():
            return tr.gettext("Another player's data export is running. Try again in a minute.")
        case errors.OutOfDate():
            return tr.gettext(
                "This is from another version of the bot. Enter the command again, or use `/ttt board` to get a board "
                "with fresh buttons."
            )
        case errors.WaitedTooLong():
            return tr.gettext(
                "Too much is happening in this channel at once. Nothing was changed. Try again in a moment."
            )
        case errors.TooMuchAtOnce():
            return tr.gettext(
                "You sent too many requests at once. Nothing was changed. Wait for the answers, then try again."
            )
        case errors.TooBusy():
            return tr.gettext("The bot is very busy right now. Nothing was changed. Try again in a moment.")
        case errors.ShuttingDown():
            return tr.gettext("The bot is restarting. Nothing was changed. Try again in a moment.")
        case errors.NotInServer():
            # Translators: **Add App** is a button on the bot's profile on Discord.
            where = tr.gettext("That works only in a server where this bot is installed.")
            return tr.joined(where, tr.gettext("To add it, tap **Add App** on its profile."))
        case errors.MissingPermission(permission=which):
            what = tr.gettext("You need the **{permission}** permission for that.", permission=permission(tr, which))
            return tr.joined(what, tr.gettext("Ask a member who has it."))
        case errors.BotLacksPermissions(permissions=permissions):
            # Translators: {permissions} are names like "**View Channel**". {number} counts them and need not be said.
            needed = tr.ngettext(
                "To create a thread, I need this permission in this channel: {permissions}.",
                "To create a thread, I need these permissions in this channel: {permissions}.",
                len(permissions),
                permissions=listed(tr, (f"**{permission(tr, missing)}**" for missing in permissions)),
            )
            return tr.joined(needed, _without_thread(tr))
        case errors.NoThread(why=why):
            return _no_thread(tr, why)
        case errors.SizeOutOfRange(m=m, n=n):
            # Translators: {m} and {n} are the rows and columns that the reader wanted; {least} is 2 and {most} is 100.
            return tr.gettext(
                "A {m}×{n} board isn't possible. Choose {least} to {most} rows (`m`) and columns (`n`).",
                m=m,
                n=n,
                least=SIDES.start,
                most=SIDES.stop - 1,
            )
        case errors.LineTooLong(m=m, n=n, k=k):
            return tr.gettext(
                "{k} in a row isn't possible on {m}×{n}. Choose 2 to {most} marks in a row (`k`).",
                k=k,
                m=m,
                n=n,
                most=max(m, n),
            )
        case errors.UnreadableNumber(text=text):
            return tr.gettext("I couldn't read `{text}` as a number. Type a whole number, like 5.", text=_quoted(text))
        case errors.BadOpponent(why=why):
            return _unplayable(tr, why)
        case errors.ComputerNotPlaying():
            return tr.gettext(
                "The computer can go first only if you play against it. Add `ai`, or choose another `first`."
            )
        case errors.TooManyGames():
            return tr.ngettext(
                "You started {number} game within a minute. Wait a moment, then try again.",
                "You started {number} games within a minute. Wait a moment, then try again.",
                COOLDOWN.games,
            )
        case errors.ChannelBusy(game=game):
            return _busy(tr, game, settings, offers_thread=offers_thread)
        case errors.AlreadyPlaying():
            return _already_playing(tr, error, offers_thread=offers_thread)
        case errors.NoSuchChallenge():
            return tr.gettext("That challenge is gone. Start a new one with `/ttt new`.")
        case errors.AlreadyOffered(challenge=challenge):
            return f"{lobby.closed(tr, challenge)} {link(challenge.offer.place, challenge.message)}"
        case errors.ChallengeOver(challenge=challenge, newer=Challenge() as newer):
            return f"{lobby.closed(tr, challenge)} {link(newer.offer.place, newer.message)}"
        case errors.ChallengeOver(challenge=challenge):
            # Translators: Comes after what became of a challenge. "one" is a challenge.
            then = tr.gettext("Start a new one with `/ttt new`.")
            return tr.joined(lobby.closed(tr, challenge), then)
        case errors.NotYourChallenge():
            return _not_your_challenge(tr, error)
        case errors.DeletionRunning():
            return tr.gettext("Your data is still being deleted. Try again in a minute.")
        case errors.NobodyThere(opponent=other):  # they block the reader, or accept no challenges
            # Translators: The user takes no challenges, or none from the reader. It must not be said which.
            return tr.gettext(
                "{player} isn't taking challenges right now. Use `/ttt new` without `opponent` to let anyone join, or "
                "add `ai` to play the computer.",
                player=user(tr, other),
            )
        case errors.HasBlocked(blocked=other):
            return tr.gettext(
                "You blocked {player}. To play them, unblock them in `/ttt me` first.", player=user(tr, other)
            )
        case errors.CannotBlock(why=why):
            return _unblockable(tr, why)
        case errors.TooManyBlocked():
            # Translators: The reader wanted to block one more. {number} is 75.
            limit = tr.gettext("You can't block more than {number} users. Unblock someone first.", number=MAX_BLOCKED)
            return tr.joined(limit, _blocked(tr))
        case errors.NotBlocked(user=other):
            what = tr.gettext("You haven't blocked {player}, so nothing has changed.", player=user(tr, other))
            return tr.joined(what, _blocked(tr))
        case errors.NoGame():
            example = "`/ttt new m:3 n:4 k:3 ai:classic`"  # the same in every language
            # Translators: "here" is this channel. {example} is a command with options, which stays as it is.
            return tr.gettext("There is no game here yet. Start one, for example with {example}.", example=example)
        case errors.WhichGame(games=games):
            # Translators: The answer to a command. Below it are the games, with a button for each.
            which = tr.gettext("You're playing two games here. Which one do you mean?")
            return "\n".join((which, *(f"- {header(tr, game)} · {link(game.place, game.message)}" for game in games)))
        case errors.GameElsewhere(place=place, message=message, has_more=has_more):
            # Translators: {channel} is the name of another channel or thread.
            where = {"channel": f"<#{place.channel}>", "link": link(place, message)}
            first = tr.gettext("Your game is in {channel}: {link}", **where)
            # Translators: Comes below a link to one of the reader's games.
            others = tr.gettext("`/ttt games` lists all your games.")
            return f"{first}\n{others}" if has_more else first
        case errors.NoSuchGame():
            return tr.gettext("No game with that number was played in this channel. `/ttt replay` lists recent games.")
        case errors.GameOver(game=game):
            return _over(tr, game)
        case errors.OldBoard(game=game) if form and form >= (game.message or 0):
            return tr.gettext(
                "The board changed after you opened that form, so your move wasn't made. Tap **Move** again."
            )
        case errors.OldBoard(game=game):
            old = tr.gettext(
                "That board is out of date. The current one is here: {link}", link=link(game.place, game.message)
            )
            # Translators: Comes below a link to a board. "it" is the board.
            again = tr.gettext("`/ttt board` posts it again.")
            return f"{old}\n{again}"
        case errors.NotYourGame(game=game):
            what = tr.gettext("This isn't your game.")
            return tr.joined(what, _between(tr, game), _solo(tr))
        case errors.NotYourTurn(game=game):
            return tr.gettext(
                "It isn't your turn. {player} ({mark}) moves next.",
                player=player(tr, game.turn),
                mark=game.side_to_move.name,
            )
        case errors.ComputerThinking():
            return tr.gettext("The computer is still thinking. It will move in a moment.")
        case errors.MovedLast(after=after):
            # Translators: A game that everyone in a channel plays together. {when} is like "in 5 hours".
            return tr.gettext(
                "You made the last move. Anyone else can move now, and you can move again {when}.", when=moment(after)
            )
        case errors.UnreadableCell(text=text):
            return tr.joined(_unread(tr, text), move_hint(tr))
        case errors.IncompleteCell(has_row=True):
            return tr.gettext("You chose a row. Choose a column, too.")
        case errors.IncompleteCell():
            return tr.gettext("You chose a column. Choose a row, too.")
        case errors.OffBoard(rules=rules, cell=where):
            # Translators: {row} and {column} are the last ones that the board has.
            return tr.gettext(
                "{cell} is off the board: rows go from 0 to {row}, columns from 0 to {column}.",
                cell=cell(where),
                row=rules.m - 1,
                column=rules.n - 1,
            )
        case errors.CellTaken():
            return _taken(tr, error)
        case errors.StillWinnable():
            what = tr.gettext("Someone can still complete a line, so this isn't a draw yet.")
            return tr.joined(what, _ways(tr, error.game))
        case errors.NoSwap():
            # Translators: {option} is what to add to the command for a game in which that can be done: leave it.
            return tr.gettext(
                "You can take X only right after the first move, and only in a game started with {option}.",
                option="`/ttt new swap:true`",
            )
        case errors.NothingToUndo():
            what = tr.gettext("There's nothing to undo: you haven't made a move.")
            return tr.joined(what, tr.gettext("You can also type a move: `/ttt move`, then row and column."))
        case errors.NotYourMove(user=mover):
            only = tr.gettext("Only {player} can undo the last move.", player=user(tr, mover))
            return tr.joined(only, tr.gettext("`/ttt board` shows the game."))
        case errors.NoResignation():
            return tr.gettext("Nobody can resign for everyone. To end the game, use `/ttt end`.")
        case errors.UndoAlreadyAsked():
            return _asked(tr, error)
        case errors.UndoDeclined(game=game):
            # Translators: {player} declined to let the reader undo the last move.
            return tr.gettext(
                "{player} declined your undo request. You can ask again after your next move.",
                player=player(tr, game.player(game.side_to_move.other)),
            )
        case errors.NoDrawOffer():
            what = tr.gettext("You can offer a draw only to a person, and only once you have both moved.")
            return tr.joined(what, tr.gettext("`/ttt board` shows the game."))
        case errors.DrawOfferedLately(moves=moves):
            # Translators: {number} counts moves of the reader.
            return tr.ngettext(
                "You can offer a draw again after {number} more move of yours.",
                "You can offer a draw again after {number} more moves of yours.",
                moves,
            )
        case errors.UndoNotYours():
            # Translators: The answer to another user who tapped Allow or Decline below a request for an undo.
            only = tr.gettext("Only your opponent can answer this request.")
            return tr.joined(only, tr.gettext("`/ttt board` shows the game."))
        case errors.PlayerDeleted():
            return tr.gettext(
                "The other player's data was deleted, so this game stays as it is. Start a new one with `/ttt new`."
            )
        case errors.NotYetYours(game=game):
            others = _others_can_end(tr, game, settings) if settings.anyone_may_end else ""
            return tr.joined(_may_end(tr, game), others)
        case errors.MustBePlayedOut(game=game, after=after):
            # Translators: "Result": a win or a draw.
            needed = tr.gettext("This game is rated and you have both moved, so it needs a result.")
            return tr.joined(needed, _ways(tr, game), _in_time(tr, game, after))
        case errors.HintsInRated():
            return tr.gettext("This game is rated, so there are no hints. To get hints, play the computer.")
        case errors.StillRunning():
            return tr.gettext("That game is still on. Once it has ended, `/ttt review` shows where it was won or lost.")
        case errors.CoachBusy():
            return tr.gettext("Too many people are asking for hints and reviews right now. Try again in a moment.")
        case errors.PuzzleOver():
            return tr.gettext("You've already solved that puzzle. `/ttt puzzle` shows today's.")
        case errors.NoPuzzleLeft():
            return tr.gettext("You've solved all of these puzzles. `/ttt puzzle` shows today's.")
        case errors.PuzzleShared():
            what = tr.gettext("You can share only today's puzzle, and only once.")
            return tr.joined(what, tr.gettext("`/ttt puzzle` shows today's puzzle."))
        case errors.PuzzleCellTaken(cell=where):
            return tr.gettext("{cell} is taken. Choose an empty cell.", cell=cell(where))
        case errors.CannotPost():
            return tr.gettext(
                "I can't post here. Give me the **{view}** and **{send}** permissions in this channel, then try again.",
                view=permission(tr, Permission.VIEW_CHANNEL),
                send=permission(tr, Permission.SEND_MESSAGES),
            )
        case errors.NoSuchSeason(current=current):
            what = tr.gettext("That season doesn't exist here. The current season is {number}.", number=current)
            return tr.joined(what, _current_season(tr))
        case errors.SeasonBegun(current=current):
            what = tr.gettext("That season has already begun. The current season is {number}.", number=current)
            return tr.joined(what, _current_season(tr))
        case _:
            raise LookupError(f"no sentence for {error!r}")


# Translators: The answer to a player who wanted a game in a thread. `thread` is an option of the command.
def _no_thread(tr: Translator, why: WhyNoThread) -> str:
    match why:
        case WhyNoThread.ELSEWHERE:
            return tr.gettext(
                "I can create a thread only in a server where this bot is installed. To play here, use `/ttt new` "
                "without `thread`."
            )
        case WhyNoThread.OFF:
            return tr.gettext(
                "Games in threads are turned off in this server. To play in a channel, use `/ttt new` without `thread`."
            )
        case WhyNoThread.NO_SUCH_CHANNEL:
            return tr.gettext("This kind of channel has no threads. To play here, use `/ttt new` without `thread`.")
        case WhyNoThread.FULL:
            return tr.gettext(
                "This server has as many active threads as Discord allows, so I can't create another one. To play "
                "in a channel, use `/ttt new` without `thread`."
            )
        case WhyNoThread.BUSY:
            busy = tr.gettext("Discord isn't letting me create a thread right now. Try again in a minute.")
            return tr.joined(busy, _without_thread(tr))
        case WhyNoThread.REFUSED:
            return tr.gettext(
                "Discord didn't let me create a thread in this channel. To play in the channel, use `/ttt new` "
                "without `thread`."
            )
        case _:
            assert_never(why)


# Translators: The answer to a challenge that isn't possible. `ai` and `opponent` are options of the command.
def _unplayable(tr: Translator, why: WhyNotOpponent) -> str:  # noqa: PLR0911 - as in refusal
    match why:
        case WhyNotOpponent.SELF:
            return tr.gettext(
                "You can't challenge yourself. Choose another opponent, or use `/ttt new ai:` to play the computer."
            )
        case WhyNotOpponent.BOT:
            return tr.gettext(
                "You can't challenge another bot. Choose another opponent, or use `/ttt new ai:` to play the computer."
            )
        case WhyNotOpponent.AI_TOO:
            return tr.gettext("Choose either `ai` or `opponent`, not both.")
        case WhyNotOpponent.ABSENT:
            return tr.gettext(
                "You can only challenge members of this server. To play the computer, use `/ttt new ai:`."
            )
        case WhyNotOpponent.KEPT_OUT:
            return tr.gettext(
                "Your opponent can't see this channel. Choose another one, or challenge them where both of you can "
                "write."
            )
        case WhyNotOpponent.MUTED:
            return tr.gettext(
                "Your opponent can't write in this channel. Choose another one, or challenge them where both of you "
                "can write."
            )
        case WhyNotOpponent.ELSEWHERE:
            return tr.gettext(
                "You can challenge someone only in a server where this bot is installed. To play here, use `/ttt "
                "new` without `opponent`."
            )
        case _:
            assert_never(why)


# Translators: The answer to a new game in a channel that has one. {x} and {o} are mentions, or "the computer".
def _busy(tr: Translator, game: Game, settings: ServerSettings, *, offers_thread: bool) -> str:
    in_thread = tr.gettext("You can start a game of your own in a thread.") if offers_thread else ""
    then = tr.joined(in_thread, _solo(tr))
    busy = tr.gettext(
        "There's already a game in this channel, between {x} and {o} ({rules}): {link}",
        x=player(tr, game.x),
        o=player(tr, game.o),
        rules=size(tr, game.rules),
        link=link(game.place, game.message),
    )
    return f"{busy}\n{tr.joined(_others_can_end(tr, game, settings), then)}"


# Translators: The answer to a new game of a user who is playing one here.
def _already_playing(tr: Translator, error: errors.AlreadyPlaying, *, offers_thread: bool) -> str:
    game = error.game
    here = _here(tr, game, game.opponent(error.user))
    if error.why_not_end:
        return tr.joined(here, refusal(tr, error.why_not_end))
    may_end = tr.gettext("Keep playing that game, or end it without a result and start the new one.")
    if offers_thread or game.place.guild is None:
        return tr.joined(here, may_end)
    elsewhere = tr.gettext("You can also play in another channel or a thread.")
    return tr.joined(here, may_end, elsewhere)


# Translators: The answer to a new game of a user who is playing one here.
def _here(tr: Translator, game: Game, opponent: Player) -> str:
    rules = size(tr, game.rules)
    if isinstance(opponent, Computer):
        return tr.gettext("You are already playing the computer here: {rules}.", rules=rules)
    return tr.gettext("You are already playing {player} here: {rules}.", player=player(tr, opponent), rules=rules)


def _not_your_challenge(tr: Translator, error: errors.NotYourChallenge) -> str:
    offer = error.challenge.offer
    author = user(tr, offer.author)
    opponent = None if offer.opponent is None else user(tr, offer.opponent)
    # Translators: The answer to a button on another user's challenge. {player} is a mention: the other player.
    match error.action:
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN if opponent is None:
            return tr.gettext("You can't join your own challenge. Wait for someone, or tap **Play the computer**.")
        case ChallengeAction.DECLINE if opponent is None:
            return tr.gettext("This challenge is open to anyone, so there is nothing to decline.")
        case ChallengeAction.ACCEPT | ChallengeAction.JOIN:
            only = tr.gettext("Only {player} can accept this challenge.", player=opponent)
        case ChallengeAction.DECLINE:
            only = tr.gettext("Only {player} can decline this challenge.", player=opponent)
        case ChallengeAction.COMPUTER if opponent is None:
            only = tr.gettext("Only {player} can turn this challenge into a game against the computer.", player=author)
        case ChallengeAction.COMPUTER:
            return tr.gettext("This challenge is for {player}, not for the computer.", player=opponent)
        case ChallengeAction.CANCEL:
            only = tr.gettext("Only {player} can cancel this challenge.", player=author)
        case ChallengeAction.AGAIN:
            only = tr.gettext("Only the two players of this challenge can repeat it.")
        case _:
            assert_never(error.action)
    return tr.joined(only, _instead(tr, error))


def _instead(tr: Translator, error: errors.NotYourChallenge) -> str:
    """Return what a user can do after pressing another user's button on a challenge."""
    offer = error.challenge.offer
    if error.user == offer.author:
        return tr.gettext("To cancel the challenge, tap **Cancel**.")
    if error.user == offer.opponent:
        return tr.gettext("To decline the challenge, tap **Decline**.")
    if offer.opponent is None:
        return tr.gettext("To play {player}, tap **Join**.", player=user(tr, offer.author))
    return tr.gettext("To play, start a game of your own with `/ttt new`.")


# Translators: The answer to a user who can't be blocked.
def _unblockable(tr: Translator, why: WhyNotBlocked) -> str:
    match why:
        case WhyNotBlocked.SELF:
            return tr.gettext("You can't block yourself. To stop all challenges, turn them off in `/ttt me`.")
        case WhyNotBlocked.BOT:
            needless = tr.gettext("You can't block a bot, but bots can't challenge you anyway.")
            return tr.joined(needless, _blocked(tr))
        case _:
            assert_never(why)


def _asked(tr: Translator, error: errors.UndoAlreadyAsked) -> str:
    game = error.game
    request = game.undo_request
    where = link(game.place, request and request.message)
    if request and request.by != error.user:
        # Translators: The opponent, {player}, has asked the reader for an undo or a draw in the message of {link}.
        return tr.gettext("Answer {player}'s request first: {link}", player=user(tr, request.by), link=where)
    # Translators: The answer to a second request. {link} leads to the message that asks the opponent.
    return tr.gettext("{player} hasn't answered yet: {link}", player=player(tr, game.opponent(error.user)), link=where)


# Translators: The answer to a move in a game that has ended. Buttons below it go on.
def _over(tr: Translator, game: Game) -> str:
    result = game.result
    if result is None or result.is_void:
        return tr.gettext("That game is over. It has no result.")
    if result.winner is None:
        over = tr.gettext("That game is over: it was a draw.")
    elif isinstance(winner := game.player(result.winner), Human):
        over = tr.gettext("That game is over: {player} won.", player=user(tr, winner.id))
    else:
        over = tr.gettext("That game is over: the computer won.")
    return tr.joined(over, tr.gettext("Tap **Next game** to go on.")) if has_next_game(game) else over


# Translators: Comes after a sentence that says why no thread can be created.
def _without_thread(tr: Translator) -> str:
    return tr.gettext("To play here, use `/ttt new` without `thread`.")


# Translators: Comes after a sentence that says why the reader can't block or unblock a user.
def _blocked(tr: Translator) -> str:
    return tr.gettext("`/ttt me` shows whom you have blocked.")


# Translators: Comes after a sentence that refuses a season.
def _current_season(tr: Translator) -> str:
    return tr.gettext("`/ttt top` shows the current season.")


def _solo(tr: Translator) -> str:
    """Return what a user can do beside a game of others; a button below does it."""
    return tr.gettext("You can play the computer here.")


# Translators: Who plays a game, "it".
def _between(tr: Translator, game: Game) -> str:
    x, o = player(tr, game.x), player(tr, game.o)
    if isinstance(game.x, Computer):
        return tr.gettext("The game is between the computer and {player}.", player=o)
    if isinstance(game.o, Computer):
        return tr.gettext("The game is between {player} and the computer.", player=x)
    return tr.gettext("The game is between {x} and {o}.", x=x, o=o)


def _taken(tr: Translator, error: errors.CellTaken) -> str:
    owner, parts = error.game.player(error.mark), {"cell": cell(error.cell), "mark": error.mark.name}
    if isinstance(owner, Computer):
        return tr.gettext("{cell} is taken by the computer ({mark}). Choose an empty cell.", **parts)
    return tr.gettext("{cell} is taken by {player} ({mark}). Choose an empty cell.", player=user(tr, owner.id), **parts)


# Translators: The answer to a form for a move. How to type a cell follows.
def _unread(tr: Translator, text: str) -> str:
    if typed := _quoted(text):
        return tr.gettext("I couldn't read `{text}` as a cell.", text=typed)
    return tr.gettext("You didn't enter a cell.")


def _quoted(text: str) -> str:
    """Return the beginning of a user's text, on one line and as plain text."""
    return " ".join(text.replace("`", "'").split())[:QUOTED].strip()


# Translators: The answer to `/ttt end` of a user who may not end the game.
def _may_end(tr: Translator, game: Game) -> str:
    moderates = permission(tr, Permission.MANAGE_MESSAGES)
    if game.must_be_played_out or game.is_together:
        return tr.gettext(
            "Only members with the **{permission}** permission can end this game now.", permission=moderates
        )
    return tr.gettext(
        "Right now, only the players, or members with the **{permission}** permission, can end this game.",
        permission=moderates,
    )


# Translators: The answer to `/ttt end` of a player in a rated game that needs a result.
def _ways(tr: Translator, game: Game) -> str:
    moderates = permission(tr, Permission.MANAGE_MESSAGES)
    if game.board.is_dead:
        return tr.gettext(
            "Play on, give up with `/ttt resign`, tap **Call it a draw**, or ask a member with the "
            "**{permission}** permission to end the game.",
            permission=moderates,
        )
    return tr.gettext(
        "Play on, give up with `/ttt resign`, or ask a member with the **{permission}** permission to end the game.",
        permission=moderates,
    )


# Translators: The answer to `/ttt end` of a player in a rated game that needs a result. {when} is like "in 30 minutes".
def _in_time(tr: Translator, game: Game, after: datetime | None) -> str:
    if game.clock:
        return tr.gettext("The player who runs out of time loses.")
    if after:
        waiting_for = player(tr, game.turn)
        return tr.gettext("If {player} doesn't move, you can end it {when}.", player=waiting_for, when=moment(after))
    return tr.ngettext(
        "After your move, you can end it once your opponent hasn't moved for {number} minute.",
        "After your move, you can end it once your opponent hasn't moved for {number} minutes.",
        IDLE.seconds // 60,
    )


def _others_can_end(tr: Translator, game: Game, settings: ServerSettings) -> str:
    """Return when users who don't play may end a game, if ever."""
    if deadline := game.clock and game.clock.deadline:
        return tr.gettext("The game ends if nobody moves before the deadline: {when}.", when=moment(deadline))
    if not settings.anyone_may_end:
        if game.must_be_played_out or game.is_together:
            return _may_end(tr, game)
        return tr.gettext(
            "Only the players, or members with the **{permission}** permission, can end the game with `/ttt end`.",
            permission=permission(tr, Permission.MANAGE_MESSAGES),
        )
    when = moment(playing.idle_from(game))
    if game.must_be_played_out:
        # Translators: {player} is a mention: whose turn it is. {when} is like "in 5 minutes" or "tomorrow".
        return tr.gettext(
            "If nobody moves, anyone but {player} can end it with `/ttt end` {when}.",
            player=player(tr, game.turn),
            when=when,
        )
    # Translators: Anyone can end a game. {when} is like "in 5 minutes" or "tomorrow".
    return tr.gettext("If nobody moves, anyone can end it with `/ttt end` {when}.", when=when)


def _board_button(tr: Translator, game: Game) -> Button:
    """Return the button that shows a game, and makes it the user's current one."""
    label = f"{opponents(tr, game.computer and game.computer.level)} · {size(tr, game.rules)}"
    return Button(label, game_custom_id(game, Action.BOARD))


def permission(tr: Translator, which: Permission) -> str:  # noqa: PLR0911 - as in refusal
    """Return the name of a permission."""
    # Translators: "Manage Server" and "Manage Messages" as in the settings of roles, others as in those of channels.
    match which:
        case Permission.MANAGE_SERVER:
            return tr.pgettext("permission of Discord", "Manage Server")
        case Permission.MANAGE_MESSAGES:
            return tr.pgettext("permission of Discord", "Manage Messages")
        case Permission.VIEW_CHANNEL:
            return tr.pgettext("permission of Discord", "View Channel")
        case Permission.SEND_MESSAGES:
            return tr.pgettext("permission of Discord", "Send Messages")
        case Permission.READ_MESSAGE_HISTORY:
            return tr.pgettext("permission of Discord", "Read Message History")
        case Permission.CREATE_PUBLIC_THREADS:
            return tr.pgettext("permission of Discord", "Create Public Threads")
        case Permission.SEND_MESSAGES_IN_THREADS:
            return tr.pgettext("permission of Discord", "Send Messages in Threads")
        case Permission.ATTACH_FILES:
            return tr.pgettext("permission of Discord", "Attach Files")
        case _:
            assert_never(which)


def broken(tr: Translator, reference: str, *, saved: bool) -> str:
    """Return the message for a bug, with its reference in the log."""
    what = tr.gettext("Something went wrong on our end (reference `{reference}`).", reference=reference)
    # Translators: Comes after a sentence that says what failed. "Your action" is a move or another request.
    consequence = (
        tr.gettext("Your action was saved. `/ttt board` shows the current board.")
        if saved
        else tr.gettext("Your action may not have been saved. `/ttt board` shows the current board.")
    )
    return tr.joined(what, consequence)


def no_database(tr: Translator, reference: str, *, saved: bool, unchanged: bool) -> str:
    """Return the message for a database that doesn't respond, with the reference in the log."""
    what = tr.gettext("The game database isn't responding (reference `{reference}`).", reference=reference)
    return tr.joined(what, _consequence(tr, saved=saved, unchanged=unchanged))


# Translators: Comes after a sentence that says what failed. "Your action" is a move or another request.
def _consequence(tr: Translator, *, saved: bool, unchanged: bool) -> str:
    if saved:
        return tr.gettext("Your action was saved. In a moment, `/ttt board` will show the current board.")
    if unchanged:
        return tr.gettext("Nothing was changed. Try again in a moment.")
    return tr.gettext("Your action may not have been saved. In a moment, `/ttt board` will show the current board.")


# Translators: As in the menu of a thread on Discord, *Close Thread* and *Lock Thread*.
def closed_thread(tr: Translator, *, saved: bool) -> str:
    """Return the message for a thread in which the bot may neither write nor edit a message."""
    if saved:
        return tr.gettext(
            "This thread is closed or locked, so I can't show the board. Your action was saved. Once the thread is "
            "open again, `/ttt board` will show the current board."
        )
    return tr.gettext("This thread is closed or locked, so I can't post in it. Try again once the thread is open.")
