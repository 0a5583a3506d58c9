"""Checks of a log and its deals against docs/DEALS.md alone.

This package neither plays games nor shares code with the packages that do.
"""
