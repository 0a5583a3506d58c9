"""What stands behind a result: how each round was counted, and whether its deals were fair."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.desk.ask import Ask
from bot.table import report
from bot.table.model import Seen
from bot.table.rules.entropy import mark
from bot.talk import deal
from bot.talk.counted import NOTHING, counted
from bot.talk.letter import Letter
from bot.work import Line


async def how(ask: Ask) -> Letter:
    """Tell how a round was counted: the sums in words, and the picture with all hands."""
    rounds = await _rounds(ask)
    if not rounds:
        return ask.says(NOTHING)
    number = min(max(_number(ask.data) or len(rounds), 1), len(rounds))
    table, game, seen = ask.table, ask.game(ask.table), rounds[number - 1]
    told = game.voice.tally(seen)
    assert told is not None
    letter = counted(game, table, told, number, len(rounds), ask.words(table))
    shown = Seen(table, None, seen, reader=ask.user)
    picture = await ask.tools.painter.score(shown, ask.caller.locale, number)
    return replace(letter, pictures=(picture,) if picture else ())


async def _rounds(ask: Ask) -> Sequence[Any]:
    """Return what everybody saw at the end of each round; a long game takes seconds to be played again."""
    log = await ask.service.tables.log(ask.at)
    key = ("rounds", ask.at, len(log.rows))
    return await ask.tools.work.do_long(Line.RECORD, ask.user, lambda: report.scored(log), key=key)


async def deals(ask: Ask) -> Letter:
    """Tell all that is known of the deals of a table, and how to check them."""
    told, word = await ask.service.tables.see(ask.at, report.deals, ask.user)
    own = f"`{mark(word)}` = SHA-256 `{word}`" if word else ""
    return deal.checked(ask.game(ask.table), ask.table, told, own, _number(ask.data), ask.words(ask.table))


def _number(data: str) -> int:
    return int(data) if data.isdecimal() and len(data) < 10 else 0
