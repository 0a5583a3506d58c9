"""Coming into a running game with its next round, and leaving again before. Each function changes a draft or raises a
Refusal."""

from __future__ import annotations

from dataclasses import replace

from bot.table import late
from bot.table.draft import Draft
from bot.table.facts import Fact, needs
from bot.table.marks import left_by
from bot.table.model import Person, User
from bot.table.refusals import NotSeated, Refusal
from bot.table.rules import computers, room
from bot.table.rules.seats import STRENGTH
from bot.table.steps import Kind, seated
from engine.words import Message, msg


@needs(Fact.LIMITS, Fact.HOLIDAY, Fact.TABLES_OF_CALLER, Fact.DEPARTURES, Fact.JOINS)
def join(draft: Draft, person: Person) -> None:
    """Come in with the next round whose deal is not announced yet, where the table allows it and has room."""
    draft.running()
    table = draft.table
    if late.place_of(table, person.user) is not None or table.seat_of(person.user) is not None:
        raise Refusal(msg("You're already in. I'll ping you on your turn."))
    if (closed := _closed(draft)) is not None:
        raise Refusal(closed)
    room.for_comer(draft, person.user)
    room.for_caller(draft, person.user)
    if left_by(person.user, draft.facts.departures):
        raise Refusal(msg("You've seen tiles of this game, so you can't join it late."))
    draft.table = replace(table, coming=(*table.coming, person))
    draft.words.pop(person.user, None)  # one of a time before is in no deal any more
    draft.step(Kind.JOIN, len(table.seats) + len(table.coming))


def leave(draft: Draft, user: User) -> None:
    """Leave before the round that was waited for. Once its deal is announced a computer player takes the seat."""
    draft.running()
    table, place = draft.table, late.place_of(draft.table, user)
    if place is None:
        raise NotSeated
    n = place - len(table.seats)
    before, after = table.coming[:n], table.coming[n + 1 :]
    if place >= table.standing.announced:
        draft.table = replace(table, coming=(*before, *after))
        draft.step(Kind.LEAVE, place)
        return
    computer = Person(0, computers.free_name(table), STRENGTH)
    draft.table = replace(table, coming=(*before, computer, *after))
    draft.step(Kind.LEAVE, place, seated(computer.player, None, computer.name))


def _closed(draft: Draft) -> Message | None:
    """Say why nobody can come in; None where there is room."""
    table, game = draft.table, draft.game
    if table.standing.vacant:
        return msg("A seat of this game is open. Take it with `/join`, and you play at once.")
    if late.free(table, game) > 0:
        return None
    return late.full(table, game) or msg("Nobody can join this game late. `/new` opens your own table.")
