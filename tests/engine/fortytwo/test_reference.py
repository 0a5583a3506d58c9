"""Texas 42 against a second implementation, over random rounds of each option.

`python -m tests.engine.fortytwo.test_reference 50000` compares 50,000 rounds of each, step by step.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from random import Random

import pytest

from engine.game import DEALER
from engine.games.fortytwo.observation import Phase
from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.state import FortytwoState
from engine.notation import find
from tests.engine.fortytwo.positions import game, shuffle_deal
from tests.engine.fortytwo.reference import Hand, Rules, winner

OPTIONS: Mapping[str, dict[str, str | bool]] = {
    "usual": {},
    "redeal": {"all_pass": "redeal"},
    "no doubles": {"doubles_trump": False},
    "any no trump": {"no_trump": "any"},
    "trump": {"no_trump": "off"},
    "nello own": {"nello": "own"},
    "nello high": {"nello": "high"},
    "nello low": {"nello": "low", "play_out": True},
    "plunge": {"plunge": True},
    "splash": {"splash": True, "plunge": True},
    "points": {"scoring": "points"},
    "points, all": {"scoring": "points", "nello": "own", "plunge": True, "splash": True, "no_trump": "any"},
    "play out": {"play_out": True},
    "no claims": {"claims": False, "play_out": True},
}
CHUNK = 500
MOSTLY = 0.75
"""How often a random seat says what makes a round interesting: passes, or a bold bid late."""


def compare(options: FortytwoOptions, rules: Rules, seed: int, rounds: int) -> int:
    """Play random rounds by both implementations; return how many were scored."""
    rng, state, done = Random(seed), game(options), 0
    while done < rounds:
        if state.to_act is None:
            state = game(options)
        state = after_deal(state, rng)
        hand = Hand(rules, [[(high, low) for high, low in tiles_of(state, seat)] for seat in range(4)], state.dealer)
        before = state.scores
        while state.phase is not Phase.BETWEEN:
            assert state.to_act == hand.seat_to_act()
            actions = {str(action): action for action in state.legal_actions()}
            assert set(actions) == hand.options()
            text = choose(sorted(actions), rng)
            hand.do(text)
            following = state.apply(actions[text]).state
            assert isinstance(following, FortytwoState)
            state = following
            assert (state.phase is Phase.BETWEEN) == hand.is_over()
        gained = hand.gains()
        scores = (before[0] + gained[0], before[1] + gained[1])
        assert state.scores == scores * 2
        won = winner(rules, scores)
        assert (None if state.outcome is None else state.outcome.winners[0]) == won
        done += 1
    return done


def after_deal(state: FortytwoState, rng: Random) -> FortytwoState:
    assert state.to_act == DEALER
    following = state.apply(shuffle_deal(rng, rng.randrange(state.picks))).state
    assert isinstance(following, FortytwoState)
    return following


def tiles_of(state: FortytwoState, seat: int) -> tuple[tuple[int, int], ...]:
    hand = state.observe(seat).hands[seat]
    assert hand is not None
    return hand


def choose(texts: list[str], rng: Random) -> str:
    """Choose any action, mostly a claim, nello, plunge or splash if there is one, seldom the highest bids."""
    rare = [text for text in texts if text in ("claim", "nello", "plunge", "splash")]
    if rare and rng.random() < MOSTLY:
        return rng.choice(rare)
    if "pass" in texts and rng.random() < MOSTLY / 2:
        return "pass"
    return rng.choice(texts)


def setup(name: str) -> tuple[FortytwoOptions, Rules]:
    changes = OPTIONS[name]
    target = 250 if changes.get("scoring") == "points" else 7
    options, rules = FortytwoOptions(), Rules(target=target)
    for key, value in changes.items():
        text = value if isinstance(value, str) else "on" if value else "off"
        options = options.with_option(key, text)
        setattr(rules, key, value)
    return options, rules


@pytest.mark.parametrize("name", OPTIONS)
def test_both_implementations_allow_and_score_the_same(name: str) -> None:
    assert compare(*setup(name), seed=1, rounds=40) == 40


@pytest.mark.long
@pytest.mark.parametrize("name", OPTIONS)
def test_both_implementations_agree_over_many_rounds(name: str) -> None:
    assert compare(*setup(name), seed=2, rounds=700) == 700


def test_a_wrong_rule_is_noticed() -> None:
    """Control: compare with the second implementation under another option."""
    for key, value in {"claims": False, "doubles_trump": False, "all_pass": "redeal", "play_out": True}.items():
        options, rules = setup("usual")
        setattr(rules, key, value)
        with pytest.raises(AssertionError):
            compare(options, rules, seed=3, rounds=60)


def test_random_rounds_come_to_all_that_the_rules_offer() -> None:
    options, rng = setup("points, all")[0], Random(4)
    said = set[str]()
    for _ in range(120):
        state = after_deal(game(options), rng)
        while state.phase is not Phase.BETWEEN:
            text = choose(sorted(map(str, state.legal_actions())), rng)
            said.add(text.split()[0])
            action = find(state.legal_actions(), text)
            assert action is not None
            following = state.apply(action).state
            assert isinstance(following, FortytwoState)
            state = following
    assert said == {"bid", "pass", "plunge", "splash", "trump", "nello", "play", "claim"}


def main(rounds: int) -> None:
    """Compare rounds of each option in turns, so that a run that is stopped has tried all of them."""
    for chunk in range(-(-rounds // CHUNK)):
        for each in OPTIONS:
            compare(*setup(each), seed=1000 + chunk, rounds=CHUNK)
        print((chunk + 1) * CHUNK, "rounds of each option agree", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
