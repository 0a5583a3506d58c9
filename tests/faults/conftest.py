"""Faults use the databases of the shell's tests."""

from tests.bot.conftest import address, postgres, service, sqlite_address, store

__all__ = ["address", "postgres", "service", "sqlite_address", "store"]
