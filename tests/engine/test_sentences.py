"""Whatever the games say is said in whole sentences: what happened, what one can do, and why something cannot be."""

from __future__ import annotations

import re
from itertools import islice
from random import Random

import pytest

from engine.game import DEALER
from engine.words import Words
from renderers import RENDERERS
from tests.engine.play import Setup, setups, walk

TYPED = ("play 6-6", "play", "draw", "cannot", "can", "keep", "pass", "place F", "bid 3", "trump 9", "discard 6-6", "?")
"""What is rarely possible, of every game."""
NAMED = Words([f"Player{seat}" for seat in range(8)])

SETUPS = {name: setup for place, (name, setup) in enumerate(setups().items()) if place % 3 == 0}


@pytest.mark.parametrize("setup", SETUPS.values(), ids=list(SETUPS))
def test_events_prompts_refusals_and_descriptions_are_sentences(setup: Setup) -> None:
    look = RENDERERS[setup.game.key]
    for number, turn in enumerate(islice(walk(setup, Random(4), fouls=3), 120)):
        for event in turn.step.events:
            for viewer in (None, 0):
                for line in NAMED.text(event.redact_for(viewer).describe()).splitlines():
                    assert wrong(line) is None, line
        state = turn.step.state
        if state.to_act not in (None, DEALER) and number % 5:
            continue
        for viewer in (None, 0, 1):
            seen = state.observe(viewer)
            prompt = NAMED.text(setup.game.voice.prompt(seen))
            assert wrong(prompt) is None, prompt
            described = [look.alt(seen), *([look.hand_alt(seen)] if viewer is not None else [])]
            for text in map(NAMED.text, described):
                assert wrong(" ".join(text.splitlines())) is None, text
        if state.to_act not in (None, DEALER):
            for typed in TYPED:
                assert wrong(str(state.why_not(typed))) is None, str(state.why_not(typed))


def wrong(text: str) -> str | None:
    """Return what is wrong with a sentence, or with several; None if nothing is."""
    faults = {
        "begins small": r"^(?!seat \d|[a-z_]+ (goes into|has|takes))[a-z]",
        "has no end": r"[^.!?…]$",
        "has a hyphen for a minus": r"(?<![\w-])-\d",
        "has one of many": r"(?<![\d−])\b1 (tiles|points|tricks|games|toes|arms|groups|prisoners|seats|turns)\b",
        "has holes or doubled signs": r"\.\.|  |[{}]| [,.]|,,",
    }
    return next((fault for fault, sign in faults.items() if re.search(sign, text)), None)


def test_a_fault_would_be_found() -> None:
    assert [wrong(text) for text in ("all passed.", "Over", "It has -3.", "1 tiles.", "Now  this.", "Fine.")] == [
        "begins small",
        "has no end",
        "has a hyphen for a minus",
        "has one of many",
        "has holes or doubled signs",
        None,
    ]


def test_all_games_tell_what_happens_in_one_tense() -> None:
    """Use the present, so that a log of several games reads as one."""
    past = r"^Player\d (bid|passed|placed|played|led|took|discarded|chose|laid|drew|opened)\b"
    for key, setup in SETUPS.items():
        for turn in islice(walk(setup, Random(key), fouls=2), 80):
            for event in turn.step.events:
                assert not re.search(past, NAMED.text(event.redact_for(None).describe())), event
