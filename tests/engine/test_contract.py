"""What the contract promises, for every game, preset and number of seats."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.game import DEALER, Action, Choice, Deal
from engine.games import GAMES
from engine.notation import find
from engine.options import OptionRefused
from tests.engine.play import (
    Setup,
    Turn,
    all_messages,
    log_to_json,
    position,
    random_deal,
    replay,
    seen_digest,
    setups,
    walk,
)
from tests.long import few

LONGEST = 50_000
"""Steps within which every random game is over."""
WATCHED = 150
"""Steps at the beginning of a game that are looked at closely."""
SETUPS = setups()

every_setup = pytest.mark.parametrize("setup", few(SETUPS))
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def beginning(setup: Setup, seed: int = 1, fouls: int = 2, steps: int = WATCHED) -> Iterator[Turn]:
    return islice(walk(setup, Random(seed), fouls), steps)


def play_states(setup: Setup, steps: int = WATCHED) -> Iterator[Any]:
    """States in which a seat is to act."""
    return (turn.before for turn in beginning(setup, steps=steps) if turn.before.to_act != DEALER)


@every_setup
def test_there_is_a_legal_action_until_the_game_is_over(setup: Setup) -> None:
    end = setup.start()
    for turn in islice(walk(setup, Random(7), fouls=3), LONGEST):
        assert turn.before.outcome is None
        if turn.before.to_act == DEALER:
            assert not turn.before.legal_actions()
        else:
            assert turn.before.legal_actions()
            assert not turn.before.deck
        end = turn.step.state
    assert end.to_act is None
    assert not end.legal_actions()
    assert end.outcome is not None
    assert len(end.outcome.points) == setup.seats
    assert len(end.outcome.tiebreak) in (0, setup.seats)
    assert end.outcome.winners
    assert set(end.outcome.winners) <= set(range(setup.seats))
    reason = str(end.outcome.reason)
    assert reason.endswith((".", "!"))
    assert re.search(r"\b(win|wins|share)\b", reason)
    assert all(f"seat {seat + 1}" in reason for seat in end.outcome.winners), "who won is said"
    assert end.observe(None).outcome == end.outcome
    assert end.observe(None).is_scored
    assert setup.options.most_rounds(setup.seats) in (None, end.observe(None).round)


@every_setup
def test_the_seats_of_a_side_have_the_same_points_and_win_together(setup: Setup) -> None:
    sides = setup.options.sides(setup.seats)
    assert sorted(seat for side in sides for seat in side) == list(range(setup.seats))
    for turn in islice(walk(setup, Random(11), fouls=3), LONGEST):
        seen = turn.step.state.observe(None)
        numbers = [seen.points] if seen.outcome is None else [seen.points, seen.outcome.points]
        assert all(len({each[seat] for seat in side}) == 1 for each in numbers for side in sides)
        if seen.outcome is not None:
            assert all(len({seat in seen.outcome.winners for seat in side}) == 1 for side in sides)


@every_setup
def test_every_notation_is_found_again_in_any_spelling(setup: Setup) -> None:
    for state in islice(play_states(setup), 0, None, 3):
        actions = state.legal_actions()
        assert len({str(action) for action in actions}) == len(actions)
        for action in actions:
            assert find(actions, str(action)) == action
            assert find(actions, f"  {str(action).upper()} ") == action
            assert str(action).split()[0] in {verb.name for verb in setup.game.verbs}


@every_setup
def test_a_deadline_and_an_automatic_step_are_legal(setup: Setup) -> None:
    for state in play_states(setup):
        assert state.at_deadline() in state.legal_actions()
        automatic = state.automatic()
        assert automatic is None or automatic in state.legal_actions()


@every_setup
def test_a_game_of_absent_seats_comes_to_its_end(setup: Setup) -> None:
    state, rng = setup.start(), Random(3)
    for _ in range(LONGEST):
        if state.to_act is None:
            break
        state = state.apply(random_deal(state, rng) if state.to_act == DEALER else state.at_deadline()).state
    assert state.outcome is not None


@every_setup
def test_an_illegal_action_is_refused(setup: Setup) -> None:
    met: dict[str, Action] = {}
    for turn in beginning(setup, steps=60):
        state = turn.before
        met |= {str(action): action for action in state.legal_actions()}
        possible = {str(action) for action in state.legal_actions()}
        for notation, action in met.items():
            if notation not in possible:
                with pytest.raises(ValueError, match=r"."):
                    state.apply(action)
        if state.to_act != DEALER:
            with pytest.raises(ValueError, match=r"."):
                state.apply(Deal(()))


@every_setup
def test_a_deal_that_is_no_permutation_or_picks_too_high_is_refused(setup: Setup) -> None:
    state = setup.start()
    good = random_deal(state, Random(1))
    for bad in (Deal(()), Deal(good.order[1:]), Deal((*good.order[1:], good.order[1])), Deal(good.order, state.picks)):
        with pytest.raises(ValueError, match=r"."):
            state.apply(bad)


@every_setup
def test_the_state_before_stays_as_it_was(setup: Setup) -> None:
    for turn in islice(beginning(setup), 0, None, 7):
        seen = [turn.before.observe(viewer) for viewer in setup.viewers()]
        after = [turn.before.apply(turn.action).state, turn.before.apply(turn.action).state]
        assert after[0] == after[1] == turn.step.state
        assert [turn.before.observe(viewer) for viewer in setup.viewers()] == seen


@every_setup
def test_what_is_hidden_once_stays_hidden(setup: Setup) -> None:
    for turn in beginning(setup):
        for event in turn.step.events:
            for viewer in setup.viewers():
                seen = event.redact_for(viewer)
                assert seen.redact_for(viewer) == seen
                assert seen.redact_for(None) == event.redact_for(None)
                assert str(seen.describe())


@every_setup
def test_the_channel_sees_no_hand_while_a_round_is_played(setup: Setup) -> None:
    for state in play_states(setup):
        for viewer in setup.viewers():
            hands = _hands(state.observe(viewer))
            assert all(hand is None for seat, hand in enumerate(hands) if seat != viewer)


def _hands(seen: Any) -> Sequence[object]:
    """Return the hands of a game, or of the current game of a series."""
    hands: Sequence[object] = getattr(getattr(seen, "game", seen), "hands", ())
    return hands


@every_setup
def test_an_observation_says_what_the_table_needs(setup: Setup) -> None:
    for turn in beginning(setup):
        for viewer in setup.viewers():
            seen = turn.before.observe(viewer)
            assert (seen.viewer, seen.to_act, seen.outcome) == (viewer, turn.before.to_act, turn.before.outcome)
            assert len(setup.game.voice.standings(seen)) == setup.seats
            assert (setup.game.voice.tally(seen) is not None) == seen.is_scored
            assert all(str(text).strip() for text in all_messages(setup.game, seen))
    assert setup.start().observe(None).round == 0


@every_setup
def test_the_seat_to_act_is_offered_its_legal_actions_and_nothing_else(setup: Setup) -> None:
    for state in play_states(setup):
        offers = [offer for offer in state.observe(state.to_act).choices if offer.enabled]
        assert sorted(offer.notation for offer in offers) == sorted(map(str, state.legal_actions()))
        for place, offer in enumerate(offers):
            assert offer.same_as is None or offer.same_as in {earlier.notation for earlier in offers[:place]}
        others = [viewer for viewer in setup.viewers() if viewer != state.to_act]
        assert not any(state.observe(viewer).choices for viewer in others)


@every_setup
def test_labels_are_short_and_menus_hold_at_most_25_a_level(setup: Setup) -> None:
    for state in play_states(setup):
        choices = state.observe(state.to_act).choices
        assert all(0 < len(str(offer.label)) <= 20 for offer in choices)
        assert all(0 < len(str(action.label)) <= 20 for action in state.legal_actions())
        assert len({offer.parts for offer in choices}) == len(choices)
        assert all(len(menu) <= 25 for menu in _menus(choices))


def _menus(choices: Iterable[Choice]) -> Iterable[set[str]]:
    """Yield what each level of the menu offers."""
    menus: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for offer in choices:
        for depth, part in enumerate(offer.parts):
            menus[offer.parts[:depth]].add(part)
    return menus.values()


@every_setup
def test_a_log_leads_to_the_same_state_again(setup: Setup) -> None:
    reached = position(setup, Random(5), WATCHED, fouls=2)
    assert replay(setup, reached.log) == reached.state


@pytest.mark.parametrize("hash_seed", ["1", "2"])
def test_the_same_logs_look_the_same_in_another_process(hash_seed: str) -> None:
    names = [next(name for name, setup in SETUPS.items() if setup.game is game) for game in GAMES.values()]
    logs = {name: position(SETUPS[name], Random(11), WATCHED, fouls=2).log for name in names}
    child = subprocess.run(
        [sys.executable, "-m", "tests.engine.play"],
        input="\n".join(log_to_json(name, log) for name, log in logs.items()),
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout.split() == [seen_digest(SETUPS[name], log) for name, log in logs.items()]


@every_game
def test_every_preset_can_be_played_and_too_few_or_many_seats_cannot(game: Any) -> None:
    for options in game.presets.values():
        assert any(options.refusal(seats) is None for seats in game.seats)
        for seats in (game.seats.start - 1, game.seats.stop):
            assert options.refusal(seats) is not None
            with pytest.raises(OptionRefused):
                game.start(options, seats)


@every_game
def test_a_preset_is_read_back_from_its_json(game: Any) -> None:
    for options in game.presets.values():
        assert type(options).from_json(options.to_json()) == options
        assert game.turns(options, game.seats.start)


@every_game
def test_an_option_that_an_older_log_does_not_name_has_its_default(game: Any) -> None:
    known = game.options().to_json()
    for name in known:
        assert game.options.from_json({key: value for key, value in known.items() if key != name}) == game.options()
    with pytest.raises(ValueError, match="not the options"):
        game.options.from_json({**known, "stakes": 5})


@every_game
def test_the_rules_fit_their_pages(game: Any) -> None:
    for options in (game.options(), *game.presets.values()):
        pages = game.rules(options, game.seats_for(options)[0])
        assert pages
        assert all(0 < len(str(page)) <= 1800 for page in pages)
    assert str(game.name)
    assert str(game.summary)
    assert all(str(verb.help) for verb in game.verbs)
