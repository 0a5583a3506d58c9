"""Partners in pictures and texts: each pair has a sign and one score, and a partner's hand is as hidden as any."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from PIL import Image

from engine.dominoes.ending import Ending
from engine.game import Chapter, Outcome
from engine.games import GAMES
from engine.games.draw.options import DrawOptions
from engine.games.fives.options import FivesOptions
from engine.series import Record, SeriesObservation
from engine.sides import PAIRS, SIGNS
from engine.win_text import describe_outcome
from engine.words import Words
from renderers import RENDERERS
from renderers.finale import End, finale
from renderers.kit import picture, seats, sprites, text
from renderers.kit.palette import FACE, LABEL, SEATS, SIDES
from renderers.kit.seats import LEFTWARD, RIGHTWARD, Plate, Score
from renderers.series import adapt_to_series
from tests.engine.play import Setup
from tests.engine.twins import resting_position, twin
from tests.renderers.pairs import LONGEST, SETUP, states, written_texts
from tests.renderers.test_themes import opaque

WORDS, LONG, WIDEST = Words(("Ana", "Ben", "Cem", "Dee")), Words(LONGEST), Words(("W" * 32,) * 8)
LOOK: Any = RENDERERS["draw"]
SCORES = (185, -60, 185, -60)
every_width = pytest.mark.parametrize("wide", [picture.WIDTH, picture.LARGE_WIDTH])


def tables(viewer: int | None = None) -> Iterator[Any]:
    """Yield some positions of a round, in which the pairs have `SCORES`."""
    for state in list(states())[5::8]:
        yield replace(state.observe(viewer), scores=SCORES)


def plates(**more: Any) -> list[Plate]:
    return [Plate(seat, name, 14, note="drew 2", side=seat % 2, **more) for seat, name in enumerate(LONGEST)]


def test_partners_have_one_sign_and_colour_and_their_own_numbers() -> None:
    first, second, third = (sprites.mark(seat, 64, side=seat % 2) for seat in range(3))
    assert first.mask.tobytes() == third.mask.tobytes() != second.mask.tobytes()
    assert first.image.tobytes() != third.image.tobytes()
    assert [mark.image.getpixel((32, 4)) for mark in (first, second, third)] == [SIDES[0], SIDES[1], SIDES[0]]


def test_the_signs_differ_in_shape_at_the_size_of_a_phone() -> None:
    one, other = (sprites.sign(side, 44).mask.reduce(4).tobytes() for side in range(2))
    assert sum(abs(a - b) > 96 for a, b in zip(one, other, strict=True)) >= 8


@every_width
@pytest.mark.parametrize("points", ["0", "100", "−115", "670"])
@pytest.mark.parametrize("gain", ["", "+152"])
def test_no_name_and_no_score_beside_the_plates_is_cut(
    monkeypatch: pytest.MonkeyPatch, wide: int, points: str, gain: str
) -> None:
    high = seats.height(4, wide, 700)
    scores = [Score(0, points, gain), Score(1, points, gain)]
    told = written_texts(
        monkeypatch,
        lambda: seats.strip(picture.blank(wide, high), plates(), high, scores=scores, arrow=RIGHTWARD),
    )
    assert not any("…" in words for words in told)
    assert [told.count(words) for words in (points, gain) if words] == [2] * (2 if gain else 1)
    assert all(set(name.split()) <= set(" ".join(told).split()) for name in LONGEST)


@every_width
@pytest.mark.parametrize("points", ["0", "185", "−115", "670"])
def test_a_score_and_a_gain_stay_apart_in_their_box(wide: int, points: str) -> None:
    high = seats.height(4, wide, 700)
    canvas = picture.blank(wide, high)
    seats.strip(
        canvas, [Plate(seat, "") for seat in range(4)], high, scores=[Score(side, points, "+152") for side in range(2)]
    )
    box = canvas.crop((wide - 190, 0, wide, high))
    columns = [{box.getpixel((x, y)) for y in range(high)} for x in range(box.width)]
    white, yellow = ([x for x, shades in enumerate(columns) if shade in shades] for shade in (FACE, LABEL))
    assert max(white) < min(yellow) <= max(yellow) < box.width - 21


@every_width
def test_the_strip_runs_in_the_order_of_turns_from_its_arrow(wide: int) -> None:
    high = seats.height(4, wide, 700)
    canvases = {}
    for arrow in ("", RIGHTWARD, LEFTWARD):
        canvases[arrow] = picture.blank(wide, high)
        names = [Plate(seat, "", turn=not seat) for seat in range(4)]
        seats.strip(canvases[arrow], names, high, arrow=arrow)
    yellow = {arrow: _first_yellow(canvas) for arrow, canvas in canvases.items()}
    assert yellow[""] == yellow[RIGHTWARD] < wide // 3 < yellow[LEFTWARD]
    assert [FACE in _colours(canvases[arrow]) for arrow in ("", RIGHTWARD, LEFTWARD)] == [False, True, True]


def _first_yellow(canvas: Image.Image) -> int:
    row = [canvas.getpixel((x, 30)) for x in range(canvas.width)]
    return row.index((255, 201, 60))


def _colours(canvas: Image.Image) -> set[Any]:
    return {shade for _, shade in canvas.getcolors(1 << 20) or ()}


@pytest.mark.parametrize("large", [False, True])
def test_a_score_stands_once_for_both_partners(monkeypatch: pytest.MonkeyPatch, large: bool) -> None:
    for seen in tables():
        layout = LOOK.arrange(seen, ())
        told = written_texts(monkeypatch, lambda: LOOK.board(seen, layout, WORDS, large=large))  # noqa: B023
        assert (told.count("185"), told.count("−60")) == (1, 1)


def test_a_board_without_partners_has_no_sign_and_no_arrow() -> None:
    seen = next(tables())
    alone = replace(seen, options=DrawOptions(mode="block"))
    layout = LOOK.arrange(seen, ())
    shown = {table.options: LOOK.board(table, layout, WORDS) for table in (seen, alone)}
    assert SEATS[2] in _colours(shown[alone.options])
    assert SEATS[2] not in _colours(shown[seen.options])


def test_the_partner_is_named_above_the_own_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = next(tables(viewer=1))
    for large in (False, True):
        told = written_texts(monkeypatch, lambda: LOOK.hand(seen, (), LONG, large=large))  # noqa: B023
        assert told.count("partner") == 1
        assert LONGEST[3] in told
        assert LONGEST[0] not in told
    assert "Your partner is Dee." in WORDS.text(LOOK.hand_alt(seen))


def test_the_board_in_words_names_the_pairs_then_the_seats_in_turn() -> None:
    seen = next(tables())
    expected = [
        "First pair, Ana and Cem: 185 points.",
        "Second pair, Ben and Dee: −60 points.",
        f"Ana, partner of Cem: {seen.sizes[0]} tiles.",
        f"Ben, partner of Dee: {seen.sizes[1]} tiles.",
        f"Cem, partner of Ana: {seen.sizes[2]} tiles.",
        f"Dee, partner of Ben: {seen.sizes[3]} tiles.",
    ]
    assert WORDS.text(LOOK.alt(seen)).endswith(" ".join(expected))
    assert WORDS.text(LOOK.text(seen)).splitlines()[-6:] == expected


def test_texts_about_partners_keep_their_limits() -> None:
    for seen in tables():
        assert len(WIDEST.text(LOOK.alt(seen))) <= 1024
        assert len(WIDEST.text(LOOK.text(seen))) <= 1800


def test_a_partners_hand_changes_no_byte() -> None:
    rng, different = Random(5), 0
    for steps in (6, 14):
        original = resting_position(SETUP, rng, steps)
        for viewer in range(2):
            partner = (viewer + 2) % 4
            other = twin(original, viewer, rng)
            different += other.observe(partner).hands[partner] != original.state.observe(partner).hands[partner]
            assert _everything(original.state, viewer) == _everything(other, viewer)
    assert different


def _everything(state: Any, viewer: int) -> list[bytes]:
    seen = state.observe(viewer)
    layout = LOOK.arrange(seen, ())
    images = [draw(seen, layout, WORDS, large=large) for draw in (LOOK.board, LOOK.hand) for large in (False, True)]
    texts = [LOOK.alt(seen), LOOK.hand_alt(seen), LOOK.text(seen)]
    return [*map(picture.png, images), *(WORDS.text(said).encode() for said in texts)]


def end() -> End[Any]:
    """Return the end of a game that the first pair wins."""
    *_, state = states()
    seen = replace(state.observe(None), scores=SCORES)
    outcome = Outcome(describe_outcome(PAIRS, SCORES), SCORES, (0, 2))
    chapters = [Chapter(1, 1, (0, 20, 0, 20)), Chapter(1, 2, SCORES)]
    return End(LOOK, replace(seen, outcome=outcome), LOOK.arrange(seen, ()), chapters, outcome.reason)


def test_at_the_end_each_pair_has_one_row_with_one_score(monkeypatch: pytest.MonkeyPatch) -> None:
    told = written_texts(monkeypatch, lambda: finale(end(), LONG))
    assert [told.count(words) for words in ("185", "−60", *LONGEST)] == [1] * 6
    assert not any("…" in words for words in told)
    assert told.index(LONGEST[2]) < told.index(LONGEST[1])


@pytest.mark.parametrize("words", [WORDS, LONG, WIDEST], ids=["names", "long names", "widest names"])
def test_the_end_of_a_pair_keeps_its_limits_in_the_pairs_colour(words: Words) -> None:
    image = finale(end(), words)
    assert 400 < image.height <= 1200
    assert len(picture.png(image)) < 150_000
    assert image.getpixel((600, 24)) == SIDES[0]


def test_a_series_shows_each_games_points_once_a_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    *_, state = states()
    options = DrawOptions(mode="block", teams="pairs", series="match 2")
    outcome = Outcome(describe_outcome(PAIRS, SCORES), SCORES, (0, 2))
    record = Record(options, 4, (outcome,))
    game = replace(state.observe(None), outcome=outcome)
    seen = SeriesObservation(None, None, None, 1, (), options, game, record, 1, None)
    told = written_texts(monkeypatch, lambda: adapt_to_series(LOOK).score(seen, LONG))
    below = told[told.index("Game 1") - 4 :]
    assert [below.count(words) for words in ("185", "−60", "1", "0", *LONGEST)] == [1] * 8
    assert not any("…" in words for words in below)


@pytest.mark.parametrize(
    ("options", "seats_there", "arrow"),
    [
        (DrawOptions(), 4, ""),
        (DrawOptions(direction="anticlockwise"), 3, LEFTWARD),
        (DrawOptions(teams="pairs"), 4, RIGHTWARD),
        (DrawOptions(teams="pairs", direction="anticlockwise"), 4, LEFTWARD),
    ],
    ids=["alone", "alone to the left", "pairs", "pairs to the left"],
)
def test_an_arrow_shows_which_way_the_turns_go(
    monkeypatch: pytest.MonkeyPatch, options: DrawOptions, seats_there: int, arrow: str
) -> None:
    *_, state = islice(states(Setup(GAMES["draw"], options, seats_there)), 9)
    seen, found = state.observe(None), list[str]()
    usual = seats.strip

    def strip(*place: Any, **more: Any) -> None:
        found.append(more["arrow"])
        usual(*place, **more)

    monkeypatch.setattr(seats, "strip", strip)
    for large in (False, True):
        LOOK.board(seen, LOOK.arrange(seen, ()), WORDS, large=large)
    assert found == [arrow, arrow]


@pytest.mark.parametrize("ending", [Ending.OUT, Ending.BLOCKED])
def test_the_certificate_of_fives_sums_both_hands_and_scores_a_pair_once(
    monkeypatch: pytest.MonkeyPatch, ending: Ending
) -> None:
    setup, look = Setup(GAMES["fives"], FivesOptions(teams="pairs"), 4), RENDERERS["fives"]
    rounds = ([*states(setup, seed)][-1].observe(None) for seed in range(200))
    seen = next(seen for seen in rounds if seen.result.ending is ending)
    told = written_texts(monkeypatch, lambda: look.score(seen, LONG))
    first = told.index("left")
    assert told[first : first + 5] == ["left", "pair", "plays", "pips", "score"]
    numbers, left = told[first + 5 :], seen.result.residuals
    assert {str(left[0] + left[2]), str(left[1] + left[3])} <= set(numbers)
    assert [name for name in numbers if name in ("Habsburg", LONGEST[2])] == ["Habsburg", LONGEST[2]]
    assert ("compared" in told) == (ending is Ending.BLOCKED)
    gains = [f"+{sum(seen.result.pips[seat] for seat in side) // 2}" for side in PAIRS if seen.result.pips[side[0]]]
    assert [numbers.count(gain) for gain in gains] == [1] * len(gains)
    assert not any("…" in words for words in told)


@pytest.mark.parametrize("side", range(len(SIGNS)))
def test_a_drawn_sign_looks_like_the_one_in_texts(side: int) -> None:
    canvas = picture.blank(120, 120, (0, 0, 0))
    text.draw(canvas, 10, 90, SIGNS[side], 90, (255, 255, 255))
    written_sign = canvas.convert("L")
    written_sign = written_sign.crop(written_sign.getbbox()).resize((40, 40))
    drawn = sprites.sign(side, 64).mask
    drawn = drawn.crop(drawn.getbbox()).resize((40, 40))
    other = sprites.sign(1 - side, 64).mask
    other = other.crop(other.getbbox()).resize((40, 40))
    assert _difference(written_sign, drawn) < 0.06 < _difference(written_sign, other)


def _difference(one: Image.Image, other: Image.Image) -> float:
    pairs = zip(one.tobytes(), other.tobytes(), strict=True)
    return sum(abs(a - b) > 128 for a, b in pairs) / (one.width * one.height)


def test_pictures_of_pairs_are_the_same_on_each_theme() -> None:
    *_, state = states()
    seen = state.observe(None)
    layout = LOOK.arrange(seen, ())
    drawn = [LOOK.score(seen, WORDS), LOOK.hand(state.observe(0), layout, WORDS), finale(end(), WORDS)]
    drawn += [LOOK.board(seen, layout, WORDS, large=large) for large in (False, True)]
    assert all(opaque(picture.png(image)) for image in drawn)
