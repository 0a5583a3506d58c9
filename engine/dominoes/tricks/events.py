"""The events that games in tricks share."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from engine.deal_text import RoundBegins, with_hands
from engine.dominoes.hands import hide_other_hands
from engine.dominoes.tricks import suits
from engine.dominoes.tricks.suits import Suit, Trump, suit_name
from engine.game import Public, Seat
from engine.tiles import Tile
from engine.words import Message, Value, Who, count, deed, msg


@dataclass(frozen=True, slots=True)
class Dealt(RoundBegins):
    """A round was dealt; each seat sees only its own tiles."""

    round: int
    order: tuple[Seat, ...]
    """The seats in the order of their bids."""
    hands: tuple[tuple[Tile, ...] | None, ...] = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Dealt:
        return replace(self, hands=hide_other_hands(viewer, self.hands))

    def describe(self) -> Message:
        return with_hands(msg("Round {round} begins.", round=self.round), self.hands)


@dataclass(frozen=True, slots=True)
class NamedTrump(Public):
    """A seat named trump."""

    seat: Seat
    trump: Trump

    def describe(self) -> Message:
        who = Who(self.seat)
        match self.trump:
            case suits.DOUBLES:
                return deed("{who} names doubles as trump.", "You name doubles as trump.", who=who)
            case suits.NO_TRUMP:
                return deed("{who} names no trump.", "You name no trump.", who=who)
            case suits.NO_TRUMP_LOW:
                return deed("{who} names no trump, doubles low.", "You name no trump, doubles low.", who=who)
            case suits.NO_TRUMP_OWN:
                return deed("{who} names no trump, doubles a suit.", "You name no trump, doubles a suit.", who=who)
        return deed("{who} names {number} as trump.", "You name {number} as trump.", who=who, number=self.trump)


@dataclass(frozen=True, slots=True)
class Played(Public):
    """A tile was played; if it began a trick, `led` is the suit that it asks for."""

    seat: Seat
    tile: Tile
    led: Suit | None

    def describe(self) -> Message:
        if self.led is None:
            return deed("{who} plays {tile}.", "You play {tile}.", who=Who(self.seat), tile=self.tile)
        return deed(
            "{who} leads {tile} ({suit}).",
            "You lead {tile} ({suit}).",
            who=Who(self.seat),
            tile=self.tile,
            suit=suit_name(self.led),
        )


@dataclass(frozen=True, slots=True)
class TookTrick(Public):
    """A trick was won; tricks are numbered from 1."""

    seat: Seat
    number: int

    last_play: bool = False
    """Whether each seat has one tile left, so that the last trick plays itself."""
    points: int | None = None
    """What the trick was worth; None if tricks have no points of their own."""

    def describe(self) -> Message:
        return self._describe_alone() if self.points is None else self._describe_with_points(self.points)

    def _describe_with_points(self, points: int) -> Message:
        values: dict[str, Value] = {
            "who": Who(self.seat),
            "number": self.number,
            "points": count("{n} point", "{n} points", points),
        }
        if self.last_play:
            return deed(
                "{who} takes trick {number} ({points}). The last trick plays itself.",
                "You take trick {number} ({points}). The last trick plays itself.",
                **values,
            )
        return deed("{who} takes trick {number} ({points}).", "You take trick {number} ({points}).", **values)

    def _describe_alone(self) -> Message:
        if self.last_play:
            return deed(
                "{who} takes trick {number}. The last trick plays itself.",
                "You take trick {number}. The last trick plays itself.",
                who=Who(self.seat),
                number=self.number,
            )
        return deed("{who} takes trick {number}.", "You take trick {number}.", who=Who(self.seat), number=self.number)
