"""How a table is read: folded from its log, and kept in memory for as long as the database says the same."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

import structlog

from bot.store import Transaction
from bot.table.draft import Draft
from bot.table.fold import Broken, Entry, Folded, advance
from bot.table.model import Resting, Table
from bot.table.refusals import Damaged, OtherRules, Unknown
from bot.table.rows import SeatRow, StepRow, TableRow
from bot.table.steps import Kind
from bot.tables.part import Part
from engine.game import DEALER, Game

KEPT = 256
"""How many tables are kept in memory, folded."""
RECENT = 64
"""How many of its newest steps are kept with each, so that what just happened is told without a replay."""
AT_ONCE = 64
"""Steps that are folded before everything else goes on: some milliseconds."""

logs = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Kept:
    """A table as it was read last; good for as long as the row names the same last step."""

    folded: Folded
    seats: Sequence[SeatRow] = ()
    seeds: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    recent: tuple[Entry, ...] = ()

    def current(self, row: TableRow) -> bool:
        """Whether nothing was written since. Beside the dealer a seed may have been, which is no step."""
        return (self.folded.seq, self.folded.head) == (row.seq, row.head) and row.to_act != DEALER


class Reading(Part):
    """The part of `Tables` that reads."""

    _games: Mapping[str, Game[Any, Any]]
    _kept: OrderedDict[int, Kept]

    async def _open(self, tx: Transaction, table: int, *, lock: bool = False) -> Draft:
        """A table, folded and found to be what was written. Raises Unknown, Damaged or OtherRules."""
        row = await tx.table(table, lock=lock)
        if row is None:
            raise Unknown
        return await self._opened(tx, row)

    async def _opened(self, tx: Transaction, row: TableRow) -> Draft:
        """The table of a row. Raises as `_open` does."""
        if row.game not in self._games:
            raise Unknown
        anew = Kept(Folded(row.id))
        try:
            return await self._draft(tx, row, self._kept.get(row.id, anew))
        except (Broken, ValueError):
            self._drop(row.id)  # what was kept may be of a database that was restored since
        try:
            return await self._draft(tx, row, anew)
        except (Broken, ValueError) as broken:
            seq = broken.seq if isinstance(broken, Broken) else None
            logs.error("table damaged", table=row.id, seq=seq, exc_info=broken)  # its text may name a tile
            raise Damaged from broken

    async def _draft(self, tx: Transaction, row: TableRow, kept: Kept) -> Draft:
        game, folded, seats, seeds, entries = (
            self._games[row.game],
            kept.folded,
            kept.seats,
            kept.seeds,
            list(kept.recent),
        )
        if not kept.current(row):
            seats, seeds = await tx.seats(row.id), await tx.seeds(row.id)
            folded, told = await _followed(folded, await tx.steps(row.id, folded.seq, row.seq), game, seeds)
            entries += told
        draft = Draft.of(row, seats, game, folded, seeds, self._clock.now())
        draft.recent = tuple(entries[-RECENT:])
        self._keep(draft)
        return draft

    async def _repeated(self, draft: Draft) -> list[Entry]:
        """The steps that an action took the first time: its own, and the automatic ones after it."""
        first = draft.repeated or 1
        _, (own, *later) = await self._store.run(lambda tx: self._told(tx, draft.table.id, first - 1))
        return [own, *takewhile(lambda entry: entry.row.kind == Kind.AUTO.value, later)]

    async def _told(self, tx: Transaction, table: int, after: int) -> tuple[Draft, list[Entry]]:
        """A table, and its steps after `after` with their events."""
        draft = await self._open(tx, table)
        return draft, await self._entries(tx, draft, after)

    async def _entries(self, tx: Transaction, draft: Draft, after: int) -> list[Entry]:
        """The steps after `after` with their events; replayed where they are older than what is kept."""
        entries = draft.recent
        if after < draft.row.seq and (not entries or entries[0].row.seq > after + 1):
            entries = await self._replayed(tx, draft)
        return [entry for entry in entries if entry.row.seq > after]

    async def _replayed(self, tx: Transaction, draft: Draft) -> tuple[Entry, ...]:
        """Every step from the beginning."""
        steps = await tx.steps(draft.row.id, 0, draft.row.seq)
        return tuple((await _followed(Folded(draft.row.id), steps, draft.game, draft.seeds))[1])

    async def _listed(self, find: Callable[[Transaction], Awaitable[Sequence[TableRow]]]) -> list[Table]:
        """The tables that are found, read at once; one that is damaged or follows other rules is not among them."""
        return (await self._found(find))[0]

    async def _found(
        self, find: Callable[[Transaction], Awaitable[Sequence[TableRow]]]
    ) -> tuple[list[Table], list[Resting]]:
        """The tables that are found, read at once; apart from them those that cannot be read, each with its reason."""

        async def work(tx: Transaction) -> tuple[list[Table], list[Resting]]:
            found, resting = list[Table](), list[Resting]()
            for row in await find(tx):
                try:
                    found.append((await self._opened(tx, row)).table)
                except (Damaged, OtherRules) as why:
                    place = row.thread or row.channel
                    resting.append(Resting(row.id, row.number, row.game, row.guild or None, place, why.message))
                except Unknown:
                    continue
            return found, resting

        return await self._store.run(work)

    def _drop(self, table: int) -> None:
        self._kept.pop(table, None)

    def _keep(self, draft: Draft) -> None:
        table, recent = draft.row.id, (*draft.recent, *draft.entries)[-RECENT:]
        self._kept[table] = Kept(draft.folded, draft.seats, draft.seeds, recent)
        self._kept.move_to_end(table)
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)


async def _followed(
    folded: Folded, steps: Sequence[StepRow], game: Game[Any, Any], seeds: Mapping[int, bytes]
) -> tuple[Folded, list[Entry]]:
    """Where some steps lead, and what happened by each; whatever else waits has its turn in between."""
    entries = list[Entry]()
    for step in steps:
        before = folded
        folded, events = advance(before, step, game, seeds)
        entries.append(Entry.of(before, step, events))
        if len(entries) % AT_ONCE == 0:
            await asyncio.sleep(0)
    return folded, entries
