"""The message that asks people before a game begins whether they are here."""

from __future__ import annotations

import contextlib

from bot.channel.ledger import Ledger
from bot.channel.port import MessageGone, TooOften
from bot.channel.posting import Posting
from bot.table.posts import PRESENT
from bot.talk import ready
from bot.talk.letter import Letter
from bot.talk.title import AnyGame
from engine.words import Words


async def show_check(ledger: Ledger, posting: Posting, words: Words, game: AnyGame) -> None:
    """Ask, and say when nobody is asked any more. Who is asked is called once."""
    table, check = ledger.table, ledger.table.standing.check
    if check is not None and table.asked:
        letter = ready.letter(game, table, words)
        with contextlib.suppress(TooOften):
            await posting.put(ledger, PRESENT, check.seq, table.channel, letter)
        return
    for post in ledger.posts(PRESENT):
        if not post.collapsed:
            with contextlib.suppress(TooOften, MessageGone):
                await posting.edit(ledger, post, Letter(words.text(ready.nobody_asked(game, table))))
            ledger.collapsed(post)
