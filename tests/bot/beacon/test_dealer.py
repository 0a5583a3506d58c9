"""When deals that wait for the beacon are made, and what happens where it is not told."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, cast

import pytest
from structlog.testing import capture_logs

from bot.beacon import dealer as dealing
from bot.beacon.dealer import Dealer
from bot.beacon.relays import NoBeacon, Relays
from bot.service import Service
from bot.table.log.beacon import QUICKNET
from bot.table.log.dealing import DueDeal
from bot.table.refusals import Stale
from tests.bot.drand import sign_round, snowflake_at
from tests.bot.lapse import Lapse, lapse

ROUND = 34_000_000
SPOKEN = QUICKNET.publication_time(ROUND)
SENT = SPOKEN - 3
"""When the announcement of that round was sent, about."""


class House:
    """Tables that wait, relays and a clock, all of which do as they are told; loops of virtual time are enough."""

    def __init__(self, *tables: int, ahead: float = 0.0, sent: float = SENT) -> None:
        """Open tables whose announcements were just sent; our clock is `ahead` by some seconds."""
        self.began, self.ahead, self.sent = asyncio.get_running_loop().time(), ahead, sent
        self.due = {table: DueDeal(5, "", 1, snowflake_at(sent), deal=1) for table in tables}
        self.dealt: list[tuple[int, int, bytes]] = []
        self.asked: list[tuple[int, float]] = []
        self.tell: Callable[[int], Awaitable[bytes]] = self.tell_truly
        self.errors: Counter[int] = Counter()
        self.looked: list[tuple[int, bool]] = []
        """The tables at whose announcement it was looked, each with whether its deal waited then."""
        self.see_it: Callable[[], Awaitable[None]] | None = None
        self.closed = False
        self.then: DueDeal | None = None
        """What is announced as soon as a deal is made."""
        service: Any = self
        self.tables = self.repository = self.listing = self
        self.dealer = Dealer(cast("Service", service), cast("Relays", service), cast("Any", self), self.deal)

    # what the dealer knows of the service

    def watch(self, watcher: Callable[[int], None]) -> None:
        self.changed = watcher

    def waits_for_beacon(self, table: int) -> bool:
        return table in self.due

    async def waiting_for_dealer(self) -> Sequence[int]:
        return sorted(self.due)

    async def read(self, table: int, _: object) -> DueDeal | None:
        return self.due.get(table)

    async def do(self, table: int, _: object, __: object, deal: int, signature: bytes) -> None:
        if self.errors[table]:
            self.errors[table] -= 1
            raise ValueError
        if table not in self.due:
            raise Stale
        del self.due[table]
        self.dealt.append((table, deal, signature))
        if self.then is not None:
            self.due[table], self.then = self.then, None
            self.changed(table)

    # the channel

    async def deal(self, table: int) -> None:
        self.looked.append((table, table in self.due))
        if self.see_it:
            await self.see_it()

    # relays

    async def signature(self, round_: int) -> bytes:
        self.asked.append((round_, self.time()))
        return await self.tell(round_)

    async def tell_truly(self, round_: int) -> bytes:
        return sign_round(round_)

    async def close(self) -> None:
        self.closed = True

    # the clock

    def time(self) -> float:
        """Return the true time."""
        return self.sent + asyncio.get_running_loop().time() - self.began

    def now(self) -> int:
        return int(self.time() + self.ahead)


async def none(_: int) -> bytes:
    raise NoBeacon


async def never(_: int) -> bytes:
    await asyncio.Event().wait()
    raise AssertionError


def asked_at(ahead: float, sent: float = SENT) -> float:
    async def test(_: Lapse) -> float:
        house = House(1, ahead=ahead, sent=sent)
        house.changed(1)
        await house.dealer.wait_idle()
        assert house.dealt == [(1, 1, sign_round(QUICKNET.round_of(snowflake_at(sent))))]
        return house.asked[0][1]

    return lapse(test)


def test_a_round_is_asked_for_when_it_speaks() -> None:
    assert asked_at(0) == SPOKEN


def test_a_clock_that_is_behind_delays_no_deal() -> None:
    assert asked_at(-1) == asked_at(-3600) == SPOKEN


def test_with_a_clock_that_is_ahead_relays_are_asked_early_and_say_so_themselves() -> None:
    assert asked_at(2) == SPOKEN - 2
    assert asked_at(3600) == SENT


def test_a_round_is_asked_for_at_most_four_seconds_after_its_announcement() -> None:
    for thousandth in range(0, 3000, 100):
        sent = SENT + thousandth / 1000
        assert 0.999 <= asked_at(0, sent) - sent <= 4.001


def test_a_table_without_a_waiting_deal_asks_nobody() -> None:
    async def test(_: Lapse) -> None:
        house = House()
        house.changed(1)
        house.dealer.start_deal(2)
        await house.dealer.resume()
        await house.dealer.wait_idle()
        assert (house.asked, house.dealt) == ([], [])

    lapse(test)


def test_if_no_relay_tells_it_the_deal_waits_and_the_log_says_so_once() -> None:
    async def test(_: Lapse) -> None:
        house = House(1)
        house.tell = none
        house.dealer.loop.start()
        with capture_logs() as lines:
            await asyncio.sleep(600)
            assert (house.dealt, len(house.asked)) == ([], 60)
            house.tell = house.tell_truly
            await asyncio.sleep(dealing.RETRY_DELAY + 4)
            assert len(house.dealt) == 1
            asked = len(house.asked)
            await asyncio.sleep(600)
            assert len(house.asked) == asked  # nothing is asked when nothing is due
        await house.dealer.loop.stop()
        assert [line["event"] for line in lines] == [
            "no relay returns the beacon; deals wait for it",
            "relays return the beacon again",
        ]

    lapse(test)


def test_a_table_that_is_stuck_delays_no_other() -> None:
    async def test(_: Lapse) -> None:
        house = House(1, 2)
        house.due[1] = DueDeal(5, "", 1, snowflake_at(SENT - 300), deal=1)

        async def some(round_: int) -> bytes:
            return await (house.tell_truly if round_ == ROUND else never)(round_)

        house.tell = some
        await house.dealer.resume()
        await asyncio.sleep(5)
        assert [table for table, *_ in house.dealt] == [2]
        await house.dealer.close()

    lapse(test)


def test_what_goes_wrong_at_one_table_is_logged_and_tried_again() -> None:
    async def test(_: Lapse) -> None:
        house = House(1, 2)
        house.errors[1] = 2
        house.dealer.loop.start()
        with capture_logs() as lines:
            await asyncio.sleep(5)
            assert [table for table, *_ in house.dealt] == [2]
            await asyncio.sleep(3 * dealing.INTERVAL)
        assert [table for table, *_ in house.dealt] == [2, 1]
        assert [line["event"] for line in lines] == 2 * ["deal failed"]
        await house.dealer.loop.stop()

    lapse(test)


def test_after_an_absence_all_tables_are_dealt_at_some_at_a_time_even_where_many_never_can_be() -> None:
    async def test(_: Lapse) -> None:
        house = House(*range(200), sent=SENT - 3600)
        house.began -= 3600
        house.errors.update(dict.fromkeys(range(100, 200), 10**6))
        house.dealer.loop.start()
        await asyncio.sleep(0)
        under_way = [task for task in asyncio.all_tasks() if task.get_name().startswith("deal-")]
        assert 0 < len(under_way) <= dealing.BATCH
        await asyncio.sleep(30)
        assert {table for table, *_ in house.dealt} == set(range(100))
        await house.dealer.loop.stop()
        await house.dealer.close()

    lapse(test)


def test_many_changes_of_a_table_are_one_question() -> None:
    async def test(_: Lapse) -> None:
        house = House(1)
        for _time in range(10):
            house.changed(1)
            await asyncio.sleep(0)
        await house.dealer.wait_idle()
        assert (len(house.asked), len(house.dealt)) == (1, 1)

    lapse(test)


def test_a_deal_that_is_announced_before_the_one_before_has_returned_is_made_too() -> None:
    async def test(_: Lapse) -> None:
        house = House(1)
        house.then = DueDeal(9, "", 1, snowflake_at(SENT), deal=2)
        house.changed(1)
        await house.dealer.wait_idle()
        assert [deal for _, deal, _ in house.dealt] == [1, 2]

    lapse(test)


def test_it_is_looked_once_at_an_announcement_before_its_deal_is_made() -> None:
    async def test(_: Lapse) -> None:
        house = House(1, 2)
        house.tell = none
        house.dealer.loop.start()
        await asyncio.sleep(100)
        assert house.looked == []  # a deal that still waits can be said to be gone later
        house.tell = house.tell_truly
        await asyncio.sleep(dealing.RETRY_DELAY + 4)
        await house.dealer.loop.stop()
        assert sorted(house.looked) == [(1, True), (2, True)]
        assert sorted(table for table, *_ in house.dealt) == [1, 2]

    lapse(test)


async def broken() -> None:
    raise ValueError


@pytest.mark.parametrize(("see", "events"), [(broken, ["announcement not checked"]), (lambda: never(0), [])])
def test_a_deal_is_made_where_it_cannot_be_looked_at_its_announcement(
    see: Callable[[], Awaitable[Any]], events: list[str]
) -> None:
    async def test(loop: Lapse) -> None:
        house = House(1)
        house.see_it = see
        with capture_logs() as lines:
            house.changed(1)
            await house.dealer.wait_idle()
        assert [table for table, *_ in house.dealt] == [1]
        assert loop.time() - house.began <= SPOKEN - SENT + dealing.CHECK_TIMEOUT
        assert [line["event"] for line in lines if line["log_level"] != "debug"] == events

    lapse(test)


def test_a_dealer_ends_while_deals_wait() -> None:
    async def test(_: Lapse) -> None:
        house = House(1, 2)
        house.tell = never
        with capture_logs() as lines:
            await house.dealer.resume()
            await asyncio.sleep(60)
            await house.dealer.close()
            house.changed(1)
            await house.dealer.wait_idle()
        assert (house.dealt, house.closed, lines) == ([], True, [])

    lapse(test)
