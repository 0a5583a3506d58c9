"""The hand that games with open ends share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine.game import DEALER
from engine.games import GAMES
from engine.tiles import Tile, tiles
from engine.words import Words
from renderers import RENDERERS
from renderers.kit import picture, text
from renderers.kit.hand import ROOM, WIDTH, Rack
from renderers.look import Layout
from tests.engine.play import Setup, walk
from tests.renderers.names import NAMES

WORDS = Words(NAMES)

MOST = 150
"""More tiles than anybody holds while others play."""


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("below", [0, 400, 440])
def test_a_hand_of_any_size_leaves_room_for_what_stands_below_it(below: int, large: bool) -> None:
    for number in range(1, MOST + 1):
        for sizes in [number], [number - number // 3, number // 3]:
            rack = Rack.fit(sizes, ROOM - below, large=large)
            assert sum(map(rack.height, sizes)) <= ROOM - below, sizes


@pytest.mark.parametrize("number", [1, 7, 14])
def test_large_print_is_larger(number: int) -> None:
    assert Rack.fit([number], ROOM, large=True).unit > Rack.fit([number], ROOM).unit


@pytest.mark.parametrize("waiting", [False, True])
def test_what_can_be_played_stands_first_in_its_players_turn_and_nothing_moves_in_anothers(waiting: bool) -> None:
    held, rack = tiles("2-1 4-3 5-5 6-0"), Rack.fit([4], ROOM)
    ends = {"4-3": ["A"], "6-0": ["B"]}

    def draw_rack(order: Sequence[Tile]) -> bytes:
        canvas = picture.blank(WIDTH, rack.height(4))
        rack.stand(canvas, order, 0, ends, waiting=waiting)
        return canvas.tobytes()

    assert (draw_rack(held) == draw_rack(tiles("4-3 6-0 2-1 5-5"))) is not waiting
    assert draw_rack(held) != draw_rack(tiles("6-0 4-3 2-1 5-5"))


def turns(key: str) -> Iterator[tuple[int, Any]]:
    """Yield what players see of their turns in a few random games, each with the number of its game."""
    game = GAMES[key]
    for seed in range(3):
        for turn in islice(walk(Setup(game, game.options(), max(game.seats[0], 3)), Random(seed), 0), 90):
            if turn.before.to_act not in (None, DEALER):
                yield seed, turn.before.observe(turn.before.to_act)


@pytest.mark.parametrize("key", ["draw", "fives", "chickenfoot"])
def test_a_hand_says_in_its_picture_and_in_words_that_nothing_fits_if_that_is_so_and_only_then(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    said, usual = list[str](), text.draw

    def draw(canvas: Image.Image, x: int, base: int, words: str, *more: Any, **named: Any) -> int:
        said.append(words)
        return usual(canvas, x, base, words, *more, **named)

    monkeypatch.setattr(text, "draw", draw)
    look, told, layouts = RENDERERS[key], set[bool](), dict[tuple[int, int], Layout]()
    for number, own in turns(key):
        open_ends = {end.number for end in own.ends if getattr(end, "playable", True)}
        none = bool(open_ends) and not any(tile.has(end) for tile in own.hands[own.viewer] for end in open_ends)
        said.clear()
        layout = layouts[number, own.round] = look.arrange(own, layouts.get((number, own.round), ()))
        image = look.hand(own, layout, WORDS)
        assert ("Nothing fits" in said) == (none and not (key == "chickenfoot" and own.drawn))
        assert ("Nothing fits." in WORDS.text(look.hand_alt(own))) == none
        assert image.height <= 1200
        told.add(none)
    assert told == {True, False}
