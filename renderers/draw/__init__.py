"""How Draw and Block look."""

from __future__ import annotations

from PIL.Image import Image

from engine.games.draw.observation import DrawObservation
from engine.words import Message, Words
from renderers.draw import arrange, board, certificate, hand, words
from renderers.look import Layout


class DrawLook:
    """Satisfies `renderers.look.Look` for Draw and Block. A row of its layout is an `arrange.Spot`."""

    def arrange(self, seen: DrawObservation, before: Layout) -> Layout:
        return arrange.arranged(seen, before)

    def board(self, seen: DrawObservation, layout: Layout, words: Words, *, large: bool = False) -> Image:
        return board.board(seen, layout, words, large=large)

    def whole(self, seen: DrawObservation, layout: Layout, words: Words) -> Image | None:
        return board.whole(seen, layout, words)

    def score(self, seen: DrawObservation, words: Words) -> Image | None:
        return certificate.certificate(seen, words)

    def hand(
        self, seen: DrawObservation, layout: Layout, words: Words, chosen: tuple[str, ...] = (), *, large: bool = False
    ) -> Image:
        return hand.hand(seen, layout, words, chosen, large=large)

    def alt(self, seen: DrawObservation) -> Message:
        return words.alt(seen)

    def hand_alt(self, seen: DrawObservation) -> Message:
        return words.hand_alt(seen)

    def text(self, seen: DrawObservation) -> Message:
        return words.board_text(seen)
