"""Seats before a game begins, in Discord: a player sits where they ask to, and the host takes a player out."""

from __future__ import annotations

from pathlib import Path

from bot.talk.letter import REMOVE, ControlId, Purpose
from tests.end_to_end.house import house
from tests.end_to_end.test_trouble import read


async def test_the_card_shows_the_seat_that_was_asked_for_and_the_player_who_is_out(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana, ben, cid = here.members
        await ana.slash(here.channel, "new", game="blockers")
        assert "on seat 3" in await read(await ben.slash(here.channel, "join", seat=3))
        assert f"3: <@{ben.id}>" in here.card.content
        players = (await ana.click(here.card, custom_id=str(ControlId(Purpose.BOTS, 1)))).response
        out = ControlId(Purpose.BOTS, 1, data=f"{REMOVE}{ben.id}")
        await ana.select(players, [str(out)], custom_id=str(ControlId(Purpose.CHOOSE, 1, data="out")))
        assert f"Taken out by the host: <@{ben.id}>." in here.card.content
        assert "The host has taken you out" in await read(await ben.slash(here.channel, "join"))
        await cid.slash(here.channel, "join")
        assert f"<@{ana.id}>, <@{cid.id}>" in here.card.content
