"""What one viewer may know of a table of Moon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from engine.dominoes.tricks.actions import PASS
from engine.dominoes.tricks.seen import Laid, TrickSeen
from engine.dominoes.tricks.suits import Trump
from engine.game import Choice, Outcome, Seat
from engine.games.moon.options import MoonOptions
from engine.tiles import Tile
from engine.words import Message, Value, Who, deed, msg

__all__ = ["Call", "HandResult", "Laid", "MoonObservation", "Phase", "TrickSeen", "is_centre_taken"]


class Phase(Enum):
    """The phase of a round."""

    BETWEEN = "between"  # before the first deal, and whenever a round is over
    BIDDING = "bidding"
    DISCARD = "discard"
    TRUMP = "trump"
    PLAY = "play"


def is_centre_taken(phase: Phase, options: MoonOptions) -> bool:
    """Return whether the bidder has taken the centre tile in the current round."""
    if phase is Phase.TRUMP:
        return not options.trump_first
    return phase in (Phase.DISCARD, Phase.PLAY)


class Call(NamedTuple):
    """A seat's bid or pass; for a pass, `bid` is PASS."""

    seat: Seat
    bid: int


@dataclass(frozen=True, slots=True)
class HandResult:
    """The result of a round, its tiles face up."""

    dealt: tuple[tuple[Tile, ...], ...]
    """Each seat's hand as it was dealt."""
    centre: Tile
    discard: Tile | None
    """The tile that the bidder put back; None, like `bidder`, if all three passed."""
    bidder: Seat | None
    bid: int
    made: bool
    taken: tuple[int, ...]
    """The number of tricks that each seat won."""
    before: tuple[int, ...]
    """Each seat's score before this round."""
    gains: tuple[int, ...]
    """Each seat's points won or lost in this round."""

    def describe(self) -> Message:
        """Say whether the bid was made."""
        if self.bidder is None:
            return msg("All three pass: the tiles are dealt again.")
        values: dict[str, Value] = {"who": Who(self.bidder), "bid": self.bid, "n": self.taken[self.bidder]}
        if self.made:
            return deed(
                ("{who} makes the bid of {bid} with {n} trick.", "{who} makes the bid of {bid} with {n} tricks."),
                ("You make the bid of {bid} with {n} trick.", "You make the bid of {bid} with {n} tricks."),
                **values,
            )
        return deed(
            (
                "{who} takes only {n} trick and fails the bid of {bid}.",
                "{who} takes only {n} tricks and fails the bid of {bid}.",
            ),
            (
                "You take only {n} trick and fail the bid of {bid}.",
                "You take only {n} tricks and fail the bid of {bid}.",
            ),
            **values,
        )


@dataclass(frozen=True, slots=True)
class MoonObservation:
    """Satisfies `engine.game.Observation`; hands that the viewer may not see are None."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    choices: Sequence[Choice]

    options: MoonOptions
    phase: Phase
    order: tuple[Seat, ...]
    """The seats in the order of their bids, which is clockwise."""
    calls: tuple[Call, ...]
    """The bidding so far."""
    trump: Trump | None
    scores: tuple[int, ...]
    hands: tuple[tuple[Tile, ...] | None, ...]
    """The viewer's own hand, trumps first; hidden hands are None.

    When a round is over, all hands are shown as they were dealt.
    """
    sizes: tuple[int, ...]
    """The number of tiles in each hand."""
    centre: Tile | None
    """The centre tile, for the bidder who took it; else None."""
    discard: Tile | None
    """The tile that the bidder put back, for the bidder; else None."""
    trick: TrickSeen | None
    """The trick on the table; None before the lead."""
    past: tuple[TrickSeen, ...]
    """The tricks of this round that are over."""
    taken: tuple[int, ...]
    """The number of tricks that each seat has won in this round."""
    playable: tuple[Tile, ...]
    """The viewer's tiles that can be played or discarded now."""
    result: HandResult | None
    """The result of the round that was just scored, until the next deal."""
    redealt: bool
    """Whether all three passed in the previous deal."""

    @property
    def bid(self) -> int:
        """The highest bid so far, else PASS."""
        return max((call.bid for call in self.calls), default=PASS)

    @property
    def bidder(self) -> Seat | None:
        """The seat that won the bidding; None until it is over, or if all passed."""
        if self.phase is Phase.BIDDING or self.bid == PASS:
            return None
        return max(self.calls, key=lambda call: call.bid).seat

    @property
    def points(self) -> tuple[int, ...]:
        return self.scores

    @property
    def is_scored(self) -> bool:
        return self.result is not None


FAR = 10**6
"""More points than any game is played to."""


def ignore_standing(seen: MoonObservation) -> MoonObservation:
    """Return the same position, as if the round couldn't end the game; a bid of 21 scores 21 points."""
    options = replace(seen.options, target=FAR, moon_success="plus_21")
    return replace(seen, options=options, scores=(0,) * len(seen.scores))
