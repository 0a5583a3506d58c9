"""The presets of pairs: Block, two against two, as several countries play it (draw.md §11)."""

from __future__ import annotations

from dataclasses import replace

from engine.games.draw.options import DrawOptions
from engine.options import Offer
from engine.words import msg, term

_PAIRS = DrawOptions(teams="pairs", mode="block")
_LATIN = DrawOptions(teams="pairs", mode="block", verification="auto", direction="anticlockwise", pair_score="all")

PRESETS = {
    "pairs": _PAIRS,
    "dominican": replace(
        _LATIN,
        target=200,
        blocked_by="closer",
        blocked_tie="last_player_wins",
        capicua=25,
        last_blank=25,
        pass_round=25,
        pass_first="25_50",
        shutout="two",
    ),
    "puerto_rico": replace(_LATIN, target=500, capicua=100, last_blank=100, round_bonus=True),
    "cuban": replace(_LATIN, set=9, hand_size=10, target=150, pair_score="opponents"),
    "spanish": replace(_LATIN, target=300, first_lead="random", next_lead="rotate"),
    "goat": replace(_PAIRS, verification="auto", first_lead="low_double", get_in=13, target=101),
}
OFFERS = {
    "pairs": Offer(
        term("Pairs", "game"), msg("Two against two. Nobody draws. First to 100 points."), offered_as_game=True
    ),
    "dominican": Offer(
        msg("Dominican"),
        msg("Pairs to 200. +25 if your last tile fits both ends or is 0-0, or if all others pass."),
    ),
    "puerto_rico": Offer(
        msg("Puerto Rican 500"),
        msg("Pairs to 500. +100 if your last tile fits both ends. Winning an early round: up to +100."),
    ),
    "cuban": Offer(msg("Cuban"), msg("Pairs to 150. Double-nine, ten tiles each.")),
    "spanish": Offer(msg("Spanish"), msg("Pairs to 300. All hands score, and all open in turn.")),
    "goat": Offer(
        msg("Goat"),
        msg("Pairs to 101. 1-1 opens. A pair scores nothing until it gains at least 13 points in one round."),
    ),
}
