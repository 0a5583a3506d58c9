"""Words of the players for the shuffle."""

from __future__ import annotations

from bot.desk import finding
from bot.desk.ask import Ask
from bot.desk.command import TABLE, Arg, AtTable, Command
from bot.table.rules import lobby as rules
from bot.talk import word as talk
from bot.talk.letter import Letter, Purpose


async def word(ask: Ask) -> Letter:
    """Add a word to the shuffle of the deals to come."""
    known = await ask.do(rules.word, ask.user, ask.data)
    kept = await ask.service.tables.see(ask.at, rules.word_of, ask.user)
    if not kept:
        return ask.says(talk.NONE, known)
    return ask.says(talk.given(kept), known)


WORD = Command(
    "word",
    "Add a word to the shuffle",
    AtTable(finding.SEAT, lambda typed: (Purpose.WORD, typed["word"])),
    (Arg("word", "Any word: it is mixed into the shuffle", needed=True, longest=40), TABLE),
)
