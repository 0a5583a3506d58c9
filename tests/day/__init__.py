"""Whole games on a clock that a script moves: who is there, who is called, and how each game ends."""
