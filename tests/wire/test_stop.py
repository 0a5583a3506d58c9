"""A signal in the middle of presses: each of them is answered, and then the bot ends."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from bot.discord.answers import QUIET_TIME
from bot.talk.letter import Purpose
from tests.wire.loopback import PATIENCE, Asked
from tests.wire.payloads import Payload
from tests.wire.people import controls
from tests.wire.wired import Table, connected_bot

pytestmark = pytest.mark.timeout(120)

RUNS, BURST = 6, 21
TABLES = (("draw",), ("chickenfoot", "full"), ("blockers",))
"""Hands of buttons, and hands with enough moves that they are a select."""
SEED = Random().randrange(10**6)


async def burst(table: Table, hand: Payload, rng: Random, before: int) -> list[Asked]:
    """Presses and commands by everybody at once; the signal comes after some of them, and stops nobody."""
    here, turn = table.wired, table.turn
    assert turn is not None
    asked = []
    for n in range(BURST):
        if n == before:
            here.bot.signal()
        member = rng.choice(here.members)
        kind = rng.randrange(4)
        if kind == 0 and (moves := controls(hand)):
            asked.append((await member.choose(hand, rng.choice(moves), rng))[1])
        elif kind == 1:
            asked.append(await member.do(turn, rng.choice([Purpose.HAND, Purpose.TEXT, Purpose.RULES])))
        else:
            asked.append(await member.type(rng.choice(["board", "games", "help", "rules"]), channel=table.place))
    return asked


def without_answer(asked: Sequence[Asked]) -> list[Asked]:
    return [each for each in asked if not each.said]


async def stop_in_burst(folder: Path, rng: Random) -> tuple[list[Asked], int, str]:
    async with connected_bot(folder) as here:
        here.discord.window = PATIENCE  # whether there is an answer hangs on the bot, how soon on the machine too
        table = await here.table(*rng.choice(TABLES))
        assert table.turn is not None
        hand = await (await table.mover.do(table.turn, Purpose.HAND)).answer()
        asked = await burst(table, hand, rng, rng.randrange(1, BURST))
        code = await here.bot.wait_for_end()
        return asked, code, here.bot.text


@pytest.mark.long
async def test_every_press_of_a_burst_is_answered_though_the_bot_gets_a_signal_to_end(tmp_path: Path) -> None:
    rng = Random(SEED)
    for run in range(RUNS):
        folder = tmp_path / str(run)
        folder.mkdir()
        asked, code, text = await stop_in_burst(folder, rng)
        assert code == 0, f"seed {SEED}"
        assert without_answer(asked) == [], f"seed {SEED}"
        assert "Traceback" not in text
        assert "[error" not in text


async def test_what_waits_for_the_database_is_answered_before_the_end(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        ana = here.members[0]

        async def ask() -> list[Asked]:
            return [await ana.type("new", game="draw") for _ in range(3)]

        asked = await here.slowly(ask)
        here.bot.signal()
        await here.bot.wait_for_line("shutting down")
        late = await ana.type("new", game="draw")
        assert (await late.answer())["content"].startswith("I'm restarting, so nothing has changed.")
        here.free()
        for each in asked:
            content = (await each.answer())["content"]
            assert content == "Your table is open. Its card is in this channel: others press *Join* there."
        assert await here.bot.wait_for_end() == 0


async def test_what_came_while_the_process_stood_still_is_answered_before_the_end(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        ana = here.members[0]
        here.bot.signal()
        await here.bot.wait_for_line("shutting down")
        here.bot.signal(signal.SIGSTOP)  # as on a machine with too much to do, in the quiet that it waits for
        asked = [await ana.type("help") for _ in range(5)]
        await asyncio.sleep(2 * QUIET_TIME)
        here.bot.signal(signal.SIGCONT)
        for each in asked:
            assert (await each.answer())["content"].startswith("I'm restarting")
        assert await here.bot.wait_for_end() == 0


async def test_a_bot_that_has_nothing_to_answer_ends_at_once(tmp_path: Path) -> None:
    async with connected_bot(tmp_path) as here:
        here.bot.signal()
        assert await asyncio.wait_for(here.bot.wait_for_end(), 30) == 0
