"""Two processes on one PostgreSQL: how soon one shows a step of the other.

Players move in their private messages, which are the business of the process with shard 0; their table stands on a
server of shard 1.
"""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic

from bot.talk.letter import ControlId, Purpose
from tests.bench.measure import LONG, Pace, show
from tests.bot.postgres import fresh_database, running_server
from tests.wire.bot import bot
from tests.wire.launch import LEASES
from tests.wire.loopback import Asked, loopback
from tests.wire.payloads import CHANNEL, Payload
from tests.wire.people import Member, controls
from tests.wire.wired import NAMES, Table, Wired

MOVES, FEW = 40, 3
SOON = 2.0
"""Seconds in which a step should be shown."""
HURRY = 10
"""Connections are made faster by this factor at the beginning."""
THERE = CHANNEL + 1


def run(pace: Pace) -> None:
    """Print the table; how busy this machine is counts too."""
    with running_server() as server:
        here, there = asyncio.run(_run(fresh_database(server), MOVES if pace is LONG else FEW))
    rows = [_row("in the channel: by the process that shows it", here), _row("in a private message: by another", there)]
    show(f"From the answer of a move to the next turn's message, ms; over {SOON:.0f} s", ["", *_HEAD], rows)


_HEAD = ("moves", "p50", "most", "late")


def _row(name: str, waits: list[float]) -> list[str]:
    late = sum(wait > SOON for wait in waits)
    return [name, str(len(waits)), f"{1000 * median(waits):.0f}", f"{1000 * max(waits):.0f}", str(late)]


async def _run(address: str, moves: int) -> tuple[list[float], list[float]]:
    with TemporaryDirectory() as folder:
        async with loopback(2) as discord, AsyncExitStack() as stack:
            for shard in range(2):
                settings = {"SHARDS": f"{shard}/2", LEASES: str(HURRY)}
                process = await stack.enter_async_context(bot(discord, Path(folder), address, settings=settings))
            await discord.ready.wait()
            people = [Member(discord, 1001 + n, name) for n, name in enumerate(NAMES)]
            return await _play(Wired(discord, process, Path(folder), people), moves)


async def _play(wired: Wired, moves: int) -> tuple[list[float], list[float]]:
    """Move in turn in the channel and in private messages."""
    for member in wired.members[:2]:
        await (await member.type("settings", channel=THERE, hand=True)).answer()
    in_channel, in_private, rng = list[float](), list[float](), Random(1)
    table = await wired.table(channel=THERE)
    while len(in_private) < moves:
        if table.turn is None:
            table = await wired.table(channel=THERE)
        private = len(in_channel) > len(in_private)
        wait = await _time_move(wired, table, rng, private=private)
        (in_private if private else in_channel).append(wait)
    return in_channel, in_private


async def _time_move(wired: Wired, table: Table, rng: Random, *, private: bool) -> float:
    """Seconds from the answer of a move to the message that calls the next player, or ends the game."""
    mover, before = table.mover, table.turn
    assert before is not None
    hand = await _in_private(wired, mover) if private else await (await mover.do(before, Purpose.HAND)).answer()
    asked = await _press_until_moved(mover, hand, rng)
    await asked.answer()
    await wired.discord.until(lambda: table.turn != before)
    return max(0.0, monotonic() - asked.at - asked.waited)


async def _press_until_moved(mover: Member, hand: Payload, rng: Random) -> Asked:
    """Press on until a move is made."""
    while True:
        leads = _moves(hand) or [control for control in controls(hand) if control.purpose is Purpose.MENU]
        chosen, asked = await mover.choose(hand, leads[0], rng)
        hand = await asked.answer()
        if chosen.purpose in (Purpose.ACT, Purpose.SURE) and not any(c.purpose is Purpose.SURE for c in _moves(hand)):
            return asked


def _moves(hand: Payload) -> list[ControlId]:
    return [control for control in controls(hand) if control.purpose in (Purpose.ACT, Purpose.SURE)]


async def _in_private(wired: Wired, mover: Member) -> Payload:
    """Return the newest hand in a player's private messages, as soon as it offers moves."""
    place = wired.discord.channels.setdefault(mover.id + 1, {})

    def newest() -> Payload | None:
        return next((message for message in reversed(place.values()) if _moves(message)), None)

    await wired.discord.until(lambda: newest() is not None)
    hand = newest()
    assert hand is not None
    return hand
