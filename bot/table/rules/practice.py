"""A game that one person plays with computer players, unseen by others.

Each function changes a draft.
"""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.model import Person
from bot.table.log.steps import Subject
from bot.table.refusals import Refusal
from bot.table.rules import solo
from bot.table.rules.ending import close
from engine.words import msg

STRENGTH = "easy"
"""Of the computer players of a practice game."""


def require_quota(begun: int, most: int) -> None:
    """Refuse one more game to a person who has begun this many within an hour."""
    if begun >= most:
        raise Refusal(
            msg(
                "You've begun {n} practice games within an hour, and that's the limit. `/practice` shows the one that "
                "goes on. Try again later for another.",
                n=most,
            )
        )


def begin(draft: Draft, person: Person) -> None:
    """Begin with as many computer players as the game needs."""
    solo.begin(draft, person, [STRENGTH] * (draft.game.seats[0] - 1))


def end(draft: Draft) -> None:
    """Close a game that another one takes the place of."""
    if draft.table.is_running:
        close(draft, None, Subject.CANCEL)
