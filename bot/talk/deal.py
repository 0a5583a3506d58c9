"""The messages that prove deals. Each permanently shows a head (a hash) of the log."""

from __future__ import annotations

import re

from bot.table.log.dealing import DueDeal
from bot.table.log.model import Seen, Table
from bot.table.log.steps import Subject
from bot.talk.letter import Button, ControlId, Letter, Purpose, in_rows
from bot.talk.partners import partners_line
from bot.talk.result import check_buttons, round_over_text
from bot.talk.title import AnyGame, game_title
from bot.talk.words import text_letter
from engine.words import Message, Who, Words, join_items, lines, msg

_ANNOUNCED = re.compile(r"^-# 🔒 [^\d`]*([0-9]{1,9})[^\d`]* · `", re.M)
_ENDED = re.compile(r"^-# 🔒 [^\d`]+ · `", re.M)
"""The marks of announcements and ends in any language. Only an announcement has a number before the head."""


def build_announcement(game: AnyGame, seen: Seen, due: DueDeal, words: Words) -> Letter:
    """Build the announcement of a deal.

    It names the players, says that tiles are shuffled, or how the previous round ended. Its small print is the proof of
    the deal: the head covers all steps before it, including the roots of all seeds. The text depends only on the
    announced step, so a retry produces the same text.
    """
    small_print = msg("-# 🔒 Code of deal {n} · `{head}`", n=due.deal, head=due.short_head)
    return _deal_letter(seen, lines(_opening_text(game, seen), small_print), words)


def build_solo_start(game: AnyGame, seen: Seen, words: Words) -> Letter:
    """Build the message that replaces an announcement if one person sits alone."""
    return _deal_letter(seen, _opening_text(game, seen), words)


def read_announced_deal(text: str) -> int | None:
    """Return the number, from 1, of the deal that a message's text announces.

    Return None if the text announces no deal.
    """
    match = _ANNOUNCED.search(text)
    return int(match[1]) if match else None


def has_end_head(text: str) -> bool:
    """Return whether the text of a message shows the head of a table's end."""
    return _ENDED.search(text) is not None


def is_binding(text: str) -> bool:
    """Return whether a message with this text shows a head, and so must not be edited."""
    return "-# 🔒 " in text


def loss_notice(copy: int) -> Message:
    """Write the text that replaces a message about lost steps.

    `copy` is the time of the copy that was restored, in UTC seconds.
    """
    return msg("Lost: this bot was restored from a copy of {at}.", at=f"<t:{copy}:f>")


def _deal_letter(seen: Seen, text: Message, words: Words) -> Letter:
    begins_round = seen.observation.is_scored or not seen.table.round  # else the deal is in the middle of a round
    has_buttons = begins_round and not is_repeated(seen.table)
    return text_letter(words, text, in_rows(check_buttons(seen, words)) if has_buttons else ())


def is_repeated(table: Table) -> bool:
    """Return whether the due deal replaces one that waited for the beacon."""
    dealing = table.standing.dealing
    # `set_aside` is 0 if no deal was set aside
    return dealing.due is not None and 0 < dealing.set_aside == dealing.due.deal - 1


def waiting_letter(table: Table, words: Words) -> Letter:
    """Say why a deal waits for the beacon, with a button to deal without the beacon."""
    text = msg("Waiting for the public beacon: nobody can know its next number, that's the point.")
    button = Button(words.text(msg("Deal without it")), ControlId(Purpose.PROPOSE, table.id, data=Subject.BEACON))
    return Letter(words.text(text), rows=((button,),))


def wait_end_notice(table: Table) -> Message:
    """Say how the wait for the beacon ended."""
    if not table.is_running:
        return msg("The game ended before the public beacon spoke.")
    if not table.standing.beacon:
        return msg("All agreed to deal without the public beacon.")
    return msg("The public beacon has spoken.")


def _opening_text(game: AnyGame, seen: Seen) -> Message:
    if is_repeated(seen.table):
        return msg("{title}: dealt again, without the public beacon.", title=game_title(game, seen))
    if seen.observation.is_scored:
        return round_over_text(game, seen)
    if seen.table.round:  # a deal in the middle of a round
        return msg("{title}: {why}", title=game_title(game, seen), why=game.voice.prompt(seen.observation))
    people = partners_line(game, seen.table) or join_items([Who(seat) for seat in range(len(seen.table.seats))])
    return msg("**{title}** begins: {people}.", title=game_title(game, seen), people=people)
