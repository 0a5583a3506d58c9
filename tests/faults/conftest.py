"""Faults use the databases of the shell's tests."""

from tests.bot.conftest import address, postgres, sqlite_address, store, tables

__all__ = ["address", "postgres", "sqlite_address", "store", "tables"]
