"""Changes all open tables of one user in one transaction.

Locks are taken in the same order everywhere, even for a single move: first the tables, oldest first, then the rows of
the user. Two transactions with different orders could wait for each other, until the database ends one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from bot.service.repository import Repository
from bot.store import Transaction
from bot.table.log.draft import Draft
from bot.table.log.model import User
from bot.table.refusals import Refusal


async def lock_open_tables(repository: Repository, tx: Transaction, user: User) -> list[Draft]:
    """Lock and read the open tables of a user, except tables that cannot be read.

    Call this before the user's own rows are written.
    """
    drafts = []
    for table in await tx.lists.all_open_of(user):
        with suppress(Refusal):  # the table cannot be read
            draft = await repository.open(tx, table, lock=True)
            repository.compensate(draft)
            drafts.append(draft)
    return drafts


async def change_tables(
    repository: Repository, tx: Transaction, drafts: Sequence[Draft], change: Callable[[Draft], None]
) -> list[Draft]:
    """Change and save locked tables; return those where the change was not refused."""
    changed_drafts = []
    for draft in drafts:
        with suppress(Refusal):
            change(draft)
            await repository.save(tx, draft)
            changed_drafts.append(draft)
    return changed_drafts
