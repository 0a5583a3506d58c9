"""The score picture of games that draw none of their own."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest

from engine.game import DEALER
from engine.games import GAMES, draw
from engine.words import Words
from renderers import line
from renderers.kit import picture, tally
from renderers.look import Look
from tests.engine.play import Setup, random_deal, short
from tests.long import some
from tests.renderers.names import NAMES

WORDS = Words(NAMES)
LONG = Words(["W" * 32] * 8)

every_game = pytest.mark.parametrize("key", GAMES)


@cache
def positions(key: str, number: int) -> list[Any]:
    """Return the positions of a game that nobody attends."""
    setup, rng = Setup(GAMES[key], short(GAMES[key]), number), Random(key)
    found = [setup.start()]
    while found[-1].to_act is not None:
        state = found[-1]
        found.append(state.apply(random_deal(state, rng) if state.to_act == DEALER else state.at_deadline()).state)
    return found


def seats(key: str) -> list[int]:
    """Return the fewest and the most seats there can be."""
    found = [number for number in GAMES[key].seats if short(GAMES[key]).refusal(number) is None]
    return sorted({found[0], found[-1]})


@pytest.mark.parametrize("key", some({key: key for key in GAMES}, GAMES.keys() - {"fives"}))
def test_there_is_a_picture_exactly_when_a_round_was_scored(key: str) -> None:
    score = tally.picture_of(GAMES[key].voice)
    for number in seats(key):
        shown = [state.observe(None) for state in positions(key, number)]
        assert any(seen.is_scored for seen in shown)
        unlike = {WORDS.text(GAMES[key].voice.tally(seen) or ""): seen for seen in shown if seen.is_scored}
        for seen in (*list(unlike.values())[:2], *(seen for seen in shown if not seen.is_scored)):
            assert (score(seen, WORDS) is not None) == (GAMES[key].voice.tally(seen) is not None)


@every_game
@pytest.mark.parametrize("words", [pytest.param(WORDS, marks=pytest.mark.long), LONG], ids=["names", "long"])
def test_it_keeps_the_limits_of_a_picture_and_leaves_nothing_out(key: str, words: Words) -> None:
    score = tally.picture_of(GAMES[key].voice)
    for number in seats(key):
        seen = next(state.observe(None) for state in positions(key, number) if state.observe(None).is_scored)
        image = score(seen, words)
        assert image is not None
        assert image.width == picture.WIDTH
        assert image.height <= 1200
        assert len(picture.png(image)) < 120_000
        below = image.crop((0, image.height - 90, image.width, image.height))
        assert len(below.getcolors(100_000) or ()) > 2  # the last line is there


def test_a_line_of_play_without_a_sheet_of_its_own_has_this_picture() -> None:
    look: Look[Any] = line.build_look(line.Manner(game_name=lambda _: draw.GAME.name, voice=draw.GAME.voice))
    for state in positions("draw", 2):
        seen = state.observe(None)
        image, tallied = look.score(seen, WORDS), tally.picture_of(draw.GAME.voice)(seen, WORDS)
        assert image == tallied
        assert (image is None) == (not seen.is_scored)


@every_game
def test_other_numbers_make_another_picture(key: str) -> None:
    score = tally.picture_of(GAMES[key].voice)
    scored = [seen for state in positions(key, seats(key)[0]) if (seen := state.observe(None)).is_scored]
    told = {WORDS.text(GAMES[key].voice.tally(seen) or "") for seen in scored}
    drawn = {image.tobytes() for seen in scored if (image := score(seen, WORDS)) is not None}
    assert len(drawn) == len(told)
