"""A database that goes away under the running bot: one sentence for people, one line in the log, and play goes on."""

from __future__ import annotations

import asyncio
import resource
from pathlib import Path

import psycopg
import pytest

from tests.bot.postgres import Server, fresh_database
from tests.wire.people import Member
from tests.wire.wired import Wired, connected_bot

pytestmark = pytest.mark.timeout(120)

SENTENCE = "My database doesn't answer. Look at your hand before you try again."
BUSY = "I'm very busy"
CONNECTIONS = 10
"""How many the bot opens at most."""
AWAY, BACK = "the database does not answer", "the database answers again"


async def asked_meanwhile(here: Wired) -> list[str]:
    """Return what people read while it is away: presses, commands, and suggestions that stay empty."""
    ana, ben, _ = here.members
    commands = [await member.type(name) for member in (ana, ben) for name in ("games", "board", "hand", "new")]
    commands += [await ana.type("new", game="draw")]
    await asyncio.gather(*(each.answer() for each in commands))
    await ana.suggestions("join", "table", "1")
    return [each.text for each in commands if not each.text.startswith("I've been updated")]


def warnings(here: Wired) -> list[str]:
    """Return the log's lines about anything that is wrong."""
    return [line for line in here.bot.lines if "[info" not in line]


async def play_until_database_answers(here: Wired) -> None:
    """People open tables until the log says that the database answers again."""
    while BACK not in here.bot.text:
        assert "table is open" in (await (await here.members[0].type("new", game="draw")).answer())["content"]


async def play_on(here: Wired) -> None:
    """People play again, and the log says so."""
    await play_until_database_answers(here)
    assert len(warnings(here)) == 1, here.bot.text
    assert AWAY in warnings(here)[0]


async def test_an_input_output_error_is_one_sentence_and_one_line(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        await here.table()
        pid = here.bot.process.pid
        usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, usual[1]))  # every write of a file fails from now on
        answers = await asked_meanwhile(here)
        assert SENTENCE in answers
        assert not any("Something went wrong" in answer for answer in answers)  # what only reads needs no disk
        resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
        await play_on(here)


async def test_a_server_that_went_away_is_one_sentence_and_one_line(tmp_path: Path, postgres: Server) -> None:
    async with connected_bot(tmp_path, fresh_database(postgres)) as here:
        await here.table()
        await asyncio.to_thread(postgres.stop)
        try:
            answers = await asked_meanwhile(here)
        finally:
            await asyncio.to_thread(postgres.start)
        assert set(answers) == {SENTENCE}
        await play_on(here)


@pytest.mark.long  # it waits for as long as the bot does
async def test_a_server_that_lets_all_connections_wait_is_one_sentence(tmp_path: Path, postgres: Server) -> None:
    address = fresh_database(postgres)
    async with connected_bot(tmp_path, address) as here:
        with psycopg.connect(address) as other:
            other.execute("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE")  # as an administrator's work does
            asked = [await Member(here.discord, 2001 + n, f"Eve {n}").type("games") for n in range(CONNECTIONS + 5)]
            await here.discord.until(lambda: all(each.text for each in asked))
            other.rollback()
        # those with a connection wait for the lock, the others for a connection, both for as long
        assert {each.text.partition(",")[0] for each in asked} <= {BUSY, SENTENCE}
        await play_until_database_answers(here)
        assert here.bot.text.count(AWAY) <= 1  # a loop that waited says that it was busy, too
