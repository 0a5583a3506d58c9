"""Positions that agree with an observation, with the unseen tiles dealt at random."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.dominoes.events import Played
from engine.dominoes.layout import Layout, replay
from engine.dominoes.line import LineObservation
from engine.dominoes.line_story import StoryBuilder
from engine.dominoes.state import LineState, Match
from engine.dominoes.story import Story, Unseen


class Position(Protocol):
    """The parts of a position that are dealt again."""

    @property
    def hands(self) -> tuple[int, ...]: ...
    @property
    def boneyard(self) -> tuple[int, ...]: ...
    def redeal_hidden(self, hands: tuple[int, ...], boneyard: tuple[int, ...]) -> Self: ...


P = TypeVar("P", bound=Position)
S = TypeVar("S", bound=LineState[Any, Any, Any, Any])


class Worlds(Generic[P]):
    """Positions that agree with an observation."""

    def __init__(self, known: P, story: Story | None, rng: Random) -> None:
        """Begin with the `known` position.

        Unseen hands and an unseen boneyard are empty in it. `story` is None if all tiles lie face up.
        """
        self.visible_state = known
        self._rng = rng
        self.story = story
        self.unseen = None if story is None else Unseen(story, rng)

    def sample_position(self) -> P:
        """Return a random position."""
        if self.unseen is None:
            # an observation has these tiles sorted, so their order is unknown
            boneyard = self._rng.sample(self.visible_state.boneyard, len(self.visible_state.boneyard))
            return self.visible_state.redeal_hidden(self.visible_state.hands, tuple(boneyard))
        return self._deal_position(self.unseen)

    def sample_positions(self) -> Iterator[P]:
        """Yield random positions without end."""
        while True:
            yield self.sample_position()

    def confine(self, places: Mapping[int, int]) -> P | None:
        """Return a position with each of these tiles in one of its given places; else None."""
        assert self.story is not None
        try:
            return self._deal_position(Unseen(self.story, self._rng, places))
        except ValueError:
            return None

    def _deal_position(self, unseen: Unseen) -> P:
        dealt, boneyard = unseen.deal()
        hands = tuple(seen | hidden for seen, hidden in zip(self.visible_state.hands, dealt, strict=True))
        return self.visible_state.redeal_hidden(hands, boneyard)


def replay_line(seen: LineObservation) -> Iterator[Layout]:
    """Yield the layout before each tile, and the current one."""
    return replay(seen.options.shape(len(seen.sizes)), [(laid.tile, laid.arm) for laid in seen.laid])


def build_visible_state(seen: LineObservation, start: S, ledger: Any) -> S:
    """Return the seen part of the position.

    Unseen hands and an unseen boneyard are empty in it. `start` is the position before the first deal.
    """
    if not seen.round:
        return start
    rules = start.match.terms
    *_, layout = replay_line(seen)
    return start._replace(
        match=Match(
            rules,
            seen.scores,
            ledger,
            seen.round,
            seen.opener,
            seen.result,
            seen.outcome,
            seen.void,
            seen.latest_openers,
        ),
        to_act=seen.to_act,
        hands=tuple(rules.tiles.mask(hand or ()) for hand in seen.hands),
        boneyard=tuple(rules.tiles.index[tile] for tile in seen.unseen),
        layout=layout,
        laid=tuple(Played(laid.seat, laid.tile, laid.arm) for laid in seen.laid),
        confirmed=seen.confirmed,
        drawn=seen.drawn,
        signs=seen.signs,
    )


def build_story(seen: LineObservation, position: LineState[Any, Any, Any, Any], rng: Random) -> Story | None:
    """Return the story of the round so far; None if no round is being played.

    Before the opening, the generator chooses the tile that must open.
    """
    if not seen.playing:
        return None
    rules, fits = position.match.terms, [layout.fits for layout in replay_line(seen)]
    opened_without_double = seen.laid and not seen.laid[0].tile.double
    lacking = rules.tiles.doubles if opened_without_double and rules.leads_with_double else 0
    story = StoryBuilder(seen, rules, fits, lacking, rng).build_story()
    if rules.early_block and seen.laid and not fits[-1] & rules.tiles.mask(seen.hand):
        story.record_non_reserve(fits[-1])  # without such a tile the round would have ended
    return story
