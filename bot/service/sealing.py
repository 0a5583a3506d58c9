"""Seals a deal of the older protocol before it is made: its seed is written down, and what is published hides it."""

from __future__ import annotations

import secrets

from bot.store import Transaction
from bot.table.dealing import Commitment
from bot.table.draft import Draft
from engine.deal import SEED_BYTES, commitment
from engine.game import DEALER


async def sealed(tx: Transaction, draft: Draft, now: int) -> Commitment | None:
    """Return what must be published before the deal that is due, the same every time; None where none is due, or the
    seeds of the table were fixed when it was opened.

    The table has to be locked.
    """
    if draft.table.to_act != DEALER or draft.table.standing.dealing.root:
        return None
    table, round_ = draft.table.id, draft.table.round + 1
    seed = draft.seeds.get(round_)
    if seed is None:
        seed = secrets.token_bytes(SEED_BYTES)
        await tx.log.add_seed(table, round_, seed, now)
    return Commitment(round_, commitment(str(table), round_, seed))
