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
from bot.table.log.model import Status, Table, User
from bot.table.log.steps import SEAT_HANDOVERS, Kind
from bot.table.posts import TURN_KINDS, Post, PostKind, Snapshot
from bot.talk import card, challenge, deal, hand, moderation, ready, rematch, result, story, turn, vote
from bot.talk.letter import Letter
from bot.talk.title import AnyGame, table_title
from bot.talk.words import mentions
from engine import chronicle
from engine.game import Seat, Tip
from engine.words import Words

ON_THE_CARD = SEAT_HANDOVERS | {Kind.AWAY, Kind.VOTE, Kind.PAUSE, Kind.LOST, Kind.RESTORED, Kind.MODERATION}
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
    """A message to show in a place, with its content."""

    kind: PostKind
    seq: int
    """The number of the step or deal that it is about; with the kind, it identifies the message."""
    place: int
    letter: Letter
    picture_kinds: tuple[PictureKind, ...] = ()
    pinged: Seat | None = None
    is_long_lived: bool = False
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
    """A player's hand as a private message: a new one, or an edit of `existing_post`.

    `existing_post` is the message that the player looks at.
    """

    user: User
    seat: Seat
    seq: int
    letter: Letter
    existing_post: Post | None = None
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

    snapshot: Snapshot
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
    def table(self) -> Table:
        """The table of the snapshot."""
        return self.snapshot.table

    @property
    def result_words(self) -> Words:
        """The words for a result, with the names of its players, even if others have taken their seats since."""
        return self.words.with_names(mentions(self.snapshot.seen.participants))

    def words_of(self, language: str | None) -> Words:
        """Return the words of a language; those of the table for None."""
        return self.words if language is None or self.words_in is None else self.words_in(language)


def plan(scene: Scene) -> list[PlanItem]:
    """Return the planned messages, in the order in which they are updated."""
    return [
        *_plan_finished_messages(scene),
        *_plan_card(scene),
        *_plan_interventions(scene),
        *_plan_questions(scene),
        *_plan_news(scene),
        *_plan_after_news(scene),
    ]


def build_card(scene: Scene) -> PlannedMessage:
    """Return the card of a table."""
    snapshot = scene.snapshot
    letter = card.card(scene.game, snapshot.seen, scene.words, snapshot.finish)
    if snapshot.calls_challenged and (kept_seat := snapshot.table.kept_seat) is not None:
        letter = replace(letter, pings=(kept_seat.user,))
    return PlannedMessage(PostKind.CARD, 0, snapshot.table.channel, letter, is_long_lived=True)


# -- what is over ------------------------------------------------------------------------------------------------------


def _plan_finished_messages(scene: Scene) -> Iterator[FinishedMessage]:
    """Yield the messages whose turn or question is over."""
    yield from _plan_finished_questions(scene)
    table = scene.table
    goes_on = False
    kinds = [*TURN_KINDS, PostKind.HAND]
    match table.status:
        case Status.LOBBY:
            return
        case Status.RUNNING if turns.waits_for_player(table):
            if not turns.is_due(scene.snapshot):  # old hands are edited already, but Discord may refuse edits of calls
                kinds = [*TURN_KINDS]
            goes_on = turns.is_turn_continued(scene.snapshot)
    for post in scene.snapshot.sent_posts(*kinds):
        is_current = table.status is Status.RUNNING and _is_of_this_turn(scene.snapshot, post, goes_on=goes_on)
        if not post.collapsed and not is_current:
            # while computer players move, their moves are still added to the lines
            is_last_edit = not turns.is_computer_to_move(table)
            letter = replace(_build_finished_letter(scene, post), keeps_pictures=not is_last_edit)
            yield FinishedMessage(post, letter, is_last_edit)


def _is_of_this_turn(snapshot: Snapshot, post: Post, *, goes_on: bool) -> bool:
    """Return whether a message belongs to the turn under way.

    A private hand also belongs to it while its owner goes on moving.
    """
    if post.kind is PostKind.HAND:
        return goes_on or post.seq == snapshot.table.turn_seq
    return turns.is_call(snapshot, post)


def _build_finished_letter(scene: Scene, post: Post) -> Letter:
    """Return the lines that replace a message once its turn is over.

    They report what led to its turn and, if no later message does, what followed. A private hand reports only the
    actions of its player, because their next private hand reports those of the others.
    """
    snapshot = scene.snapshot
    after, until = turns.reported_range(snapshot, post)
    observation = snapshot.seen.observation
    happened = [step for step in snapshot.since(after) if step.seq <= until]
    if post.kind is PostKind.HAND and snapshot.table.is_running:
        happened = [step for step in happened if step.seat == post.pinged]
    words = scene.words_of(snapshot.readers.get(post.user or 0) if post.kind is PostKind.HAND else None)
    is_current = not observation.is_scored and until >= snapshot.table.seq
    situation = scene.game.voice.situation(observation) if is_current else None
    called_player = turn.name_called_player(snapshot.since(post.seq), post)
    return turn.finished_letter(scene.game, snapshot.table, post, happened, after, called_player, situation, words)


def _plan_finished_questions(scene: Scene) -> Iterator[FinishedMessage]:
    """Yield the questions that are over, with their content from now on.

    A vote shows its outcome. The question of presence is over when no answer is needed any more. The notice of a
    waiting deal is over when the deal no longer waits.
    """
    table, words = scene.table, scene.words
    if not _asks_who_is_here(scene):
        for post in scene.snapshot.sent_posts(PostKind.PRESENT):
            if not post.collapsed:
                yield FinishedMessage(post, Letter(words.text(ready.closed_question_text(scene.game, table))))
    if newest := table.standing.vote:
        letter = vote.letter(scene.game, table, newest, words)
        for post in scene.snapshot.sent_posts(PostKind.VOTE):
            if post.seq != newest.seq:
                yield FinishedMessage(post, Letter(words.text(vote.PAST)))
            elif not letter.rows:  # the vote is over
                yield FinishedMessage(post, letter)
    for post in scene.snapshot.sent_posts(PostKind.WAIT):
        if not post.collapsed and not _has_waited_long(scene, post):
            yield FinishedMessage(post, Letter(words.text(deal.wait_end_notice(table))))


def _has_waited_long(scene: Scene, post: Post) -> bool:
    due = scene.table.standing.due_deal
    return announcements.has_waited_long(scene.snapshot) and due is not None and post.seq == due.deal


# -- the card and what is asked of all ---------------------------------------------------------------------------------


def _plan_card(scene: Scene) -> Iterator[PlannedMessage | FinishedMessage]:
    """Yield the card.

    While computer players move, it is updated only for steps `ON_THE_CARD`; it shows their moves when it is a person's
    turn. If a table closed before its game began, its card is edited, but not posted again if it was deleted.
    """
    table = scene.table
    if table.status is Status.CLOSED and scene.snapshot.seen.observation is None:
        for post in scene.snapshot.sent_posts(PostKind.CARD):
            yield FinishedMessage(post, build_card(scene).letter, is_last_edit=False)
        return
    has_news = any(step.kind in ON_THE_CARD for step in scene.snapshot.since(table.shown_seq))
    if has_news or not turns.is_computer_to_move(table):
        yield build_card(scene)


def _plan_interventions(scene: Scene) -> Iterator[PlannedMessage]:
    """Yield a line for each act of a moderator that the channel doesn't show yet. It is never edited."""
    table = scene.table
    for act in table.standing.moderated:
        post = scene.snapshot.find(PostKind.INTERVENTION, act.seq)
        if act.seq > table.shown_seq and (post is None or post.message is None):
            letter = moderation.act_letter(table_title(scene.game, table), table, act, scene.words)
            yield PlannedMessage(PostKind.INTERVENTION, act.seq, table.place, letter, is_optional=True)


def _asks_who_is_here(scene: Scene) -> bool:
    return scene.table.standing.check is not None and bool(scene.table.unconfirmed_seats)


def _plan_questions(scene: Scene) -> Iterator[PlannedMessage]:
    """Yield the questions to all players: who is here, and the vote under way.

    Each question pings its players once. If a challenged player can't play, their answer pings the host once.
    """
    table = scene.table
    check, newest_vote = table.standing.check, table.standing.vote
    if check is not None and _asks_who_is_here(scene):
        yield PlannedMessage(PostKind.PRESENT, check.seq, table.channel, ready.letter(scene.game, table, scene.words))
    declined = table.standing.gathering.declined if table.status is Status.LOBBY else None
    if declined is not None:
        letter = challenge.answer_letter(scene.game, table, declined, scene.words)
        yield PlannedMessage(PostKind.EXCUSE, declined.seq, table.channel, letter, is_optional=True)
    if newest_vote is not None:
        letter = vote.letter(scene.game, table, newest_vote, scene.words)
        if letter.rows:  # the vote is open
            yield PlannedMessage(PostKind.VOTE, newest_vote.seq, table.place, letter)


# -- news --------------------------------------------------------------------------------------------------------------


def _plan_news(scene: Scene) -> Iterator[PlannedMessage | PrivateHand]:
    """Yield the newest message of a table: its turn, deal or result."""
    table, due = scene.table, scene.table.standing.due_deal
    if table.status is Status.OVER or (table.status is Status.CLOSED and table.has_result):
        yield from _plan_result(scene)
    elif due is not None and table.is_running:
        if due.message is None:
            yield _build_announcement(scene, due) if table.standing.dealing.shared else _build_solo_start(scene, due)
    elif turns.is_due(scene.snapshot) or (scene.is_picture_missing and turns.waits_for_player(table)):
        yield from _plan_turn(scene)


_ROUND_END_PICTURES: tuple[PictureKind, ...] = (PictureKind.END_BOARD, PictureKind.SCORE)
"""The board at the end of a round, unless its score shows all, and the score if the game has one."""


def _plan_result(scene: Scene) -> Iterator[PlannedMessage]:
    """Yield the result of a game if it is not posted yet.

    Once posted, it is never edited or posted again.
    """
    if not _is_result_posted(scene.snapshot):
        table = scene.table
        dealing = table.standing.dealing
        end = dealing.end if dealing.shared else None
        letter = _add_moves_button(
            scene, result.game_over_letter(scene.game, scene.snapshot.seen, scene.result_words, scene.broken_records)
        )
        yield PlannedMessage(
            PostKind.RESULT,
            table.position_seq,
            table.place,
            letter,
            picture_kinds=(PictureKind.FINALE,),
            is_long_lived=True,
            anchor=end,
        )


def _is_result_posted(snapshot: Snapshot) -> bool:
    """Return whether the result is posted.

    A result that shows its head counts as posted when the log has its message.
    """
    dealing = snapshot.table.standing.dealing
    post = snapshot.find(PostKind.RESULT, snapshot.table.position_seq)
    if dealing.shared:
        return dealing.end is not None and dealing.end.message is not None
    return post is not None and post.message is not None


def _plan_after_news(scene: Scene) -> Iterator[PlannedMessage]:
    """Yield the messages that follow the news.

    These are the offer of a rematch, the bulletin, and the notice that a deal waits. Only the bulletin is never edited.
    """
    table, due = scene.table, scene.table.standing.due_deal
    if table.has_result and (letter := rematch.letter(scene.game, table, scene.words)) is not None:
        yield PlannedMessage(PostKind.NEXT, table.position_seq, table.place, letter, is_long_lived=True)
    yield from _plan_bulletin(scene)
    if due is not None and announcements.has_waited_long(scene.snapshot):
        yield PlannedMessage(PostKind.WAIT, due.deal, table.place, deal.waiting_letter(table, scene.words))


def _plan_bulletin(scene: Scene) -> Iterator[PlannedMessage]:
    """Yield a line for the channel of results, if the server wants one, once the result is posted."""
    table, place = scene.table, scene.snapshot.results
    if place is None or table.status is not Status.OVER or not _is_result_posted(scene.snapshot):
        return
    if (post := scene.snapshot.find(PostKind.BULLETIN, table.position_seq)) is None or post.message is None:
        language = scene.server_language
        letter = result.bulletin(scene.game, scene.snapshot.seen, scene.words_of(language))
        yield PlannedMessage(
            PostKind.BULLETIN,
            table.position_seq,
            place,
            letter,
            picture_kinds=(PictureKind.FINALE,),
            is_optional=True,
            language=language,
        )


def _build_announcement(scene: Scene, due: DueDeal) -> PlannedMessage:
    """Return the announcement of the due deal, with the score of the round before."""
    letter = deal.build_announcement(scene.game, scene.snapshot.seen, due, scene.result_words)
    letter = letter if deal.is_repeated(scene.table) else _add_moves_button(scene, letter)
    return PlannedMessage(
        PostKind.DEAL, due.deal, scene.table.place, letter, _list_round_end_pictures(scene), anchor=due
    )


def _build_solo_start(scene: Scene, due: DueDeal) -> PlannedMessage:
    """Return the message to a lone player before a deal that is not announced.

    It shows the score of the previous round.
    """
    letter = _add_moves_button(scene, deal.build_solo_start(scene.game, scene.snapshot.seen, scene.result_words))
    return PlannedMessage(
        PostKind.SCORE, due.deal, scene.table.place, letter, _list_round_end_pictures(scene), triggers_deal=True
    )


def _add_moves_button(scene: Scene, letter: Letter) -> Letter:
    """Add a button for all moves of a round that ended before anybody's turn.

    No other message shows these moves.
    """
    if not turns.is_deal_without_calls(scene.snapshot):
        return letter
    return letter.with_row((story.story_button(scene.words, scene.table, scene.snapshot.dealt_seq - 1),))


def _list_round_end_pictures(scene: Scene) -> tuple[PictureKind, ...]:
    if deal.is_repeated(scene.table):  # the messages above show the whole previous round
        return ()
    if chronicle.final_outcome(scene.snapshot.seen.observation) is not None:
        return (PictureKind.FINALE,)
    return _ROUND_END_PICTURES if scene.snapshot.seen.observation.is_scored else ()


def _plan_turn(scene: Scene) -> Iterator[PlannedMessage | PrivateHand]:
    """Yield a player's private hand, then the message that calls them to their turn.

    If the player knows of the turn already, the message doesn't mention them, and they get no new private hand.
    """
    snapshot, table = scene.snapshot, scene.table
    seat = table.to_act
    assert seat is not None
    kind, seq = turns.call_kind(table), turns.call_seq(snapshot)
    call = snapshot.find(kind, seq)
    knows_turn = call is not None and turns.was_sent(call)
    if kind is PostKind.TURN:
        knows_turn = knows_turn or turns.is_turn_continued(snapshot)
        yield from _plan_hand(scene, knows_turn=knows_turn)
    happened = turns.unreported_steps(snapshot) if kind is PostKind.TURN else turns.steps_since_call(snapshot)
    letter = turn.ongoing_letter(
        scene.game, snapshot.seen, kind, happened, scene.words, offers_whole_board=scene.offers_whole_board
    )
    if not knows_turn and (kind is not PostKind.TURN or snapshot.calls):
        letter = replace(letter, pings=(table.seats[seat].user,))
    yield PlannedMessage(kind, seq, table.place, letter, (PictureKind.BOARD,), pinged=seat)


def _plan_hand(scene: Scene, *, knows_turn: bool) -> Iterator[PrivateHand]:
    """Yield the hand of the seat to move if its player wants it by private message.

    If they know of the turn already, an existing message is edited, but no new one is sent.
    """
    snapshot, table, seen = scene.snapshot, scene.table, scene.snapshot.mover
    if seen is None or seen.seat is None:
        return
    existing_post = turns.hand_of_this_turn(snapshot, seen.seat)
    if existing_post or not knows_turn:
        note, user = hand.private_message_notice(table), table.seats[seen.seat].user
        language = snapshot.readers.get(user)
        letter = hand.letter(scene.game, seen, scene.words_of(language), note, happened=snapshot.recap, tip=scene.tip)
        yield PrivateHand(user, seen.seat, table.turn_seq, letter, existing_post, language=language)
