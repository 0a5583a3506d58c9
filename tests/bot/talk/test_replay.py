"""Which frames of a game have room in its replay: pure numbers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.table.record.film import MAX_FRAMES
from bot.talk.replay import CaptionedShot, select_frames


def game(*rounds: int) -> list[CaptionedShot]:
    """Return a game whose rounds have these numbers of frames."""
    frames = list[CaptionedShot]()
    for number, size in enumerate(rounds, 1):
        shot = cast("Any", SimpleNamespace(round=number))
        frames += [CaptionedShot(shot, None, ends=step == size) for step in range(1, size + 1)]
    return frames


def test_a_short_game_is_shown_whole() -> None:
    frames = game(20, 30, 10)
    assert list(select_frames(frames, 0)) == frames


def test_a_long_game_has_one_frame_a_round_and_its_last_round_in_full() -> None:
    frames = game(60, 60, 40)
    ends = [frame for frame in frames[:120] if frame.ends]
    assert list(select_frames(frames, 0)) == [*ends, *frames[120:]]


@pytest.mark.parametrize("rounds", [(10,) * 100, (5, 300), (30,) * 20], ids=["many", "a long last one", "twenty"])
def test_what_has_no_room_is_left_out_evenly_and_never_the_end(rounds: tuple[int, ...]) -> None:
    frames = game(*rounds)
    kept = select_frames(frames, 0)
    before = [frame for frame in kept if frame.shot.round < len(rounds)]
    assert len(kept) < MAX_FRAMES
    assert kept[-1] is frames[-1]
    assert all(frame.ends for frame in before)
    assert before
    assert len({frame.shot.round for frame in before}) == len(before)


def test_a_round_alone_keeps_its_end() -> None:
    frames = game(3, 400, 3)
    kept = select_frames(frames, 2)
    assert len(kept) <= MAX_FRAMES
    assert {frame.shot.round for frame in kept} == {2}
    assert kept[-1].ends
