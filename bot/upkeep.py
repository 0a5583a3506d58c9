"""Everything that a bot does periodically, with a loop for each."""

from __future__ import annotations

from functools import partial

from bot.beacon.dealer import Dealer
from bot.channel.reconcile import Reconciler
from bot.computer.mover import Mover
from bot.runtime.clock import Clock
from bot.runtime.loops import Loop
from bot.runtime.scheduler import Sleepers, Ticker
from bot.service import Service
from bot.table.clock.pace import DAY, MINUTE

COMPENSATED_TABLES = 5
"""How many tables per second get back the time in which nobody could play.

The number is limited because each table is shown again, with its new deadline.
"""
ORDERS_INTERVAL = 5
"""Seconds between two polls for orders of the operator."""
LOBBY_SECONDS = DAY
"""The seconds without any change after which a table that waits for players is closed."""


class Upkeep:
    """The loops of one process. `missed` are the loops to ring if changes may have been missed."""

    def __init__(
        self,
        service: Service,
        reconciler: Reconciler,
        mover: Mover,
        dealer: Dealer | None,
        clocks: Sleepers,
        digests: Sleepers,
        quizzes: Sleepers,
        notices: Sleepers,
        clock: Clock,
    ) -> None:
        self._service = service
        self._reconciler = reconciler
        self._mover = mover
        self.ticker = Ticker("clocks", clocks, clock)
        self.digests = Ticker("digests", digests, clock)
        self.quizzes = Ticker("quizzes", quizzes, clock)
        self.notices = Ticker("notices", notices, clock)
        self.beat = Loop("beat", self._beat, every=MINUTE, rest=0)
        self.counting = Loop("statistics", service.statistics.count_pending_games, every=10 * MINUTE, rest=1)
        self._compensation = Loop("time given back", self._compensate_time, every=MINUTE, rest=1)
        self._boards = Loop("boards", self._resume_boards, every=MINUTE, rest=1)
        self._computers = Loop("computer players", self._resume_computers, every=MINUTE, rest=1)
        self._timed = (self._compensation, self.ticker.loop, self.digests.loop, self.quizzes.loop, self.notices.loop)
        dealing = () if dealer is None else (dealer.loop,)
        self.missed = (*self._timed, self._boards, self._computers, self.counting, *dealing)
        self.loops: tuple[Loop, ...] = (
            self.beat,
            *self._timed,
            self._boards,
            self._computers,
            *dealing,
            Loop("old lobbies", partial(service.clockwork.close_idle, LOBBY_SECONDS), every=10 * MINUTE),
            self.counting,
            Loop("deletions", self._clean, every=10 * MINUTE),
            Loop("orders", service.orders.carry_out_pending, every=ORDERS_INTERVAL),
        )
        service.absence.watch(self._ring_timed)
        service.repository.on_table_end(self.counting.ring)
        service.repository.add_alarm(self.ticker.expect)
        service.digests.add_alarm(self.digests.expect)
        service.quizzes.add_alarm(self.quizzes.expect)
        service.notices.add_alarm(self.notices.expect)

    def _ring_timed(self) -> None:
        """Run all loops that follow the computer's clock, because time has passed in which nobody could play."""
        for loop in self._timed:
            loop.ring()

    async def _beat(self) -> None:
        await self._service.store.keep_lock()
        await self._service.absence.beat()

    async def _compensate_time(self) -> None:
        if await self._service.clockwork.compensate_tables(COMPENSATED_TABLES):  # other tables still wait
            self._compensation.ring()

    async def _resume_boards(self) -> None:
        if await self._reconciler.resume():  # other tables are left
            self._boards.ring()

    async def _resume_computers(self) -> None:
        if await self._mover.resume():  # other tables are left
            self._computers.ring()

    async def _clean(self) -> None:
        if self._service.store.share.holds(0):  # of several processes, the one with shard 0 does it for all servers
            await self._service.people.clean()
            await self._service.moderation.sweep()
            await self._service.challenges.forget_old()
        await self._service.servers.forget_left_servers()
