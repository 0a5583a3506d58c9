"""What a viewer may see of a log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from bot.table.log.draft import Draft
from bot.table.log.events import TookBack
from bot.table.log.fold import Entry, ReplayedStep, find_deal, replay_stored
from bot.table.log.model import Decision, SeatName, Seen, ShownStep, Status, User
from bot.table.log.rows import StepRow
from bot.table.log.steps import SEAT_ACTIONS, Kind, Seated, is_planned
from bot.table.log.tenure import Tenures
from bot.table.posts import Layout, Post, Snapshot
from bot.table.record.record import FORMAT, Record, RecordedDeal, RecordedStep
from bot.table.record.stepwise import Steps
from bot.table.refusals import NotStarted, Refusal
from bot.table.rules import hints
from engine.deal_text import redact_events
from engine.game import Seat
from engine.words import Who, msg


def redact_step(
    entry: Entry, viewer: Seat | None, names: Mapping[Who, SeatName], *, over: bool, undone: bool
) -> ShownStep:
    """Return a step as one viewer may know it.

    A notation can name a hidden tile, so until the end of the game only the player who moved gets it.
    """
    row = entry.row
    has_notation = row.kind != Kind.DEAL and (over or row.seat is None or row.seat == viewer)
    return ShownStep(
        row.seq,
        Kind(row.kind),
        row.seat,
        notation=row.notation if has_notation else None,
        events=redact_events(entry.events, viewer),
        by_clock=row.kind == Kind.LATE,
        is_delegated=row.kind == Kind.STAND_IN,
        is_undone=undone,
        names=names,
    )


def tell_steps(draft: Draft, entries: Sequence[Entry], viewer: Seat | None) -> list[ShownStep]:
    """Return steps as one viewer may know them, with the names that seats had then. Undone moves are marked."""
    over = draft.table.status is Status.OVER
    tenures = Tenures(draft.table, entries)
    undone: set[int] = set()
    for entry in entries:
        for event in entry.events:
            if isinstance(event, TookBack):
                undone.update(range(event.since + 1, entry.row.seq))
    happened = []
    for entry in entries:
        is_undone = entry.row.seq in undone and entry.row.kind in SEAT_ACTIONS
        happened.append(redact_step(entry, viewer, tenures.names(entry), over=over, undone=is_undone))
    return happened


def snapshot(
    draft: Draft,
    seen: Seen,
    posts: Sequence[Post],
    entries: Sequence[Entry],
    layout: Layout,
    *,
    private: bool,
    large: bool,
) -> Snapshot:
    """Return a snapshot of what a game's messages depend on.

    With `private`, the person to move gets their hand by private message, with `large` in large print.
    """
    table = draft.table
    if seen.observation.is_scored:
        seen = replace(seen, players=Tenures(table, entries).list_players(table.position_seq))
    return Snapshot(
        seen,
        posts,
        happened=tell_steps(draft, entries, None),
        layout=layout,
        mover=Seen(table, table.to_act, draft.state.observe(table.to_act), large) if private else None,
        recap=recap(draft, table.to_act) if private and table.to_act is not None else (),
        dealt_seq=draft.position.dealt_seq,
    )


def _since_departure(entries: Sequence[Entry], seat: Seat, user: User | None) -> Sequence[Entry]:
    """Return the entries since a user last left a seat; all entries if they never left it."""
    rows = [entry.row for entry in entries]
    departures = (n for n, row in enumerate(rows) if (row.kind, row.seat, row.user) == (Kind.LEAVE, seat, user))
    return entries[max(departures, default=0) :]


def recap(draft: Draft, seat: Seat) -> Sequence[ShownStep]:
    """Return what happened since the person of a seat last pressed a button to move.

    Only steps in memory are included. A person who has just taken the seat gets all these steps, or, if they left the
    seat before, the steps since then. In a practice game, the person's own last move is included, since no
    channel shows it.
    """
    is_stand_in = draft.table.seats[seat].player is not None
    entries: list[Entry] = []
    for entry in reversed(draft.recent):
        row = entry.row
        if row.seat == seat and row.kind == Kind.JOIN:
            entries = list(reversed(_since_departure(draft.recent, seat, row.user)))
            break
        if row.seat == seat and row.kind == Kind.SEAT:
            # we go backwards: if this step gave the seat back to its person, a computer player sat in before it
            is_stand_in = msgspec.json.decode(row.notation, type=Seated).player is None
        is_own_press = row.seat == seat and row.kind == Kind.ACT and not is_stand_in and not is_planned(row)
        if not is_own_press or draft.table.private:
            entries.append(entry)
        if is_own_press:
            break
    steps = list(reversed(entries))
    publicly, privately = tell_steps(draft, steps, None), tell_steps(draft, steps, seat)
    # players see their hand anyway, so deals are described as for everybody, without the tiles that they got
    return [public if public.kind == Kind.DEAL else own for public, own in zip(publicly, privately, strict=True)]


def collect_round_ends(log: Log) -> Steps[Sequence[Seen]]:
    """Return what everybody saw at the end of each finished round, and its players."""
    table = log.draft.table
    entries: list[Entry] = []
    final_views: dict[int, Any] = {}
    for step in replay_stored(table.id, log.rows, log.draft.game, log.draft.seeds):
        entries.append(Entry.of(step.before, step.row, step.events))
        if step.after.state is not None and len(step.after.chapters) > len(step.before.chapters):
            final_views[step.row.seq] = step.after.state.observe(None)
        yield
    tenures = Tenures(table, entries)
    return [Seen(table, None, view, players=tenures.list_players(seq)) for seq, view in final_views.items()]


@dataclass(frozen=True, slots=True)
class Log:
    """A table with its public steps. Replaying them takes long, so the methods work step by step."""

    draft: Draft = field(repr=False)
    rows: Sequence[StepRow] = field(repr=False)
    """The steps up to the end of the last finished round, which are public."""

    def replay_steps(self) -> Steps[Sequence[ReplayedStep]]:
        """Return every step, with the positions before and after it."""
        draft = self.draft
        steps: list[ReplayedStep] = []
        for step in replay_stored(draft.table.id, self.rows, draft.game, draft.seeds):
            steps.append(step)
            yield
        return steps

    def record(self, steps: Sequence[ReplayedStep]) -> Record:
        """Return the replayed steps as a record."""
        seeds = self.draft.seeds
        dealing = steps[-1].after.standing.dealing
        # the seed of a deal that is due is still secret
        public_seed_count = dealing.due_count if dealing.due is None else dealing.due_count - 1
        return Record(
            format=FORMAT,
            table=self.draft.table.id,
            steps=tuple(RecordedStep(row.seq, row.kind, row.seat, row.notation, row.at, row.hash) for row in self.rows),
            seeds=tuple(seeds[deal].hex() for deal in range(1, public_seed_count + 1)),
            deals=tuple(RecordedDeal(*deal_fields(step, seeds)) for step in steps if step.deal is not None),
        )

    def collect_decisions(self, user: User) -> Steps[Sequence[Decision]]:
        """Return what a user decided in a finished game, with what they saw then.

        Raises a Refusal if the game isn't over, or if the user decided nothing.
        """
        seat = hints.require_analysis_seat(self.draft.table, user)
        decisions: list[Decision] = []
        for step in replay_stored(self.draft.table.id, self.rows, self.draft.game, self.draft.seeds):
            hints.collect_decision(self.draft, step, seat, decisions)
            yield
        if not decisions:
            raise Refusal(msg("You made no move in this game, so there is nothing to look at."))
        return decisions


def open_log(draft: Draft, rows: Sequence[StepRow]) -> Log:
    """Return a table with the steps that are public now. Raises NotStarted in the lobby."""
    if draft.position.state is None:
        raise NotStarted
    return Log(draft, [row._replace(user=None) for row in _public_rows(draft, rows)])  # no record names a user


def deal_fields(step: ReplayedStep, seeds: Mapping[int, bytes]) -> tuple[str, str, int, int]:
    """Return a step's deal as the fields of a `RecordedDeal`: deck, order, picks and pick."""
    assert step.deal is not None
    state = step.before.state
    assert state is not None
    deal = find_deal(step.before, step.deal, seeds[step.deal.number])
    deck = [str(item) for item in state.deck]
    order = [deck[index] for index in deal.order]
    return ", ".join(deck), ", ".join(order), state.picks, deal.pick


def _public_rows(draft: Draft, rows: Sequence[StepRow]) -> Sequence[StepRow]:
    """Return the steps up to the end of the last finished round.

    If the game has ended, also return the step that names the message about the end, but none after it.
    """
    if (end := draft.table.standing.dealing.end) is not None:
        posts_of_end = (row.seq for row in rows if row.kind == Kind.POSTED and row.seq > end.seq)
        return rows[: next(posts_of_end, end.seq)]  # up to that step itself, since steps count from 1
    if draft.table.status is Status.OVER:
        return [row for row in rows if row.seq <= draft.table.position_seq]
    deal_indexes = [index for index, row in enumerate(rows) if row.kind == Kind.DEAL]
    public_deals = draft.position.public_deals
    # stop before the first deal that isn't public
    return rows[: deal_indexes[public_deals]] if len(deal_indexes) > public_deals else rows
