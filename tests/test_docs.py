"""What the documentation says can be run, and what it names is there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from bot import VERSION
from tests.showcase import PICTURE, draw_board

ROOT = Path(__file__).parent.parent
DOCS = sorted(path.name for path in (ROOT / "docs").glob("*.md"))


def test_the_snippets_of_adding_a_game_print_what_the_page_says() -> None:
    found = doctest.testfile(str(ROOT / "docs/ADDING_A_GAME.md"), module_relative=False)
    assert found.attempted > 20
    assert found.failed == 0


@pytest.mark.parametrize("name", DOCS)
def test_the_files_that_a_page_names_are_there(name: str) -> None:
    """Accept paths from the top, or from `bot` as the page on the architecture has them."""
    text = (ROOT / "docs" / name).read_text()
    paths = re.findall(r"`((?:[a-z_]+/)+[a-z_]+\.(?:py|md|mjs))`", text)
    assert [path for path in paths if not any((top / path).exists() for top in (ROOT, ROOT / "bot"))] == []


def test_the_picture_of_the_readme_shows_a_board_as_it_is_drawn_now() -> None:
    """Draw it again by `python -m tests.showcase` if this fails."""
    with Image.open(PICTURE) as shown:
        difference = ImageChops.difference(shown.convert("RGB"), draw_board().convert("RGB"))
    assert difference.getbbox() is None


def test_the_changelog_begins_with_a_dated_section_of_this_version() -> None:
    """Changes that are not released yet may stand above it."""
    heads = re.findall(r"^## (.+)$", (ROOT / "docs/CHANGELOG.md").read_text(), re.MULTILINE)
    newest = heads[1] if heads[0] == "[Unreleased]" else heads[0]
    assert re.fullmatch(rf"\[{re.escape(VERSION)}\] - 20\d\d-\d\d-\d\d", newest), newest
