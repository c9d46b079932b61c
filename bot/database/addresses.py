"""The address in DATABASE_URL: what it means, and how to show it without secrets."""

import os
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode

from bot.database.errors import Misconfigured
from bot.database.files import LOGS

_HOST = r"(?:\[[^\]/?@]*\]|[^\[\]/?@:,]*)(?::[0-9]*)?"
_SQLITE = re.compile(r"sqlite:///(?P<file>[^?]+)(?P<options>\?.*)?", re.DOTALL)
# Without a user, if it can be read so. Like SQLAlchemy, it accepts / and ? in a password.
_POSTGRES = re.compile(
    r"postgres(?:ql)?(?:\+asyncpg)?://(?:(?P<user>[^:/]*)(?::(?P<password>[^@]*))?@)??"
    rf"(?P<hosts>{_HOST}(?:,{_HOST})*)(?:/(?P<database>[^?@]*))?(?:\?(?P<options>.*))?",
    re.DOTALL,
)
_EXAMPLES = (
    "it must be like sqlite:///ttt.sqlite3 or postgresql://user:password@host/name, and special characters in the user "
    "or password must be written like %40 for @"
)

# The options of libpq that the driver knows: PostgreSQL's documentation, libpq, Parameter Key Words.
_FILES = {"passfile", "sslcert", "sslkey", "sslrootcert", "sslcrl"}
_DRIVER = _FILES | {
    *("user", "password", "dbname", "service", "sslmode", "sslpassword", "sslnegotiation", "krbsrvname", "gsslib"),
    *("ssl_min_protocol_version", "ssl_max_protocol_version"),
}
_SERVER = {"application_name", "options"}
# These change nothing here; the last two were for SQLAlchemy.
_IGNORED = {
    *("keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count", "tcp_user_timeout"),
    *("channel_binding", "gssencmode", "sslcompression", "client_encoding", "fallback_application_name"),
    *("load_balance_hosts", "statement_cache_size", "prepared_statement_cache_size"),
}
_REQUIRED = {("channel_binding", "require"), ("gssencmode", "require")}  # what the driver can't do
_NAMES = {"ssl": "sslmode", "database": "dbname"}  # other tools' names


def is_sqlite(url: str) -> bool:
    """Return whether an address is that of a SQLite file."""
    return url.startswith("sqlite:")


def shown(url: str) -> str:
    """Return an address without user, password and options, for the operator."""
    if match := _SQLITE.fullmatch(url):
        return f"sqlite:///{match['file']}"
    if match := _POSTGRES.fullmatch(url):
        return f"postgresql://{match['hosts']}" + (f"/{match['database']}" if match["database"] else "")
    return "the database"


def sqlite_file(url: str) -> Path:
    """Return the absolute path of the file in the address of a SQLite database. Raises Misconfigured."""
    match = _SQLITE.fullmatch(url)
    if match is None or match["file"] == ":memory:":
        raise _unusable(_EXAMPLES)
    if match["options"]:
        raise _unusable("SQLite takes no options: remove everything from the question mark on")
    try:
        file = Path(match["file"]).resolve()
        if file.is_symlink():  # from Python 3.13 on
            raise Misconfigured(f"cannot open {shown(url)}: {file} links to itself")
        for ending in ("", ".lock", *LOGS):  # SQLite or the lock would wait for a pipe for ever
            part = file.with_name(file.name + ending)
            if part.exists() and not part.is_file():
                raise Misconfigured(f"cannot open {shown(url)}: {part} is not a file")
        if not file.parent.is_dir():
            raise Misconfigured(f"cannot open {shown(url)}: there is no folder {file.parent}")
    except (OSError, RuntimeError, ValueError) as error:  # RuntimeError before Python 3.13: it links to itself
        raise Misconfigured(f"cannot open {shown(url)}: {error}") from error
    return file


def server_arguments(url: str) -> dict[str, Any]:
    """Return the arguments with which the driver of PostgreSQL connects. Raises Misconfigured."""
    match = _POSTGRES.fullmatch(url)
    if match is None:
        raise _unusable(_EXAMPLES)
    options = _options(match["options"] or "")
    arguments: dict[str, Any] = {
        name: unquote(match[name]) for name in ("user", "password", "database") if match[name] is not None
    }
    if any(re.search(r"[\0-\x1f]", text) for text in (*arguments.values(), *options.values())):
        raise _unusable("it has a control character")
    limit = options.pop("connect_timeout", "")
    if limit and not re.fullmatch(r"[0-9]{1,6}", limit):
        raise _unusable("connect_timeout must be a whole number of seconds")
    if int(limit or 0):
        arguments["timeout"] = int(limit)
    hosts = match["hosts"] if match["hosts"].strip(":") else options.pop("host", "") or match["hosts"]
    ports = options.pop("port", "")
    options.pop("host", None)
    arguments |= _hosts(hosts, ports)
    session = options.pop("target_session_attrs", "read-write" if "," in hosts else "any")
    if session not in ("any", "primary", "read-write"):
        raise _unusable("target_session_attrs must be read-write, primary or any, because the bot writes")
    return arguments | {
        "target_session_attrs": session,
        "server_settings": {"application_name": "ttt"} | {name: options.pop(name) for name in _SERVER & options.keys()},
        "dsn": f"postgresql://?{urlencode(options)}",
    }


def _options(text: str) -> dict[str, str]:
    """Return the options after the question mark, without those that change nothing."""
    options: dict[str, str] = {}
    for written, value in parse_qsl(text, keep_blank_values=True):
        name = _NAMES.get(written, written)
        if name in _IGNORED:
            if (name, value) in _REQUIRED:
                raise _unusable(f"{name}={value} is not supported: remove it")
        elif name in ("host", "port", "connect_timeout", "target_session_attrs") or name in _DRIVER | _SERVER:
            options[name] = f"{options[name]},{value}" if name == "host" and name in options else value
        else:
            # Without a value, or beside a password, it may be a part of a password.
            is_name = value and re.fullmatch(r"[a-z_]+", written) and not re.search("password=", text)
            raise _unusable(f"the bot doesn't know the option {written if is_name else 'after the question mark'}")
        if name in _FILES and not os.access(value, os.R_OK):
            raise _unusable(f"{name} is not a file that the bot may read")
    if mode := {"true": "require", "false": "disable"}.get(options.get("sslmode", "")):  # as other tools say it
        options["sslmode"] = mode
    return options


def _hosts(hosts: str, ports: str) -> dict[str, Any]:
    """Return the arguments for one or more hosts, such as `db` or `one:5432,[::1]:5433`, and ports for all or each."""
    names: list[str] = []
    numbers: list[str] = []
    for host in hosts.split(","):
        path = unquote(host)
        match = None if path.startswith("/") else re.fullmatch(r"\[?(.*?)\]?(?::([0-9]*))?", path, re.DOTALL)
        names.append(match[1] if match else path)
        numbers.append((match and match[2]) or "")
    general = ports.split(",")
    if len(general) not in (1, len(names)):
        raise _unusable("it must have one port, or one for each host")
    general = general * len(names) if len(general) == 1 else general
    chosen = [number or other or "5432" for number, other in zip(numbers, general, strict=True)]
    if not all(re.fullmatch(r"[0-9]{1,5}", port) and 0 < int(port) < 65536 for port in chosen):
        raise _unusable("a port must be a number from 1 to 65535")
    if not any(names):
        return {"port": int(chosen[0])} if any((*numbers, *general)) else {}
    if not all(names):
        raise _unusable("a host is missing between the commas")
    return {"host": names, "port": list(map(int, chosen))}


def _unusable(why: str) -> Misconfigured:
    return Misconfigured(f"DATABASE_URL is not usable: {why}")
