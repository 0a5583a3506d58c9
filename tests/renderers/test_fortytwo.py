"""Pictures and texts of Texas 42: what they show, and what they never show."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from PIL import Image, ImageChops

from engine.games.fortytwo import GAME
from engine.games.fortytwo.actions import bid_title
from engine.games.fortytwo.observation import FortytwoObservation
from engine.games.fortytwo.options import FortytwoOptions
from engine.games.fortytwo.state import FortytwoState, start
from engine.games.fortytwo.suits import COUNTS, HAND_POINTS
from engine.sides import SIGNS
from engine.words import Words
from renderers.fortytwo import LOOK, boxes
from renderers.fortytwo import score as score_picture
from renderers.fortytwo.boxes import _STROKES, _draw_tally
from renderers.kit import picture, sprites, text
from renderers.kit.palette import FACE, LABEL, LINE
from renderers.tricks.places import around_the_table, in_rows
from tests.engine.play import Setup
from tests.engine.twins import resting_position, twin
from tests.pseudo import CYRILLIC, PseudoWords, watch_pictures
from tests.renderers.fortytwo_tables import BIDDING, FAMILY, LEAD, MIDDLE, TABLES
from tests.renderers.names import NAMES as HOSTILE
from tests.renderers.pairs import LONGEST, written_texts
from tests.renderers.test_themes import opaque

WORDS = Words(("Ana", "Ben", "Cem", "Dee"))
VIEWERS = (None, 0, 1, 2, 3)
PHONE = 360
every_table = pytest.mark.parametrize("state", TABLES.values(), ids=list(TABLES))


def board(seen: FortytwoObservation, words: Words = WORDS, *, large: bool = False) -> Image.Image:
    return LOOK.board(seen, (), words, large=large)


def pictures(seen: FortytwoObservation, words: Words = WORDS) -> Iterator[Image.Image]:
    for large in (False, True):
        yield LOOK.board(seen, (), words, large=large)
        if seen.viewer is not None:
            yield LOOK.hand(seen, (), words, large=large)
    drawn = LOOK.score(seen, words), LOOK.stage(seen, (), words, (900, 500)) if LOOK.stage else None
    yield from (image for image in drawn if image is not None)


def texts(seen: FortytwoObservation, words: Words = WORDS) -> list[str]:
    return [words.text(said) for said in (LOOK.alt(seen), LOOK.hand_alt(seen), LOOK.text(seen))]


def pixels(image: Image.Image, shade: tuple[int, int, int]) -> int:
    """Count the pixels of exactly this colour."""
    return sum(count for count, colour in image.getcolors(image.width * image.height) or () if colour == shade)


def watch(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[tuple[Any, Any]]:
    """Return a list that gets the arguments of each call of a function."""
    calls, usual = list[tuple[Any, Any]](), getattr(module, name)

    def call(*args: Any, **named: Any) -> Any:
        calls.append((args, named))
        return usual(*args, **named)

    monkeypatch.setattr(module, name, call)
    return calls


def words_of(monkeypatch: pytest.MonkeyPatch, state: FortytwoState, *, large: bool = False) -> list[str]:
    """Return what is written on the board that everybody sees."""
    return written_texts(monkeypatch, lambda: board(state.observe(None), large=large))


@every_table
def test_pictures_are_small_enough_for_discord_and_the_same_on_each_theme(state: FortytwoState) -> None:
    for viewer in (None, 3):
        for image in pictures(state.observe(viewer)):
            data = picture.png(image)
            assert image.width <= 1600
            assert image.height <= 1200
            assert len(data) < 80_000
            assert opaque(data)


@every_table
def test_the_board_shows_a_seat_no_more_than_the_channel(state: FortytwoState) -> None:
    public = [picture.png(board(state.observe(None), large=large)) for large in (False, True)]
    for viewer in VIEWERS:
        seen = state.observe(viewer)
        assert [picture.png(board(seen, large=large)) for large in (False, True)] == public
        assert str(LOOK.alt(seen)) == str(LOOK.alt(state.observe(None)))


def test_hidden_tiles_change_no_pixel_and_no_word() -> None:
    rng, setup, different = Random(5), Setup(GAME, FAMILY, 4), 0
    for steps in (2, 4, 6, 9, 14, 20):
        original = resting_position(setup, rng, steps)
        for viewer in setup.viewers():
            other: Any = twin(original, viewer, rng)
            different += other != original.state
            mine, theirs = original.state.observe(viewer), other.observe(viewer)
            assert [picture.png(image) for image in pictures(mine)] == [
                picture.png(image) for image in pictures(theirs)
            ]
            assert texts(mine) == texts(theirs)
    assert different > 10


@every_table
def test_texts_keep_their_limits_with_long_names(state: FortytwoState) -> None:
    for viewer in VIEWERS:
        alt, hand, table = texts(state.observe(viewer), Words(["W" * 32] * 4))
        assert 0 < len(alt) <= 1024
        assert 0 < len(hand) <= 1024
        assert 0 < len(table) <= 1800


@every_table
@pytest.mark.parametrize("names", [("Ana", "Ben", "Cem", "Dee"), LONGEST], ids=["short", "long"])
def test_nothing_is_cut_or_leaves_its_picture_in_a_language_a_third_longer(
    state: FortytwoState, names: tuple[str, ...]
) -> None:
    words = PseudoWords(names, str, CYRILLIC)
    with watch_pictures() as drawn:
        for viewer in (1,):
            list(pictures(state.observe(viewer), words))
    assert (drawn.cut, drawn.outside) == (set(), set())


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("large", [False, True])
def test_a_name_stays_on_its_plate(name: str, large: bool) -> None:
    seen = MIDDLE.observe(None)
    plain = board(seen, Words(("Ana", "Ben", "C", "Dee")), large=large)
    odd = board(seen, Words(("Ana", "Ben", name, "Dee")), large=large)
    assert plain.size == odd.size
    left, top, wide, high = (in_rows(190, with_bid=True) if large else around_the_table(136)).spots[2].plate
    box = ImageChops.difference(plain, odd).getbbox() or (left, top, left, top)
    assert (box[0] >= left, box[1] >= top, box[2] <= left + wide, box[3] <= top + high) == (True,) * 4


def test_there_is_a_score_only_when_a_round_is_over() -> None:
    for state in TABLES.values():
        seen = state.observe(None)
        assert (LOOK.score(seen, WORDS) is not None) == (seen.result is not None)


# --- the table


def test_the_bidder_the_bid_and_trump_head_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words_of(monkeypatch, MIDDLE)[:3] == ["Ana", "bid: 34", "Trump 1"]
    assert words_of(monkeypatch, TABLES["nello"])[:3] == ["Cem", "bid: 2 marks · nello", "Doubles a suit"]
    assert words_of(monkeypatch, TABLES["bidding"])[0] == "Bidding"


AIMS = {
    "middle": ["28 to go", "2 more beat the bid"],
    "doubles": ["all seven tricks", "one trick beats the bid"],
    "nello": ["no trick at all", "a trick for ◆ beats it"],
    "played out": ["bid made"],
    "set": ["bid failed"],
}
"""What the boxes say of the bidders, ◆, then of the setters."""


def test_the_boxes_say_what_each_pair_has_and_what_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    found = words_of(monkeypatch, MIDDLE)
    for said in ("4 of 7", "6 points", "28 to go", "2 of 7", "7 points", "2 more beat the bid", "2 tricks"):
        assert said in found
    assert found.count("2 tricks") == 1  # Dee's plate says what her tile does
    assert {"185 of 250 points", "1 more beats the bid"} <= set(words_of(monkeypatch, TABLES["points"]))
    for key, aims in AIMS.items():
        assert [said for said in words_of(monkeypatch, TABLES[key]) if said in {*AIMS["middle"], *aims}] == aims


def test_the_points_that_no_pair_has_taken_are_said_while_they_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "42 points still out" in words_of(monkeypatch, LEAD)
    assert "29 points still out" in words_of(monkeypatch, MIDDLE)
    for key in ("bidding", "doubles", "nello", "set"):
        found = words_of(monkeypatch, TABLES[key])
        assert "Dealer: Dee" in found
        assert not any("still out" in said for said in found)


def test_tiles_that_count_carry_their_points(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words_of(monkeypatch, TABLES["points"]).count("+10") == 1
    assert words_of(monkeypatch, TABLES["points"]).count("+5") == 1
    for key in ("middle", "nello"):
        assert not {"+5", "+10"} & set(words_of(monkeypatch, TABLES[key]))
    own = written_texts(monkeypatch, lambda: LOOK.hand(LEAD.observe(3), (), WORDS))
    assert own.count("+10") == 2
    score = written_texts(monkeypatch, lambda: LOOK.score(TABLES["played out"].observe(None), WORDS))
    assert [score.count(f"+{n}") for n in (5, 10)] == [list(COUNTS.values()).count(n) for n in (5, 10)]


@pytest.mark.parametrize(("key", "winner", "next_"), [("middle", 3, 1), ("points", 0, 1), ("doubles", 0, 1)])
def test_the_winning_tile_has_a_halo_before_its_own_seat(key: str, winner: int, next_: int) -> None:
    image = board(TABLES[key].observe(None))
    yellow = {
        spot.seat: pixels(image.crop((spot.x - 80, spot.y - 80, spot.x + 80, spot.y + 80)), LABEL)
        for spot in around_the_table(136).spots
    }
    others = [count for seat, count in yellow.items() if seat not in (winner, next_)]
    assert yellow[winner] > 3000 > yellow[next_] > 2000 > max(others)  # the place that waits has a thin frame


def test_a_partner_in_nello_sits_out_and_has_no_place_for_a_tile(monkeypatch: pytest.MonkeyPatch) -> None:
    assert words_of(monkeypatch, TABLES["nello"]).count("sits out") == 1
    spot = around_the_table(136).spots[0]
    image = board(TABLES["nello"].observe(None)).crop((spot.x - 100, spot.y - 70, spot.x + 100, spot.y + 60))
    assert len(image.getcolors() or ()) == 1
    own = written_texts(monkeypatch, lambda: LOOK.hand(TABLES["nello"].observe(2), (), WORDS))
    assert "sits out" in own


def test_marks_are_strokes_that_spell_all() -> None:
    assert len(_STROKES) == 7
    found = []
    for marks in range(8):
        canvas = picture.blank(200, 60)
        _draw_tally(canvas, 10, 30, marks, 7)
        found.append((pixels(canvas, LABEL), pixels(canvas, LINE)))
    assert found[0][0] == 0
    assert all(one[0] < more[0] and one[1] > more[1] for one, more in pairwise(found))
    assert found[7][1] == 0


def test_each_box_has_the_strokes_of_its_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = watch(monkeypatch, boxes, "_draw_tally")
    board(MIDDLE.observe(None))
    assert [args[3:] for args, _ in drawn] == [(4, 7), (2, 7)]


def test_a_game_of_fewer_marks_than_spell_all_says_them_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = watch(monkeypatch, boxes, "_draw_tally")
    short = start(FortytwoOptions(target=1), 4)
    said = words_of(monkeypatch, short)
    assert said.count("0 of 1 mark") == 2
    assert not drawn


@every_table
def test_every_mark_has_the_shape_of_its_pair(monkeypatch: pytest.MonkeyPatch, state: FortytwoState) -> None:
    drawn = watch(monkeypatch, sprites, "mark")
    list(pictures(state.observe(1)))
    assert {(args[0], named["side"]) for args, named in drawn} == {(0, 0), (1, 1), (2, 0), (3, 1)}


def test_the_seat_that_is_next_and_the_highest_bid_have_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = watch(monkeypatch, picture, "plate")
    board(BIDDING.observe(None))
    framed = [args[1] for args, _ in drawn if args[4:] and args[4] == LABEL]
    spots = around_the_table(82).spots
    assert [spot.seat for spot in spots if spot.plate in framed] == [BIDDING.to_act]
    bids = [
        spot.seat
        for spot in spots
        if any(left == spot.x - 74 and top < spot.y < top + high for left, top, _, high in framed)
    ]
    assert bids == [2, 3]  # the highest, and the one that is waited for
    order, step = BIDDING.observe(None).order, (picture.WIDTH - 36) // 4
    assert [order[(left - 22) // step] for left, _, wide, _ in framed if wide == step - 8] == [2]


def test_the_bids_stand_in_their_order_with_the_dealer_last(monkeypatch: pytest.MonkeyPatch) -> None:
    for state in (TABLES["bidding"], TABLES["dealt again"]):
        said = words_of(monkeypatch, state)
        calls = ["pass" if not call.bid else WORDS.text(bid_title(call.bid)) for call in state.observe(None).calls]
        last = [word for word in said if not word.isdecimal() or len(word) > 1][-5:]
        assert last[: len(calls)] == calls
        assert "dealer" in last[-2:]


@pytest.mark.parametrize("large", [False, True])
def test_words_can_be_read_on_a_phone(monkeypatch: pytest.MonkeyPatch, large: bool) -> None:
    """Names and sentences are at least 8 pixels high once a picture is as wide as a phone."""
    sizes, draw = list[tuple[float, str]](), text.draw

    def note(canvas: Image.Image, x: int, base: int, words: str, size: int, *more: Any, **named: Any) -> int:
        wide = draw(canvas, x, base, words, size, *more, **named)
        if canvas.width >= picture.LARGE_WIDTH and len(words) > 3:
            sizes.append((size * PHONE / canvas.width, words))
        return wide

    monkeypatch.setattr(text, "draw", note)
    for state in TABLES.values():
        board(state.observe(None), large=large)
    assert min(sizes) >= (9, "")


# --- how a round ended


def test_the_score_gives_each_trick_its_points_and_the_pair_that_took_it(monkeypatch: pytest.MonkeyPatch) -> None:
    found = written_texts(monkeypatch, lambda: LOOK.score(TABLES["played out"].observe(None), WORDS))
    assert "34 of 31: made" in found
    assert [said for said in found if " = " in said] == ["4 + 1 = 5", "2 + 0 = 2"]
    assert "8 points" in found
    points = found[found.index("Points") + 1 :][1:14:2]
    assert sum(map(int, points)) == HAND_POINTS


@pytest.mark.parametrize("key", ["played out", "set", "laid down", "nello set", "all passed"])
def test_the_score_shows_all_28_tiles(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    drawn, tile = set[tuple[int, int]](), sprites.tile

    def note(near: int, far: int, *more: Any, **named: Any) -> Any:
        drawn.add((near, far))
        return tile(near, far, *more, **named)

    monkeypatch.setattr(sprites, "tile", note)
    seen = TABLES[key].observe(None)
    assert (LOOK.score(seen, WORDS) is None) == (seen.result is None)
    assert len(drawn) == (28 if seen.result is not None else 0)


@pytest.mark.parametrize("key", ["played out", "set", "nello made"])
def test_the_score_shows_who_won_and_led_and_what_was_kept(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    seen, tiles = TABLES[key].observe(None), watch(monkeypatch, sprites, "tile")
    signs, bars = watch(monkeypatch, sprites, "sign"), watch(monkeypatch, score_picture, "draw_bar")
    LOOK.score(seen, WORDS)
    won = {laid.tile for trick in seen.past for laid in trick.laid if laid.seat == trick.winner}
    kept = {tile for hand in seen.hands for tile in hand or ()} - {laid.tile for t in seen.past for laid in t.laid}
    assert {(args[0], args[1]) for args, named in tiles if named["halo"]} == won
    assert {(args[0], args[1]) for args, named in tiles if named["dim"]} == kept
    assert [args[0] for args, _ in signs if args[1] == 32] == [trick.winner % 2 for trick in seen.past]
    assert len(bars) == 1 + len(seen.past)  # the first explains the others


def test_who_laid_down_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    found = " ".join(written_texts(monkeypatch, lambda: LOOK.score(TABLES["laid down"].observe(None), WORDS)))
    assert "Ana laid down and takes the rest." in found
    assert "Ana laid down and takes the rest." in WORDS.text(LOOK.alt(TABLES["laid down"].observe(None)))


# --- the hand


def test_what_cannot_be_played_is_dim_and_nothing_is_while_one_waits() -> None:
    own, waiting = LOOK.hand(MIDDLE.observe(1), (), WORDS), LOOK.hand(LEAD.observe(1), (), WORDS)
    assert len(MIDDLE.observe(1).playable) == 1
    assert 5 * pixels(own, FACE) < pixels(waiting, FACE)


def test_a_chosen_tile_is_marked() -> None:
    seen = LEAD.observe(0)
    assert LOOK.hand(seen, (), WORDS, ("2-2",)) != LOOK.hand(seen, (), WORDS)


# --- words


def test_a_blind_player_can_choose_from_the_words() -> None:
    seen = MIDDLE.observe(1)
    assert WORDS.text(LOOK.alt(seen)) == (
        "Texas 42, round 1, trick 4 of 7. Dealer: Dee. Ana ◆ · bid: 34 · trump 1. Ben is next. "
        "On the table: Dee 6-6, Ana 6-2 (led: sixes, winning: Dee). Worth so far: 1 point. 29 points still out. "
        "Last trick: Dee 0-0, Ana 6-0, Ben 4-0, Cem 3-0 (led: zeros, winner: Dee). "
        "◆ Ana and Cem: 4 of 7 marks, 1 trick, took 6 points, 28 to go. "
        "● Ben and Dee: 2 of 7 marks, 2 tricks, took 7 points, 2 more beat the bid."
    )
    assert WORDS.text(LOOK.hand_alt(seen)) == (
        "You can play 6-5. The other tiles: 5-2, 4-4, 3-3. None of them is a trump."
    )
    assert "Worth points: 4-1 +5." in WORDS.text(LOOK.hand_alt(LEAD.observe(0)))
    assert str(LOOK.hand_alt(MIDDLE.observe(None))) == "No tiles."


def test_the_words_list_the_bids_in_their_order() -> None:
    alt = WORDS.text(LOOK.alt(TABLES["bidding"].observe(None)))
    assert "Dealer: Dee. Dee bids next. Bids in order: Ana (30), Ben (pass), Cem (34)." in alt


@pytest.mark.parametrize("key", ["bidding", "dealt again", "forced dealer", "middle", "points", "doubles", "nello"])
def test_the_words_say_what_the_picture_shows(monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    said = WORDS.text(LOOK.alt(TABLES[key].observe(None))).casefold()
    shown = " · ".join(words_of(monkeypatch, TABLES[key])).casefold()
    assert [part for part in shown.split(" · ") if part not in said and part not in IN_OTHER_WORDS] == []


IN_OTHER_WORDS = {
    *("bidding", "highest bid", "?", "–"),  # "bids in order"
    *("to play", "led", "trump", "winning", "led, winning", "trump, winning"),  # "is next", "on the table"
    *("0 tricks", "1 trick", "2 tricks", "3 tricks"),  # of each seat; the words have those of a pair
    *("+5", "+10"),  # "worth so far"
}


def test_the_text_lists_every_trick_with_its_points() -> None:
    lines = WORDS.text(LOOK.text(TABLES["played out"].observe(None))).splitlines()
    tricks = [line for line in lines if line.startswith("Trick ")]
    assert len(tricks) == 7
    assert all(any(f"({sign} +" in line for sign in SIGNS) for line in tricks)
    assert sum(int(line.partition(" +")[2].removesuffix(").")) for line in tricks) == HAND_POINTS
