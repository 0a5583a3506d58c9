"""Words of the players for the shuffle."""

from __future__ import annotations

from bot.desk import finding
from bot.desk.ask import Ask
from bot.desk.command import TABLE, Arg, AtTable, Command
from bot.table.model import Status
from bot.table.posts import PostKind
from bot.table.refusals import Unbound
from bot.table.rules import lobby as rules
from bot.talk import word as talk
from bot.talk.letter import Letter, Purpose


async def word(ask: Ask) -> Letter:
    """Add a word to the shuffle of the deals to come."""
    try:
        known = await ask.do(rules.word, ask.user, ask.data)
    except Unbound:
        await _seal(ask)
        raise
    kept = await ask.service.tables.see(ask.at, rules.word_of, ask.user)
    if not kept:
        return ask.says(talk.NONE, known)
    return ask.says(talk.given(kept), known)


async def _seal(ask: Ask) -> None:
    """Have the seeds fixed in a message; where the game has begun its first announcement does that."""
    if ask.table.status is Status.LOBBY:
        await ask.service.outbox.intend(ask.at, PostKind.SEAL, 1, ask.table.place)
        ask.tools.reconciler.touch(ask.at)


WORD = Command(
    "word",
    "Add a word to the shuffle",
    AtTable(finding.SEAT, lambda typed: (Purpose.WORD, typed["word"])),
    (Arg("word", "Any word: it is mixed into the shuffle", needed=True, longest=40), TABLE),
)
