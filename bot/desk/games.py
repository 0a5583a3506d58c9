"""Everything that waits for the caller, on all servers, and the way from one hand to the next."""

from __future__ import annotations

from collections.abc import Sequence

from bot.desk import play
from bot.desk.ask import Ask, control
from bot.desk.command import Command
from bot.table.model import Resting, Table
from bot.talk import time
from bot.talk.letter import Button, Letter, Purpose, in_rows
from bot.talk.title import numbered
from bot.talk.turn import next_buttons
from bot.talk.waiting import urgent_first, when
from engine.words import Join, Message, count, lines, listed, msg

MOST_BUTTONS = 8
"""Tables with a button of their own, beside Next."""


async def games(ask: Ask) -> Letter:
    """List the caller's open tables on all servers, those that wait for them first."""
    tables, resting = await ask.service.listing.of_with_resting(ask.user)
    if not tables and not resting:
        return ask.says(msg("You sit at no table. `/new` opens one."))
    waiting = urgent_first(ask.caller.person, tables)
    others = [table for table in tables if table not in waiting]
    rows = [_row(ask, table, waits=table in waiting) for table in (*waiting, *others)]
    rows += [_resting_row(ask, table) for table in resting]
    buttons = [
        Button(ask.plain().text(ask.title(table)), control(Purpose.HAND, table)) for table in waiting[:MOST_BUTTONS]
    ]
    more = next_buttons(bool(waiting), ask.plain())
    return ask.says(lines(_summary(waiting), *rows), None, *in_rows([*more, *buttons]))


async def next_hand(ask: Ask) -> Letter:
    """Show the hand of the most urgent table that waits for the caller, but the one that is being looked at."""
    waiting = urgent_first(ask.caller.person, await ask.service.listing.turns(ask.user))
    looked_at = ask.there.id if ask.there else 0
    others = [table for table in waiting if table.id != looked_at] or waiting
    if not others:
        return ask.says(msg("Nothing waits for you now."))
    return await play.hand(ask.about(others[0]))


def _row(ask: Ask, table: Table, *, waits: bool) -> Message:
    """One table; of other servers a channel has no name here, but an address."""
    place = _place(ask, table)
    if (check := table.standing.check) and table.seat_of(ask.user) in table.asked:
        asks = msg("**{title}** asks whether you are here", title=ask.title(table))
        return listed([asks, msg("until {at}", at=time.moment(table.timing, check.until)), place], Join.DOT)
    if not waits:
        return msg("{title} · {place}", title=ask.title(table), place=place)
    return listed([msg("**{title}** waits for you", title=ask.title(table)), when(table), place], Join.DOT)


def _resting_row(ask: Ask, table: Resting) -> Message:
    """A table that cannot be read, with the reason."""
    title = numbered(ask.tools.games[table.game], table.number)
    return msg("{title} · {place}: {why}", title=title, place=_place(ask, table), why=table.why)


def _place(ask: Ask, table: Table | Resting) -> str:
    here = table.guild in (None, ask.caller.guild)
    return f"<#{table.place}>" if here else f"https://discord.com/channels/{table.guild}/{table.place}"


def _summary(waiting: Sequence[Table]) -> Message:
    if not waiting:
        return msg("Nothing waits for you now.")
    return count("{n} game waits for you.", "{n} games wait for you.", len(waiting))


GAMES = Command("games", "All your games, those that wait for you first", games)
