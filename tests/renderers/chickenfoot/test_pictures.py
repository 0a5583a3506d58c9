from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import pytest
from PIL import Image

from engine.game import Seat
from engine.games.chickenfoot.observation import ChickenfootObservation
from engine.words import Words
from renderers import picture
from renderers.chickenfoot import ChickenfootLook, arrange, board, tableau
from renderers.geometry import Point
from renderers.palette import LABEL, MUTED
from tests.renderers.chickenfoot.tables import first_round, turns
from tests.renderers.names import NAMES

LOOK = ChickenfootLook()
WORDS = Words(NAMES)
TABLES: list[tuple[int, dict[str, Any]]] = [
    (3, {"set": 6, "hand_size": 5}),
    (4, {}),
    (2, {"arms": 3}),
    (6, {"arms": 6, "set": 12}),
    (6, {"set": 12, "hand_size": 11}),
    (8, {"set": 15, "arms": 8}),
    (8, {"set": 18, "hand_size": 11}),
]
every_table = pytest.mark.parametrize(("seats", "options"), TABLES)


def assert_can_be_posted(image: Image.Image) -> None:
    assert image.width <= 1600
    assert image.height <= 1200
    assert len(picture.png(image)) < 120_000


@every_table
def test_every_picture_of_a_round_can_be_posted(seats: int, options: dict[str, Any]) -> None:
    seen = first_round(seats, 1, **options)
    layout = LOOK.arrange(seen[-1], ())
    for table in (*seen[:: max(1, len(seen) // 8)], seen[-1]):
        rows = layout[: len(table.laid)]
        for image in (LOOK.board(table, rows, WORDS), LOOK.whole(table, rows, WORDS), LOOK.score(table, WORDS)):
            if image is not None:
                assert_can_be_posted(image)


@every_table
def test_every_end_for_which_there_are_tiles_has_its_letter_on_the_table(seats: int, options: dict[str, Any]) -> None:
    seen = first_round(seats, 2, **options)
    layout = LOOK.arrange(seen[-1], ())
    for table in seen[:: max(1, len(seen) // 10)]:
        lettered = arrange.spots(table, layout[: len(table.laid)])
        for parent in {end.parent for end in table.ends}:
            ends = [end for end in table.ends if end.parent == parent]
            expected = min(len(ends), table.left[ends[0].number])
            assert sum(end in lettered for end in ends) == expected


@every_table
def test_a_tile_lies_where_the_letter_of_its_end_was_shown(seats: int, options: dict[str, Any]) -> None:
    seen = first_round(seats, 2, **options)
    layout, hits = LOOK.arrange(seen[-1], ()), []
    by_length = {len(table.laid): table for table in seen if table.result is None}
    for tiles in range(1, min(len(layout), 60)):
        spots = arrange.spots(by_length[tiles], layout[:tiles])
        shown = next(spot for end, spot in spots.items() if end.letter == seen[-1].laid[tiles].end)
        x, y = layout[tiles][:2]
        hits.append(hypot(shown.end[0] - x, shown.end[1] - y) < 1.7)
        assert len({spot.centre for spot in spots.values()}) == len(spots)
    assert sum(hits) >= 0.98 * len(hits)  # the rest are the few tiles that need a connector


def test_on_a_phone_a_large_farmyard_shows_a_part_and_the_whole_is_there_on_request() -> None:
    seen = first_round(8, 1, set=18, hand_size=11)
    layout = LOOK.arrange(seen[-1], ())
    small = next(table for table in seen if len(table.laid) == 3)
    large = next(table for table in seen if len(table.laid) == 60)
    assert LOOK.whole(small, layout[:3], WORDS) is None
    assert LOOK.whole(large, layout[:60], WORDS) is not None


def test_a_finished_farmyard_is_always_shown_whole() -> None:
    table = first_round(8, 1, set=18, hand_size=11)[-1]
    layout = LOOK.arrange(table, ())
    shown = []
    for result in table.result, None:
        view, high = board.view(replace(table, result=result), layout, 700)
        shown.append(tableau.tiles_in(layout, view, (0, 0, picture.WIDTH, high)))
    assert shown[0] == len(layout) > shown[1]


def test_a_part_shows_the_last_tile_and_all_that_the_foot_still_needs() -> None:
    seen = first_round(8, 0, set=18, hand_size=11)
    layout = LOOK.arrange(seen[-1], ())
    wide, high, parts = 1200, 700, 0
    for table in [table for table in seen[:-1] if table.laid][20::8]:
        rows = layout[: len(table.laid)]
        view = tableau.view_of_part(table, rows, wide, high, board.playable(table))
        spots = arrange.spots(table, rows)
        needed = [Point(*rows[-1][:2])] + [Point(*spot.centre) for end, spot in spots.items() if end.owed]
        for point in needed:
            x, y = view.at(point)
            assert view.unit < x < wide - view.unit
            assert view.unit < y < high - view.unit
        parts += tableau.tiles_in(rows, view, (0, 0, wide, high)) < len(rows)
    assert parts > 3


def test_only_the_ends_that_may_be_played_on_are_yellow() -> None:
    seen = first_round(4, 3)
    layout = LOOK.arrange(seen[-1], ())
    kinds = set()
    for table in seen[::4]:
        if table.result is not None or not table.laid:
            continue
        rows = layout[: len(table.laid)]
        canvas = picture.blank(1200, 1000)
        view = tableau.view_of_all(table, rows, *canvas.size)
        tableau.draw(canvas, table, rows, view, board.playable(table))
        for end, spot in arrange.spots(table, rows).items():
            centre = Point(*spot.end).ahead(spot.heading or 0, 1) if end.owed else Point(*spot.centre)
            x, y = view.at(centre)
            shade = canvas.getpixel((x - round(0.33 * view.unit), y))
            assert shade == (LABEL if end.playable else MUTED), (end, len(table.laid))
            kinds.add((end.owed, end.playable))
    assert kinds == {(True, True), (False, True), (False, False)}


def test_the_tile_laid_last_has_the_halo() -> None:
    table = first_round(4, 3)[-1]
    layout = LOOK.arrange(table, ())
    view = tableau.view_of_all(table, layout, 1200, 1000)
    canvas = picture.blank(1200, 1000)
    tableau.draw(canvas, table, layout, view, set())
    found = canvas.getcolors(1_000_000) or ()
    assert LABEL in {shade for _, shade in found}
    box = canvas.point(lambda level: level).crop(_around(view.at(Point(*layout[-1][:2])), 2 * view.unit))
    inside = sum(number for number, shade in box.getcolors(1_000_000) or () if shade == LABEL)
    assert inside == sum(number for number, shade in found if shade == LABEL)


def _around(pixel: tuple[int, int], reach: int) -> tuple[int, int, int, int]:
    return pixel[0] - reach, pixel[1] - reach, pixel[0] + reach, pixel[1] + reach


def test_the_board_is_the_same_for_everybody() -> None:
    for state, own in list(turns(4, 5))[20:60:10]:
        layout = LOOK.arrange(own, ())
        public = LOOK.board(state.observe(None), layout, WORDS)
        assert LOOK.board(own, layout, WORDS).tobytes() == public.tobytes()


def test_a_drawn_tile_stands_apart() -> None:
    own = next(own for _, own in turns(4, 6) if own.drawn)
    together = LOOK.hand(replace(own, drawn=()), (), WORDS)
    assert LOOK.hand(own, (), WORDS).height > together.height


def test_a_chosen_tile_shows_where_it_can_go() -> None:
    own = next(own for _, own in turns(4, 7) if len(own.laid) > 12 and len(own.choices) > 2 and not own.unfinished)
    layout = LOOK.arrange(own, ())
    plain = LOOK.hand(own, layout, WORDS)
    chosen = {LOOK.hand(own, layout, WORDS, choice.parts[:1]).tobytes() for choice in own.choices}
    assert len(chosen) == len({choice.parts[0] for choice in own.choices})
    assert LOOK.hand(own, layout, WORDS, own.choices[0].parts).height > plain.height


def test_nobody_else_sees_a_hand() -> None:
    state, own = next(iter(turns(4, 8)))
    other: Seat = (state.to_act + 1) % 4
    for viewer in (None, other):
        seen: ChickenfootObservation = state.observe(viewer)
        assert seen.hands[state.to_act] is None
        assert LOOK.hand(seen, (), WORDS).tobytes() != LOOK.hand(own, (), WORDS).tobytes()


def test_after_the_round_0_0_is_shown_with_what_it_counts() -> None:
    for seed in range(40):
        table = first_round(4, seed, dead_foot="end_round")[-1]
        if any(tile.pips == 0 for hand in table.hands for tile in hand or ()):
            break
    score = LOOK.score(table, WORDS)
    harmless = replace(table, options=replace(table.options, double_blank=0))
    other = LOOK.score(harmless, WORDS)
    assert score is not None
    assert other is not None
    assert score.tobytes() != other.tobytes()
