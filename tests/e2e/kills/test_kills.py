"""SIGKILL while people play: nothing that was shown is lost, and every game goes on."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import count
from pathlib import Path
from random import Random, randrange

import pytest

from bot.game.games import ChannelId, Ending, Game, GameId, Human, Place, Result, UserId
from bot.game.requests import Event, Update
from bot.messages import message
from engine import Cell, Mark, Rules
from tests.databases import PostgresServer
from tests.e2e.boards import Seen, losses, seen
from tests.e2e.discord.payloads import ANN, BOB
from tests.e2e.kills.kills import beside, kill_often, kill_upgrades, outlast

PLIES = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(0, 2))
RELEASED = Path(__file__).parents[2] / "database" / "released" / "0.1.0.sqlite.sql"
PLAYED = Game(
    GameId(1),
    Place(ChannelId(1)),
    Rules(3, 3, 3),
    Human(UserId(ANN)),
    Human(UserId(BOB)),
    datetime(2026, 11, 21, tzinfo=UTC),
    PLIES,
    Result(Mark.X, Ending.LINE),
)


async def test_kills_at_random_moments_lose_nothing_that_was_shown(tmp_path: Path, url: str) -> None:
    seed = int(os.environ.get("TTT_SEED") or randrange(1_000_000))
    print(f"TTT_SEED={seed}")  # noqa: T201 - pytest shows it when the test fails
    tally = await kill_often(tmp_path, url, kills=2, random=Random(seed))
    assert not tally.wrong, f"{tally}\n" + "\n".join(tally.wrong)
    assert tally.kills == 2
    assert tally.revived
    assert tally.crowd.boards > 40
    assert tally.rated


@pytest.mark.parametrize("harm", [PostgresServer.paused, PostgresServer.stopped])
async def test_a_crowd_is_answered_while_its_database_is_gone_and_loses_nothing(
    harm: Callable[[PostgresServer], AbstractContextManager[None]], tmp_path: Path, postgres: PostgresServer, gone: str
) -> None:
    broken = partial(beside, partial(harm, postgres))
    tally = await outlast(tmp_path, gone, 1, broken, Random(1), seconds=4)
    assert not tally.wrong, f"{tally}\n" + "\n".join(tally.wrong)
    assert tally.outages == 1
    assert tally.crowd.boards > 20


@pytest.fixture
def gone(postgres: PostgresServer) -> str:
    """The URL of a database whose server will be gone."""
    return postgres.new()


async def test_kills_during_an_upgrade_change_no_row(tmp_path: Path) -> None:
    numbers = count()

    async def new() -> str:
        file = tmp_path / f"{next(numbers)}.sqlite3"
        with closing(sqlite3.connect(file)) as database:
            database.executescript(RELEASED.read_text(encoding="utf-8"))
        return f"sqlite:///{file}"

    found = await kill_upgrades(tmp_path, new, 3, Random(1))
    assert (found.kills, found.wrong) == (3, [])


def board(game: Game) -> Seen:
    """Return a game's board as people see it."""
    draft = message.board(Update(game, game, Event.SHOWN, UserId(ANN)))
    rows = [{"components": [button._asdict() for button in row]} for row in draft.rows]
    found = seen({"content": draft.content, "components": rows})
    assert found
    return found


BOARDS = {
    ply: board(replace(PLAYED, plies=PLIES[:ply], result=None if ply < 5 else PLAYED.result)) for ply in range(1, 6)
}


def test_a_whole_game_has_lost_nothing() -> None:
    assert losses(BOARDS, PLAYED) == []


@pytest.mark.parametrize(
    ("saved", "wrong"),
    [
        (None, "game 1 is lost"),
        (replace(PLAYED, plies=PLIES[:-1]), "game 1 has -1 plies"),
        (replace(PLAYED, plies=PLIES[1::-1] + PLIES[2:]), "game 1 differs at ply 1"),
        (replace(PLAYED, plies=PLIES[:1] + PLIES[:-1]), "game 1: (0, 0) is taken"),
        (replace(PLAYED, result=None), "game 1 has lost its end"),
    ],
)
def test_a_loss_is_found(saved: Game | None, wrong: str) -> None:
    assert wrong in losses(BOARDS, saved)


def test_an_undo_that_nobody_saw_is_no_loss() -> None:
    assert losses(BOARDS, replace(PLAYED, plies=PLIES[:-1], result=None), undoing=True) == []
