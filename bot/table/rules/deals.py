"""How deals are announced and made (docs/DEALS.md). Each function changes a draft.

A second call with the same arguments does nothing, so a call that was interrupted can simply be repeated.
"""

from __future__ import annotations

from dataclasses import replace

from bot.table.log.beacon import QUICKNET
from bot.table.log.draft import SECRET, Draft
from bot.table.log.events import SeatsDrawn
from bot.table.log.protocol import VERSION
from bot.table.log.seat_draw import reorder_by_draw
from bot.table.log.steps import Dealt, Gone, Kind, Opened, Posted, encode_notation
from engine.deal import root
from engine.game import DEALER


def open_(draft: Draft, *, beacon: bool) -> None:
    """Take the first step of a table.

    The step fixes the seeds of all deals. It also records whether the deals wait for the beacon, and in which channel
    they are announced.
    """
    table = draft.table
    content = Opened(
        VERSION,
        root=root(draft.repeated_source or table.id, 0, draft.seeds[SECRET]),
        beacon=beacon and not table.private,
        server=table.guild or 0,
        channel=table.channel,
        thread=table.thread or 0,
        like=draft.repeated_source,
    )
    draft.step(Kind.NEW, None, encode_notation(content))


def note_post(draft: Draft, seq: int, channel: int, message: int) -> None:
    """Note that a message shows the hash of step `seq`. If a deal is due and needs no beacon, make it now."""
    dealing = draft.table.standing.dealing
    anchor = next((anchor for anchor in dealing.anchors if anchor.seq == seq and anchor.message is None), None)
    if anchor is None:
        return
    draft.step(Kind.POSTED, None, encode_notation(Posted(seq, channel, message, anchor.short_head)), caused=False)
    standing = draft.table.standing
    if standing.due_deal is not None and not standing.beacon:
        deal(draft, standing.due_deal.deal, None)


def note_deletion(draft: Draft, message: int) -> None:
    """Note that the announcement of the due deal was deleted. Its id still decides the round of the beacon."""
    due = draft.table.standing.due_deal
    if due is not None and due.message == message and not due.gone:
        draft.step(Kind.GONE, None, encode_notation(Gone(message)), caused=False)


def deal(draft: Draft, number: int, signature: bytes | None) -> None:
    """Make deal `number`, counted from 1, if it is due.

    `signature` is the signature of the beacon's round, or None without the beacon. The caller has checked it.
    """
    due, lost = draft.table.standing.due_deal, draft.table.standing.halt.lost
    if lost is not None and lost.needs_search:  # this deal may have been made before the database was restored
        return
    if due is None or due.deal != number or draft.table.to_act != DEALER or not draft.table.is_running:
        return
    content = Dealt(number)
    if signature is not None and due.message is not None:
        content = Dealt(number, QUICKNET.round_of(due.message), signature.hex())
    draft.open_seed()
    draft.step(Kind.DEAL, None, encode_notation(content), caused=False)
    _apply_seat_draw(draft)
    draft.add_automatic_steps()


def deal_unannounced(draft: Draft) -> None:
    """If one person plays alone, make the due deal, without an announcement."""
    dealing = draft.table.standing.dealing
    if dealing.due is not None and not dealing.shared:
        deal(draft, dealing.due.deal, None)


def _apply_seat_draw(draft: Draft) -> None:
    """If the deal that was just made drew the seats, move the players and their clocks to their new seats."""
    orders = [event.order for event in draft.entries[-1].events if isinstance(event, SeatsDrawn)]
    for order in orders:
        table, times = draft.table, draft.table.timing.seats
        timing = table.timing.replace(seats=reorder_by_draw(times, order)) if times else table.timing
        draft.table = replace(table, seats=reorder_by_draw(table.seats, order), timing=timing)


def go_on_without_beacon(draft: Draft) -> None:
    """Go on without the beacon, as all agreed. The waiting deal is dropped, and the next deal becomes due."""
    if draft.table.standing.dealing.waits_for_beacon:
        draft.open_seed()
        draft.step(Kind.NOBEACON, None, caused=False)
