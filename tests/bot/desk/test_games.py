"""`/games`: all that waits for a user on all servers, the oldest first, and the way through it."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from bot.desk.caller import Caller
from bot.desk.games import games, next_hand
from bot.service import Service
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.model import NO_CAUSE, Cause, Seen, Table
from bot.table.rules import computers, ready
from bot.talk.letter import Letter, Purpose
from bot.talk.waiting import MOST_BUTTONS, is_turn_of, row, urgent_first
from engine.words import msg
from tests.bot.asking import ask_of
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD, FixedClock, make_deal, play_on

OPEN = Timing(Preset.OPEN)
ELSEWHERE = 6 * 10**17
_interactions = count(5 * 10**17)


@pytest.fixture
def address(sqlite_address: str) -> str:
    """Provide a SQLite database: one engine is enough here."""
    return sqlite_address


def ana(guild: int | None = GUILD) -> Caller:
    return Caller(ANA, "en-US", next(_interactions), guild, CHANNEL)


async def waiting(service: Service, guild: int = GUILD, timing: Timing = OPEN) -> Table:
    """Return a table where it is Ana's turn."""
    table = await service.tables.new("cards", ANA.cause(), ANA, guild, CHANNEL, timing=timing)
    await service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    await service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    table = await make_deal(service, table.id)
    return table if is_turn_of(table, ANA) else await play_on(service, table)


async def list_games(service: Service, caller: Caller) -> Letter:
    """Type `/games`, and return the answer."""
    return await games(ask_of(service, caller))


async def next_after(service: Service, looked_at: Table | None) -> int | None:
    """Return the table that is shown next after one that is being looked at."""
    shown = list[Seen]()

    async def letter_in(_: int | None, seen: Seen, *__: object, **___: object) -> Letter:
        shown.append(seen)
        return Letter("")

    hands, reconciler = SimpleNamespace(letter_in=letter_in), SimpleNamespace(find_refusal=lambda _: None)
    await next_hand(replace(ask_of(service, ana(), hands=hands, reconciler=reconciler), table_or_none=looked_at))
    return shown[0].table.id if shown else None


def purposes(letter: Letter) -> list[tuple[Purpose, int]]:
    return [(button.id.purpose, button.id.table) for row in letter.rows if isinstance(row, tuple) for button in row]


async def test_what_waits_longest_comes_first_wherever_it_is(service: Service, clock: FixedClock) -> None:
    old = await waiting(service, ELSEWHERE)
    clock.time += 60
    new = await waiting(service)
    letter = await list_games(service, ana())
    summary, first, second = letter.text.split("\n")
    assert summary == "2 games wait for you."
    assert first == (
        f"**Cards #{old.number}** · since <t:{clock.time - 60}:R> · https://discord.com/channels/{ELSEWHERE}/{CHANNEL}"
    )
    assert second == f"**Cards #{new.number}** · since <t:{clock.time}:R> · <#{CHANNEL}>"
    assert purposes(letter) == [(Purpose.HAND, old.id), (Purpose.HAND, new.id)]


async def test_what_is_due_comes_before_what_has_no_clock(service: Service, clock: FixedClock) -> None:
    old = await waiting(service)
    clock.time += 60
    due = await waiting(service, timing=Timing(Preset.SPRINT))
    assert [table.id for table in urgent_first(ANA, await service.listing.tables_to_move_at(ANA.user))] == [
        due.id,
        old.id,
    ]
    assert f"**Cards #{due.number}** · by <t:{due.timing.due}:" in (await list_games(service, ana())).text


async def test_tables_that_wait_for_others_are_listed_last(service: Service) -> None:
    other = await play_on(service, await waiting(service))
    mine = await waiting(service)
    letter = await list_games(service, ana())
    summary, first, last = letter.text.split("\n")
    assert summary == "1 game waits for you."
    assert first.startswith(f"**Cards #{mine.number}**")
    assert last == f"Cards #{other.number} · <#{CHANNEL}>"
    assert purposes(letter) == [(Purpose.HAND, mine.id)]


async def test_a_table_where_a_computer_player_sits_in_has_a_button_to_take_the_seat_back(service: Service) -> None:
    table = await waiting(service)
    await service.tables.do(table.id, NO_CAUSE, computers.sit_in, table.to_act or 0, "easy")
    letter = await list_games(service, ana())
    assert f"Cards #{table.number} · a computer player plays for you" in letter.text
    assert purposes(letter) == [(Purpose.HAND, table.id)]


async def test_next_leads_to_the_tables_that_have_no_button(service: Service) -> None:
    tables = [await waiting(service) for _ in range(MOST_BUTTONS + 1)]
    shown = purposes(await list_games(service, ana()))
    assert shown == [*((Purpose.HAND, table.id) for table in tables[:MOST_BUTTONS]), (Purpose.NEXT, 0)]


async def test_next_goes_round_all_that_wait(service: Service, clock: FixedClock) -> None:
    first = await waiting(service)
    clock.time += 60
    second = await waiting(service, ELSEWHERE)
    assert [await next_after(service, at) for at in (None, first, second)] == [first.id, second.id, first.id]
    await play_on(service, first)
    assert await next_after(service, first) == second.id
    await play_on(service, second)
    assert await next_after(service, second) is None


async def test_who_sits_nowhere_is_told_how_to_begin(service: Service) -> None:
    await waiting(service)
    caller = Caller(EVE, "en-US", next(_interactions), GUILD, CHANNEL)
    letter = await list_games(service, caller)
    assert letter == Letter("You're at no table. `/new` opens one.")


async def test_a_table_where_a_computer_player_sits_in_says_so_to_its_player(service: Service) -> None:
    table = await waiting(service)
    seats = tuple(replace(person, player="easy") if person.user == ANA.user else person for person in table.seats)
    shown = [str(row(each, msg("Draw 1"), ANA.user, GUILD)) for each in (table, replace(table, seats=seats))]
    assert ["a computer player plays for you" in each for each in shown] == [False, True]
