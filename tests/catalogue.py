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
NO_WORDS = "Punctuation only: keep the values, and order and punctuate them as the language does."

Entry = str | tuple[str, str]
"""A template, or its singular and its plural."""


def entries(tree: ast.AST) -> Iterator[tuple[Entry, str]]:
    """Return what a module gives translators, each with its context."""
    for node, given in calls(tree):
        yield from ((entry, context(node)) for entry in _entries_of(node, given))


def _entries_of(node: ast.Call, given: list[ast.expr]) -> Iterator[Entry]:
    """Return what a call gives translators: both persons of a deed, and both numbers of a count."""
    if name(node) == "count":
        yield from zip(literals(given[0]), literals(given[1]), strict=True)
        return
    for forms in given:
        if isinstance(forms, ast.Tuple):
            one, several = (next(literals(form)) for form in forms.elts)
            yield one, several
        else:
            yield from literals(forms)


def has_words(entry: Entry) -> bool:
    """Return whether an entry says anything beside its values."""
    texts = (entry,) if isinstance(entry, str) else entry
    return any(re.search(r"[^\W\d_]", PLACEHOLDER.sub("", text)) for text in texts)


def build() -> str:
    """Return the catalogue as text: each entry once, with the files that it stands in."""
    catalogue = Catalog()
    for file in sorted(file for folder in FOLDERS for file in modules(folder)):
        path = str(file.relative_to(ROOT))
        if path.startswith(OF_OPERATORS):
            continue
        for entry, meaning in entries(ast.parse(file.read_text())):
            note = [] if has_words(entry) else [NO_WORDS]
            catalogue.add(entry, locations=[(path, 0)], auto_comments=note, context=meaning or None)
    written = io.BytesIO()
    write_po(written, catalogue, width=0, omit_header=True, include_lineno=False, sort_output=True)
    return HEADER + written.getvalue().decode()


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(build())
