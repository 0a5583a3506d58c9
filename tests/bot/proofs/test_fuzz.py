"""Records that were changed at random: both verifiers give the same verdict, and neither falls over or hangs."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from bot.table.record.verify import INCOMPLETE, REFUSED, UNCOMPARED
from engine.games import GAMES
from tests.bot.proofs.books import (
    GivenUp,
    Lively,
    Played,
    Record,
    Restored,
    TakenBack,
    VotedAway,
    copy_of,
    redealt,
    rehash,
)
from tests.bot.proofs.both import TRUSTING, Answer, here, node

ODD: list[Any] = [
    None, True, False, 0, -1, 1, 7, 8, 2**31, 2**32, 2**32 + 1, 2**53 - 1, 2**53, 2**63, 2**70, 1.5, -0.0, 1e300, "",
    "0", "x", "new", "join", "leave", "start", "due", "end", "posted", "gone", "nobeacon", "deal", "act", "{}",
    '{"deal":1}', '{"message":1}', "a" * 64, "A" * 64, "\x00", "\x1b[2J", "\n", "\u202e", "é", "🤖", "\ud800", "\\",
    '"', "a" * 4096, "🤖" * 4096, "a" * 4097, "__proto__", "constructor", [], {}, [[]], {"a": 1}, "1-0, 0-0", "０", "²",
]  # fmt: skip
"""What a value is replaced with: the edges of every type and limit."""


@cache
def originals() -> list[Record]:
    found: list[Record] = []
    for key, game in GAMES.items():
        seats = min(game.seats)
        found += [Lively(key, seats, rounds=3).record, VotedAway(key, seats, rounds=2).record]
        found += [Played(key, seats, alone=True, rounds=2).record]
        found += [Restored(key, seats, rounds=2).record]
    return [*found, GivenUp().record, TakenBack(rounds=1).record]


def places(value: Any) -> list[tuple[Any, Any]]:
    """Return every place inside a value that can be changed: the list or object, and where in it."""
    found: list[tuple[Any, Any]] = []
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        found.append((value, key))
        if isinstance(inner, dict | list):
            found += places(inner)
    return found


def odd(rng: Random, record: Record) -> None:
    within, key = rng.choice(places(record))
    within[key] = rng.choice(ODD)


def edit_value(rng: Random, record: Record) -> None:
    """Change one character of a text, or a number by one."""
    within, key = rng.choice([(w, k) for w, k in places(record) if isinstance(w[k], str | int)])
    value = within[key]
    if isinstance(value, str) and value:
        place = rng.randrange(len(value))
        within[key] = (
            value[:place] + rng.choice(["", "0", "a", "-", ",", "\\", '"', value[place] * 2]) + value[place + 1 :]
        )
    elif isinstance(value, int):
        within[key] = value + rng.choice([-1, 1, 1000, -1000])


def rearrange_list(rng: Random, record: Record) -> None:
    """Drop, double or exchange items of a list."""
    lists = [record.get(key) for key in ("steps", "seeds", "deals")]
    line = rng.choice([one for one in lists if isinstance(one, list) and one] or [[0, 1]])
    one, other = rng.randrange(len(line)), rng.randrange(len(line))
    match rng.randrange(4):
        case 0:
            del line[one]
        case 1:
            line.insert(other, line[one])
        case 2:
            line[one], line[other] = line[other], line[one]
        case _:
            del line[max(1, one) :]


def rename_key(rng: Random, record: Record) -> None:
    within, key = rng.choice([(w, k) for w, k in places(record) if isinstance(w, dict)])
    within[rng.choice(["", "__proto__", "1", "seq", key.upper(), "hash"])] = within.pop(key)


CHANGES: list[Callable[[Random, Record], None]] = [
    odd,
    edit_value,
    edit_value,
    rearrange_list,
    rearrange_list,
    rename_key,
]


def mutate(n: int) -> bytes:
    """Return the n-th changed record, often rehashed and dealt again to reach later checks."""
    rng = Random(f"fuzz {n}")
    record = copy_of(rng.choice(originals()))
    for _ in range(rng.choice([1, 1, 1, 2, 5])):
        rng.choice(CHANGES)(rng, record)
    if rng.random() < 0.7:
        _rehash(rng, record)
    data = (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "surrogatepass")
    if rng.random() < 0.1:
        place = rng.randrange(len(data))
        data = data[:place] + rng.randbytes(rng.randrange(3)) + data[place + rng.randrange(3) :]
    return data


def _rehash(rng: Random, record: Record) -> None:
    try:
        rehash(record)
        if rng.random() < 0.5:
            redealt(record)
    except Exception:  # what was changed can't be hashed; then it stays as it is
        return


def differing(first: int, last: int) -> list[tuple[int, Answer, Answer]]:
    found, met = [], set[int]()
    with node() as other:
        for n in range(first, last):
            data = mutate(n)
            ours, theirs = here(data, (), TRUSTING), other(data)
            met.add(ours.verdict)
            if ours.verdict != theirs.verdict or len("".join(theirs.lines).splitlines()) > 1:
                found.append((n, ours, theirs))
    assert met == {UNCOMPARED, REFUSED, INCOMPLETE}, "changes are too wild, or too tame"
    return found


def test_both_verifiers_find_the_same_of_changed_records() -> None:
    assert differing(0, 300) == []


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_both_verifiers_find_the_same_of_ten_thousand_changed_records(part: int) -> None:
    assert differing(300 + 500 * part, 800 + 500 * part) == []
