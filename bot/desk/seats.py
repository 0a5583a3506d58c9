"""Leaving a running game and taking an open seat, so that nobody waits.

Leaving must be confirmed.
"""

from __future__ import annotations

from bot.desk import find_table, play, visitors
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.table.log.model import Status, Table
from bot.table.refusals import NotSeated
from bot.table.rules import clock_requests, computers, lobby, seats
from bot.talk.letter import Letter, Purpose
from bot.talk.seat import (
    NO,
    YES,
    claim_question,
    claim_refusal,
    claimed_notice,
    farewell,
    leave_question,
    lobby_farewell,
    newcomer_notice,
    stay_notice,
    taken_notice,
)
from engine.game import Seat
from engine.words import msg


async def leave(ask: Ask) -> Letter:
    """Give up a seat: at once before the game begins, later only after a confirmation."""
    table, title = ask.table, ask.title(ask.table)
    is_repeated = ask.data == YES and _is_abandoned(table)
    if table.status is not Status.RUNNING and not is_repeated:
        changed_table = await ask.do(lobby.leave, ask.user)
        return ask.reply(lobby_farewell(title), changed_table)
    if ask.data == YES:
        changed_table = await ask.do(seats.leave, ask.user)
        return ask.reply(farewell(changed_table, title), changed_table)
    # a seat that is only requested needs no confirmation: the user has seen no tile, and can request it again
    if table.requested_seat(ask.user) is not None:
        changed_table = await ask.do(seats.leave, ask.user)
        return ask.reply(lobby_farewell(title), changed_table)
    if ask.seat is None:
        raise NotSeated
    return ask.reply(stay_notice(title), table) if ask.data == NO else leave_question(table, title, ask.words(table))


def _is_abandoned(table: Table) -> bool:
    """Return whether the game was closed because its last person left.

    If so, a repeated press gets the same answer as the first.
    """
    return table.status is Status.CLOSED and bool(table.standing.closed)


async def claim(ask: Ask) -> Letter:
    """Give an absent player's seat to a computer player, after a confirmation."""
    if ask.data == YES:
        return ask.reply(claimed_notice(ask.table), await ask.do(clock_requests.claim_seat, ask.user))
    table, absent = ask.table, ask.table.to_act
    if ask.seat is None:
        raise NotSeated
    if not table.timing.claimable or absent is None or ask.data == NO or ask.seat == absent:
        return ask.reply(claim_refusal(table), table)
    return claim_question(table, absent, ask.words(table))


def parse_seat(data: str) -> Seat | None:
    """Return the seat that a press or command names, counted from 0; None if that is not a number."""
    return int(data) if data.removeprefix("-").isdecimal() else None  # a typed 0 has become -1


async def take(ask: Ask) -> Letter:
    """Take an open seat of a running game, the first one if none is named.

    Answer with the hand of that seat. A caller who asks for a computer player's seat plays from the next round on.
    """
    changed_table = await ask.do(seats.take, ask.caller.person, parse_seat(ask.data))
    if (seat := changed_table.seat_of(ask.user)) is not None:
        return await play.hand(ask, taken_notice(changed_table, seat))
    notice = newcomer_notice(changed_table, ask.user)
    return await visitors.letter(ask, changed_table) if notice is None else ask.reply(notice, changed_table)


async def take_back(ask: Ask) -> Letter:
    """Play again after a computer player sat in for the caller; answer with the hand."""
    await ask.do(computers.take_back, ask.user)
    return await play.hand(ask)


LEAVE = at_table("leave", msg("Give your seat back"), find_table.SEAT, Purpose.LEAVE)
