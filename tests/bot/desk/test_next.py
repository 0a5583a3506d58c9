"""The answer to a move leads to the next hand that waits, and takes no transaction more for it."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from bot.store import Store
from bot.table.log.model import Table
from bot.talk.letter import ControlId, Purpose
from engine.games import GAMES
from tests.bot.reception import Reception, labels, reception
from tests.bot.tools import ANA, BEN, GUILD, play_on

BLOCK = GAMES["draw"].presets["block"]


async def anas_turn(here: Reception) -> Table:
    """Return a new table of Ana and Ben where it is Ana's turn, and she can lay a tile."""
    table = await here.begin("draw", BLOCK, ANA, BEN)
    while table.mover != ANA or not (await here.offers(table))[0].startswith("play"):
        table = await play_on(here.service, table)
    return table


@pytest.mark.parametrize("waiting", [0, 1])
async def test_a_move_tells_of_another_hand_that_waits_in_three_transactions(tmp_path: Path, waiting: int) -> None:
    async with reception(tmp_path) as here:
        for _ in range(waiting):
            await anas_turn(here)
        table = await anas_turn(here)
        move = ControlId(Purpose.ACT, table.id, table.position_seq, (await here.offers(table))[0])
        who = here.caller(ANA)
        with patch.object(Store, "run", autospec=True, side_effect=Store.run) as run:
            answer = await here.desk.press(who, move)
        assert run.call_count == 3  # one of them asks in which language Ana reads
        assert labels(answer) == ["My hand", "Take back", *["Next game"] * waiting, "Plan ahead"]
        assert (await here.service.tables.table(table.id, GUILD)).mover == BEN
        assert await here.desk.press(who, move) == answer  # the same press once more


async def test_the_move_that_ends_a_game_leaves_no_button_for_a_hand(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.begin("draw", GAMES["draw"].presets["sprint"], ANA, BEN)
        while table.is_running:
            assert table.mover is not None
            move = ControlId(Purpose.ACT, table.id, table.position_seq, (await here.offers(table))[0])
            answer = await here.press_control(table.mover, move)
            table = await here.service.tables.table(table.id, GUILD)
        assert answer.text.startswith("✓ ")
        assert "My hand" not in labels(answer)
