"""The message that asks people before a game begins whether they are here."""

from __future__ import annotations

import contextlib

from bot import cards, messages
from bot.letters import Letter
from bot.showing.ledger import Ledger
from bot.showing.posting import Posting
from bot.showing.postman import MessageGone, TooOften
from bot.starting import ready_rows
from bot.table.posts import PRESENT
from engine.words import Words


async def show_check(ledger: Ledger, posting: Posting, words: Words, game: messages.AnyGame) -> None:
    """Ask, and say when nobody is asked any more. Who is asked is called once."""
    table, check = ledger.table, ledger.table.company.check
    if check is not None and (asked := table.asked):
        text = words.text(cards.asks_who_is_here(game, table))
        letter = Letter(text, rows=ready_rows(table, words), pings=tuple(table.seats[seat].user for seat in asked))
        with contextlib.suppress(TooOften):
            await posting.put(ledger, PRESENT, check.seq, table.channel, letter)
        return
    for post in ledger.posts(PRESENT):
        if not post.collapsed:
            with contextlib.suppress(TooOften, MessageGone):
                await posting.edit(ledger, post, Letter(words.text(cards.nobody_asked(game, table))))
            ledger.collapsed(post)
