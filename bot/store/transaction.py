"""One transaction, with the SQL of each subject. The same SQL is used for both databases."""

from __future__ import annotations

from functools import cached_property

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import sqlite
from bot.store.blocks import BlockStatements
from bot.store.challenges import ChallengeStatements
from bot.store.checkpoints import CheckpointStatements
from bot.store.digests import DigestStatements
from bot.store.leases import LeaseStatements
from bot.store.log import LogStatements
from bot.store.moderation import ModerationStatements
from bot.store.notifications import NewsStatements
from bot.store.orders import OrderStatements
from bot.store.people import PeopleStatements
from bot.store.posts import PostStatements
from bot.store.quizzes import QuizStatements
from bot.store.records import RecordStatements
from bot.store.results import ResultStatements
from bot.store.servers import MetaStatements, ServerStatements
from bot.store.shard_share import Share
from bot.store.table_lists import ListStatements
from bot.store.tables import TableStatements
from bot.store.tours import TourStatements


class Transaction:
    """Reads and writes that happen together or not at all. `Store.run` makes transactions."""

    def __init__(self, connection: AsyncConnection, share: Share, session: int) -> None:
        """Restrict lists of work to a `share` of all servers. Notify other processes as this `session`."""
        self._connection = connection
        self._session = session
        self._share = share

    def make_brief(self) -> None:
        """Make this transaction brief (see `bot/store/sqlite.py`): it writes only a few rows, found by their keys."""
        sqlite.make_brief(self._connection)

    @cached_property
    def tables(self) -> TableStatements:
        return TableStatements(self._connection)

    @cached_property
    def lists(self) -> ListStatements:
        return ListStatements(self._connection, self._share)

    @cached_property
    def log(self) -> LogStatements:
        return LogStatements(self._connection)

    @cached_property
    def checkpoints(self) -> CheckpointStatements:
        return CheckpointStatements(self._connection)

    @cached_property
    def posts(self) -> PostStatements:
        return PostStatements(self._connection)

    @cached_property
    def people(self) -> PeopleStatements:
        return PeopleStatements(self._connection)

    @cached_property
    def blocks(self) -> BlockStatements:
        return BlockStatements(self._connection)

    @cached_property
    def digests(self) -> DigestStatements:
        return DigestStatements(self._connection, self._share)

    @cached_property
    def challenges(self) -> ChallengeStatements:
        """The users for whom seats are kept at tables."""
        return ChallengeStatements(self._connection)

    @cached_property
    def quizzes(self) -> QuizStatements:
        return QuizStatements(self._connection, self._share)

    @cached_property
    def tours(self) -> TourStatements:
        return TourStatements(self._connection)

    @cached_property
    def results(self) -> ResultStatements:
        return ResultStatements(self._connection, self._share)

    @cached_property
    def records(self) -> RecordStatements:
        return RecordStatements(self._connection)

    @cached_property
    def servers(self) -> ServerStatements:
        return ServerStatements(self._connection)

    @cached_property
    def orders(self) -> OrderStatements:
        return OrderStatements(self._connection)

    @cached_property
    def moderation(self) -> ModerationStatements:
        return ModerationStatements(self._connection)

    @cached_property
    def meta(self) -> MetaStatements:
        return MetaStatements(self._connection)

    @cached_property
    def leases(self) -> LeaseStatements:
        return LeaseStatements(self._connection)

    @cached_property
    def news(self) -> NewsStatements:
        return NewsStatements(self._connection, self._session)
