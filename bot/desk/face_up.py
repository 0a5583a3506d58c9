"""Showing a finished game step by step with all hands open, to the caller alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.desk.ask import Ask
from bot.pictures.drawings import draw_face_up
from bot.runtime.work import Queue
from bot.table.log.model import Seen
from bot.table.record import film
from bot.table.record.report import Log
from bot.table.record.stepwise import Steps
from bot.talk import face_up as talk
from bot.talk import replay
from bot.talk.letter import Letter
from bot.talk.replay import CaptionedShot
from bot.talk.title import AnyGame


async def face_up(ask: Ask) -> Letter:
    """Show the table after one step, with all hands open."""
    film.require_game_over(ask.table)
    seen = await ask.service.tables.observe(ask.table_id, None, reader=ask.user)
    frames = await load_steps(ask, seen)
    index = talk.find_frame(frames, ask.data)
    shot, game = frames[index].shot, ask.game(seen.table)
    letter = talk.letter(game, seen.table, frames, index, ask.words(seen.table), seated=ask.seat is not None)
    layout = await ask.service.outbox.layout(ask.table_id, shot.round)
    at_step = replace(seen, observation=shot.seen)
    picture = await ask.tools.painter.draw(draw_face_up, at_step, layout, ask.caller.locale, tuple(shot.hands))
    return replace(letter, pictures=(picture,))


async def load_steps(ask: Ask, seen: Seen) -> Sequence[CaptionedShot]:
    """Return the steps of a game; replaying a long game takes seconds."""
    table = seen.table
    key = ("face up", table.id, table.position_seq)

    async def work() -> Sequence[CaptionedShot]:
        log = await ask.service.tables.log(table.id)
        return await ask.tools.work.do_long(
            Queue.RECORD, ask.user, lambda: _reveal_steps(log, ask.game(table), seen), key=key
        )

    return await ask.tools.face_up_steps.get(key, work)


def _reveal_steps(log: Log, game: AnyGame, seen: Seen) -> Steps[Sequence[CaptionedShot]]:
    shots = yield from film.collect_shots(log, face_up=True)
    return replay.require_frames(replay.build_frames(game, seen, shots))
