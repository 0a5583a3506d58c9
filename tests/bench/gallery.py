"""Boards, hands and ends of all games as files, at full size and as on a phone.

python -m tests.bench pictures --gallery DIR
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import is_scored, make_random_deal
from engine.tiles import SIZES
from engine.words import Words, msg
from renderers import RENDERERS
from renderers.finale import End, finale
from renderers.kit import picture
from renderers.look import Layout
from tests.bench.pictures import Scene, all_scenes
from tests.bench.sizes import PHONE
from tests.engine.play import Setup, honest
from tests.renderers.names import NAMES

EVERY = 8
"""Turns of which the hand of one is drawn."""
LANGUAGES = {"": NAMES, " other names": NAMES[len(NAMES) // 2 :] + NAMES[: len(NAMES) // 2]}


def save(folder: Path, *, few: bool) -> None:
    """Write the pictures into a folder; of the smallest set alone if there are to be `few`."""
    folder.mkdir(parents=True, exist_ok=True)
    for scene in all_scenes(SIZES[:1] if few else SIZES):
        for name, image in _pictures(scene):
            _write(folder, f"{scene.name}{name}", image)
    for key in RENDERERS:
        for title, setup in _tables(key):
            for name, image in _of_a_round(title, setup):
                _write(folder, f"{title} {name}", image)
    print(f"{len(list(folder.glob('*.png')))} pictures in {folder}")


def _write(folder: Path, name: str, image: Image.Image) -> None:
    path = folder / name.replace(", ", " ").replace(" ", "-")
    small = image.resize((PHONE, image.height * PHONE // image.width), Image.Resampling.LANCZOS)
    path.with_name(f"{path.name}.png").write_bytes(picture.png(image))
    small.save(path.with_name(f"{path.name}-{PHONE}.png"))


def _pictures(scene: Scene) -> Iterator[tuple[str, Image.Image]]:
    """Yield the boards of a scene, each with what its name ends on."""
    look: Any = RENDERERS[scene.key]
    for language, names in LANGUAGES.items():
        yield language, look.board(scene.seen, scene.layout, Words(names))
    yield " large", look.board(scene.seen, scene.layout, Words(NAMES), large=True)
    others = {
        " whole": look.draw_whole(scene.seen, scene.layout, Words(NAMES)),
        " score": look.score(scene.seen, Words(NAMES)),
    }
    yield from ((name, image) for name, image in others.items() if image is not None)


def _tables(key: str) -> Iterator[tuple[str, Setup]]:
    """Yield the usual table of a game, and one for each preset in which players have partners."""
    game = GAMES[key]
    yield key, Setup(game, game.options(), max(3, game.seats[0]))
    for preset, options in game.presets.items():
        for seats in game.seats:
            if options.refusal(seats) is None and len(options.sides(seats)) < seats:
                yield f"{key} {preset}", Setup(game, options, seats)


def _of_a_round(title: str, setup: Setup) -> Iterator[tuple[str, Image.Image]]:
    """Yield hands of one random round, also with a tile chosen, and the pictures of its end."""
    look: Any = RENDERERS[setup.game.key]
    rng, words, seats = Random(title), Words(NAMES), setup.seats
    state = setup.start()
    layout, turn = look.arrange(state.observe(None), ()), 0
    while not turn or not is_scored(state):
        deals = state.to_act == DEALER
        if not deals:
            seen, turn = state.observe(state.to_act), turn + 1
            if turn % EVERY == 1:
                yield f"hand {turn:02}", look.hand(seen, layout, words)
                yield f"hand {turn:02} large", look.hand(seen, layout, words, large=True)
                yield f"hand {turn:02} of another", look.hand(state.observe((state.to_act + 1) % seats), layout, words)
            if turn % EVERY == 1 and seen.choices:
                chosen = seen.choices[-1].parts[:1]
                yield f"hand {turn:02} chosen", look.hand(seen, layout, words, chosen)
                yield f"hand {turn:02} chosen large", look.hand(seen, layout, words, chosen, large=True)
        state = state.apply(make_random_deal(state, rng) if deals else rng.choice(honest(state.legal_actions()))).state
        layout = look.arrange(state.observe(None), layout)
    yield from _of_its_end(setup.game.key, state.observe(None), layout)


def _of_its_end(key: str, seen: Any, layout: Layout) -> Iterator[tuple[str, Image.Image]]:
    look: Any = RENDERERS[key]
    words = Words(NAMES)
    yield "end", look.board(seen, layout, words)
    yield "end large", look.board(seen, layout, words, large=True)
    yield "end finale", finale(End(look, seen, layout, (), msg("The end")), words)
    if (score := look.score(seen, words)) is not None:
        yield "end score", score
