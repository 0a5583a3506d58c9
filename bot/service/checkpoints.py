"""When checkpoints are written and read: a table that is not in memory is folded from a recent one, so opening it costs
the same however long its game is."""

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
"""Steps from one checkpoint to the next: what is folded at most when a table is opened."""
BACK = 128
"""Steps that can be told anew from a checkpoint of a game that goes on: those of the newest messages."""
LONG = 256
"""Steps from which on a game that is over keeps a checkpoint; a shorter one is soon folded."""

log = structlog.get_logger()


class Checkpoints:
    """Keeps checkpoints of tables; without any everything works, later."""

    def __init__(self, key: bytes) -> None:
        """Sign and believe what is written with this key."""
        self._key = key
        self._program = program()
        self._unwritten: set[str] = set()

    async def last(self, tx: Transaction, table: int, game: Game[Any, Any], up_to: int) -> Position:
        """Return where a table stood at its newest checkpoint up to a step; before the first step where there is
        none."""
        read = await tx.checkpoints.last(table, up_to, self._program) if up_to >= EVERY else None
        if read is not None:
            try:
                return read_checkpoint(read, game, self._program, self._key)
            except Unusable as why:
                log.warning("a checkpoint is of no use", table=table, seq=read.seq, reason=str(why))
        return Position(table)

    async def keep(self, tx: Transaction, draft: Draft) -> None:
        """Write down where a changed table stands, if that is due."""
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
    """Return what tells this program from every other that might fold a log differently: a hash of its rules and of
    Python's version. Where they cannot be read, something that no other process has."""
    told = hashlib.sha256(sys.version.encode())
    files = [file for package in (engine, bot.table) for file in _sources(package)]
    for file in files:
        told.update(file.read_bytes())
    return told.hexdigest() if files else secrets.token_hex(32)


def _sources(package: Any) -> list[Path]:
    """Return the files of a package."""
    return sorted(file for folder in package.__path__ for file in Path(folder).rglob("*.py"))
