"""Players as the subjects of sentences: `await ana.calls_vote("cancel")`, and the tables at which they sit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Concatenate, ParamSpec

from bot.service import Service
from bot.table.log.draft import Draft
from bot.table.log.model import ANY, NO_CAUSE, Cause, Hint, Person, Played, Question, Table, User
from bot.table.log.settled.votes import Vote
from bot.table.rules import clock_requests, computers, hints, lobby, ready, rematch, seats, votes
from engine.game import Seat
from tests.bot.tools import new_table, running_table, started_table

P = ParamSpec("P")


@dataclass(frozen=True)
class Player:
    """A user and one table, at which they sit or want to; with `presses`, each thing they do has an id of these."""

    service: Service
    table: int
    person: Person
    presses: Iterator[int] | None = None

    @property
    def user(self) -> User:
        return self.person.user

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def cause(self) -> Cause:
        return self.person.cause(next(self.presses) if self.presses else None)

    async def does(self, rule: Callable[Concatenate[Draft, P], object], *args: P.args, **kwargs: P.kwargs) -> Table:
        return await self.service.tables.do(self.table, self.cause, rule, *args, **kwargs)

    # before the game

    async def joins(self, seat: Seat | None = None) -> Table:
        return await self.does(ready.join, self.person, seat)

    async def leaves_lobby(self) -> Table:
        return await self.does(lobby.leave, self.user)

    async def sets_option(self, name: str, value: str) -> Table:
        return await self.does(lobby.set_option, self.user, name, value)

    async def sets_preset(self, key: str) -> Table:
        return await self.does(lobby.set_preset, self.user, key)

    async def adds_computer(self, strength: str) -> Table:
        return await self.does(computers.add, self.user, strength)

    async def removes_computer(self, name: str = "") -> Table:
        return await self.does(computers.remove, self.user, name)

    async def allows_hints(self, *, allowed: bool) -> Table:
        return await self.does(hints.allow, self.user, allowed=allowed)

    async def starts(self) -> Table:
        return await self.does(ready.start, self.user)

    # in the game

    async def plays(self, notation: str, seq: int | None = None) -> Table:
        return (await self.acts(notation, seq)).table

    async def acts(self, notation: str, seq: int | None = None, *, press: int | None = None) -> Played:
        """Play, perhaps by a certain press, and see what was played."""
        cause = self.cause if press is None else self.person.cause(press)
        return await self.service.tables.act(self.table, cause, self.person, seq, notation)

    async def takes_an_hour_more(self, seq: int) -> Table:
        return await self.does(clock_requests.extend_turn, self.user, seq)

    async def takes_move_back(self, seq: int | None = None) -> Table:
        return await self.does(votes.undo, self.user, seq)

    async def calls_vote(self, subject: str) -> Table:
        return await self.does(votes.call_vote, self.user, subject)

    async def says_yes(self, seq: int | None = None) -> Table:
        """Agree in the newest vote, or in the one that began with a step."""
        return await self._votes(seq, yes=True)

    async def says_no(self, seq: int | None = None) -> Table:
        return await self._votes(seq, yes=False)

    async def resumes(self) -> Table:
        return await self.does(votes.resume, self.user)

    async def leaves(self) -> Table:
        return await self.does(seats.leave, self.user)

    async def takes_seat(self, seat: Seat | None = None) -> Table:
        return await self.does(seats.take, self.person, seat)

    async def stays_away(self, strength: str = "easy") -> Table:
        """Have a computer player sit in, as after two late turns in a row."""
        seat = (await self._table()).seat_of(self.user)
        assert seat is not None
        return await self.service.tables.do(self.table, NO_CAUSE, computers.sit_in, seat, strength)

    async def takes_seat_back(self) -> Table:
        return await self.does(computers.take_back, self.user)

    async def agrees_to_rematch(self) -> Table:
        return await self.does(rematch.agree, self.user)

    # looking

    async def sees(self) -> Any:
        """Return what they may know of the game."""
        return (await self.service.tables.observe(self.table, self.user)).observation

    async def asks_for_hint(self) -> tuple[Question, Hint | None]:
        return await self.service.tables.read(self.table, hints.require_hint_question, self.user)

    async def _votes(self, seq: int | None, *, yes: bool) -> Table:
        seq = vote_of(await self._table()).seq if seq is None else seq
        return await self.does(votes.cast_vote, self.user, seq, yes=yes)

    async def _table(self) -> Table:
        return await self.service.tables.table(self.table, ANY)


async def open_table(service: Service, *people: Person, **setup: Any) -> tuple[Table, Sequence[Player]]:
    """Open a table that waits for its start; return it and its people."""
    table = await new_table(service, *people, **setup)
    return table, [Player(service, table.id, person) for person in people]


async def start_game(service: Service, *people: Person, **setup: Any) -> tuple[Table, Sequence[Player]]:
    """Start a game that waits for its first deal; return its table and people."""
    table = await started_table(service, *people, **setup)
    return table, [Player(service, table.id, person) for person in people]


async def deal_game(service: Service, *people: Person, **setup: Any) -> tuple[Table, Sequence[Player]]:
    """Return a table with a player to move, and its people."""
    table = await running_table(service, *people, **setup)
    return table, [Player(service, table.id, person) for person in people]


def mover_at(service: Service, table: Table) -> Player:
    assert table.mover is not None
    return Player(service, table.id, table.mover)


def mover_first(table: Table, *players: Player) -> list[Player]:
    """Return the player to move, then the others in their order."""
    assert table.mover in [player.person for player in players]
    return sorted(players, key=lambda player: player.person != table.mover)


def vote_of(table: Table) -> Vote:
    """Return the newest vote of a table."""
    assert table.standing.vote is not None
    return table.standing.vote
