"""What a viewer may not know changes nothing that the viewer gets: every game, preset and number of seats."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import lru_cache
from itertools import groupby, islice
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from engine.games import GAMES
from engine.games.moon.state import MoonState
from engine.options import OptionRefused
from engine.series.state import SeriesState
from tests.engine.play import Position, Setup, Turn, setups, short, walk
from tests.engine.twins import goes_on, resting_position, twin
from tests.long import few

STEPS, MORE_STEPS = (2, 12, 50), (6, 25)
"""Where the positions lie: early and late in a round, and in a later one."""
SETUPS = setups()


@pytest.mark.parametrize("steps_tried", [STEPS, pytest.param(MORE_STEPS, marks=pytest.mark.long)], ids=["few", "more"])
@pytest.mark.parametrize("name", few({name: name for name in SETUPS}))
def test_an_observation_depends_only_on_what_the_viewer_can_see(name: str, steps_tried: tuple[int, ...]) -> None:
    setup = SETUPS[name]
    rng = Random(name)
    different = total = 0
    for steps in steps_tried:
        original = resting_position(setup, rng, steps, fouls=1)
        for viewer in setup.viewers():
            other = twin(original, viewer, rng)
            total += 1
            different += other != original.state
            assert repr(other) == repr(original.state)
            assert goes_on(other) == goes_on(original.state)
            assert other.observe(viewer) == original.state.observe(viewer)
            assert repr(other.observe(viewer)) == repr(original.state.observe(viewer))
            if viewer is not None and viewer == original.state.to_act:
                assert _answers_to_seat(setup, other) == _answers_to_seat(setup, original.state)
    print(f"{name}: {different} of {total} twins differ in something hidden")
    assert different


def _answers_to_seat(setup: Setup, state: Any) -> list[str]:
    """Return what its own state says to a seat: refusals, and what a deadline does.

    Refusals of anything that can be typed. All of them are made from one observation, which is made once here.
    """
    kind = type(state.game if isinstance(state, SeriesState) else state)
    with patch.object(kind, "observe", lru_cache(kind.observe)):
        refusals = [str(state.why_not(notation)) for notation in _typed_notations(setup)]
    return [*refusals, str(state.at_deadline())]


def _typed_notations(setup: Setup) -> Iterator[str]:
    """Notations right and wrong: every verb alone, with every tile, and with a tile and a place."""
    tiles = sorted({str(tile) for tile in setup.start().deck})
    yield from ("", "?", "play", "play 99-99 A")
    for verb in (verb.name for verb in setup.game.verbs):
        yield verb
        yield from (f"{verb} {tile}" for tile in tiles)
        yield from (f"{verb} {tile} {place}" for tile in tiles for place in "AB")


def test_positions_wait_for_a_person_or_are_over() -> None:
    for name, setup in SETUPS.items():
        state = resting_position(setup, Random(name), steps=20).state
        assert not goes_on(state)


WALKED, FORCED, EXCHANGES = 60, 2, 16
"""Steps of a game, the last positions of each of its rounds with one action, and exchanges of tiles tried in each."""
LEADS = 48
"""Games of Moon up to the lead of a last trick, with most tiles on the table: more are tried."""


@pytest.mark.parametrize("every", [3, pytest.param(1, marks=pytest.mark.long)])
@pytest.mark.parametrize("key", GAMES)
def test_whether_a_step_comes_by_itself_tells_nothing_that_is_hidden(key: str, every: int) -> None:
    """Try values of every option: some decide what the table does by itself."""
    tried = [
        told for setup in islice(variants(key), 0, None, every) for told in tells_by_coming(setup, forced_turns(setup))
    ]
    print(f"{key}: {len(tried)} twins where one thing can be done")
    assert not any(tried)


def test_a_last_lead_in_moon_tells_nothing_by_its_coming() -> None:
    assert not any(last_leads())


def test_a_last_lead_that_comes_only_if_its_suit_is_clear_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: a double or a trump led itself and another tile waited for its suit."""

    def whatever_is_forced(state: MoonState) -> Any:
        last = state.tricks is not None and len(state.tricks.finished) == 6
        return actions[0] if last and len(actions := state.legal_actions()) == 1 else None

    monkeypatch.setattr(MoonState, "automatic", whatever_is_forced)
    assert any(last_leads())


def variants(key: str) -> Iterator[Setup]:
    """Yield the shortest game with each value of each option in turn, as far as it can be played."""
    game = GAMES[key]
    for name, setting in game.options.settings().items():
        for value in setting.suggestions():
            with suppress(OptionRefused):
                options = short(game, **{name: value})
                seats = [seats for seats in game.seats if options.refusal(seats) is None]
                yield from (Setup(game, options, few) for few in seats[:2][-1:])


def forced_turns(setup: Setup) -> Iterator[Turn]:
    """Yield the last turns of each round of a game in which only one thing can be done."""
    turns = islice(walk(setup, Random(repr(setup.options))), WALKED)
    only = (turn for turn in turns if len(turn.before.legal_actions()) == 1)
    for _, of_a_round in groupby(only, lambda turn: turn.before.observe(None).round):
        yield from list(of_a_round)[-FORCED:]


def last_leads() -> list[bool]:
    """Return what the leads of last tricks tell if leaders may say the suit."""
    setup = Setup(GAMES["moon"], short(GAMES["moon"], lead_suit="leader_choice"), 3)
    games = (walk(setup, Random(seed)) for seed in range(LEADS))
    leads = [next(turn for turn in turns if turn.before.observe(None).sizes == (1, 1, 1)) for turns in games]
    return tells_by_coming(setup, leads, 3 * EXCHANGES)


def tells_by_coming(setup: Setup, turns: Iterable[Turn], exchanges: int = EXCHANGES) -> list[bool]:
    """Return of each turn that has a twin for the channel: does one go on by itself and the other not?"""
    rng, found = Random(repr(setup.options)), []
    for turn in turns:
        other = twin(Position(setup, turn.log, turn.before), None, rng, exchanges)
        if other != turn.before:
            found.append(goes_on(other) != goes_on(turn.before))
    return found
