"""Taking actions and deals. Each function changes a draft or raises a Refusal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.refusals import NotSeated, NotYourTurn, Refusal, Stale
from bot.tables.draft import Draft
from bot.tables.fold import Dealt, Kind
from bot.tables.model import Person, Seen
from engine.deal import commitment
from engine.game import DEALER, Choice, find
from engine.words import Who, msg


def act(draft: Draft, person: Person, seq: int | None, notation: str) -> None:
    """Take an action by its notation, then what follows from it by itself."""
    state = draft.running()
    seat = draft.table.seat_of(person.user)
    if seat is None:
        raise NotSeated
    if seq is not None and seq != draft.table.position_seq:
        raise Stale
    if state.to_act == DEALER:
        raise NotYourTurn(msg("The tiles of the next round are about to be dealt."))
    if state.to_act is None or state.to_act != seat:
        raise NotYourTurn(msg("It is {who}'s turn.", who=Who(state.to_act or 0)))
    action = find(state.legal_actions(), notation)
    if action is None:
        raise Refusal(state.why_not(notation))
    _call(draft, seat, person)
    draft.step(Kind.ACT, seat, str(action))
    draft.automatic()


def deal(draft: Draft, message: int) -> None:
    """Deal what was committed to, mixed with the message's id and the players' words; once for each message."""
    used = [dealt.entropy[0] for dealt in draft.folded.deals]
    if draft.table.to_act != DEALER or str(message) in used:
        return
    round_ = draft.table.round + 1
    if round_ not in draft.seeds:
        raise ValueError("a deal needs a commitment that was published before")
    words = (draft.words.get(person.user, "") for person in draft.table.seats)
    entropy = (str(message), *filter(None, words))
    dealt = Dealt(round_, commitment(str(draft.table.id), round_, draft.seeds[round_]), entropy)
    draft.step(Kind.DEAL, None, msgspec.json.encode(dealt).decode())
    draft.automatic()


def choices(seen: Seen, verb: str | None) -> Sequence[Choice]:
    """What the viewer can do now, of one verb where it is given."""
    offered = (choice for choice in seen.observation.choices if choice.enabled)
    return [choice for choice in offered if verb is None or choice.notation.split()[0] == verb]


def _call(draft: Draft, seat: int, person: Person) -> None:
    """Keep what Discord calls this person now."""
    seats = draft.table.seats
    draft.table = replace(draft.table, seats=(*seats[:seat], person, *seats[seat + 1 :]))
