"""Answers every question in the same way, from buttons and commands.

A press goes through these steps: (1) Its table is found; a table of another server at which the caller has no seat
counts as unknown. (2) If its message names steps that the database has lost, the game pauses. (3) The route of its
purpose answers. (4) A caller who needs a seat and has none reads the table's state.

A handler refuses by raising a Refusal, whose sentence is the answer. Any other exception is a fault of ours, which
`bot/discord/answers.py` answers with an apology and the number of the fault. Every answer is for the caller alone; the
public messages follow from the tables. An interaction that arrives twice changes nothing the second time: the tables
ensure that.
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace

import structlog

from bot.desk import away, board_troubles, find_table, moderation, notices, options, play, visitors
from bot.desk.ask import Arguments, Ask, Tools
from bot.desk.caller import Caller, Target
from bot.desk.command import AtTable, Choices, Command, PersonCommand, Suggest, read_suggestions
from bot.desk.routes import ROUTES
from bot.table.log.beacon import message_time
from bot.table.log.model import ANY, NO_CAUSE, Table
from bot.table.refusals import Damaged, NotSeated, Refusal, Unknown
from bot.table.rules.votes import pause_after_loss
from bot.talk import choose_table, practice
from bot.talk import moderation as moderation_talk
from bot.talk.away import FORM
from bot.talk.form import Form
from bot.talk.letter import ControlId, Letter, Purpose
from engine.words import msg


class Desk:
    """Answers what people press and type."""

    def __init__(self, tools: Tools) -> None:
        self.tools = tools

    async def press(self, caller: Caller, id: ControlId, filled: Mapping[str, str] | None = None) -> Letter:
        """Answer a control, or a form that was filled in. Raises Refusal."""
        ask = Ask(self.tools, await self._localize(caller), id.seq, id.data, form_values=filled or {})
        return await notices.add_waiting(ask, _answer_press(ask, id))

    async def form(self, caller: Caller, id: ControlId) -> Form:
        """Return the form that a control opens. Raises Refusal."""
        ask = Ask(self.tools, await self._localize(caller), id.seq, id.data)
        if id.table:
            ask = replace(ask, table_or_none=await _find_table(ask, id.table))
        if id.data.startswith(moderation_talk.FORM):
            return await moderation.form(ask)
        return await (away.form(ask) if id.data == FORM else options.form(ask))

    async def command(self, caller: Caller, command: Command, typed: Arguments | None = None) -> Letter:
        """Answer a command. Raises Refusal."""
        ask = Ask(self.tools, await self._localize(caller), arguments=typed or {})
        return await notices.add_waiting(ask, self._answer_command(ask, command))

    async def _answer_command(self, ask: Ask, command: Command) -> Letter:
        ask = replace(ask, arguments=await read_suggestions(ask, command))
        if not isinstance(command.action, AtTable):
            return await command.action(ask)
        search = find_table.Search(ask, command.action.verb)
        tables = await find_table.find_tables(search, command.action.aim)
        ids = [command.action.control(table, ask.arguments) for table in tables]
        if len(ids) > 1:
            return _ask_which_table(ask, tables, ids)
        at_table = replace(ask, seq=ids[0].seq, data=ids[0].data, table_or_none=tables[0])
        # not awaited yet, so that a refusal gets the table's name too
        answer = _answer_at_table(at_table, ids[0].purpose)
        return await (_add_table_name(at_table, answer) if await search.is_one_of_several() else answer)

    async def person_command(self, caller: Caller, command: PersonCommand, target: Target) -> Letter:
        """Answer a command that was chosen in the menu of a person. Raises Refusal."""
        return await command.handler(Ask(self.tools, await self._localize(caller), target_or_none=target))

    async def suggest(self, caller: Caller, suggest: Suggest, sofar: str, others: Arguments) -> Choices:
        """Return suggestions for an argument, given its typed beginning and the other arguments."""
        return await suggest(Ask(self.tools, await self._localize(caller), arguments=others), sofar)

    async def _localize(self, caller: Caller) -> Caller:
        """Return a caller with the locale in which they read, instead of the one that Discord reports."""
        locale = await self.tools.service.readers.locale_of(caller.person.user, caller.locale)
        return replace(caller, locale=locale, discord_locale=caller.locale)


async def _answer_press(ask: Ask, id: ControlId) -> Letter:
    """Answer a press, whether it is about a table or not."""
    if not id.table:
        return await ROUTES[id.purpose](ask)
    return await _answer_at_table(replace(ask, table_or_none=await _find_table(ask, id.table)), id.purpose)


async def _answer_at_table(ask: Ask, purpose: Purpose) -> Letter:
    """Answer a press at a table that the caller may know of."""
    structlog.contextvars.bind_contextvars(table=ask.table_id, seq=ask.table.seq)
    try:
        if await _pause_after_loss(ask):
            return await play.hand(ask)
        letter = await ROUTES[purpose](ask)
    except NotSeated:
        return await visitors.letter(ask, ask.table)
    letter = await board_troubles.add_notice(ask, ask.table, letter)
    if ask.table.private and letter.hand is None:  # the answer takes the place of the message that shows the game
        return letter.with_row(practice.back_row(ask.table, ask.words()))
    return letter


async def _add_table_name(ask: Ask, answer: Awaitable[Letter]) -> Letter:
    """Return the answer to a command, with the name of its table if that is missing.

    A refusal names the table too.
    """
    title = ask.title(ask.table)
    try:
        letter = await answer
    except Refusal as refusal:
        refusal.message = choose_table.refusal_text(title, refusal.message)
        raise
    name = ask.words().text(title)
    return letter if name in letter.text else letter.with_first_paragraph(f"**{name}**")


async def _find_table(ask: Ask, table: int) -> Table:
    """Return a table that the caller may know of.

    The caller may know of a table of this server, a table of another server at which they have a seat, and their own
    practice game. Raises Damaged if such a table cannot be read, and Unknown for all other tables, readable or not.
    """
    try:
        candidate = await ask.service.tables.table(table, ANY)
    except Damaged:
        await ask.service.listing.require_access(table, ask.user, ask.caller.guild)
        raise
    if (candidate.private or candidate.guild != ask.caller.guild) and candidate.seat_of(ask.user) is None:
        raise Unknown
    return candidate


async def _pause_after_loss(ask: Ask) -> bool:
    """Pause the game if the pressed message names steps that the database has lost.

    Return whether the press must be ignored for that reason. Such a message was sent when the log was longer
    than it is now. The host can resume the game.
    """
    table, message = ask.table, ask.caller.message
    if message is None or not table.is_running:
        return False
    lost = table.standing.halt.lost
    if lost is not None and message <= lost.until:
        return lost.is_lost_message(message, ask.seq)  # the game was paused for this loss already
    if ask.seq <= table.seq:
        return False
    if lost is not None and lost.copy and message_time(message) <= 1000 * lost.at:  # milliseconds
        return True  # the message shows a hand that was opened shortly before the copy was restored
    changed_table = await ask.service.tables.do(table.id, NO_CAUSE, pause_after_loss, ask.seq, message, ask.interaction)
    return changed_table.is_paused


def _ask_which_table(ask: Ask, tables: Sequence[Table], ids: Sequence[ControlId]) -> Letter:
    """Offer a button for each table that a command can mean.

    Each button does what was typed. Raises Refusal if the typed text does not fit into a button.
    """
    if not all(id.is_sendable for id in ids):
        raise Refusal(msg("There are several tables here. Say which one with `table`."))
    choices = [(ask.title(table), id) for table, id in zip(tables, ids, strict=True)]
    return ask.reply(choose_table.QUESTION, None, *choose_table.rows(choices, ask.plain_words()))
