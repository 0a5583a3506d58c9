"""Moon: promises that hold in every hand, checked against a second reading of the rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import DEALER, Action, Deal, Step
from engine.games.moon import GAME, words
from engine.games.moon.actions import Bid, Play
from engine.games.moon.events import Discarded, Played, TookCentre
from engine.games.moon.observation import Phase
from engine.games.moon.options import MoonOptions
from engine.games.moon.state import MoonState
from engine.games.moon.suits import DECK, SET, suits
from engine.games.moon.tricks import Tricks
from engine.tiles import Tile
from tests.engine.moon.positions import TRUMPS, game, over, shuffle_deal

quick = settings(max_examples=25, deadline=None, derandomize=True)

all_options = st.builds(
    MoonOptions,
    all_pass=st.sampled_from(["redeal", "last_must_bid_4"]),
    moon_success=st.sampled_from(["wins_game", "plus_21"]),
    lead_suit=st.sampled_from(["high_end", "leader_choice"]),
    first_lead=st.sampled_from(["any", "trump"]),
    bidder_goes_out=st.booleans(),
    doubles_trump=st.booleans(),
    no_trump=st.booleans(),
    target=st.integers(1, 9),
    trump_first=st.booleans(),
    seats=st.sampled_from(["clockwise", "random"]),
)
seeds = st.integers(0, 2**32)


def steps(options: MoonOptions, seed: int, hands: int = 8) -> Iterator[tuple[MoonState, Any, Step]]:
    """Yield a random game of at most `hands` hands: the state before each step, the action, what came of it."""
    rng = Random(seed)
    state = game(options)
    while state.to_act is not None and state.round <= hands:
        action = choose_action(state, rng)
        step = state.apply(action)
        yield state, action, step
        state = step.state


def choose_action(state: MoonState, rng: Random) -> Action:
    """Anything at random, but mostly low bids: who bids 21 on any hand never sees the end of the game."""
    if state.to_act == DEALER:
        return shuffle_deal(rng, rng.randrange(state.picks))
    actions = state.legal_actions()
    return rng.choice(actions[:2] if state.phase is Phase.BIDDING and rng.random() < 0.9 else actions)


# --- the rules once more, as one would explain them


def is_trump(t: Tile, trump: str) -> bool:
    if trump == "none":
        return False
    return t.high == t.low if trump == "doubles" else int(trump) in (t.high, t.low)


def must_play(hand: Sequence[Tile], led: Tile, asked: int, trump: str) -> set[Tile]:
    """Return what may follow a lead that asks for the number `asked` (if it is no trump)."""
    if is_trump(led, trump):
        fitting = {t for t in hand if is_trump(t, trump)}
    else:
        fitting = {t for t in hand if asked in (t.high, t.low) and not is_trump(t, trump)}
    return fitting or set(hand)


def ranking(number: int) -> list[Tile]:
    """Return a number's tiles from the highest: the double, then by the other number downwards."""
    others = [n for n in range(6, -1, -1) if n != number]
    return [Tile(number, number), *(Tile(max(number, n), min(number, n)) for n in others)]


def who_wins(played: Sequence[Tile], asked: int, trump: str) -> int:
    """Return the place of the winning tile."""
    trumps = [t for t in played if is_trump(t, trump)]
    if trumps and trump == "doubles":
        return played.index(max(trumps))
    order = ranking(int(trump) if trumps else asked)
    running = trumps or [t for t in played if asked in (t.high, t.low)]
    return played.index(min(running, key=order.index))


@settings(quick, max_examples=400)
@given(
    st.sampled_from(list(TRUMPS)),
    st.lists(st.sampled_from(DECK), unique=True, min_size=3, max_size=3),
    st.sets(st.sampled_from(DECK), min_size=1, max_size=7),
    st.booleans(),
)
def test_following_and_winning_as_the_rules_say(trump: str, played: list[Tile], held: set[Tile], low: bool) -> None:
    led = played[0]
    free = not led.double and not is_trump(led, trump)
    asked = led.low if low and free else led.high
    hand = sorted(held - {led}) or [next(t for t in DECK if t != led)]
    lead = Tricks(suits(TRUMPS[trump]), 1, (1 << SET.index[led], SET.mask(hand), 0), 0)
    table = lead.play(SET.index[led], asked if free else None)
    assert set(SET.of(table.find_legal())) == must_play(hand, led, asked, trump)
    full = table._replace(tiles=tuple(SET.index[t] for t in played))
    assert full.find_winning_place() == who_wins(played, asked, trump)


# --- whole games


@quick
@given(all_options, seeds)
def test_every_tile_is_accounted_for_at_every_step(options: MoonOptions, seed: int) -> None:
    for _, _, step in steps(options, seed):
        state: MoonState = step.state
        if state.phase is Phase.BETWEEN:
            continue
        views = [state.observe(seat) for seat in range(3)]
        held = [t for seat, view in enumerate(views) for t in view.hands[seat] or ()]
        played = [laid.tile for trick in (*views[0].past, *filter(None, [views[0].trick])) for laid in trick.laid]
        untouched = state.phase is Phase.BIDDING or (state.phase is Phase.TRUMP and options.trump_first)
        aside = [SET.tiles[state.centre]] if untouched else []
        aside += [view.discard for view in views if view.discard is not None]
        assert sorted([*held, *played, *aside]) == sorted(DECK)
        assert views[0].sizes == tuple(len(view.hands[seat] or ()) for seat, view in enumerate(views))


@quick
@given(all_options, seeds)
def test_a_hand_has_seven_tricks_and_its_points_follow_from_them(options: MoonOptions, seed: int) -> None:
    for before, _, step in steps(options, seed):
        state: MoonState = step.state
        if not over(state) or state.result is None:
            continue
        result = state.result
        if result.bidder is None:
            assert (result.taken, state.scores) == ((0, 0, 0), before.scores)
            continue
        assert sum(result.taken) == len(state.observe(None).past) == 7
        for seat, expected in enumerate(result.taken):
            if seat == result.bidder:
                expected = result.bid if expected >= min(result.bid, 7) else -result.bid
            assert state.scores[seat] - before.scores[seat] == expected


@quick
@given(all_options, seeds)
def test_a_game_ends_as_soon_as_the_options_say_and_not_sooner(options: MoonOptions, seed: int) -> None:
    for _, _, step in steps(options, seed):
        state: MoonState = step.state
        if not over(state) or state.result is None or state.result.bidder is None:
            assert state.outcome is None
            continue
        result, bidder, best = state.result, state.result.bidder, max(state.scores)
        moon = result.made and result.bid == 21 and options.moon_success == "wins_game"
        out = result.made and options.bidder_goes_out and state.scores[bidder] >= options.target
        alone = best >= options.target and state.scores.count(best) == 1
        assert (state.outcome is not None) == (moon or out or alone)
        if state.outcome is not None:
            assert state.outcome.winners == ((bidder,) if moon or out else (state.scores.index(best),))


@quick
@given(all_options, seeds)
def test_the_arithmetic_that_is_shown_is_the_engines(options: MoonOptions, seed: int) -> None:
    for _, _, step in steps(options, seed):
        state: MoonState = step.state
        if state.result is None or state.result.bidder is None:
            continue
        shown = [line for line in str(words.tally(state.observe(None))).splitlines() if " = " in line]
        assert len(shown) == 3
        for line in shown:
            seat = int(line.split(":")[0].removeprefix("seat ")) - 1
            sum_, total = line.split(": ")[1].replace("−", "-").split(" = ")
            first, sign, second = sum_.split(" (")[0].split()
            assert int(first) + int(sign + second) == int(total) == state.scores[seat]


@quick
@given(all_options, seeds)
def test_the_deadline_never_bids_without_need_and_always_leads_the_higher_number(
    options: MoonOptions, seed: int
) -> None:
    for state, _, _ in steps(options, seed):
        if state.to_act == DEALER:
            continue
        action = state.at_deadline()
        assert action in state.legal_actions()
        if isinstance(action, Bid):
            assert action.bid == 4
            assert state.bids == (0, 0)
        if isinstance(action, Play):
            assert action.suit in (None, action.tile.high)
            assert all(
                action.tile.pips <= other.tile.pips for other in state.legal_actions() if isinstance(other, Play)
            )


@quick
@given(all_options, seeds)
def test_only_the_bidder_learns_the_centre_tile_and_the_discard_and_nobody_a_hand_before_the_end(
    options: MoonOptions, seed: int
) -> None:
    for _, _, step in steps(options, seed):
        state: MoonState = step.state
        if state.phase is Phase.BETWEEN:
            continue
        for viewer in (None, 0, 1, 2):
            seen = state.observe(viewer)
            assert seen.result is None
            assert words.tally(seen) is None
            assert all(hand is None for seat, hand in enumerate(seen.hands) if seat != viewer)
            if viewer is None or viewer != seen.bidder or (seen.phase is Phase.TRUMP and options.trump_first):
                assert (seen.centre, seen.discard) == (None, None)
            for told in (event.redact_for(viewer) for event in step.events):
                assert not isinstance(told, TookCentre | Discarded) or viewer == told.seat or told.tile is None


@quick
@given(all_options, seeds)
def test_only_the_last_trick_is_automatic(options: MoonOptions, seed: int) -> None:
    for state, _, step in steps(options, seed):
        automatic = None if state.to_act == DEALER else state.automatic()
        if automatic is None:
            continue
        assert len(state.observe(None).past) == 6
        assert list(state.legal_actions()) == [automatic]
        assert any(isinstance(event, Played) for event in step.events)


@quick
@given(seeds)
def test_the_light_path_of_a_search_plays_by_the_same_rules(seed: int) -> None:
    """Play with `Tricks` alone, given the same tiles: turn, choices and tricks are those of the whole state."""
    light: Tricks | None = None
    for state, action, step in steps(MoonOptions(target=2), seed):
        if isinstance(action, Deal):
            light = None
        if isinstance(action, Play) and light is not None:
            assert light.turn == state.to_act
            assert list(SET.of(light.find_legal())) == sorted(
                play.tile for play in state.legal_actions() if isinstance(play, Play)
            )
            light = light.play(SET.index[action.tile])
            assert light.tricks_won == step.state.observe(None).taken
        elif step.state.tricks is not None:
            light = step.state.tricks


def test_a_game_to_a_small_target_ends() -> None:
    for seed in range(10):
        *_, (_, _, last) = steps(GAME.presets["day"], seed, hands=200)
        assert last.state.outcome is not None
