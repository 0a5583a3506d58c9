"""What a viewer may know of a position: the only way from a state to an observation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Choice, Seat, offered
from engine.games.draw import texts
from engine.games.draw.actions import Move, Play
from engine.games.draw.doubt import doubt
from engine.games.draw.observation import DrawObservation, Laid, OpenEnd
from engine.tiles import Tile

if TYPE_CHECKING:
    from engine.games.draw.state import DrawState

MENU = 25
"""Entries that fit one level of a menu."""


def observe(state: DrawState, viewer: Seat | None) -> DrawObservation:
    """The position as a seat, or with None the channel, may know it."""
    match = state.match
    rules = match.terms
    acting = state.playing and viewer == state.to_act
    playable = rules.left(state.playable(viewer)) if acting and viewer is not None else ()
    return DrawObservation(
        viewer=viewer,
        to_act=state.to_act,
        outcome=match.outcome,
        round=match.round,
        choices=_choices(state) if acting else (),
        call=texts.call(state),
        situation=texts.situation(state),
        prompt=texts.own_prompt(state) if acting else texts.prompt(state),
        standings=texts.standings(state),
        tally=texts.tally(state),
        options=rules.options,
        highest=rules.tiles.highest,
        laid=tuple(Laid(event.tile, event.end, event.seat) for event in state.laid),
        ends=state.layout.ends,
        spinner=_spinner(state),
        hands=_hands(state, viewer),
        sizes=tuple(hand.bit_count() for hand in state.hands),
        scores=match.scores,
        boneyard=len(state.boneyard),
        drawable=state.drawable,
        confirmed=state.confirmed,
        signs=state.signs,
        fouls=match.fouls,
        playable=playable,
        unseen=() if state.playing else tuple(sorted(rules.tiles.tiles[index] for index in state.boneyard)),
        result=match.result,
        penalties=match.penalties,
    )


def _hands(state: DrawState, viewer: Seat | None) -> tuple[tuple[Tile, ...] | None, ...]:
    left = state.match.terms.left
    return tuple(left(hand) if seat == viewer or not state.playing else None for seat, hand in enumerate(state.hands))


def _spinner(state: DrawState) -> int | None:
    if state.layout.kind == "line":
        return None
    return next((place for place, laid in enumerate(state.laid) if laid.tile.double), None)


def _choices(state: DrawState) -> tuple[Choice, ...]:
    """The legal actions, tiles in canonical order; so many that a menu could not hold them are grouped by their higher
    number first."""
    actions = sorted(state.legal_actions(), key=_place)
    crowded = len({action.parts[0] for action in actions}) > MENU
    choices = (_choice(state, action) for action in actions)
    return tuple(_grouped(choice) for choice in choices) if crowded else tuple(choices)


def _place(action: Move) -> tuple[bool, Tile | None]:
    """Where an action stands in the menu."""
    return (False, action.tile) if isinstance(action, Play) else (True, None)


def _choice(state: DrawState, action: Move) -> Choice:
    if not isinstance(action, Play):
        return offered(action, doubt=doubt(state, action))
    if action.number is None:
        return offered(action)
    twin = state.layout.twin_of(OpenEnd(action.end, action.number))
    return offered(action, same_as=f"play {action.tile} {twin}" if twin else None)


def _grouped(choice: Choice) -> Choice:
    high, dash, _ = choice.parts[0].partition("-")
    return choice._replace(parts=(high, *choice.parts)) if dash else choice
