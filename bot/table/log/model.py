"""The values that tables are made of, as other packages see them: no states and no SQL."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from bot.locales.languages import ENGLISH
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.settled.admission import Door
from bot.table.log.settled.away import AwayUntil
from bot.table.log.settled.gathering import ReservedSeat
from bot.table.log.standing import Standing
from bot.table.log.steps import ENDINGS, Kind, Subject
from engine.game import DEALER, Chapter, Choice, Event, Seat
from engine.options import Options
from engine.sides import Side, find_side
from engine.words import Message, Who

User = int
"""A person's Discord id."""


class Anywhere(Enum):
    ANY = "any"  # on any server


ANY: Final = Anywhere.ANY


class Status(Enum):
    """What a table is doing."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Person:
    """The player of a seat: a person, a computer player, or a person for whom a computer player sits in."""

    user: User
    """The person; 0 if the seat belongs to a computer player."""
    name: str
    """The name that Discord shows, or the name of the computer player."""
    player: str | None = None
    """The strength of the computer player that plays the seat; None if its person does."""

    @property
    def computer(self) -> bool:
        """Whether the seat belongs to a computer player, rather than to a user who is away."""
        return self.player is not None and not self.user

    @property
    def key(self) -> str:
        """The player's identifier in controls before the game: a user's id, or a computer player's name."""
        return str(self.user) if self.user else self.name

    def cause(self, interaction: int | None = None, guild: int | Anywhere | None = ANY) -> Cause:
        """Return the cause that a step records if this person, or their computer player, acts."""
        # the step of a computer player names no user, even if the seat has one who is away
        return Cause(None if self.player else self.user, interaction, guild)


class Cause(NamedTuple):
    """The user who does something, and the press or command by which they do it."""

    user: User | None = None
    interaction: int | None = None
    """The id of the press or command. If Discord sends it again, it has the same id."""
    guild: int | Anywhere | None = ANY
    """The server of the action, None in private messages. Only its tables are found; with ANY, all tables are."""
    roles: Collection[int] = ()
    """The roles of the user on that server, as far as they are known."""
    joined_at: int | None = None
    """When the user joined that server, in UTC seconds; None if that is unknown."""


NO_CAUSE: Final = Cause()
"""The cause of steps that time or a computer player takes, and of steps that the table adds by itself."""


@dataclass(frozen=True, slots=True)
class Table:
    """One game: before it begins, while it is played, and after its end.

    `standing` is what follows from its log. `shown_seq` is the last step that Discord shows. The card is in `channel`.
    A `threaded` table is played in `thread`, which is None until the thread is open.
    """

    id: int
    number: int
    game: str
    guild: int | None
    channel: int
    threaded: bool
    thread: int | None
    host: User
    status: Status
    options: Options
    seats: tuple[Person, ...]
    shown_seq: int
    standing: Standing
    timing: Timing
    newcomers: Mapping[Seat, Person] = field(default_factory=dict)
    """New players who have asked for the seats of computer players.

    Until they have these seats, they see only what the channel sees.
    """
    language: str = ENGLISH
    """The language of all that its channel shows, chosen when the table was opened."""

    @property
    def seq(self) -> int:
        """How many steps the log has."""
        return self.standing.seq

    @property
    def position_seq(self) -> int:
        """The last step that changed the position."""
        return self.standing.position_seq

    @property
    def round(self) -> int:
        """How many deals there were."""
        return self.standing.round

    @property
    def to_act(self) -> Seat | None:
        """The seat to act, or DEALER. None before the start and at the end."""
        return self.standing.to_act

    @property
    def hints_allowed(self) -> bool:
        """Whether people may ask for hints.

        The host decides. If the host did not choose, hints are allowed if one person plays alone.
        """
        return len(self.people) == 1 if self.standing.hints is None else self.standing.hints

    def seat_of(self, user: User | None) -> Seat | None:
        """Return the seat of a user, or None."""
        return next((seat for seat, person in enumerate(self.seats) if user and person.user == user), None)

    def requested_seat(self, user: User) -> Seat | None:
        """Return the computer player's seat that a user has asked for and does not have yet, or None."""
        return next((seat for seat, person in self.newcomers.items() if person.user == user), None)

    @property
    def offered_seats(self) -> tuple[Seat, ...]:
        """The seats of computer players that a new player can ask for; none if this is the last round."""
        most_rounds = self.options.most_rounds(len(self.seats))
        rounds_begun = self.standing.scored + (0 if self.to_act == DEALER else 1)
        # a new player would begin to play in the next round, so there has to be one
        is_last_round = most_rounds is not None and rounds_begun >= most_rounds
        is_seat_draw_pending = self.round == 0 and self.options.has_seat_draw()
        is_closed = self.standing.admission.door is Door.CLOSED
        if not self.is_running or self.private or is_last_round or is_seat_draw_pending or is_closed:
            return ()
        # a vacant seat can be taken without asking
        not_offered = (*self.standing.vacant, *self.newcomers)
        return tuple(seat for seat, person in enumerate(self.seats) if person.computer and seat not in not_offered)

    def time_away(self, seat: Seat | None) -> AwayUntil | None:
        """Return the time away of a seat's player, or None."""
        return next((absence for absence in self.standing.away if absence.seat == seat), None)

    @property
    def waits_for_away(self) -> bool:
        """Whether the table waits for players who are away; a Sprint or a practice game never does."""
        is_sprint = self.timing.preset is Preset.SPRINT
        return not is_sprint and not self.private and self.status in (Status.LOBBY, Status.RUNNING)

    @property
    def people(self) -> tuple[Person, ...]:
        """The people who have seats, whether they are there or away."""
        return tuple(person for person in self.seats if not person.computer)

    @property
    def rematch_seats(self) -> tuple[Seat, ...]:
        """The seats whose players want a rematch, except players who were deleted since."""
        return tuple(seat for seat in self.standing.rematch.agreed if self.seats[seat].user)

    @property
    def unconfirmed_seats(self) -> tuple[Seat, ...]:
        """The seats whose people are asked whether they are here, and have not answered."""
        check, here = self.standing.check, self.standing.gathering.here
        if check is None or self.status is not Status.LOBBY:
            return ()
        return tuple(seat for seat, person in enumerate(self.seats) if person.user and here[seat] < check.since)

    @property
    def kept_seat(self) -> ReservedSeat | None:
        """The seat that is kept for a user before the game begins; None if no seat is kept."""
        return self.standing.gathering.kept if self.status is Status.LOBBY else None

    @property
    def is_running(self) -> bool:
        """Whether the game is under way, paused or not."""
        return self.status is Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Whether the game is under way and nobody can move.

        Either the players or a moderator paused it, or the newest moves are lost.
        """
        return self.is_running and self.standing.halt.paused

    @property
    def has_result(self) -> bool:
        """Whether the game has a result.

        It ended by its rules, all agreed to end it as it stood, or a side gave up.
        """
        was_decided = self.standing.closed in (Subject.FINISH, Subject.GIVE_UP)
        return self.status is Status.OVER or (self.status is Status.CLOSED and was_decided)

    @property
    def surrendered_side(self) -> Side:
        """The seats of the side that gave up the game; empty if no side did."""
        vote = self.standing.vote
        if self.standing.closed != Subject.GIVE_UP or vote is None:
            return ()
        return find_side(self.options.sides(len(self.seats)), vote.asker)

    @property
    def turn_seq(self) -> int:
        """The step by which the current turn began, or began again after a pause."""
        return max(self.position_seq, self.standing.halt.resumed)

    @property
    def can_move(self) -> bool:
        """Whether the game goes on, so that the seat to act can move."""
        return self.is_running and not self.standing.halt.paused

    @property
    def present_seats(self) -> tuple[Seat, ...]:
        """The seats whose people play themselves now."""
        return tuple(seat for seat, person in enumerate(self.seats) if person.user and person.player is None)

    @property
    def voters(self) -> tuple[Seat, ...]:
        """The seats that the newest vote asks.

        These are the seats whose people play themselves. If at most one person does so and the vote is about ending the
        game, players who are away are asked too. Only the partners of a side are asked whether it gives up, even if one
        of them is away.
        """
        vote = self.standing.vote
        if vote is not None and vote.subject == Subject.GIVE_UP:
            side = find_side(self.options.sides(len(self.seats)), vote.asker)
            return tuple(seat for seat in side if self.seats[seat].user)
        if len(self.present_seats) > 1 or vote is None or vote.subject not in ENDINGS:
            return self.present_seats
        return tuple(seat for seat, person in enumerate(self.seats) if person.user)

    @property
    def place(self) -> int:
        """The thread or channel in which the game is played."""
        return self.thread or self.channel

    @property
    def private(self) -> bool:
        """Whether this is a practice game: one person plays outside any channel, unseen by others."""
        return not self.channel

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players, in seat order."""
        return tuple(person.name for person in self.seats)

    @property
    def mover(self) -> Person | None:
        """The player whose turn it is. None if the dealer is to act, before the start and at the end."""
        return None if self.to_act in (None, DEALER) else self.seats[self.to_act]


@dataclass(frozen=True, slots=True)
class UnreadableTable:
    """A table that cannot be read, with its place and a sentence that gives the reason."""

    id: int
    number: int
    game: str
    guild: int | None
    place: int
    why: Message


@dataclass(frozen=True, slots=True)
class Question:
    """The decision that the seat to act has to make.

    `observation` is all that the seat may know. `at_deadline` is the action that the rules take if the seat does not
    decide. `seed` makes the decision of a computer player repeatable. It follows from the seed of the deal, so both are
    equally secret.
    """

    table: Table
    seat: Seat
    observation: Any = field(repr=False)
    seed: int = field(repr=False)
    at_deadline: str = field(repr=False)

    @property
    def player(self) -> str | None:
        """The computer player that is asked; None if a person is asked."""
        return self.table.seats[self.seat].player


@dataclass(frozen=True, slots=True)
class Hint:
    """The action that a player was advised to take, and the position that the advice was for."""

    position_seq: int
    notation: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that a person had to make, and what they did: the step and its notation."""

    question: Question
    seq: int
    notation: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision for which another action would have been better."""

    decision: Decision
    chosen: Choice = field(repr=False)
    better: Choice = field(repr=False)
    loss: float = field(repr=False)
    """How much better the other action was, in points, including the value of winning the game."""
    points: float | None = field(default=None, repr=False)
    """How many points of its round the decision lost on average.

    None if it mainly improved the chance to win the game.
    """


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game at another table that waits for its player: its name, the table's number, and its channel or thread."""

    name: Message
    number: int
    place: int


@dataclass(frozen=True, slots=True)
class Seen:
    """What a viewer may know of a table. The viewer is the player of `seat`, or the channel if `seat` is None."""

    table: Table
    seat: Seat | None
    observation: Any
    large: bool = False
    """Whether the reader wants large print."""
    reader: User | None = None
    """The only user who sees this; None if the channel sees it."""
    chapters: Sequence[Chapter] = field(default=(), repr=False)
    """The rounds that were scored."""
    players: Sequence[Person] = ()
    """The players of the round that ended, if seats can have changed hands since; empty otherwise."""
    waiting: Sequence[WaitingGame] = ()
    """For a user who asked for their hand: the other games in which it is their turn, the most urgent first."""

    @property
    def away(self) -> bool:
        """Whether a computer player plays on for the person who sees this."""
        is_running = self.table.status is Status.RUNNING
        return is_running and self.seat is not None and self.table.seats[self.seat].player is not None

    @property
    def participants(self) -> Sequence[Person]:
        """The players to name in texts about this view, in seat order."""
        return self.players or self.table.seats


@dataclass(frozen=True, slots=True)
class Played:
    """The result of an action: the table after it, and what happened."""

    table: Table
    seq: int
    """The last step that the action caused."""
    events: tuple[Event, ...]
    """The events, as the person who acted may know them."""
    seen: Seen = field(repr=False, compare=False)
    """What that person sees now. If the press was a repeat, the game may have gone on since the action."""
    waits: bool = field(default=False, compare=False)
    """Whether it is that person's turn at another table, but not at this one."""
    has_automatic: bool = field(default=False, compare=False)
    """Whether other moves of that person followed automatically."""


SeatName = Person | Message | Who
"""The name of a seat: a player, a text, or a reference to a seat's present name."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step of a log, as one viewer may know it.

    During the game, only the seat that acted may know its `notation`, which is None for all other viewers. Once the
    game is over, everybody may know it.
    """

    seq: int
    kind: Kind
    seat: Seat | None
    notation: str | None
    events: tuple[Event, ...]
    by_clock: bool = False
    """Whether the rules acted for the seat because its time was over."""
    is_delegated: bool = False
    """Whether the player of the seat left the action to the bot."""
    is_undone: bool = False
    """Whether the step was undone later."""
    names: Mapping[Who, SeatName] = field(default_factory=dict)
    """For seats whose players have changed since the step: the names of that time."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that a player can take now at a table."""

    table: Table
    choice: Choice
