"""A tiny complete game for tests of the shell.

It has hidden hands, several rounds, a secret notation and automatic steps. Each seat gets `hand` cards numbered from 1.
In turn one plays a card openly or buries one face down; a last card is played by itself. The seat that showed most in a
round gets a point; after `rounds` rounds the most points win.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Self

from engine.game import (
    DEALER,
    Action,
    Argument,
    Choice,
    Deal,
    Event,
    Game,
    Outcome,
    Seat,
    Step,
    Verb,
    Voice,
    make_choice,
)
from engine.options import LENGTH, PLAY, Offer, Options, flag, number, rounds
from engine.players import candidate_notations
from engine.sides import PAIRS, Sides, find_side, single_sides
from engine.stats import Figure, Mark, Stats
from engine.words import Message, Who, count, deed, lines, msg

CARDS = 12


@dataclass(frozen=True)
class CardOptions(Options):
    """How much is played."""

    rounds: int = number(2, low=1, high=9, unit=rounds, name=msg("Rounds"), help=msg("Rounds to play."), group=LENGTH)
    hand: int = number(3, low=2, high=6, name=msg("Hand"), help=msg("Cards in a hand."), group=PLAY)
    toss: bool = flag(
        False, name=msg("Toss"), help=msg("Does chance say who goes on after the first card?"), group=PLAY
    )

    partners: bool = flag(
        False, name=msg("Partners"), help=msg("Do two play against two, with one score a pair?"), group=PLAY
    )

    def sides(self, seats: int) -> Sides:
        return PAIRS if self.partners and seats == 4 else single_sides(seats)

    def most_rounds(self, seats: int) -> int:
        return self.rounds

    def refusal(self, seats: int) -> Message | None:
        if seats * self.hand > CARDS:
            return msg("There are only {cards} cards: give each hand fewer.", cards=CARDS)
        return msg("Partners are two against two.") if self.partners and seats != 4 else None


@dataclass(frozen=True)
class Put:
    """Play a card openly, or bury it."""

    verb: str
    card: int

    def __str__(self) -> str:
        return f"{self.verb} {self.card}"

    @property
    def label(self) -> Message:
        return msg("{verb} {card}", verb=self.verb.capitalize(), card=self.card)

    @property
    def parts(self) -> tuple[str, ...]:
        return (str(self.card), self.verb)


@dataclass(frozen=True)
class DidPut:
    """A seat put a card; only it may know a buried one."""

    seat: Seat
    verb: str
    card: int | None = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return self if self.verb == "play" or viewer == self.seat else replace(self, card=None)

    def describe(self) -> Message:
        card = "a card" if self.card is None else self.card
        return deed("{who} puts {card}.", "You put {card}.", who=Who(self.seat), card=card)


@dataclass(frozen=True)
class WasDealt:
    """Hands were dealt; each seat knows its own."""

    hands: tuple[tuple[int, ...] | None, ...] = field(repr=False)

    def redact_for(self, viewer: Seat | None) -> Self:
        return replace(self, hands=tuple(hand if seat == viewer else None for seat, hand in enumerate(self.hands)))

    def describe(self) -> Message:
        return msg("A new round.")


@dataclass(frozen=True)
class CardsSeen:
    """What one viewer may know."""

    viewer: Seat | None
    to_act: Seat | None
    outcome: Outcome | None
    round: int
    hand: tuple[int, ...]
    shown: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    choices: Sequence[Choice]
    tossing: bool
    options: CardOptions
    sizes: tuple[int, ...]

    @property
    def is_scored(self) -> bool:
        return self.to_act in (DEALER, None) and bool(self.round) and not self.tossing


def standings(seen: CardsSeen) -> Sequence[Message]:
    """Return a sentence for each seat's points."""
    return [count("{n} point", "{n} points", points) for points in seen.points]


VOICE: Voice[CardsSeen] = Voice(
    call=lambda _: msg("your turn"),
    situation=lambda seen: count("{n} card shown", "{n} cards shown", sum(map(len, seen.shown))),
    prompt=lambda _: msg("Play a card or bury one."),
    standings=standings,
    tally=lambda seen: lines(*standings(seen)) if seen.is_scored else None,
)


@dataclass(frozen=True)
class Cards:
    """One complete position."""

    options: CardOptions
    points: tuple[int, ...]
    round: int = 0
    to_act: Seat | None = DEALER
    hands: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    shown: tuple[tuple[int, ...], ...] = ()
    tossing: bool = False

    @property
    def deck(self) -> Sequence[int]:
        return range(1, CARDS + 1) if self.to_act == DEALER and not self.tossing else ()

    @property
    def picks(self) -> int:
        return len(self.points) if self.to_act == DEALER else 1

    @property
    def outcome(self) -> Outcome | None:
        if self.to_act is not None:
            return None
        best = max(self.points)
        winners = tuple(seat for seat, points in enumerate(self.points) if points == best)
        return Outcome(msg("All rounds are played."), self.points, winners)

    def legal_actions(self) -> Sequence[Put]:
        if self.to_act is None or self.to_act == DEALER:
            return ()
        return [Put(verb, card) for verb in ("play", "bury") for card in self.hands[self.to_act]]

    def automatic(self) -> Put | None:
        if self.to_act is None or self.to_act == DEALER or len(self.hands[self.to_act]) > 1:
            return None
        return Put("play", self.hands[self.to_act][0])

    @property
    def confirming(self) -> bool:
        return False

    def at_deadline(self) -> Put:
        return self.legal_actions()[0]

    def why_not(self, notation: str) -> Message:
        return msg("That is not a card of your hand.")

    def apply(self, action: Action) -> Step:
        match action:
            case Deal() if self.tossing:
                return Step(replace(self, tossing=False, to_act=action.pick), ())
            case Deal() if self.to_act == DEALER:
                return self._apply_deal(action)
            case Put() if action in self.legal_actions():
                return self._put(action)
            case _:
                raise ValueError(f"{action} is not possible")

    def _apply_deal(self, deal: Deal) -> Step:
        size, seats = self.options.hand, len(self.points)
        cards = [self.deck[place] for place in deal.order]
        hands = tuple(tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(seats))
        state = replace(self, round=self.round + 1, to_act=deal.pick, hands=hands, shown=((),) * seats)
        return Step(state, (WasDealt(hands),))

    def _put(self, put: Put) -> Step:
        seat = self.to_act
        assert seat is not None
        hand = tuple(card for card in self.hands[seat] if card != put.card)
        shown = (*self.shown[seat], put.card) if put.verb == "play" else self.shown[seat]
        state = replace(self, hands=_with(self.hands, seat, hand), shown=_with(self.shown, seat, shown))
        state = state.next_turn(seat) if any(state.hands) else state.end_round()
        return Step(state, (DidPut(seat, put.verb, put.card),))

    def next_turn(self, seat: Seat) -> Cards:
        first = sum(map(len, self.hands)) == len(self.hands) * self.options.hand - 1
        if self.options.toss and first:
            return replace(self, tossing=True, to_act=DEALER)
        order = [(seat + step) % len(self.points) for step in range(1, len(self.points) + 1)]
        return replace(self, to_act=next(later for later in order if self.hands[later]))

    def end_round(self) -> Cards:
        shown, sides = [sum(cards) for cards in self.shown], self.options.sides(len(self.points))
        sums = [sum(shown[other] for other in find_side(sides, seat)) for seat in range(len(shown))]
        points = tuple(had + (got == max(sums)) for had, got in zip(self.points, sums, strict=True))
        return replace(self, points=points, to_act=None if self.round == self.options.rounds else DEALER)

    def observe(self, viewer: Seat | None) -> CardsSeen:
        mine = viewer is not None and viewer == self.to_act
        return CardsSeen(
            viewer=viewer,
            to_act=self.to_act,
            outcome=self.outcome,
            round=self.round,
            hand=self.hands[viewer] if viewer is not None and self.hands else (),
            shown=self.shown,
            points=self.points,
            choices=tuple(make_choice(action) for action in self.legal_actions()) if mine else (),
            tossing=self.tossing,
            options=self.options,
            sizes=tuple(map(len, self.hands)),
        )


def _with(rows: tuple[tuple[int, ...], ...], seat: Seat, row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*rows[:seat], row, *rows[seat + 1 :])


def worlds(seen: CardsSeen, rng: Random) -> Iterator[Cards]:
    """Positions in which the others hold any cards that were not shown."""
    gone = {*seen.hand, *(card for cards in seen.shown for card in cards)}
    while True:
        unseen = [card for card in rng.sample(range(1, CARDS + 1), CARDS) if card not in gone]
        hands = tuple(
            seen.hand if seat == seen.viewer else tuple(sorted(unseen.pop() for _ in range(size)))
            for seat, size in enumerate(seen.sizes)
        )
        yield Cards(seen.options, seen.points, seen.round, seen.to_act, hands, seen.shown, seen.tossing)


def marks(events: Iterable[Event]) -> Iterator[Mark]:
    """Yield a mark for each card that a seat puts."""
    for event in events:
        if isinstance(event, DidPut):
            yield Mark(event.seat, "put")


def at_random(seen: CardsSeen, _: Iterator[Cards], rng: Random) -> Mapping[str, float]:
    """Holds anything for anything."""
    return {notation: rng.random() for notation in candidate_notations(seen)}


def boldest(seen: CardsSeen, *_: object) -> Mapping[str, float]:
    """Holds most of the highest card, shown."""
    return {
        notation: int(notation.split()[1]) * (1 if notation.startswith("play") else -1)
        for notation in candidate_notations(seen)
    }


CARDS_GAME: Game[CardOptions, CardsSeen] = Game(
    key="cards",
    name=msg("Cards"),
    summary=msg("Show the most."),
    seats=range(2, 5),
    options=CardOptions,
    presets={
        "short": CardOptions(rounds=1, hand=2),
        "long": CardOptions(rounds=5),
        "toss": CardOptions(toss=True),
        "partners": CardOptions(partners=True),
    },
    offers={
        "short": Offer(msg("Short"), msg("One round, two cards each.")),
        "long": Offer(msg("Long"), msg("Five rounds.")),
        "toss": Offer(msg("Toss"), msg("Chance says who goes on."), offered_as_game=True),
        "partners": Offer(msg("Partners"), msg("Two against two."), offered_as_game=True),
    },
    verbs=(
        Verb("play", msg("Play a card openly"), Argument("card", msg("Which card"))),
        Verb("bury", msg("Put a card away face down"), Argument("card", msg("Which card"))),
    ),
    start=lambda options, seats: Cards(options, (0,) * seats),
    turns=lambda options, seats: range(options.rounds * seats, options.rounds * seats * options.hand + 1),
    voice=VOICE,
    rules=lambda _options, _seats: (msg("Play a card or bury one."),),
    can_change=msg("Nothing."),
    worlds=worlds,
    stats=Stats(marks, (Figure("put", msg("Cards")),)),
    players={"easy": at_random, "medium": at_random, "hard": boldest},
)
GAMES = {"cards": CARDS_GAME}
