"""Moon's pictures and texts: what they show, and what they never show."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from PIL import Image, ImageChops

from engine.games import moon
from engine.games.moon.observation import MoonObservation
from engine.games.moon.options import MoonOptions
from engine.games.moon.state import MoonState
from engine.words import Words
from renderers.kit import picture
from renderers.kit.palette import FACE, LABEL, SEATS
from renderers.moon import LOOK
from renderers.moon.score import _PITCH, _UNIT
from tests.engine.moon.positions import MO_16_PLAYS, after, deal_round, game, plays
from tests.engine.play import Setup
from tests.engine.twins import resting_position, twin
from tests.renderers.names import NAMES as HOSTILE

NAMES = ("Ana", "გიორგი", "김민준 🔥")
WORDS = Words(NAMES)
FIVES = plays(MO_16_PLAYS)

BIDDING = after(deal_round(scores=(13, -4, 19), first=2), "pass", "bid 5")
DISCARD = after(BIDDING, "pass")
TRUMP = after(DISCARD, "discard 3-2")
LEAD = after(TRUMP, "trump 5")
NAMING = after(deal_round(MoonOptions(trump_first=True)), "bid 5", "pass", "pass")
NAMED = after(NAMING, "trump 5")
MIDDLE = after(LEAD, *FIVES[:14])  # trick 5: seat 0 led 4-4, seat 1 played 4-3, seat 2 is next
SCORED = after(LEAD, *FIVES)
ALL_PASSED = after(deal_round(), "pass", "pass", "pass")
POSITIONS = {
    "start": game(),
    "no bids yet": deal_round(),
    "bidding": BIDDING,
    "discard": DISCARD,
    "trump": TRUMP,
    "naming first": NAMING,
    "named first": NAMED,
    "lead": LEAD,
    "middle": MIDDLE,
    "scored": SCORED,
    "all passed": ALL_PASSED,
    "won": after(deal_round(MoonOptions(target=4)), "bid 4", "pass", "pass", "discard 3-2", "trump 5", *FIVES),
    "doubles": after(TRUMP, "trump doubles", "play 5-5", "play 3-3"),
    "no trump": after(TRUMP, "trump none", "play 2-2"),
}
every_position = pytest.mark.parametrize("state", POSITIONS.values(), ids=list(POSITIONS))


def board(seen: MoonObservation, words: Words = WORDS) -> Image.Image:
    return LOOK.board(seen, (), words)


def pictures(seen: MoonObservation, words: Words = WORDS) -> list[Image.Image]:
    score = LOOK.score(seen, words)
    return [board(seen, words), LOOK.hand(seen, (), words), *([] if score is None else [score])]


def texts(seen: MoonObservation, words: Words = WORDS) -> list[str]:
    return [words.text(text) for text in (LOOK.alt(seen), LOOK.hand_alt(seen), LOOK.text(seen))]


def pixels(image: Image.Image, shade: tuple[int, int, int], box: tuple[int, int, int, int] | None = None) -> int:
    """Count the pixels of exactly this colour."""
    part = image.crop(box) if box else image
    return sum(count for count, colour in part.getcolors(part.width * part.height) or () if colour == shade)


@every_position
def test_pictures_are_small_enough_for_discord(state: MoonState) -> None:
    for viewer in (None, 0, 1, 2):
        for image in pictures(state.observe(viewer)):
            assert image.width <= 1600
            assert image.height <= 1200
            assert len(picture.png(image)) < 60_000


@every_position
def test_the_board_shows_a_seat_no_more_than_the_channel(state: MoonState) -> None:
    public = picture.png(board(state.observe(None)))
    for viewer in range(3):
        assert picture.png(board(state.observe(viewer))) == public
        assert str(LOOK.alt(state.observe(viewer))) == str(LOOK.alt(state.observe(None)))


@pytest.mark.parametrize("trump_first", [False, True])
def test_hidden_tiles_change_no_pixel_and_no_word(trump_first: bool) -> None:
    rng = Random(5)
    setup = Setup(moon.GAME, MoonOptions(trump_first=trump_first), 3)
    different = 0
    for steps in (2, 5, 6, 8, 15, 21, 26):
        original = resting_position(setup, rng, steps)
        for viewer in setup.viewers():
            other = twin(original, viewer, rng)
            different += other != original.state
            mine, theirs = original.state.observe(viewer), other.observe(viewer)
            assert [picture.png(image) for image in pictures(mine)] == [
                picture.png(image) for image in pictures(theirs)
            ]
            assert texts(mine) == texts(theirs)
    assert different > 10


def test_a_bidder_who_named_trump_sees_it_beside_the_centre_tile_to_choose_the_discard() -> None:
    mine, theirs = NAMED.observe(0), NAMED.observe(1)
    assert str(LOOK.hand_alt(mine)).endswith("6-4 came from the centre. Trumps among them: 5-5, 5-4, 5-3.")
    assert "trump" not in str(LOOK.hand_alt(theirs))
    assert "bid 5 · trump 5" in str(LOOK.alt(NAMED.observe(None)))
    assert board(mine).size == board(DISCARD.observe(0)).size  # no place for tricks yet
    other = after(NAMING, "trump 3").observe(0)
    assert picture.png(LOOK.hand(mine, (), WORDS)) != picture.png(LOOK.hand(other, (), WORDS))


@every_position
def test_texts_keep_their_limits_with_long_names(state: MoonState) -> None:
    for viewer in (None, 0, 1, 2):
        alt, hand, text = texts(state.observe(viewer), Words(["W" * 32] * 3))
        assert 0 < len(alt) <= 1024
        assert 0 < len(hand) <= 1024
        assert 0 < len(text) <= 1800


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_stays_on_its_plate(name: str) -> None:
    plain = board(MIDDLE.observe(None), Words(("Ana", "A", "Cid")))
    odd = board(MIDDLE.observe(None), Words(("Ana", name, "Cid")))
    left, top, right, bottom = ImageChops.difference(plain, odd).getbbox() or (500, 200, 500, 200)
    assert (left >= 411, right <= 789) == (True, True)
    assert (top >= 108, bottom <= 200) == (True, True)


def test_nothing_is_arranged() -> None:
    assert LOOK.arrange(MIDDLE.observe(None), ()) == ()


def test_there_is_a_score_only_when_a_hand_is_over() -> None:
    scored = [name for name, state in POSITIONS.items() if LOOK.score(state.observe(None), WORDS) is not None]
    assert scored == ["scored", "all passed", "won"]


def test_the_winning_tile_has_a_halo() -> None:
    image = board(MIDDLE.observe(None))
    first, second = (pixels(image, LABEL, (left, 340, left + 370, 570)) for left in (20, 415))
    assert first > 5000
    assert second == 0


def test_the_score_marks_who_led_each_trick_and_no_two_of_its_rings_touch() -> None:
    seen = SCORED.observe(None)
    turned = [trick._replace(laid=trick.laid[::-1]) for trick in seen.past]
    image, other = LOOK.score(seen, WORDS), LOOK.score(replace(seen, past=tuple(turned)), WORDS)
    assert image is not None
    assert other is not None
    assert ImageChops.difference(image, other).getbbox() is not None  # the same tiles, led by another seat
    assert 1.3 * _UNIT + 8 <= _PITCH


def test_the_last_trick_says_who_played_what() -> None:
    seen = MIDDLE.observe(None)
    shown = board(seen)
    last = (700, shown.height - 108, 1200, shown.height)
    for seat in range(3):
        assert pixels(shown, SEATS[seat], last) > 100


def test_what_cannot_be_played_is_dim_and_nothing_is_while_one_waits() -> None:
    own, waiting = LOOK.hand(MIDDLE.observe(2), (), WORDS), LOOK.hand(LEAD.observe(2), (), WORDS)
    assert len(MIDDLE.observe(2).playable) == 1
    assert len(MIDDLE.observe(2).hands[2] or ()) == 3
    one_tile = pixels(own, FACE)
    assert 6 * one_tile < pixels(waiting, FACE) < 9 * one_tile  # seven tiles bright


def test_in_large_print_no_tile_of_a_hand_stands_alone_in_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    state = after(LEAD, *FIVES[:6])  # five tiles are left
    rows = list[int]()
    monkeypatch.setattr("renderers.tricks.hand._draw_tile", lambda *what: rows.append(what[3][1]))
    LOOK.hand(state.observe(0), (), WORDS, large=True)
    assert sorted(rows.count(row) for row in set(rows)) == [2, 3]


def test_a_chosen_tile_is_marked() -> None:
    state = after(deal_round(MoonOptions(lead_suit="leader_choice")), "bid 21", "discard 3-2", "trump 5")
    seen = state.observe(0)
    assert LOOK.hand(seen, (), WORDS, ("6-3",)) != LOOK.hand(seen, (), WORDS)


def test_a_blind_player_can_choose_from_the_words() -> None:
    seen = MIDDLE.observe(2)
    assert str(LOOK.alt(seen)) == (
        "Moon, round 1: trick 5 · led: fours · trump 5 · seat 1 needs 3 more tricks. seat 3 is next. "
        "On the table: seat 1 4-4, seat 2 4-3 (led: fours, winning: seat 1). "
        "Last trick: seat 2 1-1, seat 3 4-1, seat 1 5-3 (led: ones, winner: seat 1). "
        "seat 1: bid 5, 2 tricks, 13 points. seat 2: passed, 2 tricks, −4 points. seat 3: passed, 0 tricks, 19 points."
    )
    assert str(LOOK.hand_alt(seen)) == "You can play 4-2. The other tiles: 6-6, 6-2. None of them is a trump."
    assert str(LOOK.hand_alt(LEAD.observe(0))).startswith("You can play 5-5, 5-4, 5-3, 6-4, 6-3, 4-4, 2-2. Trumps")
    assert "6-4 came from the centre." in str(LOOK.hand_alt(DISCARD.observe(0)))
    assert str(LOOK.hand_alt(BIDDING.observe(None))) == "No tiles."


def test_the_text_lists_every_trick() -> None:
    lines = str(LOOK.text(SCORED.observe(None))).splitlines()
    assert [line.split(":")[0] for line in lines[1:8]] == [f"Trick {n}" for n in range(1, 8)]
    assert lines[0] == "Moon, round 1. seat 1 takes only 4 tricks and fails the bid of 5."


def test_seats_keep_their_columns_whichever_bids_first() -> None:
    texts_ = [str(LOOK.alt(deal_round(first=first).observe(None))).split(" bids next.")[1] for first in range(3)]
    assert len(set(texts_)) == 1
