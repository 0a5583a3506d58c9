"""Turns a viewer's observation of a round on a line into a `Story`."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from engine.dominoes.boneyard import Terms
from engine.dominoes.hands import find_lead, lead_order
from engine.dominoes.line import LineObservation, Sign
from engine.dominoes.story import Story


class StoryBuilder:
    """A reconstruction of the round so far.

    If the round isn't opened yet, the generator chooses the tile that must open.
    """

    def __init__(
        self, seen: LineObservation, rules: Terms[Any], fits: Sequence[int], lacking: int, rng: Random
    ) -> None:
        """Begin the story.

        All tiles are masks. `fits` has the tiles that fitted before each play, and as its last item the tiles that fit
        now. `lacking` has the tiles that the opener can't have held, because it would have had to lead one of them.
        """
        self._seen, self._rules, self._fits, self._lacking, self._rng = seen, rules, fits, lacking, rng
        self._opener = seen.opener
        self._viewer_hand = rules.tiles.mask(seen.hand)
        self._story = Story(rules.seats, rules.tiles.all, seen.viewer, self._viewer_hand)
        self._boneyard_size = len(rules.tiles) - rules.seats * rules.hand_size

    def build_story(self) -> Story:
        """Record everything in order, and return the story."""
        story, seen, rules = self._story, self._seen, self._rules
        self._record_deal()
        for place, fits in enumerate(self._fits):
            self._record_signs([sign for sign in seen.signs if sign.tiles_on_table == place], fits)
            if place < len(seen.laid):
                story.record_play(seen.laid[place].seat, rules.tiles.index[seen.laid[place].tile])
        story.record_remainder(self._boneyard_size, min(rules.reserve, self._boneyard_size))
        return story

    def _record_deal(self) -> None:
        """Record the hands as they were dealt.

        If the rules choose the opening tile by the order of leads, no hand was dealt a tile that comes earlier in this
        order.
        """
        story, seen, rules, doubles = self._story, self._seen, self._rules, self._rules.tiles.doubles
        absent = lead = 0
        if rules.is_lead_forced(seen.round):
            lead = rules.tiles.mask([seen.laid[0].tile]) if seen.laid else self._pick_forced_lead()
            order = lead_order(rules.tiles.highest, low=rules.opens_low(seen.round))
            absent = sum(order[: order.index(lead)])
        for seat in range(rules.seats):
            impossible = absent | self._lacking if seat == self._opener else absent
            story.record_arrival(seat, rules.hand_size, ~impossible)
        if rules.options.most_doubles is not None:
            story.limit_hands(doubles, rules.options.most_doubles)
        if lead and not seen.laid:
            story.record_holding(self._opener, lead)

    def _pick_forced_lead(self) -> int:
        """Return the tile that the opener must hold, as a mask.

        If another seat opens, the tile is chosen at random by its likelihood.
        """
        rules, low = self._rules, self._rules.opens_low(self._seen.round)
        if self._opener == self._seen.viewer:
            return find_lead(rules.tiles, self._viewer_hand, low=low)
        order = lead_order(rules.tiles.highest, low=low)
        return choose_lead(order, self._viewer_hand, rules.hand_size, len(rules.tiles), self._boneyard_size, self._rng)

    def _record_signs(self, signs: Sequence[Sign], fits: int) -> None:
        """Record the actions, other than plays, that were made on one layout."""
        drawn = 0
        next_signs = [*signs[1:], None]
        for sign, next_sign in zip(signs, next_signs, strict=False):
            ends_turn = next_sign is None or next_sign.seat != sign.seat
            if sign.drew:
                self._record_draw(sign, fits, drawn, ends_turn)
            elif not sign.could_play:
                self._story.record_lack(sign.seat, fits)
            elif ends_turn and sign.tiles_on_table == len(self._seen.laid):  # else the play that followed shows it
                self._story.record_holding(sign.seat, fits)
            drawn = 0 if ends_turn else drawn + sign.drew

    def _record_draw(self, sign: Sign, fits: int, drawn: int, ends_turn: bool) -> None:
        """Record one draw.

        If the options allow voluntary draws, a seat that draws a single tile may have been able to play: a voluntary
        draw takes one tile.
        """
        rules = self._rules
        self._boneyard_size -= sign.drew
        could_draw_more = rules.count_drawable(self._boneyard_size) > 0 and drawn + sign.drew < rules.draw_limit
        play_followed = ends_turn and sign.tiles_on_table < len(self._seen.laid)
        self._story.record_draw(
            sign.seat,
            sign.drew,
            fits,
            freely=rules.options.voluntary_draw and sign.drew == 1,
            stopped=could_draw_more,
            doubtful=not play_followed,
        )


def choose_lead(
    order: Sequence[int], viewer_hand: int, hand_size: int, set_size: int, boneyard: int, rng: Random
) -> int:
    """Choose the tile that another seat must lead, by its likelihood.

    The lead is the first tile of `order` that isn't in the boneyard. As another seat holds it, it comes before all
    tiles of the viewer's hand. Tiles are masks. `hand_size` and `boneyard` are the numbers of tiles in the other seat's
    hand and in the boneyard.
    """
    unseen = set_size - viewer_hand.bit_count()
    chances, chance_left = dict[int, float](), 1.0
    for lead in order:
        if lead & viewer_hand or not chance_left:
            break
        chances[lead] = chance_left * hand_size / unseen
        chance_left *= boneyard / unseen
        unseen, boneyard = unseen - 1, boneyard - 1
    return rng.choices(list(chances), list(chances.values()))[0]
