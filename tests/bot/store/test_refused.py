"""Why a database can't be used, as its operator reads it: one sentence for each cause."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import URL

from bot.store import DatabaseInUse, DatabaseRefused, ShardClaim, Store
from tests.bot.postgres import Server, running_server

SETUP = (
    "CREATE ROLE guest LOGIN PASSWORD 'right'",
    "CREATE ROLE slow LOGIN",
    "ALTER ROLE slow SET statement_timeout = 1",
    "CREATE DATABASE granted",
    "GRANT ALL ON DATABASE granted TO guest",
    "CREATE DATABASE slow OWNER slow",
    "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
    "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
)
ADMITS = """
local all postgres,slow trust
local nowhere guest trust
local all guest,unknown scram-sha-256
"""


@pytest.fixture(scope="module")
def strict() -> Iterator[Server]:
    """Provide a server that asks users for passwords, with databases that can't be used."""
    with running_server() as server:
        with psycopg.connect(server.address("postgres"), autocommit=True) as connection:
            for statement in SETUP:
                connection.execute(statement.encode())
        (server.folder / "data" / "pg_hba.conf").write_text(ADMITS)
        server.stop("fast")
        server.start()
        yield server


@pytest.mark.parametrize(
    ("login", "database", "options", "is_temporary", "sentence"),
    [
        (
            "guest:right",
            "granted",
            "",
            False,
            "The user in DATABASE_URL may not make or change tables: make it the owner",
        ),
        ("guest:wrong", "granted", "", False, "PostgreSQL does not accept the user or the password in DATABASE_URL."),
        ("guest", "granted", "", False, "PostgreSQL does not accept the user or the password in DATABASE_URL."),
        ("unknown", "granted", "", False, "PostgreSQL does not accept the user or the password in DATABASE_URL."),
        ("guest", "nowhere", "", False, "PostgreSQL has no database of the name in DATABASE_URL: create it "),
        ("stranger", "granted", "", False, "PostgreSQL admits this user from here only over SSL, or not at all: "),
        (
            "postgres",
            "granted",
            "&schema=public",
            False,
            "DATABASE_URL has an option that PostgreSQL does not know: schema.",
        ),
        (
            "postgres",
            "granted",
            "&pgbouncer=true",
            False,
            "DATABASE_URL has an option that PostgreSQL does not know: pgbou",
        ),
        ("postgres", "granted", "&sslmode=on", False, "DATABASE_URL: sslmode cannot be 'on'."),
        (
            "postgres",
            "latin",
            "",
            False,
            "The database stores text as LATIN1, which can't hold all names: create it again ",
        ),
        (
            "postgres",
            "ascii",
            "",
            False,
            "The database stores text as SQL_ASCII, which can't hold all names: create it ",
        ),
        (
            "slow",
            "slow",
            "",
            True,
            "The database stopped a statement that took too long (statement_timeout). Nothing is",
        ),
    ],
)
@pytest.mark.parametrize("shards", [None, ShardClaim(1, None)], ids=["alone", "shards"])
async def test_each_cause_has_a_sentence_that_says_what_to_do(
    strict: Server,
    login: str,
    database: str,
    options: str,
    is_temporary: bool,
    sentence: str,
    shards: ShardClaim | None,
) -> None:
    address = f"postgresql://{login}@/{database}?host={strict.folder}{options}"
    with pytest.raises(DatabaseRefused) as refused:
        await Store.open(address, claim=shards)
    assert str(refused.value).startswith(sentence)
    assert refused.value.is_temporary is is_temporary


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        (
            "postgresql://u@host.invalid/d",
            "The host in DATABASE_URL can't be found: check its spelling and the network.",
        ),
        ("postgresql://u@127.0.0.1:1/d", "The database does not answer: check its disk or its server."),
    ],
)
async def test_a_server_that_is_not_there_may_be_there_later(address: str, sentence: str) -> None:
    with pytest.raises(DatabaseRefused) as refused:
        await Store.open(address)
    assert str(refused.value).startswith(sentence)
    assert refused.value.is_temporary


async def test_a_start_in_vain_leaves_no_new_database_and_touches_none_that_is_there(tmp_path: Path) -> None:
    file = tmp_path / "boneyard.db"
    with pytest.raises(DatabaseRefused, match=r"^SHARDS needs PostgreSQL"):
        await Store.open(f"sqlite:///{file}", claim=ShardClaim(1, None))
    assert not file.exists()
    opened = await Store.open(f"sqlite:///{file}")
    with pytest.raises(DatabaseInUse):
        await Store.open(f"sqlite:///{file}")
    await opened.close()
    assert file.stat().st_size


async def test_a_new_database_that_cannot_be_prepared_is_removed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_url: URL, **_: object) -> None:
        raise DatabaseRefused("no")

    monkeypatch.setattr("bot.store.store.upgrade", refuse)
    with pytest.raises(DatabaseRefused, match=r"^no$"):
        await Store.open(f"sqlite:///{tmp_path / 'boneyard.db'}")
    assert not (tmp_path / "boneyard.db").exists()
