"""What a player did is told to them in the second person, in every game."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from bot.talk.second_person import to_you
from engine.game import DEALER, Deal, Game
from engine.games import GAMES
from engine.words import Who, deed, join_items, msg
from tests.engine.play import usual_seats

WRONG = re.compile(
    r"\bYou (?!pass\b)\w+s\b|\bYou [^.]*, (?!plus\b)\w+s\b|\bYou \w+[^.]* and (?!pass\b)\w+s\b|\bYou [^.]*\btheir own\b"
)


def events_of(game: Game[Any, Any], seed: int) -> list[Any]:
    """Return all that happens in a game of chance."""
    rng, happened = Random(seed), list[Any]()
    state = game.start(next(iter(game.presets.values())), usual_seats(game))
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


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_no_event_names_its_reader_as_the_one_who_acts(game: Game[Any, Any]) -> None:
    acted = [(event.seat, event) for event in events_of(game, 1) if isinstance(getattr(event, "seat", None), int)]
    assert len(acted) >= 20
    assert [told for seat, event in acted if (told := str(to_you(event.describe(), seat))).startswith("seat ")] == []


def test_a_deed_has_both_persons_and_each_reader_gets_one() -> None:
    scored = deed("Count {total}: {who} scores.", "Count {total}: you score.", total=10, who=Who(0))
    assert str(to_you(scored, 0)) == "Count 10: you score."
    assert str(to_you(scored, 1)) == "Count 10: seat 1 scores."


def test_a_number_chooses_the_form_in_both_persons() -> None:
    for n, told, to_ana in ((1, "seat 1 draws a tile.", "You draw a tile."), (2, "seat 1 draws 2.", "You draw 2.")):
        draws = deed(
            ("{who} draws a tile.", "{who} draws {n}."), ("You draw a tile.", "You draw {n}."), n=n, who=Who(0)
        )
        assert str(to_you(join_items([draws]), 0)) == to_ana
        assert str(to_you(draws, 1)) == told


def test_a_sentence_within_a_deed_is_told_to_its_own_player() -> None:
    passes = deed("{who} passes.", "You pass.", who=Who(1))
    told = deed("{who} says: {said}", "You say: {said}", who=Who(0), said=passes)
    assert str(to_you(told, 0)) == "You say: seat 2 passes."
    assert str(to_you(told, 1)) == "seat 1 says: You pass."


def test_a_sentence_without_a_second_form_stays_as_it_is() -> None:
    assert str(to_you(msg("{who} waits.", who=Who(0)), 0)) == "seat 1 waits."
