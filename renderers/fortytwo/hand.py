"""A hand of Texas 42, with the partner's plate above the tiles."""

from __future__ import annotations

from PIL import Image

from engine.games.fortytwo.observation import FortytwoObservation, Phase
from engine.games.fortytwo.words import call, situation
from engine.words import Message, Words, join_with_dots, msg
from renderers.fortytwo.words import counts_of
from renderers.look import Layout
from renderers.tricks.hand import HandStyle, trump_hint
from renderers.tricks.hand import hand as draw_hand


def hand(
    seen: FortytwoObservation,
    _layout: Layout,
    words: Words,
    chosen: tuple[str, ...] = (),
    *,
    large: bool = False,
    hinted: tuple[str, ...] = (),
) -> Image.Image:
    """Return the viewer's hand, 720 pixels wide; a tile that is chosen or hinted has a halo."""
    plays = seen.viewer == seen.to_act and seen.phase is Phase.PLAY
    style = HandStyle(hint=_hint(seen), plays=plays, notes={}, counts=counts_of(seen), idle=seen.idle)
    return draw_hand(seen, style, words, chosen or hinted, large=large)


def _hint(seen: FortytwoObservation) -> Message:
    """Return a hint for the player's choice; once trump is named, the trump and the suit that was led."""
    if seen.trump is not None:
        return trump_hint(seen)
    if seen.viewer == seen.to_act:
        return join_with_dots(call(seen), situation(seen))
    return msg("Round {round}", round=seen.round)
