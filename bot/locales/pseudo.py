"""A language made of English: in another alphabet and a third longer.

In it, a program can see what is not translated, and what has no room for a longer word.
"""

from __future__ import annotations

import re

CYRILLIC, GREEK, GEORGIAN = (
    "абцдефгхийклмнопярстувшжыз",
    "αβψδεφγηιξκλμνοπθρστυωςχζϑ",
    "აბცდეფგჰიჯკლმნოპქრსტუვწხყზ",
)
"""The letters that stand for a to z."""
LONGER = frozenset("aeiou")
"""Letters that are written twice, which makes a text about a third longer."""
KEPT = re.compile(r"\{\w+\}|`[^`]*`|“[^”]*”|<[^<>]*>|https?://\S+")
"""What is the same in every language: values, what is typed, what Discord reads."""


def translate(template: str, alphabet: str) -> str:
    """Write a template in another alphabet, without what every language keeps."""
    pieces, at = list[str](), 0
    for kept in KEPT.finditer(template):
        pieces += [_spell(template[at : kept.start()], alphabet), kept[0]]
        at = kept.end()
    return "".join([*pieces, _spell(template[at:], alphabet)])


def _spell(said: str, alphabet: str) -> str:
    letters = dict(zip("abcdefghijklmnopqrstuvwxyz", alphabet, strict=True))
    return "".join(
        sign
        if (letter := letters.get(sign.lower())) is None
        else (letter.upper() if sign.isupper() and alphabet != GEORGIAN else letter) + letter * (sign.lower() in LONGER)
        for sign in said
    )
