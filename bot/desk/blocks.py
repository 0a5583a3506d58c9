"""Blocking people, and lifting a block.

A user blocks a person by a long press on them, by `/settings`, or in the list of blocked people. Only the user reads
the answers. Nothing changes at tables where both of them sit already.
"""

from __future__ import annotations

from bot.desk.ask import Ask
from bot.desk.caller import ProgramId
from bot.desk.command import PersonCommand
from bot.table.log.model import Status, User
from bot.table.refusals import NO_APP, OtherVersion, Refusal
from bot.talk import blocks as talk
from bot.talk.letter import Letter
from engine.words import Message, lines, term

BLOCK, UNBLOCK = "block", "unblock"
"""The names of the arguments of `/settings`."""


async def block_person(ask: Ask) -> Letter:
    """Block the person in whose menu the caller chose the command."""
    if ask.target.is_app:
        raise Refusal(NO_APP)
    return await _list(ask, note=await _block(ask, ask.target.person.user))


async def change(ask: Ask) -> Letter | None:
    """Block or unblock the typed person, and list the blocked people; return None if nobody was typed."""
    blocked, unblocked = ask.arguments.get(BLOCK), ask.arguments.get(UNBLOCK)
    if blocked is None and unblocked is None:
        return None
    if isinstance(blocked, ProgramId):
        raise Refusal(NO_APP)
    notes = [] if blocked is None else [await _block(ask, blocked)]
    if unblocked is not None:
        await ask.service.blocks.lift_from(ask.user, unblocked)
        notes.append(talk.lifted_notice(unblocked))
    return await _list(ask, note=lines(*notes))


async def press(ask: Ask, name: str, value: str) -> Letter:
    """Answer a control of the list: turn a page, or lift a block."""
    if name == talk.LIFT:
        await ask.service.blocks.lift(ask.user, value)
        return await _list(ask)
    if not value.isdecimal() or len(value) > len(str(talk.A_PAGE)):  # no list has that many pages
        raise OtherVersion
    return await _list(ask, int(value))


async def _block(ask: Ask, other: User) -> Message:
    """Block a user, and return the notice for the caller."""
    await ask.service.blocks.add(ask.user, other)
    shared_tables = [
        table
        for table in await ask.service.listing.open_tables_of(ask.user)
        if table.seat_of(other) is not None or table.requested_seat(other) is not None
    ]
    # before the game begins, the host can take players out
    hosted = any(table.status is Status.LOBBY and ask.is_host(table) for table in shared_tables)
    return talk.blocked_notice(other, together=bool(shared_tables), hosted=hosted)


async def _list(ask: Ask, page: int = 0, note: Message | None = None) -> Letter:
    return talk.panel(await ask.service.blocks.blocks_of(ask.user), page, ask.words(), note)


PERSON = PersonCommand(term("Block", "a person"), block_person)
