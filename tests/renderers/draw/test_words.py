from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, pairwise
from random import Random
from unittest.mock import patch

import pytest

from engine.dominoes.line import OpenEnd
from engine.game import DEALER
from engine.games import GAMES, draw
from engine.games.draw.observation import DrawObservation
from engine.games.draw.options import DrawOptions
from engine.tiles import tile_set
from engine.words import Words
from renderers import RENDERERS
from renderers.draw import LOOK
from renderers.kit.foot import Foot
from renderers.line import board, ends
from tests.engine.play import Setup, walk
from tests.renderers.draw.tables import observe_table, prefix, random_line

LONG_NAMES = Words(["W" * 32] * 8)


@pytest.mark.parametrize("layout", ["line", "spinner", "cross"])
def test_texts_keep_their_limits_with_eight_long_names_and_the_largest_set(layout: str) -> None:
    table = random_line(Random(2), 18, layout, seats=8)
    table = replace(table, confirmed=tuple(range(8)))
    assert len(LONG_NAMES.text(LOOK.alt(table))) <= 1024
    assert len(LONG_NAMES.text(LOOK.text(table))) <= 1800


@pytest.mark.parametrize("held", [0, 1, 20, 50, 94, 150])
def test_the_hand_in_words_keeps_its_limit(held: int) -> None:
    hand = Random(held).sample(tile_set(18).tiles, held)
    assert len(LONG_NAMES.text(LOOK.hand_alt(observe_table((), highest=18, hands=[hand, ()], viewer=0)))) <= 1024


def test_a_game_can_be_played_from_the_words_alone() -> None:
    """Compare the plays that the hand's text offers on an end with the legal ones: they are the same."""
    for layout in ("line", "spinner", "cross"):
        setup = Setup(draw.GAME, DrawOptions(layout=layout, match="rounds"), 3)
        for turn in islice(walk(setup, Random(layout)), 200):
            state = turn.before
            if state.to_act in (None, DEALER):
                continue
            own = state.observe(state.to_act)
            legal = {str(action) for action in state.legal_actions() if str(action).startswith("play")}
            assert _offered_plays(str(LOOK.hand_alt(own))) == legal
            told = [*_ends("Open ends", own), *_ends("Closed for good", own)]
            assert sorted(told) == sorted(f"{end.letter} {end.number}" for end in own.ends)


def _ends(which: str, own: DrawObservation) -> Sequence[str]:
    found = re.search(rf"{which}: ([^.]*)\.", str(LOOK.alt(own)))
    return found[1].split(", ") if found else []


def test_an_end_whose_tiles_are_all_on_the_table_is_closed_for_good_in_words_and_picture() -> None:
    closed = 0
    for layout in ("line", "spinner", "cross"):
        whole = random_line(Random(7), 6, layout)
        for number in range(1, len(whole.laid) + 1):
            table = _cut(whole, number)
            laid = [tile.tile for tile in table.laid]
            gone = {end.number for end in table.ends if sum(tile.has(end.number) for tile in laid) == 7}
            shut = [f"{end.letter} {end.number}" for end in table.ends if end.number in gone]
            for words in LOOK.alt(table), LOOK.text(table):
                found = re.search(r"Closed for good: ([^.\n]*)\.", str(words))
                assert (found[1].split(", ") if found else []) == shut
            with patch.object(board, "Foot", side_effect=Foot) as drawn:
                LOOK.board(table, LOOK.arrange(table, ()), Words())
            said, lit = drawn.call_args.kwargs["note"], drawn.call_args.kwargs["ends"]
            assert [str(n) in said.removeprefix("no ") for n in gone] == [True] * len(gone)
            assert {n for n, _ in lit} == {end.number for end in table.ends} - gone
            closed += bool(gone)
    assert closed > 3


def _cut(whole: DrawObservation, tiles: int) -> DrawObservation:
    """Return the same table when only `tiles` tiles had been laid, with the ends that it had then."""
    table = prefix(whole, tiles)
    rows = LOOK.arrange(table, ())
    spots = ends.spots(rows)
    now = tuple(OpenEnd(each.letter, ends.end(table, spots, each.letter).number) for each in table.ends)
    return replace(table, ends=now)


def _offered_plays(text: str) -> set[str]:
    plays = {f"play {tile}" for group in re.findall(r"open with ([^.]*)", text) for tile in group.split(", ")}
    for end, group in re.findall(r"play on ([A-D]): ([^.]*)", text):
        plays |= {f"play {tile} {end}" for tile in group.split(", ")}
    return plays


@pytest.mark.parametrize("layout", ["line", "spinner", "cross"])
def test_the_text_board_is_a_chain_of_equal_numbers_that_leads_to_its_ends(layout: str) -> None:
    table = random_line(Random(9), 6, layout)
    text = str(LOOK.text(table)).splitlines()
    (line,) = (row for row in text if re.match(r"A .* B$", row))
    halves = [tile.split("-") for tile in line[2:-2].split("|")]
    assert all(left[1] == right[0] for left, right in pairwise(halves))
    ends = {end.letter: str(end.number) for end in table.ends}
    assert (halves[0][0], halves[-1][1]) == (ends["A"], ends["B"])
    laid = sum(len(row.split("|")) for row in text if "|" in row or re.match(r"[CD] from", row))
    assert laid == len(table.laid)


def test_the_middle_of_a_long_arm_is_left_out() -> None:
    table = random_line(Random(9), 12, "line")
    (line,) = (row for row in str(LOOK.text(table)).splitlines() if row.startswith("A "))
    gone = re.search(r"\((\d+) tiles\)", line)
    assert gone is not None
    assert int(gone[1]) + 32 == len(table.laid)


def test_no_text_for_the_channel_knows_a_hand() -> None:
    setup = Setup(draw.GAME, DrawOptions(match="rounds"), 2)
    for turn in walk(setup, Random(2)):
        state = turn.before
        if state.to_act in (None, DEALER):
            continue
        shown, own = state.observe(None), state.observe(state.to_act)
        held = {str(tile) for tile in own.hands[state.to_act] or ()}
        on_table = _tiles_of(shown)
        for text in (LOOK.alt(shown), LOOK.text(shown), LOOK.hand_alt(shown)):
            assert not held & (set(re.findall(r"\d+-\d+", str(text))) - on_table)


def _tiles_of(table: DrawObservation) -> set[str]:
    """Return the tiles on the table, either half first."""
    return {f"{a}-{b}" for laid in table.laid for a, b in (laid.tile, laid.tile[::-1])}


def test_before_the_first_tile_the_words_say_so() -> None:
    assert "No tile is on the table yet." in str(LOOK.alt(observe_table(())))
    assert "No tile is on the table yet." in str(LOOK.text(observe_table(())))
    assert str(LOOK.hand_alt(observe_table(()))) == "No tiles."


@pytest.mark.parametrize(("game", "options", "name"), [
    ("draw", {}, "Draw Dominoes"), ("draw", {"mode": "block"}, "Block"),
    ("fives", {}, "Fives"), ("fives", {"spinner": "none"}, "Muggins"),
])  # fmt: skip
def test_the_words_of_a_board_name_the_variant_that_is_played(game: str, options: dict[str, str], name: str) -> None:
    rules = GAMES[game]
    turn = next(iter(walk(Setup(rules, rules.options(**options), 2), Random(1))))
    assert str(RENDERERS[game].alt(turn.step.state.observe(None))).startswith(f"{name}, double-")
