"""What happens to a game after the database was restored from a copy.

Each function changes a draft. The newest steps of the game may be lost. It is paused until its channel was searched for
messages that are newer than the copy. If one of them shows a later deal or the end, the game is cancelled, because
hands that were seen can't be played again, and no seed may be used for two deals.
"""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.settled.halt import Restored
from bot.table.log.steps import Kind, encode_notation
from bot.table.rules.ending import close

LATER_DEAL_SEEN = "restored"
"""The reason for closing a game after a message showed a later deal or the end."""


def pause(draft: Draft, copy: int, until: int) -> None:
    """Pause a running game, because the database was restored from a copy.

    The copy was made at `copy`. A second call changes nothing. Messages with ids up to `until` may name lost steps. A
    practice game has no channel to search, so it is resumed at once.
    """
    lost, table = draft.table.standing.halt.lost, draft.table
    if not table.is_running or (lost is not None and lost.copy == copy and until <= lost.until):
        return
    draft.step(Kind.RESTORED, None, encode_notation(Restored(copy, until)), caused=False)
    if table.private:
        resume(draft, until=0)


def resume(draft: Draft, until: int, *, later_deal_found: bool = False) -> None:
    """Resume the game, or end it if `later_deal_found`.

    `later_deal_found` is whether a message newer than the copy shows a later deal or the end. Messages with ids up to
    `until` may name lost steps. `until` comes from a message in Discord, because by our own clock, newer messages could
    count as lost.
    """
    lost = draft.table.standing.halt.lost
    if lost is None or not lost.needs_search or not draft.table.is_running:
        return
    draft.step(Kind.RESTORED, None, encode_notation(Restored(lost.copy, until, looked=True)), caused=False)
    if later_deal_found:
        close(draft, None, LATER_DEAL_SEEN)
