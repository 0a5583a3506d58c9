"""A practice game, which one person plays with computer players, unseen by others."""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.model import Person
from bot.table.log.steps import Subject
from bot.table.refusals import Refusal
from bot.table.rules import solo
from bot.table.rules.ending import close
from engine.words import msg

STRENGTH = "easy"
"""The strength of the computer players in a practice game."""


def require_quota(begun: int, most: int) -> None:
    """Refuse a further game to a person who has `begun` at least `most` within an hour."""
    if begun >= most:
        raise Refusal(
            msg(
                "You've begun {n} practice games within an hour, and that's the limit. `/practice` shows the one that "
                "goes on. Try again later for another.",
                n=most,
            )
        )


def begin(draft: Draft, person: Person) -> None:
    """Begin with as few computer players as the game needs."""
    solo.begin(draft, person, [STRENGTH] * (draft.game.seats_for(draft.table.options)[0] - 1))


def end(draft: Draft) -> None:
    """Close a running game, which a new one replaces."""
    if draft.table.is_running:
        close(draft, None, Subject.CANCEL)
