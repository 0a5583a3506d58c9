"""What the analysis of a game says of a decision."""

from __future__ import annotations

import re
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.table.log.model import Decision, Moment, Question, Seen
from bot.talk.hint import name_round, no_weakness_text, turning_point_text
from engine.game import DEALER, Choice, Outcome
from engine.games import GAMES
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import start as draw_start
from engine.words import Words, msg
from tests.engine.draw.positions import deal_hands, play_steps, position
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
        moment = Moment(Decision(question, 1, first.notation), first, last, 4.2, 4.2)
        place, told = str(name_round(setup.game, seen, 2)), Words(()).text(turning_point_text(setup.game, moment))
        assert place.startswith(f"Game {seen.number}"), place
        assert place.count("round ") == (setup.game.key != "blockers"), place
        assert not re.search(r"round \d", told), told
        assert " would have been about 4 points better." in told, told


def test_a_decision_of_a_game_of_one_round_names_none() -> None:
    setup = next(setup for setup in setups().values() if setup.game.key == "blockers")
    turn = next(turn for turn in walk(setup, Random(1)) if turn.before.to_act != DEALER)
    seen = turn.before.observe(turn.before.to_act)
    question = Question(NO_TABLE, turn.before.to_act, seen, 0, "")
    moment = Moment(Decision(question, 1, seen.choices[0].notation), seen.choices[0], seen.choices[1], 0.0, 0.0)
    for rounds in (1, 2):  # a swap is a deal, and no round
        assert name_round(setup.game, seen, rounds) is None
    told = Words(()).text(turning_point_text(setup.game, moment))
    assert told.startswith("You had 24 tiles left to place. You chose **")


@pytest.mark.parametrize(("winner", "told"), [(0, "Well played."), (1, "You lost, but")])
def test_the_analysis_praises_a_loser_without_mistakes_in_other_words(winner: int, told: str) -> None:
    view = SimpleNamespace(outcome=Outcome(msg("Over."), (1, 0), (winner,)))
    text = Words(()).text(no_weakness_text(msg("Draw"), Seen(NO_TABLE, 0, view)))
    assert text.startswith(f"**Draw**\n{told} ")


@pytest.mark.parametrize(("points", "told"), [
    (30.4, " would have been about 30 points better."), (1.2, " would have been about 1 point better."),
    (0.3, "** was better."),
    (None, " was a better chance to win the game."),
])  # fmt: skip
def test_points_are_those_of_the_round_else_it_was_a_chance(points: float | None, told: str) -> None:
    setup = next(setup for setup in setups().values() if setup.game.key == "draw")
    seen = next(turn.before for turn in walk(setup, Random(1)) if turn.before.to_act != DEALER).observe(0)
    choice = Choice("play 6-2 A", msg("6-2 A"), ())
    moment = Moment(Decision(Question(NO_TABLE, 0, seen, 0, ""), 1, choice.notation), choice, choice, 36.0, points)
    assert told in Words(()).text(turning_point_text(setup.game, moment))


def test_the_reason_for_the_better_move_is_told_if_there_is_one() -> None:
    """Seat 1 passed on 6 and 5, so it holds no five: 5-0 on the six would open 0, 6-5 was laid by seat 0."""
    start = draw_start(DrawOptions(mode="block", hand_size=4), 2)
    state = deal_hands(start, ["6-6 6-5 6-4 5-5", "4-4 4-3 3-3 2-1"])
    state = play_steps(state, "play 6-6", "cannot", "play 6-5 A", "cannot")
    seen = state.observe(0)
    choices = {choice.notation: choice for choice in seen.choices}
    chosen, wise = choices["play 6-4 B"], choices["play 5-5 A"]
    moment = Moment(Decision(Question(NO_TABLE, 0, seen, 0, ""), 1, chosen.notation), chosen, wise, 9.0, 3.0)
    told = Words(("Ana", "Ben")).text(turning_point_text(GAMES["draw"], moment))
    assert told.endswith("would have been about 3 points better. Ben passed on 5, so they hold none.")
    same = Moment(Decision(Question(NO_TABLE, 0, seen, 0, ""), 1, wise.notation), wise, wise, 9.0, 3.0)
    told = Words(("Ana", "Ben")).text(turning_point_text(GAMES["draw"], same))
    assert told.endswith("would have been about 3 points better."), (
        "what speaks as much for the chosen move is no reason"
    )


@pytest.mark.parametrize(
    ("hand", "chosen", "better_one"), [("5-4 2-2", "cannot", "play 5-4 A"), ("2-2 1-0", "can", "cannot")]
)
def test_of_a_false_claim_the_analysis_says_that_it_was_a_foul(hand: str, chosen: str, better_one: str) -> None:
    state = play_steps(position(["0-0 1-1", hand, "3-3 4-1"], ends=(5, 5)), "cannot")
    seen = state.observe(1)
    choices = {choice.notation: choice for choice in seen.choices}
    question = Question(NO_TABLE, 1, seen, 0, "")
    moment = Moment(Decision(question, 1, chosen), choices[chosen], choices[better_one], 30.0, 30.0)
    told = Words(()).text(turning_point_text(GAMES["draw"], moment))
    assert ". Your tiles said otherwise, so it was a foul. **" in told
    assert told.endswith("would have been about 30 points better.")


def test_a_hint_says_the_whole_move() -> None:
    told = {
        (key, choice.notation.split()[0]): str(setup.game.voice.hint(seen, choice))
        for key, setup in setups().items()
        for turn in walk(setup, Random(1))
        if turn.before.to_act != DEALER
        for seen in [turn.before.observe(turn.before.to_act)]
        for choice in seen.choices
        if choice.enabled
    }
    plays = [hint for (_, verb), hint in told.items() if verb == "play"]
    assert all(hint.startswith("Hint: **play ") for hint in plays), plays
    assert any(" on end " in hint for hint in plays)
    assert any(hint == "Hint: **Pass**." for hint in told.values())
