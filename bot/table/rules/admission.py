"""Decides who may sit down at a table.

All rules that give a seat to a user, or promise one, use this module.

Some reasons to keep a user out are private, for example that one user has blocked another. All private reasons have the
same message. They are checked last, so that this message is shown only if the user would otherwise get the seat.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from bot.table.log.draft import Draft
from bot.table.log.facts import Facts
from bot.table.log.model import Table, User
from bot.table.log.settled.admission import Door
from bot.table.marks import find_kept_out, find_removal_marks
from bot.table.refusals import CANNOT_JOIN, NOBODY_ELSE, ONLY_INVITED, Refusal
from engine.words import Message, count, lines, msg

MOST_JOINS = 10
"""The most times that a user can join one table. Otherwise joining and leaving could make its log endless."""


def require_admission(draft: Draft, user: User, *, returns: bool = False) -> None:
    """Refuse a seat to a user who may not sit down.

    `returns` is whether they return to the seat that they left. Rules call this last, just before they give the seat.
    They need the facts DEPARTURES, JOINS, BLOCKS and ADMISSION.
    """
    if user in draft.table.standing.gathering.removed or find_removal_marks(user, draft.facts.departures):
        raise Refusal(msg("The host has taken you out, so you can't join this table again. `/new` opens another."))
    if draft.facts.joins >= MOST_JOINS:
        raise Refusal(
            count(
                "You've joined this table {n} time, and that's the limit.",
                "You've joined this table {n} times, and that's the limit.",
                draft.facts.joins,
            )
        )
    is_admitted = _admits_back if returns else admits
    if not is_admitted(draft.table, user, draft.facts):
        raise Refusal(refuse_join(draft.table))


def refuse_join(table: Table) -> Message:
    """Refuse a user for a private reason, and say who can join.

    The table's card says the same to all. The text depends on the table alone, so it never tells whether the user is
    invited or blocked.
    """
    match table.standing.admission.door:
        case Door.INVITED:
            return lines(CANNOT_JOIN, ONLY_INVITED)
        case Door.CLOSED:
            return lines(CANNOT_JOIN, NOBODY_ELSE)
    return CANNOT_JOIN


def is_kept_out(facts: Facts, user: User) -> bool:
    """Return whether the moderators of the table's server keep a user out of its tables."""
    return bool(find_kept_out(user, facts.kept_out))


def admits(table: Table, user: User, facts: Facts) -> bool:
    """Return whether no private reason keeps a user from sitting down at a table."""
    others = users_at(table)
    if user in others:
        return True
    if not is_invited(table, user, facts.roles) or _is_refused_here(table, user, facts):
        return False
    return not is_blocked_among(user, others, facts)


def _admits_back(table: Table, user: User, facts: Facts) -> bool:
    """Return whether a user can take the seat of a running game that they left.

    Blocks between them and players from the start don't count, since they agreed to play together. Otherwise, one of
    these players could block a player who is late, claim their seat for a computer player, and so keep them out.
    """
    since_start = {person.user for seat, person in enumerate(table.seats) if seat not in table.standing.newcomer_seats}
    new_users = users_at(table) - since_start
    return not _is_refused_here(table, user, facts) and not is_blocked_among(user, new_users, facts)


def _is_refused_here(table: Table, user: User, facts: Facts) -> bool:
    """Return whether the moderators or managers of the server keep a user from a table."""
    return facts.too_new or is_kept_out(facts, user) or has_moderated_game(table, user)


def has_moderated_game(table: Table, user: User) -> bool:
    """Return whether a user has acted as a moderator in a running game.

    Such a user can't take a seat of that game. Otherwise, they could free a player's seat, take it, and see its hand.
    """
    return table.is_running and any(act.by == user for act in table.standing.moderated)


def is_invited(table: Table, user: User, roles: Collection[int]) -> bool:
    """Return whether the host lets a user with these roles join."""
    admission = table.standing.admission
    match admission.door:
        case Door.ALL:
            return True
        case Door.INVITED:
            # only a user whom the host has challenged has a kept seat
            is_challenged = table.kept_seat is not None and table.kept_seat.user == user
            return is_challenged or user in admission.invited or (admission.role != 0 and admission.role in roles)
        case Door.CLOSED:
            return False


def require_rematch(draft: Draft, user: User) -> None:
    """Refuse a rematch if a block separates a user from another player who wants one.

    A player who has blocked another can't agree at all. The blocked player can, and so doesn't learn of the block. They
    are refused only if the other agreed first and blocked them later. This rule needs the fact BLOCKS.
    """
    table = draft.table
    users_who_agreed = {table.seats[seat].user for seat in table.rematch_seats}
    has_blocked = any((user, other) in draft.facts.blocks for other in users_at(table))
    if has_blocked or is_blocked_among(user, users_who_agreed, draft.facts):
        raise Refusal(CANNOT_JOIN)


def users_at(table: Table) -> frozenset[User]:
    """Return the users who have seats at a table, or have asked for one."""
    return frozenset(person.user for person in (*table.people, *table.newcomers.values()))


def is_blocked_among(user: User, others: Iterable[User], facts: Facts) -> bool:
    """Return whether a user has blocked any of the `others`, or any of them has blocked the user."""
    return any((user, other) in facts.blocks or (other, user) in facts.blocks for other in others)
