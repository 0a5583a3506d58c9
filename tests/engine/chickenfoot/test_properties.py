"""What holds in every position of Chickenfoot, whatever the options, seats and tiles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.dominoes.events import MOST_NAMED
from engine.game import DEALER, Deal
from engine.games.chickenfoot import GAME, words
from engine.games.chickenfoot.observation import ChickenfootObservation, Ending, TileRole
from engine.games.chickenfoot.options import ChickenfootOptions
from engine.games.chickenfoot.state import Phase
from engine.tiles import Tile, tile_set
from tests.engine.chickenfoot.naive import NaiveTable
from tests.engine.play import Setup, Turn, position, replay, walk
from tests.engine.twins import resting_position, twin

ALWAYS = settings(max_examples=20, deadline=None)
OFTEN = settings(max_examples=40, deadline=None)
"""For the test that compares everything."""


def _some_options() -> st.SearchStrategy[ChickenfootOptions]:
    """Draw any value of every option; few rounds and one game, to be quick."""
    values = {
        name: st.sampled_from(setting.values)
        for name, setting in ChickenfootOptions.settings().items()
        if name not in ("rounds", "set", "series")
    }
    return st.builds(
        ChickenfootOptions,
        rounds=st.sampled_from([1, 2]),
        set=st.sampled_from([None, 6, 6, 9, 9, 12, 15, 18]),
        **values,
    )


TABLES = st.builds(Setup, st.just(GAME), _some_options(), st.integers(2, 8)).filter(
    lambda setup: setup.options.refusal(setup.seats) is None
)
SEEDS = st.integers(0, 10**9)


def public_view(turn: Turn) -> ChickenfootObservation:
    """Return what the channel sees after a step."""
    observation = turn.step.state.observe(None)
    assert isinstance(observation, ChickenfootObservation)
    return observation


def within_a_round(setup: Setup, seed: int) -> Iterator[tuple[ChickenfootObservation, ChickenfootObservation]]:
    """Yield what the channel saw before and after each step that was not a deal."""
    for turn in walk(setup, Random(seed)):
        if not isinstance(turn.action, Deal):
            yield turn.before.observe(None), public_view(turn)


@OFTEN
@given(TABLES, SEEDS)
def test_a_slow_second_reading_of_the_rules_finds_the_same_actions_hands_and_scores(setup: Setup, seed: int) -> None:
    read_a_second_time(setup, seed)


@pytest.mark.long
@settings(max_examples=80, deadline=None)
@given(TABLES, SEEDS)
def test_a_second_reading_finds_the_same_in_many_games(setup: Setup, seed: int) -> None:
    read_a_second_time(setup, seed)


def read_a_second_time(setup: Setup, seed: int) -> None:
    """Play a random game by the rules as they were read a second time, slowly, and compare."""
    options: Any = setup.options
    seats = setup.seats
    naive = NaiveTable(
        options, seats, options.highest(seats), options.hand_size_for(seats), options.rounds_a_game(seats)
    )
    for turn in walk(setup, Random(seed)):
        if isinstance(turn.action, Deal):
            assert turn.before.deck == tuple(Tile(*domino) for domino in naive.deck())
            naive.deal(turn.action.order, turn.action.pick)
        else:
            naive.do(str(turn.action))
        state = turn.step.state
        assert state.to_act == {"dealer": DEALER, "nobody": None}.get(str(naive.mover), naive.mover)
        assert {str(action) for action in state.legal_actions()} == naive.legal()
        for seat in range(setup.seats):
            assert list(state.terms.tiles.of(state.hands[seat])) == sorted(
                Tile(*domino) for domino in naive.hands[seat]
            )
        observation = public_view(turn)
        assert observation.yard == len(naive.yard)
        assert (observation.left_to_draw > 0) == naive.may_draw()
        assert [(e.letter, e.number, e.is_owed) for e in observation.ends] == [
            (s.letter, s.number, s.owed) for s in sorted(naive.spots, key=lambda s: (len(s.letter), s.letter))
        ]
        assert [list(points) for points in state.scores] == naive.scores
        assert (observation.result.ending.value if observation.result else "") == naive.ended
    assert set(state.outcome.winners) == naive.winners()


@ALWAYS
@given(TABLES, SEEDS)
def test_each_tile_of_the_set_is_in_one_place(setup: Setup, seed: int) -> None:
    for turn in walk(setup, Random(seed)):
        state = turn.step.state
        places = [*state.terms.tiles.of(sum(1 << t for t in state.yard)), *(laid.tile for laid in state.board.laid)]
        places += [tile for hand in state.hands for tile in state.terms.tiles.of(hand)]
        assert sorted(places) == sorted(state.terms.tiles.tiles)
        observation = public_view(turn)
        assert sum(observation.sizes) + observation.yard + len(observation.laid) == len(state.terms.tiles)


@ALWAYS
@given(TABLES, SEEDS)
def test_there_are_as_many_ends_as_arms_and_two_more_for_each_finished_foot(setup: Setup, seed: int) -> None:
    options: Any = setup.options
    for _, after in within_a_round(setup, seed):
        kinds = [laid.role for laid in after.laid]
        if not kinds or options.dead_foot == "release":
            continue
        free = sum(not end.is_owed for end in after.ends)
        feet = kinds.count(TileRole.DOUBLE)
        match after.unfinished:
            case None:
                assert free == options.arms + 2 * feet
            case unfinished if unfinished.place == 0:
                assert free == unfinished.done == kinds.count(TileRole.ARM)
                assert unfinished.missing == options.arms - unfinished.done
            case unfinished:
                assert free == options.arms + 2 * (feet - 1) - 1 + unfinished.done
                assert unfinished.missing == 3 - unfinished.done
        assert sum(end.is_owed for end in after.ends) == (after.unfinished.missing if after.unfinished else 0)


@ALWAYS
@given(TABLES, SEEDS)
def test_an_end_keeps_its_letter_while_it_lives_and_no_letter_comes_twice(setup: Setup, seed: int) -> None:
    used: set[str] = set()
    for before, after in within_a_round(setup, seed):
        if not before.laid:
            used = set()
        old = {end.letter: end for end in before.ends}
        new = {end.letter: end for end in after.ends}
        assert len(new) == len(after.ends)
        assert not (new.keys() - old.keys()) & used
        used |= new.keys()
        if len(after.laid) == len(before.laid):
            assert old == new or after.result
            continue
        laid = after.laid[-1]
        for letter in old.keys() & new.keys() - {laid.end}:
            assert old[letter][:4] == new[letter][:4]
        if laid.role is not TileRole.OPENING and laid.end in new:
            assert new[laid.end].number == laid.tile.other(old[laid.end].number)
            assert new[laid.end].parent == len(before.laid)


@ALWAYS
@given(TABLES, SEEDS)
def test_an_unfinished_double_is_the_only_place_to_play_and_takes_no_double(setup: Setup, seed: int) -> None:
    for before, after in within_a_round(setup, seed):
        if before.unfinished:
            assert all(end.playable == end.is_owed == (end.parent == before.unfinished.place) for end in before.ends)
        else:
            assert all(end.playable for end in before.ends)
        if before.unfinished and len(after.laid) > len(before.laid):
            laid = after.laid[-1]
            assert not laid.tile.double
            assert laid.parent == before.unfinished.place
            assert laid.role is (TileRole.TOE if laid.parent else TileRole.ARM)


@ALWAYS
@given(TABLES, SEEDS)
def test_the_table_says_how_many_tiles_of_each_number_are_left(setup: Setup, seed: int) -> None:
    for _, after in within_a_round(setup, seed):
        unplayed = set(tile_set(after.highest).tiles) - {laid.tile for laid in after.laid}
        assert after.left == tuple(sum(n in tile for tile in unplayed) for n in range(after.highest + 1))


@ALWAYS
@given(TABLES, SEEDS)
def test_totals_add_up_and_the_tally_shows_the_same_numbers(setup: Setup, seed: int) -> None:
    for turn in walk(setup, Random(seed)):
        observation = public_view(turn)
        assert observation.totals == tuple(
            sum(points[seat] for points in observation.scores) for seat in range(setup.seats)
        )
        assert (observation.result is None) == (words.tally(observation) is None)
        if observation.result is None:
            continue
        assert observation.scores[-1] == observation.result.values
        lines = str(words.tally(observation)).splitlines()[1 : setup.seats + 1]
        for seat, line in enumerate(lines):
            read = re.fullmatch(rf"seat {seat + 1}: (?:no tiles left|(.*) = (\d+))(?:, (\d+) in all)?", line)
            assert read
            addends, value, total = (part or "" for part in read.groups())
            hand = re.findall(r"(\d+-\d+|\d+ others?) \((\d+)\)", addends)
            named = {tile for tile, _ in hand if "other" not in tile}
            assert named <= {str(tile) for tile in observation.hands[seat] or ()}
            others = sum(int(name.split()[0]) for name, _ in hand if "other" in name)
            assert len(named) + others == observation.sizes[seat]
            assert sum(int(points) for _, points in hand) == int(value or 0) == observation.result.values[seat]
            assert (total == "") == (len(observation.scores) == 1)
            assert int(total or value or 0) == observation.totals[seat]


@ALWAYS
@given(TABLES, SEEDS)
def test_a_round_ends_when_a_hand_is_empty_or_all_have_confirmed(setup: Setup, seed: int) -> None:
    for _, after in within_a_round(setup, seed):
        if after.result is None:
            assert all(after.sizes)
            assert len(after.confirmed) < setup.seats
            continue
        match after.result.ending:
            case Ending.OUT:
                assert [seat for seat, size in enumerate(after.sizes) if not size] == [after.result.out]
            case Ending.BLOCKED:
                assert sorted(after.result.confirmed) == list(range(setup.seats))
                first = after.result.confirmed[0]
                assert after.result.confirmed == tuple((first + k) % setup.seats for k in range(setup.seats))
                assert after.left_to_draw == 0
                assert after.yard <= after.options.rest_for(setup.seats)
            case Ending.DEAD_FOOT:
                assert after.options.dead_foot == "end_round"
                assert after.unfinished
                assert after.left[after.unfinished.number] < after.unfinished.missing


@ALWAYS
@given(TABLES, SEEDS)
def test_nobody_is_stuck_for_good_and_a_confirmation_is_true(setup: Setup, seed: int) -> None:
    for turn in walk(setup, Random(seed)):
        state = turn.before
        if state.phase is Phase.TURN:
            texts = [str(action) for action in state.legal_actions()]
            assert ("cannot" in texts) == (texts == ["cannot"])
            if state.drawn:
                assert "keep" in texts or state.terms.options.drawn_tile == "must"
                assert "draw" not in texts


@ALWAYS
@given(TABLES, SEEDS)
def test_steps_run_by_themselves_only_if_the_table_shows_that_nothing_else_is_possible(setup: Setup, seed: int) -> None:
    for turn in walk(setup, Random(seed)):
        state = turn.before
        automatic = state.automatic()
        if automatic is None:
            assert state.phase in (Phase.TURN, Phase.DEAL)
            continue
        assert state.legal_actions() == (automatic,)
        before = state.observe(None)
        if state.phase is Phase.TURN and str(automatic) != "cannot":
            playable = {end.number for end in before.ends if end.playable}
            unplayed = set(tile_set(before.highest).tiles) - {laid.tile for laid in before.laid}
            fitting = [tile for tile in unplayed if playable & set(tile)]
            assert all(tile.double for tile in fitting) if before.options.dead_foot == "forbid" else not fitting


@ALWAYS
@given(TABLES, SEEDS)
def test_the_table_confirming_by_itself_gives_the_same_game(setup: Setup, seed: int) -> None:
    options: Any = setup.options
    manual, auto = (
        Setup(GAME, ChickenfootOptions.from_json({**options.to_json(), "verification": how}), setup.seats)
        for how in ("manual", "auto")
    )
    reached = position(manual, Random(seed), 10_000)
    assert _what_happened(replay(auto, reached.log)) == _what_happened(reached.state)
    state = auto.start()
    for turn in walk(auto, Random(seed)):
        if turn.before.to_act not in (None, DEALER) and "cannot" in map(str, turn.before.legal_actions()):
            assert str(turn.before.automatic()) == "cannot"
        state = turn.step.state
    assert state.outcome is not None


def _what_happened(state: Any) -> tuple[object, ...]:
    """Return everything except the options."""
    return (state.board[1:], state.hands, state.yard, state.confirmed, state.scores, state.result, state.outcome)


@ALWAYS
@given(TABLES, SEEDS)
def test_only_its_owner_sees_a_drawn_tile(setup: Setup, seed: int) -> None:
    for turn in walk(setup, Random(seed)):
        before, after = turn.before, turn.step.state
        if str(turn.action) != "draw":
            continue
        seat = before.to_act
        for viewer in (None, *(s for s in range(setup.seats) if s != seat)):
            told = after.observe(viewer)
            assert told.drawn == ()
            assert told.hands[seat] is None
            assert all(not re.search(r"\d-\d", str(event.redact_for(viewer).describe())) for event in turn.step.events)
        mine = set(after.observe(seat).hands[seat] or ()) - set(before.observe(seat).hands[seat] or ())
        line = str(turn.step.events[0].describe())
        assert all(str(tile) in line for tile in mine) if len(mine) <= MOST_NAMED else f"{len(mine)} tiles" in line


@ALWAYS
@given(TABLES, SEEDS)
def test_neither_states_nor_deals_nor_events_show_hands_when_printed(setup: Setup, seed: int) -> None:
    for turn in walk(setup, Random(seed)):
        state = turn.step.state
        assert not re.search(r"\d-\d|hands|yard|Tile", repr(state))
        for event in turn.step.events:
            assert "hands" not in repr(event)
            assert "tiles" not in repr(event)


@ALWAYS
@given(TABLES, SEEDS)
def test_a_choice_points_to_an_earlier_one_when_both_ends_show_the_same_number(setup: Setup, seed: int) -> None:
    for turn in walk(setup, Random(seed)):
        state = turn.before
        if state.phase is not Phase.TURN:
            continue
        observation = state.observe(state.to_act)
        numbers = {end.letter: end.number for end in observation.ends}
        first: dict[tuple[str, int], str] = {}
        for choice in observation.choices:
            if len(choice.parts) == 2:
                kind = (choice.parts[0], numbers[choice.parts[1]])
                assert choice.same_as == first.get(kind)
                first.setdefault(kind, choice.notation)


@ALWAYS
@given(TABLES, SEEDS)
def test_under_any_options_a_viewer_gets_the_same_whatever_the_hidden_tiles(setup: Setup, seed: int) -> None:
    rng = Random(seed)
    original = resting_position(setup, rng, steps=rng.randint(1, 90))
    for viewer in setup.viewers():
        other = twin(original, viewer, rng, exchanges=6)
        assert other.observe(viewer) == original.state.observe(viewer)
        if viewer is not None and viewer == original.state.to_act:
            assert other.legal_actions() == original.state.legal_actions()
            assert other.at_deadline() == original.state.at_deadline()
