"""What a game is shared by: its block, its 21, its longest foot, its greatest capture, its best play, its comeback."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.table.log.model import Seen
from bot.table.record import film, report
from bot.table.record.film import Shot
from bot.table.record.stepwise import run_to_end
from bot.talk.moment import find_best
from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import make_random_deal
from engine.words import Words
from renderers import RENDERERS
from tests.bot.records import random_game
from tests.engine.play import short

SPRINT = GAMES["draw"].presets["sprint"]
KINDS: dict[str, tuple[str, Any, int, str]] = {
    "block": ("draw", SPRINT, 2, "Blocked! Nobody has "),
    "comeback": ("draw", SPRINT.with_option("rounds", "3"), 2, "points behind."),
    "foot": ("chickenfoot", short(GAMES["chickenfoot"]), 4, "starts the longest foot: "),
    "capture": ("blockers", GAMES["blockers"].options(), 3, "takes a tile from "),
    "play": ("fives", GAMES["fives"].options(), 2, "points at once with "),
    "end": ("draw", SPRINT, 2, "wins with "),
}
"""Each with a game in which it happens, and what is told of it."""
GAMES_AT_MOST = 60
FIRST_21 = 310
"""Near the first number whose round is a 21: the rounds before it take seconds."""
MOVED: Any = None
"""What happened before a shot: no matter here."""


def play_game(key: str, options: Any, seats: int, seed: str) -> tuple[Seen, list[Shot]]:
    draft = random_game(GAMES[key], options, seats, seed)
    seen = Seen(draft.table, None, draft.state.observe(None), chapters=draft.position.chapters)
    return seen, list(run_to_end(film.collect_shots(report.open_log(draft, draft.steps))))


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_moment_is_chosen_where_it_is_the_weightiest(kind: str) -> None:
    key, options, seats, told = KINDS[kind]
    for number in range(GAMES_AT_MOST):
        seen, shots = play_game(key, options, seats, f"{kind} {number}")
        moment = find_best(GAMES[key], seen, shots)
        others = [light for shot in shots if (light := GAMES[key].voice.highlight(shot.seen)) is not None]
        assert all(other.weight <= moment.highlight.weight for other in others)
        if told in str(moment.highlight.sentence):
            break
    else:
        pytest.fail(f"no {kind} in {GAMES_AT_MOST} games")
    assert (moment.shot is None) == (kind in ("comeback", "end"))
    assert moment.highlight.counted == (kind == "block")
    if moment.shot is not None and moment.highlight.counted:
        assert RENDERERS[key].score(moment.shot.seen, Words()) is not None


def test_a_21_that_is_made_is_the_moment_of_its_game() -> None:
    states = next(states for number in range(FIRST_21, 5000) if _is_bid_made(states := _all_for_21(number)))
    shots = [Shot(state.observe(None), MOVED) for state in states]
    game = GAMES["moon"]
    seen = replace(play_game("moon", short(game), 3, "any")[0], observation=shots[-1].seen, chapters=())
    moment = find_best(game, seen, shots)
    assert "shoots the moon and makes all seven tricks." in str(moment.highlight.sentence)
    assert moment.shot is not None
    assert moment.shot.seen.result.bid == 21
    assert moment.shot == shots[-1]
    assert moment.highlight.weight > 90


def _is_bid_made(states: list[Any]) -> bool:
    light = GAMES["moon"].voice.highlight(states[-1].observe(None))
    return light is not None and light.weight > 90


def _all_for_21(number: int) -> list[Any]:
    """Return the positions of a round of Moon in which 21 is bid and the rest is random."""
    rng, game = Random(number), GAMES["moon"]
    states: list[Any] = [game.start(game.options(), 3)]
    states.append(states[-1].apply(make_random_deal(states[-1], rng)).state)
    while states[-1].to_act not in (None, DEALER):
        actions = states[-1].legal_actions()
        bold = [action for action in actions if str(action) == "bid 21"]
        states.append(states[-1].apply(bold[0] if bold else rng.choice(actions)).state)
    return states
