"""A test language: English in another alphabet, and a third longer.

With it, a program can see which texts are not translated, and which have no room for longer words.
"""

from __future__ import annotations

import re

CYRILLIC, GREEK, GEORGIAN = (
    "абцдефгхийклмнопярстувшжыз",
    "αβψδεφγηιξκλμνοπθρστυωςχζϑ",
    "აბცდეფგჰიჯკლმნოპქრსტუვწხყზ",
)
"""The letters in place of a to z."""
LONGER = frozenset("aeiou")
"""Letters that are written twice, which makes a text about a third longer."""
KEPT = re.compile(r"\{\w+\}|`[^`]*`|“[^”]*”|<[^<>]*>|https?://\S+")
"""The parts that are the same in every language: values, typed text, and what Discord reads."""


def translate(template: str, alphabet: str) -> str:
    """Write a template in another alphabet, except the parts that are the same in every language."""
    pieces = list[str]()
    position = 0
    for kept_part in KEPT.finditer(template):
        pieces += [_spell(template[position : kept_part.start()], alphabet), kept_part[0]]
        position = kept_part.end()
    return "".join([*pieces, _spell(template[position:], alphabet)])


def _spell(text: str, alphabet: str) -> str:
    letters = dict(zip("abcdefghijklmnopqrstuvwxyz", alphabet, strict=True))
    has_capitals = alphabet != GEORGIAN
    spelled = list[str]()
    for sign in text:
        letter = letters.get(sign.lower())
        if letter is None:
            spelled.append(sign)
            continue
        spelled.append(letter.upper() if sign.isupper() and has_capitals else letter)
        if sign.lower() in LONGER:
            spelled.append(letter)
    return "".join(spelled)
