"""Descriptions of rounds on a line once they are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.dominoes.ending import Ending
from engine.game import Chapter, Note, Seat
from engine.words import Message, Value, Who, count, format_signed, join_items, msg

OUT, BLOCKED = "out", "blocked"
_OFTEN = 2


def describe_round_end(ending: Ending, winners: Sequence[Seat], gains: Sequence[int]) -> Message:
    """Describe how a round ended, with its winners' points: "Cid goes out: +52"."""
    gain = f"+{gains[winners[0]]}" if winners else ""
    if not winners:
        return msg("The round is blocked, and nobody scores.")
    who = join_items([Who(seat) for seat in winners])
    match ending:
        case Ending.OUT:
            return msg("{who} goes out: {gain}.", who=who, gain=gain)
        case Ending.REACHED:
            return msg("{who} reaches the target: {gain}.", who=who, gain=gain)
        case Ending.FORFEIT:
            return msg("A foul stops the round: {gain} for {who}.", who=who, gain=gain)
    return msg("The round is blocked: {gain} for {who}.", who=who, gain=gain)


def notes(seen: Any) -> Sequence[Note]:
    """Return how a round ended, and which seat ended it."""
    ending, last = seen.result.ending, seen.laid[-1].seat if seen.laid else 0
    if ending is Ending.OUT:
        return (Note(OUT, last, 1),)
    return (Note(BLOCKED, last, 1),) if ending is Ending.BLOCKED else ()


def facts(seen: Any, chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield who went out often, how often rounds were blocked, and who held most pips."""
    told = [note for chapter in chapters for note in chapter.notes]
    outs = [sum(note.kind == OUT and note.seat == seat for note in told) for seat in range(len(seen.sizes))]
    most, blocks = max(outs), sum(note.kind == BLOCKED for note in told)
    if most >= _OFTEN and outs.count(most) == 1:
        yield msg("{who} goes out in {n} rounds.", who=Who(outs.index(most)), n=most)
    if blocks >= _OFTEN:
        yield msg("{n} rounds are blocked.", n=blocks)
    yield from _leftover_facts(seen)


def _leftover_facts(seen: Any) -> Iterator[Message]:
    """Yield who held most pips when the last round ended, compared with other holders."""
    if seen.result is None:
        return
    pips = seen.result.residuals
    seat = pips.index(max(pips))
    if not pips[seat]:
        return
    values: dict[str, Value] = {"who": Who(seat), "pips": format_signed(pips[seat])}
    if sum(held > 0 for held in pips) == 1:
        yield count(
            "{who} is left with {n} tile: {pips} pips.",
            "{who} is left with {n} tiles: {pips} pips.",
            seen.sizes[seat],
            **values,
        )
    elif pips.count(pips[seat]) == 1:
        yield count(
            "{who} is left with the most: {n} tile, {pips} pips.",
            "{who} is left with the most: {n} tiles, {pips} pips.",
            seen.sizes[seat],
            **values,
        )
