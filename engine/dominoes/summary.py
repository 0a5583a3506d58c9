"""Descriptions of rounds on a line once they are over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from engine.dominoes.ending import Ending
from engine.dominoes.events import ShutoutWon
from engine.game import Chapter, Note, Seat
from engine.stats import Figure, Mark
from engine.words import Join, Message, Who, count, deed, join_items, msg, sentences

OUT, BLOCKED = "out", "blocked"
BLOCK = msg("Blocked!")
_LEAST_MENTIONED = 2
"""The fewest rounds for which a fact is mentioned."""


def describe_round_end(ending: Ending, winners: Sequence[Seat], gains: Sequence[int]) -> Message:
    """Describe the end of a round that wasn't blocked, with its winners' points: "Cid goes out: +52 for …"."""
    if not winners:
        return msg("A foul stops the round, and nobody scores.")
    who = join_items([Who(seat) for seat in winners])
    gain = f"+{gains[winners[0]]}"
    match ending:
        case Ending.OUT:
            return msg("{who} goes out: {gain} for the pips left in hands.", who=who, gain=gain)
        case Ending.REACHED:
            return msg("The target is reached. {who}: {gain} in this round.", who=who, gain=gain)
        case _:
            return msg("A foul stops the round. {who}: {gain}.", who=who, gain=gain)


def explain_block(numbers: Iterable[int]) -> Message:
    """Say that a round is blocked, and that nobody had a tile for these open ends."""
    return sentences(BLOCK, describe_missing_numbers(numbers))


def describe_missing_numbers(numbers: Iterable[int]) -> Message:
    """Say that nobody has a tile for these open ends: "Nobody has a tile with 6 or 2."."""
    return msg("Nobody has a tile with {numbers}.", numbers=join_items(sorted(set(numbers), reverse=True), Join.OR))


def describe_lightest(
    lowest: Sequence[Seat], pips: int, winners: Sequence[Seat], gain: int, rule: Message | None = None
) -> Message:
    """Describe the lightest hands of a blocked round and their points; `rule` decided a tie."""
    if len(lowest) > 1:
        tied = join_items([Who(seat) for seat in lowest])
        text = count(
            "{who} have the lightest hands ({n} pip each).",
            "{who} have the lightest hands ({n} pips each).",
            pips,
            who=tied,
        )
        return sentences(text, rule, _share(winners, gain) if winners else None)
    return _describe_lightest_hand(lowest[0], pips, gain)


def _describe_lightest_hand(seat: Seat, pips: int, gain: int) -> Message:
    """Describe the only lightest hand, and its points."""
    if gain:
        return deed(
            (
                "{who} has the lightest hand ({n} pip) and scores {gain}.",
                "{who} has the lightest hand ({n} pips) and scores {gain}.",
            ),
            (
                "You have the lightest hand ({n} pip) and score {gain}.",
                "You have the lightest hand ({n} pips) and score {gain}.",
            ),
            who=Who(seat),
            n=pips,
            gain=gain,
        )
    return deed(
        (
            "{who} has the lightest hand ({n} pip), but scores nothing.",
            "{who} has the lightest hand ({n} pips), but scores nothing.",
        ),
        (
            "You have the lightest hand ({n} pip), but score nothing.",
            "You have the lightest hand ({n} pips), but score nothing.",
        ),
        who=Who(seat),
        n=pips,
    )


def _share(winners: Sequence[Seat], gain: int) -> Message:
    """Say what each of the tied seats that won scores."""
    if not gain:
        return msg("Nobody scores.")
    if len(winners) == 1:
        return deed("{who} scores {gain}.", "You score {gain}.", who=Who(winners[0]), gain=gain)
    return msg("{who} score {gain} each.", who=join_items([Who(seat) for seat in winners]), gain=gain)


def notes(seen: Any) -> Sequence[Note]:
    """Return a note about the end of a round, with the seat that ended it."""
    ending = seen.result.ending
    last_seat = seen.laid[-1].seat if seen.laid else 0
    if ending is Ending.OUT:
        return (Note(OUT, last_seat, 1),)
    return (Note(BLOCKED, last_seat, 1),) if ending is Ending.BLOCKED else ()


def facts(seen: Any, chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield facts about going out often, about blocked rounds, and about the most pips left."""
    all_notes = [note for chapter in chapters for note in chapter.notes]
    outs = [sum(note.kind == OUT and note.seat == seat for note in all_notes) for seat in range(len(seen.sizes))]
    most_outs, blocks = max(outs), sum(note.kind == BLOCKED for note in all_notes)
    if most_outs >= _LEAST_MENTIONED and outs.count(most_outs) == 1:
        yield count(
            "{who} goes out in {n} round.", "{who} goes out in {n} rounds.", most_outs, who=Who(outs.index(most_outs))
        )
    if blocks >= _LEAST_MENTIONED:
        yield msg("Blocked rounds: {n}.", n=blocks)
    yield from _leftover_facts(seen)


def _leftover_facts(seen: Any) -> Iterator[Message]:
    """Yield a fact about the player with more pips than any other at the end of the last round."""
    if seen.result is None:
        return
    pips = seen.result.residuals
    seat = pips.index(max(pips))
    if not pips[seat]:
        return
    if pips.count(pips[seat]) == 1:
        yield count("{who} gets stuck with {n} pip.", "{who} gets stuck with {n} pips.", pips[seat], who=Who(seat))


SHUTOUTS = Figure("shutouts", msg("Shutouts won"))


def shutout_marks(event: ShutoutWon) -> Iterator[Mark]:
    """Yield a mark for each player of the pair that won."""
    for seat in event.outcome.winners:
        yield Mark(seat, "shutouts")
