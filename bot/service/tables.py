"""The only way to change games: commands, buttons and tests all use `Tables`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Concatenate, ParamSpec, TypeVar

from bot.locales.languages import ENGLISH
from bot.runtime.clock import Clock
from bot.service import facts
from bot.service.away import TimesAway
from bot.service.effective_settings import read_player, wants_large_print, wishes_from_row
from bot.service.other_turns import describe_waiting_games
from bot.service.repository import Change, Repository
from bot.store import Store, Transaction
from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.limits import Limits
from bot.table.log.draft import Draft, new_row
from bot.table.log.facts import required_facts
from bot.table.log.fold import RULES_VERSION, Entry
from bot.table.log.model import ANY, Anywhere, Cause, Person, Played, Seen, ShownStep, Status, Table, User
from bot.table.log.rows import StepRow
from bot.table.log.steps import SEAT_ACTIONS, Kind, is_planned
from bot.table.record import report
from bot.table.record.record import Record
from bot.table.record.report import Log
from bot.table.record.stepwise import run_to_end
from bot.table.refusals import AlreadyPlaying, Damaged, Refusal, Unknown, naming
from bot.table.rules import challenge, lobby, play, quotas, solo
from engine.deal_text import redact_events
from engine.options import Options
from engine.words import msg

P = ParamSpec("P")
T = TypeVar("T")


class Tables:
    """Opens, changes and shows tables. Methods raise Refusal if something is not possible."""

    def __init__(
        self,
        repository: Repository,
        store: Store,
        clock: Clock,
        default_timing: Timing | None,
        limits: Limits,
        times_away: TimesAway,
    ) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock
        self.default_timing = default_timing or Timing()
        self._limits = limits
        self._times_away = times_away

    # changing

    async def do(
        self, table: int, by: Cause, rule: Callable[Concatenate[Draft, P], object], *args: P.args, **kwargs: P.kwargs
    ) -> Table:
        """Change a table by a rule, and return it.

        If an interaction comes again, it changes nothing and gets the same answer. A cancelled call may or may not have
        changed the table. To find out, it can safely be repeated with the same interaction.
        """
        return (await self._repository.change(table, by, self._build_change(rule, *args, **kwargs))).table

    async def act(
        self, table: int, by: Cause, person: Person, seq: int | None, notation: str, *, careful: bool = False
    ) -> Played:
        """Take an action, and all that follows automatically; return what was played.

        `seq` is the `position_seq` of the table as the person saw it, None for a typed action. If the position has
        changed since, raise Stale. With `careful`, an action that needs a second press raises Unsure.
        """
        actor = _Actor()

        async def read_answer_facts(tx: Transaction, draft: Draft) -> None:
            if draft.table.to_act == draft.table.seat_of(person.user):
                actor.large_print = (await read_player(tx, draft, person.user)).large_print
            elif by.user is not None:
                actor.other_turn = bool(await tx.lists.turns_of(by.user, beside=table, most=1))

        act = self._build_change(play.act, person, seq, notation, careful=careful)

        async def end_absence_and_act(tx: Transaction, draft: Draft) -> None:
            actor.was_away = _may_be_away(draft.table, person) and await self._times_away.end(tx, person.user)
            await act(tx, draft)

        draft = await self._repository.change(table, by, end_absence_and_act, read_answer_facts)
        if actor.was_away and draft.repeated_seq is None:
            await self._times_away.come_back(person.user)
        seat = draft.table.seat_of(person.user)
        entries = [entry for entry in await self._resulting_entries(draft) if entry.row.kind in SEAT_ACTIONS]
        events = tuple(event for entry in entries for event in redact_events(entry.events, seat))
        seen = Seen(
            draft.table,
            seat,
            draft.state.observe(seat),
            large=actor.large_print,
            reader=person.user,
            chapters=draft.position.chapters,
        )
        has_automatic = any((entry.row.kind, entry.row.seat) == (Kind.AUTO.value, seat) for entry in entries)
        return Played(draft.table, entries[-1].row.seq, events, seen, actor.other_turn, has_automatic)

    async def _resulting_entries(self, draft: Draft) -> list[Entry]:
        """Return the steps of a change: its own steps, and automatic steps that followed.

        If the same interaction came before, return the steps that were taken then.
        """
        if draft.repeated_seq is None:
            return draft.entries
        _, (first, *later) = await self._repository.read_with_entries(draft.table.id, draft.repeated_seq - 1)
        return [first, *takewhile(lambda entry: _is_follow_up(entry.row), later)]

    async def new(
        self,
        game: str,
        by: Cause,
        host: Person,
        guild: int | None,
        channel: int,
        *,
        preset: str = "",
        options: Options | None = None,
        timing: Timing | None = None,
        pace: Preset | None = None,
        players: Sequence[str] = (),
        threaded: bool = False,
        language: str = ENGLISH,
        challenged: User | None = None,
    ) -> Table:
        """Open a table with its host on the first seat.

        With `challenged`, a seat is kept for that user.

        The table has the given options, else the options of a preset. `players` are the strengths of computer players.
        With them, the game begins at once, and `threaded` gives it a thread of its own.

        `timing` is the clock of another table, to be copied. Without it, the clock is the default one in the host's
        time zone. `pace` replaces the preset of the clock, if the server wants another.

        Raises AlreadyPlaying if the host already plays the same game alone in this channel.
        """
        rules = self._repository.games.get(game)
        if rules is None:
            raise Refusal(msg("There is no such game. Choose one that `/new` lists."))
        if preset and preset not in rules.presets:
            raise lobby.no_preset(rules)
        options = options or (rules.presets[preset] if preset else rules.options())
        base = await self._base_timing(host.user, timing)
        clock = base.replace(preset=pace or base.preset)
        now = self._clock.now()
        row = new_row(rules, options, host, guild, channel, RULES_VERSION, now, clock, language)

        async def open_(tx: Transaction, draft: Draft) -> None:
            rule = lobby.open_ if challenged is None else challenge.open_
            draft.facts = await facts.read(tx, draft, required_facts(rule), self._limits)
            if challenged is not None:
                challenge.open_(draft, host, challenged)
            elif players:
                await self._require_no_similar_game(tx, draft, host.user)
                solo.begin(draft, host, players, threaded=threaded)
            else:
                lobby.open_(draft, host)

        return (await self._repository.add(row, by, open_)).table

    # looking

    def now(self) -> int:
        """Return the time, in UTC seconds."""
        return self._clock.now()

    async def read(self, table: int, read: Callable[Concatenate[Draft, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function that reads a table without changing it, and return its result."""
        draft = await self._repository.read(table)
        with naming(draft.table.seats):
            return read(draft, *args, **kwargs)

    async def table(self, table: int, guild: int | Anywhere | None) -> Table:
        """Return a table of this server (None: of private messages), or of ANY.

        Raises Unknown for all other tables.
        """
        opened = (await self._repository.read(table)).table
        if guild is not ANY and opened.guild != guild:
            raise Unknown
        return opened

    async def observe(self, table: int, user: User | None, *, reader: User | None = None) -> Seen:
        """Return what a user may know of a table.

        A player of the table sees it from their seat, all other users see what the channel knows. The result is shown
        to that user, or to another `reader`.
        """
        return (await self._observe_table(table, user, reader or user))[1]

    async def hand(self, table: int, user: User) -> tuple[Seen, Sequence[ShownStep]]:
        """Return what a user may know from their seat: the position, and what happened since their last move."""
        draft, seen = await self._observe_table(table, user, user, hand=True)
        return seen, [] if seen.seat is None else report.recap(draft, seen.seat)

    async def history(self, table: int, after: int, user: User | None) -> Sequence[ShownStep]:
        """Return what happened after step `after`, as a user may know it."""
        draft, entries = await self._repository.read_with_entries(table, after)
        return report.tell_steps(draft, entries, draft.table.seat_of(user))

    async def log(self, table: int) -> Log:
        """Return all steps of a table, from which its game can be replayed. Raises NotStarted in the lobby."""

        async def work(tx: Transaction) -> Log:
            draft = await self._repository.open(tx, table)
            return report.open_log(draft, await tx.log.steps(table, 0, draft.row.seq))

        return await self._store.run(work)

    async def record(self, table: int) -> Record:
        """Return the record of a game up to the end of its last finished round.

        It is made without a pause: everything else waits while a long record is made.
        """
        log = await self.log(table)
        return log.record(run_to_end(log.replay_steps()))

    def _build_change(self, rule: Callable[Concatenate[Draft, P], object], *args: P.args, **kwargs: P.kwargs) -> Change:
        """Return a change that reads the facts which a rule needs, then applies it."""

        async def work(tx: Transaction, draft: Draft) -> None:
            if needed := required_facts(rule):
                draft.facts = await facts.read(tx, draft, needed, self._limits)
            rule(draft, *args, **kwargs)
            if draft.table.status is Status.LOBBY:
                quotas.require_change_quota(draft, self._limits.changes_a_table)

        return work

    async def _observe_table(
        self, table: int, user: User | None, reader: User | None, *, hand: bool = False
    ) -> tuple[Draft, Seen]:
        async def work(tx: Transaction) -> tuple[Draft, Seen]:
            draft = await self._repository.open(tx, table)
            if hand:
                await self._repository.add_recent_steps(tx, draft)
            seat = draft.table.seat_of(user)
            lists_other_turns = hand and user and not draft.table.private
            other_turns = await tx.lists.turns_of(user or 0, beside=table) if lists_other_turns else ()
            seen = Seen(
                draft.table,
                seat,
                draft.state.observe(seat),
                large=await wants_large_print(tx, reader),
                reader=reader,
                chapters=draft.position.chapters,
                waiting=describe_waiting_games(other_turns, self._repository.games),
            )
            return draft, seen

        return await self._store.run(work)

    async def _require_no_similar_game(self, tx: Transaction, draft: Draft, host: User) -> None:
        """Raise AlreadyPlaying if the host plays a game like this one alone in its channel."""
        row = draft.row
        for other_row in reversed(await tx.lists.tables_of(host, guild=row.guild, channel=row.channel)):
            if (other_row.game, other_row.status) == (row.game, Status.RUNNING.value):
                with suppress(Unknown, Damaged):  # a table that can't be read
                    table = (await self._repository.open_row(tx, other_row)).table
                    if table.options == draft.table.options and len(table.people) == 1:
                        raise AlreadyPlaying(table.id)

    async def _base_timing(self, host: User, original: Timing | None) -> Timing:
        """Return the clock of a new table.

        It is a copy of `original` if given, else the default clock, in the host's time zone if that is known.
        """
        if original is not None:
            return original.fresh_copy()
        hours = self.default_timing.hours
        zone = wishes_from_row(await self._store.run(lambda tx: tx.people.person(host))).zone
        return self.default_timing.replace(hours=Hours(hours.opens, hours.closes, zone or hours.zone))


@dataclass
class _Actor:
    """What the transaction of an action finds out about the acting player."""

    large_print: bool = False
    """Whether they want large print, if it is still their turn."""
    other_turn: bool = False
    """Whether it is their turn at another table too."""
    was_away: bool = False


def _is_follow_up(row: StepRow) -> bool:
    """Return whether a step followed automatically: it was forced, or its player had planned it."""
    return row.kind == Kind.AUTO or is_planned(row)


def _may_be_away(table: Table, person: Person) -> bool:
    """Return whether a player who acts may be away, so that their time away must end.

    A Sprint doesn't note who is away, so there it may be any player.
    """
    shown_away = table.time_away(table.seat_of(person.user)) is not None
    return person.player is None and not table.private and (shown_away or not table.waits_for_away)
