"""Sends and edits board messages."""

import io
import logging
from collections.abc import Awaitable, Callable
from functools import partial

import discord

from bot.database.errors import Damaged, StoreFailed
from bot.game import playing
from bot.game.errors import GameError, Permission, WaitedTooLong
from bot.game.games import ChannelId, Computer, Ending, Game, GameId, GuildId, MessageId, Place
from bot.game.lobby import Challenge, ChallengeState
from bot.game.requests import Event, NewChallenge, Target, Update
from bot.interactions import answers
from bot.interactions.answers import best_effort
from bot.interactions.board_messages import SentBoard, is_in_sight, is_newest, outdated_boards
from bot.interactions.requests import Request, Services
from bot.interactions.tasks import Content, Delivery, despite_outage
from bot.messages import boards, drafts, lobby, screen_reader, texts
from bot.messages.custom_ids import GamePress
from bot.messages.drafts import Draft
from bot.messages.styles import Look
from bot.messages.translator import Translator, translator

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL = 10003


def announce_result(services: Services, update: Update, message: MessageId | None = None) -> None:
    """If an update ended the game of a thread, or took its end back, tell the thread's channel.

    message shows the end, if the game doesn't have its id yet.
    """
    game = update.game.with_changes(message=message) if message else update.game
    if game.place.parent is None or (update.before.result is None) is (game.result is None):
        return
    tr = translator(game.locale)
    sentence = lobby.result(tr, game) if game.result else lobby.reopened(tr, update)
    services.tasks.start(_post_result(services, game, sentence))


async def _post_result(services: Services, game: Game, sentence: str) -> None:
    """Post the result of a game in its thread's channel. If an earlier end was taken back, edit its post."""
    assert game.place.parent is not None
    place, store = Place(game.place.parent, game.place.guild), services.core.store.games

    async def is_due() -> bool:
        current = await services.core.channels.load(game.id)
        return current is None or (current.result is None) is (game.result is None)

    async def send(nonce: str) -> None:
        if posted := await store.announcement(game.id):
            edit = services.find_message(place, posted).edit
            await edit(content=sentence, allowed_mentions=answers.mentions_in(sentence))
        elif game.result:
            sent = await services.post(place, Draft(sentence), nonce)
            await store.note_announcement(game.id, MessageId(sent.id))

    action = f"tell channel {place.channel} how game {game.id} has ended"
    await services.outbox.deliver(Delivery(action, send, is_due=is_due))


async def end_deleted_game(services: Services, channel: ChannelId) -> None:
    """End the games of a deleted thread or channel, and tell the channel of the thread."""
    with despite_outage(f"end the game of deleted channel {channel}", WaitedTooLong, Damaged):
        for update in await services.core.games.channel_deleted(channel):
            announce_result(services, update)


async def end_lost_games(services: Services, *, guild: GuildId | None = None, channel: ChannelId | None = None) -> None:
    """End the games of a server that removed the bot, or of a deleted channel and its threads, and tell nobody."""
    with despite_outage(f"end the games of server {guild} or channel {channel}"):
        for lost in await services.core.store.games.open_channels(guild, channel):
            with despite_outage(f"end the games of channel {lost}", WaitedTooLong, Damaged):
                await services.core.games.channel_deleted(lost)


async def end_deleted_thread(services: Services, thread: ChannelId) -> None:
    """End the games of a deleted thread and tell its channel; between two games, tell it that the series is over.

    Call it once per deletion, because nothing records that the end of a series was announced.
    """
    with despite_outage(f"end the game of deleted channel {thread}", Damaged):
        last = await services.core.games.unfinished_series(thread)
        await end_deleted_game(services, thread)
        if last is not None and last.place.parent is not None:
            place = Place(last.place.parent, last.place.guild)
            draft = Draft(lobby.series_deleted(translator(last.locale), last))
            action = f"tell channel {place.channel} that a series has ended"
            await services.outbox.deliver(Delivery(action, partial(services.post, place, draft)))


def is_unknown_channel(error: Exception) -> bool:
    """Return whether Discord refused a request because the channel no longer exists."""
    return isinstance(error, discord.HTTPException) and error.code == UNKNOWN_CHANNEL


async def end_if_deleted(services: Services, place: Place, error: Exception) -> None:
    """End the games of a thread or channel if Discord has refused a request because it no longer exists."""
    if is_unknown_channel(error):
        await end_deleted_game(services, place.channel)


async def let_computer_move(services: Services, game: Game, sent: SentBoard | None = None) -> None:
    """Let the computer move if it is its turn, and redraw the newest board, best effort.

    If the database or other requests prevent the move, the next sweep tries again. By then, another request may have
    sent a newer board, or the computer may have moved.
    """
    messages = services.board_messages
    with messages.thinking(game.id, sent):
        try:
            update = await services.core.games.reply(game) or await _computer_move_since(services, game)
            if update is not None:
                await redraw(services, update, messages.newest(game.id, sent))
                _advise(services, update, messages.newest(game.id, sent))
        except (StoreFailed, WaitedTooLong) as failed:
            log.warning("the computer could not move in game %d, trying again soon: %r", game.id, failed)
            messages.stalled[game.id] = game, messages.newest(game.id, sent)


async def retry_stalled(services: Services) -> None:
    """Let the computer move in stalled games. If its move had been saved after all, show it."""
    stalled = services.board_messages.stalled
    while stalled:
        _, (game, sent) = stalled.popitem()
        services.tasks.start(let_computer_move(services, game, sent))


async def _computer_move_since(services: Services, game: Game) -> Update | None:
    """Return the computer's move since a state of a game; None if it made none, or if a player has acted as well."""
    try:
        current = await services.core.channels.load(game.id)
    except Damaged as failed:
        log.info("could not read game %d: %r", game.id, failed)
        return None
    is_moved = current is not None and current.interaction == game.interaction and current.moves > game.moves
    return Update(game, current, Event.PLAYED, game.humans[0]) if current and is_moved else None


async def draft_of(services: Services, update: Update, *, has_mistake: bool = False) -> Draft:
    """Return the board message of a game after an update. has_mistake: a review has proven one."""
    advice = boards.Advice(*await services.core.ratings.progress(update.game), has_mistake)
    return boards.board(update, await services.display(update.game), advice)


async def show_end(services: Services, update: Update) -> None:
    """Redraw the newest board of a game that ended by timeout, and close its undo request, best effort."""
    place, request = update.game.place, update.before.undo_request
    if request and request.message:
        sentence = texts.lapsed(translator(update.game.locale), update.game, request)
        services.old_messages.close_question(place, request.message, Draft(sentence))
    await redraw(services, update)


def _advise(services: Services, update: Update, sent: SentBoard | None) -> None:
    """After a loss against the computer, look for a mistake of the player, to offer a review."""
    game, result = update.game, update.game.result
    if result is None or update.before.result or result.ending is not Ending.LINE or result.winner is None:
        return
    if isinstance(game.player(result.winner), Computer):
        services.tasks.start(_offer_review(services, update, sent))


async def _offer_review(services: Services, update: Update, sent: SentBoard | None) -> None:
    """Offer a review on the board of a game that has just ended, if it proves a mistake of the player."""
    core, game = services.core, update.game
    with despite_outage(f"offer a review of game {game.id}", GameError, Damaged):
        if not await core.coach.has_mistake(game, game.humans[0]):
            return
        latest = await core.channels.latest(Target(game.humans[0], game.place, game.id))
        if latest is not None and (latest.id, latest.revision) == (game.id, game.revision):
            shown = update._replace(before=game, game=latest)
            await redraw(services, shown, sent, has_mistake=True)


async def redraw(
    services: Services, update: Update, sent: SentBoard | None = None, *, has_mistake: bool = False
) -> None:
    """Redraw the newest board of a game, best effort: as an answer if it is one, else as a message."""
    announce_result(services, update)
    board = update.game.message
    if board is None:
        return
    draft = await draft_of(services, update, has_mistake=has_mistake)
    edit = sent.edit(draft) if sent and sent.edit and sent.message == board else None
    if edit and await best_effort(f"redraw the answer {board}", edit) is None:
        return
    old, png = services.find_message(update.game.place, board), await services.pictures.board(draft, None)

    async def is_due() -> bool:
        current = await services.core.channels.load(update.game.id)
        return current is not None and current.revision == update.game.revision

    async def redraw(_: str) -> None:
        await answers.with_picture(answers.files(draft, png), lambda files: old.edit(**answers.edit_of(draft, files)))

    refused = partial(end_if_deleted, services, update.game.place)
    await services.outbox.deliver(Delivery(f"redraw the board in message {board}", redraw, refused, is_due))


ARCHIVED = 50083  # Discord's error for an edit in an archived thread


async def send(request: Request, result: Update | NewChallenge) -> None:
    """Answer with the result of a request."""
    request.saved = isinstance(result, NewChallenge) or result.event is not Event.SHOWN
    if result.ended:
        await _send_end(request, result.ended)
    if isinstance(result, NewChallenge):
        await _send_challenge(request, result)
        return
    for closed in result.closed:
        _close_challenge(request, closed)
    if result.event in (Event.UNDO_ASKED, Event.DRAW_OFFERED):
        await _send_undo_request(request, result)
    else:
        await _send_board(request, result)
        await _give_tip(request, result)


async def _give_tip(request: Request, update: Update) -> None:
    """Tell a player who has just ended a first game of the choice of marks, once, best effort."""
    before, game, store = update.before, update.game, request.core.store.preferences
    if before.result or not game.result or game.result.is_void or request.user not in game.humans:
        return
    with despite_outage(f"tell user {request.user} of marks"):
        may_be_first = not request.answer.has_no_follow_ups and request.claim("tip", request.user)
        if may_be_first and await store.note_tip(request.user):
            await best_effort("tell a user of marks", request.answer.tell(texts.tip(request.tr)))


async def close_and_send(request: Request, sentence: str, result: Update | NewChallenge) -> None:
    """Post the board or challenge in a new message, which pings, then close the pressed question.

    The question keeps its buttons until then, so that a second press can post the board if the first failed.
    """
    await request.answer.acknowledge()
    await send(request, result)
    if not request.answer.has_no_follow_ups:
        await close_acknowledged(request, sentence)


async def close_acknowledged(request: Request, sentence: str) -> None:
    """Close the question whose press was acknowledged, best effort."""
    edit = request.answer.edit(Draft(sentence))
    await best_effort(f"close a question in channel {request.place.channel}", edit)


async def close(request: Request, draft: Draft) -> None:
    """Close the pressed question after its answer was saved."""
    request.saved = True
    await request.answer.redraw(draft)


async def ask_to_resign(request: Request) -> None:
    """Ask the user to confirm, because a press may be accidental."""
    game = (await request.core.games.view(request.target)).game
    playing.check_may_resign(game, request.user)
    await request.answer.show_privately(boards.resign_question(request.tr, game, request.user))


async def show_current(request: Request, picture: bool | None = None) -> None:  # noqa: FBT001 - None: unchanged
    """Answer with the channel's board. picture: whether the game's boards have a picture from now on."""
    games, target = request.core.games, request.current_target
    if picture:
        request.check_permission(Permission.ATTACH_FILES)
        request.services.pictures.check(request.user)
    if picture is None:
        update = await games.view(target)
    else:
        update = await games.set_picture(target, picture=picture)
    if not request.may_write:
        await request.answer.show_privately(await draft_of(request.services, update))
        return
    await send(request, update)


async def end_game(request: Request) -> None:
    """End a game without a result; if somebody has moved, ask first, because that can't be undone."""
    games, target, user = request.core.games, request.current_target, request.user
    others_may = (await request.server_settings()).anyone_may_end
    game = (await games.view(target)).game
    if refusal := games.stop_refusal(game, user, moderates=request.moderates, others_may=others_may):
        raise refusal
    if game.is_new:
        await send(request, await games.stop(target, moderates=request.moderates, others_may=others_may))
    else:
        await request.answer.show_privately(boards.end_question(request.tr, game))


async def stop_game(request: Request) -> None:
    """End a game after the question, if nobody has moved since."""
    others_may = (await request.server_settings()).anyone_may_end
    update = await request.core.games.stop(request.target, moderates=request.moderates, others_may=others_may)
    await close_and_send(request, texts.status(request.tr, update.game), update)


async def read(request: Request) -> None:
    """Answer with a description of the channel's game in words."""
    game = (await request.core.games.view(request.current_target)).game
    await request.answer.tell(screen_reader.reading(request.tr, game, request.user))


async def send_replay(request: Request, target: Target, *, shared: bool = False) -> None:
    """Answer with the moves of a game of the channel, by default the current one, as text and as a GIF.

    The answer is ephemeral, unless a player who may post files shares a finished game that hasn't been shared yet.
    """
    pictures = request.services.pictures
    with pictures.reserve(request.user):
        past_game = await request.core.games.past_game(target)
        may_share = request.may_write and request.has_permission(Permission.ATTACH_FILES)
        shared = shared and may_share and past_game.result is not None and past_game.has_player(request.user)
        private = not (shared and request.claim("replay", past_game.id, past_game.revision))
        await request.answer.defer(private=private)
        look = (await request.services.display(past_game)).look
        gif = await pictures.replay(past_game, look)
        tr = request.tr if private else translator(past_game.locale)
        await _fill_with_replay(request, tr, past_game, look, gif)


async def _fill_with_replay(request: Request, tr: Translator, game: Game, look: Look, gif: bytes) -> None:
    description = screen_reader.replay_description(
        tr, game.board, screen_reader.end_description(tr, game), swapped=game.swapped
    )
    attached = [discord.File(io.BytesIO(gif), "replay.gif", description=description)]
    moves = screen_reader.moves_text(game.board, swapped=game.swapped)
    head = boards.replay(tr, game, look)
    text = f"{head}\n" + (f"```\n{moves}\n```" if moves else texts.no_moves(tr))
    if len(text) > drafts.CONTENT_LIMIT:
        attached.append(discord.File(io.BytesIO(moves.encode()), "moves.txt"))
        text = head
    await request.answer.edit(Draft(text), attached)


async def _send_end(request: Request, ended: Update) -> None:
    """Show a game that ended to make way for another; if it had an opponent, in a new message, which pings."""
    board = ended.before.message
    if len(ended.game.humans) > 1:
        await _send_board(request, ended)
        return
    announce_result(request.services, ended)
    if board:
        request.close_question(board, Draft(boards.closed(ended, await request.services.display(ended.game))))


async def _send_board(request: Request, update: Update) -> None:
    await show(request.services, update, partial(_answer, request, update))


async def show(services: Services, update: Update, send_board: Callable[[Draft], Awaitable[SentBoard]]) -> None:
    """Send a board, then let the computer move even if sending failed: the next board will show the move."""
    sent, game = None, update.game
    try:
        with services.board_messages.sending(game.id):
            sent = await send_board(await draft_of(services, update))
            if sent.message != update.before.message:  # a new message, or one whose id wasn't saved
                await services.core.channels.note_board(game, sent.message)
            await _catch_up(services, game, sent)
    finally:
        if game.awaits_computer:
            services.tasks.start(let_computer_move(services, game, sent))
        _advise(services, update, sent)
        announce_result(services, update, sent.message if sent else None)


async def _catch_up(services: Services, game: Game, sent: SentBoard) -> None:
    """Redraw a board if its game has changed while the board was on its way, unless a newer board shows the game."""
    channels = services.core.channels
    if channels.unsaved_boards.newest(game.id, sent.message) != sent.message:
        return
    current = channels.cache.get(game.id)
    if current is None and game.result is None:  # it may have ended
        with despite_outage(f"look for changes of game {game.id}"):
            current = await channels.load(game.id)
    if current and current.revision > game.revision and not current.awaits_computer:
        latest = current.with_changes(message=sent.message)
        await redraw(services, Update(latest, latest, Event.SHOWN, game.humans[0]), sent)


async def _answer(request: Request, update: Update, draft: Draft) -> SentBoard:
    """Answer with a board: in place if the press was on the newest board and it is in sight, else in a new message."""
    interaction, answer, is_follow_up = request.interaction, request.answer, request.interaction.response.is_done()
    before, game = update.before, update.game
    is_in_place = (
        interaction.message is not None
        and is_newest(interaction, request.pressed, game.id, before.message)
        and is_in_sight(interaction, game.touched - before.touched, pings=bool(draft.pings))
        and (await request.server_settings()).edits_in_place
    )
    if interaction.message and is_in_place and await _try_redraw(request, draft):
        board = MessageId(interaction.message.id)
    else:
        board = await answer.post(draft)
        _tidy_replaced(request, before, board)
    _close_undo_request(request, update)
    follow_up = board if is_follow_up and not answer.has_no_follow_ups else None
    return SentBoard(board, partial(answer.edit, follow_up=follow_up))


def _tidy_replaced(request: Request, game: Game, sent: MessageId) -> None:
    """Remove the buttons of outdated boards, except the cells and the review of an earlier game.

    If the game is live, its last board gets a link to the new one. Of two boards that were on their way at the same
    time, the older one is outdated, too.
    """
    noted = request.core.channels.unsaved_boards.newest(game.id, game.message)
    newest = max(sent, noted or sent)
    replaced = {board for board in (game.message, noted, sent) if board and board != newest}
    boards: dict[MessageId, Content | None] = dict.fromkeys(
        replaced | outdated_boards(request.interaction, request.pressed, game.message)
    )
    if game.result is None:
        boards |= dict.fromkeys(replaced, partial(_draw_replaced, request.services, game, newest))
    pressed, message = request.pressed, request.interaction.message
    if isinstance(pressed, GamePress) and pressed.game != game.id and message and MessageId(message.id) in boards:
        boards[MessageId(message.id)] = partial(_draw_finished, request.services, pressed.game)
    request.remove_buttons(boards)


async def _draw_replaced(services: Services, game: Game, newest: MessageId) -> Draft:
    return Draft(boards.outdated(game, await services.display(game), newest))


async def _draw_finished(services: Services, game: GameId) -> Draft:
    finished = await services.core.channels.load(game)
    return boards.finished(finished, await services.display(finished)) if finished else Draft("")


async def _try_redraw(request: Request, draft: Draft) -> bool:
    """Edit the pressed message; return False in an archived thread, which a new message would reopen."""
    try:
        await request.answer.redraw(draft)
    except discord.HTTPException as error:
        if error.code != ARCHIVED:
            raise
        return False
    return True


def _close_undo_request(request: Request, update: Update) -> None:
    """Close the request for an undo or a draw that an update has settled."""
    undo, tr = update.before.undo_request, translator(update.game.locale)
    pressed = request.interaction.message and request.interaction.message.id  # close_and_send closes this one
    if undo and undo.message and undo.message != pressed and not update.game.undo_request:
        is_agreed = update.event is Event.DRAW_AGREED
        sentence = texts.draw_accepted(tr, update.by) if is_agreed else texts.lapsed(tr, update.game, undo)
        request.close_question(undo.message, Draft(sentence))


async def _send_challenge(request: Request, opened: NewChallenge) -> None:
    """Send a new challenge, and close the challenge that it replaces."""
    sent = await request.answer.post(lobby.challenge(opened.challenge))
    noted = await request.core.store.lobby.note_challenge(opened.challenge.id, sent)
    for current in (noted, opened.replaced):
        if current and current.state is not ChallengeState.OPEN:
            _close_challenge(request, current)


def _close_challenge(request: Request, closed: Challenge) -> None:
    """Close the message of a challenge, if it is known; if not, the request that sends it does."""
    if closed.message:
        request.close_question(closed.message, lobby.challenge(closed))


async def _send_undo_request(request: Request, update: Update) -> None:
    """Ask the opponent for consent in a separate message."""
    undo = update.game.undo_request
    assert undo is not None
    with request.services.board_messages.sending(update.game.id):
        sent = await request.answer.post(boards.undo_request(update.game, undo))
        await request.core.channels.note_request(update.game, sent)
