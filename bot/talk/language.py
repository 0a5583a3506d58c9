"""In which language a text is: in the table's if its channel shows it, else in that of the person who reads it."""

from __future__ import annotations

from bot.table.log.model import Table
from bot.talk.words import Texts, mentions
from engine.words import Words


def public_words(texts: Texts, table: Table) -> Words:
    """Return the words for a message that everyone in a table's channel sees, whoever caused it."""
    return texts.message_words(table.language, mentions(table.seats))
