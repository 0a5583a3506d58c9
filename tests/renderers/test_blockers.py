"""The pictures and texts of Blockers: what must be seen in them, also in grey and with any colour vision."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, islice, pairwise
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.locales.languages import LANGUAGES
from bot.talk.words import Texts
from engine.games.blockers.observation import BlockersObservation
from engine.games.blockers.tiles import JOKER, SIGNS, SYMBOLS, Colour
from engine.words import Words
from renderers.blockers import LOOK, board, panel, pieces, shapes
from renderers.kit import picture, text
from renderers.kit.palette import BLOCKERS, GRID, GRID_LIGHT, GRID_LIGHTER, LABEL, WHITE, contrast
from renderers.kit.palette import Colour as Shade
from tests.engine.blockers.table import SPACE, play, position
from tests.engine.play import setups, walk
from tests.renderers.kit.colour_vision import VISIONS, difference

WORDS = Words(["Ana", "Ben", "Cid", "Dee", "Eli"])
CELL = board.CELL


def seen_after(turns: int, seats: int, preset: str = "standard", viewer: int | None = None) -> BlockersObservation:
    """Return what is seen of a random game after `turns` steps."""
    setup = setups()[f"blockers-{preset}-{seats}"]
    state = list(islice(walk(setup, Random(3)), turns))[-1].step.state
    seen = state.observe(state.to_act if viewer is None and state.outcome is None else viewer)
    assert isinstance(seen, BlockersObservation)
    return seen


def cell_of(image: Image.Image, space: str, top: int = 0) -> Image.Image:
    """Return the pixels of one space."""
    middle_x, middle_y = board.centre(SPACE[space], top)
    half = CELL // 2
    return image.crop((middle_x - half, middle_y - half, middle_x + half, middle_y + half))


def changed_spaces(first: Image.Image, second: Image.Image) -> set[str]:
    """Return the spaces that look different."""
    return {name for name in SPACE if ImageChops.difference(cell_of(first, name), cell_of(second, name)).getbbox()}


@pytest.mark.parametrize("vision", VISIONS)
def test_the_five_colours_are_apart_for_every_eye(vision: str) -> None:
    for one, other in combinations(BLOCKERS, 2):
        assert difference(one, other, vision) >= 10


@pytest.mark.parametrize("vision", VISIONS)
def test_tiles_stand_out_from_the_board(vision: str) -> None:
    for tile in BLOCKERS:
        for ground in (GRID_LIGHT, GRID_LIGHTER):
            rim = pieces.body(Colour(BLOCKERS.index(tile)), (False,) * 8, CELL).image.getpixel((CELL // 2, 6))
            assert isinstance(rim, tuple)
            assert difference((rim[0], rim[1], rim[2]), ground, vision) >= 20


def test_no_mark_can_be_taken_for_another_or_for_what_is_printed_on_a_tile() -> None:
    size = 24
    marks = [shapes.mark(colour, size) for colour in Colour]
    printed = [shapes.symbol(name, size) for name in SYMBOLS]
    pairs = [*combinations(marks, 2), *((mark, sign) for mark in marks for sign in printed)]
    for one, other in pairs:
        apart = ImageStat.Stat(ImageChops.difference(one, other)).mean[0] / 255
        assert apart > 0.15


def test_every_sign_looks_different() -> None:
    masks = [shapes.sign(sign, 40) for sign in range(len(SIGNS))]
    assert all(ImageStat.Stat(ImageChops.difference(a, b)).mean[0] > 5 for a, b in combinations(masks, 2))


def test_each_tile_shows_its_mark_also_in_grey() -> None:
    for ground in BLOCKERS:
        assert contrast(pieces.ink_on(ground), ground) >= 4.5


MOMENTS = [(1, 4, "standard"), (46, 4, "standard"), (118, 5, "standard"), (400, 5, "standard"), (60, 2, "profi")]


@pytest.mark.parametrize(("turns", "seats", "preset"), MOMENTS)
def test_every_picture_is_small_enough(turns: int, seats: int, preset: str) -> None:
    seen = seen_after(turns, seats, preset)
    images = [LOOK.board(seen, (), WORDS), LOOK.hand(seen, (), WORDS), LOOK.score(seen, WORDS)]
    images += [LOOK.hand(seen, (), WORDS, choice.parts[:-1]) for choice in seen.choices]
    for image in filter(None, images):
        assert image.width == 900
        assert image.height <= 1200
    board_png = picture.png(LOOK.board(seen, (), WORDS))
    assert len(board_png) < 120_000
    assert board_png == picture.png(LOOK.board(seen, (), WORDS))


PLACES = """
    rrr......
    .........
    .........
    .........
    .........
    .....g..g
    ........g
    .........
    ........r
"""
RACKS = "F 9 moon joker A/A B C D E"


def test_a_chosen_tile_shows_its_free_spaces_and_apart_from_them_its_captures() -> None:
    seen = position(PLACES, RACKS).observe(0)
    top = LOOK.hand(seen, (), WORDS, ("F",)).height - board.HEIGHT
    free, joker = (LOOK.hand(seen, (), WORDS, chosen) for chosen in (("F",), ("moon",)))
    marked = {name for name in SPACE if _has(cell_of(free, name, top), LABEL)}
    assert marked == {f"F{n}" for n in range(1, 10)}
    badge = (round(0.17 * CELL), round(0.17 * CELL))
    assert _at(cell_of(free, "F6", top), badge) != _at(cell_of(free, "F5", top), badge)
    assert {name for name in SPACE if _has(cell_of(joker, name, top), LABEL)} == {
        f"{row}{column}" for row in "GHI" for column in range(1, 4)
    }


def test_the_counts_below_one_tile_keep_clear_of_those_below_the_next() -> None:
    crowded = "\n".join(["gg.gg.gg.", "........."] * 4 + ["gg.gg.gg."])
    image = LOOK.hand(position(crowded, "A C E 2 joker/A B C D E").observe(0), (), WORDS)
    base = image.crop((0, image.height - 50, image.width, image.height))
    ground = Image.new("RGB", base.size, GRID)
    drawn = ImageChops.difference(base, ground).convert("L").point(lambda shade: 255 * (shade > 8))
    columns = [drawn.crop((x, 0, x + 1, drawn.height)).getbbox() for x in range(image.width)]
    gaps = "".join("x" if column else " " for column in columns).strip().split("x")
    assert len([gap for gap in gaps if len(gap) >= 20]) == 4


def test_a_joker_shows_what_it_takes_and_then_the_spaces_of_the_chosen_row() -> None:
    seen = position(PLACES, RACKS).observe(0)
    every, row = (LOOK.hand(seen, (), WORDS, chosen) for chosen in (("joker",), ("joker", "F")))
    top = every.height - board.HEIGHT
    takes = next(reach.captures for reach in seen.reach if reach.tile.sign == JOKER)
    framed = {SPACE[name] for name in SPACE if _has(cell_of(every, name, top), LABEL)}
    assert framed == set(takes)
    assert takes
    assert {name[0] for name in SPACE if _has(cell_of(row, name, top), LABEL)} == {"F"}


def _has(image: Image.Image, shade: Shade) -> bool:
    colours = image.getcolors(1 << 16) or []
    return sum(n for n, found in colours if found == shade) > 100


def _at(image: Image.Image, spot: tuple[int, int]) -> object:
    return image.getpixel(spot)


def test_what_nobody_can_take_is_marked() -> None:
    seen = position(PLACES).observe(None)
    without = replace(seen, protected=((), ()))
    assert changed_spaces(LOOK.board(seen, (), WORDS), LOOK.board(without, (), WORDS)) == {"A2"}


def test_the_last_placement_and_the_colour_it_took_are_marked() -> None:
    seen = play(position(PLACES, RACKS), "place F F6").state.observe(None)
    assert seen.last is not None
    image = LOOK.board(seen, (), WORDS)
    assert _at(cell_of(image, "F6"), (CELL - 4, CELL // 2)) == WHITE
    quiet = LOOK.board(replace(seen, last=seen.last._replace(captured=None)), (), WORDS)
    assert "F6" in changed_spaces(image, quiet)
    assert changed_spaces(image, quiet) <= {"F6", "E5", "E6", "F5"}


def test_groups_run_together_and_corners_do_not() -> None:
    image = LOOK.board(position("\n".join(["rr.......", "..r......"] + ["........."] * 7)).observe(None), (), WORDS)
    left, middle = board.centre(SPACE["A1"], 0)
    assert image.getpixel((left + CELL // 2, middle)) == BLOCKERS[Colour.RED]
    corner = (board.centre(SPACE["A2"], 0)[0] + CELL // 2, middle + CELL // 2)
    assert image.getpixel(corner) not in BLOCKERS


def test_the_end_has_a_picture_and_the_game_has_none() -> None:
    assert LOOK.score(seen_after(46, 4), WORDS) is None
    assert LOOK.score(seen_after(400, 4), WORDS) is not None


def test_what_cannot_be_taken_is_explained_only_if_there_is_such_a_tile() -> None:
    for steps in range(2, 60):
        seen = seen_after(steps, 2)
        alt, locked = WORDS.text(LOOK.alt(seen)), any(seen.protected)
        assert alt.endswith("* can't be taken.") == locked
        assert ("Small letters can't be taken." in WORDS.text(LOOK.text(seen))) == locked


def test_the_alt_text_names_every_group_and_what_cannot_be_taken() -> None:
    state = play(position(PLACES, RACKS), "place F F6").state
    assert WORDS.text(LOOK.alt(state.observe(None))) == "\n".join(
        [
            "Ben is next, 24 turns left. Ana places F on F6 and takes joker (green) from Ben.",
            "Ana: −4, 23 left. Prisoners: green 1. red: A1 A2* A3; F6; I9.",
            "Ben: −1, 24 left. green: F9 G9.",
            "* can't be taken.",
        ]
    )


def test_the_hand_in_words_says_where_each_tile_goes() -> None:
    said = WORDS.text(LOOK.hand_alt(position(PLACES, RACKS).observe(0))).splitlines()
    assert said[0] == "Your tiles (red): A, F, 9, moon, joker."
    assert "F: free F1 F2 F3 F4 F5 F7 F8. Takes: F6 F9." in said
    assert "joker: free 74 spaces. Takes: F6 F9 G9." in said


def test_the_board_as_text_has_nine_rows_and_small_letters_for_what_cannot_be_taken() -> None:
    said = WORDS.text(LOOK.text(position(PLACES).observe(None)))
    rows = [line for line in said.splitlines() if line[:1] in "ABCDEFGHI" and line[1:3] == "  "]
    assert [line[0] for line in rows] == list("ABCDEFGHI")
    assert rows[0] == "A  R r R  . . .  . . ."
    assert rows[5] == "F  . . .  . . G  . . G"


def test_no_text_grows_too_long() -> None:
    long = Words(["W" * 32] * 5)
    for preset, seats in (("standard", 5), ("profi", 2)):
        for turns in range(1, 121, 7):
            seen = seen_after(turns, seats, preset)
            assert len(long.text(LOOK.alt(seen))) <= 1024
            assert len(long.text(LOOK.hand_alt(seen))) <= 1024
            assert len(long.text(LOOK.text(seen))) <= 1800


def test_the_headings_of_the_table_stand_well_apart() -> None:
    size = panel.USUAL
    assert size.groups_right is not None
    assert size.groups_right - text.width("groups", size.heading_size) - size.points_right >= 24
    assert size.prisoners_left + 10 - size.groups_right >= 24


@pytest.mark.parametrize("language", [each.key for each in LANGUAGES])
@pytest.mark.parametrize("size", [panel.USUAL, panel.large(2, 200)])
def test_no_heading_touches_another_one_in_any_language(language: str, size: panel.PanelSizes) -> None:
    draw, seen, places = text.draw, seen_after(40, 3), list[tuple[int, int]]()
    assert any(seen.protected)
    canvas, words = picture.blank(board.WIDTH, 400), Texts().words(language, ("Ana", "Ben", "Cid"))

    def note_and_draw(canvas: Image.Image, x: int, base: int, *what: Any, **how: Any) -> int:
        wide = draw(canvas, x, base, *what, **how)
        if base == size.head_height - 10:
            left = x - (wide if "right" in what else 0)
            places.append((left, left + wide))
        return wide

    with patch.object(text, "draw", note_and_draw):
        panel.panel(canvas, seen, 0, words, size)
    places.sort()
    assert len(places) == (4 if size.groups_right is None else 5)
    assert min(after[0] - before[1] for before, after in pairwise(places)) >= 12


def test_the_padlock_is_explained_while_there_is_one() -> None:
    seen = seen_after(40, 3)
    assert any(seen.protected)
    locked, free = (board.table(it, (), WORDS) for it in (seen, replace(seen, protected=((),) * 3)))
    heading = (0, board.HEIGHT, 300, board.HEIGHT + 36)
    assert ImageStat.Stat(ImageChops.difference(locked.crop(heading), free.crop(heading))).mean[0] > 5
    assert len(free.crop(heading).getcolors() or []) == 1
