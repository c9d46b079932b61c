"""The log, and the secrets that it hides."""

import json
import logging
import sys
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest

from bot.operations import logs
from bot.settings import Settings

SECRETS = {
    "discord_token": "bot-t0ken",
    "database_url": "postgresql://ann:p%40ss%22w0rd@db/ttt?x=1",
    "heartbeat_url": "https://ping.example/h3artbeat",
}
ADDRESS = "https://discord.example/api/v10/webhooks/17/aW50ZXJhY3Rpb24/messages/@original"


def settings(**values: object) -> Settings:
    return Settings(_env_file=None, **SECRETS | values)  # pyright: ignore[reportCallIssue, reportArgumentType] - of pydantic


@pytest.fixture
def log_of(capsys: pytest.CaptureFixture[str]) -> Iterator[Callable[..., str]]:
    """Return a function that runs another with some settings and returns its log."""
    root, ours = logging.getLogger(), logging.getLogger("bot")
    before = root.handlers[:], root.level, ours.level

    def run(act: Callable[[], object], **values: object) -> str:
        root.handlers.clear()
        logs.set_up(settings(**values))
        act()
        return capsys.readouterr().err

    yield run
    logging.captureWarnings(capture=False)
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


def warn_of_all_secrets() -> None:
    try:
        raise ValueError("bot-t0ken in a traceback")  # noqa: TRY301 - that is the point
    except ValueError:
        secrets = 'bot-t0ken, p@ss"w0rd, p%40ss%22w0rd, https://ping.example/h3artbeat'
        logging.getLogger("bot.x").warning("%s at %s", secrets, ADDRESS, exc_info=True)


@pytest.mark.parametrize("log_format", ["text", "json"])
def test_no_secret_is_logged_in_any_form(log_format: str, log_of: Callable[..., str]) -> None:
    log = log_of(warn_of_all_secrets, log_format=log_format)
    assert "in a traceback" in log
    assert "/webhooks/17/***/messages/@original" in log
    for secret in ("t0ken", "w0rd", "aW50", "h3art"):
        assert secret not in log


def test_json_logs_have_one_object_per_line(log_of: Callable[..., str]) -> None:
    [line] = log_of(warn_of_all_secrets, log_format="json").splitlines()
    record = json.loads(line)
    assert record.keys() == {"time", "level", "logger", "message", "exception"}
    assert (record["level"], record["logger"]) == ("WARNING", "bot.x")
    assert datetime.fromisoformat(record["time"]).utcoffset() == timedelta(0)
    assert "ValueError: *** in a traceback" in record["exception"]


def test_a_reference_is_a_separate_field_in_json(log_of: Callable[..., str]) -> None:
    line = log_of(lambda: logging.getLogger("bot").info("broken", extra={"reference": "ab12"}), log_format="json")
    assert json.loads(line)["reference"] == "ab12"


def test_repeated_log_lines_are_logged_once_a_minute_with_a_count() -> None:
    now = [0.0]
    floods = logs.Floods(lambda: now[0])

    def passes(message: str, number: int) -> str | None:
        record = logging.makeLogRecord({"name": "bot", "msg": message, "args": (number,), "may_flood": True})
        return record.getMessage() if floods.filter(record) else None

    assert [passes("lost %d", number) for number in range(3)] == ["lost 0", None, None]
    assert passes("late %d", 4) == "late 4"
    now[0] = 61
    assert passes("lost %d", 5) == "lost 5 (and 2 more like this)"
    now[0] = 122
    assert passes("lost %d", 6) == "lost 6"


@pytest.mark.parametrize("name", ["discord.http", "discord.gateway", "aiosqlite", "sqlalchemy.engine", "asyncio"])
def test_debug_applies_only_to_our_own_modules(name: str, log_of: Callable[..., str]) -> None:
    def say() -> None:
        logging.getLogger(name).debug("a whole request")
        logging.getLogger("bot.interactions.boards").debug("ours")

    log = log_of(say, log_level="DEBUG")
    assert "ours" in log
    assert "a whole request" not in log


def test_a_level_above_info_applies_to_all_loggers(log_of: Callable[..., str]) -> None:
    def say() -> None:
        for name in ("bot.client", "discord.gateway"):
            logging.getLogger(name).info("joined")

    assert log_of(say, log_level="WARNING") == ""
    assert log_of(say, log_level="INFO").count("joined") == 2


@pytest.mark.parametrize("url", ["sqlite:///ttt.sqlite3", "not a url", "postgresql://[broken"])
def test_nothing_is_hidden_without_secrets(url: str) -> None:
    mask = logs.mask_for(settings(discord_token=None, database_url=url))
    assert mask(f"all of {url} and {sys.executable}") == f"all of {url} and {sys.executable}"


def test_every_part_of_a_password_is_a_secret() -> None:
    written = set(logs.passwords("postgresql://ann:a%40b@c@db/ttt?password=d%26"))
    assert written >= {"a%40b", "a@b", "a@b@c", "c", "d%26", "d&"}
    assert not list(logs.passwords("sqlite:////srv/a:b@c/ttt.sqlite3"))


@pytest.mark.parametrize("password", ["a", "ttt", "%40"])
def test_a_short_password_is_hidden_only_in_addresses(password: str) -> None:
    url = f"postgresql://ann:{password}@db/ttt"
    mask = logs.mask_for(settings(discord_token=None, database_url=url))
    assert mask(f"cannot open {url} at ttt@a") == "cannot open postgresql://ann:***@db/ttt at ttt@a"
    assert mask(f"no database at db?x=1&password={password}&y=2") == "no database at db?x=1&password=***&y=2"
