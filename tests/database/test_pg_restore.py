"""The commands of docs/operations.md that back PostgreSQL up and restore it, without Docker around them."""

import subprocess
from collections.abc import Iterator

import pytest

from bot.database.store import Store
from bot.game.games import GameId
from bot.game.playing import marked
from engine import Cell
from tests.architecture import ROOT
from tests.database.openings import AT, opening
from tests.databases import PostgresServer
from tests.people import ANN, HERE, THERE
from tests.stored import live_game, open_game

PAGE = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
INSIDE = "docker compose exec -T database "
COMMANDS = [line.removeprefix(INSIDE) for line in PAGE.splitlines() if line.startswith(INSIDE)]
FIRST = "createuser --username=postgres --superuser ttt", "createdb --username=ttt ttt"
LAST = "dropdb --username=ttt ttt", "dropdb --username=ttt ttt_before", "dropuser --username=postgres ttt"


class Shell:
    """A shell in the folder of the backups."""

    def __init__(self, server: PostgresServer, folder: str) -> None:
        self._folder = folder
        self._environment = server.environment
        self.url = f"postgresql://ttt@/ttt?host={self._environment['PGHOST']}"

    def run(self, command: str) -> str:
        """Run a command and return its errors."""
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert bool(done.returncode) == bool(done.stderr), done
        return done.stderr


@pytest.fixture
def shell(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shell]:
    shell = Shell(postgres, str(tmp_path_factory.mktemp("backups")))
    for command in FIRST:
        assert not shell.run(command)
    yield shell
    for command in LAST:  # not every test made all of them
        shell.run(command)


async def test_a_restored_backup_keeps_the_old_database(shell: Shell) -> None:
    back_up, set_aside, create, put_back = COMMANDS
    store = await Store.open(shell.url)
    game = await open_game(store, opening(), ANN)
    game = await store.games.save(game, marked(game, Cell(0, 0), AT))
    assert not shell.run(back_up)
    await store.games.save(game, marked(game, Cell(1, 1), AT))
    assert "being accessed by other users" in shell.run(set_aside)
    await store.close()
    for command in (set_aside, create, put_back):
        assert not shell.run(command)
    store = await Store.open(shell.url)
    assert await live_game(store, HERE.channel) == game
    assert (await open_game(store, opening(THERE), ANN)).id == GameId(game.id + 1)
    await store.close()
    before = await Store.open(shell.url.replace("/ttt?", "/ttt_before?"))
    kept = await live_game(before, HERE.channel)
    assert kept
    assert kept.plies == (Cell(0, 0), Cell(1, 1))
    await before.close()


async def test_a_damaged_backup_restores_nothing(shell: Shell) -> None:
    back_up, _, _, put_back = COMMANDS
    store = await Store.open(shell.url)
    await open_game(store, opening(), ANN)
    assert not shell.run(back_up)
    await store.close()
    assert not shell.run("dropdb --username=ttt ttt && createdb --username=ttt ttt")
    assert not shell.run("head -c 5000 ttt.dump >part && mv part ttt.dump")
    assert "pg_restore: error" in shell.run(put_back)
    store = await Store.open(shell.url)
    assert await live_game(store, HERE.channel) is None
    await store.close()
