"""Writes and reads checkpoints, so that a table opens equally fast in any game.

A table that is not in memory is folded from a recent checkpoint.
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

EVERY = 16
"""Steps from one checkpoint to the next: opening a table folds at most as many."""
BACK = 128
"""Steps of a running game that can be replayed from a checkpoint.

They are those of the newest messages.
"""
LONG = 256
"""The fewest steps of a finished game that keeps a checkpoint; shorter games fold fast."""

log = structlog.get_logger()


class Checkpoints:
    """Keeps checkpoints of tables; without any, everything works, but takes longer."""

    def __init__(self, key: bytes) -> None:
        """Sign checkpoints with this key, and believe only those signed with it."""
        self._key = key
        self._program = program()
        self._unwritten: set[str] = set()

    async def last(self, tx: Transaction, table: int, game: Game[Any, Any], up_to: int) -> Position:
        """Return the position of a table at its newest checkpoint up to a step.

        Without a checkpoint, this is the position before the first step.
        """
        read = await tx.checkpoints.last(table, up_to, self._program) if up_to >= EVERY else None
        if read is not None:
            try:
                return read_checkpoint(read, game, self._program, self._key)
            except Unusable as why:
                log.warning("a checkpoint is of no use", table=table, seq=read.seq, reason=str(why))
        return Position(table)

    async def keep(self, tx: Transaction, draft: Draft) -> None:
        """Write a checkpoint of a changed table, if one is due."""
        seq, ends = draft.folded.seq, _over(draft.table.status) and not _over(Status(draft.row.status))
        due = ends or seq - draft.marked >= EVERY
        if not due or (_over(draft.table.status) and not ends and seq < LONG):
            return
        if ends:
            await tx.checkpoints.forget(draft.row.id)
        else:
            await tx.checkpoints.forget(draft.row.id, seq - BACK)
        if not ends or seq >= LONG:
            await self._write(tx, draft)

    async def _write(self, tx: Transaction, draft: Draft) -> None:
        try:
            await tx.checkpoints.add(checkpoint(draft.folded, draft.game, self._program, self._key))
        except Unusable as why:
            if draft.game.key not in self._unwritten:
                log.warning("tables of this game have no checkpoints", game=draft.game.key, reason=str(why))
            self._unwritten.add(draft.game.key)
        draft.marked = draft.folded.seq


def _over(status: Status) -> bool:
    return status in (Status.OVER, Status.CLOSED)


@cache
def program() -> str:
    """Return a hash of this program's rules and of Python's version.

    It differs for every program that might fold a log differently. If the sources cannot be read, the hash is random,
    so no other process has it.
    """
    digest = hashlib.sha256(sys.version.encode())
    files = [file for package in (engine, bot.table) for file in _sources(package)]
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest() if files else secrets.token_hex(32)


def _sources(package: Any) -> list[Path]:
    """Return the files of a package."""
    return sorted(file for folder in package.__path__ for file in Path(folder).rglob("*.py"))
