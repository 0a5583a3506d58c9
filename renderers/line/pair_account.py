"""The account of a round between partners: both hands together, the compared hands, bonuses and totals."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from PIL import Image

from engine.dominoes.partner_text import NAMES
from engine.dominoes.partners import Bonus, Verdict
from engine.game import Seat
from engine.sides import number_sides
from engine.words import Message, Words, msg
from renderers.kit import picture, sprites, text
from renderers.kit.palette import LABEL
from renderers.kit.text.fonts import Face
from renderers.line.sheet import MARGIN, NUMBER, TEXT, Band, Column

BY_PAIR = "pair"
"""The value of `blocked_by` with which both hands of partners are compared together."""
_MARK = 44
_START = MARGIN + _MARK + 26
"""The left edge of words behind a mark."""


class Sum(NamedTuple):
    """What hands are worth to a side, as players add it up."""

    text: str
    """Such as "12 + 40"."""
    value: int


def pips_columns(
    heading: Message, verdict: Verdict, pips: Sequence[int], framed: str | None, covered: Collection[Seat] = ()
) -> tuple[Column, Column]:
    """Return the pips of each hand, and of both partners together.

    After a block, `framed` is the value of `blocked_by`; it decides which numbers were compared and get a frame. While
    any hand is `covered`, the sums of partners are left out.
    """
    compared = verdict.compared if framed is not None and not covered else ()
    hands = ["" if seat in covered else str(held) for seat, held in enumerate(pips)]
    sums = {seat: sum(pips[other] for other in side) for side in verdict.sides for seat in side}
    pair_sums = ["" if covered else str(sums[seat]) for seat in range(len(pips))]
    return (
        Column(heading, hands, framed=() if framed == BY_PAIR else compared),
        Column(msg("pair"), pair_sums, shared=True, framed=compared if framed == BY_PAIR else ()),
    )


def bonuses(verdict: Verdict, words: Words) -> Iterator[Band]:
    """Yield a line for each bonus, beside the mark of the seat that earned it."""
    side_numbers = number_sides(verdict.sides)
    for bonus in verdict.bonuses:
        mark = sprites.mark(bonus.seat, _MARK, side=side_numbers[bonus.seat])
        yield _line(mark, words.text(_describe_bonus(bonus)), text.TEXT)


def _describe_bonus(bonus: Bonus) -> Message:
    if not bonus.points:  # this bonus doubles the pips
        return msg("{bonus}: pips × 2", bonus=NAMES[bonus.kind])
    return msg("{bonus}: +{points}", bonus=NAMES[bonus.kind], points=bonus.points)


def totals(verdict: Verdict, hands: Sum, gains: Sequence[int]) -> Iterator[Band]:
    """Yield the sum of each side that has something to add.

    The winner's sum begins with what the `hands` are worth; then come bonuses. If the side's gain differs
    from the sum, an arrow leads to the gain: "12 → 0".
    """
    for number, side in enumerate(verdict.sides):
        earned = [Sum(str(bonus.points), bonus.points) for bonus in verdict.bonuses if bonus.seat in side]
        parts = [*([hands] if side == verdict.winner else []), *(part for part in earned if part.value)]
        sum_text, gain = " + ".join(part.text for part in parts), gains[side[0]]
        if sum_text not in ("", str(gain)):
            sign = "=" if sum(part.value for part in parts) == gain else "→"
            yield _line(sprites.sign(number, _MARK), f"{sum_text} {sign} {gain}", text.LABEL)


def _line(mark: picture.Sprite, sentence: str, face: Face) -> Band:
    size = NUMBER if face == text.LABEL else TEXT

    def draw(canvas: Image.Image, top: int) -> None:
        picture.stamp(canvas, mark, MARGIN + 8 + _MARK // 2, top + 26)
        limit = picture.WIDTH - MARGIN - _START
        text.draw(canvas, _START, top + 26 + size // 3, sentence, size, LABEL, face=face, limit=limit)

    return Band(54, draw)
