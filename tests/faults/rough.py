"""The real bot among people who play all games, while something else goes wrong around each move."""

from __future__ import annotations

import asyncio
import copy
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from tempfile import mkdtemp

from bot.talk.letter import Purpose
from tests.bot.postgres import Server, fresh_database, running_server
from tests.faults.crashes import still
from tests.faults.frame import Tally
from tests.faults.party import DEEP, MOST, PATIENCE, Over, Party, is_move, leads, parties, party, side_by_side
from tests.wire import test_stop
from tests.wire.faults import lose_answer, refuse
from tests.wire.faults import rate_limit as limited_for
from tests.wire.limits import Limits
from tests.wire.loopback import WINDOW, Asked, TooLate
from tests.wire.payloads import CHANNEL, Payload
from tests.wire.people import Member
from tests.wire.wired import Table

Meddling = Callable[[Party, Table], Awaitable[None]]
STILL = 4.0
"""Seconds in which nothing can be written; Discord waits for three."""
MINUTES = 125.0
"""Seconds in which a server of the database does nothing; whoever waits for a connection gives up sooner."""
LONG_REST = 33.0
"""Seconds; the library waits for thirty at most."""
MOST_REFUSED = 5
"""The most requests of one turn that may meet a limit that no header could tell them of."""
CLOSING = (1000, 1001, 4000, 4007, 4009)


def _run_parties(meddling: Meddling, times: int, seed: int, at_once: int = 0) -> Tally:
    async def run_party(times: int, seed: int, _: int) -> Tally:
        async with party(Path(mkdtemp()), seed) as here:
            async with here.bot():
                await here.sit()
                while here.tally.runs < times:
                    await here.discord.until(lambda: any(table.turn for table in here.tables))  # one may be on its way
                    table = here.rng.choice([table for table in here.tables if table.turn is not None])
                    await meddling(here, table)
                    here.tally.runs += 1
                await here.settle()
                await here.count_stale()
            return await here.check()

    return asyncio.run(side_by_side(at_once or parties(times), times, seed, run_party))


async def _gateway(here: Party, table: Table) -> None:
    """End the connection in the middle of a turn, resume or start it again; events come late, or twice."""
    playing = asyncio.create_task(here.turn(table))
    await here.discord.wait_for_request()
    here.discord.ready.clear()
    match here.rng.randrange(4):
        case 0:
            await here.discord.reconnect(7)
        case 1:
            await here.discord.reconnect(9, True)
        case 2:
            await here.discord.reconnect(9, False)
        case _:
            await here.discord.disconnect(here.rng.choice(CLOSING))
    async with asyncio.timeout(2 * PATIENCE):
        await here.discord.ready.wait()
    for asked in [asked for asked in here.asked if not asked.said]:  # a real one keeps what the bot did not get
        await here.discord.redeliver(asked)
    with suppress(Over):
        await playing
    for asked in here.rng.sample(list(here.moves.values()), min(2, len(here.moves))):
        await here.discord.redeliver(asked)


def gateway(times: int, seed: int) -> Tally:
    """Connections that end."""
    return _run_parties(_gateway, times, seed)


async def _delete_messages(here: Party, table: Table) -> None:
    """Delete a message of ours; the next move calls all the same, and nobody is called twice for a turn."""
    mover = table.mover
    there = list(here.discord.channels[table.place]) if table.place != CHANNEL else []
    if there and here.rng.random() < 0.7:
        await here.discord.moderate(table.place, here.rng.choice((there[-1], here.rng.choice(there))))
    if table.turn is None:
        await (await mover.type("board", channel=table.place)).answer()
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            await here.discord.until(lambda: table.turn is not None)
    if table.turn is None:
        here.tally.lost += 1
        here.tally.other.append(f"table {table.number}: no message calls after one was deleted")
        return
    await here.turn(table)


def delete_messages(times: int, seed: int) -> Tally:
    """Messages that others delete."""
    return _run_parties(_delete_messages, times, seed)


async def _tokens(here: Party, table: Table) -> None:
    """Fifteen minutes pass between a hand and its buttons; what would renew it meets an expired token."""
    here.discord.expire()
    if here.rng.random() < 0.3:
        here.discord.fail("POST", r"/webhooks/.*", here.rng.choice((refuse(404, 10008), lose_answer)))
    await here.turn(table)


def tokens(times: int, seed: int) -> Tally:
    """Tokens that expire."""
    return _run_parties(_tokens, times, seed)


async def _slow(here: Party, table: Table) -> None:
    """Ask while another program holds the database for longer than Discord waits.

    Presses and commands are acknowledged. What is late twice in a row is the bot's fault; once it can be the machine's,
    which has other work.
    """
    here.discord.window = WINDOW
    late = await _while_still(here, table) and await _while_still(here, table)
    here.discord.window = PATIENCE
    here.tally.lost += len(late)
    here.tally.other += [f"late: {each.payload['data']}" for each in late]
    await here.turn(table)


async def _while_still(here: Party, table: Table) -> list[Asked]:
    """Return what was acknowledged too late of all that was asked while nothing could be written."""
    assert here.here is not None
    wired, mover, turn = here.here, table.mover, table.turn
    assert turn is not None

    async def ask() -> list[Asked]:
        typed = [await member.type(name) for member in wired.members for name in ("games", "help")]
        return [await mover.do(turn, Purpose.HAND), *typed]

    asked = await wired.slowly(ask)
    await asyncio.sleep(STILL)
    wired.free()
    for each in asked:
        with suppress(TooLate):
            await here.answer_to(each)
    return [each for each in asked if each.late]


def slow(times: int, seed: int) -> Tally:
    """Let a database stand still."""
    return _run_parties(_slow, times, seed, at_once=1)  # it is about the time that each takes


def hung(times: int, seed: int) -> Tally:
    """Let a server of the database stand still for minutes."""
    with running_server() as server:
        return asyncio.run(_hung(server, times, seed))


async def _hung(server: Server, times: int, seed: int) -> Tally:
    async with party(Path(mkdtemp()), seed, fresh_database(server)) as here:
        async with here.bot():
            await here.sit()
            for _ in range(times):
                await _while_hung(here, server)
                here.tally.runs += 1
            await here.count_stale()
        return await here.check()


async def _while_hung(here: Party, server: Server) -> None:
    """Ask for everybody, and move once: all of it is acknowledged meanwhile, and answered in the end."""
    assert here.here is not None
    table = here.rng.choice([table for table in here.tables if table.turn is not None])
    mover, hand = await _hand(here, table)
    with still(server):
        pressed = await here.press(mover, hand)
        typed = [await member.type(name) for member in here.here.members for name in ("games", "board", "hand")]
        await asyncio.sleep(MINUTES)
        silent = [each for each in (pressed, *typed) if each.acknowledged is None]
    here.tally.lost += len(silent)
    here.tally.other += [f"not acknowledged: {each.payload['data']}" for each in silent]
    for each in (pressed, *typed):
        await here.answer_to(each)


async def _hand(here: Party, table: Table) -> tuple[Member, Payload]:
    """Return whose turn it is, and their hand; the turn after the last move may not be shown yet."""
    for _ in range(DEEP):
        assert table.turn is not None
        mover, turn = table.mover, copy.deepcopy(table.turn)
        hand = await here.answer_to(await mover.do(turn, Purpose.HAND))
        if leads(hand):
            return mover, hand
        await here.wait_for_call(table, turn)
    raise AssertionError(f"nobody can move at table {table.number}")


async def _limit_requests(here: Party, table: Table) -> None:
    """Routes may be asked a few times a second, and are sometimes said to rest; whatever is asked comes in the end."""
    limits = here.discord.limits = here.discord.limits or Limits(seconds=1.0)
    if here.rng.random() < 0.4:
        path = here.rng.choice((r"/channels/\d+/messages", r"/channels/\d+/messages/\d+"))
        wait = here.rng.choice((0.2, 1.0, 2.5))
        here.discord.fail("*", path, limited_for(wait, everywhere=here.rng.random() < 0.3))
    before = limits.limited
    await here.turn(table)
    if (refused := limits.limited - before) > MOST_REFUSED:
        here.tally.other.append(f"{refused} requests were too many, though the headers told it")


def limit_requests(times: int, seed: int) -> Tally:
    """Rate limits."""
    return _run_parties(_limit_requests, times, seed)


async def _ask_to_wait(here: Party, table: Table) -> None:
    """Discord asks to wait for longer than the library does, on one route or on all: presses are answered meanwhile."""
    assert here.here is not None
    before = copy.deepcopy(table.turn)
    path, everywhere = r"/channels/\d+/messages", bool(here.tally.runs % 2)
    here.discord.faults.clear()  # a turn that sent no message did not meet its own
    here.discord.fail("POST", path, limited_for(LONG_REST, everywhere=everywhere))
    asked = len(here.discord.requests_to("POST", path))
    if not await here.move(table):
        return
    for member in here.here.members:
        await here.answer_to(await member.type("games", channel=table.place))
    with suppress(TimeoutError):
        async with asyncio.timeout(LONG_REST + PATIENCE):
            while table.turn in (None, before):
                await here.discord.wait_for_request()
    if table.turn in (None, before):
        here.tally.lost += 1
        here.tally.other.append(f"no call after {LONG_REST:.0f} s in which Discord wanted to rest ({everywhere=})")
    if (tries := len(here.discord.requests_to("POST", path)) - asked) > MOST_REFUSED:
        here.tally.other.append(f"{tries} messages were sent where Discord wanted to rest")


def ask_to_wait(times: int, seed: int) -> Tally:
    """Rate limits that are longer than the library waits."""
    return _run_parties(_ask_to_wait, times, seed, at_once=min(times, MOST))


def stop_in_burst(times: int, seed: int) -> Tally:
    """SIGTERM in a burst of presses: each is answered, what was done is there, and the process ends well."""
    rng, tally, moves = Random(seed), Tally(), 0
    for _ in range(times):
        folder = Path(mkdtemp())
        asked, code, text = asyncio.run(test_stop.stop_in_burst(folder, rng))
        done = {each.id for each in asked if is_move(each) and str(each.first.get("content")).startswith("✓")}
        moves += len(done)
        tally.lost += len(test_stop.without_answer(asked)) + len(done - _stored_presses(folder))
        tally.other += [f"it ended with {code}"] if code else []
        tally.other += [line for line in text.splitlines() if "Traceback" in line or "[error" in line]
        tally.runs += 1
    tally.note = f"{moves:,} moves were answered"
    return tally


def _stored_presses(folder: Path) -> set[int]:
    """Return the presses that made a step."""
    with closing(sqlite3.connect(folder / "boneyard.db")) as database:
        return {press for (press,) in database.execute("SELECT interaction FROM steps")}
