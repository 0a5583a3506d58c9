"""One position of a game on a line with a boneyard: its deal, whose turn it is, draws, and the way to a block.

A game adds its line and its score. Draw, which is searched through its positions, spells the same out in flat tuples.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, Self, TypeVar

from engine.dominoes import blocked
from engine.dominoes.actions import Call, Move, Play, play
from engine.dominoes.boneyard import Boneyard, Leading
from engine.dominoes.ending import Ending
from engine.dominoes.events import Dealt, Drew, GameEnded, RoundScored, played
from engine.dominoes.hands import cut, highest_lead, holder_of_lead, mask_of, replaced, until_one_fits
from engine.dominoes.line import End, Laid, LineObservation, OpenEnd, Sign, fitting
from engine.dominoes.words import label_of
from engine.game import DEALER, Action, Choice, Deal, Event, Outcome, Seat, Step, offered
from engine.tiles import Tile
from engine.words import Message


class Line(Protocol):
    """The tiles on the table, as far as it matters where the next may lie."""

    @property
    def ends(self) -> Sequence[End]:
        """Where a tile may be laid now; of equal ones only the letters differ."""
        ...

    def after(self, tile: Tile, arm: str) -> Self:
        """Return the line with one more tile on an arm."""
        ...


class Result(Protocol):
    """A round that was scored."""

    @property
    def winner(self) -> Seat | None: ...
    def describe(self) -> Message: ...
    def deed(self) -> Message: ...


O = TypeVar("O", bound=Leading)  # noqa: E741  # options, as the contract calls them
L = TypeVar("L", bound=Line)
R = TypeVar("R", bound=Result)
Seen = TypeVar("Seen", bound=LineObservation)


@dataclass(frozen=True, slots=True, kw_only=True)
class LineState(ABC, Generic[O, L, R, Seen]):
    """Satisfies `engine.game.State`. Hands are masks of the set's tiles, the boneyard lies in the order of drawing."""

    terms: Boneyard[O]
    line: L
    scores: tuple[int, ...]
    to_act: Seat | None = DEALER
    hands: tuple[int, ...]
    boneyard: tuple[int, ...] = ()
    round: int = 0
    opener: Seat = 0
    """Who opened the round that is played or was just scored."""
    laid: tuple[Laid, ...] = ()
    confirmed: blocked.Confirmations = blocked.NOBODY
    drawn: int = 0
    """Tiles drawn in this turn."""
    signs: tuple[Sign, ...] = ()
    """What was done in this round without laying a tile; public."""
    result: R | None = None
    """The round that was just scored, until the next deal."""
    outcome: Outcome | None = None

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, round {self.round}, {len(self.laid)} tiles laid, to act: {self.to_act}>"

    # --- what a game adds

    @abstractmethod
    def observe(self, viewer: Seat | None) -> Seen: ...

    @abstractmethod
    def why_not(self, notation: str) -> Message: ...

    @abstractmethod
    def opened(self) -> Self:
        """Return the same after a deal, with nothing left of the round before."""

    @abstractmethod
    def lay(self, action: Play) -> Step:
        """Return what a legal play leads to."""

    @abstractmethod
    def scored(self, ending: Ending, events: tuple[Event, ...]) -> Step:
        """Return what the end of a round leads to; by `ended`."""

    def worth(self, action: Play) -> int:
        """Return what a play scores at once."""
        return 0

    @property
    def by_lot(self) -> bool:
        """Whether chance chooses the opener of the round that is dealt next, where no tile must open it."""
        return self.result is None

    def dealt_anew(self, hands: tuple[int, ...], boneyard: tuple[int, ...]) -> Self:
        """Return the same with other tiles where they are hidden."""
        return replace(self, hands=hands, boneyard=boneyard)

    # --- the deal

    @property
    def deck(self) -> Sequence[Tile]:
        return self.terms.tiles.tiles if self.to_act == DEALER else ()

    @property
    def picks(self) -> int:
        chosen = self.to_act == DEALER and self.by_lot and not self.terms.forced_lead(self.round + 1)
        return self.terms.seats if chosen else 1

    def _opener(self, hands: Sequence[int], pick: int) -> Seat:
        rules, before = self.terms, self.result
        if rules.forced_lead(self.round + 1):
            return holder_of_lead(rules.tiles, hands)
        if self.by_lot:
            return pick
        won = before.winner if before is not None and rules.options.next_lead == "winner" else None
        return rules.next(self.opener) if won is None else won

    def _deal(self, deal: Deal) -> Step:
        rules = self.terms
        hands, boneyard = cut(deal.order, rules.seats, rules.hand_size)
        opener = self._opener(hands, deal.pick)
        dealt = replace(
            self,
            to_act=opener,
            hands=hands,
            boneyard=boneyard,
            round=self.round + 1,
            opener=opener,
            laid=(),
            result=None,
        )
        return Step(dealt.opened(), (Dealt(dealt.round, opener, tuple(map(rules.left, hands))),))

    # --- what can be done

    @property
    def playing(self) -> bool:
        """Whether a seat is to act."""
        return self.to_act is not None and self.to_act != DEALER

    @property
    def seat(self) -> Seat:
        """The seat to act, which there must be."""
        assert self.to_act is not None
        return self.to_act

    @property
    def drawable(self) -> int:
        """How many tiles may still be drawn."""
        return self.terms.draws(len(self.boneyard))

    @property
    def fits(self) -> int:
        """The mask of all tiles that fit an end; on an empty table each can open."""
        return fitting(self.terms.tiles, self.line.ends)

    @property
    def playable(self) -> int:
        """The mask of the tiles that the seat to act can lay."""
        hand = self.hands[self.seat]
        if not self.laid and self.terms.forced_lead(self.round):
            return highest_lead(self.terms.tiles, hand)
        return hand & self.fits

    def placements(self) -> tuple[Play, ...]:
        """Return what the seat to act can lay: tiles in canonical order, each on every end that it fits."""
        tiles = self.terms.left(self.playable)
        if not self.laid:
            return tuple(play(tile, "", None) for tile in tiles)
        return tuple(
            play(tile, end.letter, end.number) for tile in tiles for end in self.line.ends if end.number in tile
        )

    def legal_actions(self) -> tuple[Move, ...]:
        plays = self.placements() if self.playing else ()
        if plays and (not self.laid or not self.drawable or not self.terms.options.voluntary_draw):
            return plays
        return (*plays, Call.DRAW if self.drawable else Call.CANNOT) if self.playing else ()

    def automatic(self) -> Action | None:
        """Return the confirmation of a block, with automatic verification."""
        auto = self.playing and self.terms.options.verification == blocked.AUTO
        return Call.CANNOT if auto and self.legal_actions() == (Call.CANNOT,) else None

    @property
    def confirming(self) -> bool:
        """A block was proposed; the others confirm it in turn."""
        return bool(self.confirmed)

    def at_deadline(self) -> Action:
        """Return the play worth most, then that of the heaviest tile, then the first; else a draw or a pass."""
        plays = self.placements()
        if not plays:
            return self.legal_actions()[0]
        return max(plays, key=lambda action: (self.worth(action), action.tile.pips))

    def apply(self, action: Action) -> Step:
        if isinstance(action, Deal) and action.fits(self):
            return self._deal(action)
        if action not in self.legal_actions():
            raise ValueError(f"not legal now: {type(action).__name__}")
        if isinstance(action, Play):
            return self.lay(action)
        return self._draw() if action is Call.DRAW else self._confirm()

    # --- how it goes on

    def with_tile(self, action: Play) -> Self:
        """Return the same with a tile of the seat to act on the table; the next one is to act."""
        seat, rules = self.seat, self.terms
        return replace(
            self,
            to_act=rules.next(seat),
            hands=replaced(self.hands, seat, self.hands[seat] & ~rules.tiles.mask([action.tile])),
            laid=(*self.laid, Laid(action.tile, action.end, seat)),
            confirmed=blocked.NOBODY,
            drawn=0,
            line=self.line.after(action.tile, action.end),
        )

    def laying(self, action: Play) -> tuple[Event, ...]:
        """Return what is told first of a play."""
        return (played(self.seat, action), *blocked.cancelled(self.confirmed, self.seat))

    def _draw(self) -> Step:
        """Draw one tile if the seat could play; else tile after tile until one fits or none is left to draw."""
        number = until_one_fits(self.boneyard, self.fits, 1 if self.playable else self.drawable)
        taken, seat = self.boneyard[:number], self.seat
        after = replace(
            self,
            hands=replaced(self.hands, seat, self.hands[seat] | mask_of(taken)),
            boneyard=self.boneyard[number:],
            drawn=self.drawn + number,
            signs=(*self.signs, Sign(seat, len(self.laid), number, None)),
        )
        return Step(after, (Drew(seat, number, tuple(self.terms.tiles.tiles[index] for index in taken)),))

    def _confirm(self) -> Step:
        seat, seats = self.seat, self.terms.seats
        confirmed = blocked.confirm(self.confirmed, seat, seats)
        signs = (*self.signs, Sign(seat, len(self.laid), 0, False))
        after = replace(self, to_act=self.terms.next(seat), confirmed=confirmed, drawn=0, signs=signs)
        events = (blocked.confirmation(seat, len(confirmed), seats),)
        return after.scored(Ending.BLOCKED, events) if blocked.complete(confirmed, seats) else Step(after, events)

    def ended(self, result: R, outcome: Outcome | None, events: tuple[Event, ...]) -> Step:
        """Return the state after the round, and with an outcome after the game; the table stays until the next deal."""
        after = replace(
            self,
            to_act=DEALER if outcome is None else None,
            confirmed=blocked.NOBODY,
            drawn=0,
            signs=(),
            result=result,
            outcome=outcome,
        )
        scored = RoundScored(self.round, result, self.terms.tiles.highest, self.hands, self.boneyard)
        return Step(after, (*events, scored, *(() if outcome is None else (GameEnded(outcome),))))

    # --- what is seen

    def seen(self, viewer: Seat | None) -> dict[str, Any]:
        """Return what every `LineObservation` begins with, by the names of its fields."""
        rules, acting = self.terms, self.playing and viewer == self.to_act
        own = [hand if seat == viewer or not self.playing else None for seat, hand in enumerate(self.hands)]
        return {
            "viewer": viewer,
            "to_act": self.to_act,
            "outcome": self.outcome,
            "round": self.round,
            "choices": self._choices() if acting else (),
            "options": rules.options,
            "highest": rules.tiles.highest,
            "laid": self.laid,
            "ends": tuple(OpenEnd(end.letter, end.number) for end in self.line.ends),
            "hands": tuple(None if hand is None else rules.left(hand) for hand in own),
            "sizes": tuple(hand.bit_count() for hand in self.hands),
            "scores": self.scores,
            "boneyard": len(self.boneyard),
            "drawable": self.drawable,
            "confirmed": self.confirmed,
            "drawn": self.drawn,
            "signs": self.signs,
            "playable": rules.left(self.playable) if acting else (),
            "unseen": () if self.playing else tuple(sorted(rules.tiles.tiles[index] for index in self.boneyard)),
            "result": self.result,
        }

    def _choices(self) -> tuple[Choice, ...]:
        """Return the legal actions; a play that differs from an earlier one only in the picture points to it."""
        kinds = {end.letter: end[1:] for end in self.line.ends}
        choices, first = [], dict[tuple[object, ...], str]()
        for action in self.legal_actions():
            if not isinstance(action, Play):
                choices.append(offered(action))
                continue
            earlier = first.setdefault((action.tile, kinds.get(action.end)), str(action))
            same_as = earlier if earlier != str(action) else None
            label = label_of(action, self.worth(action))
            choices.append(offered(action, same_as=same_as)._replace(label=label))
        return tuple(choices)
