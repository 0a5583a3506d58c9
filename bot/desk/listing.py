"""Writes the app's page for Discord's directory of apps, in each language.

`boneyard listing FOLDER` writes its texts and a picture of each game. The operator copies them into Discord's
developer portal (docs/listing/README.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bot.desk.example import NAMES, example
from bot.talk import listing as talk
from bot.talk.words import Texts
from engine.game import Game
from engine.words import Words
from renderers.kit.picture import fit_in, png
from renderers.look import Look

SIZE = (1280, 720)
"""The size of a picture in pixels; Discord shows all pictures in this shape."""


def write_listing(
    folder: Path, games: Mapping[str, Game[Any, Any]], looks: Mapping[str, Look[Any]], texts: Texts
) -> list[Path]:
    """Write the page into `folder` in each offered language, and return its files. Raises OSError."""
    return [
        file
        for language in texts.languages.offered
        for file in _write_page(folder / language.key, games, looks, texts.words(language.key, NAMES))
    ]


def _write_page(
    folder: Path, games: Mapping[str, Game[Any, Any]], looks: Mapping[str, Look[Any]], words: Words
) -> Iterator[Path]:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in text_files(games, words).items():
        (folder / name).write_text(f"{text}\n", encoding="utf-8")
        yield folder / name
    for key, game in games.items():
        (folder / f"{key}.png").write_bytes(_draw_picture(game, looks[key], words))
        yield folder / f"{key}.png"


def text_files(games: Mapping[str, Game[Any, Any]], words: Words) -> Mapping[str, str]:
    """Return the texts of the page in one language, by the names of their files."""
    return {
        "summary.txt": words.text(talk.SUMMARY),
        "description.md": words.text(talk.description(games.values())),
        "tags.txt": "\n".join(talk.TAGS),
    }


def _draw_picture(game: Game[Any, Any], look: Look[Any], words: Words) -> bytes:
    """Draw a board in the middle of a round, as the channel sees it."""
    seen = (example(game, game.showcase) if game.showcase else example(game)).observation
    return png(fit_in(look.board(seen, look.arrange(seen, ()), words), SIZE))
