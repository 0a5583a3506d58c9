"""A finished game for a replay: step by step, as everybody saw it at the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from bot.table.log.events import TookBack
from bot.table.log.fold import Entry, replay_stored
from bot.table.log.model import ShownStep, Status, Table
from bot.table.record.report import Log, tell_steps
from bot.table.record.stepwise import Steps
from bot.table.refusals import NotStarted, Refusal
from engine.words import msg

MAX_FRAMES = 120
"""The most frames of a replay."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Shot:
    """What everybody saw after a step, and what happened in it."""

    seen: Any = field(repr=False)
    happened: ShownStep
    hands: tuple[Any, ...] = field(default=(), repr=False)
    """What each seat saw, if the replay shows all hands face up."""

    @property
    def round(self) -> int:
        """The number of its round, counted through all games of a series."""
        return int(self.seen.round)


class Replay(NamedTuple):
    """A replay as a file, with the number of its frames and the number of rounds of the game."""

    gif: bytes
    frames: int
    rounds: int


def require_game_over(table: Table) -> None:
    """Raise a Refusal unless a game has ended, since only then may it be replayed."""
    if table.status is Status.LOBBY:
        raise NotStarted
    if table.is_running:
        raise Refusal(msg("The replay comes with the result. Ask again when the game is over."))


def collect_shots(log: Log, *, face_up: bool = False) -> Steps[Sequence[Shot]]:
    """Return every step of a finished game as everybody saw it, without undone moves.

    With `face_up`, also return each seat's view. Raises a Refusal if the game isn't over.
    """
    require_game_over(log.draft.table)
    views: list[tuple[Any, ...]] = []
    entries: list[Entry] = []
    viewers = (None, *range(len(log.draft.table.seats))) if face_up else (None,)
    for step in replay_stored(log.draft.table.id, log.rows, log.draft.game, log.draft.seeds):
        state = step.after.state if step.events else None
        entries.append(Entry.of(step.before, step.row, step.events))
        views.append(() if state is None else tuple(state.observe(viewer) for viewer in viewers))
        yield
    pairs = zip(views, tell_steps(log.draft, entries, None), strict=True)
    shown_steps = [(step_views, happened) for step_views, happened in pairs if step_views and _is_shown(happened)]
    # the first view is everybody's, the others are those of the seats
    return [Shot(step_views[0], happened, hands=step_views[1:]) for step_views, happened in shown_steps]


def _is_shown(step: ShownStep) -> bool:
    return not step.is_undone and not any(isinstance(event, TookBack) for event in step.events)


def sample_evenly(items: Sequence[T], most: int) -> Sequence[T]:
    """Return at most `most` of the items, at equal distances. The last one is always included."""
    if len(items) <= most:
        return items
    return [items[n * len(items) // most - 1] for n in range(1, most + 1)]
