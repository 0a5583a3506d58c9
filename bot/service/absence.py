"""Finds the time in which nobody could play, so that each table gets it back.

The bot records a heartbeat once a minute. A late heartbeat means that the process did not run, was stopped or had no
database, or that the machine slept. The machine's clock decides, because turns end by it. If it is set forward, the
skipped time counts as time in which nobody could play, so players lose nothing. If it is set back, everybody has more
time.

A single server can be away too, if it has removed the bot or Discord does not connect it with the bot. Then nothing
happens by time alone at its tables, and they get the time back when the server is there again.

A gap is saved as soon as it is found. Each table gets its time back in the transaction that changes it next, before
anything else happens there.

If several processes share the servers, a shard can be without a process. The shard's lease shows until when it was
served. Each process saves the gaps of its own servers beside those that others have saved.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence

import msgspec
import structlog

from bot.runtime.clock import Clock
from bot.store import Share, Store, Transaction
from bot.store.restore import BEAT
from bot.table.clock.pace import DAY
from bot.table.clock.timing import ARCHIVED_AFTER
from bot.table.log.model import Table

log = structlog.get_logger()

ABSENCE = "absence"
"""The key under which the gaps are stored."""
LEAST_GAP = 150
"""The fewest seconds without a heartbeat that count as a gap; a heartbeat is due every minute."""
RECHECK_AFTER = 60
"""Seconds until the next look at a table whose server is away."""


class Gap(msgspec.Struct, frozen=True, array_like=True):
    """A time in which nobody could play.

    With `guild`, it concerns only this server (0: private messages). Otherwise, it concerns all servers of `shard`, one
    of `total` shards.
    """

    start: int
    end: int
    guild: int | None = None
    shard: int = 0
    total: int = 1

    def concerns(self, guild: int) -> bool:
        """Return whether this gap concerns a server."""
        if self.guild is not None:
            return self.guild == guild
        return Share(self.total, frozenset({self.shard})).holds(guild)


class KnownGaps(msgspec.Struct, frozen=True):
    """The saved gaps, and the servers that are away now."""

    gaps: tuple[Gap, ...] = ()
    """The gaps of the last day, and older gaps for which some tables may not be compensated yet, ordered by end."""
    away: dict[int, int] = {}
    """The servers that are away now, each with the time when it went away."""
    owed: bool = False
    """Whether some tables may still have to get time back."""


class Absence:
    """Records when nobody could play, and which of that time each table still has to get back."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        reaches: Callable[[int | None], bool] = lambda _: True,
        renew_leases: Callable[[], Awaitable[Collection[int]]] | None = None,
    ) -> None:
        """Find gaps; `reaches` returns whether people of a server can reach the bot now.

        `reaches` is called with None for private messages. `renew_leases` renews the leases of this process and returns
        the shards that it has not lost.
        """
        self._reaches = reaches
        self._renew_leases = renew_leases or self._all_shards
        self._watchers: list[Callable[[], object]] = []
        self._store = store
        self._clock = clock
        self._last_beat: tuple[int, float] | None = None
        """The last heartbeat in UTC seconds and by the monotonic clock; None before `begin`."""
        self._known = KnownGaps()
        """The saved values, as last read or written."""
        self._compensated = frozenset[Gap]()
        """The gaps for which all tables of this process were compensated."""
        self._lock = asyncio.Lock()

    def watch(self, watcher: Callable[[], object]) -> None:
        """Call `watcher` whenever a gap is found, so that tables get its time back."""
        self._watchers.append(watcher)

    @property
    def owed_gaps(self) -> Sequence[Gap]:
        """The gaps for which some tables may not be compensated yet."""
        return [gap for gap in self._known.gaps if gap not in self._compensated] if self._known.owed else ()

    async def begin(self) -> int:
        """Record the first heartbeat; return the seconds of the gap before it, 0 without a gap."""
        now = self._clock.now()

        async def work(tx: Transaction) -> tuple[int, KnownGaps]:
            if not self._store.is_shared:
                await tx.leases.forget()
            return int(await tx.meta.recall(BEAT) or now), await _read_known(tx)

        beat, self._known = await self._store.run(work)
        if self._store.is_shared:  # the leases show the gaps, see `note_taken_shards`
            # `note_taken_shards` may have recorded a heartbeat already
            self._last_beat = self._last_beat or (now, time.monotonic())
            return 0
        gap = now - beat if now - beat >= LEAST_GAP else 0
        await self._note(now, [Gap(beat, now)] if gap else [], self._known.away)
        return gap

    async def note_taken_shards(self, shards: Mapping[int, float]) -> None:
        """Record the gaps of shards that this process took over.

        `shards` maps each of these shards to the time until which a process served it.
        """
        now, total = self._clock.now(), self._store.share.total
        gaps = [Gap(int(end), now, shard=shard, total=total) for shard, end in shards.items() if now - end >= LEAST_GAP]
        if gaps:
            log.warning(
                "nobody could play; every turn is extended by that", seconds=now - min(map(int, shards.values()))
            )
        await self._note(now, gaps, self._known.away)

    async def _all_shards(self) -> Collection[int]:
        return self._store.share.shards

    async def check_for_gap(self) -> None:
        """Record a gap if the last heartbeat is too old.

        Call this before anything that depends on the time.
        """
        if self._is_beat_overdue():
            async with self._lock:
                await self._record_overdue_gap()

    def _is_beat_overdue(self) -> bool:
        return self._last_beat is not None and self._clock.now() - self._last_beat[0] >= LEAST_GAP

    async def _record_overdue_gap(self) -> None:
        """Record a gap if the last heartbeat is too old; the lock must be held."""
        if self._last_beat is not None and self._is_beat_overdue():
            beat, monotonic_beat = self._last_beat
            now = self._clock.now()
            total = self._store.share.total
            shards = await self._renew_leases()
            await self._note(now, [Gap(beat, now, shard=shard, total=total) for shard in shards], self._known.away)
            # the monotonic clock stops while a machine sleeps
            was_awake = time.monotonic() - monotonic_beat >= LEAST_GAP
            reason = "the process stood still or had no database" if was_awake else "asleep, or the clock was set"
            log.warning("nobody could play; every turn is extended by that", seconds=now - beat, reason=reason)

    async def beat(self) -> None:
        """Record that the bot runs, and which servers are away."""
        async with self._lock:
            await self._record_overdue_gap()
            await self._beat()

    async def _beat(self) -> None:
        """Record a heartbeat, and which of our servers are away or back.

        Private messages count as server 0, but for `reaches` they are None.
        """
        now = self._clock.now()
        is_ours = self._store.share.holds
        last_beat = now if self._last_beat is None else self._last_beat[0]
        were_away = {guild: since for guild, since in self._known.away.items() if is_ours(guild)}
        open_guilds = await self._store.run(lambda tx: tx.lists.open_guilds())
        ours = {guild for guild in (0, *open_guilds) if is_ours(guild)}
        # a server that is newly found to be away may be away since the last heartbeat
        away = {guild: were_away.get(guild, last_beat) for guild in ours if not self._reaches(guild or None)}
        back_since = {guild: since for guild, since in were_away.items() if guild not in away}
        gaps = [Gap(since, now, guild) for guild, since in back_since.items() if now - since >= LEAST_GAP]
        await self._note(now, gaps, away)
        for gap in gaps:
            log.info("server is back; its turns are extended", guild=gap.guild, seconds=now - gap.start)

    async def mark_compensated(self, gaps: Sequence[Gap]) -> None:
        """Record that every table has got back the time of these gaps."""
        async with self._lock:
            self._compensated |= {*gaps}
            if self._store.is_shared:
                return  # tables of other processes may not have that time back
            if self._compensated >= {*self._known.gaps}:
                await self._save(lambda known: msgspec.structs.replace(known, owed=False))

    def is_resting(self, table: Table) -> bool:
        """Return whether deadlines at a table are suspended.

        Deadlines are suspended while the table's server is away, but at most for `ARCHIVED_AFTER` seconds. After that,
        the table can be closed.
        """
        guild = table.guild or 0
        since = self._known.away.get(guild, self._clock.now())
        return not self._reaches(table.guild) and self._clock.now() - since < ARCHIVED_AFTER

    def missed_spans(self, table: Table) -> Sequence[tuple[int, int]]:
        """Return the times that a table has to get back, as pairs of start and end, the oldest first."""
        guild, now = table.guild or 0, self._clock.now()
        spans = [(gap.start, gap.end) for gap in self._known.gaps if gap.concerns(guild)]
        if guild in self._known.away and self._reaches(table.guild):
            # the server is back, but no heartbeat has recorded the gap yet
            spans.append((self._known.away[guild], now))
        compensated_until = table.timing.whole_until
        return _merge_spans((max(start, compensated_until), end) for start, end in spans)

    def seconds_lost_since(self, since: int) -> int:
        """Return the seconds since a given time in which nobody could play anywhere.

        That time must be at most a day ago, since older gaps may be forgotten.
        """
        spans = [(max(gap.start, since), gap.end) for gap in self._known.gaps if gap.guild is None]
        return sum(end - start for start, end in _merge_spans(spans))

    async def _note(self, now: int, gaps: Sequence[Gap], away: dict[int, int]) -> None:
        """Save a heartbeat, new gaps and which of our servers are away."""
        is_ours = self._store.share.holds

        def add_gaps(known: KnownGaps) -> KnownGaps:
            # several processes can't find out whether all tables were compensated, so they keep gaps for a day only
            keeps_old = known.owed and not self._store.is_shared
            kept_gaps = [gap for gap in known.gaps if keeps_old or gap.end > now - DAY]
            away_elsewhere = {guild: since for guild, since in known.away.items() if not is_ours(guild)}
            away_here = {guild: since for guild, since in away.items() if is_ours(guild)}
            return KnownGaps((*kept_gaps, *gaps), away_elsewhere | away_here, known.owed or bool(gaps))

        await self._save(add_gaps, beat=now)
        self._last_beat = now, time.monotonic()
        if gaps:
            for watcher in self._watchers:
                watcher()

    async def _save(self, change: Callable[[KnownGaps], KnownGaps], beat: int | None = None) -> None:
        """Change what is saved, and the time of the heartbeat if it is given."""

        async def work(tx: Transaction) -> KnownGaps:
            before = await _read_known(tx, lock=True)
            after = change(before)
            if after != before:
                await tx.meta.remember(ABSENCE, msgspec.json.encode(after).decode())
            if beat is not None:
                await tx.meta.remember(BEAT, str(beat))
            return after

        self._known = await self._store.run(work)


async def _read_known(tx: Transaction, *, lock: bool = False) -> KnownGaps:
    return msgspec.json.decode(await tx.meta.recall(ABSENCE, lock=lock) or "{}", type=KnownGaps)


def _merge_spans(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Merge overlapping spans, then return the spans of at least `LEAST_GAP` seconds."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return [(start, end) for start, end in merged if end - start >= LEAST_GAP]
