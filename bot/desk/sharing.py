"""Posting the replay or best moment of a finished game in its channel, each once.

The replay is posted at once, the best moment after a preview.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple

from bot.desk import moment, replay
from bot.desk.ask import Ask
from bot.desk.post_once import post_once
from bot.table.log.model import Seen
from bot.table.posts import PostKind
from bot.table.record import film
from bot.table.refusals import NotSeated, Refusal
from bot.talk import replay as talk
from bot.talk.letter import Letter, Picture
from engine.game import Seat
from engine.words import msg


class Thing(NamedTuple):
    """Something to post: its kind and number, its text for the seat that shares it, and its picture."""

    kind: PostKind
    seq: int
    letter: Callable[[Seat], Letter]
    picture: Callable[[], Awaitable[Picture]]


async def share(ask: Ask) -> Letter:
    """Post the replay or best moment of a game; the moment is previewed first."""
    # a player who had to leave the server posts nothing there from a private message
    film.require_game_over(ask.local_table)
    if ask.seat is None or ask.table.private:
        raise NotSeated
    if ask.data == talk.NOT_NOW:
        return talk.not_posted(ask.table, ask.words())
    seen = await ask.service.tables.observe(ask.table_id, None, reader=ask.user)
    thing = await _thing(ask, seen)
    await _require_unshared(ask, thing)
    if ask.data == talk.MOMENT:
        letter = talk.preview(thing.letter(ask.seat), seen.table, ask.words())
        return replace(letter, pictures=(await thing.picture(),))
    return ask.reply(talk.share_notice(await _post(ask, thing, ask.seat)), ask.table)


async def _thing(ask: Ask, seen: Seen) -> Thing:
    if ask.data in (talk.MOMENT, talk.POST_MOMENT):
        best = await moment.best(ask, seen)
        return Thing(
            PostKind.MOMENT,
            0,
            lambda seat: moment.letter(ask, seen, best, seat),
            lambda: moment.picture(ask, seen, best),
        )
    number, words = talk.number(ask.data, seen.observation.round), ask.words(seen.table)
    game = ask.game(seen.table)
    return Thing(
        PostKind.FILM,
        number,
        lambda seat: talk.public_letter(game, seen.table, number, seat, words),
        lambda: replay.picture(ask, seen, number),
    )


async def _require_unshared(ask: Ask, thing: Thing) -> None:
    """Raise Refusal if the thing was posted already (with a link), or if enough of the game was."""
    message = await ask.service.shares.find_message(ask.table_id, thing.kind, thing.seq)
    if message is not None:
        raise Refusal(msg("It's shared already: {link}", link=f"{talk.link(ask.table)}/{message}"))


async def _post(ask: Ask, thing: Thing, seat: Seat) -> str:
    """Post something, and return its link. Raises Refusal if it cannot be posted."""
    letter = replace(thing.letter(seat), pictures=(await thing.picture(),))
    said = {thing.letter(other).text for other in range(len(ask.table.seats))}  # any player may have shared it
    return f"{talk.link(ask.table)}/{await post_once(ask, thing.kind, thing.seq, letter, said)}"
