"""What is meant by what people type: actions are found by their notation."""

from __future__ import annotations

import re
from collections.abc import Iterable

from engine.game import Action


def find(actions: Iterable[Action], notation: str) -> Action | None:
    """Return the action that a notation names, whatever its case and the order of a tile's halves.

    What is left out at the end is understood where only one action fits: `play 6-2` if 6-2 fits one end alone.
    """
    written = {str(action): action for action in actions}
    if (meant := named(written, notation)) is not None:
        return written[meant]
    wanted = _folded(notation)
    return next((action for action in written.values() if wanted in map(_folded, _spellings(action))), None)


def _spellings(action: Action) -> tuple[str, ...]:
    """Return the other ways in which people write an action, where it has any."""
    spellings: tuple[str, ...] = getattr(action, "spellings", ())  # isinstance takes 50 times as long of a protocol
    return spellings


def named(notations: Iterable[str], typed: str) -> str | None:
    """Return the one of these notations that is meant, as `find` understands it."""
    wanted = _folded(typed)
    folded = {_folded(notation): notation for notation in notations}
    if wanted in folded:
        return folded[wanted]
    longer = [notation for text, notation in folded.items() if text.startswith(wanted + " ")]
    return longer[0] if wanted and len(longer) == 1 else None


def _folded(notation: str) -> str:
    return _TILE.sub(_high_first, " ".join(notation.casefold().split()))


def _high_first(halves: re.Match[str]) -> str:
    low, high = sorted((int(halves[1]), int(halves[2])))
    return f"{high}-{low}"


_TILE = re.compile(r"\b([0-9]{1,2})\s*[-:|/]\s*([0-9]{1,2})\b")
