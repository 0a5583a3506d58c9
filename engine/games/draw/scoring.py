"""The scores of a round and of a match (draw.md §7–9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.dominoes.blocked import Confirmations
from engine.dominoes.boneyard import Terms
from engine.dominoes.ending import Ending
from engine.game import Seat
from engine.games.draw.observation import RoundResult
from engine.games.draw.options import DrawOptions
from engine.tiles import TileSet, bits
from engine.words import Message, msg


class Residue(NamedTuple):
    """The tiles that a round left in the hands, its opener, and the last seat to play."""

    tiles: TileSet
    hands: Sequence[int]
    """A mask for each seat."""
    pips: tuple[int, ...]
    """The pips left in each hand."""
    opener: Seat
    last: Seat

    @property
    def seats(self) -> range:
        return range(len(self.pips))

    def after_opener(self, seat: Seat) -> int:
        """Return the number of steps clockwise from the opener to a seat."""
        return (seat - self.opener) % len(self.pips)

    def lightness(self, seat: Seat) -> tuple[int, int, int]:
        """Return the sort key for the lightest single tile.

        Ties go to fewer tiles, then to the seat nearest the opener.
        """
        hand = self.hands[seat]
        return min(self.tiles.pips[index] for index in bits(hand)), hand.bit_count(), self.after_opener(seat)


def find_residue(terms: Terms[DrawOptions], hands: Sequence[int], opener: Seat, last: Seat) -> Residue:
    """Return the tiles that are left in the hands, given as masks."""
    return Residue(terms.tiles, hands, tuple(map(terms.tiles.pip_sum, hands)), opener, last)


def score_going_out(residue: Residue, winner: Seat) -> RoundResult:
    """Score a round in which a seat went out, and so gets the pips of all others."""
    gains = [0] * len(residue.pips)
    gains[winner] = sum(residue.pips)
    return RoundResult(
        Ending.OUT, winners=(winner,), lowest=(), residuals=residue.pips, gains=tuple(gains), confirmed=(), rule=None
    )


def score_block(options: DrawOptions, residue: Residue, confirmed: tuple[Seat, ...]) -> RoundResult:
    """Score a blocked round: the fewest pips win."""
    minus_own = options.blocked_score == "others_minus_own"
    return _score_fewest_pips(
        options.blocked_tie, residue, residue.seats, Ending.BLOCKED, minus_own=minus_own, confirmed=confirmed
    )


def score_forfeit(options: DrawOptions, residue: Residue, offender: Seat) -> RoundResult:
    """Score a round that a foul stopped.

    The fewest pips among the other seats win, and score the offender's pips too.
    """
    others = [seat for seat in residue.seats if seat != offender]
    return _score_fewest_pips(options.blocked_tie, residue, others, Ending.FORFEIT, minus_own=False, confirmed=())


def _score_fewest_pips(
    tie_rule: str, residue: Residue, among: Sequence[Seat], ending: Ending, *, minus_own: bool, confirmed: Confirmations
) -> RoundResult:
    """Score a round that the fewest pips win, compared `among` some seats.

    The winner scores the pips of all others, with `minus_own` less its own.
    """
    pips = residue.pips
    fewest = min([pips[seat] for seat in among])
    lowest = tuple([seat for seat in among if pips[seat] == fewest])
    winners, rule = (lowest, None) if len(lowest) == 1 else _break_tie(tie_rule, lowest, residue)
    if len(winners) > 1 and tie_rule == "share":
        pot = sum(pips) - fewest * len(lowest)
        gain = pot // len(winners)
    else:
        gain = max(0, sum(pips) - 2 * fewest) if minus_own else sum(pips) - fewest
    gains = [0] * len(pips)
    for winner in winners:
        gains[winner] = gain
    return RoundResult(ending, winners, lowest, pips, tuple(gains), confirmed, rule)


def _break_tie(tie_rule: str, tied: tuple[Seat, ...], residue: Residue) -> tuple[tuple[Seat, ...], Message]:
    """Return the tied seats that score, and the rule in words."""
    leader = min(tied, key=residue.after_opener)
    match tie_rule:
        case "share" if len(tied) == len(residue.seats):
            return (), msg("All tie: there is nothing to share.")
        case "share":
            return tied, msg("Tie: the tied players share the pips of the others.")
        case "full":
            return tied, msg("Tie: each of the tied players scores in full.")
        case "lightest_tile":
            lightest = min(tied, key=residue.lightness)
            return (lightest,), msg("Tie: the lightest tile decides, then the fewest tiles, then the order of play.")
        case "leader":
            return (leader,), msg("Tie: the first one in turn from the opener wins.")
        case "last_player_wins" if residue.last in tied:
            return (residue.last,), msg("Tie: the player who played last wins.")
        case "last_player_loses" if residue.last in tied and len(tied) == 2:
            others = tuple(seat for seat in tied if seat != residue.last)
            return others, msg("Tie: the player who played last loses.")
        case _:
            return (), msg("Tie: nobody scores.")


def find_penalty(terms: Terms[DrawOptions], pips_held: int) -> int:
    """Return the points that a foul costs (draw.md §7)."""
    options = terms.options
    match options.foul_penalty:
        case "hand":
            return max(50, pips_held)
        case "hundred":
            return 100
        case _:
            return options.foul_points(terms.goal)
