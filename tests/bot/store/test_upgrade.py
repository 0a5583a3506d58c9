"""A database of an older program, after its upgrade: who did what is known as far as it is certain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, create_engine, text

from bot.store import Store
from bot.store.engine import file_of, read_url
from bot.store.migrate import upgrade
from bot.store.sqlite import prepare_sqlite
from bot.table.marks import left_by

ANA, BEN, ZOE, DM = (1_234_567_890_123_456_700 + n for n in range(4))
TABLE = {
    "guild": 7, "channel": 8, "threaded": False, "host": ANA, "game": "draw", "rules_version": 1, "options": "{}",
    "position_seq": 0, "shown_seq": 0, "round": 0, "head": "", "created_at": 1, "clock": "{}",
}  # fmt: skip
POST = {"table_id": 1, "kind": "hand", "channel": DM, "collapsed": False, "generation": 0, "digest": "", "at": 1}
PLAYED = "new - join 0 join 1 leave 1 join 1 word 1 start 0 act 1 act 0"
WAITING = "new - join 0 join 1 join 2 word 2 leave 0 word 1"


def add(connection: Connection, table: str, **values: Any) -> None:
    names, places = ", ".join(f'"{name}"' for name in values), ", ".join(f":{name}" for name in values)
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), values)


def written_by_0008(address: str) -> None:
    """A game that Zoe left and Ben goes on in, one that is over, and a lobby whose first person left."""
    url = read_url(address)
    upgrade(url, "0008")
    engine = create_engine(url.set(drivername="sqlite") if file_of(url) else url)
    if file_of(url):
        prepare_sqlite(engine)
    with engine.begin() as connection:
        for number, (status, told) in enumerate((("running", PLAYED), ("over", PLAYED), ("lobby", WAITING)), 1):
            lobby, words = status == "lobby", told.split()
            log = list(zip(words[::2], words[1::2], strict=True))
            state = {"status": status, "seq": len(log), "started_at": None if lobby else 5}
            add(connection, "tables", id=number, number=number, **state, **TABLE)
            for seat, user in enumerate((BEN, ANA) if lobby else (ANA, BEN)):
                add(connection, "seats", table_id=number, seat=seat, user_id=user, name="x", word="")
            for seq, (kind, who) in enumerate(log, 1):
                step = {"kind": kind, "seat": None if who == "-" else int(who), "notation": "", "hash": "", "at": seq}
                add(connection, "steps", table_id=number, seq=seq, interaction=DM + 10 * number + seq, **step)
        for table in (1, 2):
            add(connection, "departures", table_id=table, user_id=ZOE, seat=2)
        for seq, seat in ((3, 1), (8, 1), (9, 2)):
            add(connection, "posts", seq=seq, pinged=seat, **POST)
    engine.dispose()


async def test_what_an_older_program_wrote_is_told_and_forgotten_as_what_this_one_writes(bare_address: str) -> None:
    written_by_0008(bare_address)
    store = await Store.open(bare_address)

    async def work(tx: Any) -> Mapping[int, Any]:
        return {user: await tx.people.kept_about(user) for user in (ANA, BEN, ZOE)}

    kept = await store.run(work)
    steps = {user: [(s.table, s.seq) for seat in kept[user].seats for s in seat.steps] for user in kept}
    assert steps == {ANA: [(1, 7), (1, 9), (2, 7), (2, 9), (3, 7)], BEN: [(1, 8), (2, 8)], ZOE: []}
    assert [len(seat.messages) for seat in kept[BEN].seats] == [1, 0, 0]  # those of others went with their ids
    left = await store.run(lambda tx: tx.people.departures())
    assert [(row.table, row.seat) for row in left_by(ZOE, left)] == [(1, 2)]  # a game that is over needs none
    assert not left_by(BEN, left)
    assert all(step.interaction is None for seat in kept[ANA].seats for step in seat.steps)
    assert await store.run(lambda tx: tx.lists.all_open_of(ANA)) == [1, 3]
    await store.close()
