from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch

import pytest

from engine.games.chickenfoot import GAME
from engine.words import Words
from renderers.chickenfoot import LOOK
from renderers.kit import text
from tests.engine.chickenfoot.positions import after, eights_nearly_used_up, position
from tests.renderers.chickenfoot.tables import first_round, turns

LONG_NAMES = Words(["W" * 32] * 8)


@pytest.mark.parametrize("seed", range(3))
def test_texts_keep_their_limits_with_eight_long_names_and_the_largest_set(seed: int) -> None:
    for table in first_round(8, seed, set=18, hand_size=11)[::9]:
        assert len(LONG_NAMES.text(LOOK.alt(table))) <= 1024
        assert len(LONG_NAMES.text(LOOK.text(table))) <= 1800
    for _, own in list(turns(2, seed, set=18, hand_size=21))[::9]:
        assert len(LONG_NAMES.text(LOOK.hand_alt(own))) <= 1024


def test_a_game_can_be_played_from_the_words_alone() -> None:
    """Compare the plays that the hand's text offers on an end with the legal ones; the board's text names the ends."""
    for state, own in turns(4, 3):
        legal = {str(action) for action in state.legal_actions() if str(action).startswith("play")}
        assert _offered_plays(str(LOOK.hand_alt(own))) == legal
        ends = {(end.letter, end.number) for end in own.ends if end.playable and own.left[end.number]}
        assert _ends(str(LOOK.alt(own))) == _ends(str(LOOK.text(own))) == ends


def _offered_plays(text: str) -> set[str]:
    plays = {f"play {tile}" for group in re.findall(r"open with ([^.]*)", text) for tile in group.split(", ")}
    for ends, group in re.findall(r"play on ([^:]*): ([^.]*)", text):
        for end in re.split(r", | or ", ends):
            plays |= {f"play {tile} {end}" for tile in group.split(", ")}
    return plays


def _ends(text: str) -> set[tuple[str, int]]:
    found = re.search(r"Open ends: ([^.]*)\.", text)
    groups = [group.split() for group in found[1].split(", ")] if found else []
    return {(letter, int(number)) for letters, number in groups for letter in letters.split("/")}


def test_the_words_say_how_many_toes_are_missing_and_where() -> None:
    table = next(table for table in first_round(4, 3) if table.unfinished and table.unfinished.place)
    assert table.unfinished is not None
    double, missing = f"{table.unfinished.number}-{table.unfinished.number}", table.unfinished.missing
    for said in LOOK.alt(table), LOOK.text(table):
        assert f"The foot on {double} still needs {missing} toe" in str(said)


def test_all_tiles_of_a_small_farmyard_are_spelled_out() -> None:
    table = first_round(4, 3)[-1]
    text = str(LOOK.text(table))
    for laid in table.laid[1:]:
        assert str(laid.tile) in text or f"{laid.tile.low}-{laid.tile.high}" in text


def test_the_words_say_why_a_foot_cannot_be_finished() -> None:
    stuck = position(["4-0 5-0", "7-0 6-0"], eights_nearly_used_up(", 8-1 A, 8-0 E"))
    why = "8-8 stays incomplete. All 10 tiles with 8 are on the table."
    for seen in (stuck.observe(None), after(stuck, "cannot", "cannot").observe(None)):
        for words in LOOK.alt(seen), LOOK.text(seen):
            assert str(words).casefold().count(why.casefold()) == 1


def test_an_end_whose_tiles_are_all_on_the_table_is_closed_for_good() -> None:
    stuck = position(["4-0 5-0", "7-0 6-0"], eights_nearly_used_up(", 8-1 A, 8-0 E")).observe(None)
    closed = [end.letter for end in stuck.ends if end.number == 8]
    assert closed
    for words in LOOK.alt(stuck), LOOK.text(stuck):
        told = re.search(r"Closed for good: ([A-Z/]+) 8", str(words))
        assert told, str(words)
        assert told[1].split("/") == closed
        assert f"{closed[0]} 8" not in str(words).partition("Closed")[0]


def test_a_hand_in_words_counts_the_double_blank_as_the_table_does() -> None:
    for points, options in ((56, {}), (6, {"double_blank": 0}), (75, {"blank_tiles": "25_each"})):
        seen = position(["6-0 0-0", "8-8"], "9-9, 9-3 A, 9-5 B, 9-7 D", **options).observe(0)
        assert str(LOOK.hand_alt(seen)).startswith(f"You hold 2 tiles, {points} points.")
        with patch.object(text, "draw", side_effect=text.draw) as drawn:
            LOOK.hand(seen, LOOK.arrange(seen, ()), Words())
        assert f"{points} points" in [call.args[3] for call in drawn.call_args_list], "above the picture of the hand"


@pytest.mark.parametrize(
    ("options", "worths"),
    [
        ({}, {"0-0": 50}),
        ({"double_blank": 0}, {}),
        ({"blank_tiles": "25_each"}, {"0-0": 50, "6-0": 25}),
        ({"blank_tiles": "25_each", "double_blank": 0}, {"6-0": 25}),
    ],
)
def test_what_counts_otherwise_than_its_pips_says_so_before_the_round_ends(
    options: dict[str, Any], worths: dict[str, int]
) -> None:
    before = position(["6-0 0-0 2-2", "9-4"], "9-9, 9-3 A, 9-5 B, 9-7 D, 9-2 C", **options)
    with patch.object(text, "draw", side_effect=text.draw) as drawn:
        LOOK.hand(before.observe(0), LOOK.arrange(before.observe(0), ()), Words())
    under = [call.args[3] for call in drawn.call_args_list if call.args[3].startswith("= ")]
    assert under == [f"= {value}" for value in worths.values()]
    alt = str(LOOK.hand_alt(before.observe(0)))
    assert all(f"Worth {value}: {tile}." in alt for tile, value in worths.items())
    assert alt.count("Worth ") == len(worths)
    goal = str(next(tip.text for tip in GAME.voice.tour(before.observe(0)) if tip.key == "goal"))
    card = str(GAME.summarize(before.terms.options, 2))
    for said in goal, card:
        assert [n in said for n in ("0-0 counts 50", "25")] == [50 in worths.values(), 25 in worths.values()]
    for tile in ("6-0", "0-0", "2-2"):  # and it counts that, once the other player goes out
        out = after(position([tile, "9-4"], "9-9, 9-3 A, 9-5 B, 9-7 D", to_act=1, **options), "play 9-4 C")
        assert out.observe(None).points[0] == -worths.get(tile, sum(map(int, tile.split("-"))))
