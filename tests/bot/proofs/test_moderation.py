"""Both verifiers say what a moderator of the server did.

They refuse a log that says so without doing it, or does it without saying so.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from bot.table.record.verify import REFUSED, UNCOMPARED
from tests.bot.proofs.books import Cancelled, Played, Record, compact, copy_of, file, renumber
from tests.bot.proofs.both import TRUSTING, Answer, Node, assert_same, here, node
from tests.bot.proofs.forgeries import insert, new_step, nth, without

KNOWN = "The channel named the moderator each time: its players know whether that's true."


class Moderated(Played):
    """A moderator pauses the game, lets it go on, frees a seat, and ends the game."""

    def between(self, deal: int) -> None:
        if deal == 1:
            self.step("moderation", "pause")
            self.step("pause")
            self.step("moderation", "resume")
            self.step("pause", "over")

    def finish(self) -> None:
        self.step("moderation", "free 1")
        self.leave(1)
        self.step("moderation", "close")
        self.step("close", "moderator")
        super().finish()


@pytest.fixture(scope="module")
def other() -> Iterator[Node]:
    with node() as program:
        yield program


@cache
def honest() -> Record:
    return Moderated("draw", 2, rounds=1).record


def both(record: Record, other: Node) -> Answer:
    ours, theirs = here(file(record), (), TRUSTING), other(file(record))
    assert_same(ours, theirs)
    return ours


def first_refusal(record: Record, other: Node) -> str:
    answer = both(record, other)
    assert answer.verdict == REFUSED
    return answer.lines[0]


def test_each_act_of_a_moderator_is_told_with_its_step(other: Node) -> None:
    answer = both(honest(), other)
    assert answer.verdict == UNCOMPARED, answer.lines[:1]
    pause, resume, free, close = (nth(honest(), "moderation", n)["seq"] for n in range(4))
    told = [
        f"At step {pause} a moderator of the server paused the game.",
        f"At step {resume} a moderator of the server resumed the game.",
        f"At step {free} a moderator of the server freed seat 2.",
        f"At step {close} a moderator of the server ended the game without a result.",
        KNOWN,
    ]
    assert [line for line in answer.lines if line in told] == told
    assert not any("closed without a vote" in line for line in answer.lines)


def test_a_pause_without_a_vote_and_without_a_moderator_is_refused(other: Node) -> None:
    record = copy_of(honest())
    said = first_refusal(without(record, nth(record, "moderation")), other)
    assert "does what not all who were there agreed to" in said


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("resume", "isn't what a moderator did"),
        ("close", "isn't what a moderator did"),
        ("free 1", "isn't what a moderator did"),
        ("win 1", "has a notation that can't be read"),
        ("free 01", "has a notation that can't be read"),
        ("free", "has a notation that can't be read"),
        ("", "has a notation that can't be read"),
    ],
)
def test_a_step_that_does_something_else_than_its_moderator_is_refused(act: str, said: str, other: Node) -> None:
    record, was = copy_of(honest()), list(honest()["steps"])
    nth(record, "moderation")["notation"] = act
    assert said in first_refusal(renumber(record, was), other)


def test_a_moderator_who_frees_one_seat_frees_no_other(other: Node) -> None:
    record, was = copy_of(honest()), list(honest()["steps"])
    nth(record, "leave")["seat"] = 0
    assert "isn't what a moderator did" in first_refusal(renumber(record, was), other)


def test_nothing_stands_between_an_act_and_the_step_that_carries_it_out(other: Node) -> None:
    record = copy_of(honest())
    between = new_step("hint", "6-6")
    assert "isn't what a moderator did" in first_refusal(insert(record, nth(record, "pause"), between), other)


def test_a_game_is_not_closed_in_the_name_of_a_moderator_who_did_not(other: Node) -> None:
    record = copy_of(honest())
    said = first_refusal(without(record, nth(record, "moderation", 3)), other)
    assert "closes the game for a moderator, and none did that" in said


def test_a_moderator_gives_nobody_a_result_and_no_agreement_of_players(other: Node) -> None:
    record, was = copy_of(honest()), list(honest()["steps"])
    nth(record, "close")["notation"] = "finish"
    assert "isn't what a moderator did" in first_refusal(renumber(record, was), other)
    record = copy_of(Cancelled("draw", 2, rounds=1).record)
    vote = nth(record, "vote", 1)
    record = insert(without(record, vote), nth(record, "close"), new_step("moderation", "close"))
    assert "isn't what a moderator did" in first_refusal(record, other)


def test_a_record_does_not_end_before_what_a_moderator_did(other: Node) -> None:
    record = copy_of(honest())
    closed = nth(record, "close")["seq"]
    end = [step for step in record["steps"] if step["seq"] >= closed]
    assert "stops before what a moderator did" in first_refusal(without(record, *end), other)


def test_many_acts_are_counted(other: Node) -> None:
    record = copy_of(honest())
    acts = [new_step(kind, notation) for _ in range(4)
            for kind, notation in (("moderation", "pause"), ("pause", ""),
                                   ("moderation", "resume"), ("pause", "over"))]  # fmt: skip
    answer = both(insert(record, nth(record, "moderation"), *acts), other)
    assert answer.verdict == UNCOMPARED, answer.lines[:1]
    assert "Moderators did 4 more things." in answer.lines


def test_a_pause_of_a_moderator_answers_the_question_for_one(other: Node) -> None:
    record = copy_of(honest())
    asks = new_step("vote", compact({"yes": True, "subject": "pause"}), 0)
    agrees = new_step("vote", compact({"yes": True}), 1)
    record = insert(record, nth(record, "moderation"), asks)
    said = first_refusal(insert(record, nth(record, "moderation", 1), agrees), other)
    assert "answers, but nothing is asked" in said
