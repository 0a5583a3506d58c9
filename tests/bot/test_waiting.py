"""`/games`: what waits for somebody on all servers, what waits longest first, and the way through all of it."""

from __future__ import annotations

from itertools import count

import pytest

from bot.caller import Caller
from bot.guide import waits_for
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.model import Table
from bot.tables import Tables
from bot.talk.letter import Letter, Purpose
from bot.talk.words import Texts
from bot.waiting import Waiting
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD, FixedClock, dealt, play_on

OPEN = Timing(Preset.OPEN)
ELSEWHERE = 6 * 10**17
_interactions = count(5 * 10**17)


@pytest.fixture
def address(sqlite_address: str) -> str:
    """One engine is enough here."""
    return sqlite_address


def ana(guild: int | None = GUILD) -> Caller:
    return Caller(ANA, "en-US", next(_interactions), guild, CHANNEL)


async def waiting(tables: Tables, guild: int = GUILD, timing: Timing = OPEN) -> Table:
    """A table where it is Ana's turn."""
    table = await tables.new("cards", ANA, guild, CHANNEL, timing=timing)
    await tables.join(table.id, BEN)
    await tables.start(table.id, ANA.user)
    table = await dealt(tables, table.id)
    return table if waits_for(table, ANA) else await play_on(tables, table)


def answered(tables: Tables) -> Waiting:
    return Waiting(tables, GAMES, Texts())


def purposes(letter: Letter) -> list[tuple[Purpose, int]]:
    return [(button.id.purpose, button.id.table) for row in letter.rows if isinstance(row, tuple) for button in row]


async def test_what_waits_longest_comes_first_wherever_it_is(tables: Tables, clock: FixedClock) -> None:
    old = await waiting(tables, ELSEWHERE)
    clock.time += 60
    new = await waiting(tables)
    letter = await answered(tables).games(ana())
    summary, first, second = letter.text.split("\n")
    assert summary == "2 games wait for you."
    assert first == (
        f"**Cards {old.number}** waits for you · since <t:{clock.time - 60}:R>"
        f" · https://discord.com/channels/{ELSEWHERE}/{CHANNEL}"
    )
    assert second == f"**Cards {new.number}** waits for you · since <t:{clock.time}:R> · <#{CHANNEL}>"
    assert purposes(letter) == [(Purpose.NEXT, 0), (Purpose.HAND, old.id), (Purpose.HAND, new.id)]


async def test_what_is_due_comes_before_what_has_no_clock(tables: Tables, clock: FixedClock) -> None:
    old = await waiting(tables)
    clock.time += 60
    due = await waiting(tables, timing=Timing(Preset.SPRINT))
    assert [table.id for table in await answered(tables).waiting(ana())] == [due.id, old.id]
    assert (
        f"**Cards {due.number}** waits for you · due <t:{due.timing.due}:R>"
        in (await answered(tables).games(ana())).text
    )


async def test_tables_that_wait_for_others_are_listed_last(tables: Tables) -> None:
    other = await play_on(tables, await waiting(tables))
    mine = await waiting(tables)
    letter = await answered(tables).games(ana())
    assert letter.text.split("\n")[2] == f"Cards {other.number} · <#{CHANNEL}>"
    assert purposes(letter) == [(Purpose.NEXT, 0), (Purpose.HAND, mine.id)]


async def test_next_goes_round_all_that_wait(tables: Tables, clock: FixedClock) -> None:
    first = await waiting(tables)
    clock.time += 60
    second = await waiting(tables, ELSEWHERE)
    desk = answered(tables)
    assert [await desk.next(ana(), after) for after in (0, first.id, second.id)] == [first.id, second.id, first.id]
    await play_on(tables, first)
    assert await desk.next(ana(), first.id) == second.id
    await play_on(tables, second)
    assert await desk.next(ana(), second.id) is None


async def test_who_sits_nowhere_is_told_how_to_begin(tables: Tables) -> None:
    await waiting(tables)
    caller = Caller(EVE, "en-US", next(_interactions), GUILD, CHANNEL)
    letter = await answered(tables).games(caller)
    assert letter == Letter("You sit at no table. `/new` opens one.")
