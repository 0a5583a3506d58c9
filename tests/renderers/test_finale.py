"""The picture of an end: handsome is for people to say; here is that it keeps its limits and what it shows."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest

from engine import chronicle
from engine.dominoes.ending import Ending
from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import is_scored, make_random_deal
from engine.sides import find_sides
from engine.words import Who, Words, msg
from renderers import RENDERERS
from renderers.finale import End, finale, record
from renderers.kit import picture, sprites, text
from renderers.kit.palette import DARK, FACE, LABEL, SEATS, Colour
from renderers.line import proof
from renderers.look import Layout
from tests.engine.play import honest
from tests.engine.test_chronicle import SHORT, ends
from tests.engine.twins import resting_position, twin
from tests.renderers.names import NAMES
from tests.renderers.test_contract import one_setup

WORDS, LONG = Words(NAMES), Words(["W" * 32] * 8)
every_game = pytest.mark.parametrize("key", SHORT)


def last(key: str, seed: object = 1, **more: Any) -> End[Any]:
    """Return the end of a random game."""
    *_, (game, state, chapters) = ends(key, seed, **more)
    seen, look = state.observe(None), RENDERERS[key]
    outcome = chronicle.final_outcome(seen)
    assert outcome is not None
    layout: Layout = look.arrange(seen, ())
    return End(look, seen, layout, chapters, outcome.reason, game.penalties)


@every_game
@pytest.mark.parametrize("words", [WORDS, LONG], ids=["names", "long names"])
def test_it_keeps_its_limits_and_is_the_same_every_time(key: str, words: Words) -> None:
    end = last(key)
    image = finale(end, words)
    assert image.width == picture.WIDTH
    assert 400 < image.height <= 1200
    data = picture.png(image)
    assert len(data) < 150_000
    assert data == picture.png(finale(end, words))


RECORD = (msg("New record on this server"), msg("Greatest comeback: 124 points behind ({who})", who=Who(0)))


@every_game
@pytest.mark.parametrize("words", [WORDS, LONG], ids=["names", "long names"])
def test_a_record_stands_at_the_foot_and_keeps_the_limits(key: str, words: Words) -> None:
    end = last(key)
    plain, told = finale(end, words), finale(replace(end, record=RECORD), words)
    assert told.width == plain.width
    assert plain.height <= told.height + record.HEIGHT
    assert told.height <= 1200
    foot = told.crop((20, told.height - 20 - record.HEIGHT, 1180, told.height - 20))
    colours = {shade for _, shade in foot.getcolors(1 << 20) or ()}
    assert {LABEL, FACE, DARK} <= colours
    assert told.crop((20, 20, 1180, 220)).tobytes() == plain.crop((20, 20, 1180, 220)).tobytes()


def frame_shade(end: End[Any]) -> Colour:
    """Return the colour of the one side that won."""
    leading = find_sides(end.sides, end.leading_seats)
    return end.shade(end.leading_seats[0]) if len(leading) == 1 else LABEL


@every_game
def test_no_word_of_the_head_runs_over_its_frame(key: str) -> None:
    end = last(key)
    image = finale(end, LONG)
    assert {image.getpixel((1176, y)) for y in range(60, 190)} == {frame_shade(end)}


@every_game
def test_the_winner_is_crowned_in_their_colour_and_a_leader_is_not(key: str) -> None:
    end = last(key)
    early = replace(end, seen=replace(end.seen, outcome=None), title=msg("Nobody leads: the game ends early."))
    assert finale(end, WORDS).getpixel((600, 24)) == frame_shade(end)
    assert picture.png(finale(early, WORDS)) != picture.png(finale(end, WORDS))


@every_game
def test_a_game_that_ends_before_a_tile_lies_has_a_picture_too(key: str) -> None:
    end = last(key)
    assert finale(replace(end, layout=(), chapters=()), WORDS).height > 300


def test_a_series_shows_its_games() -> None:
    end = last("draw", 2, series="match 2", hand_size=3)
    assert end.points == end.seen.record.wins
    assert len(end.scores) == len(end.seen.record.games) > 1
    assert finale(end, WORDS).height <= 1200


@every_game
def test_all_stand_in_the_order_of_the_text(key: str) -> None:
    end = last(key)
    ordered = [end.points[side[0]] for side in end.order]
    assert ordered == sorted(ordered, reverse=True)
    leading = find_sides(end.sides, end.leading_seats)
    assert sorted(end.order[: len(leading)]) == sorted(leading)


@every_game
def test_a_game_that_is_ended_in_mid_round_shows_nothing_hidden(key: str) -> None:
    setup, rng, different = one_setup(key), Random(key), 0
    look = RENDERERS[key]
    for steps in (12, 30):
        original = resting_position(setup, rng, steps)
        other = twin(original, None, rng)
        different += other != original.state
        shown = [
            picture.png(finale(End(look, seen, look.arrange(seen, ()), (), msg("Nobody leads.")), WORDS))
            for seen in (original.state.observe(None), other.observe(None))
        ]
        assert shown[0] == shown[1]
    assert different


def test_confetti_falls_for_people_only() -> None:
    end = last("blockers")
    (winner,) = end.leading_seats
    heads = [finale(replace(end, is_celebrated=each), WORDS).crop((180, 30, 1170, 210)) for each in (True, False)]
    others = [shade for seat, shade in enumerate(SEATS) if seat != winner]
    assert [len({shade for _, shade in head.getcolors(1 << 18) or ()} & {*others}) > 3 for head in heads] == [
        True,
        False,
    ]


def end_by_block(key: str, seats: int, **options: Any) -> End[Any]:
    """Return the end of a random game whose only round was blocked."""
    game = GAMES[key]
    for seed in range(200):
        rng, state = Random(f"{key} {seed}"), game.start(game.options(**options), seats)
        while not is_scored(state):
            dealt = make_random_deal(state, rng) if state.to_act == DEALER else state.automatic()
            state = state.apply(dealt or rng.choice(honest(state.legal_actions()))).state
        seen, look = state.observe(None), RENDERERS[key]
        if seen.result.ending is Ending.BLOCKED:
            chapters = (chronicle.write_chapter(game.voice, seen, ()),)
            return End(look, seen, look.arrange(seen, ()), chapters, msg("{who} wins.", who=Who(0)))
    raise AssertionError("no round was blocked")


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [
        ("draw", 4, {"mode": "block"}),
        ("draw", 8, {"set": 12, "mode": "block"}),
        ("draw", 2, {"layout": "spinner"}),
        ("fives", 3, {}),
    ],
)
def test_the_end_of_a_blocked_round_is_its_certificate(key: str, seats: int, options: dict[str, Any]) -> None:
    end = end_by_block(key, seats, **options)
    with patch.object(text, "draw", side_effect=text.draw) as drawn:
        image = finale(end, WORDS)
    said = " ".join(str(call.args[3]) for call in drawn.call_args_list)
    result = end.seen.result
    assert said.count("Blocked!") == 1
    for number in {open_end.number for open_end in end.seen.ends}:
        assert re.search(rf"tiles? with {number}\b", said)
    assert ("Confirmed by 8 players." if seats == 8 else "Confirmed by ") in said
    assert all(str(pips) in said.split() for pips in result.residuals)
    certificate = end.look.proof(end.seen, WORDS, 1200 - 232)
    assert certificate is not None
    assert image.height == 232 + certificate.height <= 1200
    assert image.crop((0, 232, 1200, image.height)).tobytes() == certificate.tobytes()
    told = finale(replace(end, record=RECORD), WORDS)
    assert told.height <= 1200
    assert finale(end, LONG).height <= 1200


@pytest.mark.parametrize("key", ["draw", "fives"])
def test_the_tiles_of_a_proof_are_19_pixels_high_on_a_phone(key: str) -> None:
    end, sizes, usual = end_by_block(key, 4), list[int](), sprites.tile

    def note_size(near: int, far: int, heading: int, unit: int, *more: Any, **named: Any) -> Any:
        sizes.append(unit)
        return usual(near, far, heading, unit, *more, **named)

    with patch.object(sprites, "tile", note_size):
        for band in proof.proofs(end.seen, WORDS, 28):
            band.draw(picture.blank(1200, 400), 0)
    assert sizes
    assert 2 * min(sizes) * 360 / picture.WIDTH >= 19


def test_a_round_that_was_not_blocked_has_no_certificate_and_shows_its_table() -> None:
    for key in "draw", "fives", "moon", "chickenfoot", "blockers":
        end = last(key)
        if getattr(end.seen, "result", None) is not None and getattr(end.seen.result, "ending", None) is Ending.BLOCKED:
            continue
        assert end.look.proof(end.seen, WORDS, 900) is None
