"""A record can be checked by anybody, and a changed one is refused with the exact place."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.service import Service
from bot.store import Store
from bot.table.fold import chained
from bot.table.model import By
from bot.table.record import Record
from bot.table.rows import StepRow
from bot.table.rules import lobby
from bot.table.verify import INCOMPLETE, NO_MOVES, verify
from engine.game import Game
from engine.games import GAMES as PLAYED
from tests.bot.games import GAMES
from tests.bot.records import PEOPLE, random_game, recorded
from tests.bot.tools import ANA, BEN, FixedClock, play_on, played_out, running, started
from tests.engine.play import short


@pytest.fixture
async def record(sqlite_address: str, older: None) -> dict[str, Any]:
    """A finished game of the older protocol as a record."""
    assert older is None
    store = await Store.open(sqlite_address)
    service = Service.of(store, GAMES, FixedClock())
    table = await started(service)
    await service.tables.do(table.id, By(ANA.user), lobby.word, ANA.user, "luck")
    await played_out(service, table)
    data = (await service.tables.record(table.id)).to_json()
    await store.close()
    read: dict[str, Any] = json.loads(data)
    return read


def canonical(record: dict[str, Any]) -> bytes:
    """Write a record as records are written."""
    return (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode()


def verdict(record: dict[str, Any]) -> tuple[str, int]:
    lines, code = verify(canonical(record), GAMES)
    return "\n".join(map(str, lines)), code


def test_an_honest_record_agrees(record: dict[str, Any]) -> None:
    text, code = verdict(record)
    assert code == INCOMPLETE
    for round_ in record["rounds"]:
        assert round_["commitment"] in text
        assert round_["entropy"][0] in text
    assert "It doesn't show that a seed was fixed before the words were known" in text
    assert text.endswith("The moves follow the rules.\nVerdict: incomplete.")


def test_a_record_of_the_format_before_agrees_whatever_words_told_its_end(record: dict[str, Any]) -> None:
    now = verdict(record)
    record["result"] = {"reason": "Somebody had the most points.", **record["result"]}
    text, code = verdict(record)
    assert (text.splitlines()[0], code) == (
        "This is not a record: Object contains unknown field `reason` - at `$.result`.",
        1,
    )
    record["format"] = "boneyard-record-v1"
    assert verdict(record) == now
    assert "All rounds are played." in now[0]


async def test_a_record_of_a_running_game_agrees_too(service: Service) -> None:
    table = await running(service)
    for _ in range(9):
        lines, code = verify((await service.tables.record(table.id, names=True)).to_json(), GAMES)
        assert (code, str(lines[-2])) == (INCOMPLETE, "The moves follow the rules.")
        table = await play_on(service, table)


@pytest.mark.usefixtures("older")
async def test_names_are_in_a_record_only_where_they_are_wanted(service: Service) -> None:
    table = await played_out(service, await running(service))
    assert b"Ana" not in (await service.tables.record(table.id)).to_json()
    record = await service.tables.record(table.id, names=True)
    assert isinstance(record, Record)
    assert record.names == (ANA.name, BEN.name)
    assert str(ANA.user).encode() not in (await service.tables.record(table.id, names=True)).to_json()


@pytest.mark.parametrize("key", PLAYED)
def test_the_command_line_calls_players_by_their_names_where_the_record_has_them(
    key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game: Game[Any, Any] = PLAYED[key]
    played = random_game(game, short(game), min(game.seats), "verify")
    (tmp_path / "named.json").write_bytes(recorded(played, names=True).to_json())
    (tmp_path / "plain.json").write_bytes(recorded(played).to_json())
    assert main(["verify", str(tmp_path / "named.json")]) == INCOMPLETE
    won = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("Won by "))
    assert "seat" not in won.lower()
    assert main(["verify", str(tmp_path / "plain.json")]) == INCOMPLETE
    assert not any(person.name in capsys.readouterr().out for person in PEOPLE[: min(game.seats)])


def _step(record: dict[str, Any], kind: str) -> dict[str, Any]:
    return next(step for step in record["steps"] if step["kind"] == kind)


def _set(place: Callable[[dict[str, Any]], dict[str, Any]], key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda record: place(record).update({key: value})


def _drop(record: dict[str, Any]) -> None:
    del record["steps"][7]


def _reorder(record: dict[str, Any]) -> None:
    steps = record["steps"]
    steps[7], steps[8] = steps[8], steps[7]


def _cut(record: dict[str, Any]) -> None:
    del record["steps"][-1]


TAMPERED: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "a played card": (_set(lambda r: _step(r, "act"), "notation", "play 99"), "Step 7 doesn't match its hash."),
    "who played": (_set(lambda r: _step(r, "act"), "seat", 5), "Step 7 doesn't match its hash."),
    "when": (_set(lambda r: _step(r, "act"), "at", 0), "Step 7 doesn't match its hash."),
    "a hash": (_set(lambda r: _step(r, "auto"), "hash", "00"), "doesn't match its hash."),
    "a step left out": (_drop, "Step 9 stands where step 8 belongs."),
    "two steps exchanged": (_reorder, "Step 9 stands where step 8 belongs."),
    "the end left out": (_cut, "The record stops in the middle of a round."),
    "the seed": (
        _set(lambda r: r["rounds"][0], "seed", "00" * 32),
        "Deal 1 comes from a seed that its commitment doesn't cover.",
    ),
    "a short seed": (
        _set(lambda r: r["rounds"][0], "seed", "00"),
        "Deal 1 comes from a seed that its commitment doesn't cover.",
    ),
    "a seed that is no hex": (
        _set(lambda r: r["rounds"][0], "seed", "x"),
        "Deal 1 comes from a seed that its commitment doesn't cover.",
    ),
    "a round left out": (lambda r: r["rounds"].pop(0), "deals, but "),
    "the entropy": (_set(lambda r: r["rounds"][1], "entropy", ["1"]), "Deal 2 isn't told as the log has it."),
    "the options": (
        _set(lambda r: r["options"], "rounds", 1),
        "Step 4 starts another game than the head of the record says.",
    ),
    "the seats": (lambda r: r.update(seats=3), "Step 4 starts another game than the head of the record says."),
    "the points": (_set(lambda r: r["result"], "points", [9, 9]), "at result.points[0] isn't"),
    "the result": (lambda r: r.update(result=None), "at result isn't"),
    "the table": (lambda r: r.update(table=77), "Step 1 doesn't match its hash."),
    "nothing left": (lambda r: r.update(steps=[], rounds=[]), "The game never starts."),
}


@pytest.mark.parametrize("change", TAMPERED)
def test_a_changed_record_is_refused_with_the_exact_place(change: str, record: dict[str, Any]) -> None:
    tamper, place = TAMPERED[change]
    tamper(record)
    text, code = verdict(record)
    assert code == (NO_MOVES if change in ("the end left out", "the points", "the result") else 1)
    assert place in text


def test_an_illegal_step_is_found_even_where_all_hashes_were_made_anew(record: dict[str, Any]) -> None:
    _step(record, "act")["notation"] = "play 99"
    head = ""
    for line in record["steps"]:
        row = StepRow(record["table"], line["seq"], line["kind"], None, line["seat"], line["notation"], "", line["at"])
        head = line["hash"] = chained(head, row)
    text, code = verdict(record)
    assert (code, "The moves break the rules. Step 7 (play 99) is not possible there." in text) == (NO_MOVES, True)


Leaf = tuple[Any, Callable[[Any], None]]


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Leaf]]:
    """Each plain value inside, and a function that replaces it."""
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
        assert (code in (1, NO_MOVES), _found(place) in text) == (True, True), (place, text)


def _found(place: str) -> str:
    """What must be said about a change there: the step, the deal, or the field."""
    step = re.match(r"steps\[(\d+)\]\.(\w+)", place)
    if step and step[2] == "seat":
        return "This is not a record"  # there are eight at most
    if step:
        return f"Step {77 if step[2] == 'seq' else int(step[1]) + 1} "
    if deal := re.match(r"rounds\[(\d+)\]\.(\w+)", place):
        return f"Deal {int(deal[1]) + 1} "
    head = "starts another game than the head of the record says"
    return {"table": "Step 1 ", "format": "boneyard-record-v0", "seats": head, "game": head, "rules": head}.get(
        place, head if place.startswith("options") else place
    )


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b"\xff", b'{"format": "other"}'])
def test_a_file_that_is_no_record_is_refused(data: bytes) -> None:
    lines, code = verify(data, GAMES)
    assert code == 1
    assert str(lines[0]).startswith("This is not a record: ")


def test_the_moves_of_an_unknown_game_are_not_checked(record: dict[str, Any]) -> None:
    lines, code = verify(canonical(record), {})
    assert (code, str(lines[-2])[:26]) == (NO_MOVES, "The moves weren't checked:")


async def test_a_second_program_deals_the_same_cards(record: dict[str, Any]) -> None:
    """The recipe of `engine/deal.py` written a second time, from its description alone."""
    first = record["rounds"][0]
    text = "|".join(["deal-v1", str(record["table"]), "1", first["seed"], *first["entropy"]])
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
