"""Carries out the plan for a table's messages, one after another.

Only this module handles Discord's refusals of single messages.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import structlog

from bot.channel.ledger import Ledger
from bot.channel.plan import FinishedMessage, PlanItem, PlannedMessage, PrivateHand
from bot.channel.port import MessageGone, Postman, PrivateClosed, Refused, TooLarge, TooOften, TryLater
from bot.channel.posting import Posting, is_current
from bot.channel.table_pictures import TablePictures
from bot.service import Service
from bot.table.log.model import NO_CAUSE, User
from bot.table.posts import PostKind
from bot.table.rules import deals as dealing

OLD_EDITS_WAIT = 300.0
"""Seconds until the next attempt to edit messages that Discord calls too old for another edit."""

log = structlog.get_logger()


@dataclass
class Progress:
    """The results of the plan's items so far."""

    reached: set[User] = field(default_factory=set)
    """Users who got their hand by private message, so that the turn message doesn't ping them too."""
    edits_refused: bool = False
    """Whether Discord refuses edits of older messages for now.

    Past messages are then edited later.
    """
    refusal: TryLater | Refused | None = None
    """The refusal of a message that players use for hours. It is raised after all other items."""


class Applier:
    """Carries out a plan. A message that is up to date is not sent or edited again."""

    def __init__(self, service: Service, postman: Postman, posting: Posting) -> None:
        self._service = service
        self._postman = postman
        self._posting = posting

    async def apply(self, ledger: Ledger, items: Sequence[PlanItem], table_pictures: TablePictures) -> float | None:
        """Bring the messages in line with the plan.

        If some edits or pictures failed, return the seconds until the next attempt, else None. Raises Refused and
        TryLater. Raises Outdated too, but only before anything is sent.
        """
        items = [await _add_pictures(ledger, item, table_pictures) for item in items]
        progress = Progress()
        for number, item in enumerate(items, 1):
            match item:
                case FinishedMessage():
                    await self._edit_finished(ledger, item, progress)
                case PrivateHand():
                    await self._put_hand(ledger, item, progress)
                case PlannedMessage():
                    await self._put_message(ledger, item, progress, table_pictures, last=number == len(items))
        if progress.refusal:
            raise progress.refusal
        return OLD_EDITS_WAIT if progress.edits_refused or table_pictures.failed else None

    async def _edit_finished(self, ledger: Ledger, item: FinishedMessage, progress: Progress) -> None:
        """Edit a past message, unless it was deleted."""
        if progress.edits_refused:
            return
        try:
            await self._posting.edit(ledger, item.post, item.letter)
        except TooOften:
            progress.edits_refused = True
            return
        except MessageGone:
            pass
        except Refused:
            if item.post.kind is not PostKind.HAND:  # one user's private messages must not stop the others
                raise
        if item.is_last_edit:
            ledger.mark_collapsed(item.post)

    async def _put_hand(self, ledger: Ledger, item: PrivateHand, progress: Progress) -> None:
        """Send or edit a hand as a private message.

        If the user doesn't accept private messages, the turn message pings them instead.
        """
        try:
            if item.existing_post:
                await self._posting.edit(ledger, item.existing_post, item.letter, even_if_unchanged=True)
            else:
                place = await self._postman.open_private_channel(item.user)
                await self._posting.post_or_edit(ledger, PostKind.HAND, item.seq, place, item.letter, pinged=item.seat)
        except (PrivateClosed, Refused):
            await self._service.preferences.note_closed_messages(item.user)
        except (MessageGone, TooOften):
            pass  # the turn message pings the player
        except TryLater as later:
            progress.refusal = later  # until the next attempt, the turn message pings the player
        except Exception:  # one user's failed private message must not stop the others
            log.exception("private message not sent", table=ledger.table.id)
        else:
            progress.reached.add(item.user)

    async def _put_message(
        self, ledger: Ledger, item: PlannedMessage, progress: Progress, table_pictures: TablePictures, *, last: bool
    ) -> None:
        """Post or edit a message."""
        pings = tuple(user for user in item.letter.pings if user not in progress.reached)
        letter = replace(item.letter, pings=pings)
        anchor = item.anchor
        # the steps for anchors and deals, below, need the id at once
        is_stored_later = last and anchor is None and not item.triggers_deal
        head = anchor.short_head if anchor else ""
        try:
            post_or_edit = partial(
                self._posting.post_or_edit,
                ledger,
                item.kind,
                item.seq,
                item.place,
                pinged=item.pinged,
                last=is_stored_later,
                head=head,
            )
            try:
                message = await post_or_edit(letter)
            except TooLarge:
                message = await post_or_edit(table_pictures.in_words(letter, item.picture_kinds, item.language))
        except TooOften:
            if item.is_long_lived:
                progress.refusal = TryLater(f"the {item.kind} is too old for one more edit", OLD_EDITS_WAIT)
            else:
                log.info("message too old to edit", table=ledger.table.id, kind=item.kind)
        except (TryLater, Refused) as failure:
            if item.is_optional and isinstance(failure, Refused):
                log.info("optional message refused", table=ledger.table.id, kind=item.kind, reason=str(failure))
                return
            if not item.is_long_lived:
                raise
            progress.refusal = failure
        else:
            if anchor is not None and (post := ledger.find(item.kind, item.seq)):
                await self._service.tables.do(
                    ledger.table.id, NO_CAUSE, dealing.note_post, anchor.seq, post.channel, message
                )
            elif item.triggers_deal:
                await self._service.tables.do(ledger.table.id, NO_CAUSE, dealing.deal_unannounced)


async def _add_pictures(ledger: Ledger, item: PlanItem, table_pictures: TablePictures) -> PlanItem:
    """Return the item, with pictures if its message has to be sent or edited.

    A message whose text and controls are up to date is not edited, even if its picture would change.
    """
    if isinstance(item, FinishedMessage) or not item.picture_kinds:
        return item
    post = ledger.find(item.kind, item.seq) if isinstance(item, PlannedMessage) else None
    if post and is_current(post, item.letter):
        return item
    letter = await table_pictures.add_pictures(item.letter, item.picture_kinds, item.language)
    if isinstance(item, PlannedMessage) and item.anchor is not None:
        # a message that announces a deal keeps its text, which is the proof
        letter = replace(letter, text=item.letter.text)
    return replace(item, letter=letter)
