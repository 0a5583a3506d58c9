"""What a viewer can conclude about the tiles it has not seen, and positions in which they lie accordingly.

One thing is not used: where a penalty is reckoned by the pips of a hand, it tells them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.dominoes import worlds as dealing
from engine.dominoes.actions import play
from engine.dominoes.events import Played
from engine.dominoes.retelling import Retelling
from engine.dominoes.story import Story
from engine.games.draw.layout import Layout, after, layout
from engine.games.draw.observation import DrawObservation
from engine.games.draw.options import terms
from engine.games.draw.state import DrawState, Match, start


def possible(seen: DrawObservation, rng: Random) -> Iterator[DrawState]:
    """Yield positions that agree with all that this viewer has seen."""
    worlds = Worlds(seen, rng)
    while True:
        yield worlds.another()


class Worlds(dealing.Worlds[DrawState]):
    """Positions that agree with one observation."""

    def __init__(self, seen: DrawObservation, rng: Random) -> None:
        position = known(seen)
        hidden = seen.round and seen.result is None
        super().__init__(position, retold(seen, position, rng) if hidden else None, rng)


def known(seen: DrawObservation) -> DrawState:
    """Return the position as far as it is seen: hands that are not are empty, and so is the boneyard."""
    rules = terms(seen.options, len(seen.sizes))
    if not seen.round:
        return start(seen.options, rules.seats)
    opener = seen.laid[0].seat if seen.laid else seen.to_act
    assert opener is not None
    *_, there = layouts(seen)
    return DrawState(
        Match(rules, seen.round, opener, seen.scores, seen.fouls, seen.result, seen.outcome, seen.penalties),
        seen.to_act,
        tuple(rules.tiles.mask(hand or ()) for hand in seen.hands),
        tuple(rules.tiles.index[tile] for tile in seen.unseen),
        there,
        tuple(Played(laid.seat, laid.tile, laid.arm) for laid in seen.laid),
        seen.confirmed,
        seen.drawn,
        seen.declared,
        seen.signs,
    )


def layouts(seen: DrawObservation) -> Iterator[Layout]:
    """Yield the layout before each tile, and as it is now."""
    there = layout(seen.highest, seen.options.layout)
    yield there
    for laid in seen.laid:
        number = next((end.number for end in there.ends if end.letter == laid.arm), None)
        there = after(there, play(laid.tile, laid.arm, number))
        yield there


def retold(seen: DrawObservation, position: DrawState, rng: Random) -> Story:
    """Return the round so far; where nobody has opened, the generator chooses among what must be there."""
    rules, fits = position.match.terms, [there.fits for there in layouts(seen)]
    led = seen.laid and seen.laid[0].tile
    others = led and not led.double and seen.options.layout != "line"
    story = Retelling(seen, rules, fits, rules.tiles.doubles if others else 0, rng).told()
    mine = rules.tiles.mask(seen.hand)
    if rules.early_block and seen.laid and not fits[-1] & mine:
        story.spared(fits[-1])
    return story
