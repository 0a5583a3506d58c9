"""Words that players add to the shuffle: what goes into deals and logs is only a mark of each.

So a word can be deleted for good while every deal that it went into can still be repeated.
"""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

LENGTH = 40
SALT_BYTES = 16


def salted(text: str, before: str = "") -> str:
    """Return a word as it is kept, with a salt before it, so that its mark cannot be guessed; empty for an empty word.

    The same word as `before` keeps its salt.
    """
    word = clean(text)
    if before.partition(" ")[2] == word:
        return before
    return f"{secrets.token_hex(SALT_BYTES)} {word}" if word else ""


def mark(word: str) -> str:
    """Return what goes into the shuffle: the SHA-256 of a word as it is kept, as 64 hex digits; empty for an empty
    word."""
    return hashlib.sha256(word.encode()).hexdigest() if word else ""


def clean(text: str) -> str:
    """Return a word without what a line of text could not carry, at most 40 characters."""
    blank = "".join(" " if unicodedata.category(char)[0] == "C" or char in "|`" else char for char in text)
    return " ".join(unicodedata.normalize("NFC", blank).split())[:LENGTH].strip()
