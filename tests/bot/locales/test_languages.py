"""Who reads which language, and what readers of a machine's translation are told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.locales.languages import ENGLISH, LANGUAGES, Languages
from bot.talk.language import own_language_text
from bot.talk.words import Texts

ALL = Languages([replace(language, complete=True) for language in LANGUAGES])
SOME = Languages([replace(language, complete=language.key in (ENGLISH, "de")) for language in LANGUAGES])


@pytest.mark.parametrize(
    ("locale", "language"),
    [("de", "de"), ("es-ES", "es"), ("es-419", "es"), ("pt-BR", "pt"), ("en-GB", "en"), ("ka", "ka"), ("ja", None)],
)
def test_each_locale_of_discord_leads_to_the_language_that_serves_it(locale: str, language: str | None) -> None:
    assert ALL.find(locale) == language
    assert SOME.find(locale) == (language if language in ("en", "de") else None)


@pytest.mark.parametrize(
    ("chosen", "locale", "read"),
    [
        (None, "de", "de"),
        ("de", "en-US", "de"),
        ("en", "en-GB", "en-GB"),  # their own way to write times
        ("en", "de", "en"),
        ("ka", "en-US", "en-US"),  # not offered any more
        (None, "ja", "ja"),
    ],
)
def test_an_answer_is_in_the_language_that_was_chosen_else_in_that_of_discord(
    chosen: str | None, locale: str, read: str
) -> None:
    assert SOME.locale_of_answer(chosen, locale) == read


def test_a_message_without_a_question_is_in_the_language_chosen_then_seen_then_of_the_table() -> None:
    assert ALL.of_message("ka", "de", "it") == "ka"
    assert ALL.of_message(None, "de", "it") == "de"
    assert ALL.of_message(None, None, "it") == "it"
    assert SOME.of_message("ka", "it", "de") == "de"


@pytest.mark.parametrize(
    ("named", "server", "server_locale", "opener", "language"),
    [
        ("ka", "de", "fr", "it", "ka"),
        (None, "de", "fr", "it", "de"),
        (None, None, "fr", "it", "fr"),
        (None, None, "en-US", "it", "it"),  # Discord says so of all servers that can't choose
        (None, None, "en-GB", "it", "en"),
        (None, None, None, "it", "it"),
        (None, None, "ja", "ja", "en"),
    ],
)
def test_a_new_table_has_the_language_named_then_the_servers_then_the_openers(
    named: str | None, server: str | None, server_locale: str | None, opener: str, language: str
) -> None:
    assert ALL.of_new_table(named, server, server_locale, opener) == language


def test_with_english_alone_there_is_no_choice() -> None:
    alone = Languages(LANGUAGES[:1])
    assert not alone.is_choice
    assert alone.of_new_table("de", "de", "de", "de") == ENGLISH
    assert SOME.is_choice


@pytest.mark.parametrize(
    ("key", "reviewed", "told"),
    [("de", "machine", "Translated by machine"), ("de", "Ana", ""), ("ka", "machine", "On trial"), ("en", "", "")],
)
def test_a_reader_is_told_that_a_machine_translated_their_language(
    key: str, reviewed: str, told: str, tmp_path: Path
) -> None:
    for language in ("de", "ka"):
        (tmp_path / f"{language}.po").write_text(f'msgid ""\nmsgstr ""\n"X-Reviewed: {reviewed}\\n"\n')
    said = str(own_language_text(Texts(tmp_path, ALL), key, key))
    assert said.startswith(f"**Your language**: {ALL.name(key)}")
    assert (told in said) if told else "\n" not in said
