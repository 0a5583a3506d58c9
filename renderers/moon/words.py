"""The table of Moon in words, for players who can't see the picture or don't load it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import DEALER, Seat
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.options import SEATS
from engine.games.moon.words import situation, standings, waiting
from engine.tiles import Tile
from engine.words import Message, Who, count, lines, msg, sentences
from renderers.tricks.words import (
    describe_current,
    describe_hand,
    describe_last,
    describe_past,
    describe_trumps,
    join_tiles,
)


def seats_in_order(seen: MoonObservation) -> tuple[Seat, ...]:
    """Return the seats clockwise from seat 0, so that each keeps its column for the whole game."""
    start = seen.order.index(0)
    return (*seen.order[start:], *seen.order[:start])


def alt(seen: MoonObservation) -> Message:
    """Return the table in a few sentences."""
    return sentences(_situation(seen), describe_current(seen, SEATS), describe_last(seen, SEATS), *_seats(seen))


def board_text(seen: MoonObservation) -> Message:
    """Return the table as text, with all tricks of the round.

    Whose turn it is stands above the text, so it is left out here.
    """
    is_over = seen.to_act is None or seen.to_act == DEALER
    heading = _situation(seen) if is_over else _describe_round(seen)
    return lines(heading, *describe_past(seen, SEATS), describe_current(seen, SEATS), *_seats(seen))


def hand_alt(seen: MoonObservation) -> Message:
    """Describe the viewer's hand, the playable tiles first."""
    held = seen.hands[seen.viewer] if seen.viewer is not None else None
    if not held:
        return msg("No tiles.")
    if seen.phase is not Phase.PLAY:
        return sentences(msg("Your tiles: {tiles}.", tiles=join_tiles(held)), *_discard_hints(seen, held))
    return describe_hand(seen)


def _discard_hints(seen: MoonObservation, held: Sequence[Tile]) -> Sequence[Message]:
    """Return what helps the bidder to choose a discard: the centre tile, and the trumps once trump is named."""
    if seen.phase is not Phase.DISCARD or seen.centre is None:
        return ()
    origin = msg("{tile} came from the centre.", tile=str(seen.centre))
    return (origin,) if seen.trump is None else (origin, describe_trumps(seen, held))


def _situation(seen: MoonObservation) -> Message:
    """Describe the situation and who is next, or how the round ended.

    It never contains what only the viewer may know.
    """
    if seen.outcome is not None:
        return sentences(msg("Moon, round {round}.", round=seen.round), seen.outcome.reason)
    if seen.phase is Phase.BETWEEN:
        return sentences(msg("Moon, round {round}.", round=seen.round), situation(seen))
    state = _describe_round(seen)
    if seen.phase is Phase.PLAY:
        return sentences(state, msg("{who} is next.", who=Who(seen.to_act or 0)))
    return sentences(state, waiting(seen))


def _describe_round(seen: MoonObservation) -> Message:
    """Return the round, and what decides the next move."""
    return msg("Moon, round {round}: {situation}.", round=seen.round, situation=situation(seen))


def _seats(seen: MoonObservation) -> Sequence[Message]:
    stands = standings(seen)
    return [msg("{who}: {standing}.", who=Who(seat), standing=stands[seat]) for seat in seats_in_order(seen)]


def points(score: int) -> Message:
    """Return a score as points; `count` writes a proper minus sign."""
    return count("{n} point", "{n} points", score)
