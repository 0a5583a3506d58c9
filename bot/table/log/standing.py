"""The standing of a table, and how steps beside the board change it.

The standing follows from the table's log. This module has only values. What people settle has a file for each subject
in `bot/table/log/settled`; this module puts them together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from bot.table.log.dealing import Dealing, DueDeal
from bot.table.log.events import CameBack, Claimed, Closed, Left, StoodIn, Took, TookOver
from bot.table.log.rows import StepRow
from bot.table.log.settled import away, halt
from bot.table.log.settled.away import Away
from bot.table.log.settled.gathering import Check, Gathering
from bot.table.log.settled.halt import Halt
from bot.table.log.settled.rematch import Rematch
from bot.table.log.settled.votes import CAME, Vote, Voted, Votes
from bot.table.log.steps import HINTS_OFF, HINTS_ON, RATED, UNRATED, Kind, Seated, Subject
from engine.game import Event, Seat


class Coming(NamedTuple):
    """A computer player's seat that a new player has asked for."""

    seat: Seat
    name: str
    """The name of the computer player."""
    agreed: bool = False


class Standing(NamedTuple):
    """The standing of a table according to its log.

    It has whose turn it is, and what the people of the table settled beside the board.
    """

    seq: int = 0
    """How many steps the log has."""
    position_seq: int = 0
    """The last step that changed the position; buttons carry it."""
    round: int = 0
    """How many deals there were."""
    scored: int = 0
    """How many rounds are over."""
    to_act: Seat | None = None
    moved_at: int = 0
    """When the position last changed, in UTC seconds."""
    undoable: Seat | None = None
    """The seat of the newest move, if no player acted since and the move revealed no tiles."""
    players: tuple[str | None, ...] = ()
    """For each seat: its computer player, or None if its person plays."""
    vacant: tuple[Seat, ...] = ()
    """Seats of people who left a running game.

    Any new person may take one, and a computer player plays it until then.
    """
    coming: tuple[Coming, ...] = ()
    """Computer players' seats that new players take between rounds, if all agree."""
    took: tuple[Seat, ...] = ()
    """Seats of a running game that a new player took, the newest last."""
    hints: bool | None = None
    """Whether the host allowed hints; None if the host did not choose."""
    unrated: bool = False
    """Whether the host said at the start that the game counts for no rating."""
    closed: str = ""
    """Why a running game was closed: the subject of a vote, or another word, such as if everybody left."""
    gathering: Gathering = Gathering()
    votes: Votes = Votes()
    halt: Halt = Halt()
    away: Away = ()
    rematch: Rematch = Rematch()
    dealing: Dealing = Dealing()

    @property
    def vote(self) -> Vote | None:
        """The newest vote."""
        return self.votes.newest

    @property
    def check(self) -> Check | None:
        """The open question, before the game begins, whether everybody is here."""
        return self.gathering.check

    @property
    def beacon(self) -> bool:
        """Whether future deals wait for the public beacon."""
        return self.dealing.beacon

    @property
    def due(self) -> DueDeal | None:
        """The deal that is due."""
        return self.dealing.due

    def mark_vote_done(self, subject: str) -> Standing:
        """Return the same after the subject of the open vote was done."""
        return self._replace(votes=self.votes.mark_vote_done(subject))


def apply_lobby_step(before: Standing, kind: Kind, row: StepRow) -> Standing:
    """Return the standing after a step before the game begins."""
    at = before._replace(gathering=before.gathering.after(kind, row))
    if kind is Kind.LEAVE and row.seat is not None:
        at = at._replace(away=away.drop_seat(at.away, row.seat))
    return apply_table_step(at, kind, row, begun=False)


def apply_table_step(at: Standing, kind: Kind, row: StepRow, *, begun: bool = True) -> Standing:
    """Return the standing after a step by which people settle something.

    Votes, and seats that change hands in a running game, are handled elsewhere.
    """
    seat = row.seat
    match kind:
        case Kind.JOIN | Kind.SEAT | Kind.LEAVE:
            players = _update_players(at.players, kind, row, most=len(at.players) - begun)
            return at._replace(players=players)
        case Kind.OPTION if row.notation in (RATED, UNRATED):
            return at._replace(unrated=row.notation == UNRATED)
        case Kind.OPTION if row.notation in (HINTS_ON, HINTS_OFF):
            return at._replace(hints=row.notation == HINTS_ON)
        case Kind.LOST | Kind.RESTORED:
            return at._replace(halt=at.halt.after(kind, row))
        case Kind.PAUSE:
            return at._replace(halt=at.halt.after(kind, row)).mark_vote_done(Subject.PAUSE)
        case Kind.NOBEACON:
            return at.mark_vote_done(Subject.BEACON)
        case Kind.CLOSE:
            coming = at.coming if row.notation else ()  # a game that nobody went on with ends without a word
            return at._replace(closed=row.notation, coming=coming).mark_vote_done(row.notation)
        case Kind.AWAY if seat is not None:
            return at._replace(away=away.after(at.away, seat, row))
        case Kind.REMATCH:
            return at._replace(rematch=at.rematch.after(row))
        case Kind.VOTE:
            raise ValueError("nobody said it")
    return at


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


def apply_vote_step(at: Standing, row: StepRow, said: Voted, moves: tuple[Event, ...]) -> Standing:
    """Return the standing after a player asked or answered; `moves` are what an undo would take back."""
    seat, coming = row.seat, tuple(each for each in at.coming if each.seat != row.seat)
    if said.subject != Subject.SEAT:
        return at._replace(votes=at.votes.after(row, said, moves))
    if seat is None or (not said.yes and coming == at.coming):
        raise ValueError("nobody asked for that seat")
    if not said.yes:
        return at._replace(coming=coming, votes=at.votes.withdraw_seat_request(seat))
    if seat in at.vacant or at.players[seat] is None or Coming(seat, said.name, agreed=True) in at.coming:
        raise ValueError("the seat is no computer player's to be taken")
    return at._replace(coming=(*coming, Coming(seat, said.name)), votes=at.votes.after(row, said, ()))


def update_newcomers(at: Standing, *, over: bool) -> Standing:
    """Return the standing with only the newcomers who can still get their seats.

    These are the newcomers to whom all people agreed, and the one who is being voted on, even if that vote is about to
    be asked again. A newcomer whom the people refused is dropped. Once the game is over, all newcomers are dropped.
    """
    people = {seat for seat, player in enumerate(at.players) if player is None}
    asked = at.votes.open_about(Subject.SEAT)
    if asked is not None and people <= set(asked.agreed):
        at = at.mark_vote_done(Subject.SEAT)
        agreed = (each._replace(agreed=each.agreed or each.seat == asked.asker) for each in at.coming)
        return at._replace(coming=() if over else tuple(agreed))
    vote = at.vote
    waits = vote is not None and vote.subject == Subject.SEAT and (vote.outcome is None or vote.void == CAME)
    asker = vote.asker if vote is not None and waits else None
    return at._replace(coming=tuple(each for each in at.coming if not over and (each.agreed or each.seat == asker)))


def hand_over_seat(at: Standing, kind: Kind, row: StepRow) -> tuple[Standing, Event]:
    """Return the standing and the public event after a seat of a running game was left or taken."""
    seat, vacant, players = row.seat, at.vacant, at.players
    comes = next((each for each in at.coming if each.seat == seat), None)
    waits = seat in vacant or comes is not None
    if seat is None or not 0 <= seat < len(players) or waits != (kind is Kind.JOIN):
        raise ValueError("the seat is not there to be left or taken")
    event: Event = Took(seat)
    if comes is not None:
        if not comes.agreed:
            raise ValueError("not everybody agreed to that")
        event = TookOver(seat, comes.name, players[seat] or "")
        at = at._replace(coming=tuple(each for each in at.coming if each is not comes))
    if kind is Kind.JOIN:
        player, vacant = None, tuple(other for other in vacant if other != seat)
        at = at._replace(took=(*(other for other in at.took if other != seat), seat))
    else:
        left = msgspec.json.decode(row.notation, type=Seated)
        player, vacant = left.player, (*vacant, seat)
        event = Left(seat) if left.by is None else Claimed(seat, left.by)
    players = (*players[:seat], player, *players[seat + 1 :])
    votes = at.votes.without(seat)
    votes = votes.void_for_newcomer() if kind is Kind.JOIN else votes
    at = at._replace(vacant=vacant, players=players, votes=votes)
    return at._replace(away=away.without(at.away, seat)), event


def apply_seat_draw(at: Standing, order: Sequence[Seat]) -> Standing:
    """Return the same after everybody moved to the seat that was drawn.

    For each seat, `order` has the seat that its player had before.
    """
    new = {old: seat for seat, old in enumerate(order)}
    return at._replace(
        players=tuple(at.players[old] for old in order),
        vacant=tuple(new[seat] for seat in at.vacant),
        took=tuple(new[seat] for seat in at.took),
        votes=at.votes.apply_seat_draw(new),
        away=away.apply_seat_draw(at.away, new),
    )


def _update_players(players: tuple[str | None, ...], kind: Kind, row: StepRow, *, most: Seat) -> tuple[str | None, ...]:
    """Return each seat's computer player (None: its person) after a step.

    `most` is the last seat that a computer player can get.
    """
    seat = row.seat
    match kind:
        case Kind.JOIN if seat == len(players):
            return (*players, None)
        case Kind.SEAT if seat is not None and 0 <= seat <= most:
            player = msgspec.json.decode(row.notation, type=Seated).player
            return (*players[:seat], player, *players[seat + 1 :])
        case Kind.LEAVE if seat is not None and 0 <= seat < len(players):
            return (*players[:seat], *players[seat + 1 :])
    raise ValueError("there is no such seat")
