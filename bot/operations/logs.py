"""The log, as text or as JSON lines. It contains no secrets, at any level or in any traceback."""

import logging
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import unquote

from pythonjsonlogger.json import JsonFormatter

from bot.settings import LogSettings, Settings

Mask = Callable[[str], str]

# Tokens of interactions are credentials for 15 minutes, and errors of aiohttp may contain the URL. Routes:
# discord-api-docs, interactions/receiving-and-responding.mdx, Endpoints.
_TOKEN_IN_ADDRESS = re.compile(r"(/(?:interactions|webhooks)/[0-9]+/)[^/?\s\"']+")
# A shorter password could be part of any word, so it is hidden only in URLs.
SHORT = 6
HIDDEN = "***"
FLOOD = timedelta(minutes=1)


class Floods(logging.Filter):
    """Lets a record marked `may_flood` through once a minute, with the number of those that it held back."""

    def __init__(self, timer: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._timer = timer
        self._passed: dict[tuple[str, str], float] = {}
        self._held: Counter[tuple[str, str]] = Counter()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether a record is logged."""
        if not record.__dict__.pop("may_flood", False):
            return True
        kind, now = (record.name, str(record.msg)), self._timer()
        if now - self._passed.get(kind, -math.inf) < FLOOD.total_seconds():
            self._held[kind] += 1
            return False
        self._passed[kind] = now
        if held := self._held.pop(kind, 0):
            record.msg = f"{record.msg} (and {held} more like this)"
        return True


class TextFormatter(logging.Formatter):
    """Formats a record as a line of text, with its traceback below."""

    def __init__(self, mask: Mask, template: str = "%(asctime)s %(levelname)s %(name)s: %(message)s") -> None:
        super().__init__(template)
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        """Return the text without secrets."""
        return self._mask(super().format(record))


class JsonLinesFormatter(JsonFormatter):
    """Formats a record as a JSON object on one line: time, level, logger, message, exception, reference."""

    def __init__(self, mask: Mask) -> None:
        names = {"levelname": "level", "name": "logger", "exc_info": "exception"}
        super().__init__(  # pyright: ignore[reportUnknownMemberType] - untyped keyword arguments
            ["levelname", "name", "message"], rename_fields=names, timestamp="time"
        )
        self._mask = mask

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields without secrets."""
        return {key: self._mask(value) if isinstance(value, str) else value for key, value in log_data.items()}


def set_up(settings: LogSettings, *, is_plain: bool = False) -> None:
    """Send the log to standard error, as the settings say; only errors, without their time, if is_plain.

    LOG_LEVEL=DEBUG applies only to our own modules. Libraries would log whole requests and events at that level,
    including users' texts and tokens of interactions.
    """
    mask = mask_for(settings)
    handler = logging.StreamHandler()
    if is_plain:
        handler.setFormatter(TextFormatter(mask, "%(message)s"))
        handler.setLevel(logging.ERROR)
    else:
        handler.setFormatter((JsonLinesFormatter if settings.log_format == "json" else TextFormatter)(mask))
    handler.addFilter(Floods())
    level = logging.getLevelNamesMapping()[settings.log_level]
    logging.basicConfig(level=max(level, logging.INFO), handlers=[handler])
    logging.getLogger("bot").setLevel(level)
    logging.getLogger("alembic").setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)


def mask_for(settings: LogSettings) -> Mask:
    """Return a function that hides the secrets of the settings and the tokens of interactions."""
    secrets: set[str] = set()
    if isinstance(settings, Settings):
        token = settings.discord_token.get_secret_value().strip() if settings.discord_token else ""
        heartbeat = settings.heartbeat_url.get_secret_value() if settings.heartbeat_url else ""
        secrets = {token, heartbeat, *passwords(settings.database_url.get_secret_value())} - {""}
    pattern = re.compile("|".join(map(_pattern, sorted(secrets, key=len, reverse=True))) or r"(?!)")
    return lambda text: pattern.sub(HIDDEN, _TOKEN_IN_ADDRESS.sub(rf"\1{HIDDEN}", text))


def passwords(url: str) -> Iterator[str]:
    """Yield the passwords in an address, even one that isn't usable, as they are written and as they are meant."""
    written: list[str] = re.findall(r"[?&](?:ssl)?password=([^&]+)", url)
    if match := re.search(r"://[^:/@]*:(.+)@", url, re.DOTALL):
        written += [match[1], *match[1].split("@")]
    for password in filter(None, written):
        yield password
        yield unquote(password)


def _pattern(secret: str) -> str:
    """Return a regular expression that matches a secret where it must be hidden."""
    escaped = re.escape(secret)
    return escaped if len(secret) >= SHORT else rf"(?<=:){escaped}(?=@)|(?<=password=){escaped}(?![^&\s'\"])"
