"""Reads ids from the data of controls."""

from __future__ import annotations

from bot.table.refusals import OtherVersion

MOST_ID = 2**63 - 1
"""The highest id that Discord or the database can give."""


def read_id(text: str) -> int:
    """Return the id in the data of a control. Raises OtherVersion if it is no possible id."""
    if not (text.isascii() and text.isdecimal()) or len(text) > len(str(MOST_ID)) or int(text) > MOST_ID:
        raise OtherVersion
    return int(text)
