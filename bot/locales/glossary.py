"""The terms of the games in each language, read from `GLOSSARY.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).with_name("GLOSSARY.md")
NOTHING = "—"
"""An empty cell."""
TYPED = re.compile(r"`[^`]*`|“[^”]*”|\{\w+\}|<[^<>]*>")
"""Parts of a text that don't belong to its sentences: typed text, quotations and values."""
OTHER_MEANING = re.compile(r"(?<=[a-z,] )Boneyard|[Tt]urning points?|Leave blank|counts? double")
"""Phrases in which a word of the glossary has another meaning.

*Boneyard* inside a sentence is the bot, a *turning point* is a moment of a game, *leave blank* is said of a field, and
*count double* means twice.
"""


class Term(NamedTuple):
    """A term, and its translation.

    A translation has one of the `stems` if its English text has the term, and never one of the `forbidden` words.
    Without stems, translators decide case by case.
    """

    term: str
    say: str
    stems: tuple[str, ...]
    forbidden: tuple[str, ...]
    source: str
    """Where rules in that language use the translation; "?" if nobody has found any yet."""

    def is_in(self, text: str) -> bool:
        """Return whether an English text has the term."""
        words = r"[ \n]".join(map(re.escape, self.term.split()))
        return (
            re.search(rf"\b{words}(?:s|es)?\b", OTHER_MEANING.sub(" ", TYPED.sub(" ", text)), re.IGNORECASE) is not None
        )


def read(text: str | None = None) -> Mapping[str, Sequence[Term]]:
    """Return the terms of each language, by its key."""
    terms: dict[str, list[Term]] = {}
    language = ""
    for line in (FILE.read_text() if text is None else text).splitlines():
        if heading := re.fullmatch(r"## .*\(`(\w+)`\)", line):
            language = heading[1]
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if language and line.startswith("| ") and len(cells) == 5 and cells[0] != "term":
            term, say, stems, forbidden, source = cells
            terms.setdefault(language, []).append(Term(term, say, _words(stems), _words(forbidden), source))
    return terms


def _words(cell: str) -> tuple[str, ...]:
    return () if cell == NOTHING else tuple(word.strip() for word in cell.split(","))


def find_faults(source: str, translation: str, terms: Sequence[Term]) -> Iterator[str]:
    """Yield the terms that a translation does not translate as the glossary does."""
    text = TYPED.sub(" ", translation).casefold()
    for term in terms:
        if forbidden := next((word for word in term.forbidden if _has_word(text, word)), None):
            yield f"never “{forbidden}”: {term.term} is {term.say}"
        elif term.stems and term.is_in(source) and not any(stem.casefold() in text for stem in term.stems):
            yield f"{term.term} is {term.say}"


def _has_word(text: str, word: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word.casefold())}", text) is not None
