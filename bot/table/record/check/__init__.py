"""Checks a log and its deals against docs/DEALS.md alone: nothing here plays a game or shares code with what does."""
