"""The database: the only code that knows SQL."""

from bot.store.copies import Copies
from bot.store.errors import Conflict, CopyFailed, DatabaseRefused
from bot.store.lock import DatabaseInUse
from bot.store.shard_share import ShardClaim, Share
from bot.store.store import Store
from bot.store.transaction import Transaction

__all__ = [
    "Conflict",
    "Copies",
    "CopyFailed",
    "DatabaseInUse",
    "DatabaseRefused",
    "ShardClaim",
    "Share",
    "Store",
    "Transaction",
]
