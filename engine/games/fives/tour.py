"""The tour of Fives: that of a line of play, and what is scored."""

from __future__ import annotations

from engine.dominoes import tour as line
from engine.words import msg

tour = line.tour(msg("After each play the open ends are added up: 5, 10, 15 and so on are points at once."))
