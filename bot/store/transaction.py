"""One transaction: the statements by what they are about, one set for both engines."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.digests import DigestStatements
from bot.store.lists import ListStatements
from bot.store.log import LogStatements
from bot.store.people import PeopleStatements
from bot.store.posts import PostStatements
from bot.store.servers import MetaStatements, ServerStatements
from bot.store.tables import TableStatements


class Transaction:
    """Reads and writes that happen together or not at all; from `Store.run`."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self.tables = TableStatements(connection)
        self.lists = ListStatements(connection)
        self.log = LogStatements(connection)
        self.posts = PostStatements(connection)
        self.people = PeopleStatements(connection)
        self.digests = DigestStatements(connection)
        self.servers = ServerStatements(connection)
        self.meta = MetaStatements(connection)
