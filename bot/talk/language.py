"""The language of each text, and texts about languages.

A text in a channel is in the table's language, any other text in its reader's.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.locales.languages import ENGLISH, Languages
from bot.table.log.model import Table
from bot.talk.words import Texts, mentions
from engine.words import Message, Words, lines, msg, term

AUTOMATIC = "auto"
"""The value for no language, so that the language of the reader's Discord is used."""
OWN_NAME = term("English", "this language: what its speakers call it")
"""The name of the reader's language in that language; each catalogue has its own."""


def public_words(texts: Texts, table: Table) -> Words:
    """Return the words for a message that everyone in a table's channel sees, whoever caused it."""
    return texts.message_words(table.language, mentions(table.seats))


def line_on_card(table: Table) -> Message | None:
    """Name the language of a table on its card, in that language; None for English."""
    return None if table.language == ENGLISH else msg("🌐 {language}", language=OWN_NAME)


def own_language_text(texts: Texts, chosen: str | None, discord_language: str) -> Message:
    """Name the reader's language, and say whether they chose it and who translated it."""
    name = texts.languages.name(chosen or discord_language)
    line = msg("**Your language**: {language}", language=name)
    if chosen is None:
        line = msg("**Your language**: {language}, as in Discord", language=name)
    return lines(line, machine_notice(texts, chosen or discord_language))


def machine_notice(texts: Texts, language: str) -> Message | None:
    """Say that a language was translated by a machine; None if it wasn't."""
    if not texts.is_machine_made(language):
        return None
    if texts.languages.is_trial(language):
        return msg("-# On trial, translated by machine: `/help` says where to tell what sounds wrong.")
    return msg("-# Translated by machine, not yet read by a native speaker. `/help` says where to send corrections.")


def server_language_text(texts: Texts, chosen: str | None) -> Message:
    """Name the language of new tables on a server."""
    if chosen is None:
        return msg("**Language of new tables**: that of the player who opens one")
    return msg("**Language of new tables**: {language}", language=texts.languages.name(chosen))


def offers(languages: Languages, automatic: Message | None = None) -> Sequence[tuple[Message, str]]:
    """Return the choices: the `automatic` one if given, then all languages by their own names."""
    first = [(automatic, AUTOMATIC)] if automatic else []
    return [*first, *((msg("{name}", name=each.name), each.key) for each in languages.offered)]
