"""Opens the thread of a table, and gives up threads if they are deleted repeatedly."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Final

import structlog

from bot.channel.ledger import Ledger
from bot.channel.port import MessageGone, Postman, Refused, TooOften, TryLater
from bot.service import Service
from bot.table.log.model import Table
from bot.table.posts import PostKind
from bot.talk import card
from bot.talk.language import public_words
from bot.talk.letter import Letter
from bot.talk.title import table_title
from bot.talk.trouble import Trouble
from bot.talk.words import Texts, plain_names
from engine.game import Game

LOSS_WINDOW: Final = 60.0
"""The most seconds between two losses that count as in a row."""
TOO_MANY_LOSSES: Final = 3
"""The losses in a row after which a table gets no more threads."""

log = structlog.get_logger()


class Threads:
    """The threads of tables."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        texts: Texts,
        postman: Postman,
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._postman = postman
        self._losses: dict[int, tuple[int, float]] = {}
        self.refusals: dict[int, Refused] = {}
        """The refusals of tables that get no more threads, because messages in their channel are deleted at once."""

    async def open(self, ledger: Ledger, message: int) -> None:
        """Open the thread of a table at its card. Raises TryLater if the card was deleted."""
        table = ledger.table
        words = self._texts.words(table.language, plain_names(table.seats))
        name = words.text(table_title(self._games[table.game], table))
        try:
            thread = await self._postman.open_thread(table.channel, message, name)
        except MessageGone:
            if card_post := ledger.find(PostKind.CARD, 0):
                ledger.mark_deleted(card_post)
            if not self._count_loss(table.id):
                raise TryLater("the card was deleted") from None
            await self._give_up(table)
        except Refused as refused:
            if refused.trouble is Trouble.GONE:
                raise
            await self._service.outbox.give_up_thread(table.id)  # the game is played in the channel
        else:
            await self._service.outbox.set_thread(table.id, thread)

    async def handle_deletion(self, ledger: Ledger) -> None:
        """Note that the thread was deleted, so that a new card gets a new thread.

        The old card cannot get another thread, since a message can have only one in its life.
        """
        table = ledger.table
        card_post = ledger.find(PostKind.CARD, 0)
        assert table.thread is not None
        if card_post and card_post.message:
            text = public_words(self._texts, table).text(card.newer_card_notice(self._games[table.game], table))
            with contextlib.suppress(MessageGone, TooOften):
                await self._postman.edit(card_post.channel, card_post.message, Letter(text))
            ledger.mark_deleted(card_post)
        await ledger.write()
        await self._service.outbox.mark_thread_deleted(table.id, table.thread)
        if self._count_loss(table.id):
            await self._give_up(table)

    async def _give_up(self, table: Table) -> None:
        """Open no more threads for a table whose messages keep being deleted.

        Something, probably another bot, deletes each message in its channel.
        """
        log.warning("messages keep being deleted; no more threads", table=table.id, channel=table.channel)
        self.refusals[table.id] = Refused(Trouble.CLEARED, table.channel)
        await self._service.outbox.give_up_thread(table.id)

    def _count_loss(self, table: int) -> bool:
        """Count the loss of a card or thread; return whether there were too many in a row."""
        now = asyncio.get_running_loop().time()
        count, last_loss_at = self._losses.pop(table, (0, now))
        count = count + 1 if now - last_loss_at <= LOSS_WINDOW else 1
        if count < TOO_MANY_LOSSES:
            self._losses[table] = count, now
        return count >= TOO_MANY_LOSSES
