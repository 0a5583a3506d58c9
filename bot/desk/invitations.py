"""Lets the host choose who can join a table, and invite people."""

from __future__ import annotations

from bot.desk import find_table
from bot.desk.ask import Arguments, Ask
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
"""The data of an invitation if an app was typed as the person."""
EVERYONE = 0
"""The typed id of the role of everyone."""
NO_ROLE = 0
"""The id that a table stores for no role."""


async def show(ask: Ask) -> Letter:
    """List the people whom the host has invited, for the host alone."""
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
    user_id, role_id = (read_id(text) if text else None for text in (user, role))
    if role_id == EVERYONE:
        table = await ask.do(rules.set_door, ask.user, Door.ALL)
    else:
        table = await ask.do(rules.invite, ask.user, user_id, role_id)
    return _list(ask, table)


async def take_back(ask: Ask, user: str) -> Letter:
    """Take back the invitation of a user, or of the role if no user is given."""
    if user:
        table = await ask.do(rules.take_back, ask.user, read_id(user))
    else:
        table = await ask.do(rules.invite, ask.user, None, NO_ROLE)
    return _list(ask, table)


def _list(ask: Ask, table: Table) -> Letter:
    words = ask.words(table)
    return talk.panel(table, ask.title(table), words, options.back_row(table, words))


def _encode(typed: Arguments) -> tuple[Purpose, str]:
    user = typed.get("user")
    if isinstance(user, ProgramId):
        return Purpose.SET, f"{talk.INVITE}={APP}."
    return Purpose.SET, talk.encode_invitation(user, typed.get("role"))


INVITE = Command(
    "invite",
    msg("Invite a person or a role: only invited people can join"),
    AtTable(find_table.LOBBY, _encode),
    (
        Arg("user", msg("A person to invite"), ArgKind.USER),
        Arg("role", msg("A role to invite: all who have it can join"), ArgKind.ROLE),
        TABLE,
    ),
)
