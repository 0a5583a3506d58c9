"""The people one plays with, in Discord's shapes: long presses, people who left, posts of a forum, groups."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from bot.table.refusals import CANNOT_JOIN
from bot.talk.letter import ControlId, Purpose
from tests.wire.payloads import CHANNEL, Payload
from tests.wire.people import Member, components, control, controls, private, text_of
from tests.wire.wired import Wired, has

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(60)]

GROUP = 3
"""The type of a channel for private messages of several people."""
IDS = count(31000)


def new_member(here: Wired, name: str) -> Member:
    return Member(here.discord, next(IDS), name)


def in_group(payload: Payload) -> None:
    """Send it from a group of people whose bot it isn't: one of them has installed it."""
    user = payload.pop("member")["user"]
    for name in ("guild_id", "guild", "guild_locale"):
        del payload[name]
    payload |= {"user": user, "channel_id": "990", "channel": {"id": "990", "type": GROUP}, "context": 2}
    payload["authorizing_integration_owners"] = {"1": user["id"]}


def in_forum(payload: Payload) -> None:
    """Send it from a post of a forum, which the bot knows by this alone."""
    post = {"id": "991", "type": 11, "parent_id": "992", "guild_id": payload["guild_id"], "name": "Domino"}
    parent = {"id": "992", "type": 15, "guild_id": payload["guild_id"], "name": "forum"}
    payload |= {"channel_id": "991", "channel": {**post, "parent": parent}}


def choice(message: Payload, data: str) -> ControlId:
    """Return the control with some data: a button, or an option of a menu."""
    offered = [option["value"] for part in components(message) for option in part.get("options", ())]
    every = [*controls(message), *(id for value in offered if (id := ControlId.parse(value)))]
    return next(id for id in every if id.data == data)


async def choose(member: Member, message: Payload, data: str) -> Payload:
    id = choice(message, data)
    if id in controls(message):
        return await (await member.press(message, id)).answer()
    menu = next(part for part in components(message) if str(id) in [each["value"] for each in part.get("options", ())])
    return await (await member.press(message, menu["custom_id"], values=[str(id)])).answer()


async def open_table(here: Wired, host: Member) -> Payload:
    """Open a table of Draw, and return its card."""
    there, before = here.discord.channels[CHANNEL], set(here.discord.channels[CHANNEL])
    await (await host.type("new", game="draw")).answer()
    await here.discord.until(lambda: any(has(there[id], Purpose.JOIN) for id in there.keys() - before))
    return next(there[id] for id in there.keys() - before if has(there[id], Purpose.JOIN))


async def test_a_person_is_challenged_by_a_long_press_and_a_seat_is_kept_for_them(here: Wired) -> None:
    ana, ben = new_member(here, "Ana"), new_member(here, "Ben")
    asked = await (await ana.long_press("Play dominoes", ben)).answer()
    assert private(asked)
    presets = await choose(ana, asked, f"{ben.id}>draw")
    answer = await choose(ana, presets, f"{ben.id}>draw>block")
    assert f"A seat is kept for <@{ben.id}> until" in text_of(answer)
    cards = here.discord.channels[CHANNEL].values()
    await here.discord.until(lambda: any(f"<@{ben.id}>: a seat is kept for you" in text_of(card) for card in cards))


async def test_a_person_who_has_left_the_server_is_not_challenged(here: Wired) -> None:
    ana, ben = new_member(here, "Ana"), new_member(here, "Ben")
    answer = await (await ana.long_press("Play dominoes", ben, has_left=True)).answer()
    assert text_of(answer) == "They aren't on this server, so they can't join here."


@pytest.mark.parametrize("blocker_is_host", [True, False])
@pytest.mark.parametrize("has_left", [True, False])
async def test_a_block_by_a_long_press_keeps_two_apart_whoever_sits_first(
    here: Wired, blocker_is_host: bool, has_left: bool
) -> None:
    ana, ben = new_member(here, "Ana"), new_member(here, "Ben")
    assert private(await (await ana.long_press("Block", ben, has_left=has_left)).answer())
    host, guest = (ana, ben) if blocker_is_host else (ben, ana)
    card = await open_table(here, host)
    refused = await (await guest.press(card, control(card, Purpose.JOIN))).answer()
    assert private(refused)
    assert text_of(refused) == str(CANNOT_JOIN) or str(ben.id) in text_of(refused)  # who blocks may be told whom
    if guest is ben:
        assert text_of(refused) == str(CANNOT_JOIN)
    assert f"<@{guest.id}>" not in text_of(here.discord.channels[CHANNEL][int(card["id"])])


async def test_a_report_about_a_moderator_stays_in_the_log(here: Wired) -> None:
    ana, ben = new_member(here, "Ana"), new_member(here, "Ben")  # all may manage messages on this server
    asked = await (await ana.long_press("Report to moderators", ben)).answer()
    assert f"<@{ben.id}> won't be told" in text_of(asked)
    (button,) = controls(asked)
    assert button.data == f"mod report={ben.id}.log"


async def test_a_report_about_a_person_who_has_left_can_be_made(here: Wired) -> None:
    ana, ben = new_member(here, "Ana"), new_member(here, "Ben")
    asked = await (await ana.long_press("Report to moderators", ben, has_left=True)).answer()
    (button,) = controls(asked)
    assert button.data == f"mod report={ben.id}"


async def test_a_moderator_is_shown_a_table_and_what_they_can_do_there(here: Wired) -> None:
    card = await open_table(here, new_member(here, "Ana"))
    number = text_of(card).split("#")[1].split("*")[0]
    panel = await (await new_member(here, "Cid").type("moderate", table=int(number))).answer()
    assert private(panel)
    assert "mod close" in [id.data for id in controls(panel)]


async def test_in_a_group_one_practises_alone_and_is_told_where_tables_are(here: Wired) -> None:
    ana = replace(new_member(here, "Ana"), shape=in_group)
    practice = await (await ana.type("practice", game="draw")).answer()
    assert private(practice)
    answer = text_of(await (await ana.type("new", game="draw")).answer())
    assert answer.startswith("A table needs a server that I'm on.")


async def test_in_a_post_of_a_forum_the_bot_answers(here: Wired) -> None:
    ana = replace(new_member(here, "Ana"), shape=in_forum)
    for command in ("practice", "new"):
        answer = await (await ana.type(command, game="draw")).answer()
        assert private(answer)
        assert "went wrong" not in text_of(answer)
