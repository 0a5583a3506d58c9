"""A replay shows every step at one place, above it the line of the log, in the view of the end of its round."""

from __future__ import annotations

import io
from collections.abc import Sequence
from itertools import count, pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import is_scored, make_random_deal
from engine.words import Words
from renderers import RENDERERS
from renderers.kit import picture, seats
from renderers.kit.palette import FACE, FELT, Colour
from renderers.look import Layout
from renderers.replay import Frame, Round, _fit_lines, draw_replay
from tests.engine.play import honest
from tests.long import some


def a_round(key: str) -> list[Any]:
    """Return what everybody saw in a random round, after each step."""
    rng, game, seen = Random(key), GAMES[key], list[Any]()
    state = game.start(game.options(), max(2, game.seats[0]))
    while not seen or not is_scored(state):
        deals = state.to_act == DEALER
        state = state.apply(make_random_deal(state, rng) if deals else rng.choice(honest(state.legal_actions()))).state
        seen.append(state.observe(None))
    return seen


def make_film(key: str, rounds: Sequence[Round]) -> tuple[bytes, int]:
    """Make a film; return how often it gave way to others meanwhile, too."""
    steps = draw_replay(RENDERERS[key], rounds, Words(("Ana", "Ben", "Cem")))
    for gave_way in count():
        try:
            next(steps)
        except StopIteration as done:
            return bytes(done.value), gave_way
    raise AssertionError("it never ends")


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, {"draw", "moon", "fives"}))
def test_a_round_of_every_game_is_a_small_film_that_gives_way_after_each_frame(key: str) -> None:
    seen = a_round(key)
    frames = [Frame(each, f"Step {number}.", ends=each is seen[-1]) for number, each in enumerate(seen)]
    data, gave_way = make_film(key, [Round(frames)])
    assert gave_way > len(frames)
    image = Image.open(io.BytesIO(data))
    assert getattr(image, "n_frames", 0) == len(frames)
    image.seek(len(frames) - 1)
    assert image.info["duration"] >= 4000
    assert max(image.size) <= 1600


@pytest.mark.parametrize("key", ["draw", "fives", "chickenfoot"])
def test_a_tile_stays_where_it_was_played(key: str) -> None:
    look: Any = RENDERERS[key]
    seen = [each for each in a_round(key) if each.laid]
    layout: Layout = look.arrange(seen[-1], ())
    top, stills = seats.height(len(seen[0].sizes), picture.LARGE_WIDTH, 0), []
    for each in [*seen[:: max(1, len(seen) // 6)], seen[-1]]:
        rows = look.arrange(each, layout)
        assert rows == layout[: len(rows)]
        still = look.arrangement.draw_frame(each, rows, Words(), seen[-1], layout)
        stills.append(still.crop((0, top, picture.LARGE_WIDTH, top + 400)))
    for before, after in pairwise(stills):
        assert of(before, FACE).getbbox()
        assert ImageChops.multiply(of(before, FACE), of(after, FELT)).getbbox() is None


def of(image: Image.Image, shade: Colour) -> Image.Image:
    """Mark where a picture has a colour: 255 there, else 0."""
    other = ImageChops.difference(image, Image.new("RGB", image.size, shade))
    parts = [part.point([255] + [0] * 255) for part in other.split()]
    return ImageChops.multiply(ImageChops.multiply(parts[0], parts[1]), parts[2])


def test_what_is_too_long_for_three_lines_is_cut_at_its_end() -> None:
    size, rows = _fit_lines("Ana plays 6-2 on the end that has been open for a very long time. " * 9, 752)
    assert (size, len(rows)) == (30, 3)
    assert rows[2].endswith("…")
    assert _fit_lines("Ana plays 6-2.", 752) == (42, ["Ana plays 6-2."])
