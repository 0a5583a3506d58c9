"""Checks a log and its deals as docs/DEALS.md describes.

This package is independent: it shares no code with the packages that play games.
"""
