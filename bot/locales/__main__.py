"""The tools of translators.

python -m bot.locales update | check | review LANGUAGE | pseudo FILE

update    brings every catalogue up to date with the sentences of the program (bot/locales/boneyard.pot)
check     lists the faults of every catalogue, and fails if a complete catalogue has any
review    prints a catalogue as a page to read: each sentence with its meaning, an example, and its translation
pseudo    writes a catalogue of English in another alphabet, to see what is not translated and what has no room
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from bot.locales.checks import FOLDER, TEMPLATE, Entry, check, load
from bot.locales.languages import ENGLISH, LANGUAGES, MACHINE, REVIEWED, Language, reviewer
from bot.locales.pseudo import CYRILLIC, translate


def path_of(language: Language) -> Path:
    """Return the path of a language's catalogue, which need not exist."""
    return FOLDER / f"{language.key}.po"


def update(language: Language) -> Catalog:
    """Return the catalogue of a language with all sentences of the program.

    A reworded sentence has no translation at first, since nothing is guessed. The notes for translators stay in the
    template, so that a new note changes no catalogue; `review` prints them beside the translations.
    """
    path = path_of(language)
    old_catalogue = (
        load(path, language.key) if path.exists() else _empty(language.key, f"# {language.name}, for Boneyard.")
    )
    renewed_catalogue = _empty(language.key, old_catalogue.header_comment)
    for message in load(TEMPLATE):
        if message.id:
            old_entry = old_catalogue.get(message.id, message.context)
            renewed_catalogue.add(
                message.id,
                old_entry.string if old_entry is not None else None,
                user_comments=old_entry.user_comments if old_entry is not None else (),
                context=message.context,
            )
    return renewed_catalogue


def _empty(locale: str, comment: str) -> Catalog:
    """Return a catalogue without entries."""
    placeholders = {"msgid_bugs_address": "-", "last_translator": "-", "language_team": "-", "version": "-"}
    return Catalog(locale=locale, project="Boneyard", header_comment=comment, fuzzy=False, **placeholders)


def write(catalogue: Catalog, path: Path) -> None:
    """Write a catalogue in the order of the template, and keep its reviewer."""
    name = reviewer(path) if path.exists() else MACHINE
    buffer = io.BytesIO()
    write_po(buffer, catalogue, width=0, include_lineno=False, sort_output=True, ignore_obsolete=True)
    text = re.sub(r'^"(?:POT-Creation-Date|PO-Revision-Date|Generated-By): .*\n', "", buffer.getvalue().decode(),
                  flags=re.MULTILINE)  # fmt: skip
    header = '"Content-Type:'
    path.write_text(text.replace(header, f'"{REVIEWED}: {name}\\n"\n{header}', 1))


def review(language: Language) -> Iterator[str]:
    """Yield the lines of a page on which all translations of a language can be read."""
    catalogue = load(path_of(language), language.key)
    yield f"# {language.name}"
    for message in load(TEMPLATE):
        translation = catalogue.get(message.id, message.context)
        if not message.id or translation is None:
            continue
        entry = Entry.of(message).with_forms_of(translation)
        yield ""
        yield from (f"> {comment}" for comment in message.auto_comments)
        if message.context:
            yield f"> Meaning: {message.context}"
        for text in entry.source:
            yield f"- en: {text!r}"
        for form in entry.forms:
            example = entry.fill(form)
            yield f"- {language.key}: {form!r}" + (f" → {example}" if example != form else "") + f" ({len(example)})"


def pseudo(path: Path, alphabet: str = CYRILLIC) -> None:
    """Write a catalogue of English in another alphabet."""
    catalogue = _empty(ENGLISH, "# English in another alphabet, for tests.")
    for message in load(TEMPLATE):
        if message.id:
            forms = [translate(text, alphabet) for text in Entry.of(message).source]
            catalogue.add(message.id, forms if len(forms) > 1 else forms[0], context=message.context)
    write(catalogue, path)


def main(arguments: Sequence[str]) -> int:
    """Run the command in the arguments, and return the exit status."""
    translated_languages = {language.key: language for language in LANGUAGES if language.key != ENGLISH}
    languages_with_catalogue = {
        key: language for key, language in translated_languages.items() if path_of(language).exists()
    }
    match arguments:
        case ["update"]:
            for language in languages_with_catalogue.values():
                write(update(language), path_of(language))
        case ["update", key] if key in translated_languages:
            write(update(translated_languages[key]), path_of(translated_languages[key]))
        case ["check"]:
            return max((_report(language) for language in languages_with_catalogue.values()), default=0)
        case ["review", key] if key in languages_with_catalogue:
            print("\n".join(review(languages_with_catalogue[key])))
        case ["pseudo", file]:
            pseudo(Path(file))
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


def _report(language: Language) -> int:
    """Print the faults of a language, and return 1 if it has any although it is complete."""
    found_faults = list(check(load(path_of(language), language.key), load(TEMPLATE), language.key))
    for fault in found_faults:
        print(f"{language.key}: {fault}")
    print(f"{language.key}: {len(found_faults)} faults{'' if language.complete else ', and not offered yet'}")
    return 1 if found_faults and language.complete else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
