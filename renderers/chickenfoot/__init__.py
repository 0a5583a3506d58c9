"""How Chickenfoot looks."""

from __future__ import annotations

from PIL.Image import Image

from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.words import Message, Words
from renderers.chickenfoot import arrange, board, hand, score, words
from renderers.look import Layout


class ChickenfootLook:
    """Satisfies `renderers.look.Look` for Chickenfoot. A row of its layout is a `renderers.farmyard.Row`."""

    def arrange(self, seen: ChickenfootObservation, before: Layout) -> Layout:
        return arrange.arranged(seen, before)

    def board(self, seen: ChickenfootObservation, layout: Layout, words: Words, *, large: bool = False) -> Image:
        return board.board(seen, layout, words, large=large)

    def whole(self, seen: ChickenfootObservation, layout: Layout, words: Words) -> Image | None:
        return board.whole(seen, layout, words)

    def score(self, seen: ChickenfootObservation, words: Words) -> Image | None:
        return score.score(seen, words)

    def hand(
        self,
        seen: ChickenfootObservation,
        layout: Layout,
        words: Words,
        chosen: tuple[str, ...] = (),
        *,
        large: bool = False,
    ) -> Image:
        return hand.hand(seen, layout, words, chosen, large=large)

    def alt(self, seen: ChickenfootObservation) -> Message:
        return words.alt(seen)

    def hand_alt(self, seen: ChickenfootObservation) -> Message:
        return words.hand_alt(seen)

    def text(self, seen: ChickenfootObservation) -> Message:
        return words.board_text(seen)
