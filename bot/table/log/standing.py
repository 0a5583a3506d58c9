"""The standing of a table by its log, and how steps beside the board change it.

Each subject that people agree on has its own file in `bot/table/log/settled`. This module puts them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot.table.log.dealing import Dealing, DueDeal
from bot.table.log.events import CameBack, Claimed, Closed, Left, StoodIn, Took, TookOver
from bot.table.log.rows import StepRow
from bot.table.log.settled import away, halt, moderation
from bot.table.log.settled.admission import Admission, is_about_admission
from bot.table.log.settled.away import Absences
from bot.table.log.settled.gathering import Check, Gathering
from bot.table.log.settled.halt import Halt
from bot.table.log.settled.moderation import Moderated
from bot.table.log.settled.rematch import Rematch
from bot.table.log.settled.votes import CAME, Vote, Voted, Votes
from bot.table.log.steps import HINTS_OFF, HINTS_ON, RATED, UNRATED, Kind, Seated, Subject
from engine.game import Event, Seat


class SeatRequest(NamedTuple):
    """A computer player's seat that a new player has asked for and does not have yet."""

    seat: Seat
    name: str
    """The name of the computer player."""
    agreed: bool = False
    """Whether all have agreed, so that the new player gets the seat at the end of the round."""


class Standing(NamedTuple):
    """The standing of a table according to its log: whose turn it is, and what people agreed on beside the board."""

    seq: int = 0
    """How many steps the log has."""
    position_seq: int = 0
    """The last step that changed the position. The ids of buttons contain it, so that older buttons are noticed."""
    round: int = 0
    """How many deals there were."""
    scored: int = 0
    """How many rounds are over."""
    to_act: Seat | None = None
    moved_at: int = 0
    """When the position last changed, in UTC seconds."""
    undoable: Seat | None = None
    """The seat of the newest move, if the move can be taken back and nobody has acted since."""
    players: tuple[str | None, ...] = ()
    """For each seat, the strength of the computer player that plays it, or None if its person does."""
    owned: tuple[bool, ...] = ()
    """For each seat, whether it belongs to a person, who may be away while a computer player plays."""
    vacant: tuple[Seat, ...] = ()
    """Seats of people who left a running game. A computer player plays each until a new person takes it."""
    seat_requests: tuple[SeatRequest, ...] = ()
    """Computer players' seats that new players have asked for. Between rounds, they get the seats if all agree."""
    newcomer_seats: tuple[Seat, ...] = ()
    """Seats of a running game that were taken by new players, the newest last."""
    hints: bool | None = None
    """Whether the host allowed hints; None if the host did not choose."""
    unrated: bool = False
    """Whether the host said at the start that the game counts for no rating."""
    closed: str = ""
    """Why a running game was closed, as in `events.Closed.why`; empty if it was not."""
    admission: Admission = Admission()
    gathering: Gathering = Gathering()
    votes: Votes = Votes()
    halt: Halt = Halt()
    away: Absences = ()
    rematch: Rematch = Rematch()
    dealing: Dealing = Dealing()
    moderated: tuple[Moderated, ...] = ()
    """What moderators of the server did."""

    @property
    def needs_moderator(self) -> bool:
        """Whether a moderator paused the game, so that only a moderator can resume it."""
        return self.halt.paused and moderation.is_pause(self.moderated)

    @property
    def vote(self) -> Vote | None:
        """The newest vote."""
        return self.votes.newest

    @property
    def check(self) -> Check | None:
        """The open question whether everybody is here, asked before the game begins."""
        return self.gathering.check

    @property
    def beacon(self) -> bool:
        """Whether future deals wait for the public beacon."""
        return self.dealing.beacon

    @property
    def due_deal(self) -> DueDeal | None:
        """The deal that is due."""
        return self.dealing.due

    def mark_vote_done(self, subject: str) -> Standing:
        """Return the standing after the subject of the open vote was carried out."""
        return self._replace(votes=self.votes.mark_vote_done(subject))


def apply_lobby_step(before: Standing, kind: Kind, row: StepRow) -> Standing:
    """Return the standing after a step before the game begins."""
    standing = before._replace(gathering=before.gathering.apply_step(kind, row))
    if kind is Kind.LEAVE and row.seat is not None:
        standing = standing._replace(away=away.drop_seat(standing.away, row.seat))
    return apply_table_step(standing, kind, row, begun=False)


def apply_table_step(standing: Standing, kind: Kind, row: StepRow, *, begun: bool = True) -> Standing:
    """Return the standing after a step beside the board, except votes and seats that change hands in a running game."""
    seat = row.seat
    match kind:
        case Kind.JOIN | Kind.SEAT | Kind.LEAVE:
            # before the game, a computer player can also get a new seat
            highest = len(standing.players) - 1 if begun else len(standing.players)
            players = _update_players(standing.players, kind, row, highest=highest)
            return standing._replace(players=players, owned=_update_owned(standing.owned, kind, row))
        case Kind.OPTION if row.notation in (RATED, UNRATED):
            return standing._replace(unrated=row.notation == UNRATED)
        case Kind.OPTION if row.notation in (HINTS_ON, HINTS_OFF):
            return standing._replace(hints=row.notation == HINTS_ON)
        case Kind.OPTION if is_about_admission(row):
            return standing._replace(admission=standing.admission.apply_step(row))
        case Kind.LOST | Kind.RESTORED:
            return standing._replace(halt=standing.halt.apply_step(kind, row))
        case Kind.PAUSE:
            return standing._replace(halt=standing.halt.apply_step(kind, row)).mark_vote_done(Subject.PAUSE)
        case Kind.NOBEACON:
            return standing.mark_vote_done(Subject.BEACON)
        case Kind.CLOSE:
            # if nobody has acted for too long, the reason is empty, so `update_newcomers` can't see that the game ends
            requests = standing.seat_requests if row.notation else ()
            return standing._replace(closed=row.notation, seat_requests=requests).mark_vote_done(row.notation)
        case Kind.AWAY if seat is not None:
            return standing._replace(away=away.apply_step(standing.away, seat, row))
        case Kind.REMATCH:
            return standing._replace(rematch=standing.rematch.apply_step(row, len(standing.players)))
        case Kind.MODERATION:
            return standing._replace(moderated=(*standing.moderated, moderation.read_act(row)))
        case Kind.VOTE:  # votes of a running game have `apply_vote_step`, and before the game there are none
            raise ValueError("nobody said it")
    return standing


def public_events(kind: Kind, row: StepRow) -> tuple[Event, ...]:
    """Return the events that everybody sees of a step beside the board of a running game."""
    seat = row.seat
    match kind:
        case Kind.PAUSE | Kind.LOST | Kind.RESTORED:
            return halt.public_events(kind, row)
        case Kind.AWAY if seat is not None:
            return (away.public_event(seat, row),)
        case Kind.CLOSE:
            return (Closed(row.notation),)
        case Kind.SEAT if seat is not None:
            player = msgspec.json.decode(row.notation, type=Seated).player
            return (CameBack(seat) if player is None else StoodIn(seat),)
    return ()


def apply_vote_step(standing: Standing, row: StepRow, voted: Voted, moves: tuple[Event, ...]) -> Standing:
    """Return the standing after a question or an answer; `moves` are the events that an undo would take back."""
    if voted.subject != Subject.SEAT:
        return standing._replace(votes=standing.votes.apply_step(row, voted, moves))
    seat = row.seat
    other_requests = tuple(request for request in standing.seat_requests if request.seat != seat)
    has_asked = other_requests != standing.seat_requests
    if seat is None or (not voted.yes and not has_asked):
        raise ValueError("nobody asked for that seat")
    if not voted.yes:
        return standing._replace(seat_requests=other_requests, votes=standing.votes.withdraw_seat_request(seat))
    if (
        seat in standing.vacant
        or standing.players[seat] is None
        or SeatRequest(seat, voted.name, agreed=True) in standing.seat_requests
    ):
        raise ValueError("the seat is no computer player's to be taken")
    return standing._replace(
        seat_requests=(*other_requests, SeatRequest(seat, voted.name)),
        votes=standing.votes.apply_step(row, voted, ()),
    )


def update_newcomers(standing: Standing, *, over: bool) -> Standing:
    """Return the standing with only those newcomers who can still get their seats.

    A newcomer keeps the request if all people have agreed to it, or if the open vote is about it. A vote that is void
    because another player came is about to be repeated, so it counts as open. A refused newcomer is dropped. Once the
    game is over, all newcomers are dropped.
    """
    people = {seat for seat, player in enumerate(standing.players) if player is None}
    open_vote = standing.votes.open_about(Subject.SEAT)
    if open_vote is not None and people <= set(open_vote.agreed):
        standing = standing.mark_vote_done(Subject.SEAT)
        requests = tuple(
            request._replace(agreed=request.agreed or request.seat == open_vote.asker)
            for request in standing.seat_requests
        )
        return standing._replace(seat_requests=() if over else requests)
    vote = standing.vote
    is_pending = vote is not None and vote.subject == Subject.SEAT and (vote.outcome is None or vote.void == CAME)
    asker = vote.asker if vote is not None and is_pending else None
    requests = tuple(request for request in standing.seat_requests if request.agreed or request.seat == asker)
    return standing._replace(seat_requests=() if over else requests)


def hand_over_seat(standing: Standing, kind: Kind, row: StepRow) -> tuple[Standing, Event]:
    """Return the standing and the public event after a seat of a running game was left or taken."""
    seat, vacant, players = row.seat, standing.vacant, standing.players
    request = next((request for request in standing.seat_requests if request.seat == seat), None)
    can_be_taken = seat in vacant or request is not None  # all other seats can be left
    if seat is None or not 0 <= seat < len(players) or can_be_taken != (kind is Kind.JOIN):
        raise ValueError("the seat is not there to be left or taken")
    event: Event = Took(seat)
    if request is not None:
        if not request.agreed:
            raise ValueError("not everybody agreed to that")
        event = TookOver(seat, request.name, players[seat] or "")
        other_requests = tuple(other for other in standing.seat_requests if other is not request)
        standing = standing._replace(seat_requests=other_requests)
    if kind is Kind.JOIN:
        player = None
        vacant = tuple(other for other in vacant if other != seat)
        earlier_seats = (other for other in standing.newcomer_seats if other != seat)
        standing = standing._replace(newcomer_seats=(*earlier_seats, seat))
    else:
        seated = msgspec.json.decode(row.notation, type=Seated)
        player = seated.player
        vacant = (*vacant, seat)
        event = Left(seat) if seated.by is None else Claimed(seat, seated.by)
    players = (*players[:seat], player, *players[seat + 1 :])
    owned = (*standing.owned[:seat], kind is Kind.JOIN, *standing.owned[seat + 1 :])
    votes = standing.votes.drop_seat(seat)
    votes = votes.void_for_newcomer() if kind is Kind.JOIN else votes
    standing = standing._replace(vacant=vacant, players=players, owned=owned, votes=votes)
    return standing._replace(away=away.drop_absence(standing.away, seat)), event


def apply_seat_draw(standing: Standing, order: Sequence[Seat]) -> Standing:
    """Return the standing after the draw of seats; `order` has the old seat of each new seat's player."""
    new_seats = {old: seat for seat, old in enumerate(order)}
    return standing._replace(
        players=tuple(standing.players[old] for old in order),
        owned=tuple(standing.owned[old] for old in order),
        vacant=tuple(new_seats[seat] for seat in standing.vacant),
        newcomer_seats=tuple(new_seats[seat] for seat in standing.newcomer_seats),
        votes=standing.votes.apply_seat_draw(new_seats),
        away=away.apply_seat_draw(standing.away, new_seats),
    )


def _update_players(
    players: tuple[str | None, ...], kind: Kind, row: StepRow, *, highest: Seat
) -> tuple[str | None, ...]:
    """Return `players` after a step; `highest` is the highest seat that a computer player can get."""
    seat = row.seat
    match kind:
        case Kind.JOIN if seat == len(players):
            return (*players, None)
        case Kind.SEAT if seat is not None and 0 <= seat <= highest:
            player = msgspec.json.decode(row.notation, type=Seated).player
            return (*players[:seat], player, *players[seat + 1 :])
        case Kind.LEAVE if seat is not None and 0 <= seat < len(players):
            return (*players[:seat], *players[seat + 1 :])
    raise ValueError("there is no such seat")


def _update_owned(owned: tuple[bool, ...], kind: Kind, row: StepRow) -> tuple[bool, ...]:
    """Return `owned` after a step beside the board. In a running game, no such step gives a person a seat."""
    seat = row.seat
    if seat == len(owned):
        return (*owned, kind is Kind.JOIN)
    if kind is Kind.LEAVE and seat is not None:
        return (*owned[:seat], *owned[seat + 1 :])
    return owned
