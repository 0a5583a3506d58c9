from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from PIL import Image, ImageChops

from engine.dominoes.ending import Ending
from engine.dominoes.line import OpenEnd
from engine.game import DEALER, Choice
from engine.games import GAMES, draw
from engine.games.draw.observation import DrawObservation, RoundResult
from engine.games.draw.options import DrawOptions
from engine.tiles import Tile, tile, tile_set, tiles
from engine.words import Words, msg
from renderers import RENDERERS
from renderers.draw import LOOK
from renderers.draw.certificate import equations, list_columns
from renderers.kit import last_turns, picture, seats, text
from renderers.kit.hand import Rack
from renderers.kit.palette import FACE, LABEL
from renderers.line import arrange
from renderers.line.board import view
from renderers.line.ends import spots
from tests.engine.play import Setup, walk
from tests.renderers.draw.tables import observe_table, prefix, random_line
from tests.renderers.names import NAMES

WORDS = Words(NAMES)


def rounds(number: int, games: int = 1, fouls: int = 0, **options: object) -> Iterator[DrawObservation]:
    """Scored rounds of random games."""
    for seed in range(games):
        setup = Setup(draw.GAME, DrawOptions(**options), number)  # type: ignore[arg-type]  # any option by name
        for turn in islice(walk(setup, Random(seed), fouls), 3000):
            shown: DrawObservation = turn.step.state.observe(None)
            if shown.result is not None:
                yield shown


@pytest.mark.parametrize("highest", [6, 9, 12, 18])
@pytest.mark.parametrize("layout", ["line", "cross"])
def test_a_full_board_keeps_to_its_size(highest: int, layout: str) -> None:
    table = random_line(Random(highest), highest, layout, seats=8)
    board = LOOK.board(table, LOOK.arrange(table, ()), WORDS)
    assert board.width <= 1600
    assert board.height <= 1200
    assert len(picture.png(board)) < 120_000


def test_the_tile_laid_last_has_the_halo() -> None:
    table = replace(random_line(Random(3), 6, "line", tiles=8), ends=(), to_act=None)
    layout = LOOK.arrange(table, ())
    left, right, top, bottom = spots(layout)[-1].box[:4]
    shown = view(table, layout).camera
    above = seats.height(4, picture.WIDTH, 0)
    corners = [x + y for x, y in zip((*shown.at((left, top)), *shown.at((right, bottom))), (0, above) * 2, strict=True)]
    board = LOOK.board(table, layout, WORDS)
    distance = ImageChops.difference(board, picture.blank(*board.size, LABEL)).convert("L")
    halo = distance.point([255 if level < 8 else 0 for level in range(256)]).getbbox()
    assert halo is not None
    grown = [side * (edge - corner) for side, edge, corner in zip((-1, -1, 1, 1), halo, corners, strict=True)]
    assert all(0 < pixels < 0.3 * shown.unit for pixels in grown)


@pytest.mark.parametrize("kind", ["line", "cross"])
def test_what_marks_the_last_tile_hides_nothing_of_any_other(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = random_line(Random(3), 6, kind)
    rows = LOOK.arrange(whole, ())
    for number in range(4, len(whole.laid), 5):
        table, layout = prefix(whole, number), rows[:number]
        marked = LOOK.board(table, layout, WORDS)
        with monkeypatch.context() as unmarked:
            unmarked.setattr(last_turns, "find_last_turn", lambda seen: len(seen.laid))
            changed = ImageChops.difference(marked, LOOK.board(table, layout, WORDS))
        camera, above = view(table, layout).camera, seats.height(4, picture.WIDTH, 0)
        assert changed.getbbox()
        for spot in spots(layout)[:-1]:
            left, right, top, bottom = spot.box[:4]  # corners are round
            corner, other = camera.at((left + 0.1, top + 0.1)), camera.at((right - 0.1, bottom - 0.1))
            box = (corner[0], corner[1] + above, other[0], other[1] + above)
            assert changed.crop(box).getbbox() is None


def test_an_open_end_carries_its_letter_and_is_grey_when_the_round_is_over() -> None:
    table = random_line(Random(3), 6, "line", tiles=8)
    layout, below_the_seats = LOOK.arrange(table, ()), (0, seats.height(4, picture.WIDTH, 0), picture.WIDTH, 600)
    pictures = {
        LOOK.board(replace(table, ends=ends, result=result), layout, WORDS).crop(below_the_seats).tobytes()
        for ends in (table.ends, tuple(OpenEnd(end.letter, end.number) for end in reversed(table.ends))[:1], ())
        for result in (None, RoundResult(Ending.BLOCKED, (), (0, 1), (3,) * 4, (0,) * 4, (), None))
    }
    assert len(pictures) == 5  # without ends nothing is grey


def test_the_channel_sees_no_hand() -> None:
    hands = [tiles("6-6 5-4 3-2"), tiles("6-5 4-4 1-0")]
    others = [tiles("0-0 1-1 2-2"), tiles("6-5 4-4 1-0")]
    for viewer in (None, 1):
        one, other = (observe_table((), hands=h, viewer=viewer, seats=2) for h in (hands, others))
        assert picture.png(LOOK.hand(one, (), WORDS)) == picture.png(LOOK.hand(other, (), WORDS))
        assert picture.png(LOOK.board(one, (), WORDS)) == picture.png(LOOK.board(other, (), WORDS))
    empty = LOOK.hand(observe_table((), hands=hands, viewer=None, seats=2), (), WORDS)
    assert len(empty.getcolors() or ()) == 1


def test_tiles_that_cannot_be_played_are_dim_while_it_is_the_viewers_turn() -> None:
    hands = [tiles("6-6 5-4 3-2"), ()]
    waiting, acting = (LOOK.hand(observe_table((), hands=hands, viewer=0, to_act=seat), (), WORDS) for seat in (1, 0))
    some = replace(observe_table((), hands=hands, viewer=0), playable=tiles("5-4"), choices=(_choice("5-4"),))
    faces = [_faces(image) for image in (acting, LOOK.hand(some, (), WORDS), waiting)]
    assert faces[0] == 0
    assert 0 < faces[1] < 0.5 * faces[2]


def _choice(tile: str) -> Choice:
    return Choice(f"play {tile}", msg("{tile}", tile=tile), (tile,))


def _faces(image: Image.Image) -> int:
    """Count the pixels of a tile's face below the line with the name."""
    tiles_only = image.crop((0, 76, image.width, image.height))
    return {shade: n for n, shade in tiles_only.getcolors(100_000) or ()}.get(FACE, 0)


@pytest.mark.parametrize("held", [0, 1, 3, 7, 8, 14, 15, 22, 31, 61, 94])
def test_a_hand_of_any_size_fits(held: int) -> None:
    hand = Random(held).sample(tile_set(18).tiles, held)
    own = LOOK.hand(observe_table((), highest=18, hands=[hand, ()], viewer=0), (), WORDS)
    assert own.width <= 800
    assert own.height <= 1200
    box = ImageChops.difference(own, picture.blank(*own.size)).getbbox()
    assert box is not None
    assert box[2] < own.width
    assert box[3] < own.height


@pytest.mark.parametrize("key", ["draw", "fives"])
def test_below_a_tile_stand_the_letters_of_the_ends_that_have_a_button(key: str) -> None:
    alike, rules = 0, GAMES[key]
    for seed in range(6):
        for turn in walk(Setup(rules, rules.options(), 2), Random(seed)):
            state = turn.before
            own = state.observe(state.to_act) if state.to_act not in (None, DEALER) else None
            if own is None or not own.laid or not own.playable:
                continue
            with patch.object(Rack, "stand") as stood:
                RENDERERS[key].hand(own, RENDERERS[key].arrange(own, ()), WORDS)
            shown = {f"play {each} {end}" for each, ends in stood.call_args.args[3].items() for end in ends}
            assert shown == {c.notation for c in own.choices if c.parts[0] != c.notation and not c.same_as}
            alike += any(choice.same_as for choice in own.choices)
    assert alike


def test_the_ends_a_chosen_tile_fits_are_shown_below_the_hand() -> None:
    setup = Setup(draw.GAME, DrawOptions(), 2)
    for turn in walk(setup, Random(1)):
        state = turn.before
        own = state.observe(state.to_act) if state.to_act not in (None, DEALER) else None
        if own is not None and own.laid and len({choice.parts for choice in own.choices}) > 1:
            break
    assert own is not None
    layout = LOOK.arrange(own, ())
    plain = LOOK.hand(own, layout, WORDS)
    chosen = [LOOK.hand(own, layout, WORDS, choice.parts) for choice in own.choices]
    assert all(image.height > plain.height for image in chosen)
    assert len({image.tobytes() for image in chosen}) == len(chosen)


@pytest.mark.parametrize("layout", ["line", "cross", "spinner"])
def test_a_chosen_tile_is_shown_exactly_where_it_would_lie(layout: str) -> None:
    tried = 0
    for turn in islice(walk(Setup(draw.GAME, DrawOptions(layout=layout), 2), Random(1)), 40):
        state = turn.before
        own = state.observe(state.to_act) if state.to_act not in (None, DEALER) else None
        if own is None or not own.laid:
            continue
        rows = LOOK.arrange(own, ())
        for action in state.legal_actions():
            if len(action.parts) > 1 and action.parts[0] in {str(tile) for tile in own.playable}:
                spot = arrange.place(own, rows, tile(action.parts[0]), action.parts[1])
                assert LOOK.arrange(state.apply(action).state.observe(None), rows) == (*rows, tuple(spot))
                tried += 1
    assert tried > 9


@pytest.mark.parametrize(
    ("number", "options"),
    [
        (2, {}),
        (3, {"mode": "block", "blocked_tie": "share"}),
        (3, {"mode": "block", "blocked_tie": "full"}),
        (2, {"mode": "block", "blocked_score": "others_minus_own"}),
        (4, {"set": 6, "mode": "block", "blocked_tie": "last_player_loses"}),
        (8, {"set": 18, "mode": "block", "layout": "cross", "match": "rounds"}),
        (8, {"set": 18, "match": "rounds"}),
        (5, {"set": 9, "layout": "spinner", "match": "rounds", "rounds": 2}),
        (6, {"set": 12, "foul_action": "forfeit_round", "match": "rounds", "rounds": 2}),
    ],
)
def test_the_certificate_of_every_round_fits_and_adds_up(number: int, options: dict[str, object]) -> None:
    results = list(islice(rounds(number, games=4, fouls=2, **options), 8))
    assert results
    for table in results:
        assert table.result is not None
        score = LOOK.score(table, WORDS)
        assert score is not None
        assert score.width <= 1600
        assert score.height <= 1200
        assert len(picture.png(score)) < 120_000
        for winners, equation in equations(table.result).items():
            for seat in winners:
                assert _value(equation) == table.result.gains[seat]
                assert equation.endswith(f" {table.result.gains[seat]}")


def _value(equation: str) -> int:
    """Compute the left side a second time."""
    left = re.split(" = | → ", equation)[0]
    terms, _, share = left.replace("(", "").replace(")", "").partition(" ÷ ")
    plus, _, minus = terms.partition(" − ")
    total = Fraction(sum(map(int, plus.split(" + "))) - int(minus or 0), int(share or 1))
    return max(0, int(total))


def test_the_biggest_hands_of_eight_still_fit_the_certificate() -> None:
    pool = Random(8).sample(tile_set(18).tiles, 180)
    hands = [tuple(pool[seat::8]) for seat in range(8)]
    result = RoundResult(
        Ending.BLOCKED, (2,), (2,), tuple(sum(t.pips for t in hand) for hand in hands), (0, 0, 999, 0, 0, 0, 0, 0),
        tuple(range(8)), msg("Tie: the lightest tile decides, then the fewest tiles, then the order of play."),
    )  # fmt: skip
    ends = [OpenEnd(letter, number) for letter, number in zip("ABCD", (18, 17, 16, 15), strict=True)]
    table = observe_table((), highest=18, hands=hands, seats=8, ends=ends, to_act=DEALER, scores=(-1500,) * 8)
    table = replace(table, hands=tuple(hands), result=result, unseen=tuple(set(tile_set(18).tiles) - set(pool)))
    score = LOOK.score(table, WORDS)
    assert score is not None
    assert score.height <= 1200
    bottom = score.crop((0, score.height - 60, score.width, score.height))
    assert len(bottom.getcolors(100_000) or ()) > 1  # the last line, the tie rule, is there


def test_a_share_that_does_not_divide_is_not_called_equal() -> None:
    result = RoundResult(Ending.BLOCKED, (0, 1), (0, 1), (5, 5, 12, 9), (10, 10, 0, 0), (), None)
    assert equations(result) == {(0, 1): "(12 + 9) ÷ 2 → 10"}
    assert equations(result._replace(residuals=(5, 5, 12, 8))) == {(0, 1): "(12 + 8) ÷ 2 = 10"}


def test_no_words_of_a_certificate_run_into_others(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, boxes = text.draw, list[tuple[float, float, float, float]]()

    def note_words(canvas: Image.Image, x: int, base: int, words: str, size: int, *more: Any, **named: Any) -> int:
        wide = usual(canvas, x, base, words, size, *more, **named)
        left = x - wide if "right" in more else x
        if canvas.width == picture.WIDTH:  # else it is the number in a seat's mark
            boxes.append((left, base - 0.75 * size, left + wide, base + 0.2 * size))
        return wide

    monkeypatch.setattr(text, "draw", note_words)
    blocked = [shown for shown in rounds(4, games=3, mode="block") if shown.result and shown.result.confirmed]
    assert blocked
    for shown in blocked:
        boxes.clear()
        assert LOOK.score(shown, WORDS)
        apart = [a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1] for a, b in combinations(boxes, 2)]
        assert all(apart)


def test_there_is_no_certificate_before_the_round_is_over() -> None:
    assert LOOK.score(observe_table(()), WORDS) is None


def test_the_certificate_shows_hands_the_round_left() -> None:
    hands = [(Tile(6, 6),), (Tile(5, 4),)]
    result = RoundResult(Ending.OUT, (0,), (), (12, 9), (9, 0), (), None)
    table = replace(observe_table((), hands=hands, seats=2, to_act=DEALER), hands=tuple(hands), result=result)
    other = replace(table, hands=((Tile(6, 5),), (Tile(5, 4),)))
    one, two = LOOK.score(table, WORDS), LOOK.score(other, WORDS)
    assert one is not None
    assert two is not None
    assert one.tobytes() != two.tobytes()


def test_before_round_and_fouls_make_the_score() -> None:
    seen = next(each for each in rounds(3, games=9, fouls=3) if each.round > 1 and any(each.penalties))
    assert seen.result is not None
    shown = {str(column.heading): column.numbers for column in list_columns(seen, seen.result, ())}
    sums = zip(shown["before"], seen.result.gains, seen.penalties, strict=True)
    assert [int(before) + gain - foul for before, gain, foul in sums] == list(seen.scores)
