"""The configuration, and the sample that explains it."""

from pathlib import Path

import pytest
from dotenv import dotenv_values
from pydantic import ValidationError

from bot.settings import Settings

SAMPLE = Path(__file__).parents[1] / ".env.example"


def settings(**values: object) -> Settings:
    return Settings(_env_file=None, **values)  # pyright: ignore[reportCallIssue, reportArgumentType] - of pydantic


def test_the_sample_names_every_setting_and_no_other() -> None:
    assert {name.lower() for name in dotenv_values(SAMPLE)} == set(Settings.model_fields)


def test_the_sample_is_what_one_gets_without_it() -> None:
    assert Settings(_env_file=SAMPLE) == settings()  # pyright: ignore[reportCallIssue] - of pydantic


def test_every_setting_of_the_sample_is_explained() -> None:
    lines = SAMPLE.read_text().splitlines()
    for number, line in enumerate(lines):
        if "=" in line and not line.startswith("#"):
            assert lines[number - 1].startswith("# "), line


@pytest.mark.parametrize("name", ["discord_token", "database_url"])
def test_secrets_are_in_no_repr(name: str) -> None:
    assert "s3cret" not in repr(settings(**{name: "s3cret"}))


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError):
        settings().log_level = "DEBUG"


@pytest.mark.parametrize(
    "wrong",
    [
        {"log_level": "loud"},
        {"log_format": "xml"},
        {"shard_count": 0},
        {"shard_count": 2, "shard_ids": "2"},
        {"shard_count": 2, "shard_ids": "1-2"},
        {"shard_count": 2, "shard_ids": "1-0"},
        {"shard_count": 2, "shard_ids": "some"},
        {"shard_ids": "0"},
        {"metrics_port": 70000},
        {"playground_port": 70000},
    ],
)
def test_what_makes_no_sense_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        settings(**wrong)


@pytest.mark.parametrize(
    ("text", "numbers"), [("1", (1,)), ("0,2", (0, 2)), ("0-3", (0, 1, 2, 3)), (" 2 - 3, 0 ,2", (0, 2, 3))]
)
def test_shards_are_numbers_or_ranges(text: str, numbers: tuple[int, ...]) -> None:
    assert settings(shard_count=4, shard_ids=text).shard_ids == numbers
