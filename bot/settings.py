"""The settings, from the environment, `.env` and systemd's credentials."""

import os
import re
from typing import Annotated, Literal

from pydantic import Field, SecretStr, StringConstraints, ValidationError, ValidationInfo, field_validator
from pydantic_core import ErrorDetails
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

_PORT = "a port from 0 to 65535"


class Settings(BaseSettings):
    """All settings. A setting's variable is the field's name in capitals; .env.example explains them.

    A description says which values are valid. A setting without a description accepts any value.
    """

    model_config = SettingsConfigDict(
        env_file=".env",
        secrets_dir=os.environ.get("CREDENTIALS_DIRECTORY"),  # systemd.exec(5), Credentials
        extra="ignore",
        frozen=True,
        env_ignore_empty=True,
    )

    discord_token: SecretStr | None = None
    database_url: SecretStr = SecretStr("sqlite:///ttt.sqlite3")
    log_level: Annotated[str, StringConstraints(to_upper=True)] = Field(
        default="INFO", pattern="(?i)^(debug|info|warning|error)$", description="DEBUG, INFO, WARNING or ERROR"
    )
    log_format: Literal["text", "json"] = Field(default="text", description="text or json")
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
    keep_solo_days: int | None = Field(
        default=None, ge=1, le=36_500, description="a whole number of days from 1 to 36500"
    )
    contact: str | None = Field(default=None, max_length=200, description="at most 200 characters")
    playground_port: int = Field(default=8080, ge=0, le=65535, description=_PORT)

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
    expected = f"must be {Settings.model_fields[name].description}"
    message = str(error["ctx"]["error"]) if error["type"] == "value_error" and "ctx" in error else ""
    return f"{name.upper()} is {error['input']!r}, but {message or expected}"


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
