"""python -m bot backup FILE: a copy that is whole, taken while others write."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.database.backup import backup
from bot.database.errors import StoreUnavailable
from bot.database.store import Store
from bot.game.choices import Shape
from bot.game.games import Format, GuildId
from bot.game.playing import marked
from engine import Cell, Rules
from tests.database.openings import AT, opening
from tests.e2e.processes.process import forked
from tests.people import ANN, BOB, HERE, THERE
from tests.stored import live_game


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


def asked(file: Path, query: str) -> list[tuple[int, ...]]:
    with closing(sqlite3.connect(file)) as copy:
        return copy.execute(query).fetchall()


async def test_the_copy_has_what_was_saved(store: Store, file: Path, target: Path) -> None:
    game, *_ = await store.open_game(opening(), ANN)
    game = await store.save(game, marked(game, Cell(0, 0), AT))
    preferred = {ANN: await store.prefer(ANN, {"mark": Shape.STAR})}
    await store.block(ANN, BOB, AT, 1)
    chosen = await store.change_server(GuildId(1), {"is_rated": False})
    assert await asyncio.to_thread(backup, f"sqlite:///{file}", target) == 1
    copy = await Store.open(f"sqlite:///{target}")
    assert await live_game(copy, HERE.channel) == game
    assert await copy.blocked_by(ANN) == [BOB]
    assert await copy.server_settings(GuildId(1)) == chosen
    assert await copy.preferences([ANN]) == preferred
    await copy.close()


async def test_a_copy_taken_while_somebody_writes_is_one_state(store: Store, file: Path, tmp_path: Path) -> None:
    """Each save adds one ply and one to the revision: in a copy of any instant they are equal."""
    copies = [tmp_path / f"copy{number}" for number in range(8)]

    async def copy() -> None:
        for target in copies:
            await asyncio.to_thread(backup, f"sqlite:///{file}", target)

    game, *_ = await store.open_game(replace(opening(), format=Format(Rules(30, 30, 5))), ANN)
    copying = asyncio.create_task(copy())
    cells = iter(Cell(row, col) for row in range(30) for col in range(row % 2, 30, 2))
    while not copying.done() and not game.result:
        game = await store.save(game, marked(game, next(cells), AT))
    await copying
    seen = [asked(target, "SELECT revision, (SELECT count(*) FROM plies) FROM games") for target in copies]
    assert all(revision == plies for [(revision, plies)] in seen)
    assert len({revision for [(revision, _)] in seen}) > 1


async def test_an_older_copy_is_replaced_and_nothing_else_is_left(store: Store, file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copies"
    await asyncio.to_thread(folder.mkdir)
    for number, place in enumerate((HERE, THERE), 1):
        await store.open_game(opening(place), ANN)
        assert await asyncio.to_thread(backup, f"sqlite:///{file}", folder / "ttt") == number
    assert await asyncio.to_thread(lambda: [path.name for path in folder.iterdir()]) == ["ttt"]


@pytest.mark.parametrize(
    ("url", "target", "said"),
    [
        ("postgresql://x/y", "copy", "pg_dump"),
        ("sqlite://", "copy", "pg_dump"),
        ("sqlite:///no-such-file", "copy", "cannot copy"),
        ("sqlite:///{file}", "ttt.sqlite3", "is the database itself"),
        ("sqlite:///{file}", "no/such/folder/copy", "cannot copy"),
        ("sqlite:///{file}", "", "is a folder"),
    ],
)
async def test_what_can_not_be_copied_is_said_and_leaves_no_file(
    store: Store, file: Path, tmp_path: Path, url: str, target: str, said: str
) -> None:
    before = set(tmp_path.iterdir())  # noqa: ASYNC240 - the file system is local
    with pytest.raises(StoreUnavailable, match=said):
        backup(url.format(file=file), tmp_path / target)
    assert set(tmp_path.iterdir()) == before  # noqa: ASYNC240


async def test_a_damaged_database_does_not_replace_an_older_copy(store: Store, file: Path, target: Path) -> None:
    await store.open_game(opening(), ANN)
    await store.close()
    backup(f"sqlite:///{file}", target)
    before = target.read_bytes()  # noqa: ASYNC240 - the file system is local
    with file.open("r+b") as database:
        database.seek(4096)
        database.write(b"\xff" * 20_000)
    with pytest.raises(StoreUnavailable):
        backup(f"sqlite:///{file}", target)
    assert target.read_bytes() == before  # noqa: ASYNC240


@pytest.mark.process
async def test_the_command_copies_and_says_how_much_and_what_it_replaced(store: Store, tmp_path: Path) -> None:
    await store.open_game(opening(), ANN)
    for end in ("", ", which replaces the old file"):
        async with forked(tmp_path, "bot", "backup", "copy") as process:
            assert await process.ended() == 0
        assert process.output == f"ttt: 1 games copied to copy{end}\n"
    assert asked(tmp_path / "copy", "SELECT count(*) FROM games") == [(1,)]


@pytest.mark.process
async def test_the_command_says_in_one_line_why_it_can_not(tmp_path: Path, target: Path) -> None:
    async with forked(tmp_path, "bot", "backup", str(target)) as process:
        assert await process.ended() == 1
    [line] = process.output.splitlines()
    assert "cannot copy" in line
