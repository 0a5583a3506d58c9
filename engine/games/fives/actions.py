"""The actions of a seat (fives.md §3): play, draw, or declare that it can't play."""

from engine.dominoes.actions import VERBS, Call, Move, Play, play

__all__ = ["VERBS", "Call", "Move", "Play", "play"]
