"""What a player did is told to them in the second person, in every game."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.talk.second_person import to_you
from engine.game import DEALER, Deal, Game
from engine.games import GAMES
from engine.words import Who, count, join_items, msg

WRONG = re.compile(
    r"\bYou (?!pass\b)\w+s\b|\bYou [^.]*, \w+s\b|\bYou \w+[^.]* and (?!pass\b)\w+s\b|\bYou [^.]*\btheir own\b"
)


def events_of(game: Game[Any, Any], seed: int) -> list[Any]:
    """All that happens in a game of chance."""
    rng, happened = Random(seed), list[Any]()
    state = game.start(next(iter(game.presets.values())), 3)
    for _ in range(300):
        if state.to_act is None:
            break
        if state.to_act == DEALER:
            order = list(range(len(state.deck)))
            rng.shuffle(order)
            step = state.apply(Deal(tuple(order), rng.randrange(state.picks)))
        else:
            step = state.apply(rng.choice(state.legal_actions()))
        state = step.state
        happened += step.events
    return happened


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_whatever_a_player_does_is_told_to_them_as_you(game: Game[Any, Any]) -> None:
    told = [
        str(to_you(event.describe(), seat)) for seed in (1, 2) for event in events_of(game, seed) for seat in range(3)
    ]
    assert sum(text.startswith("You ") for text in told) > 20
    assert [text for text in told if WRONG.search(text)] == []


def test_a_player_scores_as_you_within_a_sentence_too() -> None:
    scored = msg("Count {total}: {who} scores {points}.", total=10, who=Who(0), points="10 points")
    assert str(to_you(scored, 0)) == "Count 10: you score 10 points."
    assert str(to_you(scored, 1)) == "Count 10: seat 1 scores 10 points."


def test_others_stay_who_they_are_and_a_number_keeps_its_words() -> None:
    draws = count("{who} draws a tile.", "{who} draws {n} tiles.", 2, who=Who(0))
    assert str(to_you(join_items([draws]), 0)) == "You draw 2 tiles."
    assert str(to_you(draws, 1)) == "seat 1 draws 2 tiles."
    taken = msg("{who} places A on {space} and takes {victim}'s B", who=Who(1), space="F6", victim=Who(0))
    assert str(to_you(taken, 1)) == "You place A on F6 and take seat 1's B"
    assert str(to_you(taken, 0)) == "seat 2 places A on F6 and takes seat 1's B"
    drawn = msg("{happened} and draws {tile}.", happened=taken, tile="joker")
    assert str(to_you(drawn, 1)) == "You place A on F6 and take seat 1's B and draw joker."
    assert str(to_you(drawn, 0)) == "seat 2 places A on F6 and takes seat 1's B and draws joker."


def test_verbs_that_end_in_a_hiss_lose_all_of_their_ending() -> None:
    verbs = {"reaches": "reach", "passes": "pass", "presses": "press", "loses": "lose", "takes": "take", "goes": "go"}
    told = [str(to_you(msg("{who} " + verb + " it.", who=Who(0)), 0)) for verb in verbs]
    assert told == [f"You {own} it." for own in verbs.values()]
