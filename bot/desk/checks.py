"""The proof behind a result: the count of each round, and the check of the deals."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.channel.port import MessageGone, Refused, TryLater
from bot.desk.ask import Ask, Games
from bot.pictures.drawings import draw_score
from bot.pictures.painter import NotDrawn
from bot.runtime.work import Queue
from bot.table.log.model import Seen
from bot.table.record import report
from bot.table.record.check.log import Post, shorten_hash
from bot.table.record.report import Log
from bot.table.record.stepwise import Steps
from bot.table.record.verify import Findings, verify_stepwise
from bot.talk import deal_check as talk
from bot.talk.deal_check import MessageState
from bot.talk.letter import Letter
from bot.talk.round_score import NOTHING, score_count_letter
from bot.talk.words import mentions


async def explain_score(ask: Ask) -> Letter:
    """Show how a round was counted: a picture of all hands and sums, or the sums in words if it can't be drawn."""
    rounds = await _round_ends(ask)
    if not rounds:
        return ask.reply(NOTHING)
    number = min(_number(ask.data) or len(rounds), len(rounds))  # the last round by default
    table, game = ask.table, ask.game(ask.table)
    seen = replace(rounds[number - 1], table=table, reader=ask.user)
    picture = None
    with suppress(NotDrawn):
        picture = await ask.tools.painter.draw(draw_score, seen, (), ask.caller.locale)
    tally = game.voice.tally(seen.observation) if picture is None else None
    words = ask.words(table).with_names(mentions(seen.participants))
    letter = score_count_letter(game, table, tally, number, len(rounds), words)
    return replace(letter, pictures=(picture,) if picture else ())


async def _round_ends(ask: Ask) -> Sequence[Seen]:
    """Return what everybody saw at the end of each round.

    Replaying a long game takes seconds.
    """
    log = await ask.service.tables.log(ask.table_id)
    key = ("rounds", ask.table_id, len(log.rows))
    return await ask.tools.work.do_long(Queue.RECORD, ask.user, lambda: report.collect_round_ends(log), key=key)


async def deals(ask: Ask) -> Letter:
    """Check the deals of a table by its record and its messages.

    The answer describes both checks, and what is left for the reader to check.
    """
    findings = await _check_record(ask)
    newest = _number(ask.data)  # the number of the newest entry to show
    page, _ = talk.select_page(talk.list_entries(findings), newest)
    states = {entry.post.message: await _inspect_message(ask, entry.post) for entry in page if entry.post is not None}
    return talk.build_letter(ask.game(ask.table), ask.table, findings, newest, states, ask.words(ask.table))


async def _check_record(ask: Ask) -> Findings:
    """Return what the verifier finds in the table's record, cached until the record changes."""
    log = await ask.service.tables.log(ask.table_id)
    key = ("checked", ask.table_id, len(log.rows), log.draft.table.status)
    check = partial(_replay_and_verify, log, ask.tools.games)
    return await ask.tools.checks.get(key, lambda: ask.tools.work.do_long(Queue.RECORD, ask.user, check, key=key))


def _replay_and_verify(log: Log, games: Games) -> Steps[Findings]:
    steps = yield from log.replay_steps()
    data = log.record(steps).to_json()
    yield  # so that other work can go first
    return (yield from verify_stepwise(data, games))


async def _inspect_message(ask: Ask, post: Post) -> MessageState:
    """Return the state in Discord of a message that shows the head (the hash) of a step."""
    try:
        message = await ask.tools.postman.read(post.channel, post.message)
    except MessageGone:
        return MessageState.DELETED
    except (Refused, TryLater):
        return MessageState.UNREADABLE
    if not message.is_ours:
        return MessageState.NOT_OURS
    if message.is_answer:
        return MessageState.IS_ANSWER
    if shorten_hash(post.shows.head) not in message.text:
        return MessageState.OTHER_HEAD
    return MessageState.EDITED if message.is_edited else MessageState.UNCHANGED


def _number(data: str) -> int:
    return int(data) if data.isdecimal() and len(data) < 10 else 0
