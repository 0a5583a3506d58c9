"""How Moon looks."""

from __future__ import annotations

from PIL.Image import Image

from engine.games.moon.observation import MoonObservation
from engine.words import Message, Words
from renderers.look import Layout
from renderers.moon import board, hand, score, words


class MoonLook:
    """Satisfies `renderers.look.Look` for Moon. Nothing needs arranging: every seat has its column."""

    def arrange(self, seen: MoonObservation, before: Layout) -> Layout:
        return ()

    def board(self, seen: MoonObservation, layout: Layout, words: Words, *, large: bool = False) -> Image:
        return board.board(seen, words, large=large)

    def whole(self, seen: MoonObservation, layout: Layout, words: Words) -> Image | None:
        return None

    def score(self, seen: MoonObservation, words: Words) -> Image | None:
        return score.score(seen, words)

    def hand(
        self, seen: MoonObservation, layout: Layout, words: Words, chosen: tuple[str, ...] = (), *, large: bool = False
    ) -> Image:
        return hand.hand(seen, words, chosen, large=large)

    def alt(self, seen: MoonObservation) -> Message:
        return words.alt(seen)

    def hand_alt(self, seen: MoonObservation) -> Message:
        return words.hand_alt(seen)

    def text(self, seen: MoonObservation) -> Message:
        return words.board_text(seen)
