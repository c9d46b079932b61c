"""The expert as people meet it: their move at once, the reply by edit, whatever happens in between."""

import asyncio
from typing import Any

import pytest

from bot.database.errors import StoreFailed
from bot.game.games import Game, InteractionId, MessageId
from bot.registry.channels import Channels
from tests.e2e.club import Club, refused
from tests.e2e.processes.real import until
from tests.people import process

THINKING = "The computer is thinking…"


async def replied(club: Club) -> None:
    """Wait until the reply is shown in the newest board."""
    async with asyncio.timeout(60):
        while THINKING in club.newest.content:
            await asyncio.sleep(0.01)


async def test_the_reply_follows_by_an_edit_of_the_same_message(club: Club) -> None:
    await club.slash(club.ann, "new", ai="expert", m=5)
    await club.slash(club.ann, "move", i=2, j=2)
    board = club.newest
    await replied(club)
    assert club.newest.id == board.id
    assert "The computer took" in club.newest.content
    sent: list[Any] = [entry.json for entry in club.env.http_requests if THINKING in str(entry.json)]
    assert len(sent) == 1
    assert len((await club.game()).plies) == 2


async def test_a_tap_is_answered_in_place_and_so_is_the_reply(club: Club) -> None:
    await club.slash(club.ann, "new", ai="expert")
    board = club.newest
    await club.tap(club.ann, 1, 1)
    await replied(club)
    assert club.newest.id == board.id
    assert len((await club.game()).plies) == 2


async def stopped_while_thinking(club: Club) -> None:
    """Ann has moved, and the bot was stopped before the reply."""
    await club.slash(club.ann, "new", ai="expert")
    club.experts.breaks = True
    club.forgiven.append(ConnectionAbortedError)
    await club.slash(club.ann, "move", i=1, j=1)
    club.experts.breaks = False
    assert THINKING in club.newest.content


async def test_a_game_stopped_while_the_expert_thought_goes_on_at_the_next_start(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await stopped_while_thinking(club)
    caplog.get_records("call").clear()
    await club.restart()
    await replied(club)
    assert "The computer took" in club.newest.content
    assert len((await club.game()).plies) == 2


@pytest.mark.parametrize("touch", ["board", "move"])
async def test_or_at_the_next_touch(touch: str, club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await stopped_while_thinking(club)
    caplog.get_records("call").clear()
    if touch == "board":
        await club.slash(club.ann, "board")
    else:
        answer = await club.slash(club.ann, "move", i=0, j=0)
        assert answer.text == "The computer is still thinking. Its move is coming in a moment."
        assert answer.private
    assert len((await club.game()).plies) == 2


async def test_a_database_that_fails_at_the_next_touch_is_no_bug(
    club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stopped_while_thinking(club)
    caplog.get_records("call").clear()

    async def fails(*_: object) -> None:
        raise StoreFailed("gone", unchanged=True)

    with monkeypatch.context() as broken:
        broken.setattr(club.store, "save", fails)
        await refused(club, lambda c: c.slash(c.ann, "move", i=0, j=0), "The computer is still thinking")
    await club.slash(club.ann, "board")
    assert len((await club.game()).plies) == 2


@pytest.mark.parametrize("is_saved", [False, True])
async def test_a_reply_that_the_database_did_not_take_in_time_follows_with_the_next_sweep(
    is_saved: bool, club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = club.store.save

    async def fails_for_the_computer(before: Game, after: Game, interaction: InteractionId | None) -> Game:
        saved = await save(before, after, interaction) if is_saved or not before.awaits_computer else before
        if before.awaits_computer:
            raise StoreFailed("too late", unchanged=not is_saved)
        return saved

    await club.slash(club.ann, "new", ai="expert")
    with monkeypatch.context() as slow:
        slow.setattr(club.store, "save", fails_for_the_computer)
        await club.slash(club.ann, "move", i=1, j=1)
        await until(lambda: "could not move" in caplog.text)
    board = club.newest
    assert THINKING in board.content
    await club.sweep()
    await replied(club)
    assert club.newest.id == board.id
    assert len((await club.game()).plies) == 2
    assert club.experts.asked == 2


@pytest.mark.parametrize("command", ["move", "board"])
async def test_a_board_that_was_on_its_way_while_the_computer_moved_shows_that(
    command: str, club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    noted = Channels.note_board

    async def after_the_computer(channels: Channels, game: Game, message: MessageId) -> None:
        if game.awaits_computer:
            assert await process(club.store, club.experts, club.env.now).registry.reply(game)
        await noted(channels, game, message)

    if command == "board":
        await stopped_while_thinking(club)
        caplog.get_records("call").clear()
    else:
        await club.slash(club.ann, "new", ai="expert")
    monkeypatch.setattr(Channels, "note_board", after_the_computer)
    await club.slash(club.ann, command, **({"i": 1, "j": 1} if command == "move" else {}))
    await replied(club)
    assert len((await club.game()).plies) == 2


async def test_while_it_thinks_a_move_is_refused_and_undo_is_not(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await stopped_while_thinking(club)
    caplog.get_records("call").clear()
    answer = await club.slash(club.ann, "undo")
    assert "took back a move." in answer.text
    await refused(club, lambda c: c.slash(c.ann, "undo"), "There's nothing to undo")
