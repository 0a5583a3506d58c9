"""The record of a finished game as a file, and its check."""
