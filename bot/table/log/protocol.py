"""The protocol of deals (docs/DEALS.md): which steps about deals a log may have.

Most functions return the state of the deals after a step. They raise Irregular if the protocol does not allow the step.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

import msgspec

from bot.table.log.beacon import QUICKNET, SIGNATURE_BYTES
from bot.table.log.dealing import Anchor, Dealing, DueDeal, MadeDeal
from bot.table.log.rows import StepRow
from bot.table.log.settled.moderation import Act, follows_act
from bot.table.log.steps import (
    ENDINGS,
    MODERATOR,
    Dealt,
    Due,
    Exact,
    Gone,
    Kind,
    Opened,
    Posted,
    Start,
    Subject,
    decode_exactly,
)
from engine.deal import SEED_BYTES, chain_of, ends_chain, hash_seed
from engine.game import DEALER, Seat

VERSION = 4
SALT_BYTES = 16
SEAT_CHANGES = frozenset({Kind.JOIN, Kind.LEAVE, Kind.SEAT})
"""The kinds of steps that change who plays."""
AFTER_END = frozenset({Kind.POSTED, Kind.REMATCH})
"""The only kinds of steps that may come after the end."""


class Irregular(ValueError):
    """A step that the protocol does not allow at its place; the text says what is wrong."""


class Place(NamedTuple):
    """The state of the game before a step."""

    begun: bool
    to_act: Seat | None
    agreed: str = ""
    """The subject of a vote in which all who are asked have agreed; empty if there is none."""

    @property
    def over(self) -> bool:
        return self.begun and self.to_act is None


def apply_step(before: Dealing, kind: Kind, row: StepRow, place: Place) -> Dealing:
    """Return the state of the deals after a step that makes no deal."""
    if kind is Kind.NEW:
        return _open_table(row)
    if not before.root:
        raise Irregular("comes before the table is opened")
    if before.end is not None and kind not in AFTER_END:
        raise Irregular("comes after the end")
    if before.closed and before.end is None and place.begun and kind is not Kind.END:
        raise Irregular("comes after the game was closed")
    act = before.act
    if act:
        before = replace(before, act="")  # this step has to carry the act out
        if not follows_act(act, kind, row, begun=place.begun):
            raise Irregular("is not what a moderator did in the step before")
    match kind:
        case Kind.DUE:
            return replace(before, due=_read_due(before, row, place), due_count=before.due_count + 1)
        case Kind.POSTED:
            return _note_post(before, row)
        case Kind.GONE:
            return replace(before, due=_note_deletion(before, row))
        case Kind.NOBEACON if before.waits_for_beacon and not before.closed and not row.notation:
            _require_vote(before, Subject.BEACON, place)
            return _go_on_without_beacon(before)
        case Kind.END if not row.notation and (place.over or (place.begun and before.closed)):
            return replace(before, due=None, end=Anchor(row.seq, row.hash))
        case Kind.NOBEACON | Kind.END:
            raise Irregular("is not possible there")
        case Kind.START if msgspec.json.decode(row.notation, type=Start).seats != before.seats:
            raise Irregular("begins with another number of seats than were taken")
        case Kind.MODERATION:
            return replace(before, act=row.notation)
        case Kind.PAUSE if not row.notation and act != Act.PAUSE:
            _require_vote(before, Subject.PAUSE, place)
        case Kind.CLOSE:
            if row.notation == MODERATOR and not act:
                raise Irregular("closes the game in the name of a moderator, and none did that")
            if row.notation in (*ENDINGS, Subject.GIVE_UP):
                _require_vote(before, row.notation, place)
            return replace(before, closed=True)
    return _change_seat(before, kind, row, begun=place.begun) if kind in SEAT_CHANGES else before


def read_deal(before: Dealing, row: StepRow) -> MadeDeal:
    """Return the deal that a step makes. Raises Irregular if the deal is not allowed."""
    content = _read_notation(row, Dealt)
    due = before.due
    if due is None or due.deal != content.deal or before.closed:
        raise Irregular(f"makes deal {content.deal}, which is not due")
    if due.message is None and before.shared:
        raise Irregular(f"makes deal {content.deal}, whose announcement does not stand yet")
    waits = before.beacon and due.message is not None
    # with the beacon, a deal has a round and its signature; without it, neither
    if (bool(content.signature), bool(content.round)) != (waits, waits):
        raise Irregular(f"makes deal {content.deal} {'without' if waits else 'with'} the beacon")
    if due.message is not None and waits and content.round != QUICKNET.round_of(due.message):
        raise Irregular(f"makes deal {content.deal} with another round of the beacon than its announcement names")
    if content.signature and not _is_hex(content.signature, SIGNATURE_BYTES):
        raise Irregular(f"makes deal {content.deal} with a signature that is none")
    return MadeDeal(content.deal, due, content.round, content.signature)


def _require_vote(before: Dealing, subject: str, place: Place) -> None:
    """Raise Irregular unless all have agreed to a subject. A person who plays alone needs no vote."""
    if before.shared and place.agreed != subject:
        raise Irregular("does what not all who were there agreed to")


def _go_on_without_beacon(before: Dealing) -> Dealing:
    """Return the state of the deals once they go on without the beacon.

    The deal that waited for the beacon is never made. Without the beacon it would follow from its seed alone, which the
    operator has known all along.
    """
    assert before.due is not None
    root = before.due.root or before.root
    return replace(before, beacon=False, root=root, set_aside=before.due.deal, due=None)


def apply_deal(before: Dealing, deal: MadeDeal) -> Dealing:
    """Return the state of the deals after a deal."""
    return replace(before, due=None, root=deal.due.root or before.root)


def require_fixed_seed(before: Dealing, deal: int, seeds: Mapping[int, bytes]) -> None:
    """Raise Irregular if a deal's seed was not fixed before.

    A seed is fixed by the previous seed, and the first seed of a chain by the chain's root. If the previous deal was
    set aside, its seed was not checked yet, so it is checked too.
    """
    was_previous_set_aside = deal > 1 and before.set_aside == deal - 1
    for number in (deal, deal - 1) if was_previous_set_aside else (deal,):
        seed, previous = seeds.get(number, b""), seeds.get(number - 1, b"")
        begins_chain = number == 1 or chain_of(number) != chain_of(number - 1)
        fixed_by = before.root if begins_chain else previous.hex()
        if len(seed) != SEED_BYTES or hash_seed(before.source, number, seed) != fixed_by:
            raise Irregular(f"makes deal {deal} from a seed that was not fixed before")


def _open_table(row: StepRow) -> Dealing:
    content = _read_notation(row, Opened)
    if row.seq != 1 or content.deals != VERSION or not _is_hex(content.root, SEED_BYTES):
        raise Irregular("opens no table of this protocol")
    if content.like and (content.beacon or content.channel or content.server):
        raise Irregular("repeats the deals of another table, which only a practice game may")
    source = content.like or row.table
    return Dealing(content.root, source, beacon=content.beacon, opened_with_beacon=content.beacon)


def _read_due(before: Dealing, row: StepRow, place: Place) -> DueDeal:
    content = _read_notation(row, Due)
    if before.due is not None or before.closed or place.to_act != DEALER or content.deal != before.due_count + 1:
        raise Irregular(f"says that deal {content.deal} is due, which it is not")
    has_right_root = _is_hex(content.root, SEED_BYTES) if ends_chain(content.deal) else not content.root
    if not has_right_root or not _is_hex(content.salt, SALT_BYTES):
        raise Irregular(f"says that deal {content.deal} is due, with another salt or root than belongs there")
    return DueDeal(row.seq, row.hash, deal=content.deal, root=content.root)


def _note_post(before: Dealing, row: StepRow) -> Dealing:
    content = _read_notation(row, Posted)
    anchor = next((anchor for anchor in before.anchors if anchor.seq == content.seq), None)
    if anchor is None or anchor.message is not None or not before.shared:
        raise Irregular(f"names a message about step {content.seq}, which none belongs to")
    if content.head != anchor.short_head:
        raise Irregular(f"names a message that shows another head than that of step {content.seq}")
    if content.message <= before.newest:
        raise Irregular("names a message that is older than the one before")
    before = replace(before, newest=content.message)
    posted = anchor.with_post(content.channel, content.message, row.at)
    return replace(before, due=posted) if isinstance(posted, DueDeal) else replace(before, end=posted)


def _note_deletion(before: Dealing, row: StepRow) -> DueDeal:
    due = before.due
    if due is None or due.message is None or due.gone or _read_notation(row, Gone).message != due.message:
        raise Irregular("names an announcement that no deal waits for")
    return replace(due, gone=True)


def _change_seat(before: Dealing, kind: Kind, row: StepRow, *, begun: bool) -> Dealing:
    """Return the state of the deals after a seat changed hands."""
    seat, seated = row.seat, before.seated
    if seat == len(seated) and not begun and kind in (Kind.JOIN, Kind.SEAT):
        seated = (*seated, kind is Kind.JOIN)
    elif seat is None or not 0 <= seat < len(seated):
        raise Irregular("names a seat that is not there")
    elif kind is Kind.LEAVE and not begun:
        seated = (*seated[:seat], *seated[seat + 1 :])
    has_several_people = sum(seated) > 1
    # once the game has begun, deals stay announced even if only one person is left
    shared = (before.shared or kind is Kind.JOIN) if begun else has_several_people
    return replace(before, seated=seated, shared=shared)


def _read_notation(row: StepRow, type: type[Exact]) -> Exact:
    try:
        return decode_exactly(row.notation, type)
    except ValueError:
        raise Irregular("has a notation that cannot be read") from None


def _is_hex(text: str, size: int) -> bool:
    return re.fullmatch(rf"[0-9a-f]{{{2 * size}}}", text) is not None
