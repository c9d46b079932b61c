"""python -m bot restore FILE: a copy in the database's place, whatever a kill left beside it."""

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.database.backup import Restored, backup, restore
from bot.database.errors import InUse, StoreUnavailable
from bot.database.files import DatabaseLock, unfinished_restore
from bot.database.store import Store
from bot.game.games import ChannelId, Human, Place, UserId
from bot.game.playing import marked
from engine import Cell
from tests.architecture import ROOT
from tests.database.openings import AT, opening
from tests.e2e.processes.process import forked, running
from tests.people import ANN, HERE, THERE
from tests.stored import live_game

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)

# A process that plays on as the bot does, until it is killed. It has SQLite alone, so a hundred of them start quickly.
PLAYS_ON = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
for pragma in ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON", "wal_autocheckpoint=20"):
    database.execute("PRAGMA " + pragma)
for ply in range(1, 100_000):
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE games SET revision = revision + 1")
    database.execute("INSERT INTO plies VALUES (1, ?, ?, ?)", (ply, ply // 100, ply % 100))
    database.execute("COMMIT")
    print(ply, flush=True)
"""


NOISE = Random(1).randbytes(40_000)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ttt.sqlite3"


@pytest.fixture
async def copy(file: Path, tmp_path: Path) -> Path:
    """A copy of the database when it had one game with one move; the database is closed."""
    store = await Store.open(f"sqlite:///{file}")
    game, *_ = await store.open_game(opening(), ANN)
    await store.save(game, marked(game, Cell(0, 0), AT))
    backup(f"sqlite:///{file}", tmp_path / "copy")
    await store.close()
    return tmp_path / "copy"


def asked(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(query).fetchall()


def fill(file: Path) -> None:
    """Put what is no database into a file."""
    file.write_bytes(NOISE)


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@asynccontextmanager
async def opened(file: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{file}")
    yield store
    await store.close()


@pytest.mark.process
async def test_after_many_kills_the_restored_database_is_the_copy(file: Path, copy: Path) -> None:
    random, logs = Random(3), 0
    for number in range(10):
        async with running([sys.executable, "-S", "-c", PLAYS_ON, str(file)], file.parent, {}) as player:
            await player.line_with(str(random.randint(1, 40)))
            player.process.kill()
            await player.process.wait()
        logs += file.with_name(f"{file.name}-wal").stat().st_size > 0
        restored = restore(f"sqlite:///{file}", copy, NOW + timedelta(seconds=number))
        assert restored.games == 1
        assert asked(file, "PRAGMA integrity_check") == [("ok",)]
        assert asked(file, "SELECT revision, (SELECT count(*) FROM plies) FROM games") == [(1, 1)]
    assert logs == 10
    async with opened(file) as store:
        game = await live_game(store, HERE.channel)
        assert game
        assert (await store.save(game, marked(game, Cell(1, 1), AT))).plies == (Cell(0, 0), Cell(1, 1))


@pytest.mark.process
async def test_what_is_replaced_is_kept_with_all_that_was_played(file: Path, copy: Path) -> None:
    async with running([sys.executable, "-S", "-c", PLAYS_ON, str(file)], file.parent, {}) as player:
        await player.line_with("7")
        player.process.kill()
        await player.process.wait()
    kept = restore(f"sqlite:///{file}", copy, NOW).kept
    assert kept
    assert kept.name == "ttt.sqlite3.replaced-20261121-120000"
    assert asked(kept, "PRAGMA integrity_check") == [("ok",)]
    [(plies,)] = asked(kept, "SELECT count(*) FROM plies")
    assert isinstance(plies, int)
    assert plies > 7


async def test_two_restores_in_one_second_keep_both(file: Path, copy: Path) -> None:
    kept = {restore(f"sqlite:///{file}", copy, NOW).kept for _ in range(3)}
    assert len(kept) == 3


async def test_where_nothing_is_a_copy_is_put(tmp_path: Path, copy: Path) -> None:
    assert restore(f"sqlite:///{tmp_path / 'new'}", copy, NOW) == Restored(1, None)
    assert asked(tmp_path / "new", "SELECT count(*) FROM games") == [(1,)]


@pytest.mark.parametrize("left", ["ttt.sqlite3.part", "ttt.sqlite3.part-journal", "ttt.sqlite3-wal", "ttt.sqlite3-shm"])
async def test_what_lies_beside_does_not_matter(file: Path, copy: Path, left: str) -> None:
    fill(file.with_name(left))
    restore(f"sqlite:///{file}", copy, NOW)
    assert asked(file, "PRAGMA integrity_check") == [("ok",)]
    async with opened(file) as store:
        assert await live_game(store, HERE.channel)


async def test_a_damaged_database_is_replaced_too(file: Path, copy: Path) -> None:
    fill(file)
    restored = restore(f"sqlite:///{file}", copy, NOW)
    assert restored.kept
    assert restored.kept.read_bytes() == NOISE
    assert asked(file, "SELECT count(*) FROM games") == [(1,)]


async def test_a_running_bot_is_not_restored_and_goes_on(file: Path, copy: Path) -> None:
    async with opened(file) as store:
        before = names(file.parent)
        with pytest.raises(StoreUnavailable, match="a running bot uses it"):
            restore(f"sqlite:///{file}", copy, NOW)
        assert names(file.parent) == before
        await store.open_game(opening(THERE), ANN)
    restore(f"sqlite:///{file}", copy, NOW)


@pytest.mark.process
async def test_a_killed_bot_is_not_running(file: Path, copy: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from bot.database.files import DatabaseLock;"
        "lock = DatabaseLock(Path(sys.argv[1]), exclusive=False); print('here', flush=True); time.sleep(60)"
    )
    async with running([sys.executable, "-c", code, str(file)], ROOT, {}) as bot:
        await bot.line_with("here")
        with pytest.raises(StoreUnavailable):
            restore(f"sqlite:///{file}", copy, NOW)
        bot.process.kill()
        await bot.process.wait()
        assert restore(f"sqlite:///{file}", copy, NOW).games == 1


async def test_a_bot_does_not_start_while_a_restore_runs(file: Path, copy: Path) -> None:
    claim = DatabaseLock(file, exclusive=True)
    with pytest.raises(StoreUnavailable, match="being restored"):
        await Store.open(f"sqlite:///{file}")
    with pytest.raises(InUse):
        DatabaseLock(file, exclusive=True)
    claim.release()
    async with opened(file) as store:
        assert await store.live_games() == 1


async def test_a_restore_that_was_cut_short_is_finished_by_the_next(file: Path, copy: Path) -> None:
    shutil.copy(copy, unfinished_restore(file))
    file.unlink()  # noqa: ASYNC240 - the file system is local
    with pytest.raises(StoreUnavailable, match="run python -m bot restore again"):
        await Store.open(f"sqlite:///{file}")
    restore(f"sqlite:///{file}", copy, NOW)
    async with opened(file) as store:
        assert await store.live_games() == 1


# Restores, and dies just before it would rename for the nth time.
DIES = """
import os, sys
from datetime import UTC, datetime
from pathlib import Path
from bot.database.backup import restore
from tests.stored import live_game
left = int(sys.argv[3])
def hook(event, arguments):
    global left
    if event == "os.rename" and str(arguments[0]).startswith(sys.argv[1]):
        left -= 1
        if not left:
            os._exit(9)
sys.addaudithook(hook)
restore(f"sqlite:///{sys.argv[1]}", Path(sys.argv[2]), datetime.now(UTC))
"""


@pytest.mark.process
@pytest.mark.parametrize("renames", [1, 2, 3])
async def test_a_restore_that_dies_never_leaves_an_empty_database(file: Path, copy: Path, renames: int) -> None:
    """It puts the copy beside the database, moves the database away, and puts the copy in its place."""
    async with running([sys.executable, "-c", DIES, str(file), str(copy), str(renames)], ROOT, {}) as restoring:
        assert await restoring.ended() == 9
    if renames == 1:  # nothing has happened yet
        async with opened(file) as store:
            assert await store.live_games() == 1
    else:
        with pytest.raises(StoreUnavailable, match="run python -m bot restore again"):
            await Store.open(f"sqlite:///{file}")
    restore(f"sqlite:///{file}", copy, NOW)
    async with opened(file) as store:
        assert await store.live_games() == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "newer version"),
        ("DELETE FROM alembic_version", "newer version"),
        ("DROP TABLE alembic_version", "no such table"),
        ("DROP TABLE games", "no such table"),
    ],
)
async def test_a_copy_that_the_bot_could_not_open_is_refused(file: Path, copy: Path, change: str, said: str) -> None:
    with closing(sqlite3.connect(copy)) as database:
        database.execute(change)
        database.commit()
    refused(file, copy, said)


async def test_a_damaged_copy_is_refused(file: Path, copy: Path) -> None:
    with copy.open("r+b") as damaged:
        damaged.seek(8192)
        damaged.write(b"\xff" * 20_000)
    refused(file, copy, "cannot restore")


async def test_what_is_no_copy_is_refused(file: Path, copy: Path) -> None:
    refused(file, file, "is the database itself")
    refused(file, file.with_name("no-such-file"), "cannot restore")
    fill(copy)
    refused(file, copy, "not a database")
    with pytest.raises(StoreUnavailable, match="pg_restore"):
        restore("postgresql://x/y", copy, NOW)


def refused(file: Path, copy: Path, said: str) -> None:
    """Check that a restore is refused and changes nothing."""
    before = names(file.parent), file.read_bytes()
    with pytest.raises(StoreUnavailable, match=said):
        restore(f"sqlite:///{file}", copy, NOW)
    assert names(file.parent) - {f"{file.name}.lock"} == before[0] - {f"{file.name}.lock"}
    assert file.read_bytes() == before[1]


@pytest.mark.process
async def test_the_command_restores_and_says_what_it_kept(file: Path, copy: Path) -> None:
    async with forked(file.parent, "bot", "restore", str(copy)) as process:
        assert await process.ended() == 0
    assert process.output.startswith(f"ttt: 1 games restored from {copy}; the old database is kept as ")
    async with forked(file.parent, "bot", "restore", "nothing") as process:
        assert await process.ended() == 1
    [line] = process.output.splitlines()
    assert "cannot restore" in line


async def test_a_damaged_database_is_found_at_the_start(file: Path, copy: Path) -> None:
    with file.open("r+b") as damaged:
        damaged.seek(12_288)
        damaged.write(b"\xff" * 8192)
    with pytest.raises(StoreUnavailable, match="python -m bot restore FILE"):
        await asyncio.wait_for(Store.open(f"sqlite:///{file}"), 60)


async def test_a_backup_that_was_copied_by_hand_over_a_left_log_is_found_at_the_start(file: Path, copy: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    for number in range(100):
        if number == 70:
            await store.database.read(lambda it: it.exec_driver_sql("PRAGMA wal_checkpoint").all())
        place, user = Place(ChannelId(1_000 + number)), UserId(1_000 + number)
        game, *_ = await store.open_game(replace(opening(), place=place, x=Human(user)), user)
        await store.save(game, marked(game, Cell(0, 0), AT))
    log = file.with_name(f"{file.name}-wal")
    left = log.read_bytes()
    await store.close()
    shutil.copy(copy, file)
    log.write_bytes(left)
    with pytest.raises(StoreUnavailable, match="it is damaged"):
        await Store.open(f"sqlite:///{file}")


async def test_moves_of_no_game_are_found_at_the_start(file: Path, copy: Path) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM games")
    with pytest.raises(StoreUnavailable, match="rows of plies belong to nothing"):
        await Store.open(f"sqlite:///{file}")
