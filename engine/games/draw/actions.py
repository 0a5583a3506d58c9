"""The actions of a seat (draw.md §5, §6)."""

from __future__ import annotations

from engine.dominoes.actions import VERBS as COMMON
from engine.game import Verb
from engine.words import msg

ARMS = "ABCD"
"""The letters of the arms: left, right, up, down."""

VERBS = (
    *COMMON,
    Verb("can", msg("Say that you can play, when others passed")),
    Verb("pass", msg("Pass after drawing")),
)
