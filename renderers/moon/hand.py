"""A hand of Moon, with the tile that came from the centre."""

from __future__ import annotations

from PIL import Image

from engine.dominoes.tricks.suits import trump_title
from engine.games.moon.observation import MoonObservation, Phase
from engine.games.moon.words import call
from engine.words import Join, Message, Words, join_items, msg
from renderers.look import Layout
from renderers.tricks.hand import HandStyle, trump_hint
from renderers.tricks.hand import hand as draw_hand


def hand(
    seen: MoonObservation,
    _layout: Layout,
    words: Words,
    chosen: tuple[str, ...] = (),
    *,
    large: bool = False,
    hinted: tuple[str, ...] = (),
) -> Image.Image:
    """Return the viewer's hand, 720 pixels wide; a tile that is chosen or hinted has a halo."""
    is_to_act = seen.viewer == seen.to_act
    notes = {seen.centre: msg("centre")} if seen.phase is Phase.DISCARD and seen.centre is not None else {}
    style = HandStyle(hint=_choice_hint(seen), plays=is_to_act and seen.phase is Phase.PLAY, notes=notes)
    return draw_hand(seen, style, words, chosen or hinted, large=large)


def _choice_hint(seen: MoonObservation) -> Message:
    """Return a hint for the player's choice; once trump is named, the trump and the suit that was led."""
    if seen.trump is None:
        return call(seen) if seen.viewer == seen.to_act else msg("Round {round}", round=seen.round)
    if seen.phase is Phase.DISCARD and seen.viewer == seen.to_act:
        return join_items([trump_title(seen.trump), call(seen)], Join.DOT)
    return trump_hint(seen)
