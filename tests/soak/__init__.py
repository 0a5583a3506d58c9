"""Soaks: the bot lives for long, and what it does meanwhile is counted. Each takes minutes, so none is in the suite."""
