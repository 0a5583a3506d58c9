"""Holidays in words: which players are on one, and what a player is told of their own."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.clock.holiday import A_YEAR, Holiday, counted, days_left, under_way
from bot.table.model import Table
from engine.game import Seat
from engine.words import Join, Message, Who, count, lines, listed, msg

BACK = msg("I'm back")
GO = msg("Go on holiday")


def at_seat(table: Table, seat: Seat) -> Message | None:
    """Say beside a seat that its player is on holiday."""
    absent = table.on_holiday(seat)
    return None if absent is None else msg("on holiday until {at}", at=_at(absent.until))


def who_is(table: Table) -> Message | None:
    """Name the players of a table who are on holiday."""
    away = [msg("{who} until {at}", who=Who(each.seat), at=_at(each.until)) for each in table.standing.holidays]
    return msg("On holiday: {players}.", players=listed(away, Join.COMMA)) if away else None


def of_reader(table: Table, seat: Seat | None) -> Message | None:
    """Say above a hand that its player is on holiday."""
    absent = table.on_holiday(seat)
    return None if absent is None else msg("You're on holiday until {at}. Your move ends it.", at=_at(absent.until))


def began(until: int, runs_on: int) -> Message:
    """Tell a player that their holiday began."""
    told = msg("You're on holiday until {at}. All your tables can see that.", at=_at(until))
    if not runs_on:
        return told
    return lines(
        told,
        count(
            "At {n} table your clock runs on: it's a Sprint, or your turn there is nearly over.",
            "At {n} tables your clock runs on: they're Sprints, or your turn there is nearly over.",
            runs_on,
        ),
    )


def now(holidays: Sequence[Holiday], at: int) -> Message:
    """Say in the settings how it stands with a player's holidays."""
    left, last = days_left(holidays, at), under_way(holidays, at)
    if last is not None:
        return lines(
            msg("**Holiday**: until {at}", at=_at(last.end)),
            msg("Your clocks rest, except in Sprints. A move ends it."),
        )
    if not left:
        again = f"<t:{counted(holidays, at)[0].end + A_YEAR}:D>"
        return lines(msg("**Holiday**: your 10 days are used"), msg("You can go again from {at} on.", at=again))
    return lines(
        count("**Holiday**: {n} day left", "**Holiday**: {n} days left in twelve months", left),
        msg("Your clocks rest meanwhile, except in Sprints. All your tables can see it."),
    )


def _at(instant: int) -> str:
    return f"<t:{instant}:f>"
