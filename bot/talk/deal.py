"""The messages that carry the fingerprint of a deal before it is made, and what is told of deals to those who check."""

from __future__ import annotations

from collections.abc import Sequence

from bot.table.dealing import Commitment, Reveal
from bot.table.model import Seen, Table
from bot.talk.letter import TEXT_LENGTH, Button, ControlId, Letter, Purpose
from bot.talk.result import checks, round_over
from bot.talk.title import AnyGame, headed, titled
from bot.talk.words import said
from engine.deal import short
from engine.words import Message, Who, Words, lines, listed, msg

_ROOM = 500
"""Characters that are kept free for what stands above and below the deals."""


def dealt(game: AnyGame, seen: Seen, commitment: Commitment, words: Words) -> Letter:
    """Build what comes before a deal: who plays, that tiles are shuffled, or how the round before ended."""
    text = lines(_before(game, seen), sealed(commitment))
    return said(words, text, checks(seen, words) if seen.observation.scored or not seen.table.round else ())


def _before(game: AnyGame, seen: Seen) -> Message:
    if seen.observation.scored:
        return round_over(game, seen)
    if seen.table.round:
        return msg("{title}: tiles are shuffled.", title=headed(game, seen))
    people = listed([Who(seat) for seat in range(len(seen.table.seats))])
    return msg("**{title}** begins: {people}.", title=headed(game, seen), people=people)


def sealed(commitment: Commitment) -> Message:
    """Promise a deal that is still to come, by the beginning of its fingerprint."""
    return msg("-# 🔒 Deal {round} · `{print}`", round=commitment.round, print=short(commitment.text))


def checked(
    game: AnyGame, table: Table, deals: Sequence[Reveal | Commitment], word: str, newest: int, words: Words
) -> Letter:
    """Tell all that is known of the deals of a table, the newest first, from deal `newest` on; `word` is what the
    reader gave to the shuffle, with its mark."""
    shown = list[Message]()
    room, left = TEXT_LENGTH - _ROOM, list(deals[:newest] if newest else deals)
    while left and (room := room - len(words.text(told := _told(left[-1])))) >= 0:
        shown.append(told)
        left.pop()
    text = lines(
        msg("**Deals of {title}**", title=titled(game, table)),
        msg("A fingerprint stands here before its deal, and the seed behind it is opened after the round."),
        *shown,
        msg("Your word in the shuffle: {word}", word=word) if word else None,
        msg("-# `/record` gives a file. `python -m bot verify` repeats every deal in it."),
    )
    earlier = ControlId(Purpose.DEALS, table.id, data=str(len(left)))
    return said(words, text, ((Button(words.text(msg("Earlier deals")), earlier),),) if left else ())


def _told(deal: Reveal | Commitment) -> Message:
    if isinstance(deal, Commitment):
        return msg("🔒 **Deal {n}** · `{print}`\nfingerprint `{whole}`\nIts seed is opened after the round.",
                   n=deal.round, print=short(deal.text), whole=deal.text)  # fmt: skip
    return msg("🔓 **Deal {n}** · `{print}`\nfingerprint `{whole}`\nseed `{seed}`",
               n=deal.round, print=short(deal.commitment), whole=deal.commitment, seed=deal.seed)  # fmt: skip
