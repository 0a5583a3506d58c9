"""Chickenfoot: the rule sheet is chickenfoot.md beside this package."""
