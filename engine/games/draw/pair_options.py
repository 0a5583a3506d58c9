"""The options of Draw and Block that only count in pairs (draw.md §11)."""

from __future__ import annotations

from typing import Any

from engine.dominoes.settings import ALONE
from engine.options import BONUSES, PARTNERS, Pick, Plain, choice, flag, number_picks, points
from engine.words import Message, msg, term

DOUBLED = "double"
"""The value of `capicua` that makes the pips of the round count double."""
BY_OPENING = "25_50"
"""The value of `pass_first` that depends on the opening tile."""
FOR_SINGLE_HANDS = ("share", "full", "lightest_tile")
"""The rules for equal hands that can't be used between pairs."""
_NONE: dict[Plain, Pick] = {0: Pick(term("None", "tiles in reserve"))}


def get_in() -> Any:
    """Return the option for the points that a pair must earn in one round before its rounds count."""
    picks = {
        0: Pick(msg("From the start"), msg("Every round counts.")),
        13: Pick(
            msg("After a round of 13"), msg("A pair scores nothing until it gains at least 13 points in one round.")
        ),
    }
    about = msg("What one round must bring a pair before its rounds count.")
    return choice(picks, name=msg("Rounds count"), help=about, group=PARTNERS, idle=ALONE)


def capicua() -> Any:
    """Return the option for going out with a tile that fits both ends."""
    twice = Pick(msg("The pips twice"), msg("The pips of the round count double."))
    picks = {**_NONE, **number_picks(points, (25, 30, 50, 100)), DOUBLED: twice}
    about = msg("For going out with a tile that fits both ends, such as 5-3 on 5 and 3. A double doesn't count.")
    return choice(picks, name=msg("Capicúa"), help=about, group=BONUSES, idle=ALONE)


def last_blank() -> Any:
    """Return the option for going out with 0-0."""
    picks = {**_NONE, **number_picks(points, (25, 30, 100))}
    return choice(picks, name=msg("Chuchazo"), help=msg("For going out with 0-0."), group=BONUSES, idle=ALONE)


def pass_round() -> Any:
    """Return the option for playing again after three passes."""
    picks = {**_NONE, **number_picks(points, (25, 30))}
    about = msg("For playing again after all three others passed.")
    return choice(picks, name=msg("Paso redondo"), help=about, group=BONUSES, idle=ALONE)


def pass_first() -> Any:
    """Return the option for an opening tile on which the next player passes."""
    by_opening = Pick(msg("25 or 50 points"), msg("25 points if a double opened the round, else 50."))
    picks = {**_NONE, **number_picks(points, (25, 30)), BY_OPENING: by_opening}
    about = msg("For opening with a tile on which the next player passes.")
    return choice(picks, name=msg("Pase de salida"), help=about, group=BONUSES, idle=ALONE)


def round_bonus() -> Any:
    """Return the option for the first rounds of a match."""
    about = msg("Do the first four rounds bring their winners 100, 75, 50 and 25 points more?")
    return flag(False, name=msg("Round bonus"), help=about, group=BONUSES, idle=ALONE)


def find_refusal(tie: str, *, capicua: bool, on_line: bool, passes: bool, draws: bool) -> Message | None:
    """Return a refusal if pairs can't combine these options."""
    if tie in FOR_SINGLE_HANDS:
        return msg("In pairs, equal hands in a block can't be decided so. Choose another rule for them.")
    if capicua and not on_line:
        return msg("A capicúa needs a line with two ends. Play on a line, or without that bonus.")
    if passes and draws:
        return msg("In Draw nobody earns points by the passes of others. Play Block, or without these bonuses.")
    return None
