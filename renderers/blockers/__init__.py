"""How Blockers looks."""

from __future__ import annotations

from PIL.Image import Image

from engine.games.blockers.observation import BlockersObservation
from engine.words import Message, Words
from renderers.blockers import board, hand, score, words
from renderers.look import Layout


class BlockersLook:
    """Satisfies `renderers.look.Look` for Blockers. Its board is a grid, so nothing needs arranging."""

    def arrange(self, seen: BlockersObservation, before: Layout) -> Layout:
        return ()

    def board(self, seen: BlockersObservation, layout: Layout, words: Words, *, large: bool = False) -> Image:
        return board.table(seen, words, large=large)

    def whole(self, seen: BlockersObservation, layout: Layout, words: Words) -> Image | None:
        return None

    def score(self, seen: BlockersObservation, words: Words) -> Image | None:
        return score.score(seen, words)

    def hand(
        self,
        seen: BlockersObservation,
        layout: Layout,
        words: Words,
        chosen: tuple[str, ...] = (),
        *,
        large: bool = False,
    ) -> Image:
        return hand.hand(seen, chosen, large=large)

    def alt(self, seen: BlockersObservation) -> Message:
        return words.alt(seen)

    def hand_alt(self, seen: BlockersObservation) -> Message:
        return words.hand_alt(seen)

    def text(self, seen: BlockersObservation) -> Message:
        return words.board_text(seen)
