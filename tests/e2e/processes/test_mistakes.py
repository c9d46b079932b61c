"""Settings, files and addresses that an operator gets wrong: each is one line and an exit code."""

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.operations.exits import Exit
from tests.e2e.processes.process import forked

SECRET = "S3cret"  # noqa: S105 - of no server
COMMANDS = [(), ("check",), ("backup", "copy")]


async def mistake(folder: Path, *arguments: str, **settings: str) -> tuple[int, str]:
    """Return the exit code and the only line of output."""
    async with forked(folder, "bot", *arguments, **settings) as process:
        code = await process.exit_code()
    wrong = [line for line in process.output.splitlines() if "check" not in arguments or not line.startswith("ok ")]
    assert len(wrong) == 1, process.output
    return code, wrong[0]


@pytest.mark.parametrize(
    ("settings", "words", "code"),
    [
        (
            {"DATABASE_URL": "sqlite:////no/such/folder/x.sqlite3"},
            "there is no folder /no/such/folder",
            Exit.MISCONFIGURED,
        ),
        (
            {"METRICS_HOST": "203.0.113.1", "METRICS_PORT": "0"},
            "cannot listen on METRICS_HOST 203.0.113.1",
            Exit.MISCONFIGURED,
        ),
        ({"DATABASE_URL": "postgresql+nothing://x"}, "DATABASE_URL", Exit.MISCONFIGURED),
        ({"DATABASE_URL": "not a url"}, "DATABASE_URL", Exit.MISCONFIGURED),
        ({"DATABASE_URL": "sqlite://ann:secret@/no/such/x.sqlite3"}, "DATABASE_URL", Exit.MISCONFIGURED),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL is 'loud', but must be DEBUG, INFO, WARNING or ERROR", Exit.MISCONFIGURED),
    ],
)
async def test_an_operators_mistake_is_one_line_and_an_exit_code(
    settings: dict[str, str], words: str, code: Exit, tmp_path: Path
) -> None:
    exit_code, line = await mistake(tmp_path, **settings)
    assert exit_code == code
    assert words in line
    assert "secret" not in line


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("DISCORD_TOKEN=x\n".encode("utf-16"), ".env is not UTF-8"),
        ("CONTACT=J\xf6rg\n".encode("latin-1"), ".env is not UTF-8"),
        (b'CONTACT="me\nDISCORD_TOKEN=abc\n', ".env, line 1"),
        (b"CONTACT=me\nDISCORD_TOKEN\n", ".env, line 2"),
        (b"DISCORD_TOKEN: abc\n", ".env, line 1"),
        (b"SHARD_COUNT=1000000000\n", "SHARD_COUNT is '1000000000'"),
        (b"DISCORD_TOKEN='S3cret token'\n", "DISCORD_TOKEN must be the token"),
        (b"CONTACT=" + b"x" * 5000, "CONTACT is"),
    ],
)
async def test_a_wrong_env_file_is_one_line_and_an_exit_code(
    tmp_path: Path, arguments: tuple[str, ...], content: bytes, words: str
) -> None:
    (tmp_path / ".env").write_bytes(content)
    code, line = await mistake(tmp_path, *arguments)
    assert code == Exit.MISCONFIGURED
    assert words in line
    assert len(line) < 250
    assert SECRET not in line


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize("name", ["x", "x.lock", "x-wal", "x-journal"])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
async def test_a_database_that_is_not_a_file_is_one_line_and_an_exit_code(
    tmp_path: Path, arguments: tuple[str, ...], name: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / name)
    code, line = await mistake(tmp_path, *arguments, DATABASE_URL="sqlite:///x")
    assert code == Exit.MISCONFIGURED
    assert "is not a file" in line


@pytest.mark.parametrize("arguments", COMMANDS)
@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ann:a@{SECRET}@127.0.0.1:1/ttt",
        f"postgresql://127.0.0.1:1/ttt?user=ann&password={SECRET}&timeout=abc",
        f"postgresql://127.0.0.1:1/ttt?password={SECRET}&sslmode=maybe",
        f"postgresql://127.0.0.1:1/ttt?password={SECRET}&sslrootcert=nothing",
        f"mysql://ann:{SECRET}@127.0.0.1:1/ttt",
        f"sqlite://ann:{SECRET}@/x",
        "sqlite:///loop",
        f"sqlite:///no/such/folder/x?password={SECRET}",
    ],
)
async def test_a_wrong_database_address_is_one_line_and_an_exit_code(
    tmp_path: Path, arguments: tuple[str, ...], url: str
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    code, line = await mistake(tmp_path, *arguments, DATABASE_URL=url)
    assert code == Exit.MISCONFIGURED
    assert SECRET not in line


@pytest.mark.parametrize("arguments", [*COMMANDS, ("restore", "copy"), ("move", "sqlite:///copy")])
async def test_a_missing_folder_is_named(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, line = await mistake(tmp_path, *arguments, DATABASE_URL="sqlite:///missing/x")
    assert code == Exit.MISCONFIGURED
    assert line.endswith(f"cannot open sqlite:///missing/x: there is no folder {tmp_path / 'missing'}")


@pytest.mark.parametrize("arguments", COMMANDS[:2])
@pytest.mark.parametrize("hosts", ["127.0.0.1:1", "127.0.0.1:1,127.0.0.1:2"])
async def test_a_server_that_is_down_may_come_back(tmp_path: Path, arguments: tuple[str, ...], hosts: str) -> None:
    url = f"postgresql://{hosts}/ttt?user=ann&password={SECRET}&connect_timeout=3"
    code, line = await mistake(tmp_path, *arguments, DATABASE_URL=url)
    assert code == (Exit.MISCONFIGURED if arguments else Exit.FAILED)  # of the check: there is a fix line
    assert f"cannot open postgresql://{hosts}/ttt: " in line
    assert SECRET not in line


async def test_a_port_in_use_is_one_line_and_an_exit_code(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        code, line = await mistake(tmp_path, METRICS_PORT=str(taken.getsockname()[1]))
    assert code == Exit.FAILED
    assert "cannot listen on" in line


@pytest.mark.parametrize("host", ["x" * 300, "192.0.2.1", "a..b", "::1%nothing"])
async def test_a_foreign_metrics_host_is_one_line_and_an_exit_code(tmp_path: Path, host: str) -> None:
    code, line = await mistake(tmp_path, METRICS_HOST=host, METRICS_PORT="0")
    assert code == Exit.MISCONFIGURED
    assert "METRICS_HOST" in line


@pytest.mark.parametrize(
    ("folder", "content"), [("missing", None), ("LOG_LEVEL", b"INFO"), ("", b"\xff"), ("", b"loud"), ("", b"")]
)
async def test_unreadable_credentials_are_one_line_and_an_exit_code(
    tmp_path: Path, folder: str, content: bytes | None
) -> None:
    if content is not None:
        (tmp_path / "LOG_LEVEL").write_bytes(content)
    async with forked(tmp_path, "bot", "check", CREDENTIALS_DIRECTORY=str(tmp_path / folder)) as process:
        assert await process.exit_code() == Exit.MISCONFIGURED
    assert len(process.output.splitlines()) == 1, process.output


async def test_an_empty_token_starts_no_playground(tmp_path: Path) -> None:
    (tmp_path / "DISCORD_TOKEN").touch()
    async with forked(tmp_path, "bot", CREDENTIALS_DIRECTORY=str(tmp_path)) as process:
        assert await process.exit_code() == Exit.MISCONFIGURED
    assert "DISCORD_TOKEN" in process.output


async def test_a_wrong_setting_is_an_object_of_a_json_log(tmp_path: Path) -> None:
    code, line = await mistake(tmp_path, LOG_FORMAT="json", AI_WORKERS="few")
    assert code == Exit.MISCONFIGURED
    assert json.loads(line)["message"].startswith("AI_WORKERS is 'few'")


@pytest.mark.parametrize("address", ["/no/such/socket", "@nothing", "vsock:1:2", "x" * 200])
async def test_the_bot_starts_without_the_systemd_of_its_environment(tmp_path: Path, address: str) -> None:
    async with forked(tmp_path, PLAYGROUND_PORT="0", NOTIFY_SOCKET=address, WATCHDOG_USEC="often") as bot:
        await bot.line_with("Play here:")
        bot.process.terminate()
        assert await bot.exit_code() == Exit.OK
