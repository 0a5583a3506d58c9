"""A catalogue is only offered if a program finds no fault in it, and a program sees the faults that it can see."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.locales import __main__ as tools
from bot.locales import glossary
from bot.locales.checks import TEMPLATE, Entry, check, find_faults, load
from bot.locales.glossary import Term
from bot.locales.languages import ENGLISH, LANGUAGES, MACHINE, Language, Languages, reviewer
from bot.talk.words import Texts
from engine.words import count, msg, term
from tests.catalogue import templates_with_values
from tests.examples import example
from tests.test_words import PLACEHOLDER

README = Path(__file__).parents[3] / "README.md"
TRANSLATED = [language for language in LANGUAGES if language.key != ENGLISH]
BONEYARD = Term("boneyard", "Talon", ("talon",), ("knochenhof",), "?")


def test_a_complete_language_has_no_fault_and_says_who_has_read_it() -> None:
    readme = README.read_text().splitlines()
    for language in (each for each in TRANSLATED if each.complete):
        path = tools.path_of(language)
        assert list(check(load(path, language.key), load(TEMPLATE), language.key)) == [], language.key
        if reviewer(path) == MACHINE:
            assert any(language.name in line and "machine" in line for line in readme), language.key


@pytest.mark.parametrize("language", TRANSLATED, ids=lambda each: each.key)
def test_a_language_without_a_complete_catalogue_is_offered_to_nobody(language: Language) -> None:
    assert language.complete <= tools.path_of(language).exists()
    assert (Languages().find(language.key) is not None) == language.complete


def test_every_value_of_a_template_has_an_example_for_translators() -> None:
    missing = {(text, name) for text in templates_with_values() for name in PLACEHOLDER.findall(text)}
    missing = {each for each in missing if not example(*each)}
    assert missing == set(), "run `python -m tests.examples`, or add them to DECLARED there"


@pytest.mark.parametrize(
    ("fault", "source", "planted"),
    [
        ("other values", "{who} plays {tile}.", "{who} legt {stein}."),
        ("other values", "{who} plays {tile}.", "{who} legt."),
        ("other what is typed", "Type `/new`.", "Tippe `/neu`."),
        ("other bold", "**Your turn**", "Du bist dran"),
        ("other what Discord reads", "by <t:{at}:t>", "bis <t:{at}:R>"),
        ("other lines", "One.\nTwo.", "Eins. Zwei."),
        ("other headings and lists", "-# small", "klein"),
        ("other headings and lists", "• **Blocks**: all pass.", "**Blocks**: alle passen."),
        ("other links", "[Privacy](https://example.org)", "[Datenschutz](https://beispiel.org)"),
        ("other emojis or symbols", "🔒 Deal {n}", "Deal {n}"),
        ("a blank at the edge", "Pass", "Passen "),
        ("ends with “t”", "You pass.", "Du passt"),
        ("ends with “.”", "Are you here?", "Du bist hier."),
        ("quotes are „“", "Say “pass”.", "Sag “passe”."),
        ("not translated", "You can play now.", "You can play now."),
        ("boneyard is Talon", "The boneyard is empty.", "Der Vorrat ist leer."),
        ("never “knochenhof”: boneyard is Talon", "It is empty.", "Der Knochenhof ist leer."),
        ("the button *Beitreten* is called Mitspielen", "Press *Join*.", "Drücke *Beitreten*."),
    ],
)
def test_a_planted_fault_is_seen(fault: str, source: str, planted: str) -> None:
    if fault.startswith("the button"):
        fault = "the button *Join* is called Mitspielen"
    assert fault in list(find_faults(Entry((source,), (planted,)), "de", [BONEYARD], {"Join": {"Mitspielen"}}))


@pytest.mark.parametrize(
    ("language", "fault", "planted"),
    [
        ("es", "¿? are no pairs", "Estás aquí?"),
        ("es", "¡! are no pairs", "¡Ganas."),
        ("fr", "no no-break space", "Tu es là?"),
        ("fr", "no no-break space", "Pose «6-2 »."),
    ],
)
def test_a_sign_that_a_language_writes_otherwise_is_seen(language: str, fault: str, planted: str) -> None:
    assert any(found.replace("¿ and ?", "¿?").replace("¡ and !", "¡!").startswith(fault)
               for found in find_faults(Entry(("x",), (planted,)), language))  # fmt: skip


def test_a_text_that_is_too_long_with_its_values_is_seen() -> None:
    entry = Entry(("Play {tile}",), ("{tile} ganz langsam anlegen",), max_length=20, examples={"tile": "12-11"})
    assert "26 characters, at most 20" in list(find_faults(entry, "de"))
    assert not list(find_faults(entry._replace(forms=("Lege {tile}",)), "de"))


@pytest.mark.parametrize(
    ("source", "right"),
    [
        ("{who} plays {tile} on {end}.", "{who} legt {tile} an {end} an."),
        ("The boneyard is empty.", "Der Talon ist leer."),
        ("Press *Join* on its card.", "Drücke *Mitspielen* auf der Karte."),
        ("Say “pass” or type `/pass`.", "Sag „passe“ oder tippe `/pass`."),
        ("**{who}, your turn**", "**{who}: du bist dran**"),
        ("⏱ {name} clock: {base} each", "⏱ Uhr {name}: je {base}"),
    ],
)
def test_a_good_translation_has_no_fault(source: str, right: str) -> None:
    assert list(find_faults(Entry((source,), (right,)), "de", [BONEYARD], {"Join": {"Mitspielen"}})) == []


def test_a_text_that_stays_as_it_is_on_purpose_has_no_fault() -> None:
    entry = Entry(("New York, Los Angeles",), ("New York, Los Angeles",))
    assert list(find_faults(entry, "de")) == ["not translated"]
    assert list(find_faults(entry._replace(is_same=True), "de")) == []


PO = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

"""


def test_what_is_missing_fuzzy_or_gone_and_a_wrong_number_of_forms_are_seen(tmp_path: Path) -> None:
    def catalogue(name: str, text: str) -> Path:
        path = tmp_path / name
        path.write_text(PO + text)
        return path

    bids = 'msgid "{n} bid"\nmsgid_plural "{n} bids"\nmsgstr[0] "{n} Gebot"\n'
    template = load(catalogue("t.po", f'msgid "Pass"\nmsgstr ""\n\nmsgid "Start"\nmsgstr ""\n\n{bids}'))
    translated = '#, fuzzy\nmsgid "Pass"\nmsgstr "Passen"\n\nmsgid "Gone"\nmsgstr "Weg"\n\n'
    made = load(catalogue("de.po", translated + bids))
    found = list(check(made, template, "xx"))
    assert [fault for fault in found if "Start" in fault] == ["missing: Start"]
    assert "fuzzy: Pass" in found
    assert "in no program: Gone" in found
    assert any("{n} bid" in fault for fault in found)


def test_a_catalogue_is_made_kept_reviewed_and_read_by_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tools, "FOLDER", tmp_path)
    assert tools.main(["update", "de"]) == 0
    path = tmp_path / "de.po"
    assert reviewer(path) == MACHINE
    told = path.read_text().replace(
        'msgctxt "move"\nmsgid "Draw"\nmsgstr ""', 'msgctxt "move"\nmsgid "Draw"\nmsgstr "Ziehen"'
    )
    path.write_text(f"# Made by Ben.\n{told}".replace("X-Reviewed: machine", "X-Reviewed: Ana"))
    assert tools.main(["update"]) == 0
    assert reviewer(path) == "Ana"
    assert path.read_text().startswith("# Made by Ben.\n# Deutsch")
    assert tools.main(["review", "de"]) == 0
    page = capsys.readouterr().out
    assert "- de: 'Ziehen' (6)" in page
    assert "> Button" in page
    monkeypatch.setattr(tools, "LANGUAGES", [replace(each, complete=False) for each in LANGUAGES])
    assert tools.main(["check"]) == 0  # not offered, so it may have faults
    assert "missing: Pass" in capsys.readouterr().out
    german = Language("de", "Deutsch", ("de",), complete=True)
    texts = Texts(tmp_path, Languages([LANGUAGES[0], german]))
    assert texts.words("de", ()).text(term("Draw", "move")) == "Ziehen"
    assert not texts.is_machine_made("de")
    with path.open("rb") as file:
        assert len(read_po(file)) == len(load(TEMPLATE))


def test_the_language_made_for_tests_is_a_catalogue_too(tmp_path: Path) -> None:
    assert tools.main(["pseudo", str(tmp_path / "xx.po")]) == 0
    made = load(tmp_path / "xx.po").get("Leave")
    assert made is not None
    assert made.string == "Лееаавее"
    assert tools.main(["review", "xx"]) == 2
    assert tools.main([]) == 2


def test_the_glossary_has_every_term_in_every_language_each_with_a_source_or_a_question_mark() -> None:
    terms = glossary.read()
    wanted = {term.term for term in terms["de"]}
    assert len(wanted) > 45
    for language in TRANSLATED:
        assert {term.term for term in terms[language.key]} == wanted, language
        for each in terms[language.key]:
            assert each.source, each
            assert each.say, each
            said = each.say.casefold()
            assert not each.stems or any(stem.casefold() in said for stem in each.stems), each
            assert not any(glossary._has_word(said, word) for word in each.forbidden), each


@pytest.mark.parametrize("text", ["The boneyard is empty.", "two boneyards", "Boneyard"])
def test_a_term_is_found_in_sentences_but_not_in_what_is_typed(text: str) -> None:
    assert BONEYARD.is_in(text)
    assert not BONEYARD.is_in(f"`{text}`")
    assert not BONEYARD.is_in("This is the demo of Boneyard.")


def test_numbers_and_words_of_a_language_made_for_tests_are_read(tmp_path: Path) -> None:
    tools.pseudo(tmp_path / "uk.po")
    languages = Languages([LANGUAGES[0], Language("uk", "Uk", complete=True)])
    words = Texts(tmp_path, languages).words("uk", ())
    assert words.text(count("{n} tile", "{n} tiles", 2)) == "2 тиилеес"
    assert words.text(msg("Leave")) == "Лееаавее"
