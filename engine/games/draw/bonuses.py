"""The bonuses of pairs, and their event (draw.md §11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from engine.dominoes import partners
from engine.dominoes.partners import CAPICUA, LAST_BLANK, PASS_FIRST, PASS_ROUND, ROUND_BONUS, Bonus
from engine.dominoes.state import LineState
from engine.game import Public, Seat
from engine.games.draw.options import DrawOptions
from engine.games.draw.pair_options import BY_OPENING, DOUBLED
from engine.tiles import Tile
from engine.words import Message, Who, deed, msg

S = TypeVar("S")

_ROUND_BONUSES = (100, 75, 50, 25)
"""The points that the winners of rounds 1 to 4 gain besides the pips."""


@dataclass(frozen=True, slots=True)
class BonusEarned(Public):
    """A seat earned a bonus for the side with this sign."""

    bonus: Bonus
    sign: str

    def describe(self) -> Message:
        who, points, sign = Who(self.bonus.seat), self.bonus.points, self.sign
        match self.bonus.kind:
            case partners.CAPICUA if not points:
                return msg("The last tile fits both ends: the pips count double (capicúa).")
            case partners.CAPICUA:
                return msg("The last tile fits both ends: +{points} for {sign} (capicúa).", points=points, sign=sign)
            case partners.LAST_BLANK:
                return msg("The last tile is 0-0: +{points} for {sign} (chuchazo).", points=points, sign=sign)
            case partners.PASS_ROUND:
                return deed(
                    "{who} plays again after three passes: +{points} for {sign} (paso redondo).",
                    "You play again after three passes: +{points} for {sign} (paso redondo).",
                    who=who,
                    points=points,
                    sign=sign,
                )
            case partners.ROUND_BONUS:
                return msg("The round bonus: +{points} for {sign}.", points=points, sign=sign)
        return msg("The opening tile brings a pass: +{points} for {sign} (pase de salida).", points=points, sign=sign)


def find_play_bonuses(
    options: DrawOptions, seat: Seat, tile: Tile, ends: tuple[int, ...], *, all_others_passed: bool, out: bool
) -> list[Bonus]:
    """Return the bonuses of a tile that is played.

    `ends` are the open numbers before it, `all_others_passed` is whether all others have just passed, and `out` is
    whether it is the last tile of the hand.
    """
    earned = []
    if options.pass_round and all_others_passed:
        earned.append(Bonus(PASS_ROUND, seat, options.pass_round))
    if out and options.capicua and is_capicua(tile, ends):
        # if it doubles the pips, it has no points of its own
        earned.append(Bonus(CAPICUA, seat, 0 if options.capicua == DOUBLED else int(options.capicua)))
    if out and options.last_blank and tile == Tile(0, 0):
        earned.append(Bonus(LAST_BLANK, seat, options.last_blank))
    return earned


class BonusTally:
    """Notes the bonuses of a play-out."""

    def __init__(self, options: DrawOptions, opener: Seat, laid: Sequence[Tile]) -> None:
        """Begin with the tiles that are on the table, `laid`."""
        self._earned: tuple[Bonus, ...] = ()
        self._options, self._opener, self._laid = options, opener, [*laid]

    def note_play(self, seat: Seat, tile: Tile, ends: tuple[int, ...], *, all_others_passed: bool, out: bool) -> None:
        self._laid.append(tile)
        if out or all_others_passed:  # else a play earns no bonus
            self._earned += tuple(
                find_play_bonuses(self._options, seat, tile, ends, all_others_passed=all_others_passed, out=out)
            )

    def note_first_pass(self) -> None:
        if len(self._laid) == 1 and (bonus := find_opening_bonus(self._options, self._opener, self._laid[0])):
            self._earned += (bonus,)

    def credit(self, state: S) -> S:
        if not self._earned:
            return state
        assert isinstance(state, LineState)
        ledger = state.match.ledger
        ledger = ledger._replace(bonuses=(*ledger.bonuses, *self._earned))
        return state._replace(match=state.match._replace(ledger=ledger))


def is_capicua(tile: Tile, ends: tuple[int, ...]) -> bool:
    """Return whether a tile fits both ends of a line, and isn't a double."""
    return not tile.double and bool(ends) and all(tile.has(end) for end in ends)


def find_opening_bonus(options: DrawOptions, opener: Seat, tile: Tile) -> Bonus | None:
    """Return the bonus if the seat after the opener passes on the opening tile."""
    if not options.pass_first:
        return None
    by_opening = 25 if tile.double else 50
    return Bonus(PASS_FIRST, opener, by_opening if options.pass_first == BY_OPENING else int(options.pass_first))


def find_round_bonus(options: DrawOptions, winner: Seat, number: int) -> Bonus | None:
    """Return the bonus for winning a round of a match, by its number from 1."""
    if not options.round_bonus or number > len(_ROUND_BONUSES):
        return None
    return Bonus(ROUND_BONUS, winner, _ROUND_BONUSES[number - 1])
