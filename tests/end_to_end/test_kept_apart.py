"""Blocks and invitations in Discord: only who set them reads of them, and games that were begun go on to their end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.table.refusals import CANNOT_JOIN, ONLY_INVITED
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, find_control, house
from tests.end_to_end.notices import ours
from tests.end_to_end.test_trouble import read

REFUSED = str(CANNOT_JOIN)


def count_messages(here: House) -> int:
    """Return how many messages everyone sees."""
    return len(ours(here.channel))


async def press(member: Any, message: Any, purpose: Purpose) -> Any:
    return await member.click(message, custom_id=str(find_control(message, purpose)))


async def test_a_blocked_person_reads_the_one_sentence_and_nothing_else_happens(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        ana, ben, cid = here.members
        await ana.slash(here.channel, "new", game="draw")
        blocked = await ana.context_menu(here.channel, "Block", ben)
        assert blocked.ephemeral
        before, card = count_messages(here), here.card.content
        by_button = await press(ben, here.card, Purpose.JOIN)
        assert by_button.ephemeral
        assert by_button.response.content == REFUSED
        assert REFUSED in await read(await ben.slash(here.channel, "join"))
        assert (count_messages(here), here.card.content) == (before, card)
        await ana.slash(here.channel, "settings", unblock=ben)
        await press(ben, here.card, Purpose.JOIN)
        assert f"<@{ben.id}>" in here.card.content
        await cid.slash(here.channel, "settings", block=ana)
        assert (await press(cid, here.card, Purpose.JOIN)).response.content == REFUSED


async def test_a_game_goes_on_to_its_end_after_a_block_and_only_who_set_it_gets_no_rematch(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await here.open_table("draw", 2, {"match": "rounds", "hand_size": "3"})
        await here.play_by_buttons(2)
        await ana.slash(here.channel, "settings", block=ben)
        await here.play_to_end()
        result = ours(here.place)[-1]
        agreed = await press(ben, result, Purpose.REMATCH)
        assert agreed.response.content.startswith("You're in. Waiting for")
        assert (await press(ana, result, Purpose.REMATCH)).response.content == REFUSED


async def test_apps_are_not_blocked(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        app = here.channel.guild.add_member(here.env.create_user("helper", bot=True))
        assert "Apps don't play" in await read(await ana.context_menu(here.channel, "Block", app))
        assert "Apps don't play" in await read(await ana.slash(here.channel, "settings", block=app))


async def test_a_host_invites_a_person_and_a_role_and_closes_the_table(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid", "Dee")) as here:
        ana, ben, cid, dee = here.members
        guild = here.channel.guild
        role = guild.create_role("Friends")
        here.env.backend.add_member_role(guild.id, cid.id, role.id)
        await ana.slash(here.channel, "new", game="draw")
        invited = await ana.slash(here.channel, "invite", user=ben, role=role)
        assert invited.ephemeral
        assert "🔒 Only invited people can join." in here.card.content
        assert str(ben.id) not in here.card.content
        assert (await press(dee, here.card, Purpose.JOIN)).response.content == f"{REFUSED}\n{ONLY_INVITED}"
        for member in (ben, cid):
            await press(member, here.card, Purpose.JOIN)
            assert f"<@{member.id}>" in here.card.content
        panel = (await press(ana, here.card, Purpose.OPTIONS)).response
        closed = str(ControlId(Purpose.SET, 1, data="door=closed"))
        await ana.select(panel, [closed], custom_id=str(ControlId(Purpose.CHOOSE, 1, data="door")))
        assert "🔒 Closed" in here.card.content
        assert find_control(here.card, Purpose.JOIN) is None
        assert REFUSED in await read(await dee.slash(here.channel, "join"))
