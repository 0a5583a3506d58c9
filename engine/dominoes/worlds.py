"""Positions in which the tiles that a viewer has not seen lie as they may."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.dominoes.boneyard import Boneyard
from engine.dominoes.line import LineObservation
from engine.dominoes.story import Story, Unseen


class Position(Protocol):
    """What is dealt anew of a position."""

    @property
    def hands(self) -> tuple[int, ...]: ...
    @property
    def boneyard(self) -> tuple[int, ...]: ...
    def dealt_anew(self, hands: tuple[int, ...], boneyard: tuple[int, ...]) -> Self: ...


P = TypeVar("P", bound=Position)


class Worlds(Generic[P]):
    """Positions that agree with what was seen of one."""

    def __init__(self, known: P, story: Story | None, rng: Random) -> None:
        """Begin with what is `known`, its other hands and its boneyard empty; without a story where everything lies
        face up."""
        self.known = known
        self._rng = rng
        self.story = story
        self.unseen = None if story is None else Unseen(story, rng)

    def another(self) -> P:
        """Return a position at random."""
        if self.unseen is None:
            boneyard = self._rng.sample(self.known.boneyard, len(self.known.boneyard))
            return self.known.dealt_anew(self.known.hands, tuple(boneyard))
        return self._position(self.unseen)

    def confine(self, places: Mapping[int, int]) -> P | None:
        """Return a position in which each of these tiles lies in one of some places of the story, if there is any."""
        assert self.story is not None
        try:
            return self._position(Unseen(self.story, self._rng, places))
        except ValueError:
            return None

    def _position(self, unseen: Unseen) -> P:
        hands, yard = unseen.deal()
        held = tuple(mine | dealt for mine, dealt in zip(self.known.hands, hands, strict=True))
        return self.known.dealt_anew(held, yard)


def face_up(seen: LineObservation, rules: Boneyard[Any]) -> dict[str, Any]:
    """Return what is seen of a `LineState` in a round, by the names of its fields; hidden hands are empty."""
    return {
        "terms": rules,
        "scores": seen.scores,
        "to_act": seen.to_act,
        "hands": tuple(rules.tiles.mask(hand or ()) for hand in seen.hands),
        "boneyard": tuple(rules.tiles.index[tile] for tile in seen.unseen),
        "round": seen.round,
        "opener": seen.laid[0].seat if seen.laid else seen.to_act,
        "laid": seen.laid,
        "confirmed": seen.confirmed,
        "drawn": seen.drawn,
        "signs": seen.signs,
        "result": seen.result,
        "outcome": seen.outcome,
    }
