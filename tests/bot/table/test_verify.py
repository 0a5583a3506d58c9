"""A record can be checked by anybody, and a changed one is refused with the exact place."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from bot.service import Service
from bot.store import Store
from bot.table.record.verify import INCOMPLETE, REFUSED, verify
from tests.bot.games import GAMES
from tests.bot.proofs.books import rehash
from tests.bot.tools import ANA, FixedClock, play_on, play_to_end, running_table, started_table


@pytest.fixture
async def record(sqlite_address: str) -> dict[str, Any]:
    """Provide a finished game as a record."""
    store = await Store.open(sqlite_address)
    service = Service.of(store, GAMES, FixedClock())
    table = await started_table(service)
    await play_to_end(service, table)
    data = (await service.tables.record(table.id)).to_json()
    await store.close()
    read: dict[str, Any] = json.loads(data)
    return read


def canonical(record: dict[str, Any]) -> bytes:
    """Write a record as records are written."""
    return (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode()


def verdict(record: dict[str, Any]) -> tuple[str, int]:
    lines, code, _ = verify(canonical(record), GAMES)
    return "\n".join(map(str, lines)), code


def test_an_honest_record_agrees(record: dict[str, Any]) -> None:
    text, code = verdict(record)
    assert code == INCOMPLETE  # no verifier knows what this game shuffles
    posted = [json.loads(step["notation"]) for step in record["steps"] if step["kind"] == "posted"]
    assert len(posted) == len(record["seeds"])
    for post in posted:
        assert f"Message {post['message']} in channel {post['channel']}, " in text
        assert f", head {post['head']}" in text
    assert text.endswith("The moves follow the rules.\nVerdict: incomplete.")


async def test_a_record_of_a_running_game_agrees_too(service: Service) -> None:
    table = await running_table(service)
    for _ in range(9):
        lines, code, _ = verify((await service.tables.record(table.id)).to_json(), GAMES)
        assert (code, str(lines[-2])) == (INCOMPLETE, "The moves follow the rules.")
        table = await play_on(service, table)


async def test_no_record_names_a_player(service: Service) -> None:
    table = await play_to_end(service, await running_table(service))
    data = (await service.tables.record(table.id)).to_json()
    assert ANA.name.encode() not in data
    assert str(ANA.user).encode() not in data


def _step(record: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(step for step in record["steps"] if step["kind"] == kind)


def _set(place: Callable[[dict[str, Any]], Any], key: str | int, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda record: place(record).__setitem__(key, value)


def _drop(record: dict[str, Any]) -> None:
    del record["steps"][7]


def _reorder(record: dict[str, Any]) -> None:
    steps = record["steps"]
    steps[7], steps[8] = steps[8], steps[7]


def _cut(record: dict[str, Any]) -> None:
    del record["steps"][-2:]


TAMPERED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "a played card": (_set(lambda r: _step(r, "act"), "notation", "play 99"), "Step 8 doesn't match its hash."),
    "who played": (_set(lambda r: _step(r, "act"), "seat", 5), "Step 8 doesn't match its hash."),
    "when": (_set(lambda r: _step(r, "act"), "at", 0), "Step 8 doesn't match its hash."),
    "a hash": (_set(lambda r: _step(r, "auto"), "hash", "00" * 32), "doesn't match its hash."),
    "a step left out": (_drop, "Step 9 stands where step 8 belongs."),
    "two steps exchanged": (_reorder, "Step 9 stands where step 8 belongs."),
    "the end left out": (_cut, "The record stops in the middle of a round"),
    "the seed": (_set(lambda r: r["seeds"], 0, "00" * 32), "Deal 1 comes from a seed that wasn't fixed"),
    "a short seed": (_set(lambda r: r["seeds"], 0, "00"), "This is not a record"),
    "a seed left out": (lambda r: r["seeds"].pop(0), "seeds, but the record has"),
    "a deal left out": (lambda r: r["deals"].pop(0), "deals, but the record has "),
    "the order": (_set(lambda r: r["deals"][0], "order", "1, 2"), "Deal 1 comes out in another order"),
    "the table": (lambda r: r.update(table=77), "Step 1 doesn't match its hash."),
    "nothing left": (lambda r: r.update(steps=[], seeds=[], deals=[]), "This is not a record"),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_changed_record_is_refused_with_the_exact_place(change: str, record: dict[str, Any]) -> None:
    tamper, place = TAMPERED[change]
    tamper(record)
    text, code = verdict(record)
    assert code == 1
    assert place in text


def test_an_illegal_step_is_found_even_if_all_hashes_were_updated(record: dict[str, Any]) -> None:
    _step(record, "act")["notation"] = "play 99"
    text, code = verdict(rehash(record))
    assert (code, "The moves break the rules. Step 8 (play 99) is not possible there." in text) == (REFUSED, True)


Leaf = tuple[Any, Callable[[Any], None]]


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Leaf]]:
    """Yield each plain value inside, and a function that replaces it."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        where = f"{place}[{key}]" if isinstance(value, list) else f"{place}.{key}".lstrip(".")
        if isinstance(inner, dict | list):
            yield from _leaves(inner, where)
        else:
            yield where, (inner, partial(value.__setitem__, key))


def test_no_value_can_be_changed_without_being_found_and_named(record: dict[str, Any]) -> None:
    places = [place for place, _ in _leaves(record)]
    assert len(places) > 100
    for place in places:
        changed = copy.deepcopy(record)
        was, put = dict(_leaves(changed))[place]
        put(f"{was[:-1]}{'1' if was[-1:] == '0' else '0'}" if isinstance(was, str) else 77)
        text, code = verdict(changed)
        assert code == REFUSED
        assert any(said in text for said in _expected_findings(place)), (place, text)


def _expected_findings(place: str) -> tuple[str, ...]:
    """Return what can be said about a change there: the step, the deal, or the field."""
    step = re.match(r"steps\[(\d+)\]\.(\w+)", place)
    if step and step[2] == "seat":
        return ("This is not a record",)  # there are eight at most
    if step:
        return (f"Step {77 if step[2] == 'seq' else int(step[1]) + 1} ", "This is not a record")
    if deal := re.match(r"(?:deals|seeds)\[(\d+)\]", place):
        return (f"Deal {int(deal[1]) + 1} ", "among other picks")  # of which one in 77 gives the same pick
    return {"table": ("Step 1 ",), "format": ("boneyard-record-v0",)}[place]


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"format": "other"}'])
def test_a_file_that_is_no_record_is_refused(data: bytes) -> None:
    lines, code, _ = verify(data, GAMES)
    assert code == 1
    assert str(lines[0]).startswith("This is not a record: ")


def test_the_moves_of_an_unknown_game_are_not_checked(record: dict[str, Any]) -> None:
    lines, code, _ = verify(canonical(record), {})
    assert (code, str(lines[-2])[:26]) == (INCOMPLETE, "The moves weren't checked:")


def test_a_second_program_deals_the_same_cards(record: dict[str, Any]) -> None:
    """Deal by a second program, written from the description in docs/DEALS.md alone."""
    first = _step(record, "deal")
    assert json.loads(first["notation"]) == {"deal": 1}
    text = "|".join(["deal-v4", str(record["table"]), "1", record["seeds"][0], "-"])
    words = hashlib.shake_256(text.encode()).digest(4 * 1000)
    numbers = iter(int.from_bytes(words[place : place + 4], "big") for place in range(0, len(words), 4))
    order = list(range(12))
    for place in range(11, 0, -1):
        limit = 2**32 // (place + 1) * (place + 1)
        other = next(number for number in numbers if number < limit) % (place + 1)
        order[place], order[other] = order[other], order[place]
    cards = [set(order[:3]), set(order[3:6])]
    acted = [step for step in record["steps"] if step["kind"] in ("act", "auto")][:6]
    assert all(int(step["notation"].split()[1]) - 1 in cards[step["seat"]] for step in acted)
