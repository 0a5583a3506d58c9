"""Tables: the only door. Commands, buttons, deadlines and tests all come in here, and nothing else keeps a state."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.clock import Clock
from bot.limits import Limits
from bot.store import Conflict, Store, Transaction
from bot.table import report
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Timing
from bot.table.draft import Draft, new_row
from bot.table.fold import RULES_VERSION, Folded
from bot.table.model import (
    ANY,
    NOBODY,
    Anywhere,
    By,
    Commitment,
    Happened,
    Offer,
    Person,
    Played,
    Resting,
    Reveal,
    Seen,
    Status,
    Table,
    User,
)
from bot.table.posts import Moment
from bot.table.record import Record
from bot.table.refusals import Refusal, Stale, Unknown, naming
from bot.table.report import Log
from bot.table.rows import TableRow
from bot.table.rules import lobby, play, ready, time
from bot.table.steps import BY_SEATS, Kind
from bot.table.stepwise import whole
from bot.tables.clocks import Clocks, wishes_of
from bot.tables.company import Settling
from bot.tables.people import People
from bot.tables.reading import Kept, Reading
from bot.tables.seats import Seats
from bot.tables.servers import Servers
from bot.tables.showing import large_print, open_posts, told_up_to
from engine.deal import SEED_BYTES
from engine.deal import commitment as committed
from engine.game import DEALER, Game
from engine.options import Options
from engine.words import msg

OPEN = (Status.LOBBY, Status.RUNNING)
LIVE = tuple(status.value for status in OPEN)
ARRANGED = (Kind.OPTION, Kind.SEAT, Kind.HINTS, Kind.CLOCK)
"""Steps by which a table is arranged before its game begins."""


class Tables(Reading, Clocks, Seats, Settling, People, Servers):
    """Every table of this bot. Methods raise Refusal where something is not possible.

    `interaction` is Discord's id of a press or command: coming again with the same one changes nothing and gives the
    same answer. A call that was cancelled may have been done or not; repeating it with the same interaction tells.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game[Any, Any]],
        clock: Clock,
        usual: Timing | None = None,
        limits: Limits | None = None,
    ) -> None:
        super().__init__(store, clock, usual)
        self._limits = limits or Limits()
        self._games = games
        self._kept: OrderedDict[int, Kept] = OrderedDict()
        self._watchers: list[Callable[[int], None]] = []

    def watch(self, watcher: Callable[[int], None]) -> None:
        """Be told the id of each table that changed in this process, once the change is written."""
        self._watchers.append(watcher)

    # before the game

    async def new(
        self,
        game: str,
        host: Person,
        guild: int | None,
        channel: int,
        *,
        preset: str = "",
        options: Options | None = None,
        timing: Timing | None = None,
        pace: Preset | None = None,
        interaction: int | None = None,
    ) -> Table:
        """Open a table with its host on the first seat; with the options given, else those of a preset.

        `timing` is the clock of another table, to have the same; else it is the usual one in the host's time zone, or
        `pace` where the server wants another.
        """
        rules = self._games.get(game)
        if rules is None:
            raise Refusal(msg("There is no such game."))
        if preset and preset not in rules.presets:
            raise lobby.no_preset(rules)
        options = options or (rules.presets[preset] if preset else rules.options())
        usual = await self._timing(host.user, timing)
        chosen = usual.but(preset=pace or usual.preset)
        row = new_row(rules, options, host, guild, channel, RULES_VERSION, self._clock.now(), chosen)
        while True:
            try:
                return await self._new(row, host, interaction)
            except Conflict:
                continue  # another process took the number, or did this interaction: look again

    async def join(self, table: int, person: Person, *, interaction: int | None = None) -> Table:
        """Take a seat; with the last one, those who have not been here lately are asked whether they are."""

        async def change(tx: Transaction, draft: Draft) -> None:
            if draft.table.seat_of(person.user) is None:
                await self._need_room(tx, draft.table.guild, {None: person.user})
            lobby.join(draft, person)
            ready.joined(draft)

        return await self._settle(table, By(person.user, interaction), change)

    async def leave(self, table: int, user: User, *, interaction: int | None = None) -> Table:
        """Give a seat up before the game begins."""
        return (await self._change(table, By(user, interaction), lambda draft: lobby.leave(draft, user))).table

    async def option(self, table: int, user: User, name: str, text: str, *, interaction: int | None = None) -> Table:
        """Set one option from text; the host's right."""
        return (
            await self._change(table, By(user, interaction), lambda draft: lobby.option(draft, user, name, text))
        ).table

    async def preset(self, table: int, user: User, key: str, *, interaction: int | None = None) -> Table:
        """Set all options to those of a preset; the host's right."""
        return (await self._change(table, By(user, interaction), lambda draft: lobby.preset(draft, user, key))).table

    async def start(self, table: int, user: User, *, threaded: bool = False, interaction: int | None = None) -> Table:
        """Begin the game, which then waits for its first deal; the host's right. It keeps to its thread or channel.

        Where somebody has not been here lately they are asked first, and the table goes on waiting.
        """
        change = await self._change(
            table, By(user, interaction), lambda draft: ready.start(draft, user, threaded=threaded)
        )
        return change.table

    async def ready(self, table: int, user: User, *, threaded: bool = False, interaction: int | None = None) -> Table:
        """Say that somebody who was asked is here; with the last answer the game begins."""
        change = await self._change(
            table, By(user, interaction), lambda draft: ready.answer(draft, user, threaded=threaded)
        )
        return change.table

    async def close_idle(self, seconds: int) -> None:
        """Close the tables that have waited for players so long without a change."""
        since = self._clock.now() - seconds
        since -= self.absence.lately(since)
        for table in await self._store.run(lambda tx: tx.idle_lobbies(since)):
            with suppress(Refusal):  # somebody joined or started meanwhile: the next look will tell
                await self._change(table, NOBODY, lobby.close)

    async def word(self, table: int, user: User, word: str, *, interaction: int | None = None) -> Table:
        """Keep what a player adds to every shuffle from now on; nothing takes it back."""

        async def change(tx: Transaction, draft: Draft) -> None:
            most = (await self._limits_of(tx, draft.table.guild)).words_a_game
            if await tx.times(table, user, Kind.WORD.value) >= most:
                raise Refusal(msg("You have given {n} words at this table, which is the most: your last one stays.",
                                  n=most))  # fmt: skip
            lobby.word(draft, user, word)

        return await self._settle(table, By(user, interaction), change)

    # the game

    async def act(
        self,
        table: int,
        person: Person,
        seq: int | None,
        notation: str,
        *,
        careful: bool = False,
        interaction: int | None = None,
    ) -> Played:
        """Take an action, and the automatic steps after it; a `careful` one raises Unsure where it needs a second
        press.

        `seq` is the `position_seq` of the table as the person saw it (an older one is Stale), None for what was typed.
        """

        def change(draft: Draft) -> None:
            play.act(draft, person, seq, notation, careful=careful)

        draft = await self._change(table, By(None if person.player else person.user, interaction), change)
        seat = draft.table.seat_of(person.user)
        entries = draft.entries if draft.repeated is None else await self._repeated(draft)
        entries = [entry for entry in entries if entry.row.kind in BY_SEATS]
        events = tuple(event.seen_by(seat) for entry in entries for event in entry.events)
        large = draft.table.to_act == seat and await self.wants_large_print(person.user)
        seen = Seen(draft.table, seat, draft.state.observe(seat), large, person.user)
        return Played(draft.table, entries[-1].row.seq, events, seen)

    def player_to_act(self, table: int) -> bool:
        """Whether a computer player is to act where something has just changed; from memory, so it costs nothing."""
        kept = self._kept.get(table)
        return kept is not None and kept.folded.player is not None

    def moved_on(self, table: Table) -> bool:
        """Whether the position of a table is another by now, as far as is known; from memory too."""
        kept = self._kept.get(table.id)
        return kept is not None and kept.folded.position_seq > table.position_seq

    async def commitment(self, table: int) -> Commitment | None:
        """What must be published before the deal that is due, the same every time; None where no deal is due."""

        async def work(tx: Transaction) -> Commitment | None:
            draft = await self._open(tx, table, lock=True)
            if draft.table.to_act != DEALER:
                return None
            round_ = draft.table.round + 1
            seed = draft.seeds.get(round_)
            if seed is None:
                seed = secrets.token_bytes(SEED_BYTES)
                await tx.add_seed(table, round_, seed, self._clock.now())
            return Commitment(round_, committed(str(table), round_, seed))

        return await self._store.run(work)

    async def deal(self, table: int, message: int) -> Table:
        """Deal with the id of the message that carried the commitment; once for each message.

        Raises ValueError where no commitment was made.
        """
        return (await self._change(table, NOBODY, lambda draft: play.deal(draft, message))).table

    # looking

    async def table(self, table: int, guild: int | Anywhere | None) -> Table:
        """A table of this server (None: of direct messages), or of ANY. Raises Unknown for all others."""
        draft = await self._store.run(lambda tx: self._open(tx, table))
        if guild is not ANY and draft.table.guild != guild:
            raise Unknown
        return draft.table

    async def observe(self, table: int, user: User | None, *, reader: User | None = None) -> Seen:
        """What somebody may know: people of the table from their seat, all others what the channel knows.

        It is for their eyes, or for those of another `reader`.
        """

        async def work(tx: Transaction) -> Seen:
            draft = await self._open(tx, table)
            seat = draft.table.seat_of(user)
            eyes = reader or user
            return Seen(draft.table, seat, draft.state.observe(seat), await large_print(tx, eyes), eyes)

        return await self._store.run(work)

    async def history(self, table: int, after: int, user: User | None) -> Sequence[Happened]:
        """The steps after `after`, as somebody may know them."""
        draft, entries = await self._store.run(lambda tx: self._told(tx, table, after))
        seat = draft.table.seat_of(user)
        return report.story(draft, entries, seat)

    async def choices(
        self, user: User, verb: str | None = None, *, guild: int | Anywhere | None = ANY, channel: int | None = None
    ) -> Sequence[Offer]:
        """What somebody can do now, wherever it is their turn; with `verb` only actions that begin with it."""
        offers = []
        for table in await self._listed(lambda tx: tx.turns_of(user, guild=_number(guild), channel=channel, away=True)):
            seen = await self.observe(table.id, user)
            offers += [Offer(seen.table, choice) for choice in play.choices(seen, verb)]
        return offers

    async def of(self, user: User, guild: int | Anywhere | None = ANY, channel: int | None = None) -> Sequence[Table]:
        """The open tables where somebody sits, oldest first, of one server or channel where that is given; at most 50,
        those where it is their turn before others."""
        return (await self.of_with_resting(user, guild, channel))[0]

    async def of_with_resting(
        self, user: User, guild: int | Anywhere | None = ANY, channel: int | None = None
    ) -> tuple[Sequence[Table], Sequence[Resting]]:
        """The same, and apart from them those that cannot be read."""
        return await self._found(lambda tx: tx.tables_of(user, guild=_number(guild), channel=channel))

    async def turns(
        self, user: User, guild: int | Anywhere | None = ANY, channel: int | None = None
    ) -> Sequence[Table]:
        """The tables where it is somebody's turn, of one server or channel where that is given; at most 25, those first
        where time changes something first."""
        return await self._listed(lambda tx: tx.turns_of(user, guild=_number(guild), channel=channel))

    async def waits_elsewhere(self, user: User, table: int) -> bool:
        """Whether it is somebody's turn at any table but this one."""
        return any(row.id != table for row in await self._store.run(lambda tx: tx.turns_of(user)))

    async def resting(self, user: User, channel: int) -> Sequence[Resting]:
        """The open tables of somebody in a channel that cannot be read."""
        return (await self.of_with_resting(user, ANY, channel))[1]

    async def numbered(self, guild: int | None, channel: int, number: int) -> Table:
        """The table of a channel or thread with this number. Raises Unknown, Damaged and OtherRules."""

        async def work(tx: Transaction) -> Table:
            row = await tx.numbered(guild or 0, number)
            if row is None or channel not in (row.channel, row.thread):
                raise Unknown
            return (await self._opened(tx, row)).table

        return await self._store.run(work)

    async def newest_in(self, channel: int, most: int) -> Sequence[tuple[str, int]]:
        """Game and number of the newest tables of a channel or thread, whatever became of them, newest first."""
        every = [status.value for status in Status]
        rows = await self._store.run(lambda tx: tx.tables_in(channel, every, most))
        return [(row.game, row.number) for row in reversed(rows)]

    async def in_channel(self, channel: int, statuses: Sequence[Status] = OPEN) -> Sequence[Table]:
        """The tables of a channel or thread in one of these statuses, oldest first, at most the 50 newest."""
        wanted = [status.value for status in statuses]
        return await self._listed(lambda tx: tx.tables_in(channel, wanted))

    async def last_ended(self, channel: int, statuses: Sequence[Status], user: User | None = None) -> Table | None:
        """The game of a channel or thread that ended last in one of these ways; of somebody where they are named."""
        wanted = [status.value for status in statuses]
        found = await self._listed(lambda tx: tx.last_ended(channel, wanted, user))
        return found[0] if found else None

    async def reveals(self, table: int) -> Sequence[Reveal]:
        """The deals of the rounds that are over, with all that is needed to repeat them."""
        draft = await self._store.run(lambda tx: self._open(tx, table))
        return report.reveals(draft)

    async def moment(self, table: int) -> Moment:
        """All that the messages of a table depend on, read at once."""

        async def work(tx: Transaction) -> Moment:
            draft = await self._open(tx, table)
            dealt = draft.folded.dealt_seq
            posts = await open_posts(tx, table, dealt)
            if draft.folded.state is None:
                return Moment(Seen(draft.table, None, None), posts)
            entries = await self._entries(tx, draft, told_up_to(posts, dealt))
            seen = Seen(draft.table, None, draft.state.observe(None))
            layout = tuple(map(tuple, await tx.places(table, seen.observation.round)))
            mover = draft.table.mover
            private = mover is not None and await self._wants_private_hand(tx, mover)
            large = private and mover is not None and await large_print(tx, mover.user)
            told = report.moment(draft, seen, posts, entries, layout, private=private, large=large)
            return replace(told, calls=(await tx.server(draft.row.guild)).calls)

        return await self._store.run(work)

    async def log(self, table: int) -> Log:
        """All steps of a table, to be played again. Raises NotStarted in the lobby."""

        async def work(tx: Transaction) -> Log:
            draft = await self._open(tx, table)
            return report.log(draft, await tx.steps(table, 0, draft.row.seq))

        return await self._store.run(work)

    async def record(self, table: int, *, names: bool = False) -> Record:
        """The game up to the end of its last finished round, at once: everything waits while a long one is made."""
        log = await self.log(table)
        return log.record(whole(log.replayed()), names=names)

    # how it is done

    async def _change(self, table: int, by: By, change: Callable[[Draft], None]) -> Draft:
        """Change a table in one transaction; nothing where this interaction did it before."""

        async def work(tx: Transaction) -> Draft:
            draft = await self._open(tx, table, lock=True)
            before = None if by.interaction is None else await tx.step_of(by.interaction)
            if before is None:
                self._give_back(draft)
                draft.by = by
                with naming(draft.table.seats):
                    change(draft)
                self._need_changes(draft)
                await self._save(tx, draft)
            else:
                draft.repeated = before.seq
            return draft

        await self.absence.look()
        try:
            draft = await self._store.run(work)
        except Conflict:
            raise Stale from None
        self._saved(draft)
        return draft

    def _need_changes(self, draft: Draft) -> None:
        """Refuse to arrange a table that was arranged so often that its log is all about that."""
        most = self._limits.changes_a_table
        lobby_is_long = draft.table.status is Status.LOBBY and draft.row.seq >= most
        if lobby_is_long and any(Kind(row.kind) in ARRANGED for row in draft.steps):
            raise Refusal(
                msg(
                    "This table was changed {n} times, which is the most. Start its game, or open another one with "
                    "`/new`.",
                    n=most,
                )
            )

    async def _new(self, row: TableRow, host: Person, interaction: int | None) -> Table:
        async def work(tx: Transaction) -> Table:
            if interaction is not None and (before := await tx.step_of(interaction)):
                return (await self._open(tx, before.table)).table
            await self._need_room(tx, row.guild, {None: host.user})
            await self._need_room_in(tx, row.guild, row.channel)
            added = await tx.add_table(replace(row, number=await tx.next_number(row.guild)))
            draft = Draft.of(added, (), self._games[row.game], Folded(added.id), {}, self._clock.now())
            draft.by = By(host.user, interaction)
            lobby.open_(draft, host)
            await self._save(tx, draft)
            return draft.table

        table = await self._store.run(work)
        self._tell(table.id)
        return table

    async def _save(self, tx: Transaction, draft: Draft) -> None:
        """Write what was changed, and when time alone will change more."""
        if draft.steps:
            time.settle(draft)
        draft.wake_at = time.wake_at(draft.table, await wishes_of(tx, draft.table), draft.now)
        if draft.saved() == draft.row:
            return
        await tx.save_table(draft.saved(), draft.row.seq)
        if draft.steps:
            await tx.add_steps(draft.steps)
        if draft.seats != list(draft.stored_seats):
            await tx.save_seats(draft.row.id, draft.seats)
        if draft.table.status not in OPEN and draft.row.status in LIVE:
            await tx.ended(draft.row.id)

    def _saved(self, draft: Draft) -> None:
        """Keep what was written, and tell whoever wants to know."""
        self._keep(draft)
        if draft.entries or draft.repeated is not None:
            self._tell(draft.row.id)
        self._expect(draft.wake_at)

    def _tell(self, table: int) -> None:
        for watcher in self._watchers:
            watcher(table)


def _number(guild: int | Anywhere | None) -> int | None:
    """A server as rows name it, 0 for private messages; None for any."""
    return None if isinstance(guild, Anywhere) else guild or 0
