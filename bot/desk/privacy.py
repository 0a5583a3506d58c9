"""Shows, exports or deletes the data that the bot keeps about a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import structlog

from bot.desk.ask import Ask, Handler
from bot.desk.command import Arg, Command
from bot.service.exports import export_as_json
from bot.table.log.rows import PersonalData
from bot.table.refusals import Refusal
from bot.talk import operator
from bot.talk import privacy as talk
from bot.talk.letter import Letter
from bot.talk.privacy import PrivacyAction
from engine.words import lines, msg

NOTHING = PersonalData(None, [], [], ())
"""The data of a person about whom nothing is kept."""

log = structlog.get_logger()


async def press(ask: Ask) -> Letter:
    """Answer a control of the messages about privacy."""
    return await _HANDLERS.get(ask.data, show)(ask)


async def privacy(ask: Ask) -> Letter:
    """Answer `/privacy`."""
    return await _HANDLERS.get(ask.arguments.get("what", PrivacyAction.SHOW), show)(ask)


async def show(ask: Ask) -> Letter:
    """Describe what is kept about the caller."""
    data = await ask.service.people.collect_data(ask.user)
    if _only_marks(data):
        return ask.reply(lines(talk.marks_text(data), operator.line(ask.tools.operator())))
    return ask.reply(talk.stored_data_text(data, operator.line(ask.tools.operator())), None, talk.row(ask.words()))


async def export(ask: Ask) -> Letter:
    """Answer with what is kept about the caller, as a file that other programs can read."""
    data = await ask.service.people.collect_data(ask.user)
    return replace(ask.reply(talk.FILE), files=((f"boneyard-{ask.user}.json", export_as_json(ask.user, data)),))


async def confirm_deletion(ask: Ask) -> Letter:
    """Ask a second time before everything is deleted, and describe what will happen.

    If only marks are kept (see `_only_marks`), nothing has to be confirmed. What others have stored about the caller is
    deleted at once.
    """
    data = await ask.service.people.collect_data(ask.user)
    if _only_marks(data):
        await ask.service.people.forget_blocks_and_reports(ask.user)
        return ask.reply(talk.marks_text(data))
    return ask.reply(talk.deletion_warning(data), None, talk.confirmation_row(ask.words()))


async def delete(ask: Ask) -> Letter:
    """Forget the caller.

    If only marks are kept, as after a press of an old message, delete only what others have stored about them.
    """
    data = await ask.service.people.collect_data(ask.user)
    if _only_marks(data):
        await ask.service.people.forget_blocks_and_reports(ask.user)
        return ask.reply(talk.marks_text(data))
    try:
        await ask.service.people.forget(ask.user)
    except Refusal as refused:
        if not _only_marks(await ask.service.people.collect_data(ask.user)):
            raise
        log.warning("cleanup after a deletion postponed", error=type(refused).__name__)
    data = await ask.service.people.collect_data(ask.user)
    return ask.reply(talk.FORGOTTEN if data == NOTHING else lines(talk.ALL_ELSE, talk.marks_text(data)))


_HANDLERS: Mapping[str, Handler] = {
    PrivacyAction.SHOW: show,
    PrivacyAction.EXPORT: export,
    PrivacyAction.ASK: confirm_deletion,
    PrivacyAction.DELETE: delete,
}


def _only_marks(data: PersonalData) -> bool:
    """Return whether only marks are kept, such as of a block or a seat that was given up; they outlast a deletion."""
    return data._replace(left=(), out=(), away=0, blocked=False, kept_out=()) == NOTHING


PRIVACY = Command(
    "privacy",
    msg("What I keep about you, and how to delete it"),
    privacy,
    (
        Arg(
            "what",
            msg("What you want"),
            choices=[
                (msg("show what is kept about me"), PrivacyAction.SHOW.value),
                (msg("export it as a file"), PrivacyAction.EXPORT.value),
                (msg("delete it"), PrivacyAction.ASK.value),
            ],
        ),
    ),
    works_everywhere=True,
)
