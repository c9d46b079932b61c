"""The expert as people meet it: their move at once, the reply by edit, whatever happens in between."""

import pytest

from bot.database.errors import StoreFailed
from bot.game.games import Game, InteractionId, MessageId
from bot.registry.channels import Channels
from tests.e2e.club import THINKING, Club
from tests.e2e.processes.real import until
from tests.people import process


@pytest.mark.parametrize(("options", "plies"), [({"m": 5}, 2), ({"first": "computer"}, 1)])
async def test_the_reply_follows_by_an_edit_of_the_same_message(
    options: dict[str, int | str], plies: int, club: Club
) -> None:
    await club.slash(club.ann, "new", ai="expert", **options)
    if plies == 2:
        await club.slash(club.ann, "move", i=2, j=2)
    board = club.newest
    await club.replied()
    assert club.newest.id == board.id
    assert "The computer took" in club.shown.text
    assert sum(THINKING in str(entry.json) for entry in club.env.http_requests) == 1
    assert len((await club.game()).plies) == plies


async def stop_while_thinking(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    """Let Ann move, and stop the bot before the reply."""
    await club.slash(club.ann, "new", ai="expert")
    club.experts.breaks = True
    club.forgiven.append(ConnectionAbortedError)
    await club.slash(club.ann, "move", i=1, j=1)
    club.experts.breaks = False
    caplog.get_records("call").clear()
    assert THINKING in club.shown.text


async def test_an_interrupted_search_is_repeated_at_the_next_start(
    club: Club, caplog: pytest.LogCaptureFixture
) -> None:
    await stop_while_thinking(club, caplog)
    await club.restart()
    await club.replied()
    assert "The computer took" in club.shown.text
    assert len((await club.game()).plies) == 2


async def test_an_interrupted_search_is_repeated_at_the_next_move(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    await stop_while_thinking(club, caplog)
    answer = await club.slash(club.ann, "move", i=0, j=0)
    assert answer.text == "The computer is still thinking. It will move in a moment."
    assert answer.private
    assert len((await club.game()).plies) == 2


@pytest.mark.parametrize("is_saved", [False, True])
async def test_the_next_sweep_retries_a_reply_that_was_not_saved(
    is_saved: bool, club: Club, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    save = club.store.games.save

    async def fails_for_the_computer(before: Game, after: Game, interaction: InteractionId | None) -> Game:
        game = await save(before, after, interaction) if is_saved or not before.awaits_computer else before
        if before.awaits_computer:
            raise StoreFailed("too late", unchanged=not is_saved)
        return game

    await club.slash(club.ann, "new", ai="expert")
    with monkeypatch.context() as slow:
        slow.setattr(club.store.games, "save", fails_for_the_computer)
        await club.slash(club.ann, "move", i=1, j=1)
        await until(lambda: "could not move" in caplog.text)
    board = club.newest
    assert THINKING in board.content
    await club.sweep()
    await club.replied()
    assert club.newest.id == board.id
    assert len((await club.game()).plies) == 2
    assert club.experts.requests == 2


@pytest.mark.parametrize("command", ["move", "board"])
async def test_a_board_sent_while_the_computer_moves_shows_its_move(
    command: str, club: Club, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    note_board = Channels.note_board

    async def after_the_computer(channels: Channels, game: Game, message: MessageId) -> None:
        if game.awaits_computer:
            assert await process(club.store, club.experts, club.env.now).games.reply(game)
        await note_board(channels, game, message)

    if command == "board":
        await stop_while_thinking(club, caplog)
    else:
        await club.slash(club.ann, "new", ai="expert")
    monkeypatch.setattr(Channels, "note_board", after_the_computer)
    await club.slash(club.ann, command, **({"i": 1, "j": 1} if command == "move" else {}))
    await club.replied()
    assert len((await club.game()).plies) == 2
