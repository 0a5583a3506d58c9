"""Taking actions, and the decisions that players have to make. Functions raise a Refusal for what is not allowed."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.table.log.draft import Draft
from bot.table.log.model import Person, Question, Seen
from bot.table.log.settled.halt import Lost, RestoredFromCopy
from bot.table.log.steps import Kind, encode_seating
from bot.table.refusals import PAUSED_BY_MODERATOR, NotSeated, NotYourTurn, Refusal, Stale, Unsure
from bot.table.rules import away
from engine.game import DEALER, Choice, Doubt, Observation, Seat
from engine.notation import find
from engine.words import Who, msg


def act(draft: Draft, person: Person, seq: int | None, notation: str, *, careful: bool = False) -> None:
    """Take an action in position `seq`, then the automatic steps that follow.

    If `person.player` is set, that computer player acts. Otherwise the person acts, and is back if a computer player
    sat in for them. With `careful`, raise Unsure if the game wants the action to be confirmed.
    """
    state = draft.require_running()
    seat = draft.table.seat_of(person.user) if person.player is None else _require_computers_turn(draft, person)
    if seat is None:
        raise NotSeated
    if seq is not None and seq != draft.table.position_seq:
        raise Stale
    require_not_paused(draft)
    if state.to_act != seat:
        raise out_of_turn(state.to_act)
    actions = state.legal_actions()
    action = find(actions, notation)
    if action is None:
        raise Refusal(state.why_not(notation))
    if careful and (doubt := _find_doubt(state.observe(seat), str(action))):
        raise Unsure(doubt)
    if person.player is None:
        _seat_person(draft, seat, person)
    draft.step(Kind.ACT, seat, str(action))
    draft.add_automatic_steps()


def out_of_turn(to_act: Seat | None) -> NotYourTurn:
    """Return the refusal of an action while another player is to move, or tiles are about to be dealt."""
    if to_act == DEALER:
        return NotYourTurn(msg("The next round is dealt in a moment. Then you can play."))
    return NotYourTurn(msg("{who} is next.", who=Who(to_act or 0)))


def require_not_paused(draft: Draft) -> None:
    """Raise a Refusal if the game can't go on now, since all players paused it or moves are lost."""
    lost = draft.table.standing.halt.lost
    if lost is not None and lost.needs_search:
        raise Refusal(RestoredFromCopy(lost.copy).why())
    if draft.table.standing.halt.paused and lost is not None and lost.unresolved:
        raise Refusal(Lost(lost.seq, lost.later).why())
    if draft.table.standing.needs_moderator:
        raise Refusal(PAUSED_BY_MODERATOR)
    if draft.table.standing.halt.paused:
        raise Refusal(msg("This game is paused. Press *Resume* on its card, or use `/vote resume`."))


def find_question(draft: Draft) -> Question | None:
    """Return the decision that the seat to act has to make.

    Return None if the dealer is to act, and before the start and at the end.
    """
    state, seat = draft.position.state, draft.table.to_act
    if state is None or seat is None or seat == DEALER:
        return None
    return Question(draft.table, seat, state.observe(seat), _player_seed(draft, seat), str(state.at_deadline()))


def question_now(draft: Draft) -> Question | None:
    """Return the decision like `find_question`, but None if nobody can move now, for example during a pause."""
    return find_question(draft) if draft.table.can_move else None


def list_choices(seen: Seen, verb: str | None) -> Sequence[Choice]:
    """Return what the viewer can do now. With `verb`, return only the choices that begin with it."""
    enabled_choices = (choice for choice in seen.observation.choices if choice.enabled)
    return [choice for choice in enabled_choices if verb is None or choice.notation.split()[0] == verb]


def _find_doubt(seen: Observation, notation: str) -> Doubt | None:
    """Return the doubt that the game raises about an action, or None."""
    return next((choice.doubt for choice in seen.choices if choice.notation == notation), None)


def _player_seed(draft: Draft, seat: Seat) -> int:
    """Return the random seed for a computer player's decision in this position.

    It follows from the seed of the deal, so both are equally secret. It reveals nothing about the deal.
    """
    message = msgspec.json.encode(["player-v1", draft.table.id, draft.table.position_seq, seat])
    return int.from_bytes(hmac.digest(draft.seeds[draft.position.deals[-1].number], message, "sha256"), "big")


def _require_computers_turn(draft: Draft, player: Person) -> Seat:
    """Return the seat to act if `player` plays it.

    Raises Stale if it is another seat's turn by now, or if the seat's person plays again.
    """
    to_act = draft.table.to_act
    if to_act is None or to_act == DEALER or draft.table.seats[to_act] != player:
        raise Stale
    return to_act


def _seat_person(draft: Draft, seat: Seat, person: Person) -> None:
    """Note that a person plays their seat themselves, so that they are not away, and update their name."""
    seats = draft.table.seats
    had_stand_in = seats[seat].player is not None
    draft.table = replace(draft.table, seats=(*seats[:seat], person, *seats[seat + 1 :]))
    if had_stand_in:
        draft.step(Kind.SEAT, seat, encode_seating(None), caused=False)
    if draft.table.standing.away:
        away.end(draft, seat)
