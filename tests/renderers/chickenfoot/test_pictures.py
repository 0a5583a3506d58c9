from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import hypot
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops

from engine.game import Seat
from engine.games.chickenfoot.observation import ChickenfootObservation, OpenEnd
from engine.tiles import tile
from engine.words import Words
from renderers.chickenfoot import LOOK, arrange, board, tableau, window
from renderers.chickenfoot.note import draw_map
from renderers.farmyard import Spot, room, score
from renderers.kit import picture, sprites
from renderers.kit.foot import Foot
from renderers.kit.geometry import ZOOM, Bounds, Point, point_ahead, rotate_vector
from renderers.kit.palette import DARK, FELT, LABEL
from renderers.look import Layout
from tests.renderers.chickenfoot.tables import first_round, turns
from tests.renderers.names import NAMES

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
every_table = pytest.mark.parametrize(
    ("seats", "options"),
    [*TABLES[:4], *(pytest.param(*table, marks=pytest.mark.long) for table in TABLES[4:])],
)


@pytest.fixture
def sprawling(monkeypatch: pytest.MonkeyPatch) -> None:
    """Farmyards that lie wider than they are laid today, as those of games that have long begun may."""
    for name, weight in {"ROOM_PER_TILE": 5.0, "WALLS_PER_ROOT": 9.0, "PULL": 0.0}.items():
        monkeypatch.setattr(score, name, weight)


in_part = pytest.mark.usefixtures("sprawling")


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
        for image in (LOOK.board(table, rows, WORDS), LOOK.draw_whole(table, rows, WORDS), LOOK.score(table, WORDS)):
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
    hits: list[bool] = []
    shown: Mapping[OpenEnd, Spot] = {}
    tiles = 1
    for table, rows in shown_of(seats, 2, **options):
        if len(rows) > tiles:
            spot = next(spot for end, spot in shown.items() if end.letter == table.laid[tiles].end)
            x, y = rows[tiles][:2]
            hits.append(hypot(spot.edge[0] - x, spot.edge[1] - y) < 1.7)
            tiles = len(rows)
            assert len({spot.centre for spot in shown.values()}) == len(shown)
        shown = arrange.spots(table, rows)
    assert sum(hits) >= (0.95 if options.get("arms", 4) < 8 else 0.92) * len(hits)  # the rest found too little room


@in_part
def test_on_a_phone_a_large_farmyard_shows_a_part_and_the_whole_is_there_on_request() -> None:
    seen = first_round(8, 3, set=18, hand_size=11)
    layout = LOOK.arrange(seen[-1], ())
    small = next(table for table in seen if len(table.laid) == 3)
    large = next(table for table in seen if len(table.laid) == 150)
    assert not LOOK.needs_whole_view(small, layout[:3])
    assert LOOK.draw_whole(small, layout[:3], WORDS) is None
    assert LOOK.needs_whole_view(large, layout[:150])
    assert LOOK.draw_whole(large, layout[:150], WORDS) is not None


@in_part
def test_a_finished_farmyard_is_always_shown_whole() -> None:
    table = first_round(8, 3, set=18, hand_size=11)[-1]
    layout = LOOK.arrange(table, ())
    shown = []
    for result in table.result, None:
        view, wide, high = board.view(replace(table, result=result), layout)
        shown.append(tableau.tiles_in(layout, view, (0, 0, wide, high)))
    assert shown[0] == len(layout) > shown[1]


@every_table
def test_the_last_tile_and_all_places_of_the_foot_lie_well_within_the_picture(
    seats: int, options: dict[str, Any]
) -> None:
    for table, rows in shown_of(seats, 0, 5, **options):
        view, wide, high = board.view(table, rows)
        least = 0.25 * view.unit
        for corner in corners_of([rows[-1], *owed_places(table, rows)]):
            x, y = view.at(corner)
            assert least < x < wide - least
            assert least < y < high - least


def shown_of(seats: int, seed: int, every: int = 1, **options: Any) -> Iterator[tuple[ChickenfootObservation, Layout]]:
    """Positions of a round with tiles on the table, and where those lie."""
    rows: Layout = ()
    for i, table in enumerate(first_round(seats, seed, **options)):
        if table.laid and table.result is None and not i % every:
            rows = LOOK.arrange(table, rows)
            yield table, rows


def owed_places(table: ChickenfootObservation, rows: Layout) -> list[Sequence[float]]:
    """Return the outlined places of the double in progress, as rows of a layout."""
    owed = [spot for end, spot in arrange.spots(table, rows).items() if end.is_owed and spot.heading is not None]
    return [(*point_ahead(spot.edge, spot.heading or 0, 1), spot.heading or 0) for spot in owed]


def corners_of(rows: Sequence[Sequence[float]]) -> list[Point]:
    """Return the outer corners of tiles; more of a double, whichever way it lies."""
    reaches = [(x, y) for x in (-1, 1) for y in (-0.5, 0.5)]
    return [
        (x + dx, y + dy)
        for x, y, heading, *_ in rows
        for dx, dy in (rotate_vector(*reach, int(heading)) for reach in reaches)
    ]


@in_part
@pytest.mark.parametrize(("seed", "highest"), [(6, 15), (3, 18)])
def test_a_part_stays_where_it_is_while_it_shows_what_must_be_seen(seed: int, highest: int) -> None:
    before, parts, needless, jumps = None, 0, 0, 0
    for table, rows in shown_of(8, seed, set=highest, hand_size=11):
        view, wide, high = board.view(table, rows)
        part = tableau.tiles_in(rows, view, (0, 0, wide, high)) < len(rows)
        if part and before is not None and view != before:
            jumps += 1
            edge = view.unit
            pixels = [before.at(corner) for corner in corners_of([rows[-1], *foot_places(table, rows)])]
            needless += all(edge < x < wide - edge and edge < y < high - edge for x, y in pixels)
        parts += part
        before = view if part else None
    assert parts > 20
    assert jumps < parts / 2
    assert needless <= parts / 15  # there was far more to see elsewhere


@in_part
def test_a_part_leaves_out_few_tiles_more_than_it_must() -> None:
    left_out, least = 0, 0
    for table, rows in shown_of(8, 2, 4, set=18, hand_size=11):
        view, wide, high = board.view(table, rows)
        shown = tableau.tiles_in(rows, view, (0, 0, wide, high))
        if shown < len(rows):
            size = (wide / view.unit, high / view.unit)
            corners = corners_of([rows[-1], *foot_places(table, rows)])
            must = Bounds(*map(min, *corners), *map(max, *corners))
            left, top = window.choose_corner(tableau.extent(table, rows), size, must, [], tableau.centres(rows))
            most = view._replace(x=-left * view.unit, y=-top * view.unit)
            left_out += len(rows) - shown
            least += len(rows) - tableau.tiles_in(rows, most, (0, 0, wide, high))
    assert 0 < least <= left_out < 1.2 * least


@in_part
def test_the_many_tiles_of_a_large_set_are_laid_and_shown_in_a_narrower_and_higher_picture() -> None:
    shown = {len(rows): board.view(table, rows) for table, rows in shown_of(8, 3, set=18, hand_size=11)}
    assert {view.width for tiles, view in shown.items() if tiles >= room.MANY} == {picture.TALL_WIDTH}
    most = max(shown.values(), key=lambda view: view.height)
    assert most.width / most.height == pytest.approx(room.aspect(18, room.MANY), abs=0.02)


@pytest.mark.parametrize(("seats", "seed", "options"), [(6, 1, {"set": 12, "hand_size": 11}), (3, 0, {"set": 9})])
def test_tiles_are_shown_at_the_width_at_which_a_phone_shows_them_larger(
    monkeypatch: pytest.MonkeyPatch, seats: int, seed: int, options: dict[str, Any]
) -> None:
    narrower = 0
    for table, rows in shown_of(seats, seed, 5, **options):
        shown, larger = board.view(table, rows), dict[int, float]()
        for wide in (picture.WIDTH, picture.TALL_WIDTH):
            with monkeypatch.context() as patched:
                patched.setattr(board, "_best_width", lambda *_, width=wide: width)
                larger[wide] = board.view(table, rows).camera.unit / wide
        kept = 1.25 if len(rows) < room.MANY else 1  # few tiles stay in the wide picture if that is nearly as good
        assert shown.camera.unit / shown.width * kept >= max(larger.values())
        narrower += shown.width < picture.WIDTH
    assert narrower


def test_early_in_a_round_tiles_are_larger_and_the_opening_double_stays_in_the_middle() -> None:
    views = {len(rows): board.view(table, rows)[0] for table, rows in shown_of(4, 1)}
    assert all(views[tiles].x == picture.WIDTH / 2 for tiles in range(1, 6))
    assert views[1].unit == max(view.unit for view in views.values()) > ZOOM[0]


def foot_places(table: ChickenfootObservation, rows: Layout) -> list[Sequence[float]]:
    """Return a row for each side of the foot in progress, its toes included."""
    if not table.unfinished:
        return []
    x, y = rows[table.unfinished.place][:2]
    return [(x + dx, y + dy, 0) for dx in (-2, 2) for dy in (-2.5, 2.5)]


@in_part
def test_a_part_is_the_same_after_a_restart() -> None:
    shown = [(table, rows, board.view(table, rows)) for table, rows in shown_of(6, 2, 4, set=12, hand_size=11)]
    for table, rows, view in shown[::6]:
        window.clear_cache()
        assert board.view(table, rows) == view


@in_part
def test_the_note_on_a_part_hides_no_end_that_may_be_played_on() -> None:
    checked = 0
    for table, rows in shown_of(8, 3, 6, set=18, hand_size=11):
        view, wide, high = board.view(table, rows)
        canvas = picture.blank(wide, high)
        draw_map(canvas, table, rows, view, board.playable(table))
        plain = picture.blank(wide, high)
        box = ImageChops.difference(canvas, plain).getbbox()
        if box is not None:
            checked += 1
            left, top, right, bottom = box
            shown = [tableau.centres(rows)[-1], *tableau.discs(table, rows, board.playable(table))]
            assert not [p for p in map(view.at, shown) if left <= p[0] < right and top <= p[1] < bottom]
    assert checked > 5


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
            centre = point_ahead(spot.edge, spot.heading or 0, 1) if end.is_owed else spot.centre
            x, y = view.at(centre)
            shade = canvas.getpixel((x - round(0.33 * view.unit), y))
            assert shade == (LABEL if end.playable else DARK), (end, len(table.laid))
            kinds.add((end.is_owed, end.playable))
    assert kinds == {(True, True), (False, True), (False, False)}


def test_the_tile_laid_last_has_the_halo() -> None:
    table = first_round(4, 3)[-1]
    layout = LOOK.arrange(table, ())
    view = tableau.view_of_all(table, layout, 1200, 1000)
    canvas = picture.blank(1200, 1000)
    tableau.draw(canvas, table, layout, view, set())
    found = canvas.getcolors(1_000_000) or ()
    assert LABEL in {shade for _, shade in found}
    box = canvas.point(lambda level: level).crop(_around(view.at(tableau.centres(layout)[-1]), 2 * view.unit))
    inside = sum(number for number, shade in box.getcolors(1_000_000) or () if shade == LABEL)
    assert inside == sum(number for number, shade in found if shade == LABEL)


def test_after_a_round_only_its_last_tile_is_marked_whichever_seat_played_the_one_before() -> None:
    table = first_round(4, 3)[-1]
    layout, drawn = LOOK.arrange(table, ()), set()
    assert table.result is not None
    for seat in range(4):
        laid = (*table.laid[:-2], table.laid[-2]._replace(seat=seat), table.laid[-1])
        canvas = picture.blank(1200, 1000)
        view = tableau.view_of_all(table, layout, 1200, 1000)
        tableau.draw(canvas, replace(table, laid=laid), layout, view, set())
        drawn.add(canvas.tobytes())
    assert len(drawn) == 1


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


def test_a_chosen_tile_shows_every_place_for_it() -> None:
    own = next(own for _, own in turns(4, 7) if len(own.laid) > 12 and len(own.choices) > 2 and not own.unfinished)
    layout = LOOK.arrange(own, ())
    plain = LOOK.hand(own, layout, WORDS)
    chosen = {LOOK.hand(own, layout, WORDS, choice.parts[:1]).tobytes() for choice in own.choices}
    assert len(chosen) == len({choice.parts[0] for choice in own.choices})
    assert LOOK.hand(own, layout, WORDS, own.choices[0].parts).height > plain.height


@pytest.mark.parametrize(("seats", "options"), [TABLES[1], pytest.param(*TABLES[3], marks=pytest.mark.long)])
def test_a_chosen_tile_is_shown_exactly_where_it_would_lie(seats: int, options: dict[str, Any]) -> None:
    tried = [turn for turn in turns(seats, 7, 80, **options) if turn[1].laid and turn[1].playable]
    assert tried
    for state, own in tried[-1::-16]:
        layout = LOOK.arrange(own, ())
        for action in state.legal_actions():
            if len(action.parts) > 1 and action.parts[1] in {end.letter for end in own.ends}:
                ((end, row),) = arrange.rows_on_ends(own, layout, tile(action.parts[0]), action.parts[1])
                assert end.letter == action.parts[1]
                assert LOOK.arrange(state.apply(action).state.observe(None), layout) == (*layout, row)


def test_the_letter_at_a_place_leaves_the_outer_half_of_the_tile_that_is_tried_there_free(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = [own for _, own in turns(4, 7, 60) if own.playable and own.unfinished]
    assert tried
    for own in tried:
        layout, chosen = LOOK.arrange(own, ()), tile(str(own.playable[0]))
        trials = arrange.rows_on_ends(own, layout, chosen, {end.letter for end in own.ends if end.is_owed})
        lettered, bare = (picture.blank(900, 900) for _ in range(2))
        view = tableau.view_of_all(own, layout, 900, 900)
        tableau.draw(lettered, own, layout, view, {end.letter for end, _ in trials}, has_trials=True)
        with monkeypatch.context() as patched:
            patched.setattr(tableau, "_draw_letters", lambda *_all, **_tried: None)
            tableau.draw(bare, own, layout, view, set())
        changed = ImageChops.difference(lettered, bare)
        for end, row in trials:
            spot = arrange.spots(own, layout).get(end)
            if spot is None or spot.heading is None:
                continue  # there are fewer tiles than places, or it lies beside its end
            x, y = view.at(point_ahead((row[0], row[1]), spot.heading, 0.5))
            inner = round(0.25 * view.unit)
            assert changed.crop((x - inner, y - inner, x + inner, y + inner)).getbbox() is None


def test_a_chosen_tiles_farmyard_is_no_higher_than_it_needs_to_be() -> None:
    own = next(own for _, own in turns(4, 7) if own.laid and own.playable and len(own.laid) < 6)
    layout = LOOK.arrange(own, ())
    low, plain = (LOOK.hand(own, layout, WORDS, part).height for part in (own.choices[0].parts[:1], ()))
    assert plain < low < plain + 440


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


@pytest.mark.parametrize(
    ("seats", "options", "seed"),
    [(4, {}, 1), (4, {}, 13), pytest.param(*TABLES[-1], 1, marks=pytest.mark.long)],  # a letter of 13's lies far away
)
def test_large_print_is_16_pixels_high_on_a_phone(seats: int, options: dict[str, Any], seed: int) -> None:
    for table, rows in shown_of(seats, seed, 3, **options):
        view, *_ = board.view(table, rows, large=True)
        assert view.unit * 360 / picture.LARGE_WIDTH >= 16


@pytest.mark.long
@in_part
def test_tiles_fade_at_the_edge_behind_which_more_of_them_lie() -> None:
    table, rows = next(each for each in shown_of(8, 3, set=18, hand_size=11) if len(each[1]) == 150)
    view, wide, high = board.view(table, rows)
    canvas = picture.blank(wide, high)
    tableau.draw(canvas, table, rows, view, set())
    beyond = {
        side: box
        for side, box in {"left": (0, 0, 1, high), "right": (canvas.width - 1, 0, canvas.width, high)}.items()
        if any(
            (view.at(point)[0] < 0) if side == "left" else (view.at(point)[0] > canvas.width)
            for point in tableau.centres(rows)
        )
    }
    assert beyond
    for box in beyond.values():
        edge: list[Any] = canvas.crop(box).getcolors(100_000) or []
        assert all(max(abs(a - b) for a, b in zip(shade, FELT, strict=True)) < 12 for _, shade in edge)


def test_the_picture_names_the_numbers_whose_ends_have_lost_their_letters() -> None:
    checked = 0
    for seed in range(4):
        for table, rows in shown_of(3, seed, set=6):
            with patch.object(board, "Foot", side_effect=Foot) as drawn:
                LOOK.board(table, rows, WORDS)
            said = drawn.call_args.kwargs["note"]
            stuck = table.dead_foot.number if table.dead_foot else None
            gone = {end.number for end in table.ends if not table.left[end.number]} - {stuck}
            assert [str(n) in said.partition("no ")[2].partition(" left")[0] for n in gone] == [True] * len(gone)
            assert gone or stuck is not None or " left" not in said
            checked += bool(gone)
    assert checked > 5


def test_a_round_that_a_foot_ends_shows_where_the_tiles_with_its_number_lie() -> None:
    ends = (first_round(3, seed, set=6, hand_size=5)[-1] for seed in range(20))
    table = next(end for end in ends if end.dead_foot and end.result and end.result.out is None)
    told, plain = LOOK.score(table, WORDS), LOOK.score(replace(table, dead_foot=None), WORDS)
    assert told is not None
    assert plain is not None
    assert told.height > plain.height


@pytest.mark.parametrize("large", [pytest.param(False, marks=pytest.mark.long), True])
@pytest.mark.parametrize(
    ("seats", "options"), [*(pytest.param(*table, marks=pytest.mark.long) for table in TABLES[-3:-1]), TABLES[-1]]
)
def test_no_letter_is_cut_by_the_edge_of_a_picture(
    monkeypatch: pytest.MonkeyPatch, seats: int, options: dict[str, Any], large: bool
) -> None:
    letters, boxes = list[Any](), list[tuple[int, int, int, int]]()
    label, stamp = sprites.label, picture.stamp

    def note_label(*what: Any, **how: Any) -> Any:
        letters.append(label(*what, **how))
        return letters[-1]

    def note_stamp(canvas: Image.Image, sprite: Any, x: int, y: int) -> None:
        if any(sprite is letter for letter in letters):
            left, top = x - sprite.image.width // 2, y - sprite.image.height // 2
            rest = canvas.width - left - sprite.image.width, canvas.height - top - sprite.image.height
            boxes.append((left, top, *rest))
        stamp(canvas, sprite, x, y)

    monkeypatch.setattr(sprites, "label", note_label)
    monkeypatch.setattr(picture, "stamp", note_stamp)
    for table, rows in shown_of(seats, 2, 6, **options):
        LOOK.board(table, rows, WORDS, large=large)
    assert boxes
    assert min(min(box) for box in boxes) >= 0
