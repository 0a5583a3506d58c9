"""The message of a turn: what it says while it waits, when it calls again, and once it is over."""

from __future__ import annotations

from collections.abc import Container

from bot.table.events import Lost
from bot.table.model import Seen, Table
from bot.talk import time as clocks
from bot.talk.letter import Button, ControlId, Purpose
from bot.talk.story import Told
from bot.talk.title import AnyGame, headed
from engine.words import Join, Message, Value, Who, Words, dotted, lines, listed, msg


def turn(game: AnyGame, seen: Seen, *told: Message) -> Message:
    """The turn message: the first line is complete on a lock screen, the others say what changed."""
    now, timing = seen.observation, seen.table.timing
    call = msg("{who} {call}", who=Who(now.to_act or 0), call=game.voice.call(now))
    first = dotted(call, headed(game, seen), game.voice.situation(now), clocks.due(timing))
    return lines(first, paused(seen.table), clocks.waiting(timing), clocks.confirms(timing), *told)


def paused(table: Table) -> Message | None:
    """That nobody can move now, and what ends that."""
    lost = table.company.lost
    if table.paused and lost is not None and lost.rests:
        return msg("**Lost moves:** {told}", told=Lost(lost.seq, lost.later).why())
    return msg("**Paused:** nobody can move until somebody who plays presses *Go on*.") if table.paused else None


def reminder(game: AnyGame, seen: Seen, *told: Message) -> Message:
    """The turn message of somebody who is called again."""
    now, timing = seen.observation, seen.table.timing
    called = msg("{who} {title} waits for you", who=Who(now.to_act or 0), title=headed(game, seen))
    first = dotted(called, game.voice.situation(now), clocks.due(timing))
    return lines(first, paused(seen.table), clocks.waiting(timing), *told)


def last_call(game: AnyGame, seen: Seen, *told: Message) -> Message:
    """The turn message of somebody who is called for the last time."""
    now, timing = seen.observation, seen.table.timing
    called = msg("{who} last call", who=Who(now.to_act or 0))
    first = dotted(called, headed(game, seen), game.voice.situation(now), clocks.due(timing))
    return lines(first, paused(seen.table), clocks.waiting(timing) or clocks.last_call(timing), *told)


def headline(game: AnyGame, seen: Seen) -> Message:
    """Whose turn it is and what decides it, for somebody who asks."""
    now = seen.observation
    if now.to_act is None or now.to_act < 0:
        return dotted(headed(game, seen), game.voice.situation(now))
    mover, who = seen.table.mover, Who(now.to_act)
    thinks = mover is not None and mover.player is not None
    waits = msg("{who} is thinking", who=who) if thinks else msg("{who}: {call}", who=who, call=game.voice.call(now))
    return dotted(headed(game, seen), waits, game.voice.situation(now), clocks.due(seen.table.timing))


def log_line(told: Told, acted: Container[Value], situation: Message | None, pinged: Value | None) -> Message:
    """What a turn message becomes when its turn is over, where these people `acted`.

    It keeps the mention of whom it pinged: somebody who follows an old notification must understand it.
    """
    rows: list[list[Value]] = [[row] for row in told.rows] or [[]]
    if pinged is not None and pinged not in acted:
        rows[0].insert(0, pinged)
    if situation is not None:
        rows[-1].append(situation)
    return listed([listed(row, Join.DOT) for row in rows], Join.LINES)


def take_back_buttons(table: Table, words: Words, seq: int) -> list[Button]:
    """The button under a move that can be taken back without asking anybody, while it is fresh."""
    if table.undoable is None:
        return []
    return [Button(words.text(msg("Take back")), ControlId(Purpose.UNDO, table.id, seq))]
