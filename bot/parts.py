"""Builds the parts of a bot.

Discord is passed in as a postman, so that tests and measurements need no connection.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.beacon.dealer import Dealer
from bot.beacon.relays import Relays
from bot.channel.channel import Channel
from bot.channel.digest import DigestSender
from bot.channel.notices import NoticeSender
from bot.channel.port import Postman
from bot.channel.posting import Posting
from bot.channel.quizzes import QuizCloser
from bot.channel.reconcile import Reconciler
from bot.channel.resting_postman import RestingPostman
from bot.channel.visible_votes import TableClocks
from bot.cluster.node import ClusterNode
from bot.cluster.shard_leases import ShardLeases
from bot.computer.analysis import Analyst
from bot.computer.mover import Mover
from bot.computer.pool import Pool
from bot.config import DEFAULT, Config
from bot.desk.ask import Tools
from bot.desk.desk import Desk
from bot.desk.hand_renewal import HandRenewal
from bot.desk.help import HELP
from bot.desk.result_cache import LruCache
from bot.desk.routes import COMMANDS
from bot.hands.build import Hands
from bot.hands.open_hands import OpenHands
from bot.hosting.meter import Meter
from bot.hosting.space import Space
from bot.locales.languages import Languages
from bot.outside import UNKNOWN, Outside
from bot.pictures.drawings import Kit
from bot.pictures.painter import Painter
from bot.pictures.studio import Studio
from bot.runtime.clock import Clock
from bot.runtime.loops import Loop
from bot.runtime.work import Work
from bot.service import Service
from bot.store import Store
from bot.talk.words import Texts
from bot.upkeep import Upkeep
from engine.game import Game
from renderers.look import Look


@dataclass(frozen=True)
class Parts:
    """The parts of a bot, except its connection to Discord."""

    service: Service
    painter: Painter
    channel: Channel
    reconciler: Reconciler
    desk: Desk
    open_hands: OpenHands
    work: Work
    """The queue for replaying games, and for drawing if there is no studio."""
    studio: Studio | None
    """The process that draws; None if a thread draws."""
    pool: Pool
    mover: Mover
    dealer: Dealer | None
    """The dealer of deals that wait for the beacon; None if deals of new tables don't wait."""
    upkeep: Upkeep
    space: Space
    cluster: ClusterNode | None
    """The node of a cluster; None if this process alone serves all servers."""

    @classmethod
    def of(
        cls,
        store: Store,
        clock: Clock,
        games: Mapping[str, Game[Any, Any]],
        looks: Mapping[str, Look[Any]],
        texts: Texts,
        postman: Postman,
        config: Config = DEFAULT,
        *,
        outside: Outside = UNKNOWN,
        relays: Relays | None = None,
        meter: Meter | None = None,
        studio: Studio | None = None,
    ) -> Parts:
        """Return all parts, connected to each other.

        With `relays`, deals of new tables wait for the public beacon. The `studio` draws, or a thread if there is none.
        Relays and studio are closed together with the parts.
        """
        leases = None if config.shards is None else ShardLeases(store, config.shards)
        service = _build_service(
            store, games, clock, config, outside, leases, texts.languages, beacon=relays is not None
        )
        work = Work("painter", threads=1, limits=config.limits)
        space = Space(store.file, clock)
        painter = Painter(service, Kit(games, looks, texts), work, meter, studio)
        resting_postman = RestingPostman(postman)
        posting = Posting(resting_postman, clock)
        channel = Channel(service, games, painter, texts, resting_postman, posting, outside.server_locale)
        reconciler = Reconciler(service, channel, resting_postman)
        pool = Pool(config.source, limits=config.limits)
        tools = _build_tools(
            config, outside, service, games, texts, painter, reconciler, pool, work, resting_postman, space
        )
        open_hands = OpenHands(HandRenewal(tools))
        mover = Mover(service, pool, config.pace)
        reconciler.watch(open_hands.touch)
        dealer = None if relays is None else Dealer(service, relays, clock, channel.announcements.check)
        clocks = TableClocks(service, resting_postman)
        digest = DigestSender(service, games, texts, postman, clock)
        quizzes = QuizCloser(service, games, texts, resting_postman, clock)
        notices = NoticeSender(service, games, texts, postman, clock)
        upkeep = Upkeep(service, reconciler, mover, dealer, clocks, digest, quizzes, notices, clock)
        cluster = None
        if leases is not None:
            cluster = ClusterNode(store, leases, service, reconciler, posting, mover, dealer, open_hands, upkeep)
        return cls(
            service, painter, channel, reconciler, Desk(tools), open_hands, work, studio, pool, mover, dealer, upkeep,
            space, cluster,
        )  # fmt: skip

    @property
    def loops(self) -> tuple[Loop, ...]:
        """All loops, in the order in which they are started."""
        return self.upkeep.loops if self.cluster is None else (self.cluster.loop, *self.upkeep.loops)

    def start(self) -> None:
        """Start all loops."""
        for loop in self.loops:
            loop.start()

    async def close(self) -> None:
        """Stop the loops, the computer players, the messages and the drawing.

        The store stays open. The code that opened it closes it.
        """
        for loop in self.loops:
            await loop.stop()
        if self.dealer is not None:
            await self.dealer.close()
        await self.mover.close()
        await self.open_hands.close()
        await self.desk.tools.analyst.close()
        await self.pool.close()
        await self.reconciler.close()
        if self.cluster is not None:
            await self.cluster.close()
        await self.work.close()
        if self.studio is not None:
            await self.studio.close()


def _build_service(
    store: Store,
    games: Mapping[str, Game[Any, Any]],
    clock: Clock,
    config: Config,
    outside: Outside,
    leases: ShardLeases | None,
    languages: Languages,
    *,
    beacon: bool,
) -> Service:
    """Return the services. With `beacon`, deals of new tables wait for the public beacon."""
    return Service.of(
        store,
        games,
        clock,
        config.default_timing,
        config.limits,
        beacon=beacon,
        key=config.key,
        reaches=outside.reaches,
        is_on=outside.is_on,
        renew_leases=None if leases is None else leases.renew_leases,
        languages=languages,
    )


def _build_tools(
    config: Config,
    outside: Outside,
    service: Service,
    games: Mapping[str, Game[Any, Any]],
    texts: Texts,
    painter: Painter,
    reconciler: Reconciler,
    pool: Pool,
    work: Work,
    postman: Postman,
    space: Space,
) -> Tools:
    """Return what the desk needs to answer people."""
    limits = config.limits
    return Tools(
        service,
        games,
        texts,
        painter,
        Hands(service, games, painter, texts),
        reconciler,
        pool,
        Analyst(service, pool, work),
        work,
        threads=config.threads,
        venue=outside.venue,
        operator=outside.operator,
        commands={command.name: command.help for command in COMMANDS if command is not HELP},  # without itself
        records=LruCache(limits.records_kept),
        checks=LruCache(limits.records_kept),
        postman=postman,
        is_disk_short=lambda: space.is_short,
        replays=LruCache(limits.replays_kept),
        commands_everywhere=frozenset(command.name for command in COMMANDS if command.works_everywhere),
    )
