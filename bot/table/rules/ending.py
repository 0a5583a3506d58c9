"""Ending a running game without a result."""

from __future__ import annotations

from dataclasses import replace

from bot.table.log.draft import Draft
from bot.table.log.model import Status
from bot.table.log.steps import Kind
from engine.game import Seat


def close(draft: Draft, seat: Seat | None, why: str) -> None:
    """Close the table by a step that records why. `seat` is the seat that decided it, or None."""
    draft.table = replace(draft.table, status=Status.CLOSED)
    draft.step(Kind.CLOSE, seat, why, caused=False)
