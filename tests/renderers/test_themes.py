"""Pictures look the same on Discord's light and dark theme: nothing of them is clear, up to their very edges."""

from __future__ import annotations

import io
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import is_scored, make_random_deal
from engine.words import Words, msg
from renderers import RENDERERS
from renderers.emojis import emojis
from renderers.fair_deal import fair
from renderers.finale import End, finale
from renderers.kit import picture
from renderers.kit.gif import Film
from renderers.stats import Card, Line, card, ranking
from renderers.turning_point import Option, turning
from tests.engine.play import honest
from tests.long import some
from tests.renderers.names import NAMES

WORDS = Words(NAMES)


def opaque(data: bytes) -> bool:
    """Return whether no pixel of a picture lets a theme's background through."""
    return Image.open(io.BytesIO(data)).convert("RGBA").getchannel("A").getextrema() == (255, 255)


def pictures(key: str) -> Iterator[Image.Image]:
    """Everything that is drawn of a game, amid a random round and at its end."""
    rng, game, look = Random(key), GAMES[key], RENDERERS[key]
    state: Any = game.start(game.options(), max(2, game.seats[0]))
    number = 0
    while number == 0 or not is_scored(state):
        deals, number = state.to_act == DEALER, number + 1
        state = state.apply(make_random_deal(state, rng) if deals else rng.choice(honest(state.legal_actions()))).state
        if number == 9 or is_scored(state):
            seen, own = state.observe(None), state.observe(0)
            rows = look.arrange(seen, ())
            yield from (look.board(seen, rows, WORDS, large=large) for large in (False, True))
            yield from (look.hand(own, rows, WORDS, large=large) for large in (False, True))
            yield turning(look, own, rows, WORDS, Option("play 6-2 A", "6-2 on A"), Option("draw", "Draw"))
            yield finale(End(look, seen, rows, (), msg("The end")), WORDS)
            maybe = look.score(seen, WORDS), look.draw_whole(seen, rows, WORDS)
            yield from (image for image in maybe if image is not None)


@pytest.mark.parametrize("key", some({key: key for key in RENDERERS}, {"draw", "blockers"}))
def test_every_picture_of_a_game_is_the_same_on_each_theme(key: str) -> None:
    film, drawn = Film(), list(pictures(key))
    for image in drawn:
        assert opaque(picture.png(image))
    for image in drawn[:2]:
        film.add(image.resize((600, 400)), 100)
    assert opaque(film.to_bytes())


def test_pictures_of_people_and_of_fair_deals_are_the_same_on_each_theme() -> None:
    shown = Card("Ana", msg("Draw"), [(msg("games"), "12")], msg("Rating"), [1, 3, 2], [4, 3], [(msg("Blocks"), "1")])
    lines = [Line("Ana", "12", msg("of 20"), 0.6)]
    people = (
        card(shown, WORDS),
        ranking(msg("Best"), msg("Draw"), lines, WORDS),
    )
    assert all(opaque(picture.png(image)) for image in (*people, fair(WORDS)))


def test_what_is_clear_is_found() -> None:
    assert not opaque(emojis()["seat_1"])
