"""The contract between the rules of a game and everybody else.

A `Game` makes a `State`. Whoever keeps a table folds actions over it with `apply`; everybody else (pictures, texts,
computer players) gets an `Observation`. Chance is an action too: when `to_act` is DEALER, the state waits for a `Deal`.
Nothing here is random, knows the time, or knows a person.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from engine import defaults
from engine.highlight import Highlight
from engine.options import Offer, Options
from engine.premoves import Premoves
from engine.stats import PLAIN, Stats
from engine.words import Join, Message, join_items, msg

Seat = int
"""0 … n−1, clockwise."""

DEALER = -1
"""Stands in `to_act` where chance is next."""


class Action(Protocol):
    """A choice. Its text is its notation: what one types, and what the log keeps."""

    def __str__(self) -> str: ...

    @property
    def label(self) -> Message:
        """What a button says, at most 20 characters in English."""
        ...

    @property
    def parts(self) -> tuple[str, ...]:
        """Its place in a menu, from the first level to the last: the tile, then the space."""
        ...


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer's action: `order` is a permutation of the indices of `State.deck`, `pick` is below `State.picks`.

    Hands are cut from the front in seat order, each hand whole; what is left lies in the order in which it is drawn.
    """

    order: tuple[int, ...] = field(repr=False)
    pick: int = field(default=0, repr=False)

    def __str__(self) -> str:
        return "deal"

    def fits(self, state: State[Any]) -> bool:
        """Return whether a state waits for this: all that is to be shuffled, and a choice that there is."""
        if state.to_act != DEALER:
            return False
        return sorted(self.order) == list(range(len(state.deck))) and self.pick in range(state.picks)

    @property
    def label(self) -> Message:
        return msg("Deal")

    @property
    def parts(self) -> tuple[str, ...]:
        return ("deal",)


class Event(Protocol):
    """What happened, in the past tense. Public or not, `seen_by` decides."""

    def redact_for(self, viewer: Seat | None) -> Self:
        """Return the event as this viewer may know it (None: the channel)."""
        ...

    def describe(self) -> Message:
        """Describe it in one sentence or phrase, of what this copy knows."""
        ...


class Public:
    """An event that everybody sees."""

    __slots__ = ()

    def redact_for(self, viewer: Seat | None) -> Self:
        return self


class Doubt(NamedTuple):
    """What is asked before an action that is easily pressed by mistake and costs much; only who would act reads it."""

    question: Message
    yes: Message
    """What the button says that does it all the same."""


class Choice(NamedTuple):
    """An action as a menu offers it."""

    notation: str
    label: Message
    parts: tuple[str, ...]
    enabled: bool = True
    same_as: str | None = None
    """The notation of an earlier choice that differs from this one only in the picture."""
    doubt: Doubt | None = None
    """The second question, where one press is not enough."""
    last_step: Message | None = None
    """What its last step says, where it is always chosen step by step since a picture shows what each step leaves."""
    also: str = ""
    """Another way to type what follows its verb."""


def make_choice(
    action: Action, *, enabled: bool = True, same_as: str | None = None, doubt: Doubt | None = None
) -> Choice:
    """Return the choice that stands for an action."""
    return Choice(str(action), action.label, action.parts, enabled, same_as, doubt)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended. `points` and `tiebreak` have one entry a seat; higher is better in both."""

    reason: Message
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    tiebreak: tuple[int, ...] = ()


class Observation(Protocol):
    """All that one viewer may know. Each game adds what its pictures need.

    Beside `to_act == DEALER` it shows what just ended: the finished board, and hands face up.
    """

    @property
    def viewer(self) -> Seat | None: ...
    @property
    def to_act(self) -> Seat | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def round(self) -> int:
        """Which round is played or was just scored, from 1; 0 before the first deal."""
        ...

    @property
    def points(self) -> Sequence[int]:
        """What each seat has so far, counted as in `Outcome.points` of the game that is played. Public."""
        ...

    @property
    def choices(self) -> Sequence[Choice]:
        """The viewer's own actions where it is their turn, enabled or not; none for everybody else."""
        ...

    @property
    def is_scored(self) -> bool:
        """Whether a round was just scored: all that was dealt lies face up. A DEALER without it deals in mid-round."""
        ...


class Note(NamedTuple):
    """Something that a round is remembered by: its kind, whose it is, and how much."""

    kind: str
    seat: Seat
    size: int


class Chapter(NamedTuple):
    """A round that was scored, as it is remembered. Public."""

    game: int
    """Which game of a series, from 1."""
    number: int
    """Which round of that game, from 1."""
    points: tuple[int, ...]
    """What each seat has after it, as `Observation.points`."""
    notes: tuple[Note, ...] = ()


Obs = TypeVar("Obs", bound=Observation)
Obs_co = TypeVar("Obs_co", bound=Observation, covariant=True)
P = TypeVar("P", bound=Options)


class Step(NamedTuple):
    """What `apply` gives: the next state, and what happened on the way."""

    state: Any
    events: tuple[Event, ...]


class State(Protocol[Obs_co]):
    """One complete position: an immutable value, shown to nobody."""

    @property
    def to_act(self) -> Seat | None:
        """A seat, DEALER, or None when the game is over."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """Set once the game is over."""
        ...

    @property
    def deck(self) -> Sequence[Any]:
        """What the dealer must shuffle now; empty unless DEALER is to act."""
        ...

    @property
    def picks(self) -> int:
        """How many ways the dealer's extra choice can fall (who begins), else 1."""
        ...

    def legal_actions(self) -> Sequence[Action]:
        """Return all actions of the seat to act; empty for DEALER and at the end."""
        ...

    def automatic(self) -> Action | None:
        """Return a step that everybody can see is forced; the table takes it at once."""
        ...

    @property
    def confirming(self) -> bool:
        """Whether the seat to act is only asked to confirm what the table claims: nobody is to wait long for that."""
        ...

    def at_deadline(self) -> Action:
        """Return what is done for a seat that is absent; always legal and never a foul."""
        ...

    def why_not(self, notation: str) -> Message:
        """Say why the seat to act cannot do this now; tell only what that seat may know."""
        ...

    def apply(self, action: Action) -> Step:
        """Return the next state. The action must be legal (or a Deal where DEALER is to act), else ValueError."""
        ...

    def observe(self, viewer: Seat | None) -> Obs_co:
        """Return what a seat, or with None the channel, may know."""
        ...


@dataclass(frozen=True, slots=True)
class Argument:
    """What follows a verb."""

    name: str
    help: Message


@dataclass(frozen=True, slots=True)
class Verb:
    """The first word of a notation: it becomes a slash command, shared by all games that have it."""

    name: str
    help: Message
    argument: Argument | None = None


class Tip(NamedTuple):
    """A step of a game's tour: what a player reads who sees such a position for the first time."""

    key: str
    """Of the step; a player gets each once."""
    text: Message
    """One or two sentences about what they see: their tiles, what fits, what their last tile did."""
    prompts: bool = False
    """Whether it says what the viewer can do, in place of the prompt."""


@dataclass(frozen=True, kw_only=True)
class Voice(Generic[Obs]):
    """What is said of a game: functions of an observation, so that nobody reads what they may not know."""

    call: Callable[[Obs], Message]
    """What is asked of the seat to act, in two or three words: "your turn", "your bid". Public."""
    situation: Callable[[Obs], Message]
    """What decides the next move, in a few words readable on a lock screen: "ends 6 and 2". Public."""
    prompt: Callable[[Obs], Message]
    """What this viewer can do now and why, in one or two sentences; the channel reads what it waits for."""
    placing: Callable[[Obs, Sequence[str]], Message] = defaults.placing
    """What this viewer is asked once they have chosen in a menu, by the parts that were chosen."""
    standings: Callable[[Obs], Sequence[Message]]
    """One short line a seat, in seat order: "5 tiles, 38 points". Public."""
    tally: Callable[[Obs], Message | None]
    """The arithmetic of the round that was just scored, line by line; else None. Public."""
    why: Callable[[Obs, str], Message | None] = defaults.no_message
    """What simple thing speaks for an action of the viewer, in a sentence; None where it is not that simple."""
    headline: Callable[[Obs], Message | None] = defaults.no_message
    """How the round that was just scored ended, and who won it by how much, in a sentence. Public."""
    round_name: Callable[[Obs, int], Message] = defaults.round_name
    """What a round of this game is called, by its number from 1: "round 2", "round 9-9"."""
    rounds: bool = True
    """Whether a game can have more than one round: else nobody is told which."""
    notes: Callable[[Obs], Sequence[Note]] = defaults.no_items
    """What the round that was just scored is remembered by. Public."""
    facts: Callable[[Obs, Sequence[Chapter]], Iterable[Message]] = defaults.no_items
    """What is worth telling of a game that is over, the best first, from its chapters. Public."""
    highlight: Callable[[Obs], Highlight | None] = defaults.no_message
    """What is worth showing to others of what was seen after a step. Public."""
    tour: Callable[[Obs], Sequence[Tip]] = defaults.no_items
    """The steps of the tour that are true of a viewer who is to act, the first first; one at least in a first turn."""


class Scene(NamedTuple):
    """A position that a page of the rules shows: the first like this in games played at random."""

    fits: Callable[[Any], bool]
    """Whether it is like this, as the player to move sees it; the channel, where nobody is to move."""
    own: bool = False
    """Whether that player's hand is shown too."""
    preset: str = ""
    """Of the options that are played."""


class Showcase(NamedTuple):
    """A position that a stranger sees before they know a game: of one played at random, another for another `luck`."""

    preset: str = ""
    seats: int = 3
    choices: int = 13
    """How many are made before it; forced steps don't count."""
    luck: str = ""


Worlds = Callable[[Obs, Random], Iterator[State[Obs]]]
"""Full states that agree with all that a viewer has seen, at least one; they may end after every possible one."""

Player = Callable[[Obs, Iterator[Any], Random], Mapping[str, float]]
"""A computer player: what it holds each of the viewer's actions to be worth, by notation. It takes the best.

It is given an observation, full states that it is to hold possible (at least one), and a generator. It depends on
nothing else: the same of these three, the same judgement. Where the states end it has thought long enough.
"""


@dataclass(frozen=True)
class Game(Generic[P, Obs]):
    """A set of rules."""

    key: str
    name: Message
    summary: Message
    seats: range
    options: type[P]
    presets: Mapping[str, P]
    """Options that belong together, the usual ones of a new table first."""
    offers: Mapping[str, Offer]
    """The same presets in words."""
    verbs: Sequence[Verb]
    start: Callable[[P, int], State[Obs]]
    """Options and number of seats to a state that waits for its first Deal."""
    turns: Callable[[P, int], range]
    """How many turns to expect, from a short game to a long one."""
    decided: float = field(default=1.0, kw_only=True)
    """The share of those turns, as measured, in which a player decides if forced moves come by themselves."""
    voice: Voice[Obs]
    """The sentences that players read while they play."""
    rules: Callable[[P, int], Sequence[Message]]
    """The pages of the rules as they are with some options and number of seats, each at most 1,800 characters."""
    can_change: Message
    """What the options of a table can change of them."""
    worlds: Worlds[Obs]
    scenes: Sequence[Scene] = field(default=(), kw_only=True)
    """What the pages of the rules show, one for each."""
    players: Mapping[str, Player[Obs]]
    """By name: all of `LEVELS`, then yardsticks for the arena. A game without its own takes `engine.players.plain`."""

    quick: str = ""
    """The preset that a newcomer begins with, over in a few minutes; empty where there is none."""
    showcase: Showcase | None = None
    """What a stranger sees of the game first; None where it is not shown to them."""
    penalties: bool = False
    """Whether points count against a seat: people say 99 where `Outcome.points` has −99."""
    stats: Stats = PLAIN
    """What its players compare."""
    single: Game[P, Any] | None = None
    """The rules of one game, where these also play several in a row."""
    tell: Callable[[Sequence[Event]], Sequence[Event]] = tuple
    """Events in a row as they are told together, like ones as one; of what each of them knows."""
    forced: Callable[[Obs, str], bool] = defaults.always_false
    """Whether all who see a seat take its only action know that there was no other; by any observation before it."""
    premoves: Premoves[Obs] = field(default_factory=Premoves)
    """What a player can plan before their turn."""

    def chooses(self, notation: str) -> bool:
        """Return whether a notation names one thing of several, as `play 6-2` does, and no verb alone does."""
        return any(verb.argument for verb in self.verbs if verb.name == notation.split()[0])

    def seats_for(self, options: P) -> Sequence[int]:
        """Return the numbers of seats that can play with these options; all of the game if none can."""
        return [n for n in self.seats if options.refusal(n) is None] or list(self.seats)

    def name_with(self, options: P) -> Message:
        """Return what people call the game that is played with these options."""
        return options.variant_name() or self.name

    def kind(self, options: P, seats: int) -> Message:
        """Return what kind of game that is, in a sentence: "Block, double-six, to 100, a foul costs 30 points."."""
        parts = [self.name_with(options), *options.kind(seats)]
        return msg("{parts}.", parts=join_items(parts, Join.COMMA))

    def sample(self, seen: Obs, rng: Random) -> State[Obs]:
        """Return a full state that agrees with all that this viewer has seen."""
        return next(self.worlds(seen, rng))


def mover(state: State[Any]) -> Seat | None:
    """Return the seat to act; None where chance is next, or nothing."""
    return None if state.to_act == DEALER else state.to_act
