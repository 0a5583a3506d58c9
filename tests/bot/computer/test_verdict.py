"""When a decision is called wrong."""

from __future__ import annotations

from random import Random
from statistics import fmean

from bot.computer.verdict import LEAST_LOSS, Loss, find_loss, measure_loss
from engine.players import NOT_JUDGED


def judgements(loss: float, noise: float, rng: Random, times: int = 5) -> list[dict[str, float]]:
    """Judgements of two actions, of which one loses `loss`, measured with noise."""
    return [{"good": rng.gauss(loss, noise), "bad": 0.0} for _ in range(times)]


def test_a_loss_that_every_judgement_finds_is_told() -> None:
    assert find_loss([{"a": 5.0, "b": 2.0}] * 5, "b") == Loss("a", 3.0)


def test_the_best_action_on_average_loses_nothing() -> None:
    assert find_loss([{"a": 5.0, "b": 2.0}, {"a": 1.0, "b": 2.0}], "a") is None


def test_a_loss_of_less_than_half_a_point_is_not_told() -> None:
    assert find_loss([{"a": LEAST_LOSS - 0.01, "b": 0.0}] * 5, "b") is None
    assert find_loss([{"a": LEAST_LOSS, "b": 0.0}] * 5, "b") is not None


def test_what_only_some_judgements_find_is_not_told() -> None:
    scattered = [{"a": worth, "b": 0.0} for worth in (9.0, -4.0, 8.0, -3.0, 7.0)]
    assert find_loss(scattered, "b") is None


def test_a_loss_to_a_given_action_is_measured_even_if_a_third_is_best() -> None:
    assert measure_loss([{"a": 5.0, "b": 2.0, "c": 9.0}] * 5, "b", "a") == 3.0
    assert measure_loss([{"a": 26.0, "b": 2.0}, {"a": 1.0, "b": 3.0}], "b", "a") is None


def test_an_action_that_was_not_judged_is_not_called_wrong() -> None:
    assert find_loss([{"a": 5.0, "b": NOT_JUDGED}] * 5, "b") is None
    assert find_loss([{"a": 5.0, "b": 2.0}] * 4 + [{"a": 5.0, "b": NOT_JUDGED}], "b") is None
    assert measure_loss([{"a": NOT_JUDGED, "b": NOT_JUDGED}] * 5, "b", "a") is None


def test_an_action_that_a_single_judgement_left_out_is_suspected() -> None:
    assert find_loss([{"a": 5.0, "b": 2.0, "c": 3.0, "d": NOT_JUDGED}], "d") == Loss("a", 3.0)


def test_a_decision_that_is_called_wrong_is_found_worse_again_in_19_of_20_cases() -> None:
    """Losses of any size, most of them near zero, judged again as often."""
    rng, again = Random(1), list[bool]()
    for _ in range(20000):
        loss, noise = abs(rng.gauss(0, 3.0)), 3.0
        if find_loss(judgements(loss, noise, rng), "bad") is not None:
            again.append(fmean(each["good"] for each in judgements(loss, noise, rng)) > 0)
    assert len(again) > 500
    assert sum(again) / len(again) > 0.95
