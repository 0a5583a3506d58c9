"""Shared by the trick-taking games: suits and ranks, tricks, unseen tiles, and texts about them."""
