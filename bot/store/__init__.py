"""The database: the only code that knows SQL."""

from bot.store.errors import Conflict, DatabaseRefused
from bot.store.lock import Taken
from bot.store.store import Store
from bot.store.transaction import Transaction

__all__ = ["Conflict", "DatabaseRefused", "Store", "Taken", "Transaction"]
