"""The tour of Draw and Block: that of a line of play, and how a round is won."""

from __future__ import annotations

from engine.dominoes import tour as line
from engine.words import msg

tour = line.tour(
    msg("Play all your tiles first, and you score the pips that the others hold. If all are blocked, few pips win.")
)
