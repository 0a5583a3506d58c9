"""A PostgreSQL server for tests, started from Debian's binaries; tests that need it skip where it is absent."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import psycopg
import pytest
from psycopg.errors import UndefinedTable

from bot.store.schema import metadata
from tests.bot.databases import newest_revision

BINARIES = "/usr/lib/postgresql"
EMPTY = f"""
    TRUNCATE {", ".join(metadata.tables)} RESTART IDENTITY;
    INSERT INTO meta (key, value) VALUES ('cleaning', 'due')
"""
"""Leaves what migrations leave of a new database."""


class Server(NamedTuple):
    """Where it listens: a socket in a folder, and no network."""

    folder: Path
    binaries: Path

    def address(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def start(self) -> None:
        settings = f"-c listen_addresses= -c unix_socket_directories={self.folder} -c max_connections=60 -c fsync=off"
        self._control("-l", str(self.folder / "log"), "-w", "-o", settings, "start")

    def stop(self, how: str = "immediate") -> None:
        """End it, by default as if it had crashed; "fast" throws everybody out and writes everything down."""
        self._control("-m", how, "stop")

    def _control(self, *command: str) -> None:
        _run(str(self.binaries / "pg_ctl"), "-D", str(self.folder / "data"), *command)


@contextmanager
def running_server() -> Iterator[Server]:
    """Start a server in a folder of its own, and stop it; pytest's folders can be closed to the server's user."""
    if not (found := sorted(Path(BINARIES).glob("*/bin"))):
        pytest.skip("NO POSTGRESQL HERE: what concerns it is NOT tested (apt install postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="boneyard-postgres-"))
    server = Server(folder, found[-1])
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    _run(str(server.binaries / "initdb"), "-D", str(folder / "data"), "-A", "trust", "-U", "postgres", "--no-sync")
    server.start()
    try:
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder)


def fresh_database(server: Server, *, bare: bool = False) -> str:
    """Empty the server's one database, and return its address.

    A new one takes ten times as long. Tables of the newest schema stay unless it is to be `bare`.
    """
    address = server.address("boneyard")
    with psycopg.connect(server.address("postgres"), autocommit=True) as connection:
        if connection.execute("SELECT FROM pg_database WHERE datname = 'boneyard'").fetchone() is None:
            connection.execute("CREATE DATABASE boneyard")
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'boneyard'")
    with psycopg.connect(address, autocommit=True) as connection:
        if not bare and _revision(connection) == newest_revision():
            connection.execute(EMPTY.encode())
        else:
            connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    return address


def _revision(connection: psycopg.Connection) -> str:
    """Return the revision of what is there, or nothing."""
    with suppress(UndefinedTable):
        for (found,) in connection.execute("SELECT version_num FROM alembic_version"):
            return str(found)
    return ""


def _run(*command: str) -> None:
    """Run as the user "postgres" where we are root: the server refuses to be."""
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    subprocess.run([*as_user, *command], check=True, capture_output=True, cwd="/", timeout=60)
