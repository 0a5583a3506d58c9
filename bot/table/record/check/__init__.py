"""Checks a log and its deals by docs/DEALS.md alone.

This package neither plays games nor shares code with the packages that do.
"""
