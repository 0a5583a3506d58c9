"""The last lap of a block: each confirmation turns one hand over, and nothing shows before the rules open it."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from PIL import Image

from bot.table.record.film import MAX_FRAMES, Shot
from bot.table.record.stepwise import run_to_end
from bot.talk.replay import CaptionedShot, find_lap_frames, select_frames
from engine.game import DEALER
from engine.games import GAMES
from engine.rounds import is_scored, make_random_deal
from engine.words import Words
from renderers import RENDERERS
from renderers.draw.certificate import certificate, lap
from renderers.replay import Frame, Round, draw_last_lap, draw_replay
from tests.engine.play import honest

SEATS = 4
LOOK: Any = RENDERERS["draw"]
WORDS = Words(("Ana", "Ben", "Cem", "Dot"))


@cache
def blocked_round() -> Sequence[Any]:
    """Return what everybody saw of a round that ended by a block, step by step."""
    return next(seen for n in range(400) if (seen := a_round(n))[-1].result.confirmed)


def a_round(number: int) -> list[Any]:
    rng, game, seen = Random(f"lap {number}"), GAMES["draw"], list[Any]()
    state = game.start(game.options(), SEATS)
    while not seen or not is_scored(state):
        deals = state.to_act == DEALER
        state = state.apply(make_random_deal(state, rng) if deals else rng.choice(honest(state.legal_actions()))).state
        seen.append(state.observe(None))
    return seen


def test_while_a_round_goes_on_nothing_is_turned_over() -> None:
    *before, end = blocked_round()
    assert all(not list(lap(seen, WORDS)) for seen in before)
    assert len(list(lap(end, WORDS))) == SEATS + 1


def test_each_confirmation_turns_one_hand_over_and_the_last_picture_is_the_certificate() -> None:
    end = blocked_round()[-1]
    told, pictures = zip(*lap(end, WORDS), strict=True)
    assert [str(said) for said in told[1:]][-1].endswith(f" passes ({SEATS} of {SEATS} passed).")
    assert len({picture.size for picture in pictures}) == 1
    assert all(one.tobytes() != other.tobytes() for one, other in pairwise(pictures))
    whole_picture = certificate(end, WORDS)
    assert whole_picture is not None
    assert pictures[-1].tobytes() == whole_picture.tobytes()


def test_a_picture_depends_on_no_hand_that_is_not_turned_over_yet() -> None:
    end = blocked_round()[-1]
    order = end.result.confirmed
    one, other = sorted(order[2:])
    hands = list(end.hands)
    tiles = sorted([*hands[one], *hands[other]])
    hands[one], hands[other] = tuple(tiles[: len(hands[one])]), tuple(tiles[len(hands[one]) :])
    pips = tuple(sum(tile.pips for tile in hand) for hand in hands)
    twin = replace(end, hands=tuple(hands), result=end.result._replace(residuals=pips, gains=(9, 0, 0, 0)))
    pairs = list(zip(lap(end, WORDS), lap(twin, WORDS), strict=True))
    assert all(mine[1].tobytes() == theirs[1].tobytes() for mine, theirs in pairs[:3])
    assert any(mine[1].tobytes() != theirs[1].tobytes() for mine, theirs in pairs[3:])


def test_a_replay_shows_the_last_lap_before_the_end_of_a_round_that_was_blocked() -> None:
    frames = [Frame(seen, "", ends=seen is blocked_round()[-1]) for seen in blocked_round()[-3:]]
    without = run_to_end(draw_replay(LOOK, [Round(frames)], WORDS))
    told = run_to_end(draw_replay(LOOK, [Round([*frames[:-1], replace(frames[-1], lap=True)])], WORDS))
    assert count(told) == count(without) + SEATS + 1
    alone = run_to_end(draw_last_lap(LOOK, blocked_round()[-1], WORDS))
    assert alone is not None
    assert count(alone) == SEATS + 1
    assert run_to_end(draw_last_lap(LOOK, blocked_round()[0], WORDS)) is None


def count(film: bytes) -> int:
    return int(getattr(Image.open(io.BytesIO(film)), "n_frames", 0))


def test_a_film_with_all_its_laps_has_no_more_frames_than_it_may() -> None:
    shot: Any = Shot
    for rounds, each in ((1, 500), (40, 9), (130, 1), (12, 8), (2, 55)):
        seen = [replace(blocked_round()[0], round=number) for number in range(1, rounds + 1)]
        frames = [CaptionedShot(shot(one, None), None, step == each - 1) for one in seen for step in range(each)]
        for seats in (2, 8):
            kept = select_frames(frames, 0)
            with_lap = find_lap_frames(kept, seats)
            assert len(kept) + len(with_lap) * (seats + 1) <= MAX_FRAMES
            assert len(kept) - 1 in with_lap


def test_the_last_lap_comes_before_any_picture_that_tells_how_the_round_ended() -> None:
    shot: Any = Shot
    *before, end = blocked_round()
    seen = [*before, end, end]  # the last confirmation, and how the round ended
    frames = [CaptionedShot(shot(one, None), None, place == len(seen) - 1) for place, one in enumerate(seen)]
    assert find_lap_frames(frames, SEATS) == {len(before)}
