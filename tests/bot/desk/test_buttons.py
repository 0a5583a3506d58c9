"""No private button can only refuse the person to whom it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.table.log.model import Cause, Person
from bot.table.refusals import Refusal
from bot.table.rules import ready
from bot.talk.letter import ControlId, Letter, Purpose
from engine.games import GAMES
from tests.bot.asking import COMMANDS
from tests.bot.reception import Reception, controls_of, labels, reception
from tests.bot.tools import ANA, BEN, CHANNEL, EVE, GUILD, make_deal, play_to_end

ASKED = (
    ControlId(Purpose.OPTIONS, 1),
    ControlId(Purpose.OPTIONS, 1, 0, "target"),
    ControlId(Purpose.BOTS, 1),
    ControlId(Purpose.HAND, 1),
    ControlId(Purpose.BOARD, 1),
    ControlId(Purpose.RULES, 1),
)
"""What anybody can press under the public messages."""
PEOPLE = (ANA, BEN, EVE)
"""The host, a guest and a stranger."""
CHANGES = (Purpose.START, Purpose.BOTS, Purpose.JOIN)
"""Only who may do these is offered them, which has a test of its own."""
STAGES = ("lobby", "running", "over")


async def at_stage(here: Reception, stage: str) -> None:
    """Create a table of Ana, the host, and Ben, with room for others only in the lobby."""
    short = GAMES["draw"].presets["sprint"]
    table = await here.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL, options=short)
    table = await here.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    if stage != "lobby":
        await here.service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
        table = await make_deal(here.service, table.id)
    if stage == "over":
        await play_to_end(here.service, table)


async def answer_to(here: Reception, person: Person, id: ControlId | None) -> Letter | None:
    """Return the answer to a press, or None if it is refused; without an id the answer to `/help`."""
    caller = here.caller(person)
    try:
        return await (here.desk.press(caller, id) if id else here.desk.command(caller, COMMANDS["help"]))
    except Refusal:
        return None


async def refusing(here: Reception, person: Person, ids: Sequence[ControlId | None]) -> list[str]:
    """Return the buttons below these answers that only refuse, except moves.

    A press that changes the table ends it: what was offered beside it was offered at another moment.
    """
    found, before = [], await here.service.tables.table(1, GUILD)
    for id in ids:
        letter = await answer_to(here, person, id)
        for part in controls_of(letter) if letter else ():
            if part.id.purpose in (Purpose.SET, Purpose.ACT, *CHANGES):
                continue
            if await answer_to(here, person, part.id) is None:
                found.append(f"{part.label} under {id}")
    assert await here.service.tables.table(1, GUILD) == before
    return found


@pytest.mark.parametrize("stage", STAGES)
async def test_every_private_button_does_something_for_its_reader(tmp_path: Path, stage: str) -> None:
    async with reception(tmp_path) as here:
        await at_stage(here, stage)
        for person in PEOPLE:
            assert await refusing(here, person, (*ASKED, None)) == []


async def test_what_only_the_host_can_do_is_offered_to_the_host_alone(tmp_path: Path) -> None:
    async with reception(tmp_path) as here:
        table = await here.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL)
        guest = await here.press(BEN, Purpose.JOIN, table.id)
        assert guest.text.startswith("You're in.")
        assert labels(guest) == []  # all that a guest can do is on the card
        assert "Start" in labels(await here.press(ANA, Purpose.BOTS, table.id))
        for person in (BEN, EVE):
            shown = [
                part.id.purpose for id in ASKED for part in controls_of(await answer_to(here, person, id) or Letter(""))
            ]
            assert not set(shown) & {Purpose.START, Purpose.BOTS, Purpose.SET}
        seats = await here.press(BEN, Purpose.BOTS, table.id)
        assert labels(seats) == []
        assert f"Only <@{ANA.user}>, the host, can add or take out players." in seats.text
