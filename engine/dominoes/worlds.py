"""Positions in which the tiles that a viewer has not seen lie as they may."""

from __future__ import annotations

from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.dominoes.story import Story, Unseen


class Position(Protocol):
    """What is dealt anew of a position."""

    @property
    def hands(self) -> tuple[int, ...]: ...
    @property
    def boneyard(self) -> tuple[int, ...]: ...
    def _replace(self, *args: Any, **changes: Any) -> Self: ...


P = TypeVar("P", bound=Position)


class Worlds(Generic[P]):
    """Positions that agree with what was seen of one."""

    def __init__(self, known: P, story: Story | None, rng: Random) -> None:
        """`known` is what is seen, its other hands and its boneyard empty; no story where everything lies face up."""
        self.known = known
        self._rng = rng
        self.unseen = None if story is None else Unseen(story, rng)

    def another(self) -> P:
        """A position at random."""
        if self.unseen is None:
            boneyard = self._rng.sample(self.known.boneyard, len(self.known.boneyard))
            return self.known._replace(boneyard=tuple(boneyard))
        hands, yard = self.unseen.deal()
        held = tuple(mine | dealt for mine, dealt in zip(self.known.hands, hands, strict=True))
        return self.known._replace(hands=held, boneyard=yard)
