"""A database that lost its newest moves, as a restored copy has: a press on a newer message finds it out."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from typing import Any

from bot.table.log.model import Table
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, _client, controls, find_control, house

QUARTER = 15 * 60
"""Seconds after which an older hand is not taken away any more."""
LOST = "The newest moves of this game are lost"


async def restore_copy(here: House, copy: Path) -> None:
    """End the process, put an older copy of the database in its place, and start again."""
    await here.client.release()
    file = Path(here.database.removeprefix("sqlite:///"))
    for side in file.parent.glob(f"{file.name}-*"):
        side.unlink()
    shutil.move(copy, file)  # a file of its own: nothing that still holds the old one writes into it
    here.client = await _client(here.database, here.clock, threads=here.threads, pace=here.pace)
    await here.env.restart_bot(here.client)


def copy_database(here: House, folder: Path) -> Path:
    """Copy the database as it is now."""
    copy = folder / "copy.db"
    with sqlite3.connect(here.database.removeprefix("sqlite:///")) as source, sqlite3.connect(copy) as target:
        source.backup(target)
    return copy


async def table(here: House, number: int = 1) -> Table:
    return await here.client.service.tables.table(number, here.channel.guild.id)


async def hand_of(turn: Any, member: Any) -> Any:
    return await member.click(turn, custom_id=str(find_control(turn, Purpose.HAND)))


async def test_a_game_whose_newest_moves_are_lost_rests_until_its_host_lets_it_go_on(tmp_path: Path) -> None:
    (tmp_path / "now").mkdir()
    async with house(tmp_path / "now", ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        ana, ben = here.members
        await here.play_by_buttons(2)
        kept, copy = await table(here), copy_database(here, tmp_path)
        await here.play_by_buttons(3)
        later, turn, mover = await table(here), here.turn, here.mover
        old_hand = (await hand_of(turn, mover)).response
        hand = find_control(turn, Purpose.HAND)
        assert hand
        assert hand.seq == later.position_seq > kept.position_seq
        await restore_copy(here, copy)
        told = (await hand_of(turn, mover)).response
        assert LOST in told.content
        assert "once the host presses *Resume*" in told.content
        rests = await table(here)
        assert rests.is_paused
        assert LOST in here.turn.content  # everybody reads it
        assert "newest moves are lost" in here.card.content
        go_on = str(ControlId(Purpose.RESUME, rests.id))
        shown = next(message for message in (here.card, here.turn) if any(str(id) == go_on for id in controls(message)))
        refused = await ben.click(shown, custom_id=go_on)
        assert "the host, can resume this game" in refused.response.content
        assert (await table(here)).is_paused
        await ana.click(shown, custom_id=go_on)
        assert not (await table(here)).is_paused
        assert LOST not in here.turn.content
        before = await table(here)
        move = next(id for id in controls(old_hand) if id.purpose is Purpose.ACT)
        await mover.click(old_hand, custom_id=str(move))  # a move of the time that is lost
        assert (await table(here)) == before
        await here.play_by_buttons(2)
        await here.play_to_end()
        assert here.over


async def test_nothing_is_lost_where_an_older_button_is_pressed_or_a_move_was_taken_back(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        for _ in range(4):
            mover = here.mover
            turn = here.turn
            other = (await hand_of(turn, mover)).response
            await here.env.advance_time(QUARTER)
            await here.press_a_move(mover, (await hand_of(turn, mover)).response)
            await mover.slash(here.channel, "undo")
            for move in [id for id in controls(other) if id.purpose is Purpose.ACT][:1]:
                await mover.click(other, custom_id=str(move))  # of the position before
        assert not (await table(here)).is_paused
