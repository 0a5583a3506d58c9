"""What the people of a table have settled after a step beside the board: votes, seats, and who is here. Values only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import msgspec

from bot.table.clock.holiday import Absent
from bot.table.events import Claimed, Left, Took
from bot.table.loss import Loss
from bot.table.model import ASKER_LEFT, Check, Next, Peek, RefusedVote, Standing, Vote
from bot.table.rows import StepRow
from bot.table.steps import BACK, OVER, UNRATED, Checked, Joined, Kind, Missed, Restored, Seated, Subject, Voted
from engine.game import Event, Seat

REFUSED_SECONDS = 24 * 3600
"""How long a question that was refused is the same question when it is asked again."""


def refused_before(standing: Standing, subject: str, to: int, now: int) -> bool:
    """Return whether the same was asked lately and not everybody agreed."""
    return any((row.subject, row.to) == (subject, to) and now < row.at + REFUSED_SECONDS for row in standing.refused)


def gathered(standing: Standing, kind: Kind, row: StepRow) -> Standing:
    """Return when each player was here last, before the game begins. A leave ends a check; those who were here still
    are."""
    here, seat, check = list(standing.here), row.seat, standing.check
    if kind is Kind.LEAVE and seat is not None:
        here = [row.at if check and at >= check.since else at for at in here]
        by = msgspec.json.decode(row.notation, type=Seated).by if row.notation else None
        if by is not None:
            here[by] = row.at
        removed = standing.removed if by is None or row.user is None else (*standing.removed, row.user)
        wishes = (*standing.wishes[:seat], *standing.wishes[seat + 1 :])
        here = [*here[:seat], *here[seat + 1 :]]
        standing = standing._replace(holidays=_moved_up(standing.holidays, seat))
        return standing._replace(here=tuple(here), wishes=wishes, check=None, removed=removed)
    if seat is not None and seat < len(here):
        here[seat] = here[seat] if kind is Kind.HOLIDAY else row.at
    elif kind in (Kind.JOIN, Kind.SEAT):
        here.append(row.at)
        if kind is Kind.SEAT and (by := msgspec.json.decode(row.notation, type=Seated).by) is not None:
            here[by] = row.at
        wish = msgspec.json.decode(row.notation, type=Joined).seat if kind is Kind.JOIN and row.notation else None
        standing = standing._replace(wishes=(*standing.wishes, wish))
    if kind is Kind.CHECK:
        asked = msgspec.json.decode(row.notation, type=Checked) if row.notation else None
        if asked is not None and asked.host is not None:
            here[asked.host] = 0
        check = Check(check.seq if check else row.seq, asked.since, asked.until) if asked else None
    return standing._replace(here=tuple(here), check=check)


def settled(standing: Standing, kind: Kind, row: StepRow, *, begun: bool) -> Standing:
    """Return what the people of the table have settled after a step, but for votes and seats that change hands."""
    seat, vote = row.seat, standing.vote
    match kind:
        case Kind.JOIN | Kind.SEAT | Kind.LEAVE:
            players = _seated(standing.players, kind, row, most=len(standing.players) - begun)
            return standing._replace(players=players, unrated=standing.unrated and (begun or kind is not Kind.LEAVE))
        case Kind.OPTION if row.notation == UNRATED:
            return standing._replace(unrated=True)
        case Kind.CHECK if not row.notation:  # the game does not begin: the next start says it anew
            return standing._replace(unrated=False)
        case Kind.END:
            return standing._replace(coming=())
        case Kind.HINTS:
            return standing._replace(hints=row.notation == "on")
        case Kind.SILENCE if vote is not None and vote.outcome is None:
            return standing._replace(vote=_agreed_by_silence(standing.players, vote))
        case Kind.LOST:
            missed = msgspec.json.decode(row.notation, type=Missed)
            return standing._replace(paused=True, lost=Loss(row.seq - 1, missed.later, missed.until, at=row.at))
        case Kind.RESTORED:
            return _restored(standing, row)
        case Kind.PAUSE | Kind.RESUME:
            return _paused(standing, kind, row)
        case Kind.NOBEACON:
            return decided(standing, Subject.BEACON)
        case Kind.CLOSE:
            return decided(standing, row.notation)._replace(closed=row.notation)
        case Kind.PEEK if seat is not None:
            peeked = (*standing.peeked, seat) if row.notation == "on" else standing.peeked
            return standing._replace(peeks=_peeks(standing.peeks, seat, row), peeked=peeked)
        case Kind.HOLIDAY if seat is not None:
            return standing._replace(holidays=_holidays(standing.holidays, seat, row))
        case Kind.AGAIN if seat is not None and seat not in standing.again:
            return standing._replace(again=(*standing.again, seat))
        case Kind.REMATCH:
            return standing._replace(next=msgspec.json.decode(row.notation, type=Next))
        case Kind.VOTE | Kind.SILENCE | Kind.AGAIN:
            raise ValueError("nobody said it")
    return standing


def voted_on(standing: Standing, row: StepRow, voted: Voted, moves: tuple[Event, ...]) -> Standing:
    """Return the standing after a step of a vote; `moves` are those that it would take back."""
    again = refused_before(standing, voted.subject, voted.to, row.at)
    vote = _answered(standing.vote, row, voted, moves, again=again)
    return standing._replace(vote=vote, refused=_refused(standing.refused, vote, row.at))


def handed_over(standing: Standing, kind: Kind, row: StepRow) -> tuple[Standing, Event]:
    """Return the standing after a seat of a running game was left or taken, and what everybody sees of it."""
    seat, vacant, players = row.seat, standing.vacant, standing.players
    if seat is None or not 0 <= seat < len(players) or (seat in vacant) != (kind is Kind.JOIN):
        raise ValueError("the seat is not there to be left or taken")
    event: Event = Took(seat)
    if kind is Kind.JOIN:
        player, vacant = None, tuple(other for other in vacant if other != seat)
        standing = standing._replace(took=(*(other for other in standing.took if other != seat), seat))
    else:
        left = msgspec.json.decode(row.notation, type=Seated)
        player, vacant = left.player, (*vacant, seat)
        event = Left(seat) if left.by is None else Claimed(seat, left.by)
    players = (*players[:seat], player, *players[seat + 1 :])
    peeks = tuple(peek for peek in standing.peeks if peek.seat != seat)  # they were the former player's to give
    holidays = tuple(absent for absent in standing.holidays if absent.seat != seat)
    standing = standing._replace(vacant=vacant, players=players, peeks=peeks, holidays=holidays)
    return _without_vote_of(standing, seat), event


def _holidays(before: tuple[Absent, ...], seat: Seat, row: StepRow) -> tuple[Absent, ...]:
    """Return the players on holiday after one went or came back."""
    others = tuple(absent for absent in before if absent.seat != seat)
    if row.notation in (BACK, OVER):
        return others
    return tuple(sorted((*others, Absent(seat, row.at, int(row.notation)))))


def _moved_up(before: tuple[Absent, ...], left: Seat) -> tuple[Absent, ...]:
    """Return the same before the game begins, where a seat was left and those behind moved up."""
    return tuple(absent._replace(seat=absent.seat - (absent.seat > left)) for absent in before if absent.seat != left)


def _peeks(before: tuple[Peek, ...], seat: Seat, row: StepRow) -> tuple[Peek, ...]:
    """Return the peeks after one began or ended; one of a user who was deleted since is none."""
    if row.user is None:
        return before
    peek = Peek(seat, row.user)
    others = tuple(other for other in before if other != peek)
    return (*others, peek) if row.notation == "on" else others


def _without_vote_of(standing: Standing, seat: Seat) -> Standing:
    """Take back what the former player of a seat said in the vote under way."""
    vote = standing.vote
    if vote is None:
        return standing
    asked = vote.asker == seat
    if vote.outcome is None:
        agreed = tuple(other for other in vote.agreed if other != seat)
        standing = standing._replace(vote=replace(vote, agreed=agreed, asker_left=vote.asker_left or asked))
    return void(standing, ASKER_LEFT) if asked else standing


def _seated(players: tuple[str | None, ...], kind: Kind, row: StepRow, *, most: Seat) -> tuple[str | None, ...]:
    """Return the computer player of each seat (None: its person) after a step; `most` is the last seat that one can
    get."""
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


def _paused(standing: Standing, kind: Kind, row: StepRow) -> Standing:
    """Return the standing after a pause has begun or ended."""
    if standing.lost is not None:
        standing = standing._replace(lost=standing.lost._replace(rests=False))
    resumed = row.seq if kind is Kind.RESUME else standing.resumed
    return decided(standing, Subject.PAUSE)._replace(paused=kind is Kind.PAUSE, resumed=resumed)


def _restored(standing: Standing, row: StepRow) -> Standing:
    """Return the standing of a game that rests because its newest steps may be lost, or that has been looked after."""
    said, lost = msgspec.json.decode(row.notation, type=Restored), standing.lost
    if not said.looked:
        paused = lost.paused if lost is not None and lost.waits else standing.paused
        loss = Loss(row.seq - 1, 0, said.until, at=row.at, copy=said.copy, paused=paused)
        return standing._replace(paused=True, lost=loss)
    if lost is None or not lost.waits:
        raise ValueError("nothing was restored")
    resumed = standing.resumed if lost.paused else row.seq
    lost = lost._replace(until=said.until, rests=False)
    return standing._replace(paused=lost.paused, lost=lost, resumed=resumed)


def _agreed_by_silence(players: Sequence[str | None], vote: Vote) -> Vote:
    """Let everybody agree but those whose seat a computer player plays: they were not asked."""
    asked = [seat for seat, player in enumerate(players) if player is None]
    silent = tuple(seat for seat in asked if seat not in vote.agreed)
    return replace(vote, agreed=(*vote.agreed, *silent), silent=silent)


def _refused(before: tuple[RefusedVote, ...], vote: Vote, at: int) -> tuple[RefusedVote, ...]:
    """Return what was asked in vain, after a step of a vote."""
    if vote.outcome is not False:
        return before
    others = tuple(row for row in before if (row.subject, row.to) != (vote.subject, vote.to))
    return (*others, RefusedVote(vote.subject, vote.to, at))


def _answered(vote: Vote | None, row: StepRow, said: Voted, moves: tuple[Event, ...], *, again: bool) -> Vote:
    """Return the newest vote after a player asked or answered. Raises ValueError where nothing is asked."""
    assert row.seat is not None
    if said.subject:
        moves = moves if said.to else ()
        return Vote(row.seq, said.subject, row.seat, (row.seat,), None, said.to, again=again, moves=moves)
    if vote is not None and vote.void == ASKER_LEFT:
        return vote  # once such a vote went on
    if vote is None or vote.outcome is not None:
        raise ValueError("there is nothing to vote about")
    return replace(vote, agreed=(*vote.agreed, row.seat)) if said.yes else replace(vote, outcome=False)


def decided(standing: Standing, subject: str) -> Standing:
    """Note that what was asked about is done now."""
    vote = standing.vote
    if vote is None or vote.outcome is not None or vote.subject != subject:
        return standing
    return standing._replace(vote=replace(vote, outcome=True))


def void(standing: Standing, why: str, subject: Subject = Subject.UNDO) -> Standing:
    """Note that what was asked about cannot be done any more, if it is this: taking a move back, for one."""
    vote = standing.vote
    if vote is None or vote.outcome is not None or vote.subject != subject:
        return standing
    return standing._replace(vote=replace(vote, outcome=False, void=why))
