"""Every question has an answer, and each command stands for a press that has one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.desk.command import AtTable
from bot.desk.result_cache import LruCache
from bot.desk.routes import ROUTES, commands, progress_text
from bot.table.refusals import Unknown
from bot.talk.letter import ControlId, Purpose
from bot.talk.quiz import ASK
from bot.talk.replay import MOMENT, POST
from engine.games import GAMES
from tests.bot.reception import reception
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, GUILD


def test_every_purpose_of_a_control_has_its_route() -> None:
    assert set(ROUTES) == set(Purpose)


@pytest.mark.parametrize(
    ("purpose", "data", "said"),
    [
        (Purpose.REPLAY, "0", "Drawing the replay."),
        (Purpose.SHARE, "0", "Drawing the replay."),
        (Purpose.SHARE, MOMENT, "Looking for the best moment."),
        (Purpose.SHARE, POST + MOMENT, "Looking for the best moment."),
        (Purpose.SHARE, ASK + "12", "Drawing your question."),
        (Purpose.SHARE, POST + ASK + "12", "Drawing your question."),
        (Purpose.HAND, "", "None"),
    ],
)
def test_a_user_who_waits_reads_what_is_done_for_them(purpose: Purpose, data: str, said: str) -> None:
    assert str(progress_text(ControlId(purpose, 1, data=data))).startswith(said)


def test_commands_have_names_of_their_own_and_name_their_table_last() -> None:
    every = commands(GAMES)
    assert len({command.name for command in every}) == len(every)
    about_tables = [command for command in every if isinstance(command.action, AtTable)]
    assert {[arg.name for arg in command.args][-1] for command in about_tables} == {"table"}


async def test_a_table_of_another_server_is_unknown_to_whoever_has_no_seat_there(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        await here.begin("draw", GAMES["draw"].presets["block"], ANA, BEN)
        elsewhere = here.caller(CEM, guild=GUILD + 1)
        for purpose in Purpose:
            with pytest.raises(Unknown):
                await here.desk.press(elsewhere, ControlId(purpose, 1))
        assert (await here.desk.press(here.caller(ANA, guild=None), ControlId(Purpose.HAND, 1))).pictures
        assert (await here.service.tables.table(1, GUILD)).place == CHANNEL


async def test_the_shelf_keeps_what_was_asked_for_last() -> None:
    made = list[str]()

    async def get(shelf: LruCache[str], key: str) -> str:
        async def work() -> str:
            made.append(key)
            return key.upper()

        return await shelf.get(key, work)

    shelf = LruCache[str](2)
    assert [await get(shelf, key) for key in "abacab"] == list("ABACAB")
    assert "".join(made) == "abcb"
