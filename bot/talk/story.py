"""Describes what happened at a table, in one line for each player's turn.

Every step is shown or, if there is no room, counted. The story is made only of events as one viewer may know them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise

from bot.table.log.events import Closed
from bot.table.log.model import Person, ShownStep, Table
from bot.table.log.settled.away import WentAway
from bot.table.log.settled.halt import Paused
from bot.table.log.steps import SEAT_ACTIONS, Kind
from bot.table.rules.seats import LEFT
from bot.talk.letter import MOST_ROWS, TEXT_LENGTH, Button, ControlId, Letter, Purpose, Row
from bot.talk.second_person import to_you
from bot.talk.title import AnyGame
from bot.talk.words import mentions, text_letter
from engine.deal_text import RepeatedByResult, RoundBegins
from engine.game import Event, Seat
from engine.words import (
    Deeds,
    Join,
    Message,
    Value,
    Who,
    Words,
    count,
    join_items,
    join_with_dots,
    lines,
    msg,
    replace_seats,
)

MOST_LINES = 7
"""The most lines in a message; on a phone, nobody reads more.

The newest lines are shown, and a button leads to the others.
"""
MARGIN = 60
"""Characters that stay free for the words around the story."""
EVERYTHING = msg("All that happened")
AUTOMATIC = msg("(Automatic: nothing else was possible.)")


@dataclass(frozen=True, slots=True)
class StoryLine:
    """One line that describes consecutive steps."""

    message: Message
    steps: tuple[ShownStep, ...]


@dataclass(frozen=True, slots=True)
class StoryExcerpt:
    """The lines that fit into a message, and the number of steps before them that are left out."""

    rows: tuple[Message, ...] = ()
    left_out: int = 0

    @property
    def text(self) -> Message | None:
        """All lines as one message; None if there are none."""
        return join_items(self.rows, Join.LINES) if self.rows else None


def fit_into_message(
    first: Message | None,
    game: AnyGame,
    happened: Sequence[ShownStep],
    words: Words,
    table: Table,
    *,
    scores: bool = True,
    reader: Seat | None = None,
) -> StoryExcerpt:
    """Describe as much of what happened as fits into a message beside its other text.

    `first` is that text. Without `scores`, facts in the message of a result are left out. Moves that were made
    automatically for people at the `table` are marked. In the lines of such moves, the player of the seat `reader` is
    "you".
    """
    room = TEXT_LENGTH - MARGIN - (0 if first is None else len(words.text(first)))
    all_lines = build_lines(game, happened, scores=scores, people=table.present_seats)
    if reader is not None:
        all_lines = [
            replace(line, message=to_you(line.message, reader, own=True)) if _is_automatic(line, (reader,)) else line
            for line in all_lines
        ]
    return fit_newest_lines(all_lines, words, room)


def select_news(happened: Sequence[ShownStep]) -> Sequence[ShownStep]:
    """Return the steps to describe in a message that calls a player.

    The beginning of a round, a pause and an absence are left out, since that message has its own lines for them.
    """
    happened = [step for step in happened if not is_interruption(step)]
    # a deal always has one event, which alone is no news
    if not any(len(step.events) > (1 if step.kind is Kind.DEAL else 0) for step in happened):
        return ()
    return [replace(step, events=tuple(event for event in step.events if not isinstance(event, RoundBegins)))
            for step in happened]  # fmt: skip


def is_interruption(step: ShownStep) -> bool:
    """Return whether a step paused the game, or began a player's absence."""
    return any(isinstance(event, Paused | WentAway) for event in step.events)


def has_arrived(happened: Sequence[ShownStep], seat: Seat | None) -> bool:
    """Return whether a seat's player joined the running game in these steps, or came back."""
    start = next((index for index, step in enumerate(happened) if step.kind is Kind.START), -1)
    return any(step.kind in (Kind.JOIN, Kind.SEAT) and step.seat == seat for step in happened[start + 1 :])


def private_steps(happened: Sequence[ShownStep], seat: Seat | None) -> Sequence[ShownStep]:
    """Return the steps to describe beside the hand of a player who reads the channel.

    These are the player's forced moves, and steps with events that the channel shows only in part. Moves in rounds that
    are over are left out, since the results contain them. Moves of others between two of these steps stay, but without
    their events, so that each turn gets its own line.
    """
    last_deal = _last_deal_seq(happened)
    current = [step for step in happened if step.kind not in SEAT_ACTIONS or step.seq > last_deal]
    steps = [replace(step, events=_private_events(step, seat)) for step in current]
    seqs = [step.seq for step in steps if step.events]
    if not seqs:
        return []
    first, last = seqs[0], seqs[-1]
    return [step for step in steps if step.events or (step.kind in SEAT_ACTIONS and first < step.seq < last)]


def _last_deal_seq(happened: Sequence[ShownStep]) -> int:
    """Return the step of the newest deal; 0 if there was none."""
    return max((step.seq for step in happened if step.kind is Kind.DEAL), default=0)


def _private_events(step: ShownStep, seat: Seat | None) -> tuple[Event, ...]:
    """Return the events of a step that the channel shows only in part, or all events of the player's forced moves."""
    if step.kind is Kind.AUTO and step.seat == seat:
        return step.events
    return tuple(event for event in step.events if event.redact_for(None) != event)


def build_lines(
    game: AnyGame, happened: Sequence[ShownStep], *, scores: bool = True, people: Sequence[Seat] = ()
) -> list[StoryLine]:
    """Describe what happened, oldest first.

    Moves that were taken back are struck out. Without `scores`, facts in the message of a result are left out. Moves
    that were made automatically for `people` (their seats) are marked.
    """
    last_departure = _last_departure_seq(happened)
    steps = [step for step in happened if (step.events or step.kind.moves) and step.seq != last_departure]
    if not scores:
        described = [step for step in steps if not step.events or any(map(_describe_event, step.events))]
        if any(step.events for step in described):
            steps = described
    groups = [[step for step in group if step.events] for group in _group_by_line(steps, people)]
    return _mark_automatic([_line(game, tuple(group), scores=scores) for group in groups if group], people)


def _mark_automatic(all_lines: Sequence[StoryLine], people: Sequence[Seat]) -> list[StoryLine]:
    """Mark the lines of moves that were made automatically for people.

    These people were not asked, so they wouldn't know of the moves. Of several such lines in a row, only the last is
    marked.
    """
    marked = list[StoryLine]()
    for is_automatic, group in groupby(all_lines, key=lambda line: _is_automatic(line, people)):
        *others, last = group
        mark = join_items([last.message, AUTOMATIC], Join.SENTENCES) if is_automatic else last.message
        marked += [*others, replace(last, message=mark)]
    return marked


def _is_automatic(line: StoryLine, people: Sequence[Seat]) -> bool:
    """Return whether all moves of a line were made automatically, at least one of them for a person."""
    moves = [step for step in line.steps if step.kind in SEAT_ACTIONS]
    # `names` has only seats that had another player at that time
    is_of_person = any(step.seat in people and Who(step.seat or 0) not in step.names for step in moves)
    return is_of_person and all(step.kind is Kind.AUTO for step in moves)


def _last_departure_seq(happened: Sequence[ShownStep]) -> int | None:
    """Return the step in which the last player left and so closed the table, if any.

    It is not described, since no computer player takes over.
    """
    return next((step.seq for step, following in pairwise(happened) if Closed(LEFT) in following.events), None)


def fit_newest_lines(all_lines: Sequence[StoryLine], words: Words, room: int) -> StoryExcerpt:
    """Choose the newest lines that fit into `room` characters, and count the steps of the others."""
    newest_lines = list(_take_fitting(reversed(all_lines), words, room))[::-1]
    left_out = sum(len(line.steps) for line in all_lines[: len(all_lines) - len(newest_lines)])
    earlier = count("Before this, {n} more thing happened.", "Before this, {n} more things happened.", left_out)
    return StoryExcerpt((*([earlier] if left_out else []), *(line.message for line in newest_lines)), left_out)


def whole_story(game: AnyGame, table: Table, happened: Sequence[ShownStep], words: Words) -> Letter:
    """Describe as much of what happened as fits into one message, oldest first.

    If there is more, a button leads to the next page.
    """
    all_lines = build_lines(game, happened, people=table.present_seats)
    first = fit_oldest_lines(all_lines, words, TEXT_LENGTH)
    more = ((story_button(words, table, first[-1].steps[-1].seq, msg("More")),),) if len(first) < len(all_lines) else ()
    return text_letter(
        words, lines(*(line.message for line in first)) if first else msg("Nothing happened since."), more
    )


def fit_oldest_lines(all_lines: Sequence[StoryLine], words: Words, room: int) -> Sequence[StoryLine]:
    """Choose the oldest lines that fit into `room` characters, but at least one."""
    return list(_take_fitting(all_lines, words, room, most=len(all_lines))) or all_lines[:1]


def story_button(words: Words, table: Table, after: int, label: Message = EVERYTHING) -> Button:
    """Build the button that shows all that happened after a step."""
    return Button(words.text(label), ControlId(Purpose.STORY, table.id, max(after, 0)))


def add_story_button(
    rows: tuple[Row, ...], excerpt: StoryExcerpt, words: Words, table: Table, after: int
) -> tuple[Row, ...]:
    """Add the button for all that happened after a step, if anything was left out.

    It is added only if there is room for another row.
    """
    if not excerpt.left_out or len(rows) >= MOST_ROWS:
        return rows
    return (*rows, (story_button(words, table, after),))


def _take_fitting(
    all_lines: Iterable[StoryLine], words: Words, room: int, most: int = MOST_LINES
) -> Iterable[StoryLine]:
    """Yield the first lines that fit into `room` characters, at most `most`."""
    for number, line in enumerate(all_lines):
        room -= len(words.text(line.message)) + 1  # with the line break
        if room < 0 or number >= most:
            return
        yield line


def _group_by_line(steps: Sequence[ShownStep], people: Sequence[Seat]) -> Iterable[list[ShownStep]]:
    """Group the steps that share a line.

    These are the steps of one seat in a row, or a deal with what follows automatically. What was made automatically for
    one of the `people` after a move of their own has a line of its own, to be marked.
    """
    groups = list[tuple[object, ShownStep]]()
    is_deal = has_chosen = False
    for step in steps:
        is_deal = step.kind == Kind.DEAL or (is_deal and step.kind == Kind.AUTO)
        is_same_seat = bool(groups) and groups[-1][1].seat == step.seat
        has_chosen = step.kind in SEAT_ACTIONS and (step.kind is not Kind.AUTO or (has_chosen and is_same_seat))
        follows_own = has_chosen and step.kind is Kind.AUTO and step.seat in people
        key: object = step.seq
        if is_deal:
            key = "deal"
        elif step.kind in SEAT_ACTIONS:
            key = (step.seat, step.by_clock, step.is_delegated, step.is_undone, follows_own)
        groups.append((key, step))
    return [[step for _, step in group] for _, group in groupby(groups, key=lambda item: item[0])]


def _line(game: AnyGame, steps: tuple[ShownStep, ...], *, scores: bool) -> StoryLine:
    first = steps[0]
    events = game.condense([event for step in steps for event in step.events])
    sentences: Sequence[Message] = () if scores else describe_beside_result(events)
    sentences = sentences or [event.describe() for event in events]
    text = _join_deeds(first.seat if first.kind in SEAT_ACTIONS else None, sentences)
    if first.by_clock:
        text = join_items([text, msg("Time ran out.")], Join.SENTENCES)
    if first.is_delegated:
        text = join_items([text, msg("I made this move, as asked.")], Join.SENTENCES)
    text = with_names_at_step(text, first)
    return StoryLine(msg("~~{text}~~", text=join_with_dots(text)) if first.is_undone else text, steps)


def describe_beside_result(events: Sequence[Event]) -> Sequence[Message]:
    """Describe the parts of events that the message of a result leaves out."""
    return [text for event in events if (text := _describe_event(event)) is not None]


def _describe_event(event: Event) -> Message | None:
    """Describe the part of an event that a result's message leaves out; None if there is none."""
    return event.describe_ending() if isinstance(event, RepeatedByResult) else event.describe()


def join_by_subject(messages: Sequence[Message]) -> Message:
    """Join sentences; if several in a row begin with the same seat, name it once."""
    groups = [(seat, tuple(sentences)) for seat, sentences in groupby(messages, key=_subject)]
    return join_items([_join_deeds(seat, sentences) for seat, sentences in groups], Join.SENTENCES)


def _subject(message: Message) -> Seat | None:
    """Return the seat whose deed a sentence describes, if any."""
    who = dict(message.values).get("who")
    return who.seat if isinstance(who, Who) and message.second is not None else None


def _join_deeds(seat: Seat | None, messages: Sequence[Message]) -> Message:
    if seat is None:
        return join_items(messages, Join.SENTENCES)
    return msg("{deeds}", deeds=Deeds(Who(seat), tuple(messages)))


def with_names_at_step(message: Message, step: ShownStep) -> Message:
    """Insert the names that seats had when a step was taken."""
    if not step.names:
        return message
    return msg("{message}", message=replace_seats(message, lambda who: name_at_step(step, who)))


def with_names_before(message: Message, arrivals: Sequence[ShownStep]) -> Message:
    """Insert the names of former players whose seats were taken by these steps."""
    former = {Who(step.seat): name_at_step(step, Who(step.seat, before=True)) for step in reversed(arrivals)
              if step.seat is not None}  # fmt: skip
    return msg("{message}", message=replace_seats(message, lambda who: former.get(who, who))) if former else message


def name_at_step(step: ShownStep, who: Who) -> Value:
    """Return the name that a seat had when a step was taken."""
    name = step.names.get(who, who)
    return mentions([name])[0] if isinstance(name, Person) else name
