"""Finds the action that a typed text means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.game import Action


def find(actions: Iterable[Action], notation: str) -> Action | None:
    """Return the action that a notation names.

    Capital letters and ways to write a tile make no difference. The last part may be left out if only one action fits:
    `play 6-2` if 6-2 fits only one end. Return None if no action fits.
    """
    written = {str(action): action for action in actions}
    if (matching := match_notation(written, notation)) is not None:
        return written[matching]
    # reversed, so that the first of several actions keeps a spelling that they share
    spelled = {_fold(spelling): action for action in reversed(written.values()) for spelling in _spellings(action)}
    return next((spelled[reading] for reading in _readings(notation) if reading in spelled), None)


def _spellings(action: Action) -> tuple[str, ...]:
    """Return the other ways in which people write an action: its `spellings`, if any."""
    spellings: tuple[str, ...] = getattr(action, "spellings", ())
    return spellings


def match_notation(notations: Iterable[str], typed: str) -> str | None:
    """Return the notation that a typed text means, by the rules of `find`."""
    folded = {_fold(notation): notation for notation in notations}
    for reading in _readings(typed):
        if reading in folded:
            return folded[reading]
        longer = [notation for text, notation in folded.items() if text.startswith(reading + " ")]
        if reading and len(longer) == 1:
            return longer[0]
    return None


def _readings(typed: str) -> Iterator[str]:
    """Yield the readings of a text, the likeliest first.

    "2-6", "[6|2]" and "6/2" are read as 6-2. A later reading also takes "6 2" and "62" as 6-2.
    """
    yield (folded := _fold(typed))
    for pattern in (_HALVES_SPACED, _HALVES_JOINED):
        if (reading := pattern.sub(_high_first, folded, count=1)) != folded:
            yield reading


def _fold(notation: str) -> str:
    return _TILE.sub(_high_first, " ".join(notation.casefold().split()))


def _high_first(halves: re.Match[str]) -> str:
    low, high = sorted((int(halves[1]), int(halves[2])))
    return f"{high}-{low}"


_DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2212"
_TILE = re.compile(rf"(?:\[\s*|\b)([0-9]{{1,2}})\s*[{_DASHES}:;,.|/]\s*([0-9]{{1,2}})(?:\s*\]|\b)")
_HALVES_SPACED = re.compile(r"\b([0-9]{1,2}) ([0-9]{1,2})\b")
_HALVES_JOINED = re.compile(r"\b([0-9])([0-9])\b")
