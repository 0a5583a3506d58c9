"""Limits on the number of tables and of changes to them. Each function raises a Refusal at its limit."""

from __future__ import annotations

from collections.abc import Iterable

from bot.table.log.draft import Draft
from bot.table.log.model import User
from bot.table.log.steps import Kind
from bot.table.refusals import ChannelFull, OwnTablesFull, Refusal
from engine.game import Seat
from engine.words import Who, count, msg

ARRANGING = (Kind.OPTION, Kind.SEAT, Kind.EXCHANGE)
"""The kinds of steps that change a table before its game begins, apart from people who come and go."""


def require_caller_quota(draft: Draft, user: User) -> None:
    """Refuse a further seat to a caller who has reached the limit of tables, or who is away."""
    if draft.facts.away_until > draft.now:
        at = f"<t:{draft.facts.away_until}:f>"
        raise Refusal(msg("You're away until {at}. Press *I'm back* in `/settings` first.", at=at))
    limit = draft.facts.limits.tables_a_person
    if draft.facts.tables_of.get(user, 0) >= limit:
        raise Refusal(
            count(
                "You're at {n} open table, and that's the limit. Leave it first: `/games` lists it.",
                "You're at {n} open tables, and that's the limit. Leave one first: `/games` lists them.",
                limit,
            )
        )


def require_hourly_quota(draft: Draft) -> None:
    """Refuse a new table to a caller who has opened too many within an hour. Closed tables count too."""
    limit = draft.facts.limits.tables_an_hour
    if draft.facts.opened >= limit:
        raise Refusal(
            count(
                "You've opened {n} table within an hour, and that's the limit. Join one of another player.",
                "You've opened {n} tables within an hour, and that's the limit. Join one of another player.",
                limit,
            )
        )


def require_player_quota(draft: Draft, seats: Iterable[Seat]) -> None:
    """Refuse a new table if a player in one of `seats` has reached the limit of open tables."""
    limit = draft.facts.limits.tables_a_person
    for seat in seats:
        if draft.facts.tables_of.get(draft.table.seats[seat].user, 0) >= limit:
            raise Refusal(
                count(
                    "{who} is at {n} open table, and that's the limit. They have to leave it first.",
                    "{who} is at {n} open tables, and that's the limit. They have to leave one first.",
                    limit,
                    who=Who(seat),
                )
            )


def require_own_table_quota(draft: Draft) -> None:
    """Refuse a new table to a caller who has too many tables on this server that nobody else needs."""
    limit = draft.facts.limits.own_tables
    if draft.facts.own_tables >= limit:
        raise OwnTablesFull(limit)


def require_channel_quota(draft: Draft) -> None:
    """Refuse a new table in a channel that has reached the limit of open tables."""
    limit = draft.facts.limits.tables_a_channel
    if draft.facts.tables_here >= limit:
        raise ChannelFull(limit)


def require_change_quota(draft: Draft, most: int) -> None:
    """Refuse a change before the game if the log has `most` steps, so that it can't grow endlessly."""
    if draft.row.seq >= most and any(Kind(row.kind) in ARRANGING for row in draft.steps):
        raise Refusal(
            count(
                "This table was changed {n} time, and that's the limit. Start its game, or open another one "
                "with `/new`.",
                "This table was changed {n} times, and that's the limit. Start its game, or open another one "
                "with `/new`.",
                most,
            )
        )
