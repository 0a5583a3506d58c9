"""What Fives shows besides a line of play: branches at every double, the count, and what plays score."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, islice, pairwise
from random import Random

import pytest
from PIL import ImageChops
from shapely.geometry import Point

from engine.game import DEALER
from engine.games import fives
from engine.games.fives.observation import FivesObservation, Preview
from engine.games.fives.options import FivesOptions
from engine.words import Words
from renderers.fives import LOOK, gains, spinners
from renderers.kit import picture
from renderers.kit.geometry import GAP, camera
from renderers.line.board import discs, extent, line_of_play, view
from renderers.line.branches import cords, needs_search
from renderers.line.ends import spots
from tests.engine.play import Setup, walk
from tests.long import some
from tests.renderers.line.test_arrange import polygon
from tests.renderers.names import NAMES
from tests.renderers.pairs import written_texts

WORDS = Words(NAMES)
SETS = {6: 4, 9: 3, 12: 2}


def positions(seats: int, seed: int, steps: int = 300, **options: object) -> Iterator[FivesObservation]:
    """Yield what the seat to act sees, turn after turn."""
    setup = Setup(fives.GAME, FivesOptions(**options), seats)  # type: ignore[arg-type]  # any option by name
    for turn in islice(walk(setup, Random(seed), 0), steps):
        state = turn.step.state
        if state.to_act not in (None, DEALER):
            yield state.observe(state.to_act)


@cache
def five_up(highest: int) -> list[FivesObservation]:
    """Return the longest lines of a few rounds in which every double is a spinner."""
    longest: list[FivesObservation] = []
    for seed in range(4):
        shown = list(positions(SETS[highest], seed, set=highest, spinner="all"))
        longest += [one for one, other in pairwise(shown) if len(other.laid) < len(one.laid)]
    return longest


every_set = pytest.mark.parametrize("highest", SETS)


@every_set
def test_no_two_tiles_of_a_line_that_branches_overlap(highest: int) -> None:
    assert five_up(highest)
    for seen in five_up(highest):
        shapes = [polygon(spot) for spot in spots(LOOK.arrange(seen, ()))]
        assert all(one.distance(other) >= GAP - 1e-6 for one, other in combinations(shapes, 2))


@every_set
def test_of_two_hundred_tiles_that_branch_at_most_one_needs_a_cord(highest: int) -> None:
    tiles = corded = 0
    for seen in five_up(highest):
        bare = replace(seen, ends=())
        corded += len(list(cords(bare, spots(LOOK.arrange(seen, ())))))
        tiles += len(seen.laid)
    assert corded <= tiles / 200


@every_set
def test_letters_of_a_line_that_branches_hide_no_tile_and_no_other_letter(highest: int) -> None:
    for seen in five_up(highest):
        layout = LOOK.arrange(seen, ())
        marks = [Point(point).buffer(0.45) for point in discs(seen, layout).values()]
        assert len(marks) == len(seen.ends)
        assert not [shape for shape in map(polygon, spots(layout)) if any(shape.intersects(mark) for mark in marks)]
        assert not [pair for pair in combinations(marks, 2) if pair[0].intersects(pair[1])]


@pytest.mark.parametrize("highest", some({str(highest): highest for highest in SETS}, ["6"]))
def test_a_row_without_a_double_turns_before_its_tiles_get_small_and_its_spinner_finds_room(highest: int) -> None:
    tiles = corded = 0
    for seed in range(20):
        for seen in positions(SETS[highest], seed, 60, set=highest):
            layout = LOOK.arrange(seen, ())
            if seen.laid and needs_search(seen, spots(layout)):
                tiles += len(layout)
                last, *others = reversed([polygon(spot) for spot in spots(layout)])
                assert all(last.distance(other) >= GAP - 1e-6 for other in others)
                corded += len(list(cords(replace(seen, ends=()), spots(layout))))
                assert view(seen, layout).camera.unit >= {6: 33, 9: 30, 12: 27}[highest]
    assert tiles
    assert corded <= tiles / 100


def test_a_line_laid_tile_by_tile_is_the_line_laid_at_once() -> None:
    for seen in five_up(6)[:4]:
        layout = LOOK.arrange(seen, ())
        assert all(LOOK.arrange(seen, layout[:tiles]) == layout for tiles in range(len(layout)))


def test_the_count_and_what_the_last_play_scored_are_shown() -> None:
    shown = [seen for seen in positions(2, 1) if seen.laid]
    scoring = next(seen for seen in shown if seen.last)
    text, layout = WORDS.text(LOOK.text(scoring)), LOOK.arrange(scoring, ())
    assert f"total {scoring.total} ✓ +{scoring.last}." in text
    assert f"total {scoring.total} ✓ +{scoring.last}." in WORDS.text(LOOK.alt(scoring))
    none = replace(scoring, last=0)
    assert f"total {none.total}." in WORDS.text(LOOK.text(none))
    boards = {LOOK.board(seen, layout, WORDS).tobytes() for seen in (scoring, none, replace(none, total=99))}
    assert len(boards) == 3


def test_a_hand_says_what_each_play_would_score() -> None:
    own = next(seen for seen in positions(3, 2) if any(play.points for play in seen.previews) and seen.laid)
    best = max(own.previews, key=lambda play: play.points)
    assert f"{best.tile} (+{best.points})" in WORDS.text(LOOK.hand_alt(own))
    layout, silent = LOOK.arrange(own, ()), replace(own, previews=())
    assert "+" not in WORDS.text(LOOK.hand_alt(silent))
    for large in (False, True):
        assert LOOK.hand(own, layout, WORDS, large=large).height > LOOK.hand(silent, layout, WORDS, large=large).height


def test_of_many_ends_a_hand_shows_those_that_score_most() -> None:
    """Three letters fit below a tile; what the others score must not be lost with them."""
    shown = (seen for seed in range(9) for seen in positions(4, seed, spinner="all"))
    own, plays = next((seen, plays) for seen in shown if len(plays := _of_one_tile(seen)) > 3)
    hands = set()
    for best in plays:
        previews = tuple(play._replace(points=20 if play == best else 0) for play in own.previews)
        hands.add(LOOK.hand(replace(own, previews=previews), LOOK.arrange(own, ()), WORDS).tobytes())
    assert len(hands) == len(plays)


def _of_one_tile(seen: FivesObservation) -> list[Preview]:
    """Return the plays of the tile that fits most ends, of which none are alike."""
    offered = {choice.notation for choice in seen.choices if not choice.same_as}
    different = [play for play in seen.previews if f"play {play.tile} {play.end}" in offered]
    most = Counter(play.tile for play in different).most_common(1)
    return [play for play in different if most and play.tile == most[0][0]]


@pytest.mark.parametrize("spinner", ["none", "first", "all"])
def test_spinners_are_marked(spinner: str) -> None:
    seen = next(seen for seen in positions(2, 5, spinner=spinner) if sum(laid.tile.double for laid in seen.laid) > 1)
    doubles = [place for place, laid in enumerate(seen.laid) if laid.tile.double]
    assert list(spinners(seen)) == {"none": [], "first": doubles[:1], "all": doubles}[spinner]
    layout = LOOK.arrange(seen, ())
    pictures = [picture.blank(600, 400) for _ in range(2)]
    for canvas, pins in zip(pictures, (spinners(seen), ()), strict=True):
        line_of_play(canvas, seen, layout, camera(extent(seen, layout), (0, 0, 600, 400)), set(), pins)
    assert (pictures[0].tobytes() == pictures[1].tobytes()) == (spinner == "none")


def test_the_points_of_the_last_play_stand_beside_its_player_and_those_of_the_round_at_its_end() -> None:
    for seen in positions(2, 3):
        expected = [seen.last if seen.laid and seen.laid[-1].seat == seat else 0 for seat in range(2)]
        assert list(gains(seen)) == expected


def test_after_a_round_all_hands_and_points_by_plays_and_by_pips_are_shown_apart() -> None:
    setup = Setup(fives.GAME, FivesOptions(), 3)
    seen = next(shown for turn in walk(setup, Random(6), 0) if (shown := turn.step.state.observe(None)).is_scored)
    result = seen.result
    swapped = result._replace(plays=result.pips, pips=result.plays)
    others = (replace(seen, hands=((),) * 3), replace(seen, result=swapped), replace(seen, scores=(1, 2, 3)))
    assert any(result.pips)
    pictures = [LOOK.score(one, WORDS) for one in (seen, *others)]
    assert len({image.tobytes() for image in pictures if image is not None}) == 4
    assert LOOK.score(replace(seen, result=None), WORDS) is None


@pytest.mark.parametrize("points", [(25,) * 9, (25, 10, 5, 0) * 3, (0, 0, 15) * 3])
def test_captions_below_a_tile_never_run_into_each_other(points: tuple[int, ...]) -> None:
    """Captions stand within their tile's column: between the columns the ground stays bare."""
    shown = (seen for seed in range(9) for seen in positions(4, seed, spinner="all"))
    own, plays = next((seen, plays) for seen in shown if len(plays := _of_one_tile(seen)) > 3)
    worth = dict(zip(plays, points, strict=False))
    lone = replace(
        own,
        hands=tuple((plays[0].tile,) if seat == own.viewer else hand for seat, hand in enumerate(own.hands)),
        previews=tuple(play._replace(points=worth.get(play, 0)) for play in own.previews),
        playable=(plays[0].tile,),
    )
    hand = LOOK.hand(lone, LOOK.arrange(own, ()), WORDS)
    captions = hand.crop((0, hand.height - 48, hand.width, hand.height))
    box = ImageChops.difference(captions, picture.blank(*captions.size)).getbbox()
    assert box is not None
    assert box[2] - box[0] <= 1.42 * 64


def test_the_ends_that_the_words_name_as_counted_add_up_to_the_total() -> None:
    seen_twice = seen_later = False
    for seen in (seen for seed in range(9) for seen in positions(3, seed) if seen.laid and seen.result is None):
        said = WORDS.text(LOOK.alt(seen))
        counted = re.findall(r"(?:Open ends|Closed for good): ([^.]*)\.", said)
        assert sum(int(number) for number in re.findall(r"\d+", " ".join(counted))) == seen.total, said
        seen_twice |= " + " in said
        seen_later |= "Also open, not counted yet: " in said
    assert seen_twice
    assert seen_later


@pytest.mark.parametrize("options", [{}, {"teams": "pairs"}])
def test_scoring_adds_what_was_before_to_plays_and_pips(
    options: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = Setup(fives.GAME, FivesOptions(**options), 4)  # type: ignore[arg-type]  # any option by name
    scored = [seen for turn in walk(setup, Random(1), 0) if (seen := turn.step.state.observe(None)).is_scored]
    first, later = (written_texts(monkeypatch, partial(LOOK.score, seen, WORDS)) for seen in scored[:2])
    headings = ["left", *(["pair"] if options else []), "before", "plays", "pips", "score"]
    assert [said for said in first if said in headings] == [heading for heading in headings if heading != "before"]
    assert [said for said in later if said in headings] == headings


def test_the_tips_of_a_spinner_are_grey_until_a_tile_is_there() -> None:
    shown = (seen for seed in range(9) for seen in positions(3, seed))
    seen = next(seen for seen in shown if len(seen.ends_without_count) == 2)
    assert [end.letter for end in seen.ends_without_count] == ["C", "D"]
    before, after = (replace(seen, laid=(*seen.laid, *more)) for more in ((), [seen.laid[-1]._replace(arm="C")]))
    assert [end.letter for end in after.ends_without_count] == ["D"]
    canvases = [picture.blank(900, 600) for _ in range(2)]
    for canvas, tips in zip(canvases, (before.ends_without_count, ()), strict=True):
        layout, letters = LOOK.arrange(seen, ()), {end.letter for end in seen.ends}
        grey = [end.letter for end in tips]
        line_of_play(canvas, seen, layout, camera(extent(seen, layout), (0, 0, 900, 600)), letters, (), grey=grey)
    assert ImageChops.difference(*canvases).getbbox()
