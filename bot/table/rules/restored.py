"""What happens to a game whose database is a restored copy.

Its newest steps may be lost. Each function changes a draft.

The game rests until its channel was searched for messages that are newer than the copy. If one of them shows a later
deal or the end, the game is cancelled: hands that were shown can't be played again, and no seed may go into two deals.
"""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.settled.halt import Restored
from bot.table.log.steps import Kind, encode_notation
from bot.table.rules.ending import close

SEEN = "restored"
"""Why a game is closed if a later deal of it, or its end, was seen."""


def rest(draft: Draft, copy: int, until: int) -> None:
    """Let a running game rest that was restored from a copy made at `copy`.

    A second call changes nothing. Messages with ids up to `until` may name lost steps. A practice game has no channel
    to search, so it goes on at once.
    """
    lost, table = draft.table.standing.halt.lost, draft.table
    if not table.is_running or (lost is not None and lost.copy == copy and until <= lost.until):
        return
    draft.step(Kind.RESTORED, None, encode_notation(Restored(copy, until)), caused=False)
    if table.private:
        go_on(draft, 0)


def go_on(draft: Draft, until: int, *, seen: bool = False) -> None:
    """Let the game go on, or end it if `seen`.

    `seen` is whether a message newer than the copy shows a later deal or the end. Messages with ids up to `until` may
    name lost steps; it is by Discord's clock, since by another clock new messages could count as lost.
    """
    lost = draft.table.standing.halt.lost
    if lost is None or not lost.waits or not draft.table.is_running:
        return
    draft.step(Kind.RESTORED, None, encode_notation(Restored(lost.copy, until, looked=True)), caused=False)
    if seen:
        close(draft, None, SEEN)
