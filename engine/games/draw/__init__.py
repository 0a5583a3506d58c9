"""Draw and Block dominoes: the rule sheet is draw.md beside this package."""
