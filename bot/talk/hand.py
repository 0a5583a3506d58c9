"""The message that shows a player their hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.table.model import Happened, Seen, Table
from bot.table.steps import BY_SEATS, Kind
from bot.talk import story
from bot.talk import time as clocks
from bot.talk.letter import MOST_ROWS, Button, ControlId, Hand, Letter, Purpose, Row, Style, in_rows
from bot.talk.menu import Menu
from bot.talk.story import Told
from bot.talk.title import AnyGame, headed
from bot.talk.turn import paused, printed
from bot.talk.vote import resume_buttons
from bot.talk.words import said
from engine.game import Doubt, Seat
from engine.series import standing
from engine.words import Message, Value, Who, Words, dotted, lines, msg


def letter(
    game: AnyGame,
    seen: Seen,
    words: Words,
    note: Message | None = None,
    chosen: tuple[str, ...] = (),
    *,
    every_place: bool = False,
    happened: Sequence[Happened] = (),
    beside: Sequence[Button] = (),
    tip: Message | None = None,
) -> Letter:
    """Build the message that shows a player their hand, without its picture: all that can be done now has a control.

    `chosen` is how far they have gone into the menu. `happened` is told above the hand, below a `note`; buttons
    `beside` the moves come after them, where they have room. A `tip` is a step of the game's tour.
    """
    table = seen.table
    told = story.beside(_text(game, seen, note, tip), game, story.news(happened), words)
    text = _text(game, seen, above_hand(note, recap(happened, seen.seat, told)), tip)
    rows = _rows(seen, words, chosen, beside, every_place=every_place)
    rows = story.with_rest(rows, told, words, table, happened[0].seq - 1 if happened else 0)
    return replace(said(words, text, rows), hand=shown_by(seen))


def shown_by(seen: Seen) -> Hand:
    """Return which hand a message shows, and whether its player can move now."""
    table, mine = seen.table, seen.seat is not None and seen.observation.to_act == seen.seat
    return Hand(table.id, table.position_seq, open=mine and table.goes_on and not seen.away)


def _text(game: AnyGame, seen: Seen, note: Value | None, tip: Message | None) -> Message:
    """Write the text of the message."""
    now = seen.observation
    mine = seen.seat is not None and now.to_act == seen.seat
    due = clocks.due(seen.table.timing) if mine else None
    first = dotted(msg("**{title}**", title=headed(game, seen)), game.voice.situation(now), due)
    prompt = msg("A computer player plays for you while you're away.") if seen.away else game.voice.prompt(now)
    if (waits := paused(seen.table)) is not None:
        prompt = waits
    return lines(note, printed(seen, first), standing(now), printed(seen, prompt) if prompt else None, tip)


def recap(happened: Sequence[Happened], seat: Seat | None, told: Told) -> Message | None:
    """Tell what happened since a player's last turn, or before their first one; None where nothing did."""
    if told.text is None:
        return None
    if happened[-1].kind is Kind.UNDO and happened[-1].seat == seat:
        return msg("Your move is taken back.")
    if any(step.kind is Kind.START or (step.kind is Kind.JOIN and step.seat == seat) for step in happened):
        return msg("So far: {what}", what=told.text)
    return msg("Since your last turn: {what}", what=told.text)


def above_hand(*notes: Message | None) -> Message | None:
    """Join what is said above a hand, if anything is."""
    return lines(*notes) if any(note is not None for note in notes) else None


def past(happened: Sequence[Happened], mine: Seat | None) -> Message:
    """Say above a hand what became of an older one that was pressed; `happened` is what followed it."""
    others = [step.seat for step in happened if step.kind in BY_SEATS and step.seat not in (None, mine)]
    if others:
        return msg("Too late: {who} has moved since.", who=Who(others[0] or 0))
    if any(step.kind in BY_SEATS for step in happened):
        return msg("You've moved already.")
    return msg("The game has gone on since.")


def play_by_private_message(table: Table) -> Message:
    """Say above a hand that comes by private message where its game is."""
    return msg("Your turn · <#{place}>", place=table.place)


def _rows(
    seen: Seen, words: Words, chosen: tuple[str, ...], beside: Sequence[Button], *, every_place: bool
) -> tuple[Row, ...]:
    table, now = seen.table, seen.observation
    if seen.away:
        return ((Button(words.text(msg("Take my seat back")), ControlId(Purpose.RETURN, table.id), Style.GOOD),),)
    if table.paused:
        return (tuple(resume_buttons(table, words)),)
    if seen.seat is None or now.to_act != seen.seat:
        return in_rows(beside)
    menu = Menu(table.id, table.position_seq, now.choices, words, chosen, every_place)
    rows = menu.rows()
    return (*rows, *in_rows([*_extras(words, table, menu), *beside])[: MOST_ROWS - len(rows)])


def _extras(words: Words, table: Table, menu: Menu) -> list[Button]:
    extras = []
    if table.hints_allowed:
        extras.append(Button(words.text(msg("Hint")), ControlId(Purpose.HINT, table.id)))
    if menu.chosen or menu.every_place:
        extras.append(Button(words.text(msg("Back")), ControlId(Purpose.HAND, table.id)))
    return extras


def doubted(shown: Letter, seen: Seen, doubt: Doubt, sure: ControlId, words: Words) -> Letter:
    """Put the second question about a move below the hand that it is about; a thumb that slipped finds Back first."""
    back = Button(words.text(msg("Back")), ControlId(Purpose.HAND, seen.table.id), Style.MAIN)
    yes = Button(words.text(doubt.yes), sure, Style.DANGER)
    return replace(shown, text=words.text(printed(seen, doubt.question)), rows=((back,), (yes,)))
