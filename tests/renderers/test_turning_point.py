"""A turning point shows what was chosen in red and what was better in gold, between the board and the hand."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import random_deal
from engine.words import Words
from renderers import RENDERERS
from renderers.kit.palette import LABEL, LOSS
from renderers.turning_point import Option, turning

NAMES = Words(("Ana", "Ben", "Cem"))


def decision(key: str) -> Any:
    """What a player sees who has something to choose, a few steps into a random game."""
    rng, game = Random(key), GAMES[key]
    state, steps = game.start(game.options(), game.seats[0]), 0
    while steps < 9 or state.to_act == DEALER or len(state.legal_actions()) < 2:
        action = random_deal(state, rng) if state.to_act == DEALER else rng.choice(state.legal_actions())
        state, steps = state.apply(action).state, steps + 1
    return state.observe(state.to_act)


@pytest.mark.parametrize("key", GAMES)
def test_both_choices_stand_between_the_board_and_the_hand(key: str) -> None:
    seen, look = decision(key), RENDERERS[key]
    layout = look.arrange(seen, ())
    first, *_, last = [choice for choice in seen.choices if choice.enabled]
    options = [Option(each.notation, NAMES.text(each.label)) for each in (first, last)]
    board = look.board(seen, layout, NAMES, large=True)
    image = turning(look, seen, layout, NAMES, *options)
    assert image.crop((0, 0, *board.size)).tobytes() == board.tobytes()
    band = image.crop((0, board.height, board.width, board.height + 190))
    halves = band.crop((0, 0, band.width // 2, 190)), band.crop((band.width // 2, 0, band.width, 190))
    for half, shade, other in ((halves[0], LOSS, LABEL), (halves[1], LABEL, LOSS)):
        colours = {colour: number for number, colour in half.getcolors(1 << 18) or ()}
        assert colours.get(shade, 0) > 2000
        assert colours.get(other, 0) < 200
    assert image.height > board.height + 190 + 100
