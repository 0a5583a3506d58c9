"""The operator's commands about one user or server.

Orders to `forget`, `block` and `unblock` are stored in the database, where the running bot finds them.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

from bot.hosting.commands import as_operator
from bot.runtime.clock import SystemClock
from bot.service import Service
from bot.service.exports import export_as_json
from bot.service.orders import OrderKind
from bot.settings import Settings
from bot.store import DatabaseRefused, Store
from bot.store.errors import Trouble
from bot.store.migrate import refuse_migration
from bot.table.log.rows import OrderRow
from bot.table.refusals import Busy, Damaged, NoAnswer, Refusal, StorageFull
from engine.games import GAMES

POLL_INTERVAL, POLLS = 0.2, 150
"""The seconds between two checks whether an order was carried out, and the number of checks."""
DONE_SENTENCES = {
    OrderKind.FORGET: "All that was kept about {id} is deleted. Older copies still have it, and the log has the id.",
    OrderKind.BLOCK: "{id} is blocked, and gets one sentence for each answer. A blocked user has left all tables.",
    OrderKind.UNBLOCK: "{id} is no longer blocked.",
}
TROUBLES: Mapping[type[Exception], Trouble] = {
    Busy: Trouble.IN_USE,
    Damaged: Trouble.DAMAGED,
    NoAnswer: Trouble.SILENT,
    StorageFull: Trouble.FULL,
}
NOT_DONE_YET = "Not done yet: the bot does it once it runs, is connected to Discord and can write to its database."


async def give_order(settings: Settings, what: OrderKind, id: int) -> int:
    """Order the bot to do something about a user or a server, and wait until it has."""
    order = OrderRow(what.value, id)
    try:
        async with _open_store(settings) as store:
            await store.run(lambda tx: tx.orders.give(order))
            for _ in range(POLLS):
                with suppress(Busy):  # the bot is rewriting its files
                    if order not in await store.run(lambda tx: tx.orders.orders()):
                        break
                await asyncio.sleep(POLL_INTERVAL)
            else:
                return _refuse(NOT_DONE_YET)
    except (DatabaseRefused, Refusal) as refused:
        return _refuse(_describe_failure(refused))
    print(DONE_SENTENCES[what].format(id=id))
    return 0


async def list_blocked(settings: Settings) -> int:
    """Print the ids of all blocked users and servers, one a line."""
    try:
        async with _open_store(settings) as store:
            blocked_ids = await store.run(lambda tx: tx.orders.blocked_ids())
    except (DatabaseRefused, Refusal) as refused:
        return _refuse(_describe_failure(refused))
    for id in blocked_ids:
        print(id)
    return 0


async def export_person(settings: Settings, user: int) -> int:
    """Print what is stored about a user, without anything that would show their tiles in running games."""
    try:
        async with _open_store(settings) as store:
            data = await Service.of(store, GAMES, SystemClock()).people.collect_data(user)
    except (DatabaseRefused, Refusal) as refused:
        return _refuse(_describe_failure(refused))
    sys.stdout.write(export_as_json(user, data, to_operator=True).decode())
    return 0


@asynccontextmanager
async def _open_store(settings: Settings) -> AsyncIterator[Store]:
    """Open the database, even if a bot is using it. Raises DatabaseRefused."""
    with as_operator(settings):
        store = await Store.open(settings.database_url, alone=False, before=refuse_migration)
        try:
            yield store
        finally:
            await store.close()


def _describe_failure(refused: DatabaseRefused | Refusal) -> str:
    """Return why something failed, in words for the operator. The text of a Refusal itself is for players."""
    return TROUBLES[type(refused)].value if type(refused) in TROUBLES else str(refused)


def _refuse(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1
