"""The rules of the games, as pure values with the standard library only.

This package knows seats, not people.
"""
