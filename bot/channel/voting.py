"""The message of a vote: it asks with two buttons, and then says how it ended."""

from __future__ import annotations

import contextlib

from bot.channel.ledger import Ledger
from bot.channel.port import MessageGone, TooOften
from bot.channel.posting import Posting
from bot.table.posts import VOTE
from bot.talk import vote as talk
from bot.talk.letter import Letter
from engine.words import Words


async def show_vote(ledger: Ledger, posting: Posting, words: Words) -> None:
    """Ask what is asked, calling those who have to answer, and let a vote that is over say how it ended.

    Nobody is called twice for the same question. A vote that nobody saw is not told any more.
    """
    table, vote = ledger.table, ledger.table.standing.vote
    if vote is None:
        return
    letter = talk.letter(table, vote, words)
    if letter.rows:
        with contextlib.suppress(TooOften):
            await posting.put(ledger, VOTE, vote.seq, table.place, letter)
    for post in ledger.posts(VOTE):
        if post.seq == vote.seq and letter.rows:
            continue
        ended = letter if post.seq == vote.seq else Letter(words.text(talk.PAST))
        with contextlib.suppress(TooOften, MessageGone):
            await posting.edit(ledger, post, ended)
        ledger.collapsed(post)
