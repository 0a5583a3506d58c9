"""A turning point shows what was chosen in red and what was better in gold, between the board and the hand."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any

import pytest
from PIL.Image import Image

from engine.game import DEALER, Choice
from engine.games import GAMES
from engine.games.blockers.board import SPACES, Space, space_name
from engine.rounds import make_random_deal
from engine.words import Words
from renderers import RENDERERS
from renderers.blockers.board import CELL, centre
from renderers.kit.palette import LABEL, LOSS
from renderers.kit.text.fonts import TEXT
from renderers.kit.text.runs import MISSING, runs
from renderers.turning_point import Option, turning

NAMES = Words(("Ana", "Ben", "Cem"))


def decision(key: str) -> Any:
    """Return what a player with a choice sees, a few steps into a random game."""
    rng, game = Random(key), GAMES[key]
    state, steps = game.start(game.options(), game.seats[0]), 0
    while steps < 9 or state.to_act == DEALER or len(state.legal_actions()) < 2:
        action = make_random_deal(state, rng) if state.to_act == DEALER else rng.choice(state.legal_actions())
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
    if key != "blockers":  # there the spaces are marked
        assert image.crop((0, 0, *board.size)).tobytes() == board.tobytes()
    band = image.crop((0, board.height, board.width, board.height + 190))
    halves = band.crop((0, 0, band.width // 2, 190)), band.crop((band.width // 2, 0, band.width, 190))
    for half, shade, other in ((halves[0], LOSS, LABEL), (halves[1], LABEL, LOSS)):
        colours = {colour: number for number, colour in half.getcolors(1 << 18) or ()}
        assert colours.get(shade, 0) > 2000
        assert colours.get(other, 0) < 200
    assert image.height > board.height + 190 + 100


@pytest.mark.parametrize("key", GAMES)
def test_the_fonts_have_every_sign_of_an_action(key: str) -> None:
    rng, game = Random(key), GAMES[key]
    state = game.start(game.options(), game.seats[0])
    labels = set[str]()
    for _ in range(60):
        if state.to_act is None:
            break
        labels |= {NAMES.text(choice.label) for choice in state.observe(state.to_act).choices}
        action = make_random_deal(state, rng) if state.to_act == DEALER else rng.choice(state.legal_actions())
        state = state.apply(action).state
    assert (key == "blockers") == any("✕" in label for label in labels)
    assert not [label for label in labels for run in runs(label, TEXT) if MISSING in run.text]


@pytest.mark.parametrize("same", [False, True])
def test_in_blockers_the_chosen_space_is_framed_in_red_and_the_better_one_in_gold(same: bool) -> None:
    seen, look = decision("blockers"), RENDERERS["blockers"]
    by_space = defaultdict[str, list[Choice]](list)
    for choice in seen.choices:
        if choice.enabled:
            by_space[choice.parts[-1]].append(choice)
    several = next(choices for choices in by_space.values() if len(choices) > 1)
    other = next(choices for choices in by_space.values() if choices is not several)
    chosen, better = several[:2] if same else (several[0], other[0])
    plain = look.board(seen, (), NAMES, large=True)
    options = [Option(each.notation, "") for each in (chosen, better)]
    marked = turning(look, seen, (), NAMES, *options).crop((0, 0, *plain.size))
    changed = {space_name(space) for space in SPACES if cell(marked, space).tobytes() != cell(plain, space).tobytes()}
    assert changed == {chosen.parts[-1], better.parts[-1]}
    for option, shade in (chosen, LOSS), (better, LABEL):
        space = next(space for space in SPACES if space_name(space) == option.parts[-1])
        shades = {shade: number for number, shade in cell(marked, space).getcolors(1 << 14) or ()}
        assert shades.get(shade, 0) > 900


def cell(board: Image, space: Space) -> Image:
    """Return the picture of one space."""
    x, y = centre(space, 0)
    return board.crop((x - CELL // 2, y - CELL // 2, x + CELL // 2, y + CELL // 2))
