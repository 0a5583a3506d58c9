"""The options of a game with a boneyard, worked out for a number of seats.

They decide how many tiles are dealt, who opens, and what may be drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

from engine.dominoes.blocked import MANUAL
from engine.dominoes.hands import find_lead
from engine.dominoes.settings import HIGHEST_DOUBLE, LOW_DOUBLE, NO_DOUBLE, LineOptions, Shape
from engine.game import Seat
from engine.options import OptionRefused
from engine.sides import Side, Sides, find_side
from engine.tiles import Tile, TileSet, tile_set
from engine.words import Message, count

O_co = TypeVar("O_co", bound=LineOptions, covariant=True)
O = TypeVar("O", bound=LineOptions)  # noqa: E741  # options, as the contract calls them


def opening_rule(options: LineOptions, round_: int) -> str:
    """Return the value of the option that decides who opens a round."""
    return options.first_lead if round_ == 1 else options.next_lead


def is_lead_forced(options: LineOptions, round_: int) -> bool:
    """Return whether a double (or the heaviest tile) must open a round."""
    return opening_rule(options, round_) in (HIGHEST_DOUBLE, LOW_DOUBLE)


@dataclass(frozen=True, slots=True)
class Terms(Generic[O_co]):
    """The options worked out for a number of seats."""

    options: O_co
    seats: int
    sides: Sides
    tiles: TileSet
    shape: Shape
    hand_size: int
    reserve: int
    """Tiles that stay in the boneyard."""
    draw_limit: int
    """Tiles that a seat may draw in a turn."""
    is_manual: bool
    """Whether every seat declares for itself that it can't play."""
    has_fouls: bool
    """Whether a false declaration is possible."""
    only_plays: bool
    """Whether a seat that can play must play."""
    early_block: bool
    """Whether a round ends as soon as no seat can ever play again."""
    goal: int | None
    """The points that win the game."""
    has_partners: bool
    """Whether players have partners."""
    side_of: tuple[Side, ...]
    """The side of each seat."""
    scores_plays: bool
    """Whether a play may score at once: the ends are added up, or there are bonuses."""

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return terms, (self.options, self.seats)

    def count_drawable(self, boneyard: int) -> int:
        """Return how many tiles may still be drawn from a boneyard of this size."""
        return max(0, boneyard - self.reserve)

    def next_seat(self, seat: Seat) -> Seat:
        """Return the seat after this one, clockwise."""
        return (seat + 1) % self.seats

    def is_lead_forced(self, round_: int) -> bool:
        """Return whether a double (or the heaviest tile) must open this round."""
        return is_lead_forced(self.options, round_)

    def opens_low(self, round_: int) -> bool:
        """Return whether the lowest double must open this round."""
        return opening_rule(self.options, round_) == LOW_DOUBLE

    @property
    def leads_with_double(self) -> bool:
        """Whether an opener that holds a double must lead one (draw.md §4).

        This is so if a double can get four arms and the ends aren't added up.
        """
        return not self.shape.counted and self.shape.arms != NO_DOUBLE

    def find_leads(self, hand: int, round_: int) -> int:
        """Return the tiles of the opener's hand, as a mask, that may open a round."""
        if self.is_lead_forced(round_):
            return find_lead(self.tiles, hand, low=self.opens_low(round_))
        if self.leads_with_double and (doubles := hand & self.tiles.doubles):
            return doubles
        return hand

    def tiles_of(self, hand: int) -> tuple[Tile, ...]:
        """Return a hand in canonical order."""
        return self.tiles.of(hand)


@lru_cache(maxsize=1024)
def terms(options: O, seats: int) -> Terms[O]:
    """Return the terms of a game. Raises OptionRefused if the options don't fit the seats."""
    if (refusal := options.refusal(seats)) is not None:
        raise OptionRefused(refusal)
    manual = options.verification == MANUAL
    fouls = manual and options.has_fouls
    return Terms(
        options=options,
        seats=seats,
        sides=options.sides(seats),
        tiles=tile_set(options.highest(seats)),
        shape=options.shape(seats),
        hand_size=options.hand_size_for(seats),
        reserve=options.reserve(seats),
        draw_limit=options.draws_a_turn,
        is_manual=manual,
        has_fouls=fouls,
        # with fouls, a seat that can play may say that it can't
        only_plays=not fouls and not options.voluntary_draw,
        early_block=options.ends_early,
        goal=options.goal(seats),
        has_partners=len(options.sides(seats)) < seats,
        side_of=tuple(find_side(options.sides(seats), seat) for seat in range(seats)),
        scores_plays=options.shape(seats).counted or options.has_bonuses,
    )


def seat_count_refusal(game: Message, numbers: range, seats: int) -> Message | None:
    """Return a refusal if a game can't be played by this number of seats."""
    if seats in numbers:
        return None
    return count(
        "{game} needs {low}–{n} player.", "{game} needs {low}–{n} players.", numbers[-1], game=game, low=numbers[0]
    )


def hand_size_refusal(size: int, seats: int, highest: int, left: int = 1) -> Message | None:
    """Return a refusal if such hands would leave fewer than `left` tiles undealt."""
    tiles = len(tile_set(highest))
    largest_hand = (tiles - left) // seats
    if size <= largest_hand:
        return None
    return count(
        "{seats} × {size} are too many for {n} tile of double-{highest}: deal at most {most}.",
        "{seats} × {size} are too many for {n} tiles of double-{highest}: deal at most {most}.",
        tiles,
        seats=seats,
        size=size,
        highest=highest,
        most=largest_hand,
    )
