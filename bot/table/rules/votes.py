"""Votes on what needs everybody's consent at a table.

Most functions change a draft or raise a Refusal. A player who asks for a vote agrees by asking. Players who are away
are not asked, with one exception: a vote on ending a game in which at most one person still plays. Silence for the
whole time of a vote counts as a yes, except in votes about undoing a move, going on without the beacon or giving up. As
soon as all have agreed, the subject is carried out, in a step of its own.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.table.log.draft import Draft
from bot.table.log.facts import Fact, needs
from bot.table.log.fold import UndoableMove
from bot.table.log.host import host_now
from bot.table.log.model import Table, User
from bot.table.log.rows import StepRow
from bot.table.log.settled.halt import Missed, RestoredFromCopy
from bot.table.log.settled.votes import SILENCE, SILENT_YES, Voted
from bot.table.log.steps import ENDINGS, RESUMED, Kind, Subject
from bot.table.refusals import PAUSED_BY_MODERATOR, NotSeated, Refusal, Stale
from bot.table.rules import deals
from bot.table.rules.ending import close
from bot.table.rules.lobby import describe_next_host
from bot.table.surrender import side_that_can_give_up
from engine.game import Seat
from engine.words import Join, Who, join_items, msg, sentences

SUBJECTS = (Subject.CANCEL, Subject.PAUSE, Subject.FINISH)
"""The subjects that any player may ask for at any time."""
FREE_SECONDS = 60
"""The seconds for which players can take back their own newest move without a vote."""


@needs(Fact.LIMITS, Fact.VOTES)
def call_vote(draft: Draft, user: User, subject: str) -> None:
    """Ask everybody to cancel, pause or finish the game.

    If that is being asked already, agree to it. The subject can also be to go on without the beacon, or to give up.
    Raises a Refusal if this player asked for a vote too recently, at any table. They can always end a game that they
    play alone.
    """
    seat = _require_present_seat(draft, user)
    if subject == Subject.BEACON:
        _call_beacon_vote(draft, seat)
        return
    if subject == Subject.GIVE_UP:
        _call_vote_to_give_up(draft, seat)
        return
    if subject not in SUBJECTS:
        raise Refusal(msg("Choose what to ask for: {known}.", known=join_items(SUBJECTS, Join.OR)))
    if subject == Subject.PAUSE and draft.table.standing.needs_moderator:
        raise Refusal(PAUSED_BY_MODERATOR)
    if subject == Subject.PAUSE and draft.table.standing.halt.paused:
        raise Refusal(msg("This game is paused already. *Resume* on its card ends that."))
    asks_nobody = subject in ENDINGS and len(draft.table.people) == 1
    if not asks_nobody and not _is_vote_open(draft.table):
        _require_vote_interval(draft)
    _call_or_join_vote(draft, seat, Voted(yes=True, subject=subject))


def call_seat_vote(draft: Draft, seat: Seat) -> None:
    """Ask everybody to let a new player take a computer player's seat between rounds.

    Only call it from a rule that declares the same facts as `call_vote`.
    """
    if _is_vote_open(draft.table):
        raise Refusal(msg("The players here vote on something else now. Try again once that is over."))
    if draft.table.present_seats:
        _require_vote_interval(draft)
    draft.step(Kind.VOTE, seat, _encode_vote(Voted(yes=True, subject=Subject.SEAT, name=draft.table.seats[seat].name)))


def _require_vote_interval(draft: Draft) -> None:
    """Refuse a vote if the same player asked for another vote too recently."""
    asked_at = [row.at for row in draft.facts.votes if subject_of(row) in (*SUBJECTS, Subject.SEAT)]
    if asked_at:  # the fact has only the votes of the last `minutes_between_votes`
        at = f"<t:{max(asked_at) + 60 * draft.facts.limits.minutes_between_votes}:R>"
        raise Refusal(msg("You've just asked for a vote. You can ask for the next one {at}.", at=at))


def can_call_vote(table: Table, seat: Seat | None, subject: str) -> bool:
    """Return whether a seat's player could ask everybody for something now, or agree to it."""
    if seat not in table.present_seats or (subject == Subject.PAUSE and table.standing.halt.paused):
        return False
    vote = table.standing.vote
    return vote is None or vote.outcome is not None or vote.subject == subject


def _call_vote_to_give_up(draft: Draft, seat: Seat) -> None:
    """Ask a player's partner to give up the game. Silence doesn't count as a yes.

    If the partner is a computer player, the player decides alone.
    """
    if not side_that_can_give_up(draft.table, seat):
        raise Refusal(msg("Only partners can give up a game. You can `/leave` it, or ask all to finish it."))
    _call_or_join_vote(draft, seat, Voted(yes=True, subject=Subject.GIVE_UP))


def _call_beacon_vote(draft: Draft, seat: Seat) -> None:
    """Ask everybody to go on without the public beacon. Silence doesn't count as a yes."""
    due_deal = draft.table.standing.due_deal
    if due_deal is None or due_deal.message is None or not draft.table.standing.beacon:
        raise Refusal(msg("This game doesn't wait for the public beacon now."))
    _call_or_join_vote(draft, seat, Voted(yes=True, subject=Subject.BEACON))


def subject_of(row: StepRow) -> str:
    """Return the subject that a vote step asks about; empty if the step is an answer."""
    return msgspec.json.decode(row.notation, type=Voted).subject


def cast_vote(draft: Draft, user: User, seq: int, *, yes: bool) -> None:
    """Answer the vote that began with step `seq`; a single no ends it."""
    seat = _require_voter_seat(draft, user)
    vote = draft.table.standing.vote
    if vote is None or vote.seq != seq or vote.outcome is not None:
        raise Refusal(msg("This vote is over. Ask again with `/vote`."))
    if vote.subject == Subject.GIVE_UP and seat not in draft.table.voters:
        raise Refusal(msg("Only partners decide whether they give up."))
    if yes and seat in vote.agreed:
        return
    draft.step(Kind.VOTE, seat, _encode_vote(Voted(yes=yes)))
    apply_result(draft)


def apply_result(draft: Draft) -> None:
    """Carry out the subject of the open vote, if everybody has agreed."""
    table, vote = draft.table, draft.table.standing.vote
    if not table.is_running or vote is None or vote.outcome is not None:
        return
    if not set(table.voters) <= set(vote.agreed):
        return
    match vote.subject:
        case Subject.PAUSE:
            draft.step(Kind.PAUSE, caused=False)
        case Subject.UNDO:
            draft.step(Kind.UNDO, vote.asker, str(vote.to), caused=False)
        case Subject.BEACON:
            deals.go_on_without_beacon(draft)
        case Subject.CANCEL | Subject.FINISH | Subject.GIVE_UP as subject:
            close(draft, None, subject)


def find_vote_decided_by_silence(table: Table) -> int | None:
    """Return the first step of the open vote if silence counts as a yes in it, else None."""
    vote = table.standing.vote
    # after a recent refusal of the same question, silence no longer counts as a yes
    if vote is None or not _is_vote_open(table) or vote.was_refused_before:
        return None
    return vote.seq if vote.subject in SILENT_YES else None


def count_silence_as_yes(draft: Draft) -> None:
    """Count the silence of all who have not answered as a yes, because nobody objected in time."""
    draft.step(Kind.VOTE, None, _encode_vote(SILENCE))
    apply_result(draft)


def resume(draft: Draft, user: User) -> None:
    """End a pause. Every player can do it, but after a loss of moves only the host can."""
    draft.require_running()
    seat = draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    lost = draft.table.standing.halt.lost
    if lost is not None and lost.needs_search:  # the channel is searched for lost moves first
        raise Refusal(RestoredFromCopy(lost.copy).why())
    if draft.table.standing.needs_moderator:
        raise Refusal(PAUSED_BY_MODERATOR)
    if lost is not None and lost.unresolved and user != host_now(draft.table, draft.now):
        who = Who(draft.table.seat_of(draft.table.host) or 0)
        only_host_can = msg("The newest moves are lost, so only {who}, the host, can resume this game.", who=who)
        raise Refusal(sentences(only_host_can, describe_next_host(draft.table)))
    if draft.table.standing.halt.paused:
        draft.step(Kind.PAUSE, seat, RESUMED)


@needs(Fact.FIRST_MESSAGE)
def pause_after_loss(draft: Draft, seq: int, message: int, until: int) -> None:
    """Stop a game whose newest steps are lost.

    The database was restored or damaged. `message` is the id of a message in Discord that names step `seq`, which the
    log doesn't have. Other messages with ids up to `until` may name lost steps too. A message that is older than the
    table's first message is ignored, because it belongs to another table that had the same id.
    """
    first_message = draft.facts.first_message
    if first_message is None or message < first_message or not draft.table.is_running or seq <= draft.table.seq:
        return
    draft.step(Kind.LOST, None, msgspec.json.encode(Missed(seq, until)).decode())
    draft.posts_lost = True


def undo(draft: Draft, user: User, seq: int | None = None) -> None:
    """Take back the user's newest move that can be undone, and all moves since.

    This happens at once if the move is fresh and nobody has acted since, or if all others are computer players.
    Otherwise everybody is asked. They are also asked about a second undo in a row, because each undo pings the next
    player again. A move can't be taken back if anything hidden was shown since, or if a player who can't be asked has
    moved since.

    If `seq` is given, it must be the step that led to the current position. For a person who plays alone, it can also
    be the step of their newest move. Otherwise, raise Stale.
    """
    table, past = draft.table, draft.position.past
    is_alone = len(table.people) == 1
    is_own_newest_move = is_alone and _find_newest_move(past, table.seat_of(user)) == seq
    if seq not in (None, table.position_seq) and not is_own_newest_move:
        raise Stale
    seat = _require_present_seat(draft, user)
    if draft.table.standing.needs_moderator:
        raise Refusal(PAUSED_BY_MODERATOR)
    if draft.table.standing.halt.paused:
        raise Refusal(msg("This game is paused. Press *Resume* on its card."))
    # a move that is `gone` was made by a former player of the seat
    own_move = next((move for move in reversed(past) if move.seat == seat and not move.gone), None)
    if own_move is None:
        raise Refusal(msg("Nothing to take back: you haven't moved, or something hidden was shown since."))
    now = max(draft.now, draft.position.at)  # steps are never backdated, even if the clock was set back
    is_fresh = own_move.made_at_seq == table.position_seq and now - own_move.at <= FREE_SECONDS
    needs_no_vote = is_alone or (is_fresh and table.timing.last_undoer != seat)
    to = own_move.seq_before
    unreachable = _find_unreachable_seat(table, [move.seat for move in past if move.seq_before >= to])
    if not needs_no_vote and table.present_seats == (seat,):
        raise Refusal(msg("The others are away, so nobody can agree to that."))
    # otherwise a player could try one move after the other, and learn a stand-in's hand from its replies
    if unreachable is not None:
        raise Refusal(msg("That would also undo a move by {who}, who can't be asked.", who=Who(unreachable)))
    if needs_no_vote:
        draft.step(Kind.UNDO, seat, str(to))
        return
    was_refused = table.standing.votes.is_recently_refused(Subject.UNDO, to, draft.now)
    if was_refused and not _is_vote_open(table):
        raise Refusal(msg("Not all agreed to take this move back, so it stays."))
    _call_or_join_vote(draft, seat, Voted(yes=True, subject=Subject.UNDO, to=to))


def _find_unreachable_seat(table: Table, moved_seats: Sequence[Seat]) -> Seat | None:
    """Return a seat that moved and whose player can't be asked, because they are away or the seat is vacant."""
    absent_seats = (seat for seat in moved_seats if seat not in table.present_seats)
    return next((seat for seat in absent_seats if table.seats[seat].user or seat in table.standing.vacant), None)


def _find_newest_move(past: Sequence[UndoableMove], seat: Seat | None) -> int | None:
    """Return the step of a seat's newest move that can be undone, or None."""
    return next((move.made_at_seq for move in reversed(past) if move.seat == seat and not move.gone), None)


def has_move(draft: Draft, user: User) -> bool:
    """Return whether a user who plays alone has a move that can be taken back."""
    seat = draft.table.seat_of(user)
    moves = [] if draft.table.is_paused or not draft.table.is_running else draft.position.past
    return any(move.seat == seat and not move.gone for move in moves)


def _is_vote_open(table: Table) -> bool:
    """Return whether a vote of a running game is open."""
    return table.is_running and table.standing.vote is not None and table.standing.vote.outcome is None


def _call_or_join_vote(draft: Draft, seat: Seat, voted: Voted) -> None:
    vote = draft.table.standing.vote
    if vote is not None and vote.outcome is None:
        if vote.subject != voted.subject:
            raise Refusal(msg("One vote at a time: answer the open one first."))
        if seat not in draft.table.voters:
            raise Refusal(msg("The others are asked whether they give up. Try again once they have answered."))
        if seat in vote.agreed:
            return
        voted = Voted(yes=True)
    draft.step(Kind.VOTE, seat, _encode_vote(voted))
    apply_result(draft)


def _require_voter_seat(draft: Draft, user: User) -> Seat:
    """Return the seat of a user whom the open vote asks.

    Usually, the user must play that seat themselves. Users who are away are accepted only if the open vote asks them.
    Raises a Refusal if the user has no seat, or isn't accepted.
    """
    table = draft.table
    seat = table.seat_of(user)
    if seat is not None and _is_vote_open(table) and seat in table.voters:
        return seat
    return _require_present_seat(draft, user)


def _require_present_seat(draft: Draft, user: User) -> Seat:
    """Return the seat that a user plays themselves. Raises a Refusal if there is none."""
    draft.require_running()
    seat = draft.table.seat_of(user)
    if seat is None:
        raise NotSeated
    if seat not in draft.table.present_seats:
        raise Refusal(msg("A computer player plays for you. Take your seat back first."))
    return seat


def _encode_vote(voted: Voted) -> str:
    return msgspec.json.encode(voted).decode()
