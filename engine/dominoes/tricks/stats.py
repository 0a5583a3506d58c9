"""Figures about bids in the statistics of games in tricks."""

from __future__ import annotations

from engine.stats import Figure
from engine.words import msg

BIDS_MADE = msg("Bids made")
BIDS_FAILED = msg("Bids failed")
AVERAGE_BID = Figure("bid", msg("Average bid"), per="bids")
ROUNDS_WITH_A_BID = Figure("rounds", msg("Rounds with a bid"))
HIGHEST_BID = msg("Highest bid made")
