"""Texas 42 by rule of thumb, without search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from engine.dominoes.tricks.seen import mask_tiles_played, mask_viewer_hand
from engine.dominoes.tricks.suits import SET, trump_notation
from engine.dominoes.tricks.trick import find_order
from engine.games.fortytwo.actions import POINT_BIDS
from engine.games.fortytwo.observation import FortytwoObservation, Phase
from engine.games.fortytwo.options import SEATS, FortytwoOptions
from engine.games.fortytwo.players.estimate import find_chance, list_allowed, list_plans
from engine.games.fortytwo.players.thumb import Round, choose_tile, find_table
from engine.games.fortytwo.state import FortytwoState
from engine.players import candidate_notations
from engine.players.errors import scatter

BOLD, CAUTIOUS = 0.5, 0.7
"""The lowest chances of making a bid at which it is bid."""


class Heuristic:
    """A computer player that plays by rule of thumb.

    It makes the lowest bid if the chance to fulfil it is at least `nerve`. The higher `errors` is, the more often it
    plays another tile.
    """

    def __init__(self, nerve: float, errors: float = 0.0) -> None:
        self._nerve, self._errors = nerve, errors

    def __call__(self, seen: FortytwoObservation, worlds: Iterator[FortytwoState], rng: Random) -> Mapping[str, float]:
        notations = candidate_notations(seen)
        match seen.phase:
            case Phase.BIDDING:
                bid = choose_bid(seen.options, mask_viewer_hand(seen), list_bids_of(notations), self._nerve)
                best = notations[0] if bid is None else f"bid {bid}"  # a pass comes first, unless the dealer must bid
            case Phase.TRUMP:
                plans = list_plans(mask_viewer_hand(seen), list_allowed(seen.options))
                best = f"trump {trump_notation(plans[0].trump)}"
            case _:
                best = "claim" if "claim" in notations else choose_play(seen)
                return scatter({notation: float(notation == best) for notation in notations}, self._errors, rng)
        return {notation: float(notation == best) for notation in notations}


class Plain:
    """A computer player with one rule: bid 30 with a double and three more of its number, else pass."""

    def __call__(self, seen: FortytwoObservation, worlds: Iterator[FortytwoState], rng: Random) -> Mapping[str, float]:
        notations, hand = candidate_notations(seen), mask_viewer_hand(seen)
        long_suits = [n for n in range(7) if hand & SET.suit[n] & SET.doubles and (hand & SET.suit[n]).bit_count() > 3]
        match seen.phase:
            case Phase.BIDDING:
                least = f"bid {POINT_BIDS[0]}"
                best = least if long_suits and least in notations else notations[0]
            case Phase.TRUMP:
                number = long_suits[-1] if long_suits else max(range(7), key=lambda n: (hand & SET.suit[n]).bit_count())
                best = f"trump {number}"
            case _:
                best = choose_play(seen)
        return {notation: float(notation == best) for notation in notations}


def list_bids_of(notations: Sequence[str]) -> list[int]:
    """Return the bids among some notations."""
    return [int(notation.split()[1]) for notation in notations if notation.startswith("bid ")]


def choose_bid(options: FortytwoOptions, hand: int, bids: Sequence[int], nerve: float) -> int | None:
    """Return the lowest of these bids if a hand's chance to make it is at least `nerve`; None for a pass."""
    if not bids:
        return None
    expected = list_plans(hand, list_allowed(options))[0].points
    return bids[0] if find_chance(expected, bids[0]) >= nerve else None


def choose_play(seen: FortytwoObservation) -> str:
    """Return the notation of the tile that the viewer plays by rule of thumb."""
    start = show_round(seen, [0] * SEATS)  # a rule of thumb needs no other hands
    assert seen.viewer is not None
    order, hand = find_order(start.leader, 1, SEATS, seen.idle), mask_viewer_hand(seen)
    table, played = find_table(start.trump), mask_tiles_played(seen)
    tile = choose_tile(table, start.contract, seen.viewer, order, hand, start.tiles, start.led, played)
    return f"play {SET.tiles[tile]}"


def show_round(seen: FortytwoObservation, hands: Sequence[int]) -> Round:
    """Return the current round, with these hands, as the start of a play-out."""
    assert seen.trump is not None
    assert seen.contract is not None
    assert seen.to_act is not None
    laid = () if seen.trick is None else seen.trick.laid
    tiles = tuple(SET.index[laid_tile.tile] for laid_tile in laid)
    return Round(
        trump=seen.trump,
        contract=seen.contract,
        hands=hands,
        leader=laid[0].seat if laid else seen.to_act,
        led=-1 if seen.trick is None else seen.trick.led,
        tiles=tiles,
        counts=seen.counts,
        taken=seen.taken,
        played=mask_tiles_played(seen) & ~sum(1 << tile for tile in tiles),
        idle=seen.idle,
    )
