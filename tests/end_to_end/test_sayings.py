"""What the games say and take, as players find it by commands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine.games.blockers.tiles import Colour
from tests.end_to_end.house import House, house


async def mover_sees(here: House) -> Any:
    """What the seat to act sees."""
    table = await here.client.tables.table(1, here.channel.guild.id)
    assert table.mover
    return (await here.client.tables.observe(1, table.mover.user)).observation


async def test_a_tile_of_blockers_can_be_named_with_its_colour_as_the_log_names_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("blockers", 2, {})
        seen = await mover_sees(here)
        _, tile, space = seen.choices[0].notation.split()
        before, colour = here.turn.id, Colour(seen.to_act)
        said = await here.mover.slash(here.place, "place", placement=f"{colour} {tile} on {space}")
        assert f"placed {tile} on {space}" in said.response.content
        assert here.turn.id != before
        assert "· 23 or 24 tiles left each" in here.turn.content


async def test_a_game_of_a_certain_length_says_one_number(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        await here.members[0].slash(here.channel, "new", game="blockers")
        assert "About 48 turns with 2 players." in here.card.content
