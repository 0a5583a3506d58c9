"""What people type is found among the actions, however they write a tile."""

from __future__ import annotations

import pytest

from engine.dominoes.actions import Call, Move, play
from engine.notation import find
from engine.tiles import Tile

ACTIONS: list[Move] = [
    play(Tile(6, 2), "A", 6),
    play(Tile(6, 2), "B", 2),
    play(Tile(3, 3), "A", 6),
    play(Tile(12, 10), "B", 2),
    Call.DRAW,
]


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("play 6-2 B", ACTIONS[1]),
        ("Play 2-6 b", ACTIONS[1]),
        ("play 6\u20112 A", ACTIONS[0]),
        ("play 6–2 A", ACTIONS[0]),
        ("play 6:2 A", ACTIONS[0]),
        ("play 6/2 A", ACTIONS[0]),
        ("play [6|2] A", ACTIONS[0]),
        ("play [ 2 | 6 ] A", ACTIONS[0]),
        ("play 6.2 A", ACTIONS[0]),
        ("play 6, 2 A", ACTIONS[0]),
        ("play 6 2 A", ACTIONS[0]),
        ("play 62 A", ACTIONS[0]),
        ("play 26 A", ACTIONS[0]),
        ("play 33", ACTIONS[2]),
        ("play 3 3", ACTIONS[2]),
        ("play 12-10", ACTIONS[3]),
        ("play 10 12", ACTIONS[3]),
        ("DRAW", ACTIONS[4]),
    ],
)
def test_a_tile_is_understood_in_its_usual_spellings(typed: str, action: object) -> None:
    assert find(ACTIONS, typed) is action


@pytest.mark.parametrize("typed", ["", "play", "play 6-2", "play 62", "play 5-1 A", "play 6-2 C", "play 1210", "6-2 A"])
def test_what_names_no_action_or_two_finds_none(typed: str) -> None:
    assert find(ACTIONS, typed) is None
