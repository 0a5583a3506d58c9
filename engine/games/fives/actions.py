"""What a seat can do (fives.md §3): lay a tile, draw, or say that it cannot play."""

from engine.dominoes.actions import VERBS, Call, Move, Play, play

__all__ = ["VERBS", "Call", "Move", "Play", "play"]
