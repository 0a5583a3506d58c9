"""A practice game, which one person plays with computer players, outside of any channel."""

from __future__ import annotations

from bot.table.log.draft import Draft
from bot.table.log.model import Person, Status, Table
from bot.table.log.steps import Subject
from bot.table.refusals import Refusal
from bot.table.rules import solo
from bot.table.rules.ending import close
from engine.words import msg

STRENGTH = "easy"
"""The strength of the computer players in a practice game."""


def require_quota(begun: int, most: int) -> None:
    """Raise a Refusal if a person has begun `most` games or more within an hour; `begun` is their number."""
    if begun >= most:
        raise Refusal(
            msg(
                "You've begun {n} practice games within an hour, and that's the limit. `/practice` shows the one that "
                "goes on. Try again later for another.",
                n=most,
            )
        )


def begin(draft: Draft, person: Person) -> None:
    """Begin the game, with as few computer players as it needs."""
    fewest_seats = draft.game.seats_for(draft.table.options)[0]
    solo.begin(draft, person, [STRENGTH] * (fewest_seats - 1))


def end(draft: Draft) -> None:
    """Close a practice game if it is running, because a new one replaces it."""
    if draft.table.is_running:
        close(draft, None, Subject.CANCEL)


def end_of(table: Table) -> str | None:
    """Return the last head (hash) of a practice game that is over, else None.

    Only a user who was shown the game can know that head, since the log of a practice game is published nowhere else.
    """
    end = table.standing.dealing.end
    return end.short_head if table.private and table.status is Status.OVER and end is not None else None
