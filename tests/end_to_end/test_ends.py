"""How games end for those who play: who won comes first, and sums and seeds are a press away."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.talk.deal_check import NO_BEACON
from bot.talk.letter import Purpose
from tests.end_to_end.house import components, controls, find_control, house, text_of
from tests.end_to_end.notices import ours
from tests.end_to_end.test_clock import VirtualClock
from tests.long import some

GAMES = {
    "draw": (("Ana", "Ben"), {"match": "rounds", "hand_size": "3"}),
    "fives": (("Ana", "Ben"), {"target": "10", "hand_size": "3"}),
    "moon": (("Ana", "Ben", "Cid"), {"target": "1"}),
    "chickenfoot": (("Ana", "Ben"), {"set": "6", "hand_size": "3", "rounds": "1"}),
    "blockers": (("Ana", "Ben"), {}),
}
LONGEST = 22
"""Characters of a code that stands in a channel."""
BY_HAND = 4
"""Moves that are pressed; the end is the same where the others are not."""


async def click_and_read(member: Any, message: Any, purpose: Purpose) -> Any:
    return (await member.click(message, custom_id=str(find_control(message, purpose)))).response


@pytest.mark.parametrize("game", some({game: game for game in GAMES}, {"draw", "moon"}))
async def test_the_end_says_who_won_and_keeps_sums_and_seeds_for_those_who_ask(game: str, tmp_path: Path) -> None:
    people, options = GAMES[game]
    async with house(tmp_path, people, clock=VirtualClock()) as here:
        await here.open_table(game, len(people), options)
        await here.play_by_buttons(BY_HAND)
        await here.play_to_end()
        result = ours(here.place)[-1]
        assert re.match(r"🏆 \*\*.*<@\d+>.* (wins?|share) ", result.content)
        assert [file.filename for file in result.attachments] == ["end.png"]
        assert next(iter(components(result)))["label"].startswith("Rematch")
        assert not re.search(r" [+−=] \d+ =", result.content)
        for message in ours(here.place):
            assert all(len(word) <= LONGEST for word in re.findall(r"[0-9A-Za-z_-]{20,}", message.content))
        wins = re.compile(r"(wins?|share) ")
        assert [wins.search(message.content) is not None for message in ours(here.place)[-2:]] == [False, True]
        winner = re.findall(r"<@\d+>", result.content.splitlines()[0])[0]
        assert not any(winner in line and line[0] in "🥇▫" for line in result.content.splitlines()[1:])
        sums = await click_and_read(here.members[0], result, Purpose.COUNTED)
        assert sums.ephemeral
        assert "=" not in sums.content  # the picture has the sums, and its description too
        assert [file.filename for file in sums.attachments] == ["score.png"]
        for message in (sums, result):
            assert re.search(r"=|−\d+: ", message.attachments[0].description or "")
        checked = await click_and_read(here.members[-1], result, Purpose.DEALS)
        assert checked.ephemeral
        assert str(NO_BEACON) in text_of(checked)
        said = text_of(await click_and_read(here.members[-1], checked, Purpose.DEALS))
        assert re.search(r"my secret number `[\w-]{22}`", said)
        heads = re.findall(r"code `([\w-]{22})`", said)
        assert len(heads) >= 2
        assert all(any(head in message.content for message in ours(here.place)) for head in heads)


async def test_rounds_are_counted_one_by_one_and_a_running_deal_keeps_its_seed(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "3", "hand_size": "2"})
        while sum(bool(find_control(message, Purpose.COUNTED)) for message in ours(here.place)) < 2:
            await here.skip(1)
        ended = [message for message in ours(here.place) if find_control(message, Purpose.COUNTED)][-1]
        assert "· round 2" in ended.content.splitlines()[0]
        assert "🔒 Code of deal 3 · " in ended.content.splitlines()[-1]
        (ana, *_) = here.members
        second = await click_and_read(ana, ended, Purpose.COUNTED)
        assert "round 2" in second.content
        first = await click_and_read(ana, second, Purpose.COUNTED)
        assert "round 1" in first.content
        said = text_of(await click_and_read(ana, await click_and_read(ana, ended, Purpose.DEALS), Purpose.DEALS))
        assert said.count("my secret number `") == 2
        assert "🔒 **[Deal 3](" in said
        assert "I show my secret number after the round." in said


async def test_a_rematch_that_waits_keeps_the_picture(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, GAMES["draw"][1])
        await here.play_to_end()
        result = ours(here.place)[-1]
        await click_and_read(here.members[0], result, Purpose.REMATCH)
        await here.settle()
        now = next(message for message in ours(here.place) if message.id == result.id)
        assert now.edited_at is None
        assert ours(here.place)[-1].content == f"<@{here.members[0].id}> wants a rematch (1/2)."
        assert "Rematch" in [part["label"] for part in components(now)]
        assert [file.filename for file in now.attachments] == ["end.png"]
        assert now.content == result.content


async def test_each_game_of_a_series_has_an_end_and_so_has_the_series(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        await here.open_table("draw", 2, GAMES["draw"][1], series="sumof 2")
        await here.play_to_end()
        ends = [message for message in ours(here.place) if message.content.startswith("🏆 ")]
        first, series = ends[-2:]
        assert [file.filename for file in first.attachments] == ["end.png"]
        assert "Total: " in first.content
        assert re.match(r".* (wins|share) the series", series.content)
        assert [file.filename for file in series.attachments] == ["end.png"]
        assert Purpose.REMATCH in [id.purpose for id in controls(series)]
        assert Purpose.REMATCH not in [id.purpose for id in controls(first)]
