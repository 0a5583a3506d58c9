"""The page of the app in Discord's directory of apps."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from PIL import Image

from bot.__main__ import main
from bot.desk.listing import SIZE, text_files, write_listing
from bot.locales.languages import LANGUAGES, Languages
from bot.talk.listing import DESCRIPTION_LENGTH, SUMMARY_LENGTH, TAGS
from bot.talk.words import Texts
from engine.games import GAMES
from engine.words import Words
from renderers import RENDERERS
from tests.pseudo import watch_pictures

DOCS = Path(__file__).parents[3] / "docs" / "listing"


def test_the_english_texts_in_the_documentation_are_those_of_the_command() -> None:
    """Write them again with `boneyard listing FOLDER` if this fails."""
    for name, text in text_files(GAMES, Words()).items():
        assert (DOCS / name).read_text() == f"{text}\n"


@pytest.mark.parametrize("language", [each.key for each in LANGUAGES])
def test_the_texts_fit_in_the_fields_of_the_portal_in_each_language(language: str) -> None:
    texts = text_files(GAMES, Texts().words(language, ()))
    assert len(texts["summary.txt"]) <= SUMMARY_LENGTH
    assert len(texts["description.md"]) <= DESCRIPTION_LENGTH
    assert len(TAGS) <= 5
    assert all(len(tag) <= 20 for tag in TAGS)


def test_each_game_has_a_picture_of_the_same_shape_in_which_nothing_is_cut(tmp_path: Path) -> None:
    languages = Languages(LANGUAGES[:2])
    with watch_pictures() as drawn:
        files = write_listing(tmp_path, GAMES, RENDERERS, Texts(languages=languages))
    assert (drawn.cut, drawn.outside) == (set(), set())
    pictures = [file for file in files if file.suffix == ".png"]
    assert len(pictures) == len(GAMES) * len(languages.offered)
    assert {Image.open(file).size for file in pictures} == {SIZE}


def test_the_command_says_what_it_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with patch("bot.desk.listing.write_listing", return_value=[tmp_path] * 3):
        assert main(["listing", str(tmp_path)]) == 0
    assert capsys.readouterr().out == f"3 files were written to {tmp_path}.\n"


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    assert main(["listing", str(file / "folder")]) == 1
    assert capsys.readouterr().err == f"{file / 'folder'} cannot be written: Not a directory.\n"
