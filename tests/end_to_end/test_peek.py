"""A player lets a friend who does not play look at their hand, through the real client."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.desk.caller import Caller
from bot.table.refusals import Refusal
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, house
from tests.end_to_end.notices import ours, press

PEOPLE = ("Ana", "Ben", "Cid", "Dee")


async def begun(here: House) -> None:
    """A game of Ana and Ben; Cid and Dee look on."""
    await here.open_table("draw", 2, {})
    await here.settled()


async def test_a_friend_looks_at_the_hand_of_the_player_who_allowed_it_and_nobody_else_does(tmp_path: Path) -> None:
    async with house(tmp_path, PEOPLE) as here:
        ana, ben, cid, dee = here.members
        await begun(here)
        allowed = await ana.slash(here.channel, "allowpeek", user=cid)
        assert allowed.ephemeral
        assert f"<@{cid.id}> can look at your hand now" in allowed.response.content
        await here.settled()
        told = "\n".join(message.content for message in ours(here.place))
        assert f"<@{ana.id}> lets <@{cid.id}> look at their hand" in told
        hand = await ana.slash(here.channel, "hand")
        shown = await cid.slash(here.channel, "peek")
        assert shown.ephemeral
        assert f"what <@{ana.id}> sees" in shown.response.content
        assert [id.purpose for id in controls(shown.response)] == [Purpose.UNPEEK]
        mine, theirs = hand.response.attachments[0], shown.response.attachments[0]
        assert theirs.description == f"What Ana sees: {mine.description}"
        for other in (ben, dee):
            refused = await other.slash(here.channel, "peek")
            assert not refused.response.attachments
            assert "lets you look" in refused.response.content


async def test_either_ends_it_by_a_press_and_an_old_button_shows_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, PEOPLE) as here:
        ana, _, cid, _ = here.members
        await begun(here)
        await ana.slash(here.channel, "allowpeek", user=cid)
        shown = await cid.slash(here.channel, "peek")
        await press(cid, shown.response, Purpose.UNPEEK)
        await here.settled()
        told = "\n".join(message.content for message in ours(here.place))
        assert f"<@{cid.id}> no longer looks at <@{ana.id}>'s hand" in told
        assert not (await cid.slash(here.channel, "peek")).response.attachments


async def test_a_control_that_was_made_up_gets_a_sentence(tmp_path: Path) -> None:
    async with house(tmp_path, PEOPLE) as here:
        await begun(here)
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        asker = Caller(table.seats[0], "en-US", 1, table.guild, table.channel)
        for data in ("", "x", "9" * 19, "1" * 40):
            with pytest.raises(Refusal, match="There is no such user"):
                await here.client.desk.press(asker, ControlId(Purpose.ALLOW, 1, 0, data))


async def test_users_who_play_are_refused(tmp_path: Path) -> None:
    async with house(tmp_path, PEOPLE) as here:
        ana, ben, cid, _ = here.members
        await begun(here)
        for asker, viewer, said in ((ana, ben, "plays at this table"), (cid, ana, "You don't play in")):
            refused = await asker.slash(here.channel, "allowpeek", user=viewer)
            assert refused.ephemeral
            assert said in refused.response.content
