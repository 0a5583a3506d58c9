"""The catalogue of all sentences that translators work from.

`python -m tests.catalogue` writes it; a test says when it is old.
"""

from __future__ import annotations

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from tests.examples import example
from tests.notes import PERSONS, notes
from tests.test_words import FOLDERS, OF_OPERATORS, PLACEHOLDER, calls, context, literals, modules, name

ROOT = Path(__file__).parent.parent
FILE = ROOT / "bot" / "locales" / "boneyard.pot"
HEADER = """\
# Sentences of Boneyard for translators. Written by `python -m tests.catalogue`.
# Licence: MIT, "The Boneyard authors".
msgid ""
msgstr ""
"Project-Id-Version: Boneyard\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"

"""
MOST = "max-length:"
"""The flag of an entry with a longest length, in characters."""
NO_WORDS = "Punctuation only: keep the values, and order and punctuate them as the language does."

Entry = str | tuple[str, str]
"""A template, or its singular and its plural."""


def entries(tree: ast.AST) -> Iterator[tuple[Entry, str]]:
    """Return what a module gives translators, each with its context."""
    for node, given in calls(tree):
        yield from ((entry, context(node)) for entry, _ in _entries_of(node, given))


def _entries_of(node: ast.Call, given: list[ast.expr]) -> Iterator[tuple[Entry, tuple[str, ...]]]:
    """Return the entries of a call: both persons of a deed, both numbers of a count.

    Each entry of a deed says which person it is.
    """
    if name(node) == "count":
        yield from ((pair, ()) for pair in zip(literals(given[0]), literals(given[1]), strict=True))
        return
    for place, forms in enumerate(given):
        person = (PERSONS[place],) if name(node) == "deed" else ()
        if isinstance(forms, ast.Tuple):
            one, several = (next(literals(form)) for form in forms.elts)
            yield (one, several), person
        else:
            yield from ((text, person) for text in literals(forms))


def _examples(entry: Entry) -> list[str]:
    """Return an example of each value of an entry."""
    texts = (entry,) if isinstance(entry, str) else entry
    names = dict.fromkeys(value for text in texts for value in PLACEHOLDER.findall(text))
    shown = {value: next(filter(None, (example(text, value) for text in reversed(texts))), None) for value in names}
    return [f"{{{value}}}: {said}" for value, said in shown.items() if said]


def has_words(entry: Entry) -> bool:
    """Return whether an entry says anything beside its values."""
    texts = (entry,) if isinstance(entry, str) else entry
    return any(re.search(r"[^\W\d_]", PLACEHOLDER.sub("", text)) for text in texts)


def templates_with_values() -> set[str]:
    """Return the templates that show values, in both forms if they have two."""
    files = [file for folder in FOLDERS for file in modules(folder)]
    kept = [file for file in files if not str(file.relative_to(ROOT)).startswith(OF_OPERATORS)]
    trees = (ast.parse(file.read_text()) for file in kept)
    every = (entry for tree in trees for entry, _ in entries(tree))
    texts = (text for entry in every for text in ((entry,) if isinstance(entry, str) else entry))
    return {text for text in texts if PLACEHOLDER.search(text)}


def build() -> str:
    """Return the catalogue as text: each entry once, with the files that it stands in."""
    catalogue = Catalog()
    for file in sorted(file for folder in FOLDERS for file in modules(folder)):
        path = str(file.relative_to(ROOT))
        if path.startswith(OF_OPERATORS):
            continue
        tree = ast.parse(file.read_text())
        said = notes(path, tree)
        for call, given in calls(tree):
            for entry, person in _entries_of(call, given):
                note = said[call]
                comments = [*note.lines, *person, *([] if has_words(entry) else [NO_WORDS]), *_examples(entry)]
                flags = [f"{MOST}{note.use.most}"] if note.use and note.use.most else []
                catalogue.add(
                    entry, locations=[(path, 0)], auto_comments=comments, flags=flags, context=context(call) or None
                )
    written = io.BytesIO()
    write_po(written, catalogue, width=0, omit_header=True, include_lineno=False, sort_output=True)
    return HEADER + written.getvalue().decode()


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(build())
