"""Looks for messages that are newer than the copy from which the database was restored."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence

from bot.channel.ledger import Ledger
from bot.channel.port import MessageGone, OwnMessage, Postman, TooOften
from bot.service import Service
from bot.service.restored_copy import FoundAnnouncement
from bot.table.log.model import Table
from bot.table.log.settled.halt import Loss
from bot.table.posts import PostKind
from bot.talk import deal
from bot.talk.language import public_words
from bot.talk.letter import Letter
from bot.talk.words import Texts


class Survey:
    """Finds messages of a table that are missing in the copy.

    A message that asks for a press is replaced by a notice, unless it shows a head (a hash). A message that shows a
    later deal or the end of the game is never edited. The restored game can't go on beside it, so it ends.
    """

    def __init__(self, service: Service, texts: Texts, postman: Postman) -> None:
        self._service = service
        self._texts = texts
        self._postman = postman

    async def examine_channel(self, ledger: Ledger, loss: Loss) -> None:
        """Look through the channel once, then let the game go on or end it.

        Raises Refused and TryLater. The game then stays paused until the next attempt.
        """
        table = ledger.table
        newest_known = await self._service.restored.newest_message(table.id, table.place)
        if table.thread is None:
            newest_known = max(newest_known, table.standing.dealing.newest)  # the newest message in the log
        newer = await self._postman.messages_after(table.place, newest_known)
        lost_messages = [sent for sent in newer if _is_about(table, sent)]
        announcement = _find_announcement(ledger, lost_messages)
        later_deal_found = any(_shows_later(table, sent) for sent in lost_messages if sent is not announcement)
        questions = [sent for sent in lost_messages if sent.controls and not deal.is_binding(sent.text)]
        await self._replace_with_notice(table, questions, loss)
        found_announcement = await _adopt_announcement(ledger, announcement)
        newest = max((sent.message for sent in lost_messages), default=0)
        await self._service.restored.apply_search(
            table.id, newest, later_deal_found=later_deal_found, announced=found_announcement
        )

    async def _replace_with_notice(self, table: Table, messages: Sequence[OwnMessage], loss: Loss) -> None:
        """Replace messages of lost steps with a notice that those steps are lost."""
        letter = Letter(public_words(self._texts, table).text(deal.loss_notice(loss.copy)))
        for sent in messages:
            with contextlib.suppress(MessageGone, TooOften):
                await self._postman.edit(table.place, sent.message, letter)


def _is_about(table: Table, sent: OwnMessage) -> bool:
    """Return whether a message of ours is about this table, judged by its controls.

    Without controls, its thread or the table's number in its text decides.
    """
    if sent.controls:
        return any(id.table == table.id for id in sent.controls)
    return table.place == table.thread or bool(re.search(rf"#{table.number}\b", sent.text))


def _shows_later(table: Table, sent: OwnMessage) -> bool:
    """Return whether a message shows a deal that was not due yet, or the end."""
    announced_deal = deal.read_announced_deal(sent.text)
    is_later_deal = announced_deal is not None and announced_deal > table.standing.dealing.due_count
    return is_later_deal or deal.has_end_head(sent.text)


def _find_announcement(ledger: Ledger, messages: Sequence[OwnMessage]) -> OwnMessage | None:
    """Return the message that announces the due deal, if the copy has a due deal.

    If several do, the first counts.
    """
    due = ledger.table.standing.due_deal
    return None if due is None else next((sent for sent in messages if due.short_head in sent.text), None)


async def _adopt_announcement(ledger: Ledger, announcement: OwnMessage | None) -> FoundAnnouncement | None:
    """Store the announcement as that of the due deal, and return it.

    Return None if there is none, or if the copy has an announcement already.
    """
    due, place = ledger.table.standing.due_deal, ledger.table.place
    if announcement is None or due is None or due.message is not None:
        return None
    post = await ledger.store_intent(PostKind.DEAL, due.deal, place)
    await ledger.mark_sent(post, place, announcement.message, fingerprint="")
    return FoundAnnouncement(due.seq, place, announcement.message)
