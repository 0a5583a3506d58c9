"""Two processes on one PostgreSQL say the same of every language: what one was told holds in the other at once."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from bot.locales.languages import ENGLISH
from bot.talk.letter import Purpose
from bot.talk.words import CATALOGUES
from tests.bot.postgres import Server, fresh_database
from tests.wire.bot import Bot, bot
from tests.wire.launch import LEASES
from tests.wire.loopback import Asked, loopback
from tests.wire.payloads import CHANNEL, Payload
from tests.wire.people import Member, components
from tests.wire.wired import Table, Wired, has

pytestmark = [pytest.mark.timeout(120), pytest.mark.long]

FIRST, SECOND = CHANNEL, CHANNEL + 1
"""The channels of two servers, each of which has a process of its own."""
HURRY = 6
"""Leases are lost and taken faster by this factor."""


@cache
def meanings() -> dict[str, set[str]]:
    """Return in which languages each text without values is written so."""
    found = dict[str, set[str]]()
    for file in sorted(CATALOGUES.glob("*.po")):
        for entry in read_po(io.BytesIO(file.read_bytes())):
            if isinstance(entry.id, str) and isinstance(entry.string, str) and "{" not in entry.id:
                found.setdefault(entry.id, set()).add(ENGLISH)
                found.setdefault(entry.string, set()).add(file.stem)
    return found


def languages(message: Payload) -> set[str]:
    """Return the languages in which all is written that a message says without values."""
    said = [*message["content"].splitlines(), *(part.get("label", "") for part in components(message))]
    known = [meanings()[text] for text in said if text in meanings() and text]
    assert known, f"nothing here shows a language: {said}"
    return set.intersection(*known)


@dataclass
class Cluster:
    """People on two servers, and the process of each."""

    wired: Wired
    processes: list[Bot]
    address: str
    folder: Path
    stack: AsyncExitStack

    async def start(self, shard: int) -> Bot:
        settings = {"SHARDS": f"{shard}/2", LEASES: str(HURRY)}
        process = bot(self.wired.discord, self.folder, self.address, settings=settings)
        return await self.stack.enter_async_context(process)


def speaker(discord: Any, id: int, name: str, locale: str) -> Member:
    """Return a member whose Discord has this locale."""
    return Member(discord, id, name, lambda payload: payload.update(locale=locale))


@pytest.fixture
async def two(tmp_path: Path, postgres: Server) -> AsyncIterator[Cluster]:
    address = fresh_database(postgres)
    async with loopback(2) as discord, AsyncExitStack() as stack:
        people = [speaker(discord, 1001, "Ana", "de"), speaker(discord, 1002, "Ben", "it")]
        here = Cluster(Wired(discord, None, tmp_path, people), [], address, tmp_path, stack)  # type: ignore[arg-type]
        for shard in range(2):
            here.processes.append(await here.start(shard))
            await here.processes[-1].wait_for_line("has connected to Gateway")
        await discord.ready.wait()
        yield here
        for process in here.processes:
            assert "Traceback" not in process.text


async def test_a_language_chosen_in_one_process_is_read_in_the_other_at_the_next_press(two: Cluster) -> None:
    discord, (ana, ben) = two.wired.discord, two.wired.members
    table = await start_table(two, ana, ben)
    mover, own = table.mover, {ana.id: "de", ben.id: "it"}
    other = ben if mover is ana else ana
    assert languages(await shown_hand(table, mover)) == {own[mover.id]}

    await (await mover.type("settings", channel=FIRST, language="ka")).answer()  # the other process answers
    for member, language in ((mover, "ka"), (other, own[other.id])):
        assert languages(await shown_hand(table, member)) == {language}
    turn = table.turn
    assert turn is not None
    assert languages(turn) == {"de"}, "a channel reads what its table speaks, whoever pressed"
    assert discord.problems == []


async def test_an_open_hand_is_renewed_in_the_language_that_was_chosen_in_another_process(two: Cluster) -> None:
    discord, (ana, ben) = two.wired.discord, two.wired.members
    table = await start_table(two, ana, ben)
    mover = table.mover
    other = ben if mover is ana else ana
    played = await play(table, mover)
    await discord.until(lambda: table.turn is not None and table.mover is other)
    await (await mover.type("settings", channel=FIRST, language="ka")).answer()
    said = len(played.said)
    await play(table, other)
    await discord.until(lambda: len(played.said) > said)
    assert languages(played.said[-1]) == {"ka"}


async def test_a_process_that_takes_a_server_over_speaks_as_that_server_and_its_tables_did(two: Cluster) -> None:
    discord, (ana, ben) = two.wired.discord, two.wired.members
    table = await start_table(two, ana, ben)
    before = table.turn
    assert before is not None
    await (await ana.type("setup", channel=SECOND, language="es")).answer()
    old = two.processes[1]
    old.signal()
    assert await old.wait_for_end() == 0
    two.processes.append(await two.start(1))
    await two.processes[-1].wait_for_line("has connected to Gateway")
    await play(table, table.mover)
    await discord.until(lambda: table.turn is not None and table.turn["content"] != before["content"])
    assert languages(table.turn or {}) == {"de"}, "a table keeps the language with which its game began"
    card = await opened_card(two, ben)
    assert languages(card) == {"es"}, "a new one speaks as its server"


async def opened_card(two: Cluster, host: Member) -> Payload:
    """Open a table on the second server, and return its card."""
    there = two.wired.discord.channels[SECOND]
    before = {*there}
    await (await host.type("new", channel=SECOND, game="draw")).answer()
    await two.wired.discord.until(lambda: any(has(there[id], Purpose.JOIN) for id in there.keys() - before))
    return there[max(id for id in there.keys() - before if has(there[id], Purpose.JOIN))]


async def start_table(two: Cluster, host: Member, guest: Member) -> Table:
    """Begin a game on the second server, whose table speaks as its host: the server has no language."""
    discord, card = two.wired.discord, await opened_card(two, host)
    assert languages(card) == {"de"}
    await (await guest.do(card, Purpose.JOIN)).answer()
    there, id = discord.channels[SECOND], int(card["id"])
    await discord.until(lambda: has(there[id], Purpose.START))
    await (await host.do(there[id], Purpose.START)).answer()
    table = Table(two.wired, id, SECOND)
    await discord.until(lambda: table.turn is not None)
    return table


async def shown_hand(table: Table, member: Member) -> Payload:
    """Press *My hand* below the board; return the answer, in the channel of the table."""
    assert table.turn is not None
    answer = await (await member.do(table.turn, Purpose.HAND)).answer()
    return {**answer, "channel_id": table.turn["channel_id"]}


async def play(table: Table, member: Member) -> Asked:
    """Play the first move of a hand; return the last press."""
    pressed = await member.do(await shown_hand(table, member), Purpose.ACT)
    await pressed.answer()
    return pressed
