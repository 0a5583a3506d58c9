"""The messages of a turn: its call, its reminders, and the lines that replace them when it is over."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from bot.table.log.events import Closed
from bot.table.log.model import Played, Seen, ShownStep, Table
from bot.table.log.settled.halt import Lost, RestoredFromCopy
from bot.table.posts import Post, PostKind
from bot.talk import premoves, story
from bot.talk import time as clocks
from bot.talk.away import absentees_line
from bot.talk.letter import WHOLE, Button, ControlId, Hand, Letter, Purpose, Row, Style, in_rows
from bot.talk.seat import claim_buttons
from bot.talk.second_person import to_you
from bot.talk.story import StoryExcerpt
from bot.talk.title import AnyGame, game_title, table_title
from bot.talk.vote import PAUSED_BY_MODERATOR, resume_buttons
from bot.talk.words import text_letter
from engine.deal_text import RepeatedByResult
from engine.game import DEALER, Seat
from engine.words import Join, Message, Value, Who, Words, join_items, join_with_dots, lines, msg, sentences, term


def ongoing_letter(
    game: AnyGame, seen: Seen, call: PostKind, happened: Sequence[ShownStep], words: Words, *, offers_whole_board: bool
) -> Letter:
    """Build the message of a turn that goes on, without its picture.

    `call` is the kind of message, and `happened` the steps that it describes. If the picture leaves out a part,
    `offers_whole_board` adds a button for the whole board.
    """
    write = {PostKind.TURN: turn, PostKind.AGAIN: reminder, PostKind.LAST: last_call}[call]
    text_alone = write(game, seen)  # its length decides how much of the story fits
    excerpt = story.fit_into_message(text_alone, game, story.select_news(happened), words, seen.table)
    rows = _rows(seen.table, call, words, offers_whole_board=offers_whole_board)
    after = happened[0].seq - 1 if happened else 0
    return text_letter(
        words, write(game, seen, *excerpt.rows), story.add_story_button(rows, excerpt, words, seen.table, after)
    )


def turn(game: AnyGame, seen: Seen, *rows: Message) -> Message:
    """Say whose turn it is and until when, then what happened.

    The first line is complete on a lock screen. The picture shows the rest.
    """
    observation = seen.observation
    call = msg("**{call}**", call=game.voice.address(observation))
    return _write_call(game, seen, call, clocks.auto_pass_notice(seen.table.timing), rows)


def reminder(game: AnyGame, seen: Seen, *rows: Message) -> Message:
    """Say whose turn it is, in a reminder."""
    return _write_call(game, seen, msg("**{who}, still your turn**", who=Who(seen.observation.to_act or 0)), None, rows)


def last_call(game: AnyGame, seen: Seen, *rows: Message) -> Message:
    """Say whose turn it is, in the last reminder."""
    timing = seen.table.timing
    call = msg("**{who}, last call**", who=Who(seen.observation.to_act or 0))
    follows = None if clocks.waiting_line(timing) else clocks.last_call_line(timing)
    return _write_call(game, seen, call, follows, rows)


def _write_call(game: AnyGame, seen: Seen, call: Message, follows: Message | None, rows: Sequence[Message]) -> Message:
    """Write a message that calls a player.

    It has the `call`, the table's title unless the thread shows it, what `follows` if the player doesn't move, and one
    paragraph of the `rows` about what happened.
    """
    table = seen.table
    title = game_title(game, seen) if table.thread is None else None
    return lines(
        join_with_dots(call, title, clocks.deadline_text(table.timing)),
        pause_notice(table),
        clocks.waiting_line(table.timing),
        follows,
        absentees_line(table),
        join_items(rows, Join.SENTENCES) if rows else None,
    )


def pause_notice(table: Table) -> Message | None:
    """Say that the game is paused or moves are lost, and how to go on."""
    lost = table.standing.halt.lost
    if lost is not None and lost.needs_search:
        return RestoredFromCopy(lost.copy).why()
    if table.is_paused and lost is not None and lost.unresolved:
        return msg("**Lost moves:** {why}", why=Lost(lost.seq, lost.later).why())
    if table.standing.needs_moderator:
        return PAUSED_BY_MODERATOR
    return msg("**Paused.** Any player can press *Resume*.") if table.is_paused else None


def _rows(table: Table, call: PostKind, words: Words, *, offers_whole_board: bool) -> tuple[Row, ...]:
    """Build all controls under a turn's message; the moves are in the hand."""
    looks = (
        Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id, table.position_seq), Style.MAIN),
        Button(words.text(msg("Board as text")), ControlId(Purpose.TEXT, table.id)),
        Button(words.text(term("Rules", "button")), ControlId(Purpose.RULES, table.id)),
    )
    resume = resume_buttons(table, words) if table.is_paused else []
    relief = clocks.relief_buttons(table, words) if call is not PostKind.TURN and not table.is_paused else []
    whole_board = [Button(words.text(msg("Whole board")), ControlId(Purpose.BOARD, table.id, data=WHOLE))]
    rows = (resume, looks, relief, claim_buttons(table, words), whole_board if offers_whole_board else [])
    return tuple(tuple(row) for row in rows if row)


def finished_letter(
    game: AnyGame,
    table: Table,
    post: Post,
    happened: Sequence[ShownStep],
    after: int,
    called_player: Value | None,
    situation: Message | None,
    words: Words,
) -> Letter:
    """Build the letter that replaces a turn's message when the turn is over.

    It has the steps that `happened` after the step `after`, the player whom the message called, and the present
    `situation`.
    """
    # after a private message no result follows, so its lines have the facts that a result would have
    scores = post.kind is PostKind.HAND
    excerpt = story.fit_into_message(situation, game, happened, words, table, scores=scores)
    closed = any(isinstance(event, Closed) for step in happened for event in step.events)
    text = log_line(
        excerpt, _acting_players(happened), situation if table.is_running else None, called_player, closed=closed
    )
    if post.kind is PostKind.HAND:
        text = private_log(game, table, text if post.pinged is None else _to_owner(table, text, post.pinged))
    return text_letter(words, text, story.add_story_button((), excerpt, words, table, after))


def log_line(
    excerpt: StoryExcerpt,
    acted: Container[Value],
    situation: Message | None,
    pinged: Value | None,
    *,
    closed: bool = False,
) -> Message:
    """Write the lines that replace a turn's message when the turn is over.

    `acted` has the players who made a move. If there are none, the `pinged` player starts. If nothing happened until
    the next message, that one is a reminder, so the text says only that the player is called again.
    """
    if not excerpt.rows and pinged is not None:
        return msg("{who} is called again.", who=pinged)
    rows: list[list[Value]] = [[row] for row in excerpt.rows] or [[]]
    if pinged is not None and closed and pinged not in acted:
        rows[-1].append(msg("last called: {who}", who=pinged))
    elif pinged is not None and not acted:
        rows[-1].append(msg("{who} starts", who=pinged))
    if situation is not None:
        rows[-1].append(situation)
    return join_items([join_items(row, Join.DOT) for row in rows], Join.LINES)


def private_log(game: AnyGame, table: Table, happened: Message) -> Message:
    """Write the text that replaces a hand in a private message when its turn is over."""
    return lines(msg("{title} · <#{place}>", title=table_title(game, table), place=table.place), happened)


def _to_owner(table: Table, text: Message, seat: Seat) -> Message:
    """Address the player of a seat in the second person.

    If a computer player sits in for them, the text keeps its name, since it made those moves.
    """
    return text if table.seats[seat].player else to_you(text, seat, own=True)


def _acting_players(happened: Sequence[ShownStep]) -> set[Value]:
    """Return the players who took these steps, by their names at that time."""
    return {story.name_at_step(step, Who(step.seat)) for step in happened if step.seat is not None and step.events}


def name_called_player(happened: Sequence[ShownStep], post: Post) -> Value | None:
    """Name the player whom a message called, by their name at that time.

    `happened` has the steps after the message.
    """
    if post.pinged is None:
        return None
    return story.name_at_step(happened[0], Who(post.pinged, before=True)) if happened else Who(post.pinged)


def move_reply(game: AnyGame, done: Played, words: Words) -> Letter:
    """Build the answer to a player whose move ended their turn.

    It has a button to another hand, if another table waits for them.
    """
    seen, table = done.seen, done.seen.table
    hand_buttons = [Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id))] if table.is_running else []
    undo_buttons = take_back_buttons(table, words, table.position_seq)
    # if the move ended a round, the channel shows the result
    ended_round = any(isinstance(event, RepeatedByResult) for event in done.events)
    text = sentences(
        msg("✓ {move}", move=move_text(game, done, scores=False)),
        None if ended_round else format_for_viewer(seen, _next(game, seen)),
    )
    plan_buttons = [premoves.plan_button(seen, words)] if premoves.can_plan(game, seen) else []
    next_game = next_buttons(done.waits, words, table.id)
    letter = text_letter(words, text, in_rows([*hand_buttons, *undo_buttons, *next_game, *plan_buttons]))
    return replace(letter, hand=Hand(table.id, table.position_seq, open=False))


def inactive_hand_letter(game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Build the message that replaces a hand which can no longer be played from.

    It says whose turn it is, or that the game is over.
    """
    table = seen.table
    hand_buttons = [Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id))] if table.is_running else []
    line = headline(game, seen, stays=True)
    if seen.seat is not None and not table.is_running:
        line = to_you(line, seen.seat)
    letter = text_letter(words, format_for_viewer(seen, line), in_rows(hand_buttons))
    return replace(letter, hand=Hand(table.id, table.position_seq, open=False) if table.is_running else None)


def moved_hand_letter(table: int, words: Words) -> Letter:
    """Build the line that replaces a hand which was posted again further down."""
    hand_button = Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table))
    return text_letter(words, msg("Your hand is further down."), in_rows([hand_button]))


def move_text(game: AnyGame, done: Played, *, scores: bool = True) -> Message:
    """Tell a player what they did, and what followed automatically.

    Without `scores`, facts in the message of a result are left out.
    """
    events = game.condense(done.events)
    deeds = () if scores else story.describe_beside_result(events)
    text = story.join_by_subject(deeds or [event.describe() for event in events])
    text = text if done.seen.seat is None else to_you(text, done.seen.seat, own=True)
    return sentences(text, story.AUTOMATIC) if done.has_automatic else text


def _next(game: AnyGame, seen: Seen) -> Message:
    """Say who is next, or how the round ended."""
    seat = seen.observation.to_act
    if seat in (None, DEALER):
        return headline(game, seen, stays=True)
    return msg("{who} is next.", who=Who(seat))


def headline(game: AnyGame, seen: Seen, *, stays: bool = False, above_text: bool = False) -> Message:
    """Say whose turn it is and describe the situation, to a user who asks.

    A message that `stays` must also be true later, so it doesn't say that a computer player is thinking. `above_text`
    leaves out the situation, since the text below describes it.
    """
    observation = seen.observation
    if observation.outcome is not None:
        return join_with_dots(game_title(game, seen), observation.outcome.reason)
    if not seen.table.is_running:
        ended = msg("ended early") if seen.table.has_result else msg("closed")
        return join_with_dots(game_title(game, seen), ended, game.voice.situation(observation))
    if observation.to_act in (None, DEALER):
        return join_with_dots(game_title(game, seen), game.voice.situation(observation))
    mover, who = seen.table.mover, Who(observation.to_act)
    is_computer = mover is not None and mover.player is not None
    turn_text = msg("{who} is thinking", who=who) if is_computer and not stays else msg("{who} is next", who=who)
    situation = None if above_text else game.voice.situation(observation)
    return join_with_dots(game_title(game, seen), turn_text, situation, clocks.deadline_text(seen.table.timing))


def format_for_viewer(seen: Seen, line: Message) -> Message:
    """Write a line for one viewer, as a heading if they want large print."""
    return msg("## {line}", line=line) if seen.large else line


def board_rows(table: Table, words: Words, *, seated: bool, part: bool) -> tuple[Row, ...]:
    """Build the buttons under a board for one viewer.

    `seated` is whether the viewer plays there, and `part` whether the picture shows only a part of the board.
    """
    row = [Button(words.text(msg("Board as text")), ControlId(Purpose.TEXT, table.id))]
    if seated:
        row.insert(0, Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id)))
    if part:
        row.append(Button(words.text(msg("Whole board")), ControlId(Purpose.BOARD, table.id, data=WHOLE)))
    return in_rows(row)


def take_back_buttons(table: Table, words: Words, seq: int) -> list[Button]:
    """Build the button under a new move that can be taken back without a vote.

    There is none if other people play too and a computer player is next, since it moves at once.
    """
    is_too_late_soon = table.mover is not None and table.mover.player is not None and len(table.present_seats) > 1
    if table.standing.undoable is None or is_too_late_soon:
        return []
    return [Button(words.text(msg("Take back")), ControlId(Purpose.UNDO, table.id, seq))]


def next_buttons(waits: bool, words: Words, after: int = 0) -> list[Button]:
    """Build the button that opens the next hand, if another table waits; it stands out less than any move."""
    return [Button(words.text(msg("Next game")), ControlId(Purpose.NEXT, after))] if waits else []
