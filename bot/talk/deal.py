"""The messages that bind deals: they show a head of the log for good."""

from __future__ import annotations

import re

from bot.table.dealing import DueDeal
from bot.table.model import Seen, Table
from bot.table.steps import Subject
from bot.talk.letter import Button, ControlId, Letter, Purpose, in_rows
from bot.talk.result import checks, round_over
from bot.talk.title import AnyGame, headed
from bot.talk.words import said
from engine.deal import short
from engine.words import Message, Who, Words, lines, listed, msg

_ANNOUNCED = re.compile(r"^-# 🔒 Deal ([0-9]{1,9}) · `", re.M)
_ENDED = re.compile(r"^-# 🔒 End · `", re.M)


def announced(game: AnyGame, seen: Seen, due: DueDeal, words: Words) -> Letter:
    """Build the announcement of a deal: who plays, that tiles are shuffled, or how the round before ended; and in small
    print what binds the deal. It follows from the step that says so, so a repeated attempt says the same."""
    dealing = seen.table.standing.dealing
    text = lines(
        _before(game, seen),
        msg("-# 🔒 Deal {n} · `{head}`", n=due.deal, head=due.short),
        _seeds(dealing.root) if due.deal == 1 else None,
        _seeds(due.root) if due.root else None,
    )
    return _said(seen, text, words)


def began_alone(game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Build what stands in place of an announcement where one person sits alone."""
    return _said(seen, _before(game, seen), words)


def announces(text: str) -> int | None:
    """Return the deal, from 1, that the text of a message announces; None where it announces none."""
    found = _ANNOUNCED.search(text)
    return int(found[1]) if found else None


def ends(text: str) -> bool:
    """Return whether the text of a message shows the head of a table's end."""
    return _ENDED.search(text) is not None


def binds(text: str) -> bool:
    """Return whether a message with this text is never edited, since it shows a head for good."""
    return "-# 🔒 " in text


def lost(copy: int) -> Message:
    """Say of a message that what it shows is lost; `copy` is the instant of the copy that was restored."""
    return msg("Lost: this bot was restored from a copy of {at}.", at=f"<t:{copy}:f>")


def _seeds(root: str) -> Message:
    """Show what fixes the seeds of a chain."""
    return msg("-# Seeds `{root}`", root=short(root))


def _said(seen: Seen, text: Message, words: Words) -> Letter:
    between = seen.observation.scored or not seen.table.round
    return said(words, text, in_rows(checks(seen, words)) if between and not is_anew(seen.table) else ())


def is_anew(table: Table) -> bool:
    """Return whether the deal that is due takes the place of one that waited for the beacon."""
    dealing = table.standing.dealing
    return dealing.due is not None and 0 < dealing.set_aside == dealing.due.deal - 1


def waits(table: Table, words: Words) -> Letter:
    """Build the message that says why a deal waits, and how all can go on without it."""
    text = msg("Waiting for the public beacon: nobody can know its next number, that's the point.")
    button = Button(words.text(msg("Deal without it")), ControlId(Purpose.PROPOSE, table.id, 0, Subject.BEACON))
    return Letter(words.text(text), rows=((button,),))


def waited(table: Table) -> Message:
    """Say how the wait ended."""
    if not table.running:
        return msg("The game ended before the public beacon spoke.")
    if not table.standing.beacon:
        return msg("All agreed to deal without the public beacon.")
    return msg("The public beacon has spoken.")


def _before(game: AnyGame, seen: Seen) -> Message:
    if is_anew(seen.table):
        return msg("{title}: dealt again, without the public beacon.", title=headed(game, seen))
    if seen.observation.scored:
        return round_over(game, seen)
    if seen.table.round:
        return msg("{title}: tiles are shuffled.", title=headed(game, seen))
    people = listed([Who(seat) for seat in range(len(seen.table.seats))])
    return msg("**{title}** begins: {people}.", title=headed(game, seen), people=people)
