"""What every look promises, over random games of every game that has one."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from ast import literal_eval
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from PIL.Image import Image

from engine.game import DEALER, Seat
from engine.words import Words
from renderers import RENDERERS, farmyard
from renderers.kit import picture
from renderers.look import Layout
from tests.engine.play import Setup, setups, walk
from tests.engine.twins import resting_position, twin
from tests.long import few
from tests.renderers.names import NAMES


def _extremes(setup: Setup) -> tuple[int, int]:
    """Return the fewest and the most seats of a preset."""
    seats = [other.seats for other in EVERY.values() if other[:2] == setup[:2]]
    return min(seats), max(seats)


EVERY = {name: setup for name, setup in setups().items() if setup.game.key in RENDERERS}
SETUPS = {name: setup for name, setup in EVERY.items() if setup.seats in _extremes(setup)}
WORDS = Words(NAMES)
LONG = Words(["W" * 32] * 8)
STEPS, PICTURES = 80, 4

every_setup = pytest.mark.parametrize("setup", few(SETUPS, presets=1))
every_game = pytest.mark.parametrize("key", RENDERERS)


def one_setup(key: str) -> Setup:
    """Return the first preset of a game with most seats."""
    return max((setup for setup in SETUPS.values() if setup.game.key == key), key=lambda setup: setup.seats)


def states(setup: Setup, seed: object, steps: int = STEPS) -> Iterator[Any]:
    """Positions of a random game."""
    return (turn.step.state for turn in islice(walk(setup, Random(str(seed)), 1), steps))


def layouts(setup: Setup, seed: object, steps: int = STEPS) -> Iterator[tuple[Any, Layout]]:
    """Positions and where their tiles lie, each laid out from the one before."""
    layout: Layout = ()
    for state in states(setup, seed, steps):
        shown = state.observe(None)
        layout = RENDERERS[setup.game.key].arrange(shown, layout)
        yield state, layout


def everything(setup: Setup, state: Any, layout: Layout, viewer: Seat | None) -> list[bytes]:
    """Return all that one viewer gets to see and read."""
    look, seen = RENDERERS[setup.game.key], state.observe(viewer)
    pictures: list[Image | None] = [look.score(seen, WORDS)]
    if look.stage is not None:
        pictures.append(look.stage(seen, layout, WORDS, (600, 400)))
    for large in (False, True):
        pictures.append(look.board(seen, layout, WORDS, large=large))
        if viewer is not None:
            pictures.append(look.hand(seen, layout, WORDS, large=large))
            pictures += [look.hand(seen, layout, WORDS, choice.parts[:1], large=large) for choice in seen.choices[:2]]
    texts = [look.alt(seen), look.hand_alt(seen), look.text(seen)]
    return [picture.png(image) for image in pictures if image is not None] + [WORDS.text(t).encode() for t in texts]


def digest(setup: Setup, seed: object) -> str:
    """Return a hash over what the channel and a player see at the end of a walk."""
    state, layout = list(layouts(setup, seed, 40))[-1]
    seen = [part for viewer in (None, 0) for part in everything(setup, state, layout, viewer)]
    return hashlib.sha256(b"\0".join(seen)).hexdigest()


@every_setup
def test_tiles_arranged_at_once_lie_where_they_lie_arranged_one_by_one(setup: Setup) -> None:
    """Compare both ways: a layout that was lost between a message and its note is drawn as people saw it."""
    arrange = RENDERERS[setup.game.key].arrange
    for state, layout in list(layouts(setup, "at once", 40))[::13]:
        farmyard.placing.clear_cache()
        assert arrange(state.observe(None), layout[: len(layout) // 2]) == layout
        assert arrange(state.observe(None), ()) == layout


@every_setup
def test_tiles_that_lie_never_move_within_a_round(setup: Setup) -> None:
    look = RENDERERS[setup.game.key]
    before: Layout = ()
    for state, layout in layouts(setup, 1):
        seen = state.observe(None)
        if len(layout) >= len(before):
            assert layout[: len(before)] == before
        assert look.arrange(seen, ()) == look.arrange(seen, layout) == layout
        before = layout


@every_setup
def test_pictures_and_texts_keep_their_limits(setup: Setup) -> None:
    look = RENDERERS[setup.game.key]
    shown = list(layouts(setup, 2))
    for state, layout in shown[:: max(1, len(shown) // PICTURES)]:
        for viewer in {None, state.to_act if state.to_act not in (None, DEALER) else None}:
            seen = state.observe(viewer)
            images = [look.score(seen, WORDS)]
            images += [look.board(seen, layout, WORDS, large=large) for large in (False, True)]
            if viewer is not None:
                chosen = [(), *(choice.parts[:1] for choice in seen.choices[:1])]
                images += [
                    look.hand(seen, layout, WORDS, part, large=large) for part in chosen for large in (False, True)
                ]
            for image in filter(None, images):
                assert image.width <= 1600
                assert image.height <= 1200
                assert len(picture.png(image)) < 120_000
            assert len(LONG.text(look.alt(seen))) <= 1024
            assert len(LONG.text(look.hand_alt(seen))) <= 1024
            assert len(LONG.text(look.text(seen))) <= 1800


@every_setup
def test_a_board_that_hides_a_part_is_known_without_drawing_it(setup: Setup) -> None:
    look = RENDERERS[setup.game.key]
    shown = list(layouts(setup, 2))
    for state, layout in shown[:: max(1, len(shown) // PICTURES)]:
        seen = state.observe(None)
        assert look.needs_whole_view(seen, layout) == (look.draw_whole(seen, layout, WORDS) is not None)


@every_setup
def test_in_large_print_less_lies_beside_each_other(setup: Setup) -> None:
    look = RENDERERS[setup.game.key]
    for state, layout in list(layouts(setup, 4))[:: STEPS // 3]:
        seen = state.observe(state.to_act if state.to_act not in (None, DEALER) else 0)
        for draw in (look.board, look.hand):
            usual, large = (draw(seen, layout, WORDS, large=wanted) for wanted in (False, True))
            assert large.width <= usual.width
            assert large.height / large.width > usual.height / usual.width


@every_game
def test_only_a_round_that_was_scored_has_a_picture_of_its_score(key: str) -> None:
    for state in states(one_setup(key), 3, 400):
        seen = state.observe(None)
        assert RENDERERS[key].score(seen, WORDS) is None or seen.is_scored


@pytest.mark.parametrize("after", [[12], pytest.param([1, 12, 30], marks=pytest.mark.long)], ids=["few", "many"])
@every_game
def test_what_a_viewer_may_not_know_changes_no_byte(key: str, after: Sequence[int]) -> None:
    setup, rng = one_setup(key), Random(key)
    look, different = RENDERERS[key], 0
    for steps in after:
        original = resting_position(setup, rng, steps)
        for viewer in (None, 0, 1):
            other = twin(original, viewer, rng)
            different += other != original.state
            layout = look.arrange(original.state.observe(viewer), ())
            assert everything(setup, original.state, layout, viewer) == everything(setup, other, layout, viewer)
    assert different


@pytest.mark.parametrize("seed", ["4711", pytest.param("0", marks=pytest.mark.long)])
def test_the_same_position_gives_the_same_bytes_in_every_process(seed: str) -> None:
    program = "from tests.renderers.test_contract import digests; print(digests())"
    env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."}
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=env, check=True)
    assert literal_eval(run.stdout) == digests()


@cache
def digests() -> dict[str, str]:
    """Return what a position of each game looks like."""
    return {key: digest(one_setup(key), 5) for key in RENDERERS}


@every_setup
def test_the_tile_of_a_hint_is_framed_in_the_hand(setup: Setup) -> None:
    look, framed = RENDERERS[setup.game.key], 0
    for state, layout in list(layouts(setup, "hint"))[::9]:
        if state.to_act in (None, DEALER):
            continue
        seen = state.observe(state.to_act)
        plain = look.hand(seen, layout, WORDS)
        hands = [look.hand(seen, layout, WORDS, hinted=choice.parts) for choice in seen.choices[:2]]
        assert all(hand.size == plain.size for hand in hands)
        framed += any(hand.tobytes() != plain.tobytes() for hand in hands)
    assert framed
