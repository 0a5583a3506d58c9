"""What the parts of `Tables` have in common: how a table is read, changed and written."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from bot.store import Transaction
from bot.table.draft import Draft
from bot.table.model import By
from bot.tables.servers import Servers


class Part(Servers, ABC):
    """The base of each part; `bot/tables/door.py` puts them together and says how."""

    @abstractmethod
    async def _change(self, table: int, by: By, change: Callable[[Draft], None]) -> Draft:
        """Change a table in one transaction, once for each interaction."""

    @abstractmethod
    async def _open(self, tx: Transaction, table: int, *, lock: bool = False) -> Draft:
        """The table as it is stored. Raises Unknown."""

    @abstractmethod
    def _give_back(self, draft: Draft) -> None:
        """Give a table that is changed the time in which nobody could play, before anything else is done there."""

    @abstractmethod
    async def _save(self, tx: Transaction, draft: Draft) -> None:
        """Write what was changed."""

    @abstractmethod
    def _saved(self, draft: Draft) -> None:
        """Tell everybody who has to know that a change is written."""
