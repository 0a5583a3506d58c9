"""What a player plans before their turn is a legal move when it comes, or none; it follows from what they see alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import pytest

from engine.game import DEALER, Game
from engine.games import GAMES
from engine.games.moon.observation import Phase
from engine.notation import find
from engine.premoves import Premove
from engine.tiles import tile
from engine.words import Words
from tests.engine.play import Setup, random_deal, setups, short, usual_seats
from tests.engine.play import walk as walked

WORDS = Words([f"P{n}" for n in range(8)])
KINDS = {"draw": {"fits", "on"}, "fives": {"fits", "on", "score"}, "chickenfoot": {"fits", "on"},
         "moon": {"bid", "pass", "tile", "low", "win"}, "fortytwo": {"bid", "pass", "tile", "low", "win"},
         "blockers": {"free", "take"}}  # fmt: skip


class Planned(NamedTuple):
    """A pre-move that was offered while another seat was to act, and what its player sees in the next turn."""

    game: Game[Any, Any]
    premove: Premove
    then: Any


def plan_moves(setup: Setup, rng: Random, games: int = 1) -> Iterator[Planned]:
    """Pre-moves of random games, each with the next turn of the seat that chose it in the same round."""
    for _ in range(games):
        plans = dict[int, tuple[int, list[Premove]]]()
        for turn in walked(setup, rng):
            to_act = turn.before.to_act
            if to_act == DEALER:
                continue
            seen = turn.before.observe(to_act)
            round_, premoves = plans.pop(to_act, (0, []))
            if round_ == seen.round:
                yield from (Planned(setup.game, premove, seen) for premove in premoves)
            for seat in set(range(setup.seats)) - {to_act}:
                other = turn.before.observe(seat)
                offered = [each for group in setup.game.premoves.groups(other) for each in group.premoves]
                assert all(setup.game.premoves.read(other, each.text) == each for each in offered)
                plans[seat] = other.round, rng.sample(offered, min(3, len(offered)))


@pytest.mark.parametrize("key", GAMES)
def test_what_is_planned_is_a_move_that_can_be_made_or_none_and_each_kind_comes_true(key: str) -> None:
    rng, made, void = Random(key), Counter[str](), 0
    for setup in (
        Setup(GAMES[key], short(GAMES[key]), usual_seats(GAMES[key])),
        setups()[f"{key}-sumof 2-{GAMES[key].seats[0]}"],
    ):
        for plan in plan_moves(setup, rng, 1 if key == "blockers" else 3):
            first = plan.game.premoves.find_first_possible(plan.then, [plan.premove.text])
            void += first is None
            if first is not None:
                (choice,) = [each for each in plan.then.choices if each.notation == first[1]]
                assert choice.enabled
                assert choice.doubt is None
                made[plan.premove.text.split()[0]] += 1
    print(key, dict(made), void)
    assert set(made) == KINDS[key]
    assert void


@pytest.mark.parametrize("key", GAMES)
def test_a_plan_fits_a_menu_and_says_what_it_is(key: str) -> None:
    rng = Random(key)
    for plan in islice(plan_moves(Setup(GAMES[key], GAMES[key].options(), usual_seats(GAMES[key])), rng), 400):
        assert len(plan.premove.text) <= 40
        assert ":" not in plan.premove.text
        assert 0 < len(WORDS.text(plan.premove.label)) <= 40
        assert plan.premove.about is None or len(WORDS.text(plan.premove.about)) <= 100


UNKNOWN = ["", "fits", "fits 9-9", "on 6-2", "on 6-2 5", "fits 6-2 6", "free F", "free X A1", "take joker A1", "bid 3",
           "bid 21", "tile 7-7", "score 9-9", "draw", "cannot"]  # fmt: skip


@pytest.mark.parametrize("key", GAMES)
def test_what_no_menu_offered_means_nothing(key: str) -> None:
    rng, game = Random(key), GAMES[key]
    state = game.start(game.options(), usual_seats(game))
    state = state.apply(random_deal(state, rng)).state
    seen, others = state.observe(state.to_act), [state.observe(seat) for seat in range(usual_seats(game))]
    offered = {each.text for other in others for group in game.premoves.groups(other) for each in group.premoves}
    for text in set(UNKNOWN) - offered:
        assert game.premoves.find_first_possible(seen, [text]) is None
        assert game.premoves.read(seen, text) is None


def seen_at(key: str, fits: Any, **options: str) -> Any:
    """Return the first position of random games that is like this, as the seat to act sees it."""
    rng = Random(key)
    for _ in range(200):
        for turn in walked(Setup(GAMES[key], short(GAMES[key], **options), 3), rng):
            if turn.before.to_act != DEALER and fits(seen := turn.before.observe(turn.before.to_act)):
                return seen
    raise AssertionError("no such position")


def test_in_moon_tricks_are_planned_once_another_player_is_to_win_the_bidding() -> None:
    state = GAMES["moon"].start(GAMES["moon"].options(), 3)
    state = state.apply(random_deal(state, Random(1))).state

    def offered_plans(seat: int) -> set[str]:
        return {
            each.text.split()[0]
            for group in GAMES["moon"].premoves.groups(state.observe(seat))
            for each in group.premoves
        }

    first, second, third = state.observe(None).order
    for seat, call in ((first, "pass"), (second, "bid 4")):
        assert offered_plans(seat) == {"bid", "pass"}
        state = state.apply(find(state.legal_actions(), call)).state
    assert (offered_plans(first), offered_plans(second)) == ({"win", "low", "tile"}, set())
    assert offered_plans(third) == {"bid", "pass"}
    state = state.apply(find(state.legal_actions(), "pass")).state
    assert state.observe(None).phase is Phase.DISCARD
    assert offered_plans(third) == {"win", "low", "tile"}


def test_a_tile_goes_on_the_end_that_leaves_most_other_tiles_a_place() -> None:
    def two_ways(seen: Any) -> bool:
        return any(len({c.notation for c in seen.choices if c.notation.startswith(f"play {t} ")}) == 2
                   and not t.double and len({end.number for end in seen.ends}) == 2 for t in seen.playable)  # fmt: skip

    seen = seen_at("draw", two_ways, mode="block")
    both = next(t for t in seen.playable if set(t) == {end.number for end in seen.ends})
    mine = [t for t in seen.hands[seen.viewer] if t != both]
    left = {end.letter: sum(both.other(end.number) in t for t in mine) for end in seen.ends}
    assert left["A"] != left["B"]
    best = max(left, key=lambda letter: left[letter])
    assert GAMES["draw"].premoves.find_first_possible(seen, [f"fits {both}"]) == (f"fits {both}", f"play {both} {best}")
    for end in seen.ends:
        assert GAMES["draw"].premoves.action(seen, f"on {both} {end.number}") == f"play {both} {end.letter}"


def test_a_bid_waits_for_a_lower_one_and_the_next_plan_is_tried() -> None:
    premoves = GAMES["moon"].premoves
    seen = seen_at("moon", lambda seen: seen.phase is Phase.BIDDING and seen.bid == 5)
    assert premoves.find_first_possible(seen, ["bid 5", "bid 6", "pass"]) == ("bid 6", "bid 6")
    assert premoves.find_first_possible(seen, ["bid 5", "pass"]) == ("pass", "pass")
    assert premoves.find_first_possible(replace(seen, choices=()), ["bid 6", "pass"]) is None


def test_the_lowest_tile_follows_and_the_lowest_that_wins_takes_the_trick() -> None:
    premoves = GAMES["moon"].premoves
    seen = seen_at("moon", lambda seen: seen.trick is not None and len(seen.trick.laid) == 2 and len(seen.playable) > 2)
    low, win = (premoves.action(seen, text) for text in ("low", "win"))
    assert low is not None
    assert low.removeprefix("play ") in map(str, seen.playable)
    assert win is None or tile(win.removeprefix("play ")) in seen.playable
    leads = seen_at("moon", lambda seen: seen.phase is Phase.PLAY and seen.trick is None)
    assert (premoves.action(leads, "low"), premoves.action(leads, "win")) == (None, None)


def test_a_space_that_was_to_be_free_is_not_taken() -> None:
    premoves = GAMES["blockers"].premoves
    seen = seen_at("blockers", lambda seen: any(reach.captures and reach.free for reach in seen.reach))
    reach = next(reach for reach in seen.reach if reach.captures and reach.free)
    group = next(g for g in premoves.groups(seen) if any(p.text.startswith("take ") for p in g.premoves))
    take = next(premove for premove in group.premoves if premove.text.startswith("take "))
    assert premoves.action(seen, take.text) == take.text.replace("take ", "place ", 1)
    assert premoves.action(seen, take.text.replace("take ", "free ", 1)) is None
    assert reach.free
