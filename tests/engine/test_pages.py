"""The rules as players read them hold what the rules are, also where they were wrong or silent once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from engine.game import DEALER, Game
from engine.games import GAMES
from engine.words import Message, lines
from tests.engine.play import Setup, walk


def usual(game: Game[Any, Any]) -> Sequence[Message]:
    """Return the pages with the usual options."""
    return game.rules(game.options(), game.seats[0])


@pytest.mark.parametrize(
    ("game", "page", "says"),
    [
        ("draw", 0, "Turns go clockwise"),
        ("draw", 0, "If there's no single winner, the player after the last starter begins."),
        ("draw", 1, "A foul costs 30 points."),
        ("moon", 1, "Where it is no trump, it wins only if it is led and nobody trumps it"),
        ("moon", 0, "21 wins or costs more, beats a 7, and ends the bidding."),
        ("fortytwo", 0, "The first bid of marks is 1 or 2 marks, and each later one is one mark more, up to 5."),
        ("fives", 2, "**You go out**: first you score the count after your last tile, as after every play."),
        ("fives", 2, "The player with the fewest pips scores the pips of all others, less those in their own hand."),
        ("draw", 0, "If nobody can play any more, the player with the fewest pips wins the round."),
        (
            "draw",
            2,
            "wins, however many tiles they hold. The winner scores the pips of all",
        ),
        ("chickenfoot", 0, "With the double the opener's turn is over, and the next player clockwise goes on."),
        ("chickenfoot", 1, "Turns go clockwise"),
        ("chickenfoot", 1, "Those that are left can still be played, and you can go out with one"),
        ("chickenfoot", 2, "if you drew the last tile of the boneyard and it doesn't fit"),
        ("chickenfoot", 2, "If those are equal too, it's the player whose lowest round above zero is smaller."),
        ("blockers", 0, "Chance chooses who begins, and turns go clockwise."),
        ("blockers", 1, "an edge are a group, and so is a single tile. Corners don't count."),
        ("blockers", 2, "If scores are equal, the player with fewer prisoners of all colours wins."),
    ],
)
def test_a_page_says_what_one_must_know(game: str, page: int, says: str) -> None:
    assert says in str(usual(GAMES[game])[page])


@pytest.mark.parametrize("verification", ["manual", "auto"])
def test_a_game_in_which_nobody_draws_says_of_drawing_only_that(verification: str) -> None:
    draw = GAMES["draw"]
    block = replace(draw.presets["block"], verification=verification)
    text = str(lines(*draw.rules(block, 2)[:3]))
    assert [line for line in text.splitlines() if "draw" in line] == [
        "Nobody draws: tiles that aren't dealt stay out of play."
    ]


@pytest.mark.parametrize("game", GAMES)
def test_the_pages_speak_to_players_and_call_nobody_by_a_gender(game: str) -> None:
    words = (
        " ".join(str(page) for page in (*usual(GAMES[game]), GAMES[game].can_change))
        .casefold()
        .replace("*", " ")
        .split()
    )
    assert not {"he", "his", "him"} & set(words)


@pytest.mark.parametrize(
    ("game", "options", "called"),
    [
        ("draw", {"mode": "block"}, "Block"),
        ("draw", {}, "Draw Dominoes"),
        ("fives", {"spinner": "none"}, "Muggins"),
        ("fives", {"spinner": "all"}, "Five-Up"),
        ("fives", {}, "Fives"),
        ("blockers", {"scoring": "uptown"}, "Uptown"),
        ("blockers", {}, "Blockers"),
    ],
)
def test_a_refusal_names_the_game_as_its_table_is_called(game: str, options: dict[str, str], called: str) -> None:
    rules, known = GAMES[game], GAMES[game].options(**options)
    assert str(known.refusal(9)).startswith(f"{called} needs ")
    state = next(walk(Setup(rules, known, 2), Random(1))).step.state
    while state.to_act == DEALER or state.automatic() is not None:
        state = state.apply(state.automatic()).state
    refused = str(state.why_not("frobnicate"))
    assert called in refused
    others = {"Draw Dominoes", "Block", "Fives", "Muggins", "Five-Up", "Blockers", "Uptown"} - {called}
    assert not others & set(re.findall(r"Draw Dominoes|Blockers|Block|Fives|Five-Up|Muggins|Uptown", refused))
