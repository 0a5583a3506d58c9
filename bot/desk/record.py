"""Records of whole games as files, to check and to read."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.desk import find_table
from bot.desk.ask import Ask
from bot.desk.command import at_table
from bot.runtime.work import Queue
from bot.table.log.model import Table
from bot.table.record.report import Log
from bot.table.record.stepwise import Steps
from bot.table.record.transcript import build_transcript
from bot.talk import record as talk
from bot.talk.letter import Letter, Purpose
from bot.talk.words import plain_names
from engine.words import Message, Words, msg


async def record(ask: Ask) -> Letter:
    """Answer with the record of a table: a file to check, and one to read."""
    table, name = ask.local_table, f"{ask.local_table.game}-{ask.local_table.number}"
    json, text = await _files(ask, table, await ask.service.tables.log(table.id))
    note = talk.describe_files(ask.title(table))
    return replace(ask.reply(note, table), files=((f"{name}.json", json), (f"{name}.txt", text)))


async def _files(ask: Ask, table: Table, log: Log) -> tuple[bytes, bytes]:
    """Return both files, from the cache if they have not changed.

    Making the files of a long game takes seconds.
    """
    # without `player`, because a user's name gets no robot mark while a computer player sits in
    names = plain_names([seat if seat.computer else replace(seat, player=None) for seat in table.seats])
    title, words = ask.title(table), ask.tools.texts.words(ask.caller.locale, names)
    current = log.draft.table
    key = (current.id, len(log.rows), current.status, names, ask.caller.locale)
    build = partial(build_files, log, title, words)
    return await ask.tools.records.get(
        key, lambda: ask.tools.work.do_long(Queue.RECORD, ask.user, build, key=("record", key))
    )


def build_files(log: Log, title: Message, words: Words) -> Steps[tuple[bytes, bytes]]:
    """Replay a game once, and return both of its files: the JSON and the text.

    The function yields between its steps, so that other work can go first.
    """
    steps = yield from log.replay_steps()
    record = log.record(steps)
    yield
    text = yield from build_transcript(record, steps, log.draft.game, title, words)
    yield
    return record.to_json(), text.encode()


RECORD = at_table("record", msg("All moves of a game as a file"), find_table.RECORD, Purpose.RECORD)
