"""The sentences around a game: turn messages, log lines, deals, hands. Pure: values in, messages out."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Any

from bot.clocks import texts as clocks
from bot.places import Place
from bot.showing.postman import Refused, Trouble
from bot.table.events import Lost
from bot.table.model import Commitment, Decision, Happened, Reveal, Seen, Table
from bot.table.steps import Kind
from bot.telling import Told
from engine.game import Choice, Event, Game, Seat
from engine.players import LEVELS
from engine.series import standing, which_game
from engine.words import Join, Message, Value, Who, lines, listed, msg

TEXT_LENGTH = 2000
"""Discord's limit for a message."""

START, JOIN = Kind.START.value, Kind.JOIN.value

AnyGame = Game[Any, Any]


def title(game: AnyGame, table: Table) -> Message:
    """Which game this is: "Draw Dominoes 12"."""
    return numbered(game, table.number)


def numbered(game: AnyGame, number: int) -> Message:
    """The same of a table that is known by its number alone."""
    return msg("{game} {number}", game=game.name, number=number)


def heading(game: AnyGame, seen: Seen) -> Message:
    """The title of a game that is seen, in a series with which game it is: "Game 2 of 3 · Draw Dominoes 12"."""
    return dotted(which_game(seen.observation), title(game, seen.table))


def turn(game: AnyGame, seen: Seen, *told: Message) -> Message:
    """The turn message: the first line is complete on a lock screen, the others say what changed."""
    now, timing = seen.observation, seen.table.timing
    call = msg("{who} {call}", who=Who(now.to_act or 0), call=game.voice.call(now))
    first = dotted(call, heading(game, seen), game.voice.situation(now), clocks.due(timing))
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
    called = msg("{who} {title} waits for you", who=Who(now.to_act or 0), title=heading(game, seen))
    first = dotted(called, game.voice.situation(now), clocks.due(timing))
    return lines(first, paused(seen.table), clocks.waiting(timing), *told)


def last_call(game: AnyGame, seen: Seen, *told: Message) -> Message:
    """The turn message of somebody who is called for the last time."""
    now, timing = seen.observation, seen.table.timing
    called = msg("{who} last call", who=Who(now.to_act or 0))
    first = dotted(called, heading(game, seen), game.voice.situation(now), clocks.due(timing))
    return lines(first, paused(seen.table), clocks.waiting(timing) or clocks.last_call(timing), *told)


def dotted(*items: Value | None) -> Message:
    return listed([item for item in items if item is not None], Join.DOT)


def headline(game: AnyGame, seen: Seen) -> Message:
    """Whose turn it is and what decides it, for somebody who asks."""
    now = seen.observation
    if now.to_act is None or now.to_act < 0:
        return dotted(heading(game, seen), game.voice.situation(now))
    mover, who = seen.table.mover, Who(now.to_act)
    thinks = mover is not None and mover.player is not None
    waits = msg("{who} is thinking", who=who) if thinks else msg("{who}: {call}", who=who, call=game.voice.call(now))
    return dotted(heading(game, seen), waits, game.voice.situation(now), clocks.due(seen.table.timing))


def recap(happened: Sequence[Happened], seat: Seat | None, told: Told) -> Message | None:
    """What happened since the last turn of a seat's person, or before their first one; None where nothing did."""
    if told.text is None:
        return None
    if any(step.kind == START or (step.kind == JOIN and step.seat == seat) for step in happened):
        return msg("So far: {what}", what=told.text)
    return msg("Since your last turn: {what}", what=told.text)


def above_hand(*notes: Message | None) -> Message | None:
    """What is said above a hand, if anything is."""
    return lines(*notes) if any(note is not None for note in notes) else None


def sentence(events: Sequence[Event]) -> Message:
    """The events of one step in a row."""
    return listed([event.describe() for event in events], Join.SENTENCES)


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


def opening(game: AnyGame, seen: Seen, commitment: Commitment) -> Message:
    """The message before the first deal of a table."""
    people = listed([Who(seat) for seat in range(len(seen.table.seats))])
    return lines(msg("{title} begins: {people}.", title=heading(game, seen), people=people), sealed(commitment))


def reshuffle(game: AnyGame, seen: Seen, commitment: Commitment) -> Message:
    """The message before a deal in the middle of a round."""
    return lines(msg("{title}: tiles are shuffled.", title=heading(game, seen)), sealed(commitment))


def scored(game: AnyGame, seen: Seen, opened: Sequence[Reveal], commitment: Commitment | None) -> Message:
    """The message about a round that was scored, and about the next deal if there is one."""
    return lines(
        msg("**{title}**", title=heading(game, seen)),
        msg("🏆 **{won}**", won=seen.observation.outcome.reason) if seen.observation.outcome else None,
        game.voice.tally(seen.observation),
        *(unsealed(reveal) for reveal in opened),
        sealed(commitment) if commitment else None,
    )


def sealed(commitment: Commitment) -> Message:
    """The promise about a deal that is still to come."""
    return msg("-# Deal {round} is sealed: `{hash}`", round=commitment.round, hash=commitment.text)


def unsealed(opened: Reveal) -> Message:
    """The proof of a deal that has been played."""
    return msg("-# Deal {round} opened: seed `{seed}`", round=opened.round, seed=opened.seed)


def hand(game: AnyGame, seen: Seen, note: Value | None = None) -> Message:
    """The text above somebody's hand."""
    now = seen.observation
    mine = seen.seat is not None and now.to_act == seen.seat
    due = clocks.due(seen.table.timing) if mine else None
    first = dotted(msg("**{title}**", title=heading(game, seen)), game.voice.situation(now), due)
    prompt = msg("While you were away a computer player played on for you.") if seen.away else game.voice.prompt(now)
    if (waits := paused(seen.table)) is not None:
        prompt = waits
    return lines(note, printed(seen, first), standing(now), printed(seen, prompt) if prompt else None)


def printed(seen: Seen, line: Message) -> Message:
    """A line for one person: as a heading, where they want large print."""
    return msg("## {line}", line=line) if seen.large else line


def better(game: AnyGame, decision: Decision, chosen: Choice, better: Choice, player: str) -> Message:
    """One sentence about a decision where another action would have been better."""
    seen = decision.question.observation
    return msg(
        "Deal {deal}, step {step} ({situation}): you chose “{chosen}”; {strength} prefers “{better}”.",
        deal=decision.question.table.round,
        step=decision.seq,
        situation=game.voice.situation(seen),
        chosen=chosen.label,
        strength=LEVELS[player],
        better=better.label,
    )


def play_by_private_message(table: Table) -> Message:
    """The first line of a hand that comes by private message."""
    return msg("Your turn · <#{place}>", place=table.place)


def private_log(game: AnyGame, table: Table, happened: Message) -> Message:
    """What a hand by private message becomes when its turn is over."""
    return lines(msg("{title} · <#{place}>", title=title(game, table), place=table.place), happened)


def trouble(refused: Refused, place: Place) -> Message:
    """Why a table cannot be shown, for whoever presses something, and who can change it."""
    missing = tuple(dict.fromkeys((*place.missing, *place.missing_for_threads)))
    where = f"<#{refused.place}>"
    match refused.trouble:
        case Trouble.GONE:
            return msg("The channel of this game was deleted, so its board cannot be shown. Nothing else is lost.")
        case Trouble.CLEARED:
            return msg(
                "In {where} my messages are deleted as soon as I post them, so this game has no thread of its own. "
                "Does another bot clean this channel? Somebody who manages the server can tell it to leave mine alone.",
                where=where,
            )
        case Trouble.LEFT:
            return msg("I was removed from the server of this game, so its board waits. It goes on when I am back.")
        case Trouble.LOCKED:
            return msg(
                "The board waits, because the thread {where} is locked. Somebody who manages threads can unlock it.",
                where=where,
            )
        case Trouble.FORBIDDEN if missing:
            return msg(
                "The board waits, because in {where} I lack: {missing}. Somebody who manages the server can allow it "
                "under Edit Channel → Permissions.",
                where=where,
                missing=listed(missing),
            )
        case Trouble.FORBIDDEN:
            return msg(
                "The board waits, because Discord did not let me post in {where}. I try again within half a minute.",
                where=where,
            )
