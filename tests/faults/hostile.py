"""What nobody of good will would send, over the wire: each is answered to its sender alone, and changes nothing."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from random import Random
from tempfile import mkdtemp
from typing import Any, cast

from bot.store import Store
from bot.talk.letter import ControlId, Purpose
from engine.games import GAMES
from tests.bot.inside import connection_of
from tests.discord.lints.components import BUTTON
from tests.discord.requests import walk
from tests.faults.frame import Tally
from tests.faults.party import PATIENCE, Party, party
from tests.wire.loopback import Asked
from tests.wire.payloads import CHANNEL, Payload
from tests.wire.people import Member, components, controls, private

BATCH = 10
"""At once: of more the bot says that it has enough to do."""
JUNK = (
    "",
    " ",
    "0",
    "-1",
    "9" * 40,
    "\u202e",
    "\u0000",
    "\ud83d\ude00",
    "'; DROP TABLE steps; --",
    "{0}",
    "%s",
    "@everyone",
    "`",
    "a" * 90,
)
NAMES = (
    "@everyone", "@here", "<@&800>", "<@1001>", "[x](https://evil.example)", "# big", "> quote", "```", "||x||",
    "https://evil.example", "discord.gg/evil", "<t:1:R>", "</new:1>", "<#900>", "\u202eevil", "\u200b", "a\u0301" * 30,
    "\u0000", "1. x", "- x", "*_~`", "\ufdfd" * 30, "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 8, "\u3164", "{who}",
)  # fmt: skip


def fuzz(times: int, seed: int) -> Tally:
    """Ids of controls, commands, options and forms."""
    return asyncio.run(_fuzz(times, seed))


async def _fuzz(times: int, seed: int) -> Tally:
    async with party(Path(mkdtemp()), seed) as here:
        async with here.bot() as wired:
            await here.sit()
            seen = await _messages_with_controls(here)
            strangers = [Member(here.discord, 6660 + n, "Mallory") for n in range(BATCH)]  # one who floods waits
            before = await _logs(here)
            while here.tally.runs < times:
                asked = [await _fuzz_once(stranger, seen, here.rng) for stranger in strangers]
                for each, what in asked:
                    await _check_answer(each, what, here.tally)
                here.tally.runs += BATCH
            assert await (await strangers[0].type("help")).answer()
            after = await _logs(here)
            here.tally.other += [f"a stranger changed a game: {step}" for step in set(after) - set(before)]
            here.tally.other += [line for line in wired.bot.lines if "not answered" in line][:5]
            here.tally.lost += sum("not answered" in line for line in wired.bot.lines)
        return await here.check()


async def _messages_with_controls(here: Party) -> list[Payload]:
    """Messages with controls: cards, calls and hands."""
    seen = [message for place in here.discord.channels.values() for message in place.values()]
    for table in here.tables:
        assert table.turn is not None
        seen.append(await (await table.mover.do(table.turn, Purpose.HAND)).answer())
    return [message for message in seen if any(part["type"] == BUTTON for part in components(message))]


async def _fuzz_once(member: Member, seen: list[Payload], rng: Random) -> tuple[Asked, str]:
    message = copy.deepcopy(rng.choice(seen))
    ids = [*map(str, controls(message))] or ["b1:hand:1:1:"]
    match rng.randrange(5):
        case 0:
            id = _bent(rng.choice(ids), rng)
            return await member.press(_with(message, id, rng), id), id
        case 1:
            id = _made_up(rng)
            return await member.press(_with(message, id, rng), id), id
        case 2:
            id = f"b1:choose:{rng.randrange(9)}:0:"
            value = _made_up(rng)
            menu = {"type": 3, "id": 99, "custom_id": id, "options": [{"label": "?", "value": value}]}
            message["components"] = [{"type": 1, "id": 98, "components": [menu]}]
            return await member.press(message, id, values=[value]), f"select {id} {value}"
        case 3:
            id = str(
                ControlId(
                    rng.choice((Purpose.SET, Purpose.SETTINGS)),
                    rng.randrange(9),
                    0,
                    rng.choice(JUNK)[:40],
                )
            )
            return await member.fill_in(id, fields(rng), message), f"form {id}"
        case _:
            return await _command(member, rng)


def _with(message: Payload, id: str, rng: Random) -> Payload:
    """Return the message with this id at one of its buttons: Discord sends no press of what is not there."""
    buttons = [part for part in walk(message["components"]) if part["type"] == BUTTON and part.get("custom_id")]
    cast("Payload", rng.choice(buttons))["custom_id"] = id
    return message


def _bent(id: str, rng: Random) -> str:
    """Return an id with another character or number; it still looks like one of ours."""
    parts = id.split(":", 4)
    if rng.random() < 0.5:
        parts[3] = "0"
        parts[2] = str(rng.choice((0, 1, 7, 10**17, rng.randrange(99))))
    else:
        parts[3] = str(rng.randrange(int(parts[3]) + 1))  # a later step tells that moves were lost
    if rng.random() < 0.5:
        parts[4] = rng.choice((*JUNK, parts[4][::-1]))
    return ":".join(parts)[:100]


def _made_up(rng: Random) -> str:
    purpose = rng.choice([each for each in Purpose if each not in (Purpose.SETUP, Purpose.PRIVACY, Purpose.CHOOSE)])
    return f"b1:{purpose}:{rng.choice((0, rng.randrange(9), 10**17))}:{rng.randrange(3)}:{rng.choice(JUNK)}"[:100]


def fields(rng: Random) -> Any:
    """Return what a form could come back with."""
    return rng.choice(
        [
            [],
            None,
            [
                {
                    "type": 18,
                    "component": {"type": 4, "custom_id": rng.choice(("value", "x")), "value": rng.choice(JUNK)},
                }
            ],
            [{"type": 1, "components": [{"type": 4, "custom_id": "value", "value": "x" * 4000}]}],
        ]
    )


async def _command(member: Member, rng: Random) -> tuple[Asked, str]:
    name, options = rng.choice(
        (
            ("new", {"game": rng.choice(("chess", *JUNK[2:]))}),
            ("play", {"tile": rng.choice(JUNK[2:])}),
            ("option", {"name": rng.choice(JUNK[2:]), "value": rng.choice(JUNK[2:])}),
            ("join", {"table": rng.choice(JUNK[2:])}),
            ("rules", {"game": rng.choice((*GAMES, *JUNK[2:]))}),
            ("board", {}),
            ("hand", {}),
            ("games", {}),
            ("nonsense", {}),
        )
    )
    return await member.type(name, channel=CHANNEL, **options), f"/{name} {options}"


async def _check_answer(asked: Asked, what: str, tally: Tally) -> None:
    try:
        async with asyncio.timeout(PATIENCE):
            said = await asked.answer()
    except TimeoutError:
        tally.lost += 1
        tally.other.append(f"no answer to {what!r}")
        return
    if "flags" in said and not private(said):
        tally.leaked += 1
        tally.other.append(f"the answer to {what!r} is public")
    if "Something went wrong" in asked.text:
        tally.other.append(f"{what!r} is a fault: {asked.text}")


async def _logs(here: Party) -> list[tuple[object, ...]]:
    """Return all steps of the games that are played."""
    store = await Store.open(here.address, alone=False)
    text = f"SELECT table_id, seq, kind, seat, notation, user_id FROM steps WHERE table_id <= {len(here.tables)}"
    rows = await store.run(lambda tx: connection_of(tx).exec_driver_sql(text))
    found = [tuple(row) for row in rows]
    await store.close()
    return found


def names(times: int, seed: int) -> Tally:
    """People with hostile names play: nobody is called but by their id, and no name makes a link or a heading."""
    return asyncio.run(_names(times, seed))


async def _names(times: int, seed: int) -> Tally:
    async with party(Path(mkdtemp()), seed) as here:
        async with here.bot() as wired:
            for n in range(times):
                pair = [Member(here.discord, 5000 + 2 * n + k, NAMES[(2 * n + k) % len(NAMES)]) for k in range(2)]
                wired.members[:] = pair + wired.members[2:]
                here.tables = [await wired.table(here.rng.choice([k for k in GAMES if min(GAMES[k].seats) == 2]))]
                for _ in range(2):
                    if here.tables[0].turn is not None:
                        await here.turn(here.tables[0])
                here.tally.runs += 1
        for request in here.discord.requests:
            if "messages" in request.path or "callback" in request.path:
                _harmless(request.body, here.tally)
    return here.tally


def _harmless(body: Payload, tally: Tally) -> None:
    data = body.get("data") or body
    allowed = data.get("allowed_mentions") or {}
    if allowed.get("parse") or allowed.get("roles"):
        tally.leaked += 1
        tally.other.append(f"it may call anybody: {allowed}")
    content = str(data.get("content") or "")
    for bad in ("evil.example", "discord.gg", "<@&", "<t:1", "</new:1", "\u202e", "\u0000"):
        if bad in content:
            tally.leaked += 1
            tally.other.append(f"{bad!r} in {content[:120]!r}")
