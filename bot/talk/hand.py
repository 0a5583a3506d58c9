"""The message that shows a player their hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.log.model import Seen, ShownStep, Table, WaitingGame
from bot.table.log.steps import SEAT_ACTIONS, Kind
from bot.talk import away, premoves, recent_events, story, tour
from bot.talk import time as clocks
from bot.talk.letter import MOST_ROWS, Button, ControlId, Hand, Letter, Purpose, Row, Style, in_rows
from bot.talk.menu import Menu, has_alternatives
from bot.talk.second_person import to_you
from bot.talk.title import AnyGame, game_title
from bot.talk.turn import format_for_viewer, next_buttons, pause_notice
from bot.talk.vote import resume_buttons
from bot.talk.words import text_letter
from engine.game import Doubt, Seat, Tip
from engine.series import standing
from engine.words import Join, Message, Who, Words, count, join_items, join_with_dots, lines, msg

MOST_NAMED = 3
"""A hand names at most this many of the other games that wait for its player."""


def letter(
    game: AnyGame,
    seen: Seen,
    words: Words,
    note: Message | None = None,
    chosen: tuple[str, ...] = (),
    *,
    happened: Sequence[ShownStep] = (),
    is_elsewhere: bool = True,
    beside: Sequence[Button] = (),
    tip: Tip | None = None,
) -> Letter:
    """Build the message that shows a player their hand, without its picture.

    Every possible action has a control. `chosen` has the player's choices in the menu so far.

    The text begins with a `note`, then describes what `happened`. If the player reads the hand outside of the table's
    channel (`is_elsewhere`), or has just arrived, it describes all of it. Otherwise it describes only what the channel
    may not show. The buttons `beside` come after the moves if there is room. A `tip` comes from the game's tour.
    """
    table = seen.table
    body = _body(game, seen, chosen, tip)
    note = join_notes(
        note, recent_events.last_round_line(game, seen, happened), recent_events.take_back_notice(happened, seen.seat)
    )
    tells_all = is_elsewhere or story.has_arrived(happened, seen.seat)
    news = story.select_news(happened if tells_all else story.private_steps(happened, seen.seat))
    news = [step for step in news if (step.kind, step.seat) != (Kind.JOIN, seen.seat)]  # the note says who joined
    excerpt = story.fit_into_message(lines(note, body), game, news, words, table, reader=seen.seat)
    text = lines(note, recent_events.recap(happened, seen.seat, excerpt, whole=tells_all and not table.private), body)
    skip_buttons = [] if tip is None else [tour.skip_button(table, words)]
    rows = _rows(game, seen, words, chosen, [*premoves.buttons(game, seen, words), *skip_buttons, *beside])
    seq_before = happened[0].seq - 1 if happened else 0
    rows = story.add_story_button(rows, excerpt, words, table, after=seq_before)
    return replace(text_letter(words, text, rows), hand=hand_state(seen))


def hand_state(seen: Seen) -> Hand:
    """Return the hand that a message shows, and whether its player can move now.

    A practice game's message is renewed after each step. So its hand has the number of the newest step, and not that of
    the step that led to the position.
    """
    table, is_own_turn = seen.table, _is_own_turn(seen)
    if table.private:
        return Hand(table.id, table.seq)
    return Hand(table.id, table.position_seq, open=is_own_turn and table.can_move and not seen.away)


def _is_own_turn(seen: Seen) -> bool:
    return seen.seat is not None and seen.observation.to_act == seen.seat


def _body(game: AnyGame, seen: Seen, chosen: tuple[str, ...], tip: Tip | None) -> Message:
    """Write the text about the position, for its player."""
    observation = seen.observation
    is_own_turn = _is_own_turn(seen)
    due = clocks.deadline_text(seen.table.timing) if is_own_turn else None
    first = join_with_dots(msg("**{title}**", title=game_title(game, seen)), game.voice.situation(observation), due)
    if chosen:  # the tip is shown only before the first choice
        tip = None
    # a tip that says what the reader can do replaces the prompt
    prompt = None if tip is not None and tip.prompts else _prompt(game, seen, chosen)
    if seen.seat is not None:
        first = to_you(first, seen.seat)
        prompt = None if prompt is None else to_you(prompt, seen.seat)
    prompt_line = None if prompt is None else format_for_viewer(seen, prompt)
    absence = away.own_absence_line(seen.table, seen.seat)
    tip_line = None if tip is None else tour.tip_line(tip)
    plan = premoves.plan_text(game, seen)
    return lines(
        format_for_viewer(seen, first),
        standing(observation),
        prompt_line,
        absence,
        tip_line,
        waiting_games_line(seen.waiting) if is_own_turn else None,
        plan,  # last, because it is a list: Discord would show a line after it as part of the list's last entry
    )


def waiting_games_line(waiting: Sequence[WaitingGame]) -> Message | None:
    """Name the other games that wait for the reader, the most urgent first; None if no game does."""
    names = [
        msg("{game} #{number} (<#{place}>)", game=each.name, number=each.number, place=each.place)
        for each in waiting[:MOST_NAMED]
    ]
    if not names:
        return None
    games = join_items(names, Join.COMMA)
    unnamed_count = len(waiting) - len(names)
    if not unnamed_count:
        return msg("Also waiting for you: {games}.", games=games)
    return count(
        "Also waiting for you: {games} and {n} more game.", "Also waiting for you: {games} and {n} more games.",
        unnamed_count, games=games,
    )  # fmt: skip


def _prompt(game: AnyGame, seen: Seen, chosen: tuple[str, ...]) -> Message:
    """Say what the reader can do now, or why they can't."""
    if (notice := pause_notice(seen.table)) is not None:
        return notice
    if seen.away:
        return msg("A computer player plays for you while you're away.")
    return game.voice.placing(seen.observation, chosen) if chosen else game.voice.prompt(seen.observation)


def join_notes(*notes: Message | None) -> Message | None:
    """Join the notes above a hand, without duplicates; None if there are none."""
    return lines(*dict.fromkeys(notes)) if any(note is not None for note in notes) else None


def outdated_notice(happened: Sequence[ShownStep], mine: Seat | None) -> Message:
    """Say above a hand why a press on an older one came too late.

    `happened` has the steps after the older hand, and `mine` is the reader's seat.
    """
    actions = [step for step in happened if step.kind in SEAT_ACTIONS]
    others = [step.seat for step in actions if step.seat is not None and step.seat != mine]
    if others:
        return msg("Too late: {who} has moved since.", who=Who(others[0]))
    if actions:
        return msg("You've moved already.")
    return msg("The game has gone on since.")


def elsewhere_notice(table: Table) -> Message | None:
    """Say where a game is played, above a hand that is shown elsewhere.

    Return None for a practice game.
    """
    return None if table.private else msg("Played in <#{place}>", place=table.place)


def private_message_notice(table: Table) -> Message:
    """Say where a game is played, above a hand sent by private message."""
    return msg("Your turn · <#{place}>", place=table.place)


def _rows(
    game: AnyGame, seen: Seen, words: Words, chosen: tuple[str, ...], side_buttons: Sequence[Button]
) -> tuple[Row, ...]:
    """Build the controls of the moves, then the `side_buttons` and others, as far as there is room."""
    table, observation = seen.table, seen.observation
    if seen.away:
        return ((Button(words.text(msg("Take my seat back")), ControlId(Purpose.RETURN, table.id), Style.GOOD),),)
    if table.is_paused:
        return (tuple(resume_buttons(table, words)),)
    offers_away = seen.seat is not None and table.waits_for_away and len(table.people) > 1  # else nobody waits
    away_button = [away.button(table, seen.seat, words)] if offers_away else []
    side_buttons = [*side_buttons, *away_button, *next_buttons(bool(seen.waiting), words, table.id)]
    if not _is_own_turn(seen):
        return in_rows(side_buttons)
    menu = Menu(table.id, table.position_seq, observation.choices, words, chosen, game.voice.menu_title(observation))
    rows = menu.rows()
    return (*rows, *in_rows([*_extras(words, table, menu), *side_buttons])[: MOST_ROWS - len(rows)])


def _extras(words: Words, table: Table, menu: Menu) -> list[Button]:
    extras = []
    if table.hints_allowed and has_alternatives(menu.choices):
        extras.append(Button(words.text(msg("Hint")), ControlId(Purpose.HINT, table.id)))
    if menu.chosen:
        extras.append(Button(words.text(msg("Back")), ControlId(Purpose.HAND, table.id)))
    return extras


def confirmation_letter(hand_letter: Letter, seen: Seen, doubt: Doubt, sure: ControlId, words: Words) -> Letter:
    """Ask a player to confirm a move, below their hand.

    *Back* comes first, so that a second tap by mistake does no harm.
    """
    back = Button(words.text(msg("Back")), ControlId(Purpose.HAND, seen.table.id), Style.MAIN)
    yes = Button(words.text(doubt.yes), sure, Style.DANGER)
    return replace(hand_letter, text=words.text(format_for_viewer(seen, doubt.question)), rows=((back,), (yes,)))
