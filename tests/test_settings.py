"""The configuration, and the sample that explains it."""

import contextlib
from pathlib import Path

import pytest
from dotenv import dotenv_values
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from bot.operations import exits
from bot.settings import DOCKER, LogSettings, Settings, Unreadable, explain

SAMPLE = Path(__file__).parents[1] / ".env.example"


def settings(**values: object) -> Settings:
    return Settings(_env_file=None, **values)  # pyright: ignore[reportCallIssue, reportArgumentType] - of pydantic


def test_the_sample_env_file_has_exactly_the_settings() -> None:
    assert {name.lower() for name in dotenv_values(SAMPLE)} == set(Settings.model_fields)


def test_the_sample_env_file_contains_the_defaults() -> None:
    assert Settings(_env_file=SAMPLE) == settings()  # pyright: ignore[reportCallIssue] - of pydantic


def test_the_sample_env_file_explains_every_setting() -> None:
    lines = SAMPLE.read_text().splitlines()
    for number, line in enumerate(lines):
        if "=" in line and not line.startswith("#"):
            assert lines[number - 1].startswith("# "), line


@pytest.mark.parametrize("name", ["discord_token", "database_url", "heartbeat_url"])
def test_secrets_are_hidden_in_the_repr(name: str) -> None:
    assert "s3cret" not in repr(settings(**{name: "http://s3cret"}))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"log_level": "loud"}, "LOG_LEVEL is 'loud', but must be DEBUG, INFO, WARNING or ERROR"),
        ({"log_format": "xml"}, "LOG_FORMAT is 'xml', but must be text or json"),
        ({"ai_workers": "few"}, "AI_WORKERS is 'few', but must be a whole number from 1 to 64"),
        ({"ai_budget": "3.5"}, "AI_BUDGET is '3.5', but must be a number of seconds above 0, at most 3"),
        ({"shard_count": "0"}, "SHARD_COUNT is '0', but must be a whole number, at least 1"),
        ({"shard_count": 2, "shard_ids": "1-2"}, "SHARD_IDS is '1-2', but must be from 0 to 1, below SHARD_COUNT"),
        ({"shard_count": 2, "shard_ids": "some"}, "SHARD_IDS is 'some', but must be numbers, like 0,1,2 or 0-3"),
        (
            {"shard_count": 2, "shard_ids": "1-0"},
            "SHARD_IDS is '1-0', but must be numbers, like 0,1,2 or 0-3, and 1-0 runs backwards",
        ),
        ({"shard_count": "100001"}, "SHARD_COUNT is '100001', but must be at most 100000"),
        ({"shard_ids": "0"}, "SHARD_IDS is '0', but needs SHARD_COUNT, the same for every process"),
        ({"metrics_port": "70000"}, "METRICS_PORT is '70000', but must be a port from 0 to 65535"),
        *(
            ({"heartbeat_url": url}, "HEARTBEAT_URL must be an address that begins with https:// or http://")
            for url in ("ping.example/s3cret", "ftp://ping.example", "https://", "http://a:99999/", "http://a b/")
        ),
        ({"playground_port": "many"}, "PLAYGROUND_PORT is 'many', but must be a port from 0 to 65535"),
        (
            {"log_format": "xml", "ai_workers": "0"},
            "LOG_FORMAT is 'xml', but must be text or json; AI_WORKERS is '0', but must be a whole number from 1 to 64",
        ),
    ],
)
def test_an_invalid_setting_is_explained_in_plain_words(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(ValidationError) as error:
        settings(**wrong)
    assert explain(error.value) == words


def test_settings_are_read_from_the_secrets_of_docker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Path("/run/secrets") == DOCKER  # where Docker and Compose mount them
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bot.settings.DOCKER", tmp_path)
    monkeypatch.setenv("CONTACT", "of the environment")
    for name, text in (("DISCORD_TOKEN", "abc\n"), ("database_url", "sqlite:///x"), ("CONTACT", "of the file")):
        (tmp_path / name).write_text(text)
    read = Settings.read()
    assert read.discord_token
    assert read.discord_token.get_secret_value() == "abc"
    assert read.database_url.get_secret_value() == "sqlite:///x"
    assert read.contact == "of the environment"
    monkeypatch.setattr("bot.settings.DOCKER", tmp_path / "none")
    assert Settings.read().discord_token is None


@pytest.mark.parametrize(
    ("text", "numbers"), [("1", (1,)), ("0,2", (0, 2)), ("0-3", (0, 1, 2, 3)), (" 2 - 3, 0 ,2", (0, 2, 3))]
)
def test_shards_are_numbers_or_ranges(text: str, numbers: tuple[int, ...]) -> None:
    assert settings(shard_count=4, shard_ids=text).shard_ids == numbers


NAMES = st.sampled_from([*(name.upper() for name in Settings.model_fields), "OTHER", "export CONTACT", "#", ""])
VALUES = st.text(max_size=20) | st.sampled_from(
    ["0", "1e9", "nan", "-1", "0-3", "99999999999999999999", "'a", '"b', "$X"]
)
LINES = st.lists(st.tuples(NAMES, st.sampled_from(["=", ": ", " = ", ""]), VALUES).map("".join)).map("\n".join)


@given(
    content=st.binary()
    | st.tuples(LINES, st.sampled_from(["utf-8", "utf-16", "utf-8-sig", "utf-7"])).map(
        lambda file: file[0].encode(file[1], "ignore")
    )
)
def test_any_env_file_is_read_or_explained_in_one_line(
    content: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp() / "any"
    folder.mkdir(exist_ok=True)
    (folder / ".env").write_bytes(content)
    with contextlib.chdir(folder):
        try:
            Settings.read()
        except (ValidationError, Unreadable) as error:
            code, line = exits.explain(error)
            assert (code, bool(line)) == (exits.Exit.MISCONFIGURED, True)
            assert "\n" not in str(line)
        LogSettings.read()


def test_a_value_is_quoted_only_in_part_and_a_secret_never() -> None:
    with pytest.raises(ValidationError) as error:
        settings(contact="x" * 5000, discord_token="s3cret token")  # noqa: S106 - of no bot
    assert "s3cret" not in explain(error.value)
    assert len(explain(error.value)) < 300
