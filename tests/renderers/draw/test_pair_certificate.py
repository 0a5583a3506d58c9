"""The certificate of a round between partners: hands by pair, what was compared, bonuses, and one total a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from operator import add
from typing import Any

import pytest
from PIL import Image

from engine.dominoes.ending import Ending
from engine.dominoes.partners import Bonus, Verdict
from engine.games import GAMES
from engine.games.draw.observation import DrawObservation
from engine.games.draw.options import DrawOptions
from engine.games.draw.pair_presets import PRESETS
from engine.sides import PAIRS
from engine.words import Words
from renderers import RENDERERS
from renderers.draw.certificate import list_columns
from renderers.finale import record
from renderers.line import pair_account, sheet
from renderers.line.pair_account import Sum
from tests.engine.play import Setup
from tests.renderers.pairs import LONGEST, states, written_texts

WORDS, LONG = Words(("Ana", "Ben", "Cem", "Dee")), Words(LONGEST)
LOOK = RENDERERS["draw"]


def find_scored_round(
    wanted: Callable[[DrawObservation], bool], options: DrawOptions | None = None, first: int = 0, **more: Any
) -> DrawObservation:
    """Return a scored round of Block between pairs that is as `wanted`."""
    setup = Setup(GAMES["draw"], options or DrawOptions(mode="block", teams="pairs", **more), 4)
    for seed in range(first, first + 400):
        *_, state = states(setup, seed)
        seen: DrawObservation = state.observe(None)
        if wanted(seen):
            return seen
    raise AssertionError("no such round")


def is_blocked(seen: DrawObservation) -> bool:
    return seen.result is not None and seen.result.ending is Ending.BLOCKED


def columns(seen: DrawObservation, covered: Sequence[int] = ()) -> dict[str, sheet.Column]:
    assert seen.result is not None
    shown = list_columns(seen, seen.result, covered)
    return {WORDS.text(column.heading): column for column in shown}


def test_hands_are_grouped_by_pair_with_one_sum_and_one_score_each(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = find_scored_round(is_blocked)
    assert seen.result is not None
    told = written_texts(monkeypatch, lambda: LOOK.score(seen, WORDS))
    assert [words for words in told if words in ("Ana", "Ben", "Cem", "Dee")] == ["Ana", "Cem", "Ben", "Dee"]
    pips = seen.result.residuals
    shown = columns(seen)
    assert shown["pair"].numbers[:2] == [str(pips[0] + pips[2]), str(pips[1] + pips[3])]
    assert [name for name, column in shown.items() if column.shared] == ["pair", "round", "score"]
    (winner,) = [side for side in PAIRS if side[0] in seen.result.winners]
    assert told.count(f"+{seen.result.gains[winner[0]]}") == 1


def test_from_the_second_round_on_scoring_shows_what_was_carried_over() -> None:
    first = find_scored_round(is_blocked)
    assert first.result is not None
    later = replace(first, round=2, penalties=(), scores=tuple(map(add, first.result.gains, (9, 7, 9, 7))))
    assert "before" not in columns(first)
    shown = columns(later)
    assert [name for name, column in shown.items() if column.shared] == ["pair", "before", "round", "score"]
    assert shown["before"].numbers == columns(later, covered=(0, 1))["before"].numbers == ["9", "7", "9", "7"]


def test_what_a_block_compared_is_framed() -> None:
    by_pair, by_hand, by_closer = (
        columns(find_scored_round(is_blocked, blocked_by=how)) for how in ("pair", "hand", "closer")
    )
    assert (set(by_pair["pair"].framed), by_pair["pips"].framed) == ({0, 1, 2, 3}, ())
    assert (by_closer["pair"].framed, len(by_closer["pips"].framed)) == ((), 2)
    fewest = min(by_hand["pips"].numbers, key=int)
    assert [by_hand["pips"].numbers[seat] for seat in by_hand["pips"].framed] == [fewest]


@pytest.mark.parametrize(("how", "frames"), [("pair", 2), ("closer", 2), ("hand", 1)])
def test_frames_are_drawn_and_explained_above(monkeypatch: pytest.MonkeyPatch, how: str, frames: int) -> None:
    seen, drawn = find_scored_round(is_blocked, blocked_by=how), list[int]()
    monkeypatch.setattr(sheet, "draw_frame", lambda *_, **__: drawn.append(1))
    told = written_texts(monkeypatch, lambda: LOOK.score(seen, WORDS))
    assert len(drawn) == frames + 1
    assert told.count("compared") == 1


def test_a_round_that_was_not_blocked_compares_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = find_scored_round(lambda seen: not is_blocked(seen))
    assert not any(column.framed for column in columns(seen).values())
    assert "compared" not in written_texts(monkeypatch, lambda: LOOK.score(seen, WORDS))


def test_bonuses_are_lines_and_add_up_with_the_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    def has_capicua(seen: DrawObservation) -> bool:
        return any(bonus.kind == "capicua" for bonus in seen.bonuses)

    seen = find_scored_round(has_capicua, capicua=25)
    result = seen.result
    assert result is not None
    opponents = [pips for seat, pips in enumerate(result.residuals) if seat not in result.winners]
    told = written_texts(monkeypatch, lambda: LOOK.score(seen, WORDS))
    assert "capicúa: +25" in told
    assert f"{opponents[0]} + {opponents[1]} + 25 = {sum(opponents) + 25}" in told
    doubled = find_scored_round(has_capicua, capicua="double")
    told = written_texts(monkeypatch, lambda: LOOK.score(doubled, WORDS))
    assert "capicúa: pips × 2" in told
    assert any(words.endswith(f") × 2 = {max(doubled.result.gains)}") for words in told if doubled.result is not None)


@pytest.mark.parametrize(
    ("winner", "hands", "bonuses", "gains", "expected"),
    [
        ((0, 2), Sum("30 + 22", 52), (), (52, 0), ["30 + 22 = 52"]),
        ((0, 2), Sum("30 + 22", 52), (Bonus("pass_round", 2, 25),), (77, 0), ["30 + 22 + 25 = 77"]),
        ((0, 2), Sum("5 + 3", 8), (), (0, 0), ["5 + 3 → 0"]),
        ((0, 2), Sum("5 + 3 − 6 − 4", -2), (), (0, 0), ["5 + 3 − 6 − 4 → 0"]),
        ((0, 2), Sum("5 + 3", 8), (Bonus("pass_round", 1, 25), Bonus("pass_first", 3, 25)), (8, 50),
         ["5 + 3 = 8", "25 + 25 = 50"]),
        ((), Sum("", 0), (Bonus("pass_round", 1, 25),), (0, 25), []),
        ((), Sum("", 0), (Bonus("pass_round", 1, 25),), (0, 0), ["25 → 0"]),
    ],
)  # fmt: skip
def test_a_total_leads_to_what_is_written_down(
    monkeypatch: pytest.MonkeyPatch,
    winner: tuple[int, ...],
    hands: Sum,
    bonuses: tuple[Bonus, ...],
    gains: tuple[int, int],
    expected: list[str],
) -> None:
    verdict = Verdict(PAIRS, winner, 0, (), hands.value, bonuses)
    bands = list(pair_account.totals(verdict, hands, gains * 2))
    assert written_texts(monkeypatch, lambda: sheet.draw_bands(lambda _: bands)) == expected


def test_while_a_hand_is_face_down_the_sums_are_hidden() -> None:
    seen = find_scored_round(lambda seen: is_blocked(seen) and bool(seen.result and seen.result.confirmed))
    half, whole = columns(seen, (1, 3)), columns(seen)
    assert set(half["pair"].numbers) == {""}
    assert not half["pair"].framed
    assert whole["pair"].framed
    *_, last = LOOK.lap(seen, WORDS)
    score = LOOK.score(seen, WORDS)
    assert score is not None
    assert last[1].tobytes() == score.tobytes()


@pytest.mark.parametrize("key", PRESETS)
@pytest.mark.parametrize("blocked", [False, True])
def test_nothing_is_cut_in_any_preset_of_pairs(monkeypatch: pytest.MonkeyPatch, key: str, blocked: bool) -> None:
    seen = find_scored_round(lambda seen: is_blocked(seen) == blocked, PRESETS[key])
    told = written_texts(monkeypatch, lambda: LOOK.score(seen, LONG))
    assert not any("…" in words for words in told)
    image = LOOK.score(seen, LONG)
    assert image is not None
    assert image.height <= 1200


@pytest.mark.parametrize("key", PRESETS)
def test_below_a_title_and_above_a_record_there_is_room_for_a_whole_certificate(
    monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """Take the smallest tiles and the longest names: all strips are within the picture."""
    heights = list[int]()
    usual = sheet.draw_bands

    def draw_bands(bands: Callable[[int], Iterable[sheet.Band]], tallest: int) -> Image.Image:
        heights.append(min(sum(band.height for band in bands(unit)) for unit in (10, 24, 48)))
        return usual(bands, tallest)

    monkeypatch.setattr(sheet, "draw_bands", draw_bands)
    room = 1200 - 232 - record.HEIGHT - record.GAP
    for first in range(0, 400, 100):
        LOOK.proof(find_scored_round(is_blocked, PRESETS[key], first), LONG, room)
    assert len(heights) == 4
    assert max(heights) <= room
