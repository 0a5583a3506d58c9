"""Moon by rule of thumb, without search.

It bids what the hand promises, draws trumps, and takes tricks cheaply.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engine.dominoes.tricks.seen import mask_viewer_hand
from engine.dominoes.tricks.suits import SET, TRUMP_SUIT, Suit, trump_notation
from engine.games.moon.actions import BIDS, PASS
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.players.estimate import (
    estimate_best_tricks,
    estimate_tricks,
    find_chance,
    list_beaters,
    list_trumps,
)
from engine.games.moon.scoring import tricks_needed
from engine.games.moon.state import MoonState
from engine.games.moon.suits import suits
from engine.games.moon.unseen_tiles import Unseen
from engine.players import candidate_notations
from engine.tiles import tile

BOLD, CAUTIOUS = 1.2, 0.3
"""Tricks added to a hand's estimate for the bidding, because the centre tile will improve the hand."""
PASSING = 0.4
"""The worth of a pass, in points, before any bid; a bid must be worth more."""
DRAWING = 0.6
"""What it is worth to the bidder to lead a trump, besides the trick, while the others may hold trumps."""
KEEPING = 0.5
"""The loss, in tricks, of playing a tile that would win a trick later."""
EACH_BEATER = 0.55
"""The chance that one unseen tile, which could beat the played one, does not beat it."""
_NOT_TRUMPED = 0.8
"""The chance that nobody trumps a lead while others may hold trumps."""
_PARTNERS_TRICK = 0.3
"""The worth of taking a trick that the partner is winning, as a share of taking one from the bidder."""


class Heuristic:
    """A computer player; `nerve` is added to the estimate of its hand when it bids."""

    def __init__(self, nerve: float = BOLD) -> None:
        self._nerve = nerve

    def __call__(self, seen: MoonObservation, worlds: Iterator[MoonState], rng: Random) -> Mapping[str, float]:
        notations = candidate_notations(seen)
        trumps = list_trumps(seen.options)
        match seen.phase:
            case Phase.BIDDING:
                tricks = estimate_best_tricks(mask_viewer_hand(seen), trumps)
                worth = rate_calls(tricks + self._nerve, seen.bid)
            case Phase.DISCARD:
                worth = rate_discards(seen)
            case Phase.TRUMP:
                hand = mask_viewer_hand(seen)
                worth = {f"trump {trump_notation(trump)}": estimate_tricks(hand, trump) for trump in trumps}
            case _:
                worth = TrickView(seen).worth(notations)
        return {notation: worth[notation] for notation in notations}


def rate_calls(expected: float, highest: int) -> dict[str, float]:
    """Return the worth of each call to a seat that expects this number of tricks."""
    worth = {f"bid {bid}": find_bid_worth(bid, expected) for bid in BIDS}
    return worth | {"pass": PASSING if highest == PASS else 0.0}


def find_bid_worth(bid: int, expected: float) -> float:
    """Return the average points that a bid gains or loses."""
    return bid * (2 * find_chance(expected, tricks_needed(bid)) - 1)


def choose_bid(expected: float, highest: int) -> int:
    """Return the bid, or PASS, of a seat that expects this number of tricks."""
    worth = rate_calls(expected, highest)
    best = max((bid for bid in BIDS if bid > highest), key=lambda bid: worth[f"bid {bid}"], default=PASS)
    return best if best != PASS and worth[f"bid {best}"] > worth["pass"] else PASS


def rate_discards(seen: MoonObservation) -> dict[str, float]:
    """Return the worth of each discard, with the named trump; if none is named, with the best trump for it."""
    hand = mask_viewer_hand(seen)
    trumps = list_trumps(seen.options) if seen.trump is None else (seen.trump,)
    return {f"discard {tile}": estimate_best_tricks(hand & ~SET.mask([tile]), trumps) for tile in seen.playable}


class TrickView:
    """A trick as one player sees it."""

    def __init__(self, seen: MoonObservation) -> None:
        assert seen.trump is not None
        assert seen.viewer is not None
        self._seen, self._seat = seen, seen.viewer
        self._suits, self._above = suits(seen.trump), list_beaters(seen.trump)
        self._unseen = Unseen(seen).tiles

    def worth(self, notations: Sequence[str]) -> dict[str, float]:
        """Return the worth of each play, in tricks."""
        return {notation: self._rate_play(*parse_play(notation)) for notation in notations}

    def _rate_play(self, played: int, suit: Suit | None) -> float:
        loss = KEEPING * self._chance_later(played)
        if self._seen.trick is None:
            led = self._suits.led[played] if suit is None else suit
            return self._chance_as_lead(played, led) - loss + self._drawing_worth(led)
        # among equal plays, the best is a tile that isn't a trump, then the lowest trump
        return self._chance_now(played) - loss - 0.01 * self._suits.strength[TRUMP_SUIT][played]

    def _chance_later(self, played: int) -> float:
        """Return the chance that the tile takes a trick when it is led later."""
        return EACH_BEATER ** (self._above[played] & self._unseen).bit_count()

    def _chance_as_lead(self, played: int, led: Suit) -> float:
        """Return the chance that the tile takes the trick if it leads this suit."""
        rank = self._suits.strength[led]
        members = self._suits.members[led] & self._unseen
        beaters = sum(rank[i] > rank[played] for i in range(len(SET)) if members >> i & 1)
        may_be_trumped = led != TRUMP_SUIT and bool(self._suits.trumps & self._unseen)
        return EACH_BEATER**beaters * (_NOT_TRUMPED if may_be_trumped else 1.0)

    def _drawing_worth(self, led: Suit) -> float:
        """Return the worth of drawing trumps, if the bidder leads one while others may hold some."""
        leads_trump_as_bidder = led == TRUMP_SUIT and self._seen.bidder == self._seat
        return DRAWING if leads_trump_as_bidder and self._suits.trumps & self._unseen else 0.0

    def _chance_now(self, played: int) -> float:
        """Return the chance that the tile takes this trick; it counts less if the partner is winning."""
        trick = self._seen.trick
        assert trick is not None
        rank = self._suits.strength[trick.led]
        winning = next(SET.index[laid.tile] for laid in trick.laid if laid.seat == trick.winner)
        if rank[played] <= rank[winning]:
            return 0.0
        is_last = len(trick.laid) == 2
        beaters = sum(rank[i] > rank[played] for i in range(len(SET)) if self._unseen >> i & 1)
        # the two players against the bidder are partners
        is_partners_trick = self._seen.bidder not in (self._seat, trick.winner)
        share = _PARTNERS_TRICK if is_partners_trick else 1.0
        # about half of the beaters are in the hand that plays last
        return share * (1.0 if is_last else EACH_BEATER ** (beaters / 2))


def parse_play(notation: str) -> tuple[int, Suit | None]:
    """Return the tile of "play 6-2" and the suit of "play 6-2 as 2"."""
    _, played, *suit_words = notation.split()
    suit = int(suit_words[1]) if suit_words else None
    return SET.index[tile(played)], suit
