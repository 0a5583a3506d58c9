"""Records of the formats before are incomplete, and both verifiers say why; forged ones are refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest

from bot.table.verify import INCOMPLETE, NO_MOVES, REFUSED, verify
from engine.games import GAMES
from tests.bot.proofs.books import Record, compact, file, sha256
from tests.bot.proofs.both import Node, here, node
from tests.bot.proofs.old import hashed, old_record


@pytest.fixture(scope="module")
def other() -> Iterator[Node]:
    with node() as started:
        yield started


@pytest.mark.parametrize("first", [False, True], ids=["v2", "v1"])
@pytest.mark.parametrize("key", GAMES)
def test_an_older_record_is_incomplete_and_both_say_what_it_leaves_open(key: str, first: bool, other: Node) -> None:
    data = file(old_record(key, first=first))
    ours, theirs = here(data), other(data)
    assert (ours.verdict, theirs.verdict) == (INCOMPLETE, INCOMPLETE), (ours, theirs)
    assert list(ours.lines)[: len(theirs.lines)] == list(theirs.lines)
    assert "It doesn't show that a seed was fixed before the words were known." in theirs.lines[-1]
    assert ours.lines[-2] == "The moves follow the rules."
    assert verify(data, GAMES).code == INCOMPLETE


def deals(record: Record) -> list[dict[str, str]]:
    return [line for line in record["steps"] if line["kind"] == "deal"]


def round_left_out(record: Record) -> None:
    del record["rounds"][1]


def no_rounds(record: Record) -> None:
    record["rounds"] = []


def round_doubled(record: Record) -> None:
    record["rounds"].insert(1, record["rounds"][0])


def rounds_exchanged(record: Record) -> None:
    record["rounds"][:2] = record["rounds"][1::-1]


def another_seed(record: Record) -> None:
    record["rounds"][1]["seed"] = "ab" * 32


def another_seed_and_commitment(record: Record) -> None:
    round_ = record["rounds"][1]
    round_["seed"] = "ab" * 32
    round_["commitment"] = sha256(f"deal-v1|12|2|{round_['seed']}")


def entropy_in_two_ways(record: Record) -> None:
    round_ = record["rounds"][1]
    round_["entropy"] = ["|".join(round_["entropy"])]
    deals(record)[1]["notation"] = compact({key: round_[key] for key in ("round", "commitment", "entropy")})
    hashed(record)


def second_start(record: Record) -> None:
    place = next(n for n, line in enumerate(record["steps"]) if line["kind"] == "start")
    record["steps"].insert(place + 1, dict(record["steps"][place]))
    for seq, line in enumerate(record["steps"], 1):
        line["seq"] = seq
    hashed(record)


def many_join(record: Record) -> None:
    place = next(n for n, line in enumerate(record["steps"]) if line["kind"] == "start")
    seats = record["seats"]
    record["steps"][place:place] = [{**record["steps"][1], "seat": min(seat, 7)} for seat in range(seats, 20_000)]
    for seq, line in enumerate(record["steps"], 1):
        line["seq"] = seq
    hashed(record)


def told(key: str, value: object) -> Callable[[Record], None]:
    return lambda record: record["rounds"][0].__setitem__(key, value)


def step(key: str, value: object) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        record["steps"][-1][key] = value
        hashed(record)

    return change


def a_number_for_yes_or_no(record: Record) -> None:
    name = next(name for name, value in record["options"].items() if isinstance(value, bool))
    record["options"][name] = int(record["options"][name])


FORGED: dict[str, tuple[Callable[[Record], object], str]] = {
    "a number for yes or no": (a_number_for_yes_or_no, "starts another game than the head of the record says"),
    "a round left out": (round_left_out, "are told"),
    "no rounds": (no_rounds, "are told"),
    "a round doubled": (round_doubled, "are told"),
    "rounds exchanged": (rounds_exchanged, "Deal 1 isn't told as the log has it"),
    "another seed": (another_seed, "Deal 2 comes from a seed that its commitment doesn't cover"),
    "another seed and commitment": (another_seed_and_commitment, "Deal 2 isn't told as the log has it"),
    "entropy in two ways": (entropy_in_two_ways, "Deal 2 mixes in what can be read in two ways"),
    "picks as text": (told("picks", "2"), "This is not a record"),
    "picks beyond what can be": (told("picks", 2**32 + 1), "This is not a record"),
    "other picks": (told("picks", 2**32), "chooses among"),
    "another deck": (told("deck", "0-0, 1-1"), "shuffles another deck"),
    "another game": (lambda record: record.update(game="poker"), "starts another game"),
    "other options": (lambda record: record["options"].update(series="single"), "starts another game"),
    "a second start": (second_start, "starts the game a second time"),
    "20,000 join": (many_join, "names a seat that isn't there"),
    "a seat below the first": (step("seat", -1), "This is not a record"),
    "a time that never comes": (step("at", 2**70), "This is not a record"),
    "a move": (lambda record: record["steps"][-1].update(notation="pass"), "doesn't match its hash"),
}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("name", FORGED)
def test_what_was_forged_before_is_refused_by_both(name: str, key: str, other: Node) -> None:
    forge, said = FORGED[name]
    record = old_record(key)
    forge(record)
    ours, theirs = here(file(record)), other(file(record))
    assert (ours.verdict, theirs.verdict) == (REFUSED, REFUSED), (ours, theirs)
    assert said in ours.lines[0]
    assert said in theirs.lines[0]


def test_a_key_that_stands_twice_is_refused(other: Node) -> None:
    data = file(old_record("draw")).replace(b' "seats": 2,', b' "seats": 3,\n "seats": 2,')
    assert (here(data).verdict, other(data).verdict) == (REFUSED, REFUSED)


@pytest.mark.parametrize("key", GAMES)
def test_an_older_record_that_is_cut_in_mid_round_breaks_the_rules(key: str) -> None:
    record = old_record(key)
    del record["steps"][-2:]
    record["result"] = None
    verdict = verify(file(record), GAMES)
    assert (verdict.code, verdict.found) == (NO_MOVES, INCOMPLETE)
    assert "The record stops in the middle of a round." in " ".join(map(str, verdict.lines))


def test_names_cannot_draw_on_a_terminal(other: Node) -> None:
    record = old_record("draw")
    record["names"] = ["\x1b[2JAna\n\u202e", "\x1b]0;Ben\x07"]
    for answer in (here(file(record)), other(file(record))):
        assert answer.verdict == INCOMPLETE
        assert not any(sign in line for line in answer.lines for sign in "\x1b\n\u202e\x07")
    assert json.loads(file(record))["names"] == record["names"]
