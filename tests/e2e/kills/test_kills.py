"""SIGKILL while people play: nothing that was shown is lost, and every game goes on."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random, randrange

import pytest

from benchmarks.kills import released
from bot.game.games import ChannelId, Ending, Format, Game, GameId, Human, Place, Result, UserId
from bot.game.requests import Event, Update
from bot.messages import message
from engine import Cell, Mark, Rules
from tests.databases import PostgresServer, sqlite_file
from tests.e2e.boards import Seen, losses, seen
from tests.e2e.discord.payloads import ANN, BOB
from tests.e2e.kills.kills import beside, kill_often, kill_upgrades, outlast

PLIES = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(0, 2))
PLAYED = Game(
    GameId(1),
    Place(ChannelId(1)),
    Format(Rules(3, 3, 3)),
    Human(UserId(ANN)),
    Human(UserId(BOB)),
    datetime(2026, 11, 21, tzinfo=UTC),
    PLIES,
    Result(Mark.X, Ending.LINE),
)


async def test_kills_at_random_moments_lose_nothing_that_was_shown(tmp_path: Path) -> None:
    seed = int(os.environ.get("TTT_SEED") or randrange(1_000_000))
    print(f"TTT_SEED={seed}")  # noqa: T201 - pytest shows it when the test fails
    url = sqlite_file(tmp_path / "games.sqlite3")
    tally = await kill_often(tmp_path, url, kills=2, random=Random(seed))
    assert not tally.wrong, f"{tally}\n" + "\n".join(tally.wrong)
    assert tally.kills == 2
    assert tally.revived
    assert tally.crowd.boards > 40
    assert tally.rated


@pytest.fixture
def gone(postgres: PostgresServer) -> str:
    """The URL of a database whose server will be gone."""
    return postgres.new()


async def test_a_crowd_is_answered_while_its_database_is_gone_and_loses_nothing_not_even_by_a_kill(
    tmp_path: Path, postgres: PostgresServer, gone: str
) -> None:
    harms = iter((postgres.paused, postgres.stopped))
    tally = await outlast(tmp_path, gone, 2, lambda: beside(next(harms)), Random(1), seconds=4)
    assert not tally.wrong, f"{tally}\n" + "\n".join(tally.wrong)
    assert tally.outages == 2
    assert tally.revived
    assert tally.crowd.boards > 40


async def test_kills_during_an_upgrade_change_no_row(tmp_path: Path) -> None:
    with released("0.1.0", None, tmp_path) as new:
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


SHORTER = replace(PLAYED, plies=PLIES[:-1], result=None)


@pytest.mark.parametrize(
    ("saved", "undoing", "wrong"),
    [
        (PLAYED, False, []),
        (SHORTER, True, []),  # nobody saw the undo
        (SHORTER, False, ["game 1 has -1 plies"]),
        (None, False, ["game 1 is lost"]),
        (replace(PLAYED, plies=(*PLIES[:-1], Cell(2, 2))), False, ["game 1 differs at ply 5"]),
        (replace(PLAYED, plies=PLIES[:1] + PLIES[:-1]), False, ["game 1: (0, 0) is taken"]),
        (replace(PLAYED, result=None), False, ["game 1 has lost its end"]),
    ],
)
def test_every_loss_is_found_and_no_other(saved: Game | None, undoing: bool, wrong: list[str]) -> None:
    assert losses(BOARDS, saved, undoing=undoing) == wrong
