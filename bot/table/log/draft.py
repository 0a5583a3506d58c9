"""A table that is being changed.

The table is read inside a transaction, changed by adding steps, then written completely or not at all.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from bot.locales.languages import ENGLISH
from bot.table.clock.timing import Timing
from bot.table.log.facts import Facts
from bot.table.log.fold import BrokenStep, Entry, Position, advance, next_row
from bot.table.log.model import NO_CAUSE, Cause, Person, Status, Table, User
from bot.table.log.protocol import SALT_BYTES
from bot.table.log.rows import DepartureRow, SeatRow, StepRow, TableRow
from bot.table.log.standing import Standing
from bot.table.log.steps import Due, Kind, encode_notation
from bot.table.preferences import PersonRow
from bot.table.refusals import NotStarted, Over
from engine.deal import chain_of, ends_chain, root, seed
from engine.forced_moves import find_automatic_step
from engine.game import DEALER, Game, Seat, State
from engine.options import Options

SECRET = 0
"""The key under which a table's secret is stored among its seeds."""


@dataclass
class Opening:
    """Another table that is to be opened together with the change of this table."""

    row: TableRow
    begin: Callable[[Draft], None]
    """Called with the draft of the new table, to begin it."""
    note_new_table: Callable[[Draft, Table], None]
    """Called with the draft of this table and the new table, to note the new one."""
    draft: Draft | None = None
    """The draft of the new table, once it is opened."""


@dataclass
class Draft:
    """A table that is being changed."""

    row: TableRow
    table: Table
    game: Game[Any, Any]
    position: Position
    seeds: Mapping[int, bytes] = field(repr=False)
    now: int
    stored_seats: Sequence[SeatRow] = ()
    recent: tuple[Entry, ...] = ()
    """The newest steps from before this change, as far as they are in memory."""
    cause: Cause = NO_CAUSE
    """Who causes the next step, and by which press or command."""
    repeated_seq: int | None = None
    """If the same press or command came before, the number of the step that it caused."""
    entries: list[Entry] = field(default_factory=list)
    """The steps that this change has added."""
    wake_at: int | None = None
    """When time alone changes the table next, in UTC seconds; None if never."""
    facts: Facts = field(default_factory=Facts)
    """What the rule knows besides the table."""
    people: Mapping[User, PersonRow] = field(default_factory=dict)
    """The stored preferences of its players, once they are read."""
    departures: list[DepartureRow] = field(default_factory=list)
    """Marks of people who left their seats, to be written with the change."""
    posts_lost: bool = False
    """Whether the known turn messages count as deleted, so that a new one is sent."""
    opening: Opening | None = None
    """Another table that is to be opened together with the change."""
    new_seeds: dict[int, bytes] = field(default_factory=dict, repr=False)
    """The seeds to be written with the change, by deal. Under SECRET is the secret from which all seeds follow."""
    checkpoint_seq: int = 0
    """The step of the newest known checkpoint."""
    beacon: bool = False
    """If this change opens the table: whether its deals wait for the public beacon."""
    repeated_source: int = 0
    """If this change opens a table that repeats the deals of another practice game: the id mixed into those deals."""

    @classmethod
    def of(
        cls,
        row: TableRow,
        seats: Sequence[SeatRow],
        game: Game[Any, Any],
        position: Position,
        seeds: Mapping[int, bytes],
        now: int,
    ) -> Draft:
        """Return a draft of a stored table; `position` is that of its log. Raises BrokenStep if the two disagree."""
        table = table_of(row, seats, game, position.standing)
        draft = cls(row, table, game, position, seeds, now, seats, wake_at=row.wake_at)
        stored = row._replace(options=encode_options(table.options))  # an earlier program may have known fewer options
        if draft.to_row() != stored or position.standing.players != tuple(seat.player for seat in seats):
            raise BrokenStep(position.seq, "is not where the table says it stands")
        if position.options not in (None, table.options):
            raise BrokenStep(position.seq, "is of a game with other options than the table says")
        return draft

    @property
    def state(self) -> State[Any]:
        """The state of the game. Raises NotStarted in the lobby."""
        if self.position.state is None:
            raise NotStarted
        return self.position.state

    def require_running(self) -> State[Any]:
        """Return the state of a running game. Raises NotStarted or Over."""
        if self.table.status in (Status.OVER, Status.CLOSED):
            raise Over
        return self.state

    def step(self, kind: Kind, seat: Seat | None = None, notation: str = "", *, caused: bool = True) -> None:
        """Add a step, and update the table accordingly.

        With `caused`, this step records the user and the press of `cause`, and later steps don't. Otherwise, time or
        the rules cause the step.
        """
        row = next_row(self.position, kind, seat, notation, self.now, self.cause if caused else NO_CAUSE)
        if caused:
            self.cause = NO_CAUSE
        before = self.position
        self.position, events = advance(before, row, self.game, self.seeds)
        self.entries.append(Entry.of(before, row, events))
        standing, table = self.position.standing, self.table
        newcomers = {request.seat: table.newcomers[request.seat] for request in standing.seat_requests}
        self.table = replace(table, status=_status_after(table, self.position), standing=standing, newcomers=newcomers)
        self._add_deal_step()

    def add_seed(self, deal: int, seed: bytes) -> None:
        """Add a seed, which is written with the change."""
        self.new_seeds[deal] = seed
        self.seeds = {**self.seeds, deal: seed}

    def repeat_deals(self, other: Draft) -> None:
        """Give this table the deals of another table. Call this before the table is opened."""
        self.add_seed(SECRET, other.seeds[SECRET])
        self.repeated_source = other.table.standing.dealing.source

    def open_seed(self) -> None:
        """Derive and add the seed of the deal that is due, if there is one.

        Even if that deal is not made, its seed becomes public.
        """
        due = self.table.standing.due_deal
        if due is not None and due.deal not in self.seeds:
            source = self.table.standing.dealing.source
            self.add_seed(due.deal, seed(source, due.deal, self.seeds[SECRET]))

    def _add_deal_step(self) -> None:
        """If a deal has become due, or the game is over or closed, add the step that records that."""
        dealing = self.table.standing.dealing
        if self.position.state is None or dealing.end is not None:
            return
        if dealing.closed or self.table.status is Status.OVER:
            self.open_seed()
            self.step(Kind.END, caused=False)
        elif self.table.to_act == DEALER and dealing.due is None:
            deal = dealing.due_count + 1
            next_root = root(dealing.source, chain_of(deal) + 1, self.seeds[SECRET]) if ends_chain(deal) else ""
            due = Due(deal, secrets.token_hex(SALT_BYTES), next_root)
            self.step(Kind.DUE, None, encode_notation(due), caused=False)

    def add_automatic_steps(self) -> None:
        """Add the steps that the table takes by itself."""
        includes_forced = self.table.options.has_automatic_forced_moves()
        while self.table.status is Status.RUNNING:
            notation = find_automatic_step(self.game, self.state, forced=includes_forced)
            if notation is None:
                return
            self.step(Kind.AUTO, self.state.to_act, notation)

    @property
    def steps(self) -> Sequence[StepRow]:
        """The rows of the steps that were added."""
        return [entry.row for entry in self.entries]

    @property
    def seats(self) -> Sequence[SeatRow]:
        """The seats as they are stored. A newcomer is stored in the seat that they have asked for."""
        rows = []
        for seat, player in enumerate(self.table.seats):
            stored = self.table.newcomers.get(seat, player)
            rows.append(SeatRow(stored.user or None, stored.name, player.player))
        return rows

    def to_row(self) -> TableRow:
        """Return the row as it is stored."""
        table, row, position = self.table, self.row, self.position
        has_started = position.state is not None
        has_ended = table.status in (Status.OVER, Status.CLOSED)
        started_at = row.started_at or (self.now if has_started else None)
        ended_at = row.ended_at or (self.now if has_ended else None)
        return row._replace(
            threaded=table.threaded,
            host=table.host,
            options=encode_options(table.options),
            status=table.status.value,
            seq=position.seq,
            head=position.head,
            position_seq=position.standing.position_seq,
            round=position.standing.round,
            to_act=position.standing.to_act,
            started_at=started_at,
            ended_at=ended_at,
            clock=msgspec.json.encode(table.timing).decode(),
            wake_at=self.wake_at,
            language=table.language,
        )


def _status_after(table: Table, position: Position) -> Status:
    """Return the status of a table after a step. Only the rules close a table, and it stays closed."""
    if position.state is None or table.status is Status.CLOSED:
        return table.status
    return Status.OVER if position.standing.to_act is None else Status.RUNNING


def table_of(row: TableRow, seats: Sequence[SeatRow], game: Game[Any, Any], standing: Standing) -> Table:
    """Return a stored table as everybody sees it.

    A newcomer is stored in a computer player's seat as soon as they ask for it, but the computer player is shown there
    until the newcomer sits down. Raises ValueError if the row has a value that the bot does not write.
    """
    stored = [Person(seat.user or 0, seat.name, seat.player) for seat in seats]
    requests = standing.seat_requests
    computers = {request.seat: Person(0, request.name, stored[request.seat].player) for request in requests}
    return Table(
        id=row.id,
        number=row.number,
        game=row.game,
        guild=row.guild or None,
        channel=row.channel,
        threaded=row.threaded,
        thread=row.thread,
        host=row.host,
        status=Status(row.status),
        options=game.options.from_json(msgspec.json.decode(row.options)),
        seats=tuple(computers.get(n, person) for n, person in enumerate(stored)),
        shown_seq=row.shown_seq,
        standing=standing,
        timing=msgspec.json.decode(row.clock, type=Timing),
        newcomers={seat: replace(stored[seat], player=None) for seat in computers},
        language=row.language,
    )


def new_row(
    game: Game[Any, Any],
    options: Options,
    host: Person,
    guild: int | None,
    channel: int,
    rules: int,
    now: int,
    timing: Timing | None = None,
    language: str = ENGLISH,
) -> TableRow:
    """Return the row of a table before its first step; the store assigns its id and number."""
    # the table need not get back any time from before it was opened
    new_timing = (timing or Timing()).replace(whole_until=now)
    return TableRow(
        id=0,
        number=0,
        guild=guild or 0,
        channel=channel,
        threaded=False,
        thread=None,
        host=host.user,
        game=game.key,
        rules_version=rules,
        options=encode_options(options),
        status=Status.LOBBY.value,
        seq=0,
        position_seq=0,
        shown_seq=0,
        round=0,
        to_act=None,
        head="",
        created_at=now,
        started_at=None,
        ended_at=None,
        clock=msgspec.json.encode(new_timing).decode(),
        wake_at=None,
        language=language,
    )


def encode_options(options: Options) -> str:
    """Return options as JSON."""
    return msgspec.json.encode(options.to_json()).decode()
