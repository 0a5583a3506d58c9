"""Writes and reads checkpoints, so that a long game opens as fast as a short one.

A checkpoint is a stored position. If a table isn't in memory, it is folded from its newest checkpoint, not from
its first step.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from functools import cache
from pathlib import Path
from typing import Any

import structlog

import bot.table
import engine
from bot.store import Transaction
from bot.table.log.checkpoint import Unusable, checkpoint, read_checkpoint
from bot.table.log.draft import Draft
from bot.table.log.fold import Position
from bot.table.log.model import Status
from engine.game import Game

INTERVAL = 16
"""The fewest steps between two checkpoints. Opening a table folds about this many steps at most."""
REPLAYABLE_STEPS = 128
"""How many of a running game's newest steps can be replayed from a checkpoint; the newest messages show them."""
LONG_GAME = 256
"""The fewest steps of a finished game that keeps a checkpoint; shorter games fold fast."""

log = structlog.get_logger()


class Checkpoints:
    """Keeps checkpoints of tables. Without checkpoints, everything works, but takes longer."""

    def __init__(self, key: bytes) -> None:
        """Sign checkpoints with this key, and use only checkpoints that are signed with it."""
        self._key = key
        self._program = program_hash()
        self._games_without: set[str] = set()
        """Games whose positions can't be written. Each was logged once."""

    async def newest_position(self, tx: Transaction, table: int, game: Game[Any, Any], up_to: int) -> Position:
        """Return the position of a table at its newest checkpoint up to a step.

        Without a checkpoint, this is the position before the first step.
        """
        may_have_row = up_to >= INTERVAL  # no table has a checkpoint at an earlier step
        row = await tx.checkpoints.newest_checkpoint(table, up_to, self._program) if may_have_row else None
        if row is not None:
            try:
                return read_checkpoint(row, game, self._program, self._key)
            except Unusable as why:
                log.warning("checkpoint not usable", table=table, seq=row.seq, reason=str(why))
        return Position(table)

    async def keep(self, tx: Transaction, draft: Draft) -> None:
        """Write a checkpoint of a changed table, if one is due."""
        seq = draft.position.seq
        is_over = _is_over(draft.table.status)
        ends_now = is_over and not _is_over(Status(draft.row.status))
        is_worth_it = seq >= LONG_GAME or not is_over
        is_due = ends_now or (is_worth_it and seq - draft.checkpoint_seq >= INTERVAL)
        if not is_due:
            return
        if ends_now:  # of a finished game, only the end is shown
            await tx.checkpoints.forget(draft.row.id)
        else:
            await tx.checkpoints.forget(draft.row.id, seq - REPLAYABLE_STEPS)
        if is_worth_it:
            await self._write_checkpoint(tx, draft)

    async def _write_checkpoint(self, tx: Transaction, draft: Draft) -> None:
        try:
            await tx.checkpoints.add(checkpoint(draft.position, draft.game, self._program, self._key))
        except Unusable as why:
            if draft.game.key not in self._games_without:
                log.warning("tables of this game have no checkpoints", game=draft.game.key, reason=str(why))
            self._games_without.add(draft.game.key)
        draft.checkpoint_seq = draft.position.seq


def _is_over(status: Status) -> bool:
    return status in (Status.OVER, Status.CLOSED)


@cache
def program_hash() -> str:
    """Return a hash of this program's rules and of Python's version.

    It differs for every program that might fold a log differently. If the sources cannot be read, the hash is random,
    so no other process has it.
    """
    digest = hashlib.sha256(sys.version.encode())
    files = [file for package in (engine, bot.table) for file in _source_files(package)]
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest() if files else secrets.token_hex(32)


def _source_files(package: Any) -> list[Path]:
    """Return the Python files of a package, sorted."""
    return sorted(file for folder in package.__path__ for file in Path(folder).rglob("*.py"))
