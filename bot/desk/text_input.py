"""Checks of what people type.

Control characters and halves of surrogate pairs are not accepted: PostgreSQL stores no NUL, no database stores half of
a surrogate pair, and other control characters move the cursor of a terminal. A name comes from Discord and is
cleaned. Anything else was typed here, so it is refused, and its writer can change it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

from bot.table.refusals import Refusal
from engine.words import msg

UNREADABLE_CATEGORIES = frozenset({"Cc", "Cs"})
"""Unicode's categories of control characters and of halves of surrogate pairs."""


def clean_name(name: str) -> str:
    """Return a name with a space for each unreadable character."""
    if name.isprintable():
        return name
    return "".join(" " if _is_unreadable(character) else character for character in name)


def require_readable(typed: object) -> None:
    """Raise a Refusal if any text in Discord's data has an unreadable character."""
    match typed:
        case str():
            if not typed.isprintable() and any(map(_is_unreadable, typed)):
                raise Refusal(msg("I can't read one character there, perhaps a line break. Type it again without it."))
        case Mapping():
            require_readable(list(typed.values()))
        case Sequence():
            for part in typed:
                require_readable(part)


def _is_unreadable(character: str) -> bool:
    return unicodedata.category(character) in UNREADABLE_CATEGORIES
