"""Checks of what people type: signs that no line of text can hold go no further.

PostgreSQL takes no NUL, no database takes half of a surrogate pair, and the others move the cursor of whoever reads
them. A name comes from Discord and is cleaned; anything else was typed, so the person who typed it gets a refusal.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from bot.table.refusals import Refusal
from engine.words import msg

NO_TEXT = frozenset({"Cc", "Cs"})
"""Unicode's categories of control characters and of halves of surrogate pairs."""


def clean_name(name: str) -> str:
    """Return a name without signs that are no text."""
    return name if name.isprintable() else "".join(" " if _no_text(sign) else sign for sign in name)


def require_readable(typed: object) -> None:
    """Raise a Refusal if any text in what Discord sent holds such a sign."""
    match typed:
        case str():
            if not typed.isprintable() and any(map(_no_text, typed)):
                raise Refusal(msg("I can't read one sign in that, perhaps a line break. Type it again without it."))
        case Mapping():
            require_readable(list(typed.values()))
        case Sequence():
            for part in typed:
                require_readable(part)


def _no_text(sign: str) -> bool:
    return unicodedata.category(sign) in NO_TEXT
