"""Rematches: players of a finished game ask for one, and get a new table. Public functions change a draft."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import msgspec

from bot.table.log.draft import Draft, Opening, new_row
from bot.table.log.facts import Fact, needs
from bot.table.log.fold import RULES_VERSION
from bot.table.log.host import AWAY, next_host
from bot.table.log.model import Person, Table, User
from bot.table.log.rows import TableRow
from bot.table.log.steps import UNRATED, Exchanged, Kind, encode_notation
from bot.table.refusals import CANNOT_JOIN, NotSeated, Refusal
from bot.table.rules import admission, computers, deals, hints, invitations, lobby, quotas
from bot.table.rules.removal import find_player
from engine.sides import has_partners
from engine.words import Message, Who, msg

HOST_WAITS = 600
"""The seconds after the end of a game for which the host has to wait for everybody."""
MIN_AGREED = 2
"""The fewest people who must have agreed before the host can go on without the others."""


@needs(
    Fact.LIMITS, Fact.TABLES_OF_PLAYERS, Fact.TABLES_HERE, Fact.RATED, Fact.REMATCH_STAYS, Fact.BLOCKS, Fact.ADMISSION
)
def agree(draft: Draft, user: User) -> None:
    """Note that a player wants a rematch, and open its table if enough players have agreed."""
    table = draft.table
    seat = table.seat_of(user)
    if seat is None:
        raise NotSeated
    if not table.has_result:
        raise Refusal(msg("You can ask for a rematch once this game is over."))
    if table.private:
        raise Refusal(msg("Play a practice game again with `/practice`."))
    if table.standing.rematch.next is not None:
        return
    if seat not in table.standing.rematch.agreed:
        admission.require_rematch(draft, user)
        if admission.is_kept_out(draft.facts, user):
            raise Refusal(CANNOT_JOIN)
        draft.step(Kind.REMATCH, seat)
    finished = _leave_out_kept_out(draft)
    if _can_begin(draft, finished, user):
        quotas.require_player_quota(draft, finished.rematch_seats)
        quotas.require_channel_quota(draft)
        begin_rematch = partial(begin, finished=finished, rated=draft.facts.rated)
        draft.opening = Opening(_new_row(draft), begin_rematch, note_rematch)


def exchange(draft: Draft, user: User, who: str, other: str) -> None:
    """Let two players change places in a rematch in pairs. Only the host may do it.

    Players whom the host moves have to agree again.
    """
    table, seat = draft.table, draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if not can_exchange(table):
        raise Refusal(msg("Players can change places here only before a rematch in pairs begins."))
    if user != table.host:
        raise Refusal(host_only(table))
    first, second = sorted((find_player(table, who), find_player(table, other)))
    if first == second:
        raise Refusal(msg("Choose two players who change places."))
    draft.step(Kind.REMATCH, seat, encode_notation(Exchanged((first, second))))


def host_only(table: Table) -> Message:
    """Say who can let players change places before a rematch."""
    return msg("Only {who}, the host, can change the pairs.", who=Who(table.seat_of(table.host) or 0))


def can_exchange(table: Table) -> bool:
    """Return whether the host can let players of a finished game change places. Only partners can."""
    return table.has_result and not table.private and table.standing.rematch.next is None and _has_partners(table)


def begin(draft: Draft, finished: Table, *, rated: bool = True) -> None:
    """Begin a new table with the same computer players and the people who agreed.

    They come from the table `finished`. Everybody moves by one seat, but partners keep their seats, unless the host
    exchanged them. `rated` is whether the server lets the new game count for ratings.
    """
    players = _returning_players(finished)
    users = [person for person in players if person.user]
    host = next((person for person in users if person.user == finished.host), users[0])
    draft.table = replace(draft.table, host=host.user)
    dealing = finished.standing.dealing
    # a table without a root is older than the beacon, so its rematch may use the beacon
    opened_with_beacon = dealing.opened_with_beacon or not dealing.root
    deals.open_(draft, beacon=draft.beacon and opened_with_beacon)
    for person in players:
        if person.user:
            lobby.join(draft, person)
        else:
            computers.seat_computer(draft, person)
    if finished.standing.hints is not None:
        hints.allow(draft, host.user, allowed=finished.standing.hints)
    if finished.standing.unrated or not rated:
        draft.step(Kind.OPTION, draft.table.seat_of(host.user), UNRATED)
    invitations.copy_admission(draft, finished)
    lobby.start(draft, threaded=finished.threaded)


def note_rematch(draft: Draft, after: Table) -> None:
    """Note in the finished game which table is its rematch."""
    notation = msgspec.json.encode({"table": after.id, "number": after.number}).decode()
    draft.step(Kind.REMATCH, None, notation, caused=False)


def _new_row(draft: Draft) -> TableRow:
    """Return the row of a new table with the settings of a finished table.

    The new table stays in the same thread if the server wants that. Partners stay together, so their seats are not
    drawn again.
    """
    table = draft.table
    options = table.options.without_seat_draw() if _has_partners(table) else table.options
    host = replace(table.seats[0], user=table.host)
    timing = table.timing.fresh_copy()
    row = new_row(draft.game, options, host, table.guild, table.channel, RULES_VERSION, draft.now, timing)
    stays_in_thread = draft.facts.rematch_stays and table.threaded
    return row._replace(language=table.language, thread=table.thread if stays_in_thread else None)


def _leave_out_kept_out(draft: Draft) -> Table:
    """Return the finished table without the people whom moderators now keep out.

    They may have agreed to a rematch before. They are treated like deleted users.
    """
    seats = [
        Person(0, person.name) if person.user and admission.is_kept_out(draft.facts, person.user) else person
        for person in draft.table.seats
    ]
    return replace(draft.table, seats=tuple(seats))


def _can_begin(draft: Draft, finished: Table, user: User) -> bool:
    """Return whether the rematch can begin.

    Usually, all have to agree. If `user` may go on without the others, `MIN_AGREED` people are enough.
    """
    ended_at = draft.row.ended_at
    people = [seat for seat, person in enumerate(finished.seats) if person.user]
    seats = len(_returning_players(finished))
    if seats not in draft.game.seats or finished.options.refusal(seats) is not None:
        return False
    if set(people) <= set(finished.rematch_seats):
        return True
    has_waited = ended_at is not None and draft.now >= ended_at + HOST_WAITS
    return has_waited and user == _who_can_go_on(draft, finished) and len(finished.rematch_seats) >= MIN_AGREED


def _who_can_go_on(draft: Draft, finished: Table) -> User | None:
    """Return the player who may go on without the others, usually the host.

    If the host has left, or has not agreed within a day, it is the player who has sat longest among those who agreed.
    """
    ended_at = draft.row.ended_at or 0
    host = finished.seat_of(finished.host)
    if host in finished.rematch_seats or (host is not None and draft.now < ended_at + AWAY):
        return finished.host
    return next_host(finished, among=finished.rematch_seats)


def _returning_players(finished: Table) -> list[Person]:
    """Return the people and computer players who play again, in the order of the new seats."""
    agreed = finished.rematch_seats
    order = finished.standing.rematch.find_order(len(finished.seats))
    returning_players = [finished.seats[seat] for seat in order if seat in agreed or finished.seats[seat].computer]
    players = [replace(person, player=None) if person.user else person for person in returning_players]
    # without partners, all move by one seat
    return players if _has_partners(finished) else [*players[1:], *players[:1]]


def _has_partners(finished: Table) -> bool:
    return has_partners(finished.options.sides(len(finished.seats)))
