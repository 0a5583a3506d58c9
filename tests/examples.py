"""Examples of the values in sentences, for translators.

Robots play and press all they can, and all values are noted. `python -m tests.examples` renews them, which takes some
minutes. Only a sentence with new values needs that: until then it shows how a value of the same name looks elsewhere.
"""

from __future__ import annotations

import asyncio
import json
import re
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from unittest.mock import patch

import pytest

from engine.words import Message, Value, Words

FILE = Path(__file__).with_suffix(".json")
LONGEST, USUAL = 70, 40
"""The most characters of an example, and of the one that is preferred to a shorter one."""
ELSEWHERE = ("tests/bot/talk", "tests/bot/desk", "tests/engine/test_sentences.py", "tests/renderers/test_reading.py")
"""Tests in which more is said than robots hear."""
OTHER_SCRIPT = re.compile(r"[\u0370-\u052f\u10a0-\u10ff]")
"""A letter of the languages made for tests."""
TIME = re.compile(r"<t:\d+:(\w)>")
SHOWN = (
    (re.compile(r"<@!?\d+>|\b(?:seat |Player)\d\b"), "Ana"),
    (re.compile(r"<#\d+>"), "#games"),
    (re.compile(r"</(\w+):\d+>"), r"/\1"),
    (re.compile(r"<a?:\w+:\d+>"), ""),
    (re.compile(r"\b\d{17,20}\b"), "123456789"),
)
"""How readers see what Discord writes."""
TIMES = {"t": "10:00 AM", "R": "in 2 hours", "f": "November 27, 2026 10:00 AM", "D": "November 27, 2026"}
"""What Discord writes for a time."""
DECLARED: Mapping[str, str] = {
    "action": "play 6-2 on B",
    "actions": "draw, or end your turn",
    "added": "12 + 8 + 15",
    "addends": "6-2 (8) + 5-5 (10)",
    "allowed": "0, 1, 2, 3, 4, 5, 6, doubles or none",
    "bonus": "Capicúa",
    "by": "Ana",
    "bonuses": "Capicúa +25",
    "channel": "#games",
    "choice": "6-2 on A",
    "clock": "⏱ Day clock: 3 hours each, +95 s a move",
    "current": "Your partner is next",
    "day": "November 27, 2026",
    "dealt": "7",
    "difference": "46 − 30 = 16",
    "earned": "25 points",
    "everywhere": "1532",
    "gone": "57 characters left out",
    "group": "Scoring",
    "hands": "Ana 12, Ben 15",
    "hint": "Draw is over: Ana wins with 52 points.",
    "how": "the last tile fits both ends",
    "in_set": "28",
    "labels": "6-2 on A, 5-5 on B",
    "language": "Deutsch",
    "level": "Medium",
    "option": "results",
    "user": "1456074443980800047",
    "made": "4",
    "mean": "12.5",
    "other": "Ben",
    "others": "5",
    "outs": "3",
    "pair": "Ana and Cid",
    "partner": "Cid",
    "play": "6-2 A",
    "players": "3 players",
    "pot": "46",
    "rating": "1520",
    "reason": "They win by 12 points.",
    "sits": "sits at 2 open tables here",
    "summary": "Match an open end or draw.",
    "record": "Largest win: 52 points",
    "rest": "6-2|2-5",
    "robot": "🤖",
    "role": "@Regulars",
    "seed": "f6b3",
    "set": "9",
    "shown": "12",
    "side": "Ana and Cid",
    "size": "7",
    "so_far": "20 of 30 points",
    "start": "6-6|6-2",
    "sums": "Ana and Cid 27, Ben and Dee 31",
    "swaps": "4-1 or 5-2",
    "symbols": "sun, moon or star",
    "until": "1795860000",
    "usual": "Automatic",
    "verb": "pass",
    "verbs": "/play or /draw",
    "verdict": "6-2 on A would have been about 5 points better.",
    "winners": "Ana and Cid",
    "wins": "3",
    "zero": "0-0 counts 50",
    "address": "https://example.org/privacy",
    "channels": "#games or #dominoes",
    "computer": "Bolt 🤖",
    "contact": "someone@example.org",
    "invite": "https://discord.com/oauth2/authorize?client_id=1",
    "missing": "Attach Files",
    "nobody": "If nobody bids, the dealer must bid 4.",
    "permission": "Attach Files",
    "remedies": "games → Edit Channel → Permissions → Attach Files",
    "remedy": "games → Edit Channel → Permissions → Attach Files",
    "thread": "games",
    "users": "@Ana, @Ben",
    "zones": "Europe/Berlin or America/Mexico_City",
    "bidder": "Ana",
    "goal": "7",
    "joined": "5-5",
    "mark": "42",
    "pairs": "Ana and Cid ◆ against Ben and Dee ●",
    "sides": "Ana and Cid ◆, Ben and Dee ●",
    "worth": "6-2 on A would have been about 5 points better",
}
"""Values that no robot meets, by their names."""

VAGUE: Mapping[str, str] = {
    "about": "(what it is like, in a few words)",
    "answer": "Yes",
    "change": "(what has changed)",
    "fact": "(a whole line)",
    "help": "(a sentence that explains it)",
    "how": "(a few words)",
    "label": "(the label of what was chosen)",
    "line": "(a whole line)",
    "message": "(a whole sentence)",
    "more": "(a few words)",
    "name": "(a name)",
    "note": "(a few words)",
    "parts": "(a list)",
    "reason": "(a whole sentence)",
    "reasons": "(whole sentences)",
    "rows": "(several lines)",
    "said": "(a whole sentence)",
    "text": "(a text)",
    "tip": "(a whole sentence)",
    "what": "(what it is about)",
    "where": "(a place)",
    "which": "(which one)",
    "why": "(the reason)",
}
"""What is told of values whose names mean something else in each sentence, if no robot met them there."""

Examples = Mapping[str, Mapping[str, str]]
"""By template: an example of each of its values."""


@contextmanager
def noting(into: dict[str, dict[str, str]]) -> Iterator[None]:
    """Note the values of each sentence that is said in this context."""
    write = Words.text

    def note_values(words: Words, value: Value) -> str:
        if isinstance(value, Message) and value.values:
            for template in filter(None, (value.template, value.plural)):
                kept = into.setdefault(template, {})
                for key, inner in value.values:
                    shown = shorten(write(words, inner))
                    if shown and not OTHER_SCRIPT.search(shown) and is_better(shown, kept.get(key, "")):
                        kept[key] = shown
        return write(words, value)

    with patch.object(Words, "text", note_values):
        yield


def is_better(shown: str, kept: str) -> bool:
    """Return whether an example says more than the one that was noted before, and not too much."""
    return not kept or len(kept) < len(shown) <= USUAL or len(shown) < len(kept) > USUAL


def shorten(shown: str) -> str:
    """Return a value as a reader sees it, on one line and not too long."""
    for pattern, seen in SHOWN:
        shown = pattern.sub(seen, shown)
    shown = " ".join(TIME.sub(lambda found: TIMES.get(found[1], TIMES["t"]), shown).split())
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"


@cache
def read_examples() -> Examples:
    """Return the examples that were noted last."""
    found: Examples = json.loads(FILE.read_text())
    return found


@cache
def by_name() -> Mapping[str, str]:
    """Return the most usual example of each value, by its name."""
    every: dict[str, Counter[str]] = {}
    for values in read_examples().values():
        for name, shown in values.items():
            every.setdefault(name, Counter())[shown] += 1
    return {name: seen.most_common(1)[0][0] for name, seen in every.items()} | dict(DECLARED)


def example(template: str, name: str) -> str | None:
    """Return an example of a value in a template; None if nobody has met a value of this name."""
    return read_examples().get(template, {}).get(name) or VAGUE.get(name) or by_name().get(name)


async def play_all() -> None:
    """Let robots play a game of each kind, and press and type all around it."""
    from engine.games import GAMES
    from tests.end_to_end.house import NAMES, house
    from tests.end_to_end.test_clock import VirtualClock
    from tests.end_to_end.test_languages import BEGIN_OR_END, PLAYED, walk_game, walk_lobby, walk_votes_and_time
    from tests.end_to_end.walker import Walker

    for game in GAMES:
        seats, options = PLAYED[game]
        with tempfile.TemporaryDirectory() as folder:
            async with house(Path(folder), NAMES[: seats + 1]) as here:
                walker = Walker(here)
                await here.open_table(game, seats, options)
                await walk_game(here, walker)
                for member in here.members:
                    await walker.type_all(member, but=BEGIN_OR_END)
                await walk_lobby(here, walker, game)
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), NAMES[:3], clock=VirtualClock(), threads=True) as here:
            await walk_votes_and_time(here, Walker(here))


def main() -> None:
    from tests.catalogue import templates_with_values

    known, found = templates_with_values(), dict[str, dict[str, str]]()
    with noting(found):
        asyncio.run(play_all())
        pytest.main(["-q", "-n", "0", *ELSEWHERE])
    before = read_examples() if FILE.exists() else {}
    kept = {template: {**before.get(template, {}), **found.get(template, {})} for template in sorted(known)}
    FILE.write_text(json.dumps({k: v for k, v in kept.items() if v}, ensure_ascii=False, indent=0) + "\n")


if __name__ == "__main__":
    main()
