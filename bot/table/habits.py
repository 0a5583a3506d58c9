"""What is kept of how a person acts, at no table in particular: of those alone who let the bot act for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bot.table.clock import replies, week
from bot.table.clock.pace import Preset
from bot.table.rows import PersonRow


class Acted(NamedTuple):
    """What a person did in a change."""

    hour: bool = False
    """Whether this hour is to be counted;"""
    begins: bool = False
    """whether that begins now, if it has not."""
    replies: Sequence[int] = ()
    """How many seconds their turns took, in a game that is over."""


def after(row: PersonRow, acted: Acted, preset: Preset, at: int) -> PersonRow:
    """Return what is kept of a person who acted at an instant, on this clock. It begins with their first plan, or once
    they leave moves without a choice to the bot: it then acts for them, at moments like theirs."""
    if not (acted.begins or row.forced or row.acts):
        return row
    if acted.hour:
        row = row._replace(acts=week.counted(row.acts, at))
    if acted.replies:
        row = row._replace(replies=replies.added(row.replies, preset, acted.replies))
    return row
