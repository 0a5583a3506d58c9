"""Sharing the best moment of a game, as one picture."""

from __future__ import annotations

from dataclasses import replace

from bot.desk import face_up
from bot.desk.ask import Ask
from bot.pictures.drawings import draw_face_up, draw_score, film_last_lap
from bot.table.log.model import Seen
from bot.talk import moment as talk
from bot.talk.letter import Letter, Picture
from bot.talk.moment import Moment
from engine.game import Seat


async def find_best(ask: Ask, seen: Seen) -> Moment:
    """Return the best moment of a game that is over."""
    shots = [frame.shot for frame in await face_up.load_steps(ask, seen)]
    return talk.find_best(ask.game(seen.table), seen, shots)


def letter(ask: Ask, seen: Seen, moment: Moment, seat: Seat) -> Letter:
    """Return the message in which a player shares the moment, still without its picture."""
    return talk.letter(ask.game(seen.table), seen.table, moment, seat, ask.words(seen.table))


async def picture(ask: Ask, seen: Seen, moment: Moment) -> Picture:
    """Draw a moment: the last lap before a block, the count of a round, or the table.

    In that lap, one player after the other confirms that nothing fits. The count is drawn only if it shows the moment.
    A moment without a step shows the end of the game.
    """
    painter, locale = ask.tools.painter, ask.caller.locale
    if moment.shot is None:
        return await painter.draw_finale(seen, await painter.layout(seen), locale)
    at_moment = replace(seen, observation=moment.shot.seen)
    if (lap := await painter.draw_in_steps(film_last_lap, at_moment, (), locale)) is not None:
        return lap
    if moment.highlight.counted and (score := await painter.draw(draw_score, at_moment, (), locale)) is not None:
        return score
    layout = await ask.service.outbox.layout(ask.table_id, moment.shot.round)
    return await painter.draw(draw_face_up, at_moment, layout, locale, ())
