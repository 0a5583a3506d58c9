"""Tables: the only door to games, and the only code that keeps states."""

from bot.tables.digests import OFF
from bot.tables.door import Tables

__all__ = ["OFF", "Tables"]
