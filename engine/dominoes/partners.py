"""Rounds between partners: the hands that decide and score, and who opens next.

Turns, plays and the way to a block are those of any round. Only the scoring is different (draw.md §11).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeVar

from engine.game import Seat
from engine.sides import Side, Sides, find_side, find_sides
from engine.tiles import Tile

S = TypeVar("S")

CAPICUA, LAST_BLANK, PASS_ROUND, PASS_FIRST = "capicua", "last_blank", "pass_round", "pass_first"
ROUND_BONUS = "round_bonus"
"""The options that give a bonus."""
ALL_HANDS = "all"
"""The value of `pair_score` that makes every hand score."""


class Bonus(NamedTuple):
    """Points that a seat earned besides the pips; its side gains them when the round is scored."""

    kind: str
    """The option that gives this bonus."""
    seat: Seat
    points: int


class Tally(Protocol):
    """Notes the bonuses of a play-out, because a play-out has no events."""

    def note_play(self, seat: Seat, tile: Tile, ends: tuple[int, ...], *, all_others_passed: bool, out: bool) -> None:
        """Note a tile that is played.

        `ends` are the open numbers before it, `all_others_passed` is whether all others have just passed, and `out` is
        whether it is the last tile of the hand.
        """

    def note_first_pass(self) -> None:
        """Note a pass that follows a tile, not another pass."""

    def credit(self, state: S) -> S:
        """Return a position of the round with the bonuses that were noted, ready to be scored."""
        ...


class Verdict(NamedTuple):
    """How a round between partners was decided."""

    sides: Sides
    winner: Side
    """The side that won the round, even if it scores nothing; empty if neither side won."""
    decider: Seat | None
    """The seat of the winning side that went out, or whose hand decided.

    It opens the next round if the options let the winner open.
    """
    compared: tuple[Seat, ...]
    """The seats whose hands were compared in a block."""
    pips: int
    """What the hands are worth to the winner."""
    bonuses: tuple[Bonus, ...] = ()

    def count_bonuses(self, side: Side) -> int:
        """Return the points of a side's bonuses."""
        return sum(bonus.points for bonus in self.bonuses if bonus.seat in side)

    def count_earned(self, side: Side) -> int:
        """Return the points that a side earned, even those that it doesn't score."""
        return (self.pips if side == self.winner else 0) + self.count_bonuses(side)


class Comparison(NamedTuple):
    """The hands that are compared in a block, and the sides with the lightest hands."""

    lightest: Sides
    """One side, or more in a tie."""
    compared: tuple[Seat, ...]


def compare_hands(blocked_by: str, sides: Sides, pips: Sequence[int], last: Seat) -> Comparison:
    """Compare the hands of a blocked round, in which `last` played the last tile."""
    match blocked_by:
        case "hand":
            lowest = tuple([seat for seat, hand_pips in enumerate(pips) if hand_pips == min(pips)])
            return Comparison(find_sides(sides, lowest), lowest)
        case "closer":
            compared = (last, (last + 1) % len(pips))
            fewest = min(pips[seat] for seat in compared)
            return Comparison(find_sides(sides, [seat for seat in compared if pips[seat] == fewest]), compared)
        case _:
            sums = [sum([pips[seat] for seat in side]) for side in sides]
            lightest = tuple([side for side, hand_pips in zip(sides, sums, strict=True) if hand_pips == min(sums)])
            return Comparison(lightest, tuple(range(len(pips))))


def find_decider(winner: Side, compared: Sequence[Seat], pips: Sequence[int], opener: Seat) -> Seat:
    """Return the seat with the lightest of the winner's compared hands.

    If several hands are equal, it is the first seat after the opener.
    """
    return min(
        (seat for seat in winner if seat in compared),
        key=lambda seat: (pips[seat], (seat - opener - 1) % len(pips)),
    )


def list_scoring_hands(pair_score: str, winner: Side, pips: Sequence[int]) -> list[int]:
    """Return the pips of the hands that a side scores: the opponents', or all."""
    return [hand_pips for seat, hand_pips in enumerate(pips) if pair_score == ALL_HANDS or seat not in winner]


def choose_opener(next_lead: str, verdict: Verdict, opener: Seat, opened: Sequence[Seat]) -> Seat:
    """Return who opens the next round with any tile.

    `opened` has, for each side, the seat that opened most recently; the latest opener comes last.
    """
    # nobody won, or the options give the opening to the next seat
    if verdict.decider is None or next_lead not in ("winner", "side"):
        seats = sum(map(len, verdict.sides))
        return (opener + 1) % seats
    if next_lead == "side":
        for seat in reversed(opened):
            if seat in verdict.winner:
                return find_partner(verdict.sides, seat)
    return verdict.decider


def list_latest_openers(sides: Sides, opened: Sequence[Seat], opener: Seat) -> tuple[Seat, ...]:
    """Return the latest openers, as `choose_opener` takes them, after one more round with this opener."""
    side = find_side(sides, opener)
    return (*[seat for seat in opened if seat not in side], opener)


def find_partner(sides: Sides, seat: Seat) -> Seat:
    """Return the next seat of the same side."""
    side = find_side(sides, seat)
    return side[(side.index(seat) + 1) % len(side)]


def add_to_side(numbers: Sequence[int], side: Side, more: int) -> tuple[int, ...]:
    """Return a copy of all seats' numbers with an amount added for each seat of a side."""
    changed = list(numbers)
    for seat in side:
        changed[seat] += more
    return tuple(changed)
