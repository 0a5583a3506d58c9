"""The parts of a bot, put together. Discord comes in as a postman, so tests and measurements need none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.beacon.dealer import Dealer
from bot.beacon.relays import Relays
from bot.channel.channel import Channel
from bot.channel.considerate import Considerate
from bot.channel.digest import Digest
from bot.channel.port import Postman
from bot.channel.posting import Posting
from bot.channel.questions import Questions
from bot.channel.reconcile import Reconciler
from bot.clock import Clock
from bot.computer.analysis import Analyst
from bot.computer.mover import Mover
from bot.computer.pool import Pool
from bot.desk import renewal
from bot.desk.ask import Tools
from bot.desk.desk import Desk
from bot.desk.help import HELP
from bot.desk.routes import COMMANDS
from bot.desk.shelf import Shelf
from bot.hands import Hands
from bot.hosting.meter import Meter
from bot.hosting.space import Space
from bot.living import Living
from bot.loops import Loop
from bot.pictures.drawings import Kit
from bot.pictures.painter import Painter
from bot.pictures.studio import Studio
from bot.service import Service
from bot.service.holding import Holding
from bot.sharing.ties import Sharing
from bot.store import Store, Wanted
from bot.table.clock.pace import DAY, MINUTE
from bot.table.clock.timing import Timing
from bot.table.limits import LIMITS, Limits
from bot.talk.operator import Operator
from bot.talk.venue import Venue
from bot.talk.words import Texts
from bot.ticker import Ticker
from bot.work import Work
from engine.game import Game
from renderers.look import Look

GIVEN_BACK = 5
"""How many tables get back each second what they missed: each is shown again with its new time."""
ORDERS = 5
"""Seconds between two looks for what the operator orders."""
LOBBY_SECONDS = DAY
"""How long a table waits for players without any change."""


@dataclass(frozen=True)
class Parts:
    """What a bot consists of beside its connection to Discord."""

    service: Service
    painter: Painter
    channel: Channel
    reconciler: Reconciler
    desk: Desk
    living: Living
    work: Work
    """What is retold for everybody, and drawn where there is no studio."""
    studio: Studio | None
    """Without one a thread draws."""
    pool: Pool
    mover: Mover
    dealer: Dealer | None
    """Without one no deal of a new table waits for the beacon."""
    ticker: Ticker
    digests: Ticker
    space: Space
    sharing: Sharing | None
    """Without it this process alone serves all servers."""
    beat: Loop
    loops: tuple[Loop, ...]
    """All that is done again and again; what comes first is started first."""

    @classmethod
    def of(
        cls,
        store: Store,
        clock: Clock,
        games: Mapping[str, Game[Any, Any]],
        looks: Mapping[str, Look[Any]],
        texts: Texts,
        postman: Postman,
        *,
        threads: bool = True,
        pace: float = 0.0,
        source: str = "engine.games",
        usual: Timing | None = None,
        limits: Limits = LIMITS,
        venue: Callable[[int], Venue | None] = lambda _: None,
        operator: Callable[[], Operator] = Operator,
        relays: Relays | None = None,
        meter: Meter | None = None,
        key: bytes = b"",
        wanted: Wanted | None = None,
        studio: Studio | None = None,
    ) -> Parts:
        """Return all parts, knowing each other; with `threads` games that start now get a thread of their own.

        Computer players wait for `pace` seconds before they move; `source` is the module where they find `games`.
        `usual` is the clock of new tables; without it they have none. `venue` tells what the bot may do in a channel,
        where that is known, `operator` how users reach who runs it. With `relays`, which are closed with the parts,
        deals of new tables wait for the public beacon. `meter` counts. The `key` is the services'. With
        `wanted` shards other processes serve other servers. A `studio`, which is closed with the parts, draws.
        """
        service = Service.of(store, games, clock, usual, limits, beacon=relays is not None, key=key)
        work = Work("painter", 1, limits)
        painter = Painter(service, games, Kit(looks, texts), work, meter, studio)
        space = Space(store.file, clock)
        hands = Hands(service, games, painter, texts)
        considerate = Considerate(postman)
        posting = Posting(considerate, clock)
        channel = Channel(service, games, painter, texts, considerate, posting)
        reconciler = Reconciler(service, channel, considerate)
        service.clockwork.stands = Questions(service, considerate).stands
        pool = Pool(source, limits=limits)
        digest = Digest(service, games, texts, postman, clock)
        desk = Desk(
            Tools(
                service,
                games,
                texts,
                painter,
                hands,
                reconciler,
                pool,
                Analyst(service, pool, work),
                work,
                threads,
                venue,
                operator,
                {command.name: command.help for command in COMMANDS if command is not HELP},
                Shelf(limits.records_kept),
                Shelf(limits.records_kept),
                considerate,
                cramped=lambda: space.short,
                replays=Shelf(limits.replays_kept),
            )
        )
        living = Living(partial(renewal.letter, desk.tools))
        reconciler.watch(living.touch)
        mover = Mover(service, pool, pace)
        dealer = None if relays is None else Dealer(service, relays, clock, channel.announcements.look)
        ticker, digests = Ticker("clocks", service.clockwork, clock), Ticker("digests", digest, clock)

        async def give_back() -> None:
            if await service.clockwork.give_back(GIVEN_BACK):
                giving_back.ring()

        def stood_still() -> None:
            for loop in (giving_back, ticker.loop, digests.loop):
                loop.ring()

        giving_back = Loop("time given back", give_back, every=MINUTE, rest=1)
        service.absence.alarm = stood_still

        async def show_some() -> None:
            if await reconciler.resume():
                boards.ring()

        boards = Loop("boards", show_some, every=MINUTE, rest=1)

        async def move_some() -> None:
            if await mover.resume():
                computers.ring()

        computers = Loop("computer players", move_some, every=MINUTE, rest=1)

        async def note_time() -> None:
            await store.keep_lock()
            await service.absence.beat()

        counting = Loop("statistics", service.statistics.look, every=10 * MINUTE, rest=1)
        service.repository.ended(counting.ring)

        async def clean() -> None:
            if store.share.holds(0):
                await service.people.clean()
            await service.servers.forget_left()

        beat = Loop("beat", note_time, every=MINUTE, rest=0)
        loops = (
            beat,
            giving_back,
            ticker.loop,
            digests.loop,
            boards,
            computers,
            *(() if dealer is None else (dealer.loop,)),
            Loop("old lobbies", partial(service.clockwork.close_idle, LOBBY_SECONDS), every=10 * MINUTE),
            counting,
            Loop("deletions", clean, every=10 * MINUTE),
            Loop("orders", service.orders.look, every=ORDERS),
        )
        sharing = None
        if wanted is not None:
            looking = (giving_back, ticker.loop, digests.loop, boards, computers, counting)
            dealing = () if dealer is None else (dealer.loop,)
            sharing = Sharing(
                store,
                Holding(store, wanted),
                service,
                reconciler,
                posting,
                mover,
                dealer,
                living,
                ticker,
                counting,
                (*looking, *dealing),
            )
            loops = (sharing.loop, *loops)
        service.repository.alarm(ticker.expect)
        service.digests.alarm(digests.expect)
        return cls(
            service,
            painter,
            channel,
            reconciler,
            desk,
            living,
            work,
            studio,
            pool,
            mover,
            dealer,
            ticker,
            digests,
            space,
            sharing,
            beat,
            loops,
        )

    def start(self) -> None:
        """Begin all that is done again and again."""
        for loop in self.loops:
            loop.start()

    async def close(self) -> None:
        """Stop the loops, thinking, showing and drawing; the store is its opener's to close."""
        for loop in self.loops:
            await loop.stop()
        if self.dealer is not None:
            await self.dealer.close()
        await self.mover.close()
        await self.living.close()
        await self.desk.tools.analyst.close()
        await self.pool.close()
        await self.reconciler.close()
        if self.sharing is not None:
            await self.sharing.close()
        await self.work.close()
        if self.studio is not None:
            await self.studio.close()
