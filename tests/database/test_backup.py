"""python -m bot backup FILE, a whole copy taken while others write, and python -m bot restore FILE."""

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.database.backup import Restored, backup, restore
from bot.database.errors import InUse, Misconfigured, StoreUnavailable
from bot.database.files import DatabaseLock
from bot.database.store import Store
from bot.game.games import ChannelId, Format, Human, Place, UserId
from bot.game.playing import marked
from bot.operations.exits import Exit
from engine import Cell, Rules
from tests.architecture import ROOT
from tests.databases import names, released_file, sqlite_file
from tests.e2e.processes.process import forked, running
from tests.people import ANN, HERE, THERE
from tests.stored import AT, live_game, open_game, opening


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "ttt.sqlite3"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "copy"


@pytest.fixture
async def store(file: Path) -> AsyncIterator[Store]:
    store = await Store.open(f"sqlite:///{file}")
    yield store
    await store.close()


def damage(file: Path, start: int) -> None:
    """Overwrite some pages of a database."""
    with file.open("r+b") as database:
        database.seek(start)
        database.write(b"\xff" * 8192)


def query_file(file: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return database.execute(query).fetchall()


async def test_a_copy_taken_during_writes_is_consistent(store: Store, file: Path, tmp_path: Path) -> None:
    """Each save adds one ply and one to the revision: in a copy of any instant they are equal."""
    copies = [tmp_path / f"copy{number}" for number in range(8)]
    game = await open_game(store, replace(opening(), format=Format(Rules(30, 30, 5))), ANN)
    cells = iter(Cell(row, col) for row in range(30) for col in range(row % 2, 30, 2))  # 450 cells, and nobody wins
    for target in copies:
        copying = asyncio.create_task(asyncio.to_thread(backup, f"sqlite:///{file}", target))
        game = await store.games.save(
            game, marked(game, next(cells), AT)
        )  # so that the next copy sees another revision
        while not copying.done() and game.moves < 400:
            game = await store.games.save(game, marked(game, next(cells), AT))
        await copying
    counts = [query_file(target, "SELECT revision, (SELECT count(*) FROM plies) FROM games") for target in copies]
    assert all(revision == plies for [(revision, plies)] in counts)
    assert len({revision for [(revision, _)] in counts}) > 1


async def test_a_backup_replaces_an_older_copy(store: Store, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    await asyncio.to_thread(folder.mkdir)
    for number, place in enumerate((HERE, THERE), 1):
        await open_game(store, opening(place), ANN)
        assert await asyncio.to_thread(backup, f"sqlite:///{file}", folder / "ttt") == number
    assert await asyncio.to_thread(names, folder) == {"ttt"}


@pytest.mark.parametrize(
    ("url", "target", "words"),
    [
        ("postgresql://x/y", "copy", "pg_dump"),
        ("sqlite://", "copy", "DATABASE_URL"),
        ("mysql://x/y", "copy", "DATABASE_URL"),
        ("sqlite:///no-such-file", "copy", "there is no database to copy"),
        ("sqlite:///no/such/folder/x", "copy", "there is no folder .*/no/such/folder$"),
        ("sqlite:///{file}", "ttt.sqlite3", "is the database itself"),
        ("sqlite:///{file}", "no/such/folder/copy", "there is no folder .*/no/such/folder$"),
        ("sqlite:///{file}", "ttt.sqlite3/copy", "there is no folder .*/ttt.sqlite3$"),
        ("sqlite:///{file}", "", "is a folder"),
        ("sqlite:///{file}", "x" * 300, "too long"),
        *(
            ("sqlite:///{file}", f"ttt.sqlite3{end}", "is a file of the database")
            for end in ("-wal", "-shm", "-journal", ".lock", ".restoring", ".part")
        ),
        ("sqlite:///{file}.part", "ttt.sqlite3", "is a file of the database"),
        ("sqlite:///{file}", "/dev/null", "is not a file"),
    ],
)
async def test_a_failed_copy_leaves_no_file(
    store: Store, file: Path, tmp_path: Path, url: str, target: str, words: str
) -> None:
    before = set(tmp_path.iterdir())  # noqa: ASYNC240 - the file system is local
    with pytest.raises(Misconfigured, match=words):
        backup(url.format(file=file), tmp_path / target)
    assert set(tmp_path.iterdir()) == before  # noqa: ASYNC240


async def test_a_damaged_database_does_not_replace_an_older_copy(store: Store, file: Path, target: Path) -> None:
    await open_game(store, opening(), ANN)
    await store.close()
    backup(f"sqlite:///{file}", target)
    before = target.read_bytes()  # noqa: ASYNC240 - the file system is local
    damage(file, 4096)
    with pytest.raises(StoreUnavailable):
        backup(f"sqlite:///{file}", target)
    assert target.read_bytes() == before  # noqa: ASYNC240


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_the_owner_may_read_a_copy(file: Path, target: Path) -> None:
    sqlite_file(file)
    file.chmod(0o640)
    backup(f"sqlite:///{file}", target)
    assert target.stat().st_mode & 0o777 == 0o600
    put_back(file, target)
    assert file.stat().st_mode & 0o777 == 0o640


@pytest.mark.process
async def test_the_backup_command_reports_what_it_copied(store: Store, tmp_path: Path) -> None:
    await open_game(store, opening(), ANN)
    for end in ("", ", which replaces the old file"):
        async with forked(tmp_path, "bot", "backup", "copy") as process:
            assert await process.exit_code() == 0
        assert process.output == f"ttt: 1 game copied to copy{end}\n"
    assert query_file(tmp_path / "copy", "SELECT count(*) FROM games") == [(1,)]


# -- restore

# A process that plays like the bot until it is killed. It imports only SQLite, so it starts quickly.
PLAYS_ON = """
import sqlite3, sys
database = sqlite3.connect(sys.argv[1], isolation_level=None)
for pragma in ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON", "wal_autocheckpoint=20"):
    database.execute("PRAGMA " + pragma)
for ply in range(1, 100_000):
    database.execute("BEGIN IMMEDIATE")
    database.execute("UPDATE games SET revision = revision + 1")
    database.execute("INSERT INTO plies (game, number, row, col) VALUES (1, ?, ?, ?)", (ply, ply // 100, ply % 100))
    database.execute("COMMIT")
    print(f"ply {ply}.", flush=True)
"""


NOISE = Random(1).randbytes(40_000)


@pytest.fixture(scope="session")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, bytes]:
    """A closed database with a game with one move, and a copy of it."""
    file = tmp_path_factory.mktemp("saved") / "ttt.sqlite3"

    async def save() -> None:
        store = await Store.open(f"sqlite:///{file}")
        game = await open_game(store, opening(), ANN)
        await store.games.save(game, marked(game, Cell(0, 0), AT))
        backup(f"sqlite:///{file}", file.with_name("copy"))
        await store.close()

    asyncio.run(save())
    return file.read_bytes(), file.with_name("copy").read_bytes()


@pytest.fixture
def copy(file: Path, tmp_path: Path, files: tuple[bytes, bytes]) -> Path:
    file.write_bytes(files[0])
    (tmp_path / "copy").write_bytes(files[1])
    return tmp_path / "copy"


async def live_games(file: Path) -> int:
    store = await Store.open(f"sqlite:///{file}")
    try:
        return await store.games.live_games()
    finally:
        await store.close()


def put_back(file: Path, copy: Path, now: datetime = AT) -> Restored:
    return restore(f"sqlite:///{file}", copy, now)


@pytest.mark.process
async def test_a_restore_after_kills_keeps_the_replaced_database(file: Path, copy: Path) -> None:
    for last, second in ((1, 0), (7, 1), (40, 2)):
        async with running([sys.executable, "-S", "-c", PLAYS_ON, str(file)], file.parent, {}) as player:
            await player.line_with(f"ply {last}.")
            await player.kill()
        assert file.with_name(f"{file.name}-wal").stat().st_size
        result = put_back(file, copy, AT + timedelta(seconds=second))
        assert result.games == 1
        assert query_file(file, "PRAGMA integrity_check") == [("ok",)]
        assert query_file(file, "SELECT revision, (SELECT count(*) FROM plies) FROM games") == [(1, 1)]
        assert result.kept
        assert result.kept.name == f"ttt.sqlite3.replaced-20261121-12000{second}"
        assert query_file(result.kept, "PRAGMA integrity_check") == [("ok",)]
        assert query_file(result.kept, "SELECT count(*) FROM plies")[0][0] > last
    store = await Store.open(f"sqlite:///{file}")
    game = await live_game(store, HERE.channel)
    assert game
    assert (await store.games.save(game, marked(game, Cell(1, 1), AT))).plies == (Cell(0, 0), Cell(1, 1))
    await store.close()


async def test_two_restores_in_one_second_keep_both(file: Path, copy: Path) -> None:
    assert len({put_back(file, copy).kept for _ in range(3)}) == 3


async def test_a_restore_needs_no_existing_database(tmp_path: Path, copy: Path) -> None:
    assert put_back(tmp_path / "new", copy) == Restored(1, None)
    assert query_file(tmp_path / "new", "SELECT count(*) FROM games") == [(1,)]


@pytest.mark.parametrize("noise", ["", ".part", ".part-journal", "-wal", "-shm"])
async def test_a_restore_replaces_a_damaged_database(file: Path, copy: Path, noise: str) -> None:
    file.with_name(f"{file.name}{noise}").write_bytes(NOISE)
    old = put_back(file, copy).kept
    assert old
    assert (old.read_bytes() == NOISE) == (not noise)
    assert query_file(file, "PRAGMA integrity_check") == [("ok",)]
    assert await live_games(file) == 1


async def test_a_restore_is_refused_while_the_bot_runs(file: Path, copy: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    before = names(file.parent)
    with pytest.raises(StoreUnavailable, match="a running bot uses it"):
        put_back(file, copy)
    assert names(file.parent) == before
    await open_game(store, opening(THERE), ANN)
    await store.close()
    put_back(file, copy)


@pytest.mark.process
async def test_a_killed_bot_does_not_block_a_restore(file: Path, copy: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from bot.database.files import DatabaseLock;"
        "lock = DatabaseLock(Path(sys.argv[1]), exclusive=False); print('here', flush=True); time.sleep(60)"
    )
    async with running([sys.executable, "-c", code, str(file)], ROOT, {}) as bot:
        await bot.line_with("here")
        with pytest.raises(StoreUnavailable):
            put_back(file, copy)
        await bot.kill()
        assert put_back(file, copy).games == 1


async def test_a_bot_does_not_start_while_a_restore_runs(file: Path, copy: Path) -> None:
    lock = DatabaseLock(file, exclusive=True)
    with pytest.raises(StoreUnavailable, match="being restored"):
        await Store.open(f"sqlite:///{file}")
    with pytest.raises(InUse):
        DatabaseLock(file, exclusive=True)
    lock.close()
    assert await live_games(file) == 1


@pytest.mark.process
@pytest.mark.parametrize("renames", [1, 2, 3])
async def test_a_restore_that_dies_never_leaves_an_empty_database(file: Path, copy: Path, renames: int) -> None:
    """It puts the copy beside the database, moves the database away, and puts the copy in its place."""
    async with forked(file.parent, "tests.database.dying", str(file), str(copy), str(renames)) as restoring:
        assert await restoring.exit_code() == 9
    if renames == 1:  # nothing has happened yet
        assert await live_games(file) == 1
    else:
        with pytest.raises(StoreUnavailable, match="run python -m bot restore again"):
            await Store.open(f"sqlite:///{file}")
    put_back(file, copy)
    assert await live_games(file) == 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE alembic_version SET version_num = '9999'", "newer version"),
        ("INSERT INTO alembic_version VALUES ('9998')", "newer version"),
        ("DELETE FROM alembic_version", "newer version"),
        ("DROP TABLE alembic_version", "copy is not a database of ttt"),
        ("DROP TABLE games", "copy is not a database of ttt"),
        ("DROP TABLE ratings", "the table ratings is missing"),
        ("ALTER TABLE preferences DROP COLUMN theme", "the column theme is missing"),
        ("DROP INDEX ix_games_live", "ix_games_live is missing"),
        ("CREATE TRIGGER hostile AFTER INSERT ON games BEGIN DELETE FROM games; END", "the trigger hostile"),
        ("CREATE VIEW odd AS SELECT * FROM games", "the view odd"),
        ("CREATE VIRTUAL TABLE odd USING fts5(x)", "the table odd"),
        ("ALTER TABLE games ADD COLUMN odd INTEGER NOT NULL DEFAULT 1; CREATE UNIQUE INDEX odd ON games (x)", "odd"),
    ],
)
async def test_an_unusable_copy_is_refused(file: Path, copy: Path, change: str, words: str) -> None:
    with closing(sqlite3.connect(copy)) as database:
        database.executescript(change)
    check_refusal(file, copy, words)


@pytest.mark.parametrize("version", ["0.1.0", "0.2.0", "0.3.0", "0.4.0"])
def test_a_copy_of_a_released_version_is_restored(file: Path, copy: Path, version: str) -> None:
    released_file(copy, version)
    assert put_back(file, copy).games > 0


async def test_a_damaged_copy_is_refused(file: Path, copy: Path) -> None:
    damage(copy, 8192)
    check_refusal(file, copy, "cannot restore")


def test_a_file_that_is_not_a_copy_is_refused(file: Path, copy: Path) -> None:
    check_refusal(file, file, "is the database itself")
    check_refusal(file, file.with_name("no-such-file"), "no-such-file doesn't exist")
    check_refusal(file, file.with_name("no-such-folder") / "copy", "there is no folder .*/no-such-folder$")
    check_refusal(file, file.parent, "is a folder")
    check_refusal(file, Path(), "is a folder")
    copy.write_bytes(NOISE)
    check_refusal(file, copy, "not a database")
    with pytest.raises(Misconfigured, match="pg_restore"):
        restore("postgresql://x/y", copy, AT)


def check_refusal(file: Path, copy: Path, words: str) -> None:
    """Check that a restore is refused and changes nothing."""
    before = names(file.parent), file.read_bytes()
    with pytest.raises(Misconfigured, match=words):
        put_back(file, copy)
    assert names(file.parent) - {f"{file.name}.lock"} == before[0] - {f"{file.name}.lock"}
    assert file.read_bytes() == before[1]


@pytest.mark.process
async def test_the_restore_command_reports_what_it_kept(file: Path, copy: Path) -> None:
    async with forked(file.parent, "bot", "restore", str(copy)) as process:
        assert await process.exit_code() == 0
    assert process.output.startswith(f"ttt: 1 game restored from {copy}; the old database is kept as ")


@pytest.mark.process
async def test_the_exit_code_of_a_refused_restore_says_whether_waiting_helps(file: Path, copy: Path) -> None:
    for source, code, words in (
        ("nothing", Exit.MISCONFIGURED, "nothing doesn't exist"),
        ("copy", Exit.FAILED, "stop the bot first"),
    ):
        with closing(DatabaseLock(file, exclusive=False)):
            async with forked(file.parent, "bot", "restore", source) as process:
                assert await process.exit_code() == code
        [line] = process.output.splitlines()
        assert words in line


async def test_a_damaged_database_is_noticed_at_startup(file: Path, copy: Path) -> None:
    damage(file, 12_288)
    with pytest.raises(StoreUnavailable, match="python -m bot restore FILE"):
        await asyncio.wait_for(Store.open(f"sqlite:///{file}"), 60)


async def test_a_backup_copied_by_hand_over_an_old_log_is_noticed(file: Path, copy: Path) -> None:
    store = await Store.open(f"sqlite:///{file}")
    for number in range(100):
        if number == 70:
            await store.database.read(lambda it: it.exec_driver_sql("PRAGMA wal_checkpoint").all())
        place, user = Place(ChannelId(1_000 + number)), UserId(1_000 + number)
        game = await open_game(store, replace(opening(), place=place, x=Human(user)), user)
        await store.games.save(game, marked(game, Cell(0, 0), AT))
    log = file.with_name(f"{file.name}-wal")
    content = log.read_bytes()
    await store.close()
    shutil.copy(copy, file)
    log.write_bytes(content)
    with pytest.raises(StoreUnavailable, match="it is damaged"):
        await Store.open(f"sqlite:///{file}")


async def test_plies_without_a_game_are_noticed_at_startup(file: Path, copy: Path) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DELETE FROM games")
    with pytest.raises(StoreUnavailable, match="rows of plies belong to nothing"):
        await Store.open(f"sqlite:///{file}")
