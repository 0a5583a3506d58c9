"""Descriptions of a round and of a game of Chickenfoot once they are over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.dominoes.summary import BLOCK, describe_missing_numbers
from engine.game import Chapter, Note, Seat
from engine.games.chickenfoot.observation import ChickenfootObservation, RoundResult, TileRole
from engine.games.chickenfoot.options import Terms
from engine.tiles import Tile
from engine.words import Message, Who, count, join_items, msg, sentences

OUT, FEET, BLANK = "out", "feet", "blank"
_LEAST_ROUNDS_OUT, _LEAST_FEET, _LEAST_BLANK = 2, 3, 20
"""The fewest rounds gone out in, feet started, and points for 0-0 that are mentioned."""


def headline(seen: ChickenfootObservation) -> Message | None:
    """Describe the end of the round that was just scored; if nobody could play, explain why."""
    result = seen.result
    if result is None:
        return None
    double = str(Tile(seen.double, seen.double))
    if result.out is not None:
        return msg("{who} goes out and wins round {double}.", who=Who(result.out), double=double)
    fitting = [end.number for end in seen.ends if end.playable]
    why = describe_missing_numbers(fitting) if seen.dead_foot is None else seen.dead_foot.describe()
    return sentences(BLOCK, why, _describe_lightest(result, double))


def _describe_lightest(result: RoundResult, double: str) -> Message:
    """Name the winners of a round in which nobody could play; they have the fewest points."""
    fewest = min(result.values)
    winners = [seat for seat, value in enumerate(result.values) if value == fewest]
    who = join_items([Who(seat) for seat in winners])
    if len(winners) == 1:
        return count("{who} wins round {double} with the cheapest hand ({n} point).",
                     "{who} wins round {double} with the cheapest hand ({n} points).",
                     fewest, who=who, double=double)  # fmt: skip
    return count("{who} share round {double} with the cheapest hands ({n} point each).",
                 "{who} share round {double} with the cheapest hands ({n} points each).",
                 fewest, who=who, double=double)  # fmt: skip


def round_name(seen: ChickenfootObservation, number: int) -> Message:
    """Return the name of a round, which has its double: "round 9-9"."""
    double = seen.highest - number + 1
    return msg("round {double}", double=str(Tile(double, double)))


def notes(seen: ChickenfootObservation) -> Sequence[Note]:
    """Return notes about feet started, about going out, and about 0-0 left in a hand."""
    if seen.result is None:
        return ()
    feet = [laid.seat for laid in seen.laid if laid.role is TileRole.DOUBLE]
    all_notes = [Note(FEET, seat, feet.count(seat)) for seat in sorted(set(feet))]
    if seen.result.out is not None:
        all_notes.append(Note(OUT, seen.result.out, 1))
    blank = Tile(0, 0)
    value = Terms(seen.options, len(seen.sizes)).value_of(blank)
    all_notes += [Note(BLANK, seat, value) for seat, hand in enumerate(seen.hands) if hand and blank in hand]
    return all_notes


def facts(seen: ChickenfootObservation, chapters: Sequence[Chapter]) -> Iterator[Message]:
    """Yield facts about 0-0 left in a hand, about the most feet started, and about going out often."""
    all_notes = [note for chapter in chapters for note in chapter.notes]
    blanks = (note for note in all_notes if note.kind == BLANK and note.size >= _LEAST_BLANK)
    if note := next(blanks, None):
        who = Who(note.seat)
        yield count("{who} is caught with 0-0: {n} point.", "{who} is caught with 0-0: {n} points.", note.size, who=who)
    feet, seat = _sole_leader(all_notes, FEET, len(seen.sizes))
    if feet >= _LEAST_FEET:
        yield msg("{who} starts the most chicken feet: {n}.", who=Who(seat), n=feet)
    rounds, seat = _sole_leader(all_notes, OUT, len(seen.sizes))
    if rounds >= _LEAST_ROUNDS_OUT:
        yield count("{who} goes out in {n} round.", "{who} goes out in {n} rounds.", rounds, who=Who(seat))


def _sole_leader(notes: Sequence[Note], kind: str, seats: int) -> tuple[int, Seat]:
    """Return the highest sum of one kind of note, and the seat that has it.

    The sum is 0 if several seats share it.
    """
    sums = [sum(note.size for note in notes if (note.kind, note.seat) == (kind, seat)) for seat in range(seats)]
    highest = max(sums)
    return (highest if sums.count(highest) == 1 else 0), sums.index(highest)
