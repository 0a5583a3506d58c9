"""The steps whose heads (hashes) messages show."""

from __future__ import annotations

from typing import NamedTuple


class ShownHead(NamedTuple):
    """A step whose head a message must show."""

    seq: int
    kind: str
    head: str
    at: int
    deal: int = 0
    """The deal that the message announces; 0 if it announces no deal."""
    root: str = ""
    """The root that the message must show, too; empty if it must show no root."""
