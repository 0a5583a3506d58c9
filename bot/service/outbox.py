"""What Discord shows of each table: our messages, and the layouts of tiles in pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.locales.languages import Languages
from bot.runtime.clock import Clock
from bot.service.challenges import pings_challenged
from bot.service.effective_settings import wants_private_hand
from bot.service.game_lengths import GameLengths
from bot.service.older_rules import EndedGame, read_ended
from bot.service.repository import Repository
from bot.store import Store, Transaction
from bot.table.log.model import Seen, Table, User
from bot.table.log.steps import Kind
from bot.table.posts import TURN_KINDS, Intent, Notes, Post, PostKind, Snapshot
from bot.table.preferences import PersonRow
from bot.table.record import report
from bot.table.refusals import Elsewhere, Unknown
from engine.game import Seat
from renderers.look import Layout

Expects = Callable[[Snapshot], Intent | None]
"""Returns the message that has to be sent next at a table, if any."""


class Outbox:
    """Keeps what Discord shows. Each message is saved before it is sent. No method changes a game."""

    def __init__(
        self, repository: Repository, store: Store, clock: Clock, game_lengths: GameLengths, languages: Languages
    ) -> None:
        self._repository = repository
        self._store = store
        self._clock = clock
        self._game_lengths = game_lengths
        self._languages = languages

    async def unshown_tables(self) -> Sequence[int]:
        """Return the tables with steps not shown in Discord or with a deal due.

        The oldest comes first.
        """
        return await self._store.run(lambda tx: tx.lists.unshown_tables())

    async def open_in(self, guild: int) -> Sequence[int]:
        """Return the tables of a server that are open or not fully shown, oldest first."""
        return await self._store.run(lambda tx: tx.lists.open_in(guild))

    async def open_guilds(self) -> Sequence[int]:
        """Return the servers with tables that are open, or not fully shown."""
        return await self._store.run(lambda tx: tx.lists.open_guilds())

    async def snapshot(self, table: int, expects: Expects = lambda _: None) -> Snapshot:
        """Return all that the messages of a table depend on, read in one transaction.

        The message that `expects` returns for the snapshot is saved in the same transaction, and is part of the result.
        Raises Elsewhere if another process serves the table's server.
        """

        async def work(tx: Transaction) -> Snapshot:
            tx.make_brief()
            snapshot = await self._read_snapshot(tx, table)
            expected = expects(snapshot)
            if expected is None:
                return snapshot
            post = await self._find_or_add_post(tx, table, expected)
            return replace(snapshot, posts=[*(other for other in snapshot.posts if other.id != post.id), post])

        return await self._store.run(work)

    async def _read_snapshot(self, tx: Transaction, table: int) -> Snapshot:
        draft = await self._repository.open(tx, table, lock=True)
        if not self._store.share.holds(draft.row.guild):
            raise Elsewhere
        deal_seq = draft.position.dealt_seq
        posts = [Post.of(row) for row in await tx.posts.open_posts(table, PostKind.TURN, deal_seq)]
        finish = await self._game_lengths.finish_of(tx, draft)
        if draft.position.state is None:  # no game has begun
            pings_user = await pings_challenged(tx, draft)
            seen = Seen(draft.table, seat=None, observation=None)
            return Snapshot(seen, posts, at=self._clock.now(), finish=finish, calls_challenged=pings_user)
        entries = await self._repository.read_entries(tx, draft, _report_start(posts, deal_seq))
        seen = Seen(draft.table, seat=None, observation=draft.state.observe(None), chapters=draft.position.chapters)
        layout = tuple(map(tuple, await tx.posts.places(table, seen.observation.round)))
        server, mover = await tx.tables.read_preferences(table)
        gets_private_hand = _gets_private_hand(draft.table, mover, self._clock.now())
        if gets_private_hand:
            await self._repository.add_recent_steps(tx, draft)
        large_print = mover is not None and mover.large_print
        snapshot = report.snapshot(draft, seen, posts, entries, layout, private=gets_private_hand, large=large_print)
        if server is not None:
            snapshot = replace(snapshot, calls=server.calls, results=server.results, server_language=server.language)
        readers = await self._languages_of_hands(tx, snapshot)
        return replace(snapshot, at=self._clock.now(), finish=finish, readers=readers)

    async def _languages_of_hands(self, tx: Transaction, snapshot: Snapshot) -> Mapping[User, str]:
        """Return the languages of the users who get or have got their hand by private message."""
        has_hand = snapshot.mover is not None or any(post.kind is PostKind.HAND for post in snapshot.posts)
        if not has_hand or not self._languages.is_choice:
            return {}
        table = snapshot.table
        rows = (await tx.people.players(table.id, user=0)).values()  # 0: only the players of the table
        return {row.user: self._languages.of_message(row.language, row.seen_language, table.language) for row in rows}

    async def cards(self, tables: Iterable[int]) -> Sequence[Post]:
        """Return the recorded cards of these tables, sent or not."""

        async def work(tx: Transaction) -> Sequence[Post]:
            rows = [await tx.posts.post(table, PostKind.CARD, 0) for table in tables]
            return [Post.of(row) for row in rows if row is not None]

        return await self._store.run(work)

    async def find_ended_older_game(self, table: int) -> EndedGame | None:
        """Return a game of older rules that was ended and whose end Discord does not show yet, else None."""
        return await read_ended(self._store, table)

    async def mark_shown(self, table: int, seq: int, notes: Notes | None = None) -> bool:
        """Record that Discord shows a table up to a step; return whether it is the last.

        If a later step is recorded already, it stays recorded.
        """

        async def work(tx: Transaction) -> bool:
            tx.make_brief()
            last = await tx.tables.mark_shown(table, seq)
            if last is None:
                return True
            await _write_notes(tx, table, notes, last)
            return last <= seq

        return await self._store.run(work)

    async def count_below(self, table: int, channel: int, message: int) -> int:
        """Return how many of our messages about a table are newer than a message in the same channel or thread."""
        return await self._store.run(lambda tx: tx.posts.count_below(table, channel, message))

    async def layout(self, table: int, round_: int) -> Layout:
        """Return where the tiles of a round lie."""
        rows = await self._store.run(lambda tx: tx.posts.places(table, round_))
        return tuple(tuple(row) for row in rows)

    async def layouts(self, table: int) -> Mapping[int, Layout]:
        """Return where the tiles of each round lay."""
        layouts = dict[int, Layout]()
        for round_, row in await self._store.run(lambda tx: tx.posts.all_places(table)):
            layouts[round_] = (*layouts.get(round_, ()), tuple(row))
        return layouts

    async def store_intent(
        self, table: int, kind: PostKind, seq: int, channel: int, pinged: Seat | None = None, notes: Notes | None = None
    ) -> Post:
        """Record our message of this kind about a step, before it is sent.

        Return its post, which may have been recorded before.
        """

        async def work(tx: Transaction) -> Post:
            tx.make_brief()
            await _write_notes(tx, table, notes, await _lock_table(tx, table))
            return await self._find_or_add_post(tx, table, Intent(kind, seq, channel, pinged))

        return await self._store.run(work)

    async def _find_or_add_post(self, tx: Transaction, table: int, intent: Intent) -> Post:
        """Return the post of a message: the post that was recorded before, else a new post."""
        recipient = intent.pinged if intent.kind is PostKind.HAND else None
        now = self._clock.now()
        user = None if recipient is None else (await tx.tables.seats(table))[recipient].user
        new_row = await tx.posts.add_post(table, intent.kind, intent.seq, intent.place, intent.pinged, now, user)
        if new_row is not None:
            return Post.of(new_row)
        row = await tx.posts.post(table, intent.kind, intent.seq)
        assert row
        if row.collapsed and row.message is None:  # dropped before it was sent, but wanted again
            await tx.posts.change_post(row.id, row.generation, {"collapsed": False})
            row = row._replace(collapsed=False)
        return Post.of(row)

    async def note(self, table: int, notes: Notes) -> None:
        """Write notes about messages and layouts. Existing rows of a layout stay as they are."""

        async def work(tx: Transaction) -> None:
            tx.make_brief()
            await _write_notes(tx, table, notes)

        await self._store.run(work)

    async def set_thread(self, table: int, thread: int) -> None:
        """Record the thread in which a table is played."""
        await self._change_thread(table, thread=thread)

    async def give_up_thread(self, table: int) -> None:
        """Record that a table is played in its channel, because it can have no thread."""
        await self._change_thread(table, thread=None, threaded=False)

    async def mark_thread_deleted(self, table: int, thread: int) -> None:
        """Record that a table's thread was deleted with all its messages.

        The table can have no other thread at the same card.
        """

        async def work(tx: Transaction) -> None:
            row = await tx.tables.table(table, lock=True)
            if row is not None and row.thread == thread:
                await tx.posts.forget_posts(table, thread)
                await tx.tables.save_place(table, channel=row.channel, threaded=row.threaded, thread=None)

        await self._store.run(work)

    async def move_table(self, table: int, channel: int, *, threaded: bool) -> None:
        """Show a table in another channel, with new messages for all that still matters."""

        async def work(tx: Transaction) -> None:
            await _lock_table(tx, table)
            await tx.posts.forget_posts(table)
            await tx.tables.save_place(table, channel=channel, threaded=threaded, thread=None)

        await self._store.run(work)

    async def _change_thread(self, table: int, *, thread: int | None, threaded: bool | None = None) -> None:
        async def work(tx: Transaction) -> None:
            row = await tx.tables.table(table, lock=True)
            if row is None:
                raise Unknown
            is_threaded = row.threaded if threaded is None else threaded
            await tx.tables.save_place(table, channel=row.channel, threaded=is_threaded, thread=thread)

        await self._store.run(work)


async def _write_notes(tx: Transaction, table: int, notes: Notes | None, last_step: int | None = None) -> None:
    """Write notes; `last_step` is the table's last step if the table is locked already."""
    if notes is None:
        return
    for post, values in notes.changes:
        await tx.posts.change_post(post.id, post.generation, values)
    if notes.laid and last_step is None:
        last_step = await _lock_table(tx, table)
    for laid in notes.laid:
        if laid.seq != last_step:  # the game went on since the tiles were arranged
            if await tx.posts.has_step_since(table, Kind.UNDO.value, laid.seq):
                continue  # a tile among them may have been taken back
            if laid.start > (stored := await tx.posts.count_placed_tiles(table, laid.round)):
                raise ValueError(f"rows from {laid.start} on would leave a gap after {stored}")
        await tx.posts.add_places(table, laid.round, laid.start, laid.rows)


async def _lock_table(tx: Transaction, table: int) -> int:
    """Lock a table, and return its last step. Raises Unknown."""
    row = await tx.tables.table(table, lock=True)
    if row is None:
        raise Unknown
    return row.seq


def _gets_private_hand(table: Table, mover: PersonRow | None, now: int) -> bool:
    """Return whether the player to move wants their hand by private message, and gets it."""
    is_person = table.mover is not None and not table.mover.player
    return is_person and mover is not None and wants_private_hand(mover, now)


def _report_start(posts: Sequence[Post], deal_seq: int) -> int:
    """Return the step after which messages report steps that may still be edited.

    These messages are the newest messages of turns, and all that are not collapsed. The first turn message since the
    deal also reports the deal, which is step `deal_seq`.
    """
    sent = [post for post in posts if post.kind in (*TURN_KINDS, PostKind.HAND) and post.message]
    turns = [post for post in sent if post.kind is PostKind.TURN]
    if not turns:
        return 0
    first_since_deal = next((post for post in turns if post.seq >= deal_seq), None)
    newest_turns = turns[-3:]  # as many as `open_posts` returns
    earliest = min(post.seq for post in sent if post in newest_turns or not post.collapsed)
    shows_deal = first_since_deal is not None and not first_since_deal.collapsed
    return min(earliest, deal_seq - 1) if shows_deal else earliest
