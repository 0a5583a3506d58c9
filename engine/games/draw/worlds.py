"""What a viewer can conclude about the tiles it has not seen, and positions in which they lie accordingly.

One thing is not used: where a penalty is reckoned by the pips of a hand, it tells them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from engine.games.draw.actions import play
from engine.games.draw.events import Played
from engine.games.draw.layout import Layout, after, layout
from engine.games.draw.observation import DrawObservation, Sign
from engine.games.draw.options import terms
from engine.games.draw.state import DrawState, Match, start
from engine.players.story import Story, Unseen
from engine.tiles import bits


def possible(seen: DrawObservation, rng: Random) -> Iterator[DrawState]:
    """Positions that agree with all that this viewer has seen."""
    worlds = Worlds(seen, rng)
    while True:
        yield worlds.another()


class Worlds:
    """Positions that agree with one observation."""

    def __init__(self, seen: DrawObservation, rng: Random) -> None:
        self.known = known(seen)
        self._rng = rng
        self.unseen: Unseen | None = None
        """None where everything lies face up."""
        if seen.round and seen.result is None:
            self.unseen = Unseen(retold(seen, self.known, rng), rng)

    def another(self) -> DrawState:
        """A position at random."""
        if self.unseen is None:
            boneyard = self._rng.sample(self.known.boneyard, len(self.known.boneyard))
            return self.known._replace(boneyard=tuple(boneyard))
        hands, yard = self.unseen.deal()
        held = tuple(mine | dealt for mine, dealt in zip(self.known.hands, hands, strict=True))
        return self.known._replace(hands=held, boneyard=yard)


def known(seen: DrawObservation) -> DrawState:
    """The position as far as it is seen: hands that are not are empty, and so is the boneyard."""
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
    """The layout before each tile, and as it is now."""
    there = layout(seen.highest, seen.options.layout)
    yield there
    for laid in seen.laid:
        number = next((end.number for end in there.ends if end.letter == laid.arm), None)
        there = after(there, play(laid.tile, laid.arm, number))
        yield there


def retold(seen: DrawObservation, position: DrawState, rng: Random) -> Story:
    """The round so far; where nobody has opened, the generator chooses among what must be there."""
    return _Retelling(seen, position, rng).told()


class _Retelling:
    """The round so far as a `Story`."""

    def __init__(self, seen: DrawObservation, position: DrawState, rng: Random) -> None:
        self._seen = seen
        self._rules = rules = position.match.terms
        self._opener = position.match.opener
        self._mine = 0 if seen.viewer is None else position.hands[seen.viewer]
        self._story = Story(rules.seats, rules.tiles.all, seen.viewer, self._mine)
        self._yard = len(rules.tiles) - rules.seats * rules.hand_size
        self._rng = rng

    def told(self) -> Story:
        """Everything in its order."""
        story, seen, rules = self._story, self._seen, self._rules
        self._dealt()
        there = None
        for place, there in enumerate(layouts(seen)):
            self._signs([sign for sign in seen.signs if sign.laid == place], there.fits)
            if place < len(seen.laid):
                story.laid(seen.laid[place].seat, rules.tiles.index[seen.laid[place].tile])
        assert there is not None
        if rules.early_block and seen.laid and not there.fits & self._mine:
            story.spared(there.fits)
        story.left(self._yard, min(rules.reserve, self._yard))
        return story

    def _dealt(self) -> None:
        """The hands as they were dealt: what they lack follows from what was led (draw.md §4)."""
        story, rules, doubles = self._story, self._rules, self._rules.tiles.doubles
        lead = 1 << rules.tiles.index[self._seen.laid[0].tile] if self._seen.laid else 0
        absent, lacking = 0, 0
        if rules.forced_lead(self._seen.round):
            lead = lead or self._forced_lead()
            heavier = ~(lead | lead - 1)
            absent = doubles & heavier if lead & doubles else doubles | heavier
        elif lead and not lead & doubles and rules.options.layout != "line":
            lacking = doubles
        for seat in range(rules.seats):
            story.came(seat, rules.hand_size, ~(absent | lacking if seat == self._opener else absent))
        if not self._seen.laid and rules.forced_lead(self._seen.round):
            story.held(self._opener, lead)

    def _forced_lead(self) -> int:
        """The tile that the opener must hold: the viewer's own, or one at random, as likely as it is to be there."""
        rules, opener, mine = self._rules, self._opener, self._mine
        if opener == self._seen.viewer:
            return rules.leads(mine, self._seen.round)
        doubles = rules.tiles.doubles
        order = [*_descending(doubles), *_descending(rules.tiles.all & ~doubles)]
        left, yard = len(rules.tiles) - mine.bit_count(), self._yard
        chances, before = dict[int, float](), 1.0
        for lead in order:
            if lead & mine or not before:
                break
            chances[lead] = before * rules.hand_size / left
            before *= yard / left
            left, yard = left - 1, yard - 1
        return self._rng.choices(list(chances), list(chances.values()))[0]

    def _signs(self, signs: Sequence[Sign], fits: int) -> None:
        """What was done on one layout without laying a tile."""
        drawn = 0
        for sign, following in zip(signs, [*signs, None][1:], strict=True):
            last = following is None or following.seat != sign.seat
            if sign.drew:
                self._drew(sign, fits, drawn, last)
            elif not sign.able:
                self._story.lacked(sign.seat, fits)
            elif last and sign.laid == len(self._seen.laid):  # else what was laid then shows it
                self._story.held(sign.seat, fits)
            drawn = 0 if last else drawn + sign.drew

    def _drew(self, sign: Sign, fits: int, drawn: int, last: bool) -> None:
        """Who cannot play draws until a tile fits; who draws a single one may have been able to play (draw.md §5)."""
        story, rules = self._story, self._rules
        self._yard -= sign.drew
        stopped = rules.draws(self._yard) > 0 and drawn + sign.drew < rules.draw_limit
        if rules.options.voluntary_draw and sign.drew == 1:
            story.came(sign.seat, 1)
            if stopped and not (last and sign.laid < len(self._seen.laid)):
                story.held(sign.seat, fits)
            return
        story.lacked(sign.seat, fits)
        story.came(sign.seat, sign.drew - 1, ~fits)
        story.came(sign.seat, 1, fits if stopped else -1)


def _descending(tiles: int) -> list[int]:
    """The single tiles of a mask, the heaviest first."""
    return [1 << index for index in reversed(list(bits(tiles)))]
