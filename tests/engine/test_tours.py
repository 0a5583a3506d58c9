"""What the tour of a game promises, for every game, preset and number of seats."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from engine.game import DEALER
from engine.games import GAMES
from engine.games.blockers.options import BlockersOptions
from engine.games.moon.options import MoonOptions
from engine.series import find_game_view
from engine.words import Words
from tests.engine.blockers import table as blockers
from tests.engine.chickenfoot import positions as chickenfoot
from tests.engine.draw import positions as draw
from tests.engine.fives import positions as fives
from tests.engine.moon import positions as moon
from tests.engine.play import Setup, setups, walk
from tests.long import few

STEPS = 120
WORDS = Words([f"Name{seat}" for seat in range(8)])
every_setup = pytest.mark.parametrize("setup", few(setups()))


def turns(setup: Setup, seed: int = 1) -> Iterator[tuple[int, Any]]:
    """Yield every position in which a seat has to act, as that seat sees it."""
    for turn in islice(walk(setup, Random(seed)), STEPS):
        seat = turn.before.to_act
        if seat not in (None, DEALER) and turn.before.automatic() is None:
            yield seat, turn.before.observe(seat)


@every_setup
def test_each_seat_gets_a_step_in_its_first_turn(setup: Setup) -> None:
    met = set[int]()
    for seat, seen in turns(setup):
        if seat not in met:
            assert setup.game.voice.tour(seen)
        met.add(seat)


@every_setup
def test_a_step_is_short_enough_to_be_read_on_a_phone(setup: Setup) -> None:
    for _, seen in turns(setup):
        for tip in setup.game.voice.tour(seen):
            assert 10 <= len(WORDS.text(tip.text)) <= 300, tip


@pytest.mark.parametrize("game", GAMES)
def test_a_tour_has_at_most_four_steps_and_each_is_shown_once_in_a_position(game: str) -> None:
    keys = set[str]()
    for setup in setups().values():
        if setup.game.key != game:
            continue
        for _, seen in turns(setup, seed=2):
            told = [tip.key for tip in setup.game.voice.tour(seen)]
            assert len(set(told)) == len(told)
            keys.update(told)
    assert 1 <= len(keys) <= 4
    assert all(key.isalpha() and len(key) <= 20 for key in keys)


@every_setup
def test_a_seat_that_makes_its_first_moves_gets_more_than_one_step(setup: Setup) -> None:
    met: defaultdict[int, set[str]] = defaultdict(set)
    for seat, seen in turns(setup):
        new = [tip.key for tip in setup.game.voice.tour(seen) if tip.key not in met[seat]]
        met[seat].update(new[:1])
    assert max(map(len, met.values())) >= 2


@pytest.mark.parametrize("game", ["draw", "fives", "chickenfoot"])
def test_a_last_tile_is_explained_only_as_long_as_the_end_shows_it(game: str) -> None:
    explained = silent = 0
    for setup in [each for each in setups().values() if each.game.key == game]:
        for seat, seen in turns(setup, 3):
            mine = [place for place, laid in enumerate(find_game_view(seen).laid) if laid.seat == seat]
            found = [re.search(r"^(\S+) joined the line with (\d+)\. Now .*end.* shows (\d+)\.", str(tip.text))
                     for tip in setup.game.voice.tour(seen)]  # fmt: skip
            for told in filter(None, found):
                tile, joined, number = told[1], *map(int, told.groups()[1:])
                assert tile == str(find_game_view(seen).laid[mine[-1]].tile)
                assert {joined, number} == {int(half) for half in tile.split("-")}
                assert number in {end.number for end in find_game_view(seen).ends}
                assert mine != [0], "the tile that opened had nothing to match"
                explained += 1
            silent += bool(mine) and not any(found)
    assert explained
    assert silent


def test_nobody_reads_of_a_tile_that_others_have_covered_since() -> None:
    state = draw.position(["6-4 5-5 1-0", "4-2 3-0", "6-6 3-3"], (6, 3))
    played = draw.play_steps(state, "play 6-4 A")
    told = [str(tip.text) for tip in GAMES["draw"].voice.tour(played.observe(0))]
    assert "6-4 joined the line with 6. Now end A shows 4." in told
    covered = draw.play_steps(played, "play 4-2 A").observe(0)
    assert not any("6-4" in str(tip.text) for tip in GAMES["draw"].voice.tour(covered))


def leading(options: MoonOptions) -> Any:
    """Return a bidder who has to lead to the first trick."""
    return moon.after(moon.deal_round(options), "bid 21", "discard 3-2", "trump 5").observe(0)


def stuck(**options: Any) -> Any:
    """Return a player of Chickenfoot none of whose tiles fits."""
    table = "9-9, 9-3 A, 9-5 B, 9-0 C, 9-7 D, 3-3 A"
    return chickenfoot.position(["7-5 6-6", "8-1"], table, yard="8-8", **options).observe(0)


@pytest.mark.parametrize(
    ("seen", "told"),
    [
        (draw.position(["1-1", "6-6"], (3, 4), "2-2 3-2").observe(0), "you get tiles from the boneyard until one fits"),
        (draw.position(["1-1", "6-6"], (3, 4), "2-2 3-2", draw_limit=1).observe(0), "you get at most 1 tile"),
        (fives.position(["3-1", "6-6"], ["4-3"]).observe(0), "5, 10, 15 and so on scores that many points"),
        (fives.position(["3-1", "6-6"], ["4-3"], score_unit="fives").observe(0), "scores a point for each five"),
        (fives.position(["3-1", "6-6"], ["4-3"], get_in=10).observe(0), "That begins with a play of at least 10."),
        (
            blockers.position().observe(0),
            "Each group costs you a point, and so does each prisoner of the colour that you took most.",
        ),
        (blockers.position(options=BlockersOptions(scoring="uptown")).observe(0), "The fewest groups win."),
        (leading(MoonOptions()), "the higher number of your tile"),
        (leading(MoonOptions(lead_suit="leader_choice")), "the number that you say"),
        (stuck(), "take one from the boneyard. If it fits, you can play it."),
        (stuck(drawn_tile="must"), "If it fits, you must play it."),
        (stuck(draw_limit="until_playable"), "take tiles from the boneyard until one fits"),
    ],
)
def test_a_step_tells_what_the_table_plays(seen: Any, told: str) -> None:
    game = {"Draw": "draw", "Fives": "fives", "Blockers": "blockers", "Moon": "moon", "Chickenfoot": "chickenfoot"}
    key = next(key for name, key in game.items() if type(seen).__name__.startswith(name))
    assert told in " ".join(str(tip.text) for tip in GAMES[key].voice.tour(seen))


def test_the_step_about_taking_says_which_prisoners_cost_points() -> None:
    game = GAMES["blockers"]
    seen = [now for seed in range(9) for _, now in turns(Setup(game, game.options(), 3), seed)]
    told = next(str(tip.text) for now in seen for tip in game.voice.tour(now) if tip.key == "take")
    end = "Only one colour of prisoners costs points: the one you take most. It costs 1 point a tile."
    assert told.endswith(f"A tile that you take is your prisoner. {end}")
