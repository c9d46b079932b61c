"""The configuration, from the environment and `.env`."""

import os
import re
from typing import Annotated, Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """Every setting; each has the name of its field in capitals. .env.example explains them."""

    model_config = SettingsConfigDict(env_file=".env", extra="ignore", frozen=True, env_ignore_empty=True)

    discord_token: SecretStr | None = None
    database_url: SecretStr = SecretStr("sqlite:///ttt.sqlite3")
    log_level: str = "INFO"
    log_format: Literal["text", "json"] = "text"
    ai_workers: int = Field(default_factory=lambda: max(1, (os.cpu_count() or 2) - 1), ge=1, le=64)
    ai_budget: float = Field(default=1.5, gt=0, le=3)
    shard_count: int | None = Field(default=None, ge=1)
    playground_port: int = Field(default=8080, ge=0, le=65535)

    @field_validator("log_level")
    @classmethod
    def _is_level(cls, value: str) -> str:
        if value.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
            raise ValueError("must be DEBUG, INFO, WARNING or ERROR")
        return value.upper()
