"""The options of Draw and Block (draw.md §2)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.options import Options, choice, flag, number
from engine.tiles import SIZES
from engine.words import msg


@dataclass(frozen=True)
class DrawOptions(Options):
    """Every option with its default first; None is "auto"."""

    mode: str = choice("draw", "block", help=msg("Draw from the boneyard, or only block"))
    set: int | None = choice(None, *SIZES, help=msg("Highest double of the set"))
    hand_size: int | None = number(None, low=3, high=94, help=msg("Tiles dealt to each hand"))
    layout: str = choice("line", "spinner", "cross", help=msg("Two ends, or four from a double"))
    draw_limit: int | None = choice(None, 1, 3, help=msg("How many tiles one may draw in a turn"))
    boneyard_reserve: int = choice(0, 1, 2, help=msg("Tiles that always stay in the boneyard"))
    voluntary_draw: bool = flag(False, help=msg("Whether one may draw although one can play"))
    early_block: str = choice("off", "certain", help=msg("End at once when no unplayed tile fits"))
    verification: str = choice("manual", "auto", help=msg("Everybody confirms a block, or the table does"))
    foul_action: str = choice("points", "warning", "forfeit_round", "none", help=msg("What a false declaration costs"))
    foul_penalty: str = choice("target_share", "hand", "hundred", help=msg("How the points of a penalty are reckoned"))
    foul_fixed: int = number(30, low=0, high=1000, help=msg("The least a penalty costs"))
    foul_percent: int = number(20, low=0, high=100, help=msg("The penalty in percent of the target"))
    blocked_score: str = choice("others_sum", "others_minus_own", help=msg("What the winner of a block scores"))
    blocked_tie: str = choice(
        "no_score",
        "share",
        "full",
        "lightest_tile",
        "leader",
        "last_player_wins",
        "last_player_loses",
        help=msg("Who scores when several hold the fewest pips"),
    )
    first_lead: str = choice("highest_double", "random", help=msg("Who opens the first round"))
    next_lead: str = choice("winner", "rotate", "highest_double", help=msg("Who opens later rounds"))
    match: str = choice("target", "rounds", help=msg("Play to a target or a number of rounds"))
    target: int | None = number(None, low=1, high=5000, help=msg("Points that win the match"))
    rounds: int = number(1, low=1, high=50, help=msg("Rounds of the match, where it goes by rounds"))
