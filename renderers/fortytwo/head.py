"""The head of the table and of a round's score: who bid what, and trump."""

from __future__ import annotations

from PIL import Image

from engine.dominoes.tricks.suits import trump_title
from engine.games.fortytwo.observation import FortytwoObservation, Phase
from engine.games.fortytwo.words import bid_line
from engine.words import Message, Words, msg, term
from renderers.kit import picture, text
from renderers.kit.palette import FACE, LABEL
from renderers.look import usual_badge
from renderers.tricks.parts import MARGIN, draw_fitting, pill, pill_width


def draw_head(canvas: Image.Image, seen: FortytwoObservation, words: Words, *, large: bool = False) -> None:
    """Write who bid what, and the trump after it; in large print, below it."""
    pill_text = words.text(_phase_name(seen) if seen.trump is None else trump_title(seen.trump))
    x = MARGIN
    end = canvas.width - MARGIN - (0 if large else pill_width(pill_text) + 20)
    if seen.bidder is not None:
        picture.stamp(canvas, usual_badge(seen, seen.bidder, 66), x + 36, 54)
        x += 84
        room = end - x - 44
        x += 22 + draw_fitting(canvas, (x, 54, room // 2), words.name(seen.bidder), 50, FACE)
        x += 22 + draw_fitting(canvas, (x, 54, end - x - 22), words.text(bid_line(seen)), 50, LABEL, text.LABEL)
    # in large print, the pill has a line of its own below a bid
    pill(canvas, MARGIN if large else x, 138 if large and seen.bidder is not None else 54, pill_text)


def _phase_name(seen: FortytwoObservation) -> Message:
    match seen.phase:
        case Phase.BIDDING:
            return term("Bidding", "part of a round")
        case Phase.TRUMP:
            return msg("Trump?")
    return msg("All pass") if seen.round else term("Texas 42", "game")
