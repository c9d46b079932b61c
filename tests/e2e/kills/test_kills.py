"""SIGKILL while people play: nothing that was shown is lost, and every game goes on."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random, randrange

import pytest

from bot.game.games import ChannelId, Ending, Game, GameId, Human, Place, Result, UserId
from bot.game.requests import Event, Update
from bot.messages import message
from engine import Cell, Mark, Rules
from tests.e2e.boards import Seen, losses, seen
from tests.e2e.discord.payloads import ANN, BOB
from tests.e2e.kills.kills import kill_often

PLIES = (Cell(0, 0), Cell(1, 0), Cell(0, 1), Cell(1, 1), Cell(0, 2))
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
    tally = await kill_often(tmp_path, url, kills=3, random=Random(seed))
    assert not tally.wrong, f"{tally}\n" + "\n".join(tally.wrong)
    assert tally.kills == 3
    assert tally.revived
    assert tally.crowd.boards > 60
    assert tally.rated


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
