"""A player joins a running game with its next round, through the real client."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.letter import Purpose
from tests.end_to_end.house import find_control, house, told
from tests.end_to_end.notices import ours, pings, press

PEOPLE = ("Ana", "Ben", "Cid", "Dee")
OPTIONS = {"late_joining": "on", "rounds": "3", "verification": "auto", "hand_size": "3"}


@pytest.mark.long
async def test_a_player_joins_by_the_card_leaves_comes_again_and_plays_from_the_next_round_on(tmp_path: Path) -> None:
    async with house(tmp_path, PEOPLE) as here:
        ana, _, cid, dee = here.members
        await here.open_table("draw", 2, OPTIONS)
        await here.settled()
        assert "Late joining: Allowed" in told(here.card)
        said, called = len(ours(here.channel)), pings(here)
        joined = await press(cid, here.card, Purpose.JOIN)
        assert joined.ephemeral
        assert "You join with the next round, in seat 3" in told(joined.response)
        assert "average of all points then, rounded down: now that is 0 points" in told(joined.response)
        await here.settled()
        assert f"Joining with the next round: <@{cid.id}>." in told(here.card)
        assert (len(ours(here.channel)), pings(here)) == (said, called)  # nobody is called
        assert "you join with the next round" in told((await cid.slash(here.channel, "games")).response)
        assert not (await cid.slash(here.channel, "hand")).response.attachments
        assert "You join with the next round" in told((await cid.slash(here.channel, "hand")).response)
        left = await press(cid, joined.response, Purpose.LEAVE)
        assert "You don't join after all" in told(left.response)
        await here.settled()
        assert "Joining" not in told(here.card)
        await cid.slash(here.channel, "join")
        assert "You're already in" in told((await cid.slash(here.channel, "join")).response)
        await cid.slash(here.channel, "word", word="luck")
        await here.restart()
        await here.to_the_next_round()
        assert any(f"<@{cid.id}> joins the game with" in told(message) for message in ours(here.channel))
        assert (await cid.slash(here.channel, "hand")).response.attachments
        await here.to_the_next_round()
        assert find_control(here.card, Purpose.JOIN) is None
        late = await dee.slash(here.channel, "join")
        assert "You don't play" in told(late.response) or "No further round" in told(late.response)
        await here.to_the_end()
        assert f"<@{cid.id}>" in "\n".join(map(told, ours(here.channel)[-3:]))
        assert not (await ana.slash(here.channel, "record")).response.content.startswith("Something")
        replay = (await cid.slash(here.channel, "replay", table=1)).response
        assert [file.filename for file in replay.attachments] == ["replay.gif"]
        for player in (ana, cid):
            analysis = (await player.slash(here.channel, "analysis", table=1)).response
            assert "turning point" in analysis.content or "Well played" in analysis.content


@pytest.mark.long
async def test_a_player_who_deletes_everything_does_not_join_any_more(tmp_path: Path) -> None:
    async with house(tmp_path, PEOPLE) as here:
        *_, cid, dee = here.members
        await here.open_table("draw", 2, OPTIONS)
        await here.settled()
        await press(dee, here.card, Purpose.JOIN)
        await press(cid, here.card, Purpose.JOIN)
        await here.client.service.people.forget(dee.id)
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        assert [person.user for person in table.coming] == [cid.id]
        await here.to_the_next_round()
        table = await here.client.service.tables.table(1, here.channel.guild.id)
        assert [person.user for person in table.seats][2:] == [cid.id]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({}, "All its seats are taken."),
        ({"late_joining": "on", "hand_size": "12"}, "Late joining is on, but all 2 seats are taken."),
    ],
)
async def test_a_table_without_room_or_that_does_not_allow_it_offers_nothing_and_says_why(
    options: dict[str, str], why: str, tmp_path: Path
) -> None:
    async with house(tmp_path, PEOPLE) as here:
        *_, cid, _ = here.members
        await here.open_table("draw", 2, options)
        await here.settled()
        assert find_control(here.card, Purpose.JOIN) is None
        told_ = told((await cid.slash(here.channel, "join")).response)
        assert why in told_
