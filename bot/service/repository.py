"""Reads and writes tables.

A table is folded from its log and cached. If the database has newer steps, only these are folded on top. A change is
saved whole or not at all.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.runtime.clock import Clock
from bot.service.absence import Absence
from bot.service.checkpoints import Checkpoints
from bot.service.effective_settings import read_mover_wishes
from bot.service.replaying import fold_steps, replay_entries
from bot.store import Conflict, Store, Transaction
from bot.table.log.draft import SECRET, Draft
from bot.table.log.fold import BrokenStep, Entry, Position
from bot.table.log.model import ANY, Cause, Status, Table, UnreadableTable
from bot.table.log.rows import ResultRow, SeatRow, StepRow, TableRow
from bot.table.log.steps import Kind
from bot.table.posts import TURN_KINDS
from bot.table.refusals import Damaged, Refusal, Unknown
from bot.table.rules import away, deadlines, premoves, seats
from engine.deal import SEED_BYTES
from engine.game import Game
from engine.sides import has_partners

CACHED_TABLES = 256
"""How many folded tables are kept in memory."""
CACHED_STEPS = 64
"""The number of a table's newest steps that are cached, so that what just happened can be shown without a replay."""
OPEN = (Status.LOBBY, Status.RUNNING)

logs = structlog.get_logger(__name__)

Change = Callable[[Transaction, Draft], Awaitable[None]]
"""Changes the draft of a table, which is saved afterwards."""
Find = Callable[[Transaction], Awaitable[Sequence[TableRow]]]
"""Finds the rows of tables."""


@dataclass(frozen=True, slots=True)
class Cached:
    """The cached parts of a table. They are current if the table's row in the database has the same last step."""

    folded: Position
    seats: Sequence[SeatRow] = ()
    seeds: Mapping[int, bytes] = field(default_factory=dict, repr=False)
    recent: tuple[Entry, ...] = ()
    checkpoint_seq: int = 0
    """The step of the newest known checkpoint."""

    def is_current(self, row: TableRow) -> bool:
        """Return whether nothing was written since the table was cached."""
        return (self.folded.seq, self.folded.head) == (row.seq, row.head)


class Repository:
    """Reads all tables of this bot as drafts, and saves what was changed in them."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        clock: Clock,
        absence: Absence,
        *,
        beacon: bool = False,
        key: bytes = b"",
    ) -> None:
        """Keep the tables of these games.

        With `beacon`, deals of new tables wait for the public beacon. Checkpoints are signed with the `key`.
        """
        self.games = games
        self._beacon = beacon
        self._store = store
        self._clock = clock
        self._absence = absence
        self._cache: OrderedDict[int, Cached] = OrderedDict()
        self._checkpoints = Checkpoints(key)
        self._watchers: list[Callable[[int], None]] = []
        self._alarms: list[Callable[[int], None]] = []
        self._end_watchers: list[Callable[[], None]] = []

    def watch(self, watcher: Callable[[int], None]) -> None:
        """Call `watcher` with the id of each changed table, once the change is committed.

        It is called only for tables of servers that are served here. For changes by another process, see `Store.news`.
        """
        self._watchers.append(watcher)

    def add_alarm(self, alarm: Callable[[int], None]) -> None:
        """Call `alarm` after each change of a table, with the time when something is due there next (UTC seconds)."""
        self._alarms.append(alarm)

    def on_table_end(self, watcher: Callable[[], None]) -> None:
        """Call `watcher` after each change by which a table is no longer open."""
        self._end_watchers.append(watcher)

    # changing

    async def change(self, table: int, by: Cause, work: Change, read_more: Change | None = None) -> Draft:
        """Change a table in one transaction, unless this interaction did it before.

        In both cases, `read_more` then reads what else the answer needs, in the same transaction. If another process
        was faster, the work is done again on top of its change.

        Raises Unknown for a table of another server than the caller's.
        """
        # the interaction is looked up only after a conflict; before a conflict, `_apply_change` detects a repetition
        may_be_repeated = False

        async def attempt(tx: Transaction) -> Draft:
            tx.make_brief()
            draft = await self.open(tx, table, lock=True)
            if by.guild is not ANY and draft.table.guild != by.guild:
                raise Unknown
            if may_be_repeated and (earlier_step := await tx.log.step_of(by.interaction)):
                draft.repeated_seq = earlier_step.seq
            else:
                await self._apply_change(tx, draft, by, work)
            if read_more is not None:
                await read_more(tx, draft)
            return draft

        await self._absence.check_for_gap()
        while True:
            try:
                draft = await self._store.run(attempt)
                break
            except Conflict:
                may_be_repeated = True  # another process was faster, or this interaction came before
        self.finish_save(draft)
        return draft

    async def _apply_change(self, tx: Transaction, draft: Draft, by: Cause, work: Change) -> None:
        """Do the work and write it. Raises Conflict if this interaction did it before.

        If the work adds a step, the unique key of its interaction raises Conflict. Otherwise, the interaction is looked
        up.
        """
        self.compensate(draft)
        draft.cause = by
        seats_before = draft.table.seats
        try:
            await work(tx, draft)
        except Refusal as refusal:
            refusal.seats = seats_before
            await _require_new_interaction(tx, by)
            raise
        # a step that was added leaves `draft.cause` empty, so that nothing is looked up
        await _require_new_interaction(tx, draft.cause)
        await self.save(tx, draft)

    async def add(self, row: TableRow, by: Cause, work: Change) -> Draft:
        """Write a new table, changed by the work.

        If this interaction opened a table before, that table is returned.
        """

        async def attempt(tx: Transaction) -> Draft:
            if earlier_step := await tx.log.step_of(by.interaction):
                opened = await self.open(tx, earlier_step.table)
                opened.repeated_seq = earlier_step.seq
                return opened
            draft = await self._add_table(tx, row)
            draft.cause = by
            try:
                await work(tx, draft)
            except Refusal:
                # maybe another process handled this interaction meanwhile, and the quota counts the table it opened
                await _require_new_interaction(tx, by)
                raise
            await self.save(tx, draft)
            return draft

        while True:
            try:
                draft = await self._store.run(attempt)
                break
            except Conflict:
                continue  # another process took the table's number, or handled this interaction: look again
        self.finish_save(draft)
        return draft

    def compensate(self, draft: Draft) -> None:
        """Give a changed table its missed time back, before anything else is done there."""
        for start, end in self._absence.missed_spans(draft.table):
            deadlines.compensate(draft, start, end)

    async def save(self, tx: Transaction, draft: Draft) -> None:
        """Write what was changed, with all that follows from it."""
        if draft.opening is not None:
            await self._open_next(tx, draft)
        await _apply_consequences(tx, draft)
        row = draft.to_row()
        if row == draft.row and not draft.departures:
            return
        await tx.tables.save_table(row, draft.row.seq)
        if draft.steps:
            await tx.log.add_steps(draft.steps)
            await self._checkpoints.keep(tx, draft)
        for deal, seed in draft.new_seeds.items():
            await tx.log.add_seed(draft.row.id, deal, seed, draft.now)
        if draft.seats != list(draft.stored_seats):
            await tx.tables.save_seats(draft.row.id, draft.seats)
        await _write_side_rows(tx, draft)
        if self._store.is_shared:
            await tx.news.announce_table_change(draft.row.id, draft.row.guild)
        if _closes_table(draft):
            await tx.tables.close_table(draft.row.id)
            has_result = draft.table.status is Status.OVER or draft.table.surrendered_side
            if has_result and not draft.table.private:
                await tx.results.add_result(_uncounted_result(draft))

    def finish_save(self, draft: Draft) -> None:
        """Cache what was written, and call the watchers and alarms. Call this after the commit."""
        self._cache_draft(draft)
        if (draft.entries or draft.repeated_seq is not None) and self._store.share.holds(draft.row.guild):
            self._notify_watchers(draft.row.id)
        if draft.wake_at is not None:
            for alarm in self._alarms:
                alarm(draft.wake_at)
        if _closes_table(draft):
            for watcher in self._end_watchers:
                watcher()
        if draft.opening is not None and draft.opening.draft is not None:
            self.finish_save(draft.opening.draft)

    async def _open_next(self, tx: Transaction, draft: Draft) -> None:
        """Add the table that is to be opened together with this change."""
        assert draft.opening
        draft.opening.draft = opened = await self._add_table(tx, draft.opening.row)
        draft.opening.begin(opened)
        await self.save(tx, opened)
        draft.opening.note_new_table(draft, opened.table)

    async def _add_table(self, tx: Transaction, row: TableRow) -> Draft:
        added = await tx.tables.add_table(row._replace(number=await tx.tables.next_number(row.guild)))
        draft = Draft.of(added, (), self.games[row.game], Position(added.id), {}, self._clock.now())
        draft.add_seed(SECRET, secrets.token_bytes(SEED_BYTES))
        draft.beacon = self._beacon
        return draft

    # reading

    async def open(self, tx: Transaction, table: int, *, lock: bool = False) -> Draft:
        """Read a table, folded and checked. Raises Unknown or Damaged."""
        row = await tx.tables.table(table, lock=lock)
        if row is None:
            raise Unknown
        return await self.open_row(tx, row)

    async def read(self, table: int) -> Draft:
        """Read a table in a transaction of its own. Raises the errors of `open`."""
        return await self._store.run(lambda tx: self.open(tx, table))

    async def open_row(self, tx: Transaction, row: TableRow) -> Draft:
        """Read the table of a row. Raises the errors of `open`."""
        if row.game not in self.games:
            raise Unknown
        try:
            cached = self._cache.get(row.id) or await self._load_checkpoint(tx, row, row.seq)
            return await self._fold_on(tx, row, cached)
        except (BrokenStep, ValueError):
            self.uncache(row.id)  # the database may have been restored after this was cached
        try:
            return await self._fold_on(tx, row, Cached(Position(row.id)))
        except (BrokenStep, ValueError) as broken:
            raise _damage_error(row.id, broken) from broken

    async def find_tables(self, find: Find) -> tuple[list[Table], list[UnreadableTable]]:
        """Read the tables whose rows `find` returns, in one transaction.

        Tables that cannot be read are listed separately, each with the reason.
        """
        drafts, unreadable = await self._find_drafts(find)
        return [draft.table for draft in drafts], unreadable

    async def find_drafts(self, find: Find) -> list[Draft]:
        """Do the same as `find_tables`, but return drafts, and leave out tables that cannot be read."""
        return (await self._find_drafts(find))[0]

    async def _find_drafts(self, find: Find) -> tuple[list[Draft], list[UnreadableTable]]:
        async def work(tx: Transaction) -> tuple[list[Draft], list[UnreadableTable]]:
            drafts = list[Draft]()
            unreadable = list[UnreadableTable]()
            for row in await find(tx):
                try:
                    drafts.append(await self.open_row(tx, row))
                except Damaged as why:
                    guild, place = row.guild or None, row.thread or row.channel
                    unreadable.append(UnreadableTable(row.id, row.number, row.game, guild, place, why.message))
                except Unknown:
                    continue
            return drafts, unreadable

        return await self._store.run(work)

    async def read_entries(self, tx: Transaction, draft: Draft, after: int) -> list[Entry]:
        """Return the steps after `after` with their events.

        They are replayed if not all of them are cached.
        """
        entries = draft.recent
        start = await self._replay_start(tx, draft, after)
        if start is not None:
            try:
                entries = await replay_entries(draft, start, await _read_steps_since(tx, draft, start))
            except BrokenStep:
                entries = await self._replay_all_steps(tx, draft)
        return [entry for entry in entries if entry.row.seq > after]

    async def read_with_entries(self, table: int, after: int) -> tuple[Draft, list[Entry]]:
        """Read a table with the steps after `after` and their events.

        A long log is replayed outside of the transaction, because with SQLite all others wait for its end.
        """

        async def read(tx: Transaction) -> tuple[Draft, Position | None, Sequence[StepRow]]:
            draft = await self.open(tx, table)
            start = await self._replay_start(tx, draft, after)
            return draft, start, () if start is None else await _read_steps_since(tx, draft, start)

        draft, start, steps = await self._store.run(read)
        try:
            entries = draft.recent if start is None else await replay_entries(draft, start, steps)
        except BrokenStep:
            entries = await self._store.run(lambda tx: self._replay_all_steps(tx, draft))
        return draft, [entry for entry in entries if entry.row.seq > after]

    async def _replay_start(self, tx: Transaction, draft: Draft, after: int) -> Position | None:
        """Return the position from which the steps after `after` are replayed.

        Return None if all of them are cached.
        """
        if after >= draft.row.seq:
            return None  # there are no steps after `after`
        if draft.recent and draft.recent[0].row.seq <= after + 1:
            return None
        return (await self._load_checkpoint(tx, draft.row, after)).folded

    async def _replay_all_steps(self, tx: Transaction, draft: Draft) -> tuple[Entry, ...]:
        start = Position(draft.row.id)
        try:
            return await replay_entries(draft, start, await _read_steps_since(tx, draft, start))
        except BrokenStep as broken:
            raise _damage_error(draft.row.id, broken) from broken

    async def add_recent_steps(self, tx: Transaction, draft: Draft) -> None:
        """Add the newest steps to a table that was just read, even if they weren't cached."""
        entries = await self.read_entries(tx, draft, max(0, draft.row.seq - CACHED_STEPS))
        if len(entries) > len(draft.recent):
            draft.recent = tuple(entries)
            self._cache_draft(draft)

    def uncache(self, table: int | None = None) -> None:
        """Drop one table, or all tables, from the cache.

        Each is read again next time. This is needed after a user was deleted, since a cached table may name them.
        """
        if table is None:
            self._cache.clear()
        else:
            self._cache.pop(table, None)

    def is_computer_to_act(self, table: int) -> bool:
        """Return whether a computer player is to act at a table that just changed.

        This is cheap, because it only looks into the cache. Return False if the table is not cached.
        """
        cached = self._cache.get(table)
        return cached is not None and cached.folded.player is not None

    def waits_for_beacon(self, table: int) -> bool:
        """Return whether the deal of a table that just changed waits for the beacon.

        This only looks into the cache. Return False if the table is not cached.
        """
        cached = self._cache.get(table)
        return cached is not None and cached.folded.standing.dealing.waits_for_beacon

    def has_moved_on(self, table: Table) -> bool:
        """Return whether a table's position has changed, as far as the cache knows."""
        cached = self._cache.get(table.id)
        return cached is not None and cached.folded.standing.position_seq > table.position_seq

    async def _load_checkpoint(self, tx: Transaction, row: TableRow, up_to: int) -> Cached:
        """Return a table as it was at its newest checkpoint that is not later than a step."""
        position = await self._checkpoints.newest_position(tx, row.id, self.games[row.game], up_to)
        return Cached(position, checkpoint_seq=position.seq)

    async def _fold_on(self, tx: Transaction, row: TableRow, cached: Cached) -> Draft:
        """Return the draft of a table: fold the steps that were written after `cached`."""
        game = self.games[row.game]
        position = cached.folded
        entries = list(cached.recent)
        seats, seeds = cached.seats, cached.seeds
        if not cached.is_current(row) or not seats:  # a checkpoint has no seats
            seats, seeds = await tx.tables.seats(row.id), await tx.log.seeds(row.id)
            new_steps = await tx.log.steps(row.id, position.seq, row.seq)
            position, new_entries = await fold_steps(position, new_steps, game, seeds)
            entries += new_entries
        draft = Draft.of(row, seats, game, position, seeds, self._clock.now())
        draft.recent = tuple(entries[-CACHED_STEPS:])
        draft.checkpoint_seq = cached.checkpoint_seq
        self._cache_draft(draft)
        return draft

    def _cache_draft(self, draft: Draft) -> None:
        table = draft.row.id
        recent = (*draft.recent, *draft.entries)[-CACHED_STEPS:]
        self._cache[table] = Cached(draft.position, draft.seats, draft.seeds, recent, draft.checkpoint_seq)
        self._cache.move_to_end(table)
        if len(self._cache) > CACHED_TABLES:
            self._cache.popitem(last=False)

    def _notify_watchers(self, table: int) -> None:
        for watcher in self._watchers:
            watcher(table)


async def _require_new_interaction(tx: Transaction, by: Cause) -> None:
    """Raise Conflict if this interaction was handled before."""
    if await tx.log.step_of(by.interaction):
        raise Conflict from None


def _closes_table(draft: Draft) -> bool:
    """Return whether a table is no longer open after this change."""
    return draft.table.status not in OPEN and Status(draft.row.status) in OPEN


def _uncounted_result(draft: Draft) -> ResultRow:
    """Return the result of a game that just ended, as a row that is not counted yet."""
    row = draft.row
    seats = len(draft.table.seats)
    sides = draft.table.options.sides(seats)
    side_count = len(sides) if has_partners(sides) else None
    return ResultRow(row.id, row.guild, row.game, seats, draft.now, sides=side_count)


def _damage_error(table: int, broken: Exception) -> Damaged:
    """Log what is wrong with a table, and return the error to raise.

    The original error is not shown, since it may name a tile.
    """
    seq = broken.seq if isinstance(broken, BrokenStep) else None
    logs.error("table damaged", table=table, seq=seq, exc_info=broken)
    return Damaged()


async def _apply_consequences(tx: Transaction, draft: Draft) -> None:
    """Apply what follows from a change, and set when something is due next.

    Moves come first. Forced moves were already made by the rule that made the move before them, so only planned moves
    are missing. Moves decide whose turn it is, so the clock of the turn comes next. The wishes of the player to move
    come last: how long they are away, and when they want to be reminded.
    """
    if draft.steps:
        if draft.table.timing.has_plans:
            premoves.play(draft)
        if draft.table.newcomers:
            seats.let_in(draft)
        deadlines.update_clock(draft)
    wishes = await read_mover_wishes(tx, draft)
    if draft.steps and (draft.table.standing.away or wishes.away_until > draft.now):
        away.rest_turn(draft, wishes)
    draft.wake_at = deadlines.wake_at(draft.table, wishes, draft.now)


async def _write_side_rows(tx: Transaction, draft: Draft) -> None:
    """Write the rows beside the log that a change affects: marks of departures, messages and layouts."""
    for departure in draft.departures:
        await tx.people.add_departure(departure)
    if draft.posts_lost:
        await tx.posts.forget_posts(draft.row.id, kinds=TURN_KINDS)
    for row in draft.steps:
        if row.kind == Kind.UNDO.value:  # the tiles that stay are arranged and posted again
            step_to_go_back_to = int(row.notation)
            await tx.posts.forget_places(draft.row.id, draft.state.observe(None).round)
            await tx.posts.reopen_posts(draft.row.id, TURN_KINDS, step_to_go_back_to)


async def _read_steps_since(tx: Transaction, draft: Draft, start: Position) -> Sequence[StepRow]:
    """Return the steps of a table since the position `start`."""
    return await tx.log.steps(draft.row.id, start.seq, draft.row.seq)
