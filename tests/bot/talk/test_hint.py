"""What the analysis of a game says of a decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from bot.table.model import Decision, Moment, Question
from bot.talk.hint import better
from engine.game import DEALER
from engine.words import Words
from tests.engine.play import Setup, series_setups, setups, walk

NO_TABLE: Any = None
"""The sentence is about what was seen."""


@pytest.mark.parametrize("setup", series_setups().values(), ids=series_setups())
def test_a_decision_of_a_series_is_told_with_its_game_and_its_round_once(setup: Setup) -> None:
    for turn in walk(setup, Random(1)):
        if turn.before.to_act == DEALER:
            continue
        seen = turn.before.observe(turn.before.to_act)
        first, last = seen.choices[0], seen.choices[-1]
        question = Question(NO_TABLE, turn.before.to_act, seen, 0, "")
        told = Words(()).text(
            better(setup.game, Moment(Decision(question, 1, first.notation), first, last, 4.2), rounds=2)
        )
        assert told.startswith(f"In Game {seen.number}"), told
        assert told.count("round ") == 1, told
        assert told.endswith(". It was worth about 4 points more."), told


def test_a_decision_of_a_game_of_one_round_names_none() -> None:
    setup = next(setup for setup in setups().values() if setup.game.key == "blockers")
    turn = next(turn for turn in walk(setup, Random(1)) if turn.before.to_act != DEALER)
    seen = turn.before.observe(turn.before.to_act)
    question = Question(NO_TABLE, turn.before.to_act, seen, 0, "")
    moment = Moment(Decision(question, 1, seen.choices[0].notation), seen.choices[0], seen.choices[1], 0.0)
    assert Words(()).text(better(setup.game, moment, rounds=1)).startswith("With 24 tiles to place: you chose **")
    assert Words(()).text(better(setup.game, moment, rounds=2)).startswith("In round 1 · ")
