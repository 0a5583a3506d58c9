"""A game that was begun under other rules: what its players read, and how they end it by a vote."""

from __future__ import annotations

import contextlib

from bot.channel.port import MessageGone, Postman, PrivateClosed, Refused, TooOften, TryLater
from bot.desk.ask import Ask
from bot.service.old import Agreed
from bot.table.refusals import OtherRules
from bot.talk import old as talk
from bot.talk.letter import Letter
from bot.talk.title import numbered


async def press(ask: Ask, table: int, why: OtherRules) -> Letter:
    """Answer any press at such a game: why it rests, and the button that ends it; that button asks all."""
    if ask.data != talk.OLD:
        return talk.rests(why.message, table, ask.words())
    agreed = await ask.service.old.agree(table, ask.user, ask.by)
    if agreed.news:
        await _tell(ask, agreed)
    return ask.says(talk.over() if agreed.over else talk.waits(len(agreed.users), agreed.of))


async def _tell(ask: Ask, agreed: Agreed) -> None:
    """Say in the channel who asks, and how it ended; the press is answered in any case."""
    row = agreed.row
    title = numbered(ask.tools.games[row.game], row.number)
    letter = talk.told(title, row.id, agreed.users, ask.words(), over=agreed.over)
    place = row.thread or row.channel
    with contextlib.suppress(Refused, TryLater, PrivateClosed):
        await ask.tools.postman.send(place, letter, f"{row.id:x}-o{row.seq:x}")
    if agreed.over:
        with contextlib.suppress(Refused, TryLater):
            await _unbutton(ask.tools.postman, place, row.id)


async def _unbutton(postman: Postman, place: int, table: int) -> None:
    """Take the button from the messages that offered it, as far as Discord has them still and lets us."""
    for sent in await postman.newest(place):
        if talk.end_it(table) in sent.controls:
            with contextlib.suppress(MessageGone, TooOften):
                await postman.edit(place, sent.message, Letter(sent.text))
