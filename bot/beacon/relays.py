"""Asks several relays for rounds of the beacon, one shortly after the other.

The first correct answer counts. No relay has to be trusted, since each answer is checked with the network's key, in a
thread. A relay that lies is not asked for a while. A slow relay delays the answer by a fraction of a second. Relays are
asked only while a table waits for a round, and tables that wait for the same round share one answer.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import aiohttp
import structlog

from bot.beacon.relay import Lie, NoAnswer, NotYet, ask, new_session
from bot.table.log.beacon import QUICKNET, Network

log = structlog.get_logger()

STAGGER = 0.3
"""Seconds until another relay is asked too, while the previous ones have not answered."""
FIRST_PAUSE = 0.3
LONGEST_PAUSE = 10.0
"""Seconds from the failure of all relays until they are asked again.

The pause doubles each time, from the first to the longest.
"""
SEARCH_TIME = 45.0
"""The seconds for which a search goes on asking all relays, with pauses in between."""
ASIDE_TIME = 600.0
"""The seconds for which a relay that lied is not asked, unless all have lied."""
CONCURRENT_ROUNDS = 4
"""For how many rounds relays are asked at the same time."""
CACHED_ROUNDS = 64
"""How many rounds are cached."""


class NoBeacon(Exception):
    """No relay has returned a round within `SEARCH_TIME`."""


class Relays:
    """Asks for rounds of the beacon. Belongs to one event loop."""

    def __init__(self, addresses: Sequence[str], network: Network = QUICKNET) -> None:
        """Use relays at these addresses, such as `https://api.drand.sh`. Nothing is sent before a round is wanted."""
        self.network = network
        self._order = list(addresses)
        self._not_before: dict[str, float] = {}
        """For each relay that lied, the time before which it is not asked."""
        self._logged_events: dict[str, str] = {}
        self._cache: OrderedDict[int, bytes] = OrderedDict()
        self._asking: dict[int, asyncio.Task[bytes]] = {}
        self._concurrency = asyncio.Semaphore(CONCURRENT_ROUNDS)
        self._session: aiohttp.ClientSession | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="beacon")
        self._closed = False

    async def signature(self, round_: int) -> bytes:
        """Return the checked signature of a round.

        Raises NoBeacon if no relay returns it within about a minute.
        """
        if round_ in self._cache:
            return self._cache[round_]
        if self._closed:
            raise NoBeacon
        if round_ not in self._asking:
            task = asyncio.get_running_loop().create_task(self._find_signature(round_), name=f"beacon-{round_}")
            self._asking[round_] = task
            task.add_done_callback(lambda task: self._on_found(round_, task))
        return await asyncio.shield(self._asking[round_])

    async def close(self) -> None:
        """Stop asking."""
        self._closed = True
        tasks = list(self._asking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _on_found(self, round_: int, task: asyncio.Task[bytes]) -> None:
        del self._asking[round_]
        if not task.cancelled() and task.exception() is None:
            self._cache[round_] = task.result()
            while len(self._cache) > CACHED_ROUNDS:
                self._cache.popitem(last=False)

    async def _find_signature(self, round_: int) -> bytes:
        """Return the signature of a round from any relay. Raises NoBeacon after `SEARCH_TIME`."""
        loop = asyncio.get_running_loop()
        pause = FIRST_PAUSE
        end = loop.time() + SEARCH_TIME
        while True:
            async with self._concurrency:
                signature = await self._ask_all(round_)
            if signature is not None:
                return signature
            if loop.time() + pause > end:
                raise NoBeacon
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _ask_all(self, round_: int) -> bytes | None:
        """Ask one relay after another until one answers correctly; return the answer.

        The next relay is asked after `STAGGER` seconds, or as soon as a request has failed.
        """
        to_ask = self._relays_to_ask()
        requests: set[asyncio.Task[bytes | None]] = set()
        try:
            while to_ask or requests:
                if to_ask:
                    requests.add(asyncio.create_task(self._ask_relay(to_ask.pop(0), round_)))
                wait = STAGGER if to_ask else None
                done, requests = await asyncio.wait(requests, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
                if correct := [answer for task in done if (answer := task.result())]:
                    return correct[0]
            return None
        finally:
            for task in requests:
                task.cancel()
            await asyncio.gather(*requests, return_exceptions=True)

    def _relays_to_ask(self) -> list[str]:
        """Return the relays to ask, first the one that was right last. Include liars only if all relays lied."""
        now = asyncio.get_running_loop().time()
        # a relay that hasn't lied has no time in `_not_before`
        trusted_relays = [relay for relay in self._order if self._not_before.get(relay, now) <= now]
        return trusted_relays or list(self._order)

    async def _ask_relay(self, relay: str, round_: int) -> bytes | None:
        """Return the signature that a relay gives if it is correct, else None."""
        try:
            signature = await ask(self._shared_session(), relay, self.network.chain, round_)
            if not await self._verify_signature(round_, signature):
                raise Lie("a false signature")
        except NotYet:
            await asyncio.sleep(STAGGER)  # the next relay is unlikely to have the round yet, so don't ask it at once
        except Lie as lie:
            self._not_before[relay] = asyncio.get_running_loop().time() + ASIDE_TIME
            self._put_last(relay, "a relay of the beacon lies", str(lie))
        except NoAnswer as error:
            self._put_last(relay, "a relay of the beacon does not answer", str(error))
        except Exception:
            log.exception("a relay of the beacon cannot be asked", relay=relay)
        else:
            self._put_first(relay)
            return signature
        return None

    async def _verify_signature(self, round_: int, signature: bytes) -> bool:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self.network.agrees, round_, signature)

    def _shared_session(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = new_session()
        return self._session

    def _put_first(self, relay: str) -> None:
        self._order.remove(relay)
        self._order.insert(0, relay)
        self._not_before.pop(relay, None)
        self._logged_events.pop(relay, None)

    def _put_last(self, relay: str, event: str, reason: str) -> None:
        """Ask this relay after all others from now on, and log the reason.

        The same event is logged only once, until the relay answers correctly again.
        """
        self._order.remove(relay)
        self._order.append(relay)
        if self._logged_events.get(relay) != event:
            log.warning(event, relay=relay, reason=reason)
        self._logged_events[relay] = event
