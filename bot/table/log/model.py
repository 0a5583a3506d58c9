"""The values that tables are made of, as other packages see them: no states and no SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final, NamedTuple

from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.log.settled.away import AwayUntil
from bot.table.log.standing import Standing
from bot.table.log.steps import ENDINGS, Kind, Subject
from engine.game import DEALER, Chapter, Choice, Event, Seat
from engine.options import Options
from engine.sides import Side, find_side
from engine.words import Message, Who

User = int
"""A person's Discord id."""
ENGLISH: Final = "en"
"""The language that needs no catalogue; all tables have it until there are others."""


class Anywhere(Enum):
    ANY = "any"  # if any server will do


ANY: Final = Anywhere.ANY


class Status(Enum):
    """What a table is doing."""

    LOBBY = "lobby"
    RUNNING = "running"
    OVER = "over"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Person:
    """A user, as Discord shows them.

    If `player` is given, that computer player plays their seat. In a seat that belongs to no person, `user` is 0. The
    seat of a person who is away keeps its user, who can take it back.
    """

    user: User
    name: str
    player: str | None = None

    @property
    def computer(self) -> bool:
        """Whether the seat belongs to a computer player, rather than to a user who is away."""
        return self.player is not None and not self.user

    @property
    def key(self) -> str:
        """What names the player in a control before the game: a user's id, or a computer player's name."""
        return str(self.user) if self.user else self.name

    def by(self, interaction: int | None = None, guild: int | Anywhere | None = ANY) -> Cause:
        """Return the cause that a step records if this person, or their computer player, acts."""
        return Cause(None if self.player else self.user, interaction, guild)


class Cause(NamedTuple):
    """The user who does something, and the press or command by which they do it.

    If Discord sends the press or command again, it has the same id.
    """

    user: User | None = None
    interaction: int | None = None
    guild: int | Anywhere | None = ANY
    """The server of the action, None in private messages.

    The action does not find tables of other servers.
    """


NO_CAUSE: Final = Cause()
"""The cause of what time or a computer player does, and of what follows from a step by itself."""


@dataclass(frozen=True, slots=True)
class Table:
    """One game that is being played, or is about to be.

    `standing` is what follows from its log; `shown_seq` is the last step that the board in Discord includes. The card
    is in `channel`. A `threaded` table is played in `thread`, which is None until the thread is open.
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
    """The language of all that its channel shows, since the table was opened; each user's answers are in their own."""

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
        """Return the computer player's seat that a user has asked for, or None."""
        return next((seat for seat, person in self.newcomers.items() if person.user == user), None)

    @property
    def on_offer(self) -> tuple[Seat, ...]:
        """The seats of computer players that a new player can ask for; none if no other round can follow."""
        most, begun = self.options.most_rounds(len(self.seats)), self.standing.scored + (self.to_act != DEALER)
        ends, drawn = most is not None and begun >= most, self.round > 0 or not self.options.has_seat_draw()
        if not self.is_running or self.private or ends or not drawn:
            return ()
        asked_for = (*self.standing.vacant, *self.newcomers)
        return tuple(seat for seat, person in enumerate(self.seats) if person.computer and seat not in asked_for)

    def time_away(self, seat: Seat | None) -> AwayUntil | None:
        """Return the time away of a seat's player, or None."""
        return next((each for each in self.standing.away if each.seat == seat), None)

    @property
    def waits_for_away(self) -> bool:
        """Whether the table waits for players who are away; a Sprint or a practice game never does."""
        sprint = self.timing.preset is Preset.SPRINT
        return not sprint and not self.private and self.status in (Status.LOBBY, Status.RUNNING)

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
        """The seats whose people still have to say that they are here."""
        check, here = self.standing.check, self.standing.gathering.here
        if check is None or self.status is not Status.LOBBY:
            return ()
        return tuple(seat for seat, person in enumerate(self.seats) if person.user and here[seat] < check.since)

    @property
    def is_running(self) -> bool:
        """Whether the game is under way, paused or not."""
        return self.status is Status.RUNNING

    @property
    def is_paused(self) -> bool:
        """Whether the game is under way and nobody can move.

        Either all wanted a pause, or the newest moves are lost.
        """
        return self.is_running and self.standing.halt.paused

    @property
    def has_result(self) -> bool:
        """Whether the game has a result.

        It ended by its rules, all agreed to end it as it stood, or a side gave up.
        """
        ended = self.standing.closed in (Subject.FINISH, Subject.GIVE_UP)
        return self.status is Status.OVER or (self.status is Status.CLOSED and ended)

    @property
    def given_up(self) -> Side:
        """The seats of the side that gave up the game; empty if none did."""
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
        """Whether a seat can move now."""
        return self.is_running and not self.standing.halt.paused

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that people play themselves now."""
        return tuple(seat for seat, person in enumerate(self.seats) if person.user and person.player is None)

    @property
    def voters(self) -> tuple[Seat, ...]:
        """The seats that the newest vote asks.

        These are the seats that people play themselves. If at most one person does so and the vote is about ending the
        game, players who are away are asked too. Partners alone decide whether they give up, also if one is away.
        """
        vote = self.standing.vote
        if vote is not None and vote.subject == Subject.GIVE_UP:
            side = find_side(self.options.sides(len(self.seats)), vote.asker)
            return tuple(seat for seat in side if self.seats[seat].user)
        if len(self.present) > 1 or vote is None or vote.subject not in ENDINGS:
            return self.present
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
class Resting:
    """A table that cannot be read: its place, and the sentence that gives the reason."""

    id: int
    number: int
    game: str
    guild: int | None
    place: int
    why: Message


@dataclass(frozen=True, slots=True)
class Question:
    """What the seat to act is asked.

    It has all that the seat may know, and what the rules do for the seat if nobody answers (`at_deadline`). `seed`
    makes an answer repeatable. It follows from the seed of the deal, so it is unknown before that seed is opened.
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
    """The action that a player was advised to take, and the position it was for."""

    position_seq: int
    notation: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person was to decide, and what they did: the step and its notation."""

    question: Question
    seq: int
    notation: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision for which another action would have been better, by about `loss` points."""

    decision: Decision
    chosen: Choice = field(repr=False)
    better: Choice = field(repr=False)
    loss: float = field(repr=False)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a user may know of a table, with its scored rounds; `seat` None is the channel's view."""

    table: Table
    seat: Seat | None
    observation: Any
    large: bool = False
    """Whether to show it in large print, as its reader wants."""
    reader: User | None = None
    """The user who asked for it; None if it is for the channel, or if nobody asked."""
    chapters: Sequence[Chapter] = field(default=(), repr=False)
    players: Sequence[Person] = ()
    """The players of the round that ended, if others can have their seats by now; empty if nobody else can."""
    waiting: int = 0
    """For a user who asked for their hand: at how many other tables it is their turn."""

    @property
    def away(self) -> bool:
        """Whether a computer player plays on for the person who sees this."""
        running = self.table.status is Status.RUNNING
        return running and self.seat is not None and self.table.seats[self.seat].player is not None

    @property
    def participants(self) -> Sequence[Person]:
        """The players whom a text about this names, in seat order."""
        return self.players or self.table.seats


@dataclass(frozen=True, slots=True)
class Played:
    """What an action did.

    It has the table after the action, the action's last step, and the events as the person who acted may know them.
    """

    table: Table
    seq: int
    events: tuple[Event, ...]
    seen: Seen = field(repr=False, compare=False)
    """What the person who acted sees now; if the action is shown again, the game may have gone on since."""
    waits: bool = field(default=False, compare=False)
    """Whether it is that person's turn at another table, but not at this one."""


Named = Person | Message | Who
"""The name of a seat: a person or computer player, words, or the present name of a seat."""


@dataclass(frozen=True, slots=True)
class Happened:
    """One step of a log, as one viewer may know it.

    `notation` is shown to the seat that acted, and to everybody once the game is over; a deal has none.
    """

    seq: int
    kind: Kind
    seat: Seat | None
    notation: str | None
    events: tuple[Event, ...]
    by_clock: bool = False
    """Whether the rules acted for its seat, whose player was away."""
    by_wish: bool = False
    """Whether the player of its seat left the action to the bot."""
    undone: bool = False
    """Whether the step was taken back since."""
    names: Mapping[Who, Named] = field(default_factory=dict)
    """Names for seats whose players at the time of the step were others than now."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An action that a player can take now, and the table."""

    table: Table
    choice: Choice
