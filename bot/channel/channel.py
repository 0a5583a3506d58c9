"""Shows a table in its channel: plans its messages and updates them.

If the table has changed meanwhile, it starts again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from bot.channel import turns
from bot.channel.announcements import Announcements, has_waited_long, seconds_until_long_wait
from bot.channel.apply import Applier
from bot.channel.ledger import Ledger
from bot.channel.newer_messages import Survey
from bot.channel.older_rules import announce_end
from bot.channel.plan import PlannedMessage, Scene, build_card, plan
from bot.channel.port import Postman, Refused
from bot.channel.posting import ASKS, Posting
from bot.channel.table_pictures import TablePictures
from bot.channel.threads import Threads
from bot.pictures.painter import Painter
from bot.runtime.work import Outdated
from bot.service import Service
from bot.stats.server_bests import ServerBest
from bot.table.log.model import Status, Table
from bot.table.posts import TURN_KINDS, PostKind
from bot.table.refusals import OtherRules
from bot.talk.language import public_words
from bot.talk.trouble import Trouble
from bot.talk.words import Texts, mentions
from engine.game import Game, Tip


class Channel:
    """Updates the messages of tables."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        painter: Painter,
        texts: Texts,
        postman: Postman,
        posting: Posting,
        server_locale: Callable[[int | None], str | None] = lambda _: None,
    ) -> None:
        """Prepare to show tables; `server_locale` returns the locale of a server in Discord."""
        self._service = service
        self._games = games
        self._painter = painter
        self._texts = texts
        self._posting = posting
        self._server_locale = server_locale
        self._postman = postman
        self._applier = Applier(service, postman, posting)
        self._interrupted_tables: set[int] = set()
        """Tables whose last update was interrupted, so that Discord may have a message that we don't know."""
        self._tables_without_picture: set[int] = set()
        """Tables whose newest message lacks its picture."""
        self.announcements = Announcements(service, postman)
        self._survey = Survey(service, texts, postman)
        self.threads = Threads(service, games, texts, postman)

    async def show(self, table: int, *, doubted: bool = False) -> float | None:
        """Update the messages of a table.

        With `doubted`, first check whether messages were deleted. Return the seconds until the messages need another
        update even if nobody acts, or None. Raises Refused and TryLater.
        """
        try:
            seconds = await self._show_until_current(table, doubted=doubted)
        except OtherRules:
            await announce_end(table, self._service, self._postman, self._games, self._texts)
            return None
        except BaseException:
            self._interrupted_tables.add(table)
            raise
        self._interrupted_tables.discard(table)
        return seconds

    async def _show_until_current(self, table: int, *, doubted: bool) -> float | None:
        thread_lost = False
        while True:
            ledger = Ledger(self._service, await self._service.outbox.snapshot(table, turns.find_missing_call))
            if ledger.table.private:  # its player sees it in a private message (`bot/hands/open_hands.py`)
                await ledger.mark_shown()
                return None
            try:
                loss = ledger.table.standing.halt.lost
                if loss is not None and loss.needs_search and ledger.table.is_running:
                    await self._survey.examine_channel(ledger, loss)
                    continue
                if doubted:
                    doubted = False
                    if await self._note_deleted_messages(ledger):
                        continue
                if turns.wants_thread(ledger.table):
                    await self.threads.open(ledger, await self._require_card(ledger))
                    continue
                seconds = await self._show_snapshot(ledger)
                if await ledger.mark_shown():
                    waits = (seconds_until_long_wait(ledger.snapshot), seconds)
                    return min((wait for wait in waits if wait is not None), default=None)
            except Outdated:
                continue  # start again with the current table, since pictures of the past are useless
            except Refused as refused:
                if refused.trouble is not Trouble.GONE or refused.place != ledger.table.thread or thread_lost:
                    raise
                # the thread was deleted; a second loss in this update is raised instead
                await self.threads.handle_deletion(ledger)
                thread_lost = True
            finally:
                await ledger.write()

    async def _show_snapshot(self, ledger: Ledger) -> float | None:
        """Plan and update the messages once; return the seconds until the next attempt, or None."""
        due = ledger.table.standing.due_deal
        # before the notice about the wait, look once whether the announcement is still there
        if due is not None and has_waited_long(ledger.snapshot) and not ledger.find(PostKind.WAIT, due.deal):
            await self.announcements.check(ledger.table.id)
        records = await self._find_new_records(ledger.table)
        table_pictures = TablePictures(self._painter, ledger, records)
        offers_whole_board = turns.is_due(ledger.snapshot) and await table_pictures.is_board_cropped()
        scene = self._build_scene(ledger, offers_whole_board=offers_whole_board, tip=await self._find_tip(ledger))
        items = plan(
            replace(scene, broken_records=records, is_picture_missing=ledger.table.id in self._tables_without_picture)
        )
        await self._drop_unwanted(ledger, {(item.kind, item.seq) for item in items if isinstance(item, PlannedMessage)})
        seconds = await self._applier.apply(ledger, items, table_pictures)
        if table_pictures.failed:
            self._tables_without_picture.add(ledger.table.id)
        else:
            self._tables_without_picture.discard(ledger.table.id)
        return seconds

    async def _find_new_records(self, table: Table) -> Sequence[ServerBest]:
        """Return the server's records that a game has broken, to show in its result.

        Return none if the result is posted already, since its message is never edited.
        """
        end = table.standing.dealing.end
        if table.status is not Status.OVER or end is None or end.message is not None:
            return ()
        return await self._service.statistics.new_records(table.id)

    async def _drop_unwanted(self, ledger: Ledger, planned: Set[tuple[str, int]]) -> None:
        """Drop unsent messages that are no longer planned.

        If Discord may have such a message already, look for it, because its buttons must not ask about the past. Raises
        Outdated if one is found, because then it has to be planned too.
        """
        has_recovered = False
        for post in ledger.unsent(*ASKS):
            if (post.kind, post.seq) in planned:
                continue
            is_doubtful = self._posting.is_possibly_sent(post, interrupted=ledger.table.id in self._interrupted_tables)
            if is_doubtful and await self._posting.recover_sent_message(ledger, post):
                has_recovered = True
            else:
                ledger.mark_collapsed(post)
        if has_recovered:
            raise Outdated

    async def _require_card(self, ledger: Ledger) -> int:
        """Return the ID of the card's message, from which a thread can be opened.

        Post the card first if Discord does not have it.
        """
        post = ledger.find(PostKind.CARD, 0)
        if post and post.message:
            return post.message
        card = build_card(self._build_scene(ledger))
        return await self._posting.post_or_edit(ledger, PostKind.CARD, 0, card.place, card.letter)

    async def _note_deleted_messages(self, ledger: Ledger) -> bool:
        """Note deletions of messages that people need now; return whether there were any.

        These messages have to be sent again.
        """
        calls = [post for post in ledger.posts(*TURN_KINDS) if turns.is_call(ledger.snapshot, post)]
        needed_posts = [*ledger.posts(PostKind.CARD), *calls]
        # a list, so that `any` skips no check
        return any([await self._posting.is_missing(ledger, post) for post in needed_posts])

    async def _find_tip(self, ledger: Ledger) -> Tip | None:
        """Return the tip of the tour that goes with a hand sent by private message, if any."""
        table, seen = ledger.table, ledger.snapshot.mover
        if seen is None or table.mover is None or not turns.is_due(ledger.snapshot):
            return None
        return await self._service.tours.tip(seen, table.mover.user, self._games[table.game])

    def _build_scene(self, ledger: Ledger, *, offers_whole_board: bool = False, tip: Tip | None = None) -> Scene:
        table = ledger.table
        locale = self._server_locale(table.guild)
        language = self._texts.languages.of_server(ledger.snapshot.server_language, locale, table.language)
        return Scene(
            ledger.snapshot,
            self._games[table.game],
            public_words(self._texts, table),
            offers_whole_board=offers_whole_board,
            tip=tip,
            words_in=lambda language: self._texts.message_words(language, mentions(table.seats)),
            server_language=language,
        )
