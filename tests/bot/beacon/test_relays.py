"""Relays that are right, and all others: the right round comes in any case, or nothing does."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from py_arkworks_bls12381 import Scalar
from structlog.testing import capture_logs

from bot.beacon import relay, relays
from bot.beacon.relays import NoBeacon, Relays
from bot.table.log.beacon import Network
from tests.bot.beacon import houses as ways
from tests.bot.beacon.houses import House, Way, houses, later, rightly, saying, signing
from tests.bot.drand import OURS, sign_round

ROUND = 34_000_000


@asynccontextmanager
async def asking(*all_ways: Way, network: Network = OURS) -> AsyncIterator[tuple[Relays, list[House]]]:
    async with houses(*all_ways) as running:
        them = Relays([house.address for house in running], network)
        try:
            yield them, running
        finally:
            await them.close()
            await asyncio.gather(*(house.left.wait() for house in running if house.asked))  # no connection is left open


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask all relays once, and for a moment."""
    monkeypatch.setattr(relays, "SEARCH_TIME", 0.0)
    monkeypatch.setattr(relay, "TIMEOUT", 0.2)


LIES: dict[str, Way] = {
    "signature of another round": signing(lambda round_: sign_round(round_ - 1).hex()),
    "another round with its own signature": signing(lambda r: sign_round(r + 1).hex(), lambda r: r + 1),
    "another round's number": signing(lambda r: sign_round(r).hex(), lambda r: r + 1),
    "another chain's signature": signing(lambda round_: sign_round(round_, Scalar(7)).hex()),
    "the identity": signing(lambda _: "c0" + 47 * "00"),
    "no point": signing(lambda _: 48 * "ff"),
    "a signature one digit short": signing(lambda round_: sign_round(round_).hex()[:-1]),
    "a signature in capitals": signing(lambda round_: sign_round(round_).hex().upper()),
    "a signature with a line break": signing(lambda round_: sign_round(round_).hex() + "\n"),
    "no signature": saying(ways.response(b'{"round": %d}' % ROUND)),
    "a round in words": saying(
        ways.response(b'{"round": "%d", "signature": "%s"}' % (ROUND, sign_round(ROUND).hex().encode()))
    ),
    "no JSON": saying(ways.response(b"<html>")),
    "nothing": saying(ways.response(b"")),
    "no UTF-8": saying(ways.response(b'{"round": 1, "signature": "\xff\xfe"}')),
    "JSON four thousand deep": saying(ways.response(4000 * b"[")),
    "an unknown key four thousand deep": saying(ways.response(b'{"x": ' + 4000 * b"[")),
    "a megabyte": saying(ways.response(b'{"round": 1, ' + 2**20 * b" ")),
    "no end": ways.endlessly,
}
SILENCES: dict[str, Way] = {
    "404": saying(ways.response(b"{}", "404 Not Found")),
    "425": saying(ways.response(b"{}", "425 Too Early")),
    "500": saying(ways.response(b"", "500 Internal Server Error")),
    "no HTTP": saying(b"SSH-2.0-OpenSSH_9.2\r\n\r\n"),
    "a broken answer": ways.with_a_break,
    "a closed connection": ways.hanging_up,
    "no answer": ways.never,
    "a byte a second": ways.in_drops,
    "headers without end": ways.with_endless_headers,
    "a right answer that is packed": saying(
        ways.response(b"\x1f\x8b" + bytes(100), "200 OK", "Content-Encoding: gzip"),
    ),
}
ALL = {**LIES, **SILENCES}


async def test_a_right_relay_is_asked_once_and_the_others_never() -> None:
    async with asking(rightly, rightly, rightly) as (them, running):
        assert await them.signature(ROUND) == sign_round(ROUND)
        assert [house.asked for house in running] == [[ROUND], [], []]


async def test_nothing_is_asked_before_a_round_is_wanted() -> None:
    async with asking(rightly) as (_, (house,)):
        assert house.asked == []


@pytest.mark.parametrize("way", ALL.values(), ids=ALL)
async def test_a_right_relay_helps_where_another_does_not(way: Way) -> None:
    async with asking(way, rightly) as (them, (first, second)):
        assert await them.signature(ROUND) == sign_round(ROUND)
        assert ({*first.asked}, second.asked) == ({ROUND}, [ROUND])  # aiohttp asks twice where a connection breaks


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("way", ALL.values(), ids=ALL)
async def test_if_no_relay_is_right_there_is_no_signature(way: Way) -> None:
    async with asking(way, way) as (them, running):
        with pytest.raises(NoBeacon):
            await them.signature(ROUND)
        assert [{*house.asked} for house in running] == [{ROUND}, {ROUND}]


@pytest.mark.usefixtures("impatient")
async def test_a_relay_that_is_not_there_is_no_answer() -> None:
    async with houses(rightly) as (gone,):
        pass
    them = Relays([gone.address, "http://relay.invalid"], OURS)
    with capture_logs() as lines, pytest.raises(NoBeacon):
        await them.signature(ROUND)
    await them.close()
    assert {line["event"] for line in lines} == {"a relay of the beacon does not answer"}


@pytest.mark.parametrize("status", ["301 Moved Permanently", "302 Found", "307 Temporary Redirect"])
@pytest.mark.usefixtures("impatient")
async def test_a_relay_sends_us_nowhere_else(status: str) -> None:
    async with houses(rightly) as (other,):
        way = saying(ways.response(b"", status, f"Location: {other.address}/{OURS.chain}/public/{ROUND}"))
        async with asking(way) as (them, _):
            with pytest.raises(NoBeacon):
                await them.signature(ROUND)
        assert other.asked == []


@pytest.mark.parametrize("way", LIES.values(), ids=LIES)
async def test_a_relay_that_lied_is_set_aside_and_named_once(way: Way) -> None:
    with capture_logs() as lines:
        async with asking(way, rightly) as (them, (liar, honest)):
            for round_ in range(ROUND, ROUND + 3):
                assert await them.signature(round_) == sign_round(round_)
            assert (liar.asked, honest.asked) == ([ROUND], [ROUND, ROUND + 1, ROUND + 2])
    assert [(line["event"], line["relay"]) for line in lines] == [("a relay of the beacon lies", liar.address)]


async def test_a_relay_that_lied_is_not_asked_again_while_another_has_no_answer_yet() -> None:
    async with asking(LIES["no JSON"], later(2)) as (them, (liar, honest)):
        assert await them.signature(ROUND) == sign_round(ROUND)
        assert (liar.asked, honest.asked) == ([ROUND], [ROUND, ROUND, ROUND])


async def test_a_relay_that_lied_is_asked_again_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relays, "ASIDE_TIME", 0.0)
    liars = [LIES["no JSON"]]

    async def once(round_: int, writer: asyncio.StreamWriter) -> None:
        await (liars.pop() if liars else rightly)(round_, writer)

    async with asking(once, later(2)) as (them, (liar, _)):
        assert await them.signature(ROUND) == sign_round(ROUND)
        assert liar.asked == [ROUND, ROUND]


async def test_where_all_relays_lied_all_are_asked_again() -> None:
    liars = [LIES["no JSON"]]

    async def once(round_: int, writer: asyncio.StreamWriter) -> None:
        await (liars.pop() if liars else rightly)(round_, writer)

    async with asking(once) as (them, (house,)):
        assert await them.signature(ROUND) == sign_round(ROUND)
        assert house.asked == [ROUND, ROUND]


async def test_the_relay_that_was_right_last_is_asked_first() -> None:
    async with asking(ways.never, rightly, rightly) as (them, (first, second, third)):
        await them.signature(ROUND)
        await them.signature(ROUND + 1)
        assert (first.asked, second.asked, third.asked) == ([ROUND], [ROUND, ROUND + 1], [])


async def test_a_round_that_does_not_speak_yet_is_asked_for_again() -> None:
    """Let our clock be ahead of theirs."""
    async with asking(later(2), later(2)) as (them, running):
        assert await them.signature(ROUND) == sign_round(ROUND)
        assert sum(len(house.asked) for house in running) == 5


async def test_tables_that_wait_for_the_same_round_share_one_answer() -> None:
    async with asking(rightly) as (them, (house,)):
        together = await asyncio.gather(*(them.signature(ROUND) for _ in range(20)))
        assert {*together, await them.signature(ROUND)} == {sign_round(ROUND)}
        assert house.asked == [ROUND]


async def test_a_table_that_waits_no_more_takes_nothing_from_the_others() -> None:
    released = asyncio.Event()

    async def hold(round_: int, writer: asyncio.StreamWriter) -> None:
        await released.wait()
        await rightly(round_, writer)

    async with asking(hold) as (them, (house,)):
        one, other = (asyncio.create_task(them.signature(ROUND)) for _ in range(2))
        await house.came.wait()
        one.cancel()
        released.set()
        assert await other == sign_round(ROUND)
        assert house.asked == [ROUND]


async def test_a_round_that_is_never_told_delays_no_other() -> None:
    async def some(round_: int, writer: asyncio.StreamWriter) -> None:
        await (ways.never if round_ < ROUND else rightly)(round_, writer)

    async with asking(some) as (them, _):
        stuck = [asyncio.create_task(them.signature(ROUND - n)) for n in range(1, relays.CONCURRENT_ROUNDS)]
        assert await them.signature(ROUND) == sign_round(ROUND)
        for task in stuck:
            task.cancel()


async def test_what_is_asked_when_the_bot_ends_ends_too() -> None:
    async with asking(ways.never) as (them, (house,)):
        waiting = asyncio.create_task(them.signature(ROUND))
        await house.came.wait()
        await them.close()
        await house.left.wait()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        with pytest.raises(NoBeacon):
            await them.signature(ROUND + 1)
        assert house.asked == [ROUND]


async def test_a_signature_is_checked_while_everything_else_goes_on() -> None:
    """Let the check wait for a beat of the event loop, which never comes if the check blocks it."""
    beat = threading.Event()

    class Slow(Network):
        def agrees(self, round_: int, signature: bytes) -> bool:
            return beat.wait(60) and super().agrees(round_, signature)

    slow = Slow(OURS.genesis, OURS.period, OURS.key, OURS.chain)
    began = asyncio.Event()

    async def answering(round_: int, writer: asyncio.StreamWriter) -> None:
        await rightly(round_, writer)
        began.set()

    async with asking(answering, network=slow) as (them, _):
        asked = asyncio.create_task(them.signature(ROUND))
        await began.wait()
        for _ in range(1000):
            await asyncio.sleep(0)
        assert not asked.done()
        beat.set()
        assert await asked == sign_round(ROUND)


def refuse_everything(*_: object) -> bool:
    return True


FALSE = ("signature of another round", "another chain's signature", "the identity")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("lie", FALSE)
async def test_relays_that_skip_the_signature_would_believe_a_lie(lie: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plant the fault: the tests above cannot pass without the check."""
    monkeypatch.setattr(Network, "agrees", refuse_everything)
    async with asking(LIES[lie], rightly) as (them, _):
        assert await them.signature(ROUND) != sign_round(ROUND)
