"""Replays of finished games as animated pictures, which show only what everybody saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from bot.desk.ask import Ask
from bot.runtime.work import Queue
from bot.table.log.model import Seen
from bot.table.record import film
from bot.table.record.film import Replay
from bot.table.record.report import Log
from bot.table.record.stepwise import Steps
from bot.talk import replay as talk
from bot.talk.letter import ALT_LENGTH, Letter, Picture
from bot.talk.replay import CaptionedShot
from bot.talk.title import AnyGame
from bot.talk.words import plain_names, shorten_text
from engine.words import Words
from renderers.look import Layout, Look
from renderers.replay import Frame, Round, draw_replay


class Job(NamedTuple):
    """The input of a replay."""

    log: Log
    game: AnyGame
    look: Look[Any]
    seen: Seen
    """The end of the game, as everybody sees it."""
    layouts: Mapping[int, Layout]
    words: Words


async def replay(ask: Ask) -> Letter:
    """Show the replay of a finished game or round to the caller alone."""
    film.require_game_over(ask.table)
    seen = await ask.service.tables.observe(ask.table_id, None, reader=ask.user)
    number = talk.parse_round(ask.data, seen.observation.round)
    loaded_replay = await _load_replay(ask, seen, number)
    seated = not seen.table.private and ask.seat is not None
    letter = talk.letter(
        ask.game(seen.table), seen.table, number, loaded_replay.rounds, ask.words(seen.table), seated=seated
    )
    return talk.with_picture(letter, _picture(ask, seen, loaded_replay))


async def picture(ask: Ask, seen: Seen, number: int) -> Picture:
    """Return the replay of a round, or of the whole game (0), as a file."""
    return _picture(ask, seen, await _load_replay(ask, seen, number))


def _picture(ask: Ask, seen: Seen, loaded_replay: Replay) -> Picture:
    words = _words(ask, seen)
    alt = talk.alt(ask.game(seen.table), seen, loaded_replay.frames)
    return Picture(talk.NAME, loaded_replay.gif, shorten_text(words.text(alt), ALT_LENGTH))


def _words(ask: Ask, seen: Seen) -> Words:
    return ask.tools.texts.words(ask.caller.locale, plain_names(seen.table.seats))


async def _load_replay(ask: Ask, seen: Seen, number: int) -> Replay:
    """Return a replay from the cache, else make it.

    Making one takes seconds, and all other drawing goes first.
    """
    table = seen.table
    key = ("replay", table.id, table.position_seq, number, plain_names(table.seats), ask.caller.locale)

    async def make() -> Replay:
        log, layouts = await ask.service.tables.log(table.id), await ask.service.outbox.layouts(table.id)
        job = Job(log, ask.game(table), ask.tools.painter.look_of(seen), seen, layouts, _words(ask, seen))
        return await ask.tools.work.do_long(Queue.REPLAY, ask.user, lambda: make_replay(job, number), key=key)

    return await ask.tools.replays.get(key, make)


def make_replay(job: Job, number: int) -> Steps[Replay]:
    """Make the replay of a round, or of the whole game (0), step by step."""
    shots = yield from film.collect_shots(job.log)
    all_frames = talk.require_frames(talk.build_frames(job.game, job.seen, shots))
    yield
    frames = talk.select_frames(all_frames, number)
    if not frames:  # there is no such round: show the whole game
        frames = talk.select_frames(all_frames, 0)
    gif = yield from draw_replay(job.look, _rounds(job, frames), job.words)
    return Replay(gif, len(frames), all_frames[-1].shot.round)


def _rounds(job: Job, frames: Sequence[CaptionedShot]) -> Sequence[Round]:
    """Return the frames of each round.

    In the last lap before a block, one player after the other confirms that nothing fits. `lap_places` are the frames
    before which the replay shows this lap, if the round ended by a block.
    """
    lap_places = talk.find_lap_frames(frames, len(job.seen.table.seats))
    pairs = [(frame.shot.round, _frame(job.words, frame, place in lap_places)) for place, frame in enumerate(frames)]
    return [
        Round([frame for _, frame in round_pairs], job.layouts.get(number, ()))
        for number, round_pairs in groupby(pairs, itemgetter(0))
    ]


def _frame(words: Words, frame: CaptionedShot, in_lap: bool) -> Frame:
    return Frame(frame.shot.seen, words.text(frame.caption) if frame.caption else "", frame.ends, in_lap)
