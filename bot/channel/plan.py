"""Plans the messages of a table from a snapshot of the table and its posts.

The plan is a value: nothing here waits, draws, writes or sends. The card is in the channel. Deals, turns and results
are in the table's thread, or in the channel if the table has none. Players who want their hand by private message get
one, and no mention.

New messages come last, because the last one is stored together with the note that the table is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from bot.channel import announcements, turns
from bot.stats.server_bests import ServerBest
from bot.table.log.dealing import Anchor, DueDeal
from bot.table.log.model import Status, User
from bot.table.log.steps import HANDED, Kind
from bot.table.posts import CALLS, Post, PostKind, Snapshot
from bot.talk import card, challenge, deal, hand, moderation, ready, rematch, result, story, turn, vote
from bot.talk.letter import Letter
from bot.talk.title import AnyGame, table_title
from bot.talk.words import mentions
from engine import chronicle
from engine.game import Seat, Tip
from engine.words import Words

ON_THE_CARD = HANDED | {Kind.AWAY, Kind.VOTE, Kind.PAUSE, Kind.LOST, Kind.RESTORED, Kind.MODERATION}
"""Steps that the card shows even while it is a computer player's turn."""


class PictureKind(Enum):
    """A kind of picture. It is drawn only when its message is sent or edited.

    A message is edited if its text or its controls change, not if only its picture does.
    """

    BOARD = auto()
    END_BOARD = auto()
    SCORE = auto()
    FINALE = auto()
    HAND = auto()


@dataclass(frozen=True, slots=True)
class PlannedMessage:
    """A message that its place should show, with this content."""

    kind: PostKind
    seq: int
    place: int
    letter: Letter
    picture_kinds: tuple[PictureKind, ...] = ()
    pinged: Seat | None = None
    is_used_for_hours: bool = False
    """Whether the message is used for hours.

    If Discord refuses such a message, the other messages are still sent, and this one is retried later.
    """
    is_optional: bool = False
    """Whether it is given up if Discord refuses it."""
    anchor: Anchor | None = None
    """The step whose head (its hash) the message shows as proof. Such a message is never edited."""
    triggers_deal: bool = False
    """Whether the due deal is made once the message is posted."""
    language: str | None = None
    """The language of its pictures, if it isn't the table's."""


@dataclass(frozen=True, slots=True)
class PrivateHand:
    """A player's hand as a private message: a new one, or an edit of `shown`.

    `shown` is the message that the player looks at.
    """

    user: User
    seat: Seat
    seq: int
    letter: Letter
    shown: Post | None = None
    picture_kinds: tuple[PictureKind, ...] = (PictureKind.HAND,)
    language: str | None = None
    """The language of the player, if it isn't the table's."""


@dataclass(frozen=True, slots=True)
class FinishedMessage:
    """A message whose turn or question is over, with its content from now on."""

    post: Post
    letter: Letter
    is_last_edit: bool = True
    """False if the message is edited again when more happens."""


PlanItem = PlannedMessage | PrivateHand | FinishedMessage


@dataclass(frozen=True, slots=True)
class Scene:
    """The data from which the messages of a table are made."""

    now: Snapshot
    game: AnyGame
    words: Words
    offers_whole_board: bool = False
    """Whether the picture leaves a part of the board out, so that a button offers the whole board."""
    tip: Tip | None = None
    """The tip of the tour that goes with a hand sent by private message."""
    broken_records: Sequence[ServerBest] = ()
    """Records of the server that a finished game has broken."""
    is_picture_missing: bool = False
    """Whether the newest call was posted without its picture, because it could not be drawn."""
    words_in: Callable[[str], Words] | None = None
    """Returns the words of a language."""
    server_language: str | None = None
    """The language of messages to the whole server."""

    @property
    def result_words(self) -> Words:
        """The words for a result, with the names of its players, even if others have taken their seats since."""
        return self.words.with_names(mentions(self.now.seen.participants))

    def words_of(self, language: str | None) -> Words:
        """Return the words of a language; those of the table for None."""
        return self.words if language is None or self.words_in is None else self.words_in(language)


def plan(at: Scene) -> list[PlanItem]:
    """Return the planned messages, in the order in which they are updated."""
    return [
        *_plan_finished_messages(at),
        *_plan_card(at),
        *_plan_interventions(at),
        *_plan_questions(at),
        *_plan_news(at),
        *_plan_after_news(at),
    ]


def the_card(at: Scene) -> PlannedMessage:
    """Return the card of a table."""
    now = at.now
    letter = card.card(at.game, now.seen, at.words, now.finish)
    if now.calls_challenged and (kept := now.table.kept_seat) is not None:
        letter = replace(letter, pings=(kept.user,))
    return PlannedMessage(PostKind.CARD, 0, now.table.channel, letter, is_used_for_hours=True)


# -- what is over ------------------------------------------------------------------------------------------------------


def _plan_finished_messages(at: Scene) -> Iterator[FinishedMessage]:
    """Yield the messages whose turn or question is over."""
    yield from _plan_finished_questions(at)
    table = at.now.table
    goes_on = False
    kinds = [*CALLS, PostKind.HAND]
    match table.status:
        case Status.LOBBY:
            return
        case Status.RUNNING if turns.waits_for_player(table):
            if not turns.is_due(at.now):  # only calls are left, which Discord refused to edit
                kinds = [*CALLS]
            goes_on = turns.goes_on(at.now)
    for post in at.now.sent_posts(*kinds):
        is_current = table.status is Status.RUNNING and _is_of_this_turn(at.now, post, goes_on=goes_on)
        if not post.collapsed and not is_current:
            # while computer players move, their moves are still added to the lines
            is_last_edit = not turns.is_computer_to_move(table)
            letter = replace(_build_finished_letter(at, post), keeps_pictures=not is_last_edit)
            yield FinishedMessage(post, letter, is_last_edit)


def _is_of_this_turn(now: Snapshot, post: Post, *, goes_on: bool) -> bool:
    """Return whether a message belongs to the turn under way.

    A private hand also belongs to it while its owner goes on moving.
    """
    if post.kind is PostKind.HAND:
        return goes_on or post.seq == now.table.turn_seq
    return turns.is_call(now, post)


def _build_finished_letter(at: Scene, post: Post) -> Letter:
    """Return the lines that replace a message once its turn is over.

    They report what led to its turn and, if no later message does, what followed. A private hand reports only the
    actions of its player, because their next private hand reports those of the others.
    """
    now = at.now
    after, until = turns.reported_range(now, post)
    observation = now.seen.observation
    happened = [step for step in now.since(after) if step.seq <= until]
    if post.kind is PostKind.HAND and now.table.is_running:
        happened = [step for step in happened if step.seat == post.pinged]
    words = at.words_of(now.readers.get(post.user or 0) if post.kind is PostKind.HAND else None)
    is_current = not observation.is_scored and until >= now.table.seq
    situation = at.game.voice.situation(observation) if is_current else None
    called_player = turn.name_called_player(now.since(post.seq), post)
    return turn.finished_letter(at.game, now.table, post, happened, after, called_player, situation, words)


def _plan_finished_questions(at: Scene) -> Iterator[FinishedMessage]:
    """Yield the questions that are over, with their content from now on.

    A vote shows its outcome. The question who is here is over when no answer is needed any more. The notice that a
    deal waits is over when the deal no longer waits.
    """
    table, words = at.now.table, at.words
    if not _asks_who_is_here(at):
        for post in at.now.sent_posts(PostKind.PRESENT):
            if not post.collapsed:
                yield FinishedMessage(post, Letter(words.text(ready.closed_question_text(at.game, table))))
    if newest := table.standing.vote:
        letter = vote.letter(at.game, table, newest, words)
        for post in at.now.sent_posts(PostKind.VOTE):
            if post.seq != newest.seq:
                yield FinishedMessage(post, Letter(words.text(vote.PAST)))
            elif not letter.rows:
                yield FinishedMessage(post, letter)
    for post in at.now.sent_posts(PostKind.WAIT):
        if not post.collapsed and not _has_waited_long(at, post):
            yield FinishedMessage(post, Letter(words.text(deal.wait_end_notice(table))))


def _has_waited_long(at: Scene, post: Post) -> bool:
    due = at.now.table.standing.due_deal
    return announcements.has_waited_long(at.now) and due is not None and post.seq == due.deal


# -- the card and what is asked of all ---------------------------------------------------------------------------------


def _plan_card(at: Scene) -> Iterator[PlannedMessage | FinishedMessage]:
    """Yield the card.

    While computer players move, it is updated only for steps `ON_THE_CARD`; it shows their moves when it is a person's
    turn. If a table closed before its game began, its card is edited, but not posted again if it was deleted.
    """
    table = at.now.table
    if table.status is Status.CLOSED and at.now.seen.observation is None:
        for post in at.now.sent_posts(PostKind.CARD):
            yield FinishedMessage(post, the_card(at).letter, is_last_edit=False)
        return
    if not turns.is_computer_to_move(table) or any(step.kind in ON_THE_CARD for step in at.now.since(table.shown_seq)):
        yield the_card(at)


def _plan_interventions(at: Scene) -> Iterator[PlannedMessage]:
    """Yield a line for each act of a moderator that the channel doesn't show yet. It is never edited."""
    table = at.now.table
    for act in table.standing.moderated:
        post = at.now.find(PostKind.INTERVENTION, act.seq)
        if act.seq > table.shown_seq and (post is None or post.message is None):
            letter = moderation.act_letter(table_title(at.game, table), table, act, at.words)
            yield PlannedMessage(PostKind.INTERVENTION, act.seq, table.place, letter, is_optional=True)


def _asks_who_is_here(at: Scene) -> bool:
    return at.now.table.standing.check is not None and bool(at.now.table.unconfirmed_seats)


def _plan_questions(at: Scene) -> Iterator[PlannedMessage]:
    """Yield the questions to all players: who is here, and the vote under way.

    Each question pings its players once. If a challenged player can't play, their answer pings the host once.
    """
    table = at.now.table
    check, newest_vote = table.standing.check, table.standing.vote
    if check is not None and _asks_who_is_here(at):
        yield PlannedMessage(PostKind.PRESENT, check.seq, table.channel, ready.letter(at.game, table, at.words))
    declined = table.standing.gathering.declined if table.status is Status.LOBBY else None
    if declined is not None:
        letter = challenge.answer_letter(at.game, table, declined, at.words)
        yield PlannedMessage(PostKind.EXCUSE, declined.seq, table.channel, letter, is_optional=True)
    if newest_vote is not None:
        letter = vote.letter(at.game, table, newest_vote, at.words)
        if letter.rows:
            yield PlannedMessage(PostKind.VOTE, newest_vote.seq, table.place, letter)


# -- news --------------------------------------------------------------------------------------------------------------


def _plan_news(at: Scene) -> Iterator[PlannedMessage | PrivateHand]:
    """Yield the newest message of a table: its turn, deal or result."""
    table, due = at.now.table, at.now.table.standing.due_deal
    if table.status is Status.OVER or (table.status is Status.CLOSED and table.has_result):
        yield from _plan_result(at)
    elif due is not None and table.is_running:
        if due.message is None:
            yield _build_announcement(at, due) if table.standing.dealing.shared else _build_solo_start(at, due)
    elif turns.is_due(at.now) or (at.is_picture_missing and turns.waits_for_player(table)):
        yield from _plan_turn(at)


_ROUND_END_PICTURES: tuple[PictureKind, ...] = (PictureKind.END_BOARD, PictureKind.SCORE)
"""The board at the end of a round, unless its score shows all, and the score if the game has one."""


def _plan_result(at: Scene) -> Iterator[PlannedMessage]:
    """Yield the result of a game if it is not posted yet.

    Once posted, it is never edited or posted again.
    """
    if not _is_result_posted(at.now):
        table = at.now.table
        dealing = table.standing.dealing
        end = dealing.end if dealing.shared else None
        letter = _add_moves_button(
            at, result.game_over_letter(at.game, at.now.seen, at.result_words, at.broken_records)
        )
        yield PlannedMessage(
            PostKind.RESULT,
            table.position_seq,
            table.place,
            letter,
            (PictureKind.FINALE,),
            is_used_for_hours=True,
            anchor=end,
        )


def _is_result_posted(now: Snapshot) -> bool:
    """Return whether the result is posted.

    A result that shows its head counts as posted when the log has its message.
    """
    dealing = now.table.standing.dealing
    post = now.find(PostKind.RESULT, now.table.position_seq)
    if dealing.shared:
        return dealing.end is not None and dealing.end.message is not None
    return post is not None and post.message is not None


def _plan_after_news(at: Scene) -> Iterator[PlannedMessage]:
    """Yield the messages that follow the news.

    These are the offer of a rematch, the bulletin, and the notice that a deal waits. Only the bulletin is never edited.
    """
    table, due = at.now.table, at.now.table.standing.due_deal
    if table.has_result and (letter := rematch.letter(at.game, table, at.words)) is not None:
        yield PlannedMessage(PostKind.NEXT, table.position_seq, table.place, letter, is_used_for_hours=True)
    yield from _plan_bulletin(at)
    if due is not None and announcements.has_waited_long(at.now):
        yield PlannedMessage(PostKind.WAIT, due.deal, table.place, deal.waiting_letter(table, at.words))


def _plan_bulletin(at: Scene) -> Iterator[PlannedMessage]:
    """Yield a line for the channel of results, if the server wants one, once the result is posted."""
    table, place = at.now.table, at.now.results
    if place is None or table.status is not Status.OVER or not _is_result_posted(at.now):
        return
    if (post := at.now.find(PostKind.BULLETIN, table.position_seq)) is None or post.message is None:
        language = at.server_language
        letter = result.bulletin(at.game, at.now.seen, at.words_of(language))
        yield PlannedMessage(
            PostKind.BULLETIN,
            table.position_seq,
            place,
            letter,
            (PictureKind.FINALE,),
            is_optional=True,
            language=language,
        )


def _build_announcement(at: Scene, due: DueDeal) -> PlannedMessage:
    """Return the announcement of the due deal, with the score of the round before."""
    letter = deal.build_announcement(at.game, at.now.seen, due, at.result_words)
    letter = letter if deal.is_repeated(at.now.table) else _add_moves_button(at, letter)
    return PlannedMessage(PostKind.DEAL, due.deal, at.now.table.place, letter, _list_round_end_pictures(at), anchor=due)


def _build_solo_start(at: Scene, due: DueDeal) -> PlannedMessage:
    """Return the message to a lone player before a deal that is not announced.

    It shows the score of the previous round.
    """
    letter = _add_moves_button(at, deal.build_solo_start(at.game, at.now.seen, at.result_words))
    return PlannedMessage(
        PostKind.SCORE, due.deal, at.now.table.place, letter, _list_round_end_pictures(at), triggers_deal=True
    )


def _add_moves_button(at: Scene, letter: Letter) -> Letter:
    """Add a button for all moves of a round that ended before anybody's turn.

    No other message shows these moves.
    """
    if not turns.is_deal_without_calls(at.now):
        return letter
    return letter.with_row((story.story_button(at.words, at.now.table, at.now.dealt_seq - 1),))


def _list_round_end_pictures(at: Scene) -> tuple[PictureKind, ...]:
    if deal.is_repeated(at.now.table):  # the messages above show the whole previous round
        return ()
    if chronicle.final_outcome(at.now.seen.observation) is not None:
        return (PictureKind.FINALE,)
    return _ROUND_END_PICTURES if at.now.seen.observation.is_scored else ()


def _plan_turn(at: Scene) -> Iterator[PlannedMessage | PrivateHand]:
    """Yield a player's private hand, then the message that calls them to their turn.

    If the player knows of the turn already, the message doesn't mention them, and they get no new private hand.
    """
    now, table, seat = at.now, at.now.table, at.now.table.to_act
    assert seat is not None
    kind, seq = turns.call_kind(table), turns.call_seq(now)
    call = now.find(kind, seq)
    knows = call is not None and (call.generation > 0 or call.message is not None)  # posted, perhaps deleted since
    if kind is PostKind.TURN:
        knows = knows or turns.goes_on(now)
        yield from _plan_hand(at, knows=knows)
    happened = turns.unreported_steps(now) if kind is PostKind.TURN else turns.steps_since_call(now)
    letter = turn.ongoing_letter(at.game, now.seen, kind, happened, at.words, offers_whole_board=at.offers_whole_board)
    if not knows and (kind is not PostKind.TURN or now.calls):
        letter = replace(letter, pings=(table.seats[seat].user,))
    yield PlannedMessage(kind, seq, table.place, letter, (PictureKind.BOARD,), seat)


def _plan_hand(at: Scene, *, knows: bool) -> Iterator[PrivateHand]:
    """Yield the hand of the seat to move if its player wants it by private message.

    If they know of the turn already, an existing message is edited, but no new one is sent.
    """
    now, table, seen = at.now, at.now.table, at.now.mover
    if seen is None or seen.seat is None:
        return
    shown = turns.hand_of_this_turn(now, seen.seat)
    if shown or not knows:
        note, user = hand.private_message_notice(table), table.seats[seen.seat].user
        language = now.readers.get(user)
        letter = hand.letter(at.game, seen, at.words_of(language), note, happened=now.recap, tip=at.tip)
        yield PrivateHand(user, seen.seat, table.turn_seq, letter, shown, language=language)
