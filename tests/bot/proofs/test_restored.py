"""Records of games whose host restored a copy: both verifiers say what that leaves unproved."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bot.table.record.verify import INCOMPLETE, REFUSED
from tests.bot.proofs.books import Restored, compact, file
from tests.bot.proofs.both import TRUSTING, Answer, Node, here, node

LEFT = "If deal 2 or a later one was announced before that, its tiles may have been seen and dealt again."


@pytest.fixture(scope="module")
def other() -> Iterator[Node]:
    with node() as program:
        yield program


def both(record: Restored, other: Node) -> list[Answer]:
    return [here(file(record.record), network=TRUSTING), other(file(record.record))]


@pytest.mark.parametrize("key", ["draw", "moon"])
def test_a_restored_game_is_incomplete_and_both_name_the_step(key: str, other: Node) -> None:
    record = Restored(key, 3, rounds=2)
    step = next(step["seq"] for step in record.record["steps"] if step["kind"] == "restored")
    for answer in both(record, other):
        assert answer.verdict == INCOMPLETE
        assert [line for line in answer.lines if LEFT in line] == [
            f"At step {step} the bot was restored from an older copy. {LEFT}"
        ]


def test_a_thousand_restored_copies_are_told_in_nine_lines(other: Node) -> None:
    said = (compact({"copy": 1_800_000_000, "until": 5}),) * 1000
    for answer in both(type("Often", (Restored,), {"said": said})("draw", 2, rounds=2), other):
        assert answer.verdict == INCOMPLETE
        assert sum(LEFT in line for line in answer.lines) == 8
        assert "The same is true of 992 later steps." in answer.lines


@pytest.mark.parametrize(
    "said", ["", "{}", compact({"copy": 1, "until": 5, "looked": False}), '{"copy":"1","until":5}']
)
def test_a_restored_step_that_says_something_else_is_refused(said: str, other: Node) -> None:
    for answer in both(type("Forged", (Restored,), {"said": (said,)})("draw", 2, rounds=2), other):
        assert answer.verdict == REFUSED
        assert "has a notation that can't be read." in answer.lines[0]
