"""The settings, from the environment, `.env`, Docker's secrets and systemd's credentials."""

import logging
import os
import re
from pathlib import Path
from typing import Annotated, Literal, Self

from dotenv.parser import parse_stream
from pydantic import Field, SecretStr, StringConstraints, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from yarl import URL

_PORT = "a port from 0 to 65535"
_SHOWN = 60  # characters of an invalid value to show
MAX_SHARDS = 100_000
DOCKER = Path("/run/secrets")
_ENV = Path(".env")


class Unreadable(Exception):
    """The settings can't be read. The text says why in one line."""


def _secret_folders() -> list[Path]:
    """Return the folders with a file for each secret setting: those of Docker and of systemd, if they are there."""
    docker = [DOCKER] if os.access(DOCKER, os.R_OK | os.X_OK) else []
    systemd = os.environ.get("CREDENTIALS_DIRECTORY")  # systemd.exec(5), Credentials
    return docker + ([Path(systemd)] if systemd else [])


class LogSettings(BaseSettings):
    """The settings of the log, which also says what is wrong with the others."""

    model_config = SettingsConfigDict(env_file=_ENV, extra="ignore", frozen=True, env_ignore_empty=True)

    log_level: Annotated[str, StringConstraints(to_upper=True)] = Field(
        default="INFO", pattern="(?i)^(debug|info|warning|error)$", description="DEBUG, INFO, WARNING or ERROR"
    )
    log_format: Literal["text", "json"] = Field(default="text", description="text or json")

    @classmethod
    def read(cls) -> Self:
        """Return these settings; the defaults if they can't be read."""
        try:
            return cls()
        except (OSError, ValueError):  # those of pydantic are ValueErrors
            return cls.model_construct()


class Settings(LogSettings):
    """All settings. A setting's variable is the field's name in capitals; .env.example explains them.

    A description says which values are valid. A setting without a description accepts any value.
    """

    discord_token: SecretStr | None = Field(default=None, description="the token from the developer portal, page Bot")
    database_url: SecretStr = SecretStr("sqlite:///ttt.sqlite3")
    database_connections: int = Field(default=10, ge=1, le=100, description="a whole number from 1 to 100")
    ai_workers: int = Field(
        default_factory=lambda: max(1, (os.cpu_count() or 2) - 1),
        ge=1,
        le=64,
        description="a whole number from 1 to 64",
    )
    ai_budget: float = Field(default=1.5, gt=0, le=3, description="a number of seconds above 0, at most 3")
    shard_count: int | None = Field(default=None, ge=1, description="a whole number, at least 1")
    shard_ids: Annotated[tuple[int, ...] | None, NoDecode] = None  # not JSON
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = Field(default=None, ge=0, le=65535, description=_PORT)
    heartbeat_url: SecretStr | None = None
    keep_solo_days: int = Field(default=365, ge=1, le=36_500, description="a whole number of days from 1 to 36500")
    contact: str | None = Field(default=None, max_length=200, description="at most 200 characters")
    playground_port: int = Field(default=8080, ge=0, le=65535, description=_PORT)

    @classmethod
    def read(cls) -> Self:
        """Read all settings. Raises ValidationError, Unreadable."""
        _check_env_file()
        folders = _secret_folders()
        try:
            for folder in folders:
                os.listdir(folder)  # noqa: PTH208 - Path.iterdir opens it later
            return cls(_secrets_dir=folders)  # pyright: ignore[reportCallIssue] - of pydantic
        except ValidationError:
            raise
        except (OSError, ValueError) as error:
            names = " and ".join(map(str, folders))
            raise Unreadable(f"cannot read the secrets in {names}: {error}") from error

    @field_validator("discord_token")
    @classmethod
    def _is_token(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and not re.fullmatch(r"\s*[!-~]+\s*", value.get_secret_value()):
            raise ValueError("must be the token from the developer portal, page Bot, without spaces")
        return value

    @field_validator("heartbeat_url")
    @classmethod
    def _is_web_address(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None:
            text = value.get_secret_value()
            try:
                is_address = bool(re.fullmatch(r"https?://[!-~]+", text) and URL(text).host and URL(text).port)
            except ValueError:
                is_address = False
            if not is_address:
                raise ValueError("must be an address that begins with https:// or http://")
        return value

    @field_validator("shard_count")
    @classmethod
    def _is_shard_count(cls, value: int | None) -> int | None:
        if value is not None and value > MAX_SHARDS:
            raise ValueError(f"must be at most {MAX_SHARDS}")
        return value

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _parse_shard_ids(cls, value: object) -> object:
        return _numbers(value) if isinstance(value, str) else value

    @field_validator("shard_ids")
    @classmethod
    def _are_shards(cls, value: tuple[int, ...] | None, info: ValidationInfo) -> tuple[int, ...] | None:
        if value is None or "shard_count" not in info.data:
            return value
        count = info.data["shard_count"]
        if count is None:
            raise ValueError("needs SHARD_COUNT, the same for every process")
        if not all(0 <= number < count for number in value):
            raise ValueError(f"must be from 0 to {count - 1}, below SHARD_COUNT")
        return value


def explain(error: ValidationError) -> str:
    """Return the value and the valid values of each invalid setting, in one line."""
    return "; ".join(map(_explain, error.errors()))


def _explain(error: ErrorDetails) -> str:
    name = str(error["loc"][0])
    field = Settings.model_fields[name]
    message = str(error["ctx"]["error"]) if error["type"] == "value_error" and "ctx" in error else ""
    must = message or f"must be {field.description}"
    if "SecretStr" in str(field.annotation):
        return f"{name.upper()} {must}"
    value = repr(error["input"])
    return f"{name.upper()} is {value if len(value) <= _SHOWN else value[:_SHOWN] + '…'}, but {must}"


def _check_env_file() -> None:
    """Refuse a `.env` of which a line would be ignored. Raises Unreadable."""
    logging.getLogger("dotenv").setLevel(logging.ERROR)  # the library only warns of such lines
    if not os.path.lexists(_ENV) or _ENV.is_fifo():  # a password manager's pipe can be read only once
        return
    try:
        with _ENV.open(encoding="utf-8") as lines:
            wrong = next(
                (line for line in parse_stream(lines) if line.error or (line.key and line.value is None)), None
            )
    except UnicodeDecodeError as error:
        raise Unreadable(".env is not UTF-8: save it in this encoding") from error
    except (OSError, ValueError) as error:
        raise Unreadable(f"cannot read .env: {error}") from error
    if wrong:
        raise Unreadable(
            f".env, line {wrong.original.line}: it must be like NAME=value, with the same quote at both ends"
        )


def _numbers(text: str) -> tuple[int, ...]:
    """Parse a list of numbers like `0,1,2` or `0-3,6`; return each number once, in order."""
    numbers: set[int] = set()
    for part in text.split(","):
        match = re.fullmatch(r"\s*([0-9]{1,6})\s*(?:-\s*([0-9]{1,6})\s*)?", part)
        if match is None:
            raise ValueError("must be numbers, like 0,1,2 or 0-3")
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise ValueError(f"must be numbers, like 0,1,2 or 0-3, and {first}-{last} runs backwards")
        numbers.update(range(first, last + 1))
    return tuple(sorted(numbers))
