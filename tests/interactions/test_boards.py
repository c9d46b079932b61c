"""Boards that are redrawn after the computer's move, and threads that are deleted with their games."""

import pytest

from bot.core import Core
from bot.database.store import Store
from bot.game.games import InteractionId, Level, MessageId
from bot.game.requests import Event, Update
from bot.interactions import boards
from bot.interactions.board_messages import SentBoard
from bot.messages.drafts import Draft
from engine import Cell
from tests.interactions.services import Edit, Message, services_of
from tests.people import ANN, HERE, Clock, by, solo

BOARD, OLDER = MessageId(2), MessageId(1)


@pytest.mark.parametrize(
    ("sent", "is_refused", "attempts", "expected"),
    [
        (BOARD, False, 1, []),
        (BOARD, True, 1, [BOARD]),  # the interaction may be over
        (OLDER, False, 0, [BOARD]),  # another process has sent a newer board
    ],
)
async def test_a_board_is_edited_through_its_interaction_if_possible(
    sent: MessageId, is_refused: bool, attempts: int, expected: list[MessageId], process: Core, clock: Clock
) -> None:
    drafts, edits = list[Draft](), list[Edit]()

    async def edit(draft: Draft) -> None:
        drafts.append(draft)
        if is_refused:
            raise TimeoutError

    services = services_of(process, clock, lambda _, message: Message(message, edits))
    game = await solo(process.lobby)
    await process.channels.note_board(game, BOARD)
    current = await process.channels.load(game.id)
    assert current
    await boards.redraw(services, Update(current, current, Event.SHOWN, ANN), SentBoard(sent, edit))
    assert (len(drafts), [each.message for each in edits]) == (attempts, expected)


@pytest.mark.parametrize("acts_again", [False, True])
async def test_a_saved_computer_move_is_shown_unless_outdated(acts_again: bool, process: Core, clock: Clock) -> None:
    drafts = list[Draft]()

    async def edit(draft: Draft) -> None:
        drafts.append(draft)

    await solo(process.lobby, level=Level.EXPERT)
    first, second = (by(ANN, interaction=InteractionId(number)) for number in (1, 2))
    current = (await process.games.mark(first, Cell(0, 0))).game
    await process.channels.note_board(current, BOARD)
    assert await process.games.reply(current)
    if acts_again:
        await process.games.mark(second, Cell(2, 1))
    await boards.let_computer_move(services_of(process, clock), current, SentBoard(BOARD, edit))
    assert len(drafts) == (0 if acts_again else 1)


DAMAGES = ("UPDATE games SET level = 'grandmaster'", "UPDATE games SET m = 0")


@pytest.mark.both_databases
@pytest.mark.parametrize("damage", DAMAGES)
async def test_deleting_a_thread_with_a_damaged_game_is_only_logged(
    damage: str, process: Core, store: Store, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    await solo(process.lobby, place=HERE)
    await store.database.write(lambda connection: connection.exec_driver_sql(damage))
    process.channels.cache.clear()
    await boards.end_deleted_thread(services_of(process, clock), HERE.channel)
    assert "could not end the game of deleted channel" in caplog.text
