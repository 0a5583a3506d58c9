"""Every game with every preset, from its first step to its last: its record can be checked and read."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from bot.table.record.record import Record, read_record
from bot.table.record.transcript import transcript
from bot.table.record.verify import UNCOMPARED, replay_and_check
from engine.game import Game
from engine.games import GAMES
from engine.sides import has_partners
from engine.words import Words, msg
from tests.bot.proofs.both import here, node
from tests.bot.records import random_game, record_of
from tests.long import ALIKE, some
from tests.pseudo import GREEK, PseudoWords, find_latin_words

ROOT = Path(__file__).parents[3]
NAMES = ("Ζοή", "Άνα", "Ξάνθη", "Βίκυ", "Ρένα", "Ούρσα", "Τίνα", "Σάρα")
PRESETS = {f"{key}-{preset}": (key, preset) for key, game in GAMES.items() for preset in game.presets}


def play_game(key: str, preset: str = "") -> tuple[Game[Any, Any], Any]:
    game = GAMES[key]
    options = game.presets[preset or next(iter(game.presets))]
    if key == "moon" and not preset:
        options = options.with_option("target", "3")  # whoever bids at random needs hundreds of rounds for more
    seats = next(seats for seats in game.seats_for(options) if seats > 1)
    if has_partners(options.sides(seats)) and "match" in options.settings():
        options = options.with_option("match", "rounds")  # false claims at random cost more than is won
    return game, random_game(game, options, seats, f"{key} {preset}")


@pytest.mark.parametrize("of", some(PRESETS, PRESETS.keys() - ALIKE))
def test_a_record_that_is_read_back_ends_as_the_game_did(of: tuple[str, str]) -> None:
    game, draft = play_game(*of)
    made = record_of(draft)
    record = read_record(made.to_json())
    assert record == made
    last = replay_and_check(record, game)[-1].after
    assert last.head == draft.position.head
    assert last.state is not None
    assert last.state.outcome == draft.state.outcome


@pytest.mark.parametrize("key", GAMES)
def test_the_text_tells_every_deal_every_step_and_the_end(key: str) -> None:
    game, draft = play_game(key)
    record, names = record_of(draft), ("Zoë", "Y", "Xi", "W", "V", "U", "T", "S")[: len(draft.table.seats)]
    text = transcript(record, game, msg("Table 12"), Words(names))
    assert text.startswith("Table 12\n--------\n2027-01-15 08:00 to ")
    assert f"Players: {', '.join(names)}" in text
    options, flat = draft.table.options, " ".join(text.split())
    for name in options.non_default_values():
        assert f"{options.settings()[name].name}: {options.describe_value(name)}" in flat
    assert all(seed in text for seed in record.seeds)
    assert all(deal.order in flat for deal in record.deals)
    for post in posts(record)[1:-1]:
        place = f"message {post['message']}, channel {post['channel']}"
        assert re.search(rf"announced +{place}\n  head +{post['head']}\n", text)
    rows = {int(row.split()[0]): row for row in text.splitlines() if re.match(r" *\d+  2027-", row)}
    for line in (line for line in record.steps if line.kind in ("act", "auto")):
        assert line.seat is not None
        assert re.search(rf"\d\d:\d\d  {names[line.seat]} +{re.escape(line.notation)}  ", rows[line.seq])
    assert Words(names).text(draft.state.outcome.reason) in text
    assert Words(names).text(game.voice.tally(draft.state.observe(None)) or "none") in text
    assert "seat 1" not in text
    assert "seat 1" in transcript(record, game, msg("Table 12"), Words())


@pytest.mark.parametrize("key", GAMES)
def test_the_text_has_no_english_word_for_a_reader_of_another_language(key: str) -> None:
    game, draft = play_game(key)
    record, names = record_of(draft), NAMES[: len(draft.table.seats)]
    title = msg("Table {n}", n=12)
    told = " ".join(transcript(record, game, title, PseudoWords(names, str, GREEK)).split())
    same = {line.notation for line in record.steps} | {deal.order for deal in record.deals} | {*record.seeds}
    same |= {post["head"] for post in posts(record)}
    for each in sorted(same, key=len, reverse=True):  # what is typed or dealt, and its proof
        told = told.replace(each, " ") if each else told
    assert find_latin_words(told) == []
    assert set(GREEK) & set(told)


def test_the_text_shows_the_hands_as_they_were_dealt() -> None:
    game, draft = play_game("draw", "sprint")
    record = record_of(draft)
    text = transcript(record, game, msg("Dominoes 1"), Words(("Ana", "Ben")))
    order = record.deals[0].order.split(", ")
    for seat, name in enumerate(("Ana", "Ben")):
        told = re.search(rf"{name} is dealt (.+)\.", text)
        assert told
        assert set(told[1].split(", ")) == set(order[7 * seat : 7 * seat + 7])


@pytest.mark.parametrize("key", GAMES)
def test_another_program_in_another_language_deals_the_same_tiles(key: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("DEALS NOT CHECKED BY ANOTHER LANGUAGE: there is no node on the PATH (apt install nodejs)")
    record = record_of(play_game(key)[1])
    file, forged = tmp_path / "record.json", tmp_path / "forged.json"
    file.write_bytes(record.to_json())
    agreed = subprocess.run([node, ROOT / "docs/verify.mjs", file], capture_output=True, text=True, check=False)
    assert (agreed.returncode, agreed.stderr) == (UNCOMPARED, "")
    for post in posts(record):
        assert f"Message {post['message']} in channel {post['channel']}, " in agreed.stdout
    assert agreed.stdout.endswith("Verdict: consistent, nothing compared.\n")
    order = record.deals[0].order
    forged.write_bytes(record.to_json().replace(order.encode(), ", ".join(reversed(order.split(", "))).encode(), 1))
    refused = subprocess.run([node, ROOT / "docs/verify.mjs", forged], capture_output=True, text=True, check=False)
    assert (refused.returncode, refused.stdout[:33]) == (1, "Deal 1 comes out in another order")


def posts(record: Record) -> list[dict[str, Any]]:
    """Return the messages that a record names."""
    return [json.loads(step.notation) for step in record.steps if step.kind == "posted"]


def verify(file: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "bot", "verify", str(file)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_command_line_checks_a_file(tmp_path: Path) -> None:
    file = tmp_path / "draw-12.json"
    record = record_of(play_game("draw", "sprint")[1])
    file.write_bytes(record.to_json())
    good = verify(file)
    assert (good.returncode, good.stderr) == (UNCOMPARED, "")
    post = posts(record)[0]
    assert re.search(rf"Message {post['message']} in channel 8, .*: deal 1, head {post['head']}, root ", good.stdout)
    file.write_bytes(record.to_json().replace(b'"kind": "act"', b'"kind": "auto"', 1))
    changed = verify(file)
    assert (changed.returncode, changed.stderr) == (1, "")
    first = next(line.seq for line in record.steps if line.kind == "act")
    assert changed.stdout == f"Step {first} doesn't match its hash.\nVerdict: refused.\n"


NO_RECORDS = {
    "empty": (b"", "This is not a record: the file is empty."),
    "a picture": (b"\x89PNG", "This is not a record: JSON is malformed: invalid character (byte 0)."),
    "other JSON": (b'{"name": "Ana"}', "This is not a record: Object missing required field `format`."),
    "the first format": (
        b'{"format": "boneyard-record-v1"}',
        "This record has an older format, which nothing reads any more.",
    ),
    "the format before": (
        b'{"format": "boneyard-record-v3", "rounds": []}',
        "This record has an older format, which nothing reads any more.",
    ),
    "the future": (
        b'{"format": "boneyard-record-v5", "new": 1}',
        "This record has the format 'boneyard-record-v5', which this program doesn't know.",
    ),
}


@pytest.mark.parametrize("kind", NO_RECORDS)
def test_what_is_no_record_gets_one_sentence(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data, sentence = NO_RECORDS[kind]
    (tmp_path / "file").write_bytes(data)
    assert main(["verify", str(tmp_path / "file")]) == 1
    assert capsys.readouterr().out == f"{sentence}\nVerdict: refused.\n"


@pytest.mark.parametrize("kind", ["the first format", "the format before"])
def test_both_programs_refuse_an_older_format_with_the_same_words(kind: str) -> None:
    data, sentence = NO_RECORDS[kind]
    with node() as other:
        assert [*other(data).lines] == [sentence]
    assert here(data).lines[:1] == [sentence]


def test_a_file_that_is_not_there_gets_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for file, reason in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")):
        assert main(["verify", str(file)]) == 64
        assert capsys.readouterr().err == f"{file} cannot be read: {reason}.\n"
