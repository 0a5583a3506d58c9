"""Boards of all games as files, at full size and as wide as on a phone, to be looked at.

python -m tests.bench pictures --gallery DIR
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PIL import Image

from engine.tiles import SIZES
from engine.words import Words
from renderers import RENDERERS
from renderers.kit import picture
from tests.bench.pictures import Scene, all_scenes
from tests.bench.sizes import PHONE
from tests.renderers.names import NAMES

LANGUAGES = {"": NAMES, " other names": NAMES[len(NAMES) // 2 :] + NAMES[: len(NAMES) // 2]}


def save(folder: Path, *, few: bool) -> None:
    """Write the pictures into a folder; of the smallest set alone where there are to be `few`."""
    folder.mkdir(parents=True, exist_ok=True)
    for scene in all_scenes(SIZES[:1] if few else SIZES):
        for name, image in _pictures(scene):
            path = folder / f"{scene.name}{name}".replace(", ", " ").replace(" ", "-")
            small = image.resize((PHONE, image.height * PHONE // image.width), Image.Resampling.LANCZOS)
            path.with_name(f"{path.name}.png").write_bytes(picture.png(image))
            small.save(path.with_name(f"{path.name}-{PHONE}.png"))
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def _pictures(scene: Scene) -> Iterator[tuple[str, Image.Image]]:
    """Yield the boards of a scene, each with what its name ends on."""
    look: Any = RENDERERS[scene.key]
    for language, names in LANGUAGES.items():
        yield language, look.board(scene.seen, scene.layout, Words(names))
    yield " large", look.board(scene.seen, scene.layout, Words(NAMES), large=True)
    others = {
        " whole": look.whole(scene.seen, scene.layout, Words(NAMES)),
        " score": look.score(scene.seen, Words(NAMES)),
    }
    yield from ((name, image) for name, image in others.items() if image is not None)
