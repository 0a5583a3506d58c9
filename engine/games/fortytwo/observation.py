"""What one viewer may know of a table of Texas 42."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from engine.dominoes.partners import find_partner
from engine.dominoes.tricks.seen import TrickSeen
from engine.dominoes.tricks.suits import Trump
from engine.game import Choice, Outcome, Seat
from engine.games.fortytwo.actions import PASS, Call
from engine.games.fortytwo.options import SEATS, FortytwoOptions
from engine.games.fortytwo.scoring import Contract
from engine.sides import PAIRS
from engine.tiles import Tile


class Phase(Enum):
    """The phase of a round."""

    BETWEEN = "between"  # before the first deal, and whenever a round is over
    BIDDING = "bidding"
    TRUMP = "trump"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class RoundResult:
    """The result of a round, its tiles face up."""

    dealt: tuple[tuple[Tile, ...], ...]
    """Each seat's hand as it was dealt."""
    contract: Contract | None
    """The contract of the bidders; None if all four passed."""
    leap: str
    """PLUNGE or SPLASH, if the highest bid was one."""
    made: bool
    counts: tuple[int, ...]
    """The points that each seat's pair took, including those that a claim took."""
    taken: tuple[int, ...]
    """The number of tricks that each seat won."""
    claimer: Seat | None
    """The seat that laid down, if one did."""
    before: tuple[int, ...]
    """Each seat's score before this round."""
    gains: tuple[int, ...]
    """Marks or points that each seat's pair gained."""


@dataclass(frozen=True, slots=True)
class FortytwoObservation:
    """Satisfies `engine.game.Observation`; hands that the viewer may not see are None."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    choices: Sequence[Choice]

    options: FortytwoOptions
    phase: Phase
    order: tuple[Seat, ...]
    """The seats in the order of their bids, which is clockwise; the last is the dealer."""
    calls: tuple[Call, ...]
    """The bidding so far."""
    trump: Trump | None
    """The trump of the round, or in nello the kind of no trump; None before it is named."""
    nello: bool
    scores: tuple[int, ...]
    """Each seat's marks or points; partners have the same number."""
    hands: tuple[tuple[Tile, ...] | None, ...]
    """The viewer's own hand, trumps first; hidden hands are None.

    When a round is over, all hands are shown as they were dealt.
    """
    sizes: tuple[int, ...]
    """The number of tiles in each hand; a seat that sits out keeps its seven."""
    trick: TrickSeen | None
    """The trick on the table; None before the lead."""
    past: tuple[TrickSeen, ...]
    """The tricks of this round that are over."""
    taken: tuple[int, ...]
    """The number of tricks that each seat has won in this round."""
    counts: tuple[int, ...]
    """The points that each seat's pair has taken in this round."""
    playable: tuple[Tile, ...]
    """The viewer's tiles that can be played now."""
    result: RoundResult | None
    """The result of the round that was just scored, until the next deal."""
    redealt: bool
    """Whether all four passed in the previous deal."""

    @property
    def dealer(self) -> Seat:
        """The seat that bids last."""
        return self.order[-1]

    @property
    def highest(self) -> Call | None:
        """The highest bid so far; None if nobody has bid."""
        call = max(self.calls, key=lambda call: call.bid, default=None)
        return None if call is None or call.bid == PASS else call

    @property
    def bid(self) -> int:
        """The highest bid so far, else PASS."""
        return PASS if self.highest is None else self.highest.bid

    @property
    def bidder(self) -> Seat | None:
        """The seat that won the bidding; None until it is over, or if all passed."""
        if self.phase is Phase.BIDDING or self.highest is None:
            return None
        return self.highest.seat

    @property
    def contract(self) -> Contract | None:
        """The contract of the bidders; None until the bidding is over, or if all passed."""
        return None if self.bidder is None else Contract(self.bidder, self.bid, self.nello)

    @property
    def leap(self) -> str:
        """PLUNGE or SPLASH, if the highest bid is one; else empty."""
        return "" if self.highest is None else self.highest.leap

    @property
    def idle(self) -> Seat | None:
        """The bidder's partner in nello, who sits out."""
        return find_partner(PAIRS, self.bidder) if self.nello and self.bidder is not None else None

    @property
    def players(self) -> int:
        """The number of seats that play to a trick."""
        return SEATS - 1 if self.nello else SEATS

    @property
    def points(self) -> tuple[int, ...]:
        return self.scores

    @property
    def is_scored(self) -> bool:
        return self.result is not None


FAR = 10**6
"""More marks or points than any game is played to."""


def ignore_standing(seen: FortytwoObservation) -> FortytwoObservation:
    """Return the same position, as if the round couldn't end the game."""
    return replace(seen, options=replace(seen.options, target=FAR), scores=(0,) * SEATS)
