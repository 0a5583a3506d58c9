"""Carries out the plan for a table's messages, one after another.

Only this module handles Discord's refusals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import structlog

from bot.channel.ledger import Ledger
from bot.channel.plan import Past, PlannedMessage, Private, Step
from bot.channel.port import MessageGone, Postman, PrivateClosed, Refused, TooLarge, TooOften, TryLater
from bot.channel.posting import Posting, says
from bot.channel.table_pictures import TablePictures
from bot.service import Service
from bot.table.log.model import NO_CAUSE, User
from bot.table.posts import PostKind
from bot.table.rules import deals as dealing

OLD_EDITS_WAIT = 300.0
"""Seconds until the next attempt to edit messages that Discord finds too old for one more edit."""

log = structlog.get_logger()


@dataclass
class Progress:
    """The results of the steps so far."""

    reached: set[User] = field(default_factory=set)
    """Users who got a private message; no other message pings them."""
    too_often: bool = False
    """Whether Discord refuses edits of older messages for now.

    Past messages are then edited later.
    """
    held: TryLater | Refused | None = None
    """A refusal of a message that lives for hours; raised after all other steps."""


class Applier:
    """Carries out a plan. A message that is up to date is not sent or edited again."""

    def __init__(self, service: Service, postman: Postman, posting: Posting) -> None:
        self._service = service
        self._postman = postman
        self._posting = posting

    async def apply(self, ledger: Ledger, steps: Sequence[Step], table_pictures: TablePictures) -> float | None:
        """Bring the messages in line with the plan.

        Return the seconds until the next attempt if messages were left as they are, or None. Raises Refused, TryLater
        and, before anything is sent, Outdated.
        """
        ready = [await _add_pictures(ledger, step, table_pictures) for step in steps]
        progress = Progress()
        for number, step in enumerate(ready, 1):
            match step:
                case Past():
                    await self._end(ledger, step, progress)
                case Private():
                    await self._bring(ledger, step, progress)
                case PlannedMessage():
                    await self._put(ledger, step, progress, table_pictures, last=number == len(ready))
        if progress.held:
            raise progress.held
        return OLD_EDITS_WAIT if progress.too_often or table_pictures.failed else None

    async def _end(self, ledger: Ledger, step: Past, progress: Progress) -> None:
        """Edit a past message to its last text, unless it was deleted."""
        if progress.too_often:
            return
        try:
            await self._posting.edit(ledger, step.post, step.letter)
        except TooOften:
            progress.too_often = True
            return
        except MessageGone:
            pass
        except Refused:
            if step.post.kind is not PostKind.HAND:
                raise
        if step.lasting:
            ledger.mark_collapsed(step.post)

    async def _bring(self, ledger: Ledger, step: Private, progress: Progress) -> None:
        """Send or edit a hand as a private message.

        If the user's private messages are closed, the mention in the turn message calls the player instead.
        """
        try:
            if step.shown:
                await self._posting.edit(ledger, step.shown, step.letter, anyway=True)
            else:
                place = await self._postman.open_private_channel(step.user)
                await self._posting.put(ledger, PostKind.HAND, step.seq, place, step.letter, pinged=step.seat)
        except (PrivateClosed, Refused):
            await self._service.preferences.note_closed_messages(step.user)
        except (MessageGone, TooOften):
            pass
        except TryLater as later:
            progress.held = later  # until then, the mention in the turn message calls the player
        except Exception:  # one user's failed private message must not stop the others
            log.exception("private message not sent", table=ledger.table.id)
        else:
            progress.reached.add(step.user)

    async def _put(
        self, ledger: Ledger, step: PlannedMessage, progress: Progress, table_pictures: TablePictures, *, last: bool
    ) -> None:
        """Post or edit a message."""
        pings = tuple(user for user in step.letter.pings if user not in progress.reached)
        letter, anchor = replace(step.letter, pings=pings), step.anchor
        last = last and anchor is None and not step.deals
        head = anchor.short if anchor else ""
        try:
            put = partial(
                self._posting.put, ledger, step.kind, step.seq, step.place, pinged=step.pinged, last=last, head=head
            )
            try:
                message = await put(letter)
            except TooLarge:
                message = await put(table_pictures.in_words(letter, step.sketches))
        except TooOften:
            if step.lives:
                progress.held = TryLater(f"the {step.kind} is too old for one more edit", OLD_EDITS_WAIT)
            else:
                log.info("a message stays as it is", table=ledger.table.id, kind=step.kind)
        except (TryLater, Refused) as no:
            if step.spare and isinstance(no, Refused):
                log.info("a result is not told", table=ledger.table.id, reason=str(no))
                return
            if not step.lives:
                raise
            progress.held = no
        else:
            if anchor is not None and (post := ledger.find(step.kind, step.seq)):
                await self._service.tables.do(
                    ledger.table.id, NO_CAUSE, dealing.note_post, anchor.seq, post.channel, message
                )
            elif step.deals:
                await self._service.tables.do(ledger.table.id, NO_CAUSE, dealing.deal_alone)


async def _add_pictures(ledger: Ledger, step: Step, table_pictures: TablePictures) -> Step:
    """Return the step, with pictures if its message is to be sent or edited.

    Only the text and the controls decide whether it is.
    """
    post = ledger.find(step.kind, step.seq) if isinstance(step, PlannedMessage) else None
    if isinstance(step, Past) or not step.sketches or (post and says(post, step.letter)):
        return step
    letter = await table_pictures.add_pictures(step.letter, step.sketches)
    if isinstance(step, PlannedMessage) and step.anchor is not None:
        letter = replace(letter, text=step.letter.text)  # a message that binds a deal keeps its text
    return replace(step, letter=letter)
