"""The contract between the rules of a game and the code that uses them.

A `Game` makes a `State`. The code that keeps a table folds actions over it with `apply`; all other code (pictures,
texts, computer players) gets an `Observation`. Chance is an action too: when `to_act` is DEALER, the state waits for a
`Deal`. Nothing here is random, or depends on the time or on people.
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
from engine.words import Join, Message, Value, join_items, msg

Seat = int
"""The number of a seat, 0 … n−1, clockwise."""

DEALER = -1
"""The value of `to_act` when chance is next."""


class Action(Protocol):
    """A choice; its text is its notation, which players type and the log keeps."""

    def __str__(self) -> str: ...

    @property
    def label(self) -> Message:
        """Its button text, at most 20 characters in English."""
        ...

    @property
    def parts(self) -> tuple[str, ...]:
        """Its place in a menu, from the first level to the last, such as the tile, then the space."""
        ...


@dataclass(frozen=True, slots=True)
class Deal:
    """The dealer's action, a shuffle and a choice.

    `order` is a permutation of the indices of `State.deck`, `pick` is below `State.picks`. Hands are cut from the
    front, one whole hand after another in seat order; the rest lies in the order of drawing.
    """

    order: tuple[int, ...] = field(repr=False)
    pick: int = field(default=0, repr=False)

    def __str__(self) -> str:
        return "deal"

    def fits(self, state: State[Any]) -> bool:
        """Return whether a state waits for this deal: the right tiles and a valid choice."""
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
    """Something that happened, named in the past tense; `redact_for` decides what is public."""

    def redact_for(self, viewer: Seat | None) -> Self:
        """Return the event as this viewer may know it (None: the channel)."""
        ...

    def describe(self) -> Message:
        """Describe the event in one sentence or phrase, with only what this copy contains."""
        ...


class Public:
    """An event that everybody sees."""

    __slots__ = ()

    def redact_for(self, viewer: Seat | None) -> Self:
        return self


class Doubt(NamedTuple):
    """A question before a costly action that is easily pressed by mistake.

    Only the player who would act reads it.
    """

    question: Message
    yes: Message
    """The text of the button that confirms the action."""
    is_false_claim: bool = False
    """Whether the action says something about the hand that is not true."""


class Choice(NamedTuple):
    """An action as a menu offers it."""

    notation: str
    label: Message
    parts: tuple[str, ...]
    enabled: bool = True
    same_as: str | None = None
    """The notation of an earlier choice that differs from this one only in the picture."""
    doubt: Doubt | None = None
    """The second question, if one press is not enough."""
    first_step: Value | None = None
    """The button text of the first step, if it isn't the notation."""
    last_step: Message | None = None
    """The button text of the last step, if the action is always chosen step by step.

    This is so if a picture shows what remains after each step.
    """
    also: str = ""
    """Another way to type the part of the notation after the verb."""


def make_choice(
    action: Action, *, enabled: bool = True, same_as: str | None = None, doubt: Doubt | None = None
) -> Choice:
    """Return an action as a choice."""
    return Choice(str(action), action.label, action.parts, enabled, same_as, doubt)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    `points` and `tiebreak` have one entry per seat; higher is better in both. The seats of a side have the same
    numbers, and `winners` are whole sides (`Options.sides`).
    """

    reason: Message
    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    tiebreak: tuple[int, ...] = ()


class Observation(Protocol):
    """All that one viewer may know.

    Each game adds what its pictures need. While `to_act == DEALER`, it shows what just ended: the finished board, and
    hands face up.
    """

    @property
    def options(self) -> Options: ...
    @property
    def viewer(self) -> Seat | None: ...
    @property
    def to_act(self) -> Seat | None: ...
    @property
    def outcome(self) -> Outcome | None: ...
    @property
    def round(self) -> int:
        """The number of the current or latest round, from 1; 0 before the first deal."""
        ...

    @property
    def points(self) -> Sequence[int]:
        """The points so far of each seat's side, as in the current game's `Outcome.points`. Public."""
        ...

    @property
    def choices(self) -> Sequence[Choice]:
        """The viewer's own actions in their turn, enabled or not; empty for other viewers."""
        ...

    @property
    def is_scored(self) -> bool:
        """Whether a round was just scored, so that all tiles lie face up.

        If DEALER is to act although no round was just scored, the next deal is in the middle of a round.
        """
        ...


class Note(NamedTuple):
    """A memorable fact of a round: its kind, its seat, and its size."""

    kind: str
    seat: Seat
    size: int


class Chapter(NamedTuple):
    """The record of a scored round. Public."""

    game: int
    """Which game of a series, from 1."""
    number: int
    """Which round of that game, from 1."""
    points: tuple[int, ...]
    """Each seat's points after the round, as in `Observation.points`."""
    notes: tuple[Note, ...] = ()


Obs = TypeVar("Obs", bound=Observation)
Obs_co = TypeVar("Obs_co", bound=Observation, covariant=True)
P = TypeVar("P", bound=Options)


class Step(NamedTuple):
    """The result of `apply`: the next state, and the events on the way."""

    state: Any
    events: tuple[Event, ...]


class State(Protocol[Obs_co]):
    """One complete position: an immutable value that is hidden from all players."""

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
        """The tiles that the dealer must shuffle now; empty unless DEALER is to act."""
        ...

    @property
    def picks(self) -> int:
        """The number of values of the dealer's extra choice, such as the first seat; 1 if there is no such choice."""
        ...

    def legal_actions(self) -> Sequence[Action]:
        """Return all actions of the seat to act; empty for DEALER and at the end."""
        ...

    def automatic(self) -> Action | None:
        """Return a step that everybody can see is forced; the table takes it at once."""
        ...

    @property
    def confirming(self) -> bool:
        """Whether a block was proposed, and the seat to act perhaps only has to confirm it, which should be quick."""
        ...

    def at_deadline(self) -> Action:
        """Return the action for a seat that is absent; always legal and never a foul."""
        ...

    def why_not(self, notation: str) -> Message:
        """Explain why the seat to act cannot do this now, with only what that seat may know."""
        ...

    def apply(self, action: Action) -> Step:
        """Return the next state.

        Raises ValueError unless the action is legal, or a Deal when DEALER is to act.
        """
        ...

    def observe(self, viewer: Seat | None) -> Obs_co:
        """Return what a seat may know, or the channel if `viewer` is None."""
        ...


@dataclass(frozen=True, slots=True)
class Argument:
    """The argument of a verb."""

    name: str
    help: Message


@dataclass(frozen=True, slots=True)
class Verb:
    """The first word of a notation, which becomes a slash command.

    All games with this verb share the command.
    """

    name: str
    help: Message
    argument: Argument | None = None


class Tip(NamedTuple):
    """A step of a game's tour, for a player who is new to such a position."""

    key: str
    """The step's key; a player gets each step once."""
    text: Message
    """One or two sentences about their tiles, what fits, or what their last tile did."""
    prompts: bool = False
    """Whether the text explains what the viewer can do, and so replaces the prompt."""


@dataclass(frozen=True, kw_only=True)
class Voice(Generic[Obs]):
    """The texts about a game, as functions of an observation.

    This way, a reader can never learn what they may not know.
    """

    call: Callable[[Obs], Message]
    """The words that call the seat to act, two or three: "your turn", "your bid". Public."""
    address: Callable[[Obs], Message] = defaults.address
    """The words that call the seat to act by name: "Ana, your turn". Public."""
    situation: Callable[[Obs], Message]
    """What decides the next move, short enough for a lock screen: "ends 6 and 2". Public."""
    recall: Callable[[Obs], Message | None] = defaults.no_message
    """What the viewer decided on, in a sentence that looks back: "You had bid 34."; None if `situation` says it."""
    prompt: Callable[[Obs], Message]
    """What this viewer can do now and why, in one or two sentences.

    In the channel, it says what the game is waiting for.
    """
    placing: Callable[[Obs, Sequence[str]], Message] = defaults.placing
    """The question to a viewer who is partway through a menu, given the parts chosen so far."""
    menu_title: Callable[[Obs], Message] = defaults.menu_title
    """What a menu of the viewer's actions asks for before anything in it is chosen: "Choose your bid"."""
    standings: Callable[[Obs], Sequence[Message]]
    """One short line per seat, in seat order: "5 tiles, 38 points". Public."""
    tally: Callable[[Obs], Message | None]
    """The arithmetic of the round that was just scored, line by line; else None. Public."""
    why: Callable[[Obs, str], Message | None] = defaults.no_message
    """A simple reason for an action of the viewer, in a sentence; None if there is none."""
    has_advantage: Callable[[Obs, str, str], bool] = defaults.always_true
    """Whether the reason for the first action can show why it is better than the second."""
    hint: Callable[[Obs, Choice], Message] = defaults.hint
    """A sentence about the choice of a strong computer player. It says in full what the button abbreviates."""
    headline: Callable[[Obs], Message | None] = defaults.no_message
    """The end of the round that was just scored, with its winner and points. Public."""
    round_name: Callable[[Obs, int], Message] = defaults.round_name
    """The name of a round of this game, by its number from 1: "round 2", "round 9-9"."""
    rounds: bool = True
    """Whether a game can have more than one round; if not, rounds aren't mentioned."""
    notes: Callable[[Obs], Sequence[Note]] = defaults.no_items
    """The notes about the round that was just scored. Public."""
    facts: Callable[[Obs, Sequence[Chapter]], Iterable[Message]] = defaults.no_items
    """The facts about a finished game, from its chapters, the best first. Public."""
    highlight: Callable[[Obs], Highlight | None] = defaults.no_message
    """The highlight to show to others after a step, if there is one. Public."""
    tour: Callable[[Obs], Sequence[Tip]] = defaults.no_items
    """The tour's steps for the position of a viewer who is to act, in order.

    In a viewer's first turn, there is at least one step.
    """


class Scene(NamedTuple):
    """A position that a page of the rules shows: the first that fits in random games."""

    fits: Callable[[Any], bool]
    """Whether a position fits, as the player to move sees it, or as the channel sees it if nobody is to move."""
    shows_hand: bool = False
    """Whether the hand of the player to move is shown too."""
    preset: str = ""
    """The preset of options that is played."""


class Showcase(NamedTuple):
    """A position for visitors who don't know the game, from a game played at random.

    `luck` is the seed of that game, so another `luck` gives another position.
    """

    preset: str = ""
    seats: int = 3
    choices: int = 13
    """The number of choices before this position; forced steps don't count."""
    luck: str = ""


Worlds = Callable[[Obs, Random], Iterator[State[Obs]]]
"""Yields at least one full state that agrees with all that a viewer has seen.

It may end once it has yielded every possible state.
"""

Player = Callable[[Obs, Iterator[Any], Random], Mapping[str, float]]
"""A computer player, which returns the worth of each of the viewer's actions.

The worths are keyed by notation; the best action is taken. The player is given an observation, full states to consider
possible (at least one), and a random generator. It depends on these three alone: equal inputs give equal worths. The
states end when the time to think is over.
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
    """Named combinations of options; a new table has the first."""
    offers: Mapping[str, Offer]
    """The presets in words."""
    verbs: Sequence[Verb]
    start: Callable[[P, int], State[Obs]]
    """Returns the state that waits for its first Deal, from options and number of seats."""
    turns: Callable[[P, int], range]
    """The range of turns to expect, from a short game to a long one."""
    decision_share: float = field(default=1.0, kw_only=True)
    """The measured share of those turns that need a decision if forced moves are automatic."""
    voice: Voice[Obs]
    """The sentences that players read while they play."""
    rules: Callable[[P, int], Sequence[Message]]
    """The pages of the rules for some options and seats, each at most 1,800 characters."""
    can_change: Message
    """The text about what a table's options can change in the rules."""
    worlds: Worlds[Obs]
    scenes: Sequence[Scene] = field(default=(), kw_only=True)
    """The pictures in the rules, one for each page."""
    players: Mapping[str, Player[Obs]]
    """The players by name: all of `LEVELS`, then others to compare them with.

    A game without its own players takes those of `engine.players.plain`.
    """

    quick: str = ""
    """The preset for newcomers, over in a few minutes; empty if there is none."""
    showcase: Showcase | None = None
    """The position that visitors see first; None if the game is not shown to them."""
    penalties: bool = False
    """Whether points count against a seat: players read 99 for −99 in `Outcome.points`."""
    stats: Stats = PLAIN
    """The statistics that its players compare."""
    single: Game[P, Any] | None = None
    """The rules of one game, if this one plays several in a row."""
    condense: Callable[[Sequence[Event]], Sequence[Event]] = tuple
    """Condenses consecutive events for one description, with only what each of them shows."""
    is_forced: Callable[[Obs, str], bool] = defaults.always_false
    """Whether everybody knows that a seat's action was its only one.

    The observation is any viewer's, from before the action.
    """
    ignore_standing: Callable[[Obs], Obs] = defaults.pass_through
    """Returns the same position for computer players who count only points.

    It is mostly a position in which the round couldn't end the game. A game needs this function if its computer players
    value winning the game, too.
    """
    premoves: Premoves[Obs] = field(default_factory=Premoves)
    """The plans that a player can make before their turn."""

    def chooses(self, notation: str) -> bool:
        """Return whether a notation has an argument, as `play 6-2` does."""
        return any(verb.argument for verb in self.verbs if verb.name == notation.split()[0])

    def seats_for(self, options: P) -> Sequence[int]:
        """Return the numbers of seats that can play with these options; if there are none, all numbers of the game."""
        return [n for n in self.seats if options.refusal(n) is None] or list(self.seats)

    def name_with(self, options: P) -> Message:
        """Return the name of the game with these options."""
        return options.variant_name() or self.name

    def summarize(self, options: P, seats: int) -> Message:
        """Return a sentence that describes the game.

        An example is "Block, double-six, to 100 points, a false “I can't play” costs 30 points.".
        """
        parts = [self.name_with(options), *options.summarize(seats)]
        return msg("{parts}.", parts=join_items(parts, Join.COMMA))

    def sample(self, seen: Obs, rng: Random) -> State[Obs]:
        """Return a full state that agrees with all that this viewer has seen."""
        return next(self.worlds(seen, rng))


def find_mover(state: State[Any]) -> Seat | None:
    """Return the seat to act; None if chance is next or the game is over."""
    return None if state.to_act == DEALER else state.to_act
