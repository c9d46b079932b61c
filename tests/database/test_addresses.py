"""The addresses that operators write into DATABASE_URL, and what is shown of them."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.database.addresses import server_arguments, shown, sqlite_file
from bot.database.connections import describe
from bot.database.errors import Misconfigured, StoreUnavailable
from bot.database.store import Store
from bot.operations.exits import Exit, explain
from tests.stored import AT

SECRET = "S3cret"  # noqa: S105 - of no server


@pytest.mark.parametrize(
    ("url", "visible"),
    [
        (f"postgresql://ann:{SECRET}@db:5433/ttt", "postgresql://db:5433/ttt"),
        (f"postgres://db/ttt?user=ann&password={SECRET}", "postgresql://db/ttt"),
        (f"postgresql://{SECRET}@db", "postgresql://db"),
        (f"postgresql://ann:a/{SECRET}?x@one:1,[::1]:2/ttt?sslmode=require", "postgresql://one:1,[::1]:2/ttt"),
        (f"postgresql://db:5432/ttt?options=a@{SECRET}", "postgresql://db:5432/ttt"),
        (f"postgresql://ann:a@{SECRET}@db/ttt", "the database"),
        (f"postgresql:/ann:{SECRET}@db/ttt", "the database"),
        (f"postgresql://ann/x:{SECRET}@db/ttt", "the database"),
        (f"mysql://ann:{SECRET}@db/ttt", "the database"),
        (f"sqlite://ann:{SECRET}@/x.sqlite3", "the database"),
        (f"sqlite:///a@b.sqlite3?password={SECRET}", "sqlite:///a@b.sqlite3"),
    ],
)
def test_an_address_is_shown_without_secrets(url: str, visible: str) -> None:
    assert shown(url) == visible


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://ann:p%40ss@db/ttt", {"user": "ann", "password": "p@ss", "database": "ttt", "host": ["db"]}),
        ("postgres://one:5432,two:5433/ttt", {"host": ["one", "two"], "port": [5432, 5433]}),
        ("postgres://one,two/ttt", {"target_session_attrs": "read-write", "port": [5432, 5432]}),
        ("postgres://one,two/ttt?port=5433&target_session_attrs=any", {"port": [5433, 5433]}),
        ("postgres:///ttt?host=one:1&host=two:2", {"host": ["one", "two"], "port": [1, 2]}),
        ("postgres:///ttt?host=/run/postgresql", {"host": ["/run/postgresql"], "port": [5432]}),
        ("postgres://%2Frun%2Fpostgresql/ttt", {"host": ["/run/postgresql"]}),
        ("postgres://[::1]:5433/ttt", {"host": ["::1"], "port": [5433]}),
        ("postgres://:5433/ttt", {"port": 5433}),
        ("postgres://db?connect_timeout=3", {"timeout": 3}),
        ("postgres://db?keepalives_idle=60&channel_binding=prefer", {"dsn": "postgresql://?"}),
        ("postgres://db?ssl=true&sslcompression=0", {"dsn": "postgresql://?sslmode=require"}),
        ("postgres://db?application_name=me&options=-c%20jit%3Doff", {
            "server_settings": {"application_name": "me", "options": "-c jit=off"}
        }),
    ],
)  # fmt: skip
def test_the_options_and_hosts_of_libpq_are_understood(url: str, expected: dict[str, Any]) -> None:
    arguments = server_arguments(url)
    assert {name: arguments.get(name) for name in expected} == expected


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("not a url", "it must be like"),
        ("postgresql+nothing://x", "it must be like"),
        (f"postgresql://ann:a@{SECRET}@db/ttt", "written like %40 for @"),
        ("postgresql://db?timeout=abc", "the option timeout"),
        (f"postgresql://db?password={SECRET}&s3cret=1", "the option after the question mark"),
        ("postgresql://db?connect_timeout=abc", "connect_timeout must be a whole number"),
        ("postgresql://db?sslmode=maybe", "sslmode"),
        ("postgresql://db?sslrootcert=/no/such/file", "sslrootcert is not a file"),
        ("postgresql://db?channel_binding=require", "channel_binding=require is not supported"),
        ("postgresql://db?target_session_attrs=standby", "because the bot writes"),
        ("postgresql://db:70000", "a port must be"),
        ("postgresql://a,b?port=1,2,3", "one port"),
        ("postgresql://a,,b", "a host is missing"),
        ("postgresql://db/ttt%00", "a control character"),
        ("postgresql://db:5432:5433", "it must be like"),
        ("sqlite://ttt.sqlite3", "it must be like"),
        ("sqlite:///:memory:", "it must be like"),
        ("sqlite:///ttt.sqlite3?timeout=abc", "SQLite takes no options"),
        ("sqlite:///a\0b", "cannot open"),
        ("sqlite:////", "cannot open"),
    ],
)
async def test_a_mistake_in_the_address_is_one_sentence(url: str, words: str) -> None:
    for act in (Store.open, lambda url: describe(url, AT)):
        with pytest.raises(Misconfigured) as error:
            await act(url)
        code, line = explain(error.value)
        assert code is Exit.MISCONFIGURED
        assert line
        assert words in line
        assert SECRET not in line
        assert "\n" not in line


def test_a_database_file_that_links_to_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    with pytest.raises(Misconfigured):
        sqlite_file(f"sqlite:///{tmp_path}/loop")


PIECES = st.sampled_from(
    [
        *("postgresql://", "sqlite:///", "127.0.0.1:1", SECRET, "ann", "1", "\0", "\n", "é", "require"),
        *("password=", "sslmode=", "host=", "port=", "connect_timeout=", "options=", *":@,/?&=[]%"),
    ]
)


@given(st.text() | st.lists(PIECES, max_size=12).map("".join))
def test_any_text_as_an_address_is_usable_or_a_mistake(url: str) -> None:
    for act in (server_arguments, sqlite_file):
        with suppress(Misconfigured):
            act(url)
    assert shown(url) == "the database" or shown(url).startswith(("sqlite:///", "postgresql://"))


@given(st.lists(PIECES, max_size=4).map("".join))
async def test_any_url_options_that_fail_are_one_line(options: str) -> None:
    with pytest.raises(StoreUnavailable) as error:
        await describe(f"postgresql://ann:{SECRET}@127.0.0.1:1/ttt?{options}", AT)
    assert explain(error.value)[1] == str(error.value)
    assert SECRET not in str(error.value).partition("ttt:")[2] or SECRET in options
    assert "\n" not in str(error.value)


@pytest.mark.process
@pytest.mark.parametrize(
    "options",
    [
        "connect_timeout=3",
        "application_name=me",
        "options=-c%20jit%3Doff",
        "keepalives=1&gssencmode=disable",
        "ssl=false",
    ],
)
async def test_a_real_server_takes_the_usual_options(server_url: str, options: str) -> None:
    store = await Store.open(f"{server_url}&{options}")
    assert await store.games.live_games() == 0
    await store.close()


@pytest.mark.process
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda url: url.replace("?", "?options=-c%20nothing%3D1&"), "nothing"),
        (lambda url: url.replace("/games", "/nothing"), "nothing"),
        (lambda url: url.replace("postgres:", "nobody:"), "nobody"),
    ],
)
async def test_a_refusal_of_the_server_is_one_sentence(server_url: str, change: Any, words: str) -> None:
    with pytest.raises(Misconfigured, match=words):
        await Store.open(change(server_url))
