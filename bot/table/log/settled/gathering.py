"""The players before the game begins: who is here, and which seats they asked for.

It also says whom the host took out, and for whom a seat is kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import msgspec

from bot.table.log.rows import StepRow
from bot.table.log.steps import Exchanged, Joined, Kind, Seated
from engine.game import Seat

MOVED = 0
"""The value in `Gathering.here` of a player whom the host has moved. They have to say again that they are here."""


class Checked(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The notation of a check, as JSON.

    A player who did something at `since` or later need not answer. The others can answer until `until`. If a player
    other than the host caused the check, `host` is the host's seat, and the host must answer in any case.
    """

    since: int
    until: int
    host: Seat | None = None


class KeptUntil(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The notation of a step that keeps a seat, as JSON: until when, in UTC seconds.

    It doesn't name the user: users can be deleted, but what the hash covers can't be changed later.
    """

    until: int


class ReservedSeat(NamedTuple):
    """A seat that is kept for a user who was challenged, until a time in UTC seconds. Any free seat will do."""

    user: int
    until: int


class DeclinedInvitation(NamedTuple):
    """The answer of a user who was challenged and can't play now."""

    user: int
    seq: int
    """The step of the answer."""


@dataclass(frozen=True, slots=True)
class Check:
    """The question whether everybody is here, before the game begins.

    Step `seq` asks it. Players who did something at `since` or later need not answer. The others can answer until
    `until` (UTC seconds).
    """

    seq: int
    since: int
    until: int


def find_places(wishes: Sequence[Seat | None]) -> Sequence[Seat]:
    """Return where each player sits: on the seat that they asked for, or else on the next free seat."""
    free_places = (place for place in count() if place not in wishes)
    return [next(free_places) if wish is None else wish for wish in wishes]


class Gathering(NamedTuple):
    """A table before its game begins."""

    here: tuple[int, ...] = ()
    """When each seat's player last did something, in UTC seconds; 0 if they have to say that they are here."""
    wishes: tuple[Seat | None, ...] = ()
    """The seat that each player asked for, or None."""
    removed: tuple[int, ...] = ()
    """Users whom the host took out."""
    check: Check | None = None
    kept: ReservedSeat | None = None
    declined: DeclinedInvitation | None = None

    def apply_step(self, kind: Kind, row: StepRow) -> Gathering:
        """Return the state after a step.

        If a player leaves, the check ends. Players who need not answer it need not answer the next check either.
        """
        if kind is Kind.LEAVE and row.seat is not None:
            return self._drop_seat(row.seat, row)
        if kind is Kind.EXCHANGE:
            return self._exchange_seats(row)
        if kind in (Kind.KEEP, Kind.RELEASE, Kind.CLOSE):
            return self._keep_or_release(kind, row)
        gathering = self
        # the step of a player who sits here already: a new player takes the seat after all others
        if row.seat is not None and row.seat < len(self.here):
            if kind is not Kind.AWAY:  # a player who goes away isn't here
                gathering = self._note_action(row.seat, row.at)
        elif kind in (Kind.JOIN, Kind.SEAT):
            gathering = self._add_player(kind, row)
        return gathering._update_check(row) if kind is Kind.CHECK else gathering

    def _note_action(self, seat: Seat, at: int) -> Gathering:
        """Return the state after the player of a seat did something."""
        return self._replace(here=(*self.here[:seat], at, *self.here[seat + 1 :]))

    def _add_player(self, kind: Kind, row: StepRow) -> Gathering:
        """Return the state after a person or a computer player took the next seat."""
        wish = msgspec.json.decode(row.notation, type=Joined).seat if kind is Kind.JOIN and row.notation else None
        takes_kept_seat = kind is Kind.JOIN and self.kept is not None and row.user == self.kept.user
        gathering = self._replace(
            here=(*self.here, row.at), wishes=(*self.wishes, wish), kept=None if takes_kept_seat else self.kept
        )
        host = _read_seated(row).by if kind is Kind.SEAT else None
        return gathering if host is None else gathering._note_action(host, row.at)

    def _update_check(self, row: StepRow) -> Gathering:
        """Return the state after a step of kind CHECK: a question, more time for it, an answer, or the end."""
        if not row.notation:
            is_answer = row.seat is not None
            return self if is_answer else self._replace(check=None)
        checked = msgspec.json.decode(row.notation, type=Checked)
        check = Check(self.check.seq if self.check else row.seq, checked.since, checked.until)
        gathering = self if checked.host is None else self._note_action(checked.host, 0)  # 0: the host has to answer
        return gathering._replace(check=check)

    def _keep_or_release(self, kind: Kind, row: StepRow) -> Gathering:
        """Return the state after a step that keeps a seat for a user, or releases it.

        A closed table keeps no seat. No seat is kept for a deleted user. A step without a user changes the time until
        which the seat is kept.
        """
        if kind is Kind.CLOSE:
            return self._replace(kept=None)
        if kind is Kind.RELEASE:
            declined = None if row.user is None else DeclinedInvitation(row.user, row.seq)
            return self._replace(kept=None, declined=declined)
        user = row.user or (self.kept.user if self.kept else None)
        until = msgspec.json.decode(row.notation, type=KeptUntil).until
        return self._replace(kept=None if user is None else ReservedSeat(user, until))

    def _drop_seat(self, seat: Seat, row: StepRow) -> Gathering:
        """Return the state after a player left a seat, so that the players in later seats moved up by one."""
        since = self.check.since if self.check else None
        # players who need not answer this check any more get the time of this step, so they needn't answer the next one
        here = [row.at if since is not None and at >= since else at for at in self.here]
        host = _read_seated(row).by if row.notation else None  # only a removal by the host has a notation
        if host is not None:
            here[host] = row.at
        removed = self.removed if host is None or row.user is None else (*self.removed, row.user)
        del here[seat]
        wishes = (*self.wishes[:seat], *self.wishes[seat + 1 :])
        return self._replace(here=tuple(here), wishes=wishes, removed=removed, check=None)

    def _exchange_seats(self, row: StepRow) -> Gathering:
        """Return the state after the host let two players change places.

        Both must say again that they are here, except the host. Raises ValueError if there are no such players.
        """
        first, second = msgspec.json.decode(row.notation, type=Exchanged).seats
        places, here, wishes = find_places(self.wishes), list(self.here), list(self.wishes)
        if row.seat is None or not 0 <= first < second < len(places) or row.seat >= len(places):
            raise ValueError("there are no such seats to exchange")
        wishes[first], wishes[second] = places[second], places[first]
        here[first] = here[second] = MOVED
        here[row.seat] = row.at
        return self._replace(here=tuple(here), wishes=tuple(wishes))

    def begin_game(self) -> Gathering:
        """Return the state once the game has begun. Only the users whom the host took out still matter."""
        return Gathering(removed=self.removed)


def _read_seated(row: StepRow) -> Seated:
    return msgspec.json.decode(row.notation, type=Seated)
