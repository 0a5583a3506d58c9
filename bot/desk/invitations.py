"""Lets the host choose for whom a table is open, and invite people."""

from __future__ import annotations

from bot.desk import find_table
from bot.desk.ask import Ask, Typed
from bot.desk.caller import ProgramId
from bot.desk.command import TABLE, Arg, ArgKind, AtTable, Command
from bot.desk.control_data import read_id
from bot.table.log.model import Table
from bot.table.log.settled.admission import Door
from bot.table.refusals import NO_APP, Refusal
from bot.table.rules import invitations as rules
from bot.table.rules import lobby
from bot.talk import invitations as talk
from bot.talk import options
from bot.talk.letter import Letter, Purpose
from engine.words import msg

APP = "app"
"""Stands for an app that was typed as a person."""
EVERYONE, NO_ROLE = 0, 0
"""The role of everyone, as it is typed; and no role, as a table has it."""


async def show(ask: Ask) -> Letter:
    """List whom the host has invited; only the host reads that."""
    table = ask.local_table
    lobby.require_host(table, ask.user, ask.now)
    return _list(ask, table)


async def invite(ask: Ask, data: str) -> Letter:
    """Invite a person, a role, or both. The role of everyone opens the table for everyone."""
    user, _, role = data.partition(".")
    if user == APP:
        raise Refusal(NO_APP)
    if not user and not role:
        return await show(ask)
    other, of_role = (read_id(text) if text else None for text in (user, role))
    if of_role == EVERYONE:
        table = await ask.do(rules.set_door, ask.user, Door.ALL)
    else:
        table = await ask.do(rules.invite, ask.user, other, of_role)
    return _list(ask, table)


async def take_back(ask: Ask, user: str) -> Letter:
    """Take an invitation back: that of a user, or without one that of the role."""
    if user:
        table = await ask.do(rules.take_back, ask.user, read_id(user))
    else:
        table = await ask.do(rules.invite, ask.user, None, NO_ROLE)
    return _list(ask, table)


def _list(ask: Ask, table: Table) -> Letter:
    words = ask.words(table)
    return talk.panel(table, ask.title(table), words, options.back_row(table, words))


def _encode(typed: Typed) -> tuple[Purpose, str]:
    user = typed.get("user")
    if isinstance(user, ProgramId):
        return Purpose.SET, f"{talk.INVITE}={APP}."
    return Purpose.SET, talk.encode_invitation(user, typed.get("role"))


INVITE = Command(
    "invite",
    msg("Let only people join whom you invite"),
    AtTable(find_table.LOBBY, _encode),
    (
        Arg("user", msg("Whom you invite"), ArgKind.USER),
        Arg("role", msg("Whose people you invite"), ArgKind.ROLE),
        TABLE,
    ),
)
