"""Looking at the hand of a player who allows it, for users who do not play."""

from __future__ import annotations

import re

from bot.desk import finding
from bot.desk.ask import Ask
from bot.desk.command import TABLE, Arg, AtTable, Command, Kind, at_table
from bot.desk.finding import Aim, Around
from bot.table.model import Status, Table
from bot.table.refusals import Refusal
from bot.table.rules import peek
from bot.table.settled.peek import Peek
from bot.talk import peek as talk
from bot.talk.letter import Letter, Picture, Purpose
from engine.words import Message

USER_ID = re.compile(r"[0-9]{1,18}|[0-8][0-9]{18}")
"""A number that Discord could give a user; a control that was made up may hold anything."""


async def allow(ask: Ask) -> Letter:
    """Let a user look at the caller's hand."""
    if USER_ID.fullmatch(ask.data) is None:
        raise Refusal(talk.UNKNOWN)
    viewer = int(ask.data)
    table = await ask.do(peek.allow, ask.user, viewer)
    return ask.says(talk.allowed(viewer), table, talk.end_row(table, ask.words(table)))


async def look(ask: Ask) -> Letter:
    """Show the caller, alone, the hand that its player lets them look at."""
    if not ask.here.running:
        raise Refusal(peek.NOTHING)
    table = await ask.do(peek.look, ask.user)
    one = next((one for one in table.standing.peeks.now if one.viewer == ask.user), None)
    if one is None:
        raise Refusal(peek.NOTHING)
    picture = await _picture(ask, one)
    return talk.shown(table, ask.title(table), one, picture, ask.words(table))


async def end(ask: Ask) -> Letter:
    """End it, for the player and for the viewer."""
    return ask.says(talk.ENDED, await ask.do(peek.end, ask.user))


async def _picture(ask: Ask, one: Peek) -> Picture:
    painter, owner = ask.tools.painter, ask.here.seats[one.seat].user
    seen = await ask.service.tables.observe(ask.at, owner, reader=ask.user)
    picture = await painter.hand(seen, await painter.layout(seen), ask.caller.locale)
    return talk.described(one, picture, painter.words(seen, ask.caller.locale))


async def _open_to_caller(around: Around) -> list[Table]:
    user, running = around.ask.user, await around.open(Status.RUNNING)
    return [table for table in running if any(one.viewer == user for one in table.standing.peeks.now)]


async def _nothing(_: Around) -> Message:
    return peek.NOTHING


ALLOW = Command(
    "allowpeek",
    "Let a spectator see your hand",
    AtTable(finding.VOTE, lambda typed: (Purpose.ALLOW, str(typed["user"]))),
    (Arg("user", "Who can look (everyone at the table is told)", Kind.USER, needed=True), TABLE),
)
LOOK = at_table("peek", "See a hand that you can look at", Aim((_open_to_caller,), _nothing), Purpose.PEEK)
