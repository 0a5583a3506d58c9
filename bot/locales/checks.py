"""Finds those faults of translations that a program can see. A catalogue that is marked as complete must have none."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.locales import glossary
from bot.locales.glossary import Term

FOLDER = Path(__file__).parent
TEMPLATE = FOLDER / "boneyard.pot"
"""All entries, with notes for translators."""
LONGEST = "max-length:"
"""The flag of an entry with a maximum length, in characters."""
PLACEHOLDER = re.compile(r"\{(\w+)\}")
EXAMPLE = re.compile(r"^\{(\w+)\}: (.+)$")
BUTTON = re.compile(r"(?<![*\w])\*([^*\n]+)\*(?!\*)")
"""The name of a button in a text."""
KEPT: Mapping[str, re.Pattern[str]] = {
    "values": PLACEHOLDER,
    "what is typed": re.compile(r"`[^`]*`"),
    "bold": re.compile(r"\*\*"),
    "struck out": re.compile(r"~~"),
    "what Discord reads": re.compile(r"<[^<>]*>"),
    "lines": re.compile(r"\n"),
    "headings and lists": re.compile(r"^(?:#{1,3}|-#|-|•|\d\.) ", re.MULTILINE),
    "links": re.compile(r"\]\([^)]*\)|https?://\S+"),
}
"""Parts of a source that each form of a translation has unchanged, and as often as the source."""
ENDS: Mapping[str, str] = {".": ".", "。": ".", "!": "!", "！": "!", "?": "?", "？": "?", ":": ":", "：": ":", "…": "…"}
"""Signs at the end of a text, each with the sign for its kind. A translation ends with a sign of the same kind."""
QUOTES: Mapping[str, str] = {"de": "„“", "ka": "„“", "fr": "«»", "es": "«»", "it": "«»"}
"""The quotation marks of languages that don't have the English ones."""
WORDS_UNTRANSLATED = 3
"""A text with at least this many words that is the same as in English counts as not translated."""
SAME = "the same as in English"
"""A translator's note at a text that stays as it is, such as names of cities."""


class Entry(NamedTuple):
    """A text to translate, and its translation."""

    source: tuple[str, ...]
    """Its forms in English."""
    forms: tuple[str, ...]
    """The forms of its translation."""
    max_length: int = 0
    """The most characters of a translation; 0 for any number."""
    examples: Mapping[str, str] = {}
    """An example of each value, by the name of its placeholder."""
    is_same: bool = False
    """Whether a translator noted that the text stays as it is."""

    @classmethod
    def of(cls, message: Message) -> Entry:
        """Return the entry of a message of a catalogue."""
        limits = [int(flag.removeprefix(LONGEST)) for flag in message.flags if flag.startswith(LONGEST)]
        matches = (EXAMPLE.match(comment) for comment in message.auto_comments)
        examples = {match[1]: match[2] for match in matches if match}
        return cls(_texts(message.id), _texts(message.string), min(limits, default=0), examples)

    def with_forms_of(self, message: Message) -> Entry:
        """Return this entry with the translations of a message of another catalogue."""
        return self._replace(forms=_texts(message.string), is_same=SAME in message.user_comments)

    def fill(self, form: str) -> str:
        """Return a form with examples of its values."""
        return PLACEHOLDER.sub(lambda match: self.examples.get(match[1], match[0]), form)


def _texts(forms: str | Sequence[str] | None) -> tuple[str, ...]:
    return (forms or "",) if isinstance(forms, str | None) else tuple(forms)


def load(path: Path, language: str | None = None) -> Catalog:
    """Return a catalogue in a file."""
    with path.open("rb") as file:
        return read_po(file, locale=language)


def check(catalogue: Catalog, template: Catalog, language: str) -> Iterator[str]:
    """Yield all faults of a catalogue, each with the text that it is about."""
    terms = glossary.read().get(language, ())
    labels = _collect_labels(catalogue)
    for message in template:
        if not message.id:
            continue
        translation = catalogue.get(message.id, message.context)
        name = _texts(message.id)[0]
        if translation is None or not all(_texts(translation.string)):
            yield f"missing: {name}"
            continue
        if translation.fuzzy:
            yield f"fuzzy: {name}"
        if isinstance(message.id, tuple | list) and len(_texts(translation.string)) != catalogue.num_plurals:
            yield f"{len(_texts(translation.string))} forms, not {catalogue.num_plurals}: {name}"
        entry = Entry.of(message).with_forms_of(translation)
        yield from (f"{fault}: {name}" for fault in find_faults(entry, language, terms, labels))
    yield from (f"obsolete: {_texts(message.id)[0]}" for message in catalogue.obsolete.values())
    for message in catalogue:
        if message.id and template.get(message.id, message.context) is None:
            yield f"in no program: {_texts(message.id)[0]}"


def _collect_labels(catalogue: Catalog) -> Mapping[str, set[str]]:
    """Return the translations of each short text, which may be the name of a button."""
    labels: dict[str, set[str]] = {}
    for message in catalogue:
        if isinstance(message.id, str) and isinstance(message.string, str):
            labels.setdefault(message.id, set()).add(message.string)
    return labels


def find_faults(
    entry: Entry, language: str, terms: Sequence[Term] = (), labels: Mapping[str, set[str]] | None = None
) -> Iterator[str]:
    """Yield the faults of one entry's translations."""
    source = entry.source[-1]  # the plural, if the entry has one
    for form in entry.forms:
        yield from _find_losses(source, form)
        yield from _find_edge_faults(source, form)
        yield from _find_punctuation_faults(form, language)
        yield from _find_wrong_names(source, form, labels or {})
        yield from glossary.find_faults(source, form, terms)
        if entry.max_length and len(entry.fill(form)) > entry.max_length:
            yield f"{len(entry.fill(form))} characters, at most {entry.max_length}"
        words = re.findall(r"[^\W\d_]{2,}", PLACEHOLDER.sub("", form))
        if form in entry.source and len(words) >= WORDS_UNTRANSLATED and not entry.is_same:
            yield "not translated"


def _find_losses(source: str, form: str) -> Iterator[str]:
    """Yield the kinds of parts (`KEPT`) that a form has more or less often than the source."""
    for part_kind, pattern in KEPT.items():
        if Counter(pattern.findall(source)) != Counter(pattern.findall(form)):
            yield f"other {part_kind}"
    if _symbols(source) != _symbols(form):
        yield "other emojis or symbols"


def _symbols(text: str) -> Counter[str]:
    return Counter(sign for sign in text if unicodedata.category(sign) == "So")


def _find_edge_faults(source: str, form: str) -> Iterator[str]:
    """Yield differences at the beginning and at the end: spaces, and the sign that ends a sentence."""
    if form != form.strip() and source == source.strip():
        yield "a blank at the edge"
    source_end, form_end = (ENDS.get(text.rstrip("*`_~)”“»\u00a0 ")[-1:], "") for text in (source, form))
    if source_end != form_end:
        yield f"ends with “{form[-1:]}”"


def _find_punctuation_faults(form: str, language: str) -> Iterator[str]:
    """Yield faults in the punctuation of a language."""
    text = glossary.TYPED.sub(" ", form)
    if language == "es":
        for opens, closes in ("¿?", "¡!"):
            if text.count(opens) != text.count(closes):
                yield f"{opens} and {closes} are no pairs"
    if language == "fr" and re.search(r"[^\s\u00a0\u202f][?!;»]|[^\s\u00a0\u202f\d]:(?!\S)|«[^\u00a0\u202f]", text):
        yield "no no-break space before : ; ? ! » or after «"
    if language in QUOTES and re.search(r"“[^”]*”|\"", _without_typed(form)):
        yield f"quotes are {QUOTES[language]}"


def _without_typed(form: str) -> str:
    """Return a form without its parts in backticks."""
    return re.sub(r"`[^`]*`", " ", form)


def _find_wrong_names(source: str, form: str, labels: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield the buttons that have another name in a form than on the button."""
    for button in BUTTON.findall(source):
        names = {name for name in labels.get(button, ()) if name}
        if names and not any(f"*{name}*" in form for name in names):
            yield f"the button *{button}* is called {' or '.join(sorted(names))}"
