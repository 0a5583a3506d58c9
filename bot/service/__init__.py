"""What can be done with tables and the data beside them. Nearly every method is one transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from bot.locales.languages import OFFERED, Languages
from bot.runtime.clock import Clock
from bot.service.absence import Absence
from bot.service.away import TimesAway
from bot.service.blocks import Blocks
from bot.service.challenges import Challenges
from bot.service.clockwork import Clockwork
from bot.service.digests import Digests
from bot.service.game_lengths import GameLengths
from bot.service.listing import Listing
from bot.service.moderation import Moderation
from bot.service.notices import Notices
from bot.service.orders import Orders
from bot.service.outbox import Outbox
from bot.service.people import People
from bot.service.practice import Practice
from bot.service.preferences import Preferences
from bot.service.quizzes import Quizzes
from bot.service.readers import Readers
from bot.service.repository import Repository
from bot.service.restored_copy import Restoration
from bot.service.servers import Servers
from bot.service.shared_posts import SharedPosts
from bot.service.standings import Standings
from bot.service.statistics import Statistics
from bot.service.tables import Tables
from bot.service.tours import Tours
from bot.store import Store
from bot.table.clock.timing import Timing
from bot.table.limits import LIMITS, Limits
from engine.game import Game

__all__ = ["Service"]


@dataclass(frozen=True)
class Service:
    """Everything that works with the database, for the rest of the bot."""

    store: Store
    """The database that all the services use."""
    tables: Tables
    listing: Listing
    repository: Repository
    absence: Absence
    clockwork: Clockwork
    restored: Restoration
    practice: Practice
    outbox: Outbox
    game_lengths: GameLengths
    people: People
    blocks: Blocks
    orders: Orders
    moderation: Moderation
    notices: Notices
    preferences: Preferences
    readers: Readers
    away: TimesAway
    servers: Servers
    digests: Digests
    tours: Tours
    shares: SharedPosts
    quizzes: Quizzes
    challenges: Challenges
    statistics: Statistics
    standings: Standings

    @classmethod
    def of(
        cls,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        clock: Clock,
        default_timing: Timing | None = None,
        limits: Limits = LIMITS,
        *,
        beacon: bool = False,
        key: bytes = b"",
        reaches: Callable[[int | None], bool] = lambda _: True,
        is_on: Callable[[int], bool | None] = lambda _: None,
        renew_leases: Callable[[], Awaitable[Collection[int]]] | None = None,
        languages: Languages = OFFERED,
    ) -> Service:
        """Build the services of one database.

        `default_timing` is the clock of new tables; None means no clock. With `beacon`, the deals of new tables
        wait for the public beacon. The `key` signs checkpoints. It is needed if others can write to the database.

        `reaches` returns whether people of a server (None: in private messages) can reach the bot now. `is_on` returns
        whether the bot is on a server, None if that is unknown. With several processes, `renew_leases` renews the
        leases of this one and returns the shards that it has not lost. People can choose from the `languages`.
        """
        absence = Absence(store, clock, reaches, renew_leases)
        repository = Repository(store, games, clock, absence, beacon=beacon, key=key)
        digests = Digests(repository, store, clock)
        forgetting = asyncio.Lock()
        away = TimesAway(repository, store, clock)
        game_lengths = GameLengths(repository, store, clock)
        people = People(repository, store, clock, forgetting)
        notices = Notices(store, clock)
        return cls(
            store=store,
            tables=Tables(repository, store, clock, default_timing, limits, away),
            listing=Listing(repository, store),
            repository=repository,
            absence=absence,
            clockwork=Clockwork(repository, absence, store, clock),
            restored=Restoration(repository, store),
            practice=Practice(repository, store, clock, limits),
            outbox=Outbox(repository, store, clock, game_lengths, languages),
            game_lengths=game_lengths,
            people=people,
            blocks=Blocks(store, clock),
            orders=Orders(store, people),
            moderation=Moderation(repository, store, clock, limits, notices),
            notices=notices,
            preferences=Preferences(repository, digests, store, clock),
            readers=Readers(store, languages),
            away=away,
            servers=Servers(store, limits, clock, is_on),
            digests=digests,
            tours=Tours(store),
            shares=SharedPosts(store, clock, limits),
            quizzes=Quizzes(store, clock),
            challenges=Challenges(store, clock),
            statistics=Statistics(store, games, forgetting),
            standings=Standings(store, games, clock),
        )
