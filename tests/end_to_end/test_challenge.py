"""A challenge by a long press: from the menu of a person to the game, or to a polite no."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest

from bot.table.refusals import CANNOT_JOIN
from bot.table.rules import challenge as rules
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, find_control, house, select_values, text_of
from tests.end_to_end.notices import ours, pings, press
from tests.end_to_end.test_clock import MINUTE, VirtualClock, pass_time

LABEL = "Play dominoes"
HOUR = 60 * MINUTE


@pytest.fixture(autouse=True)
def short_day() -> Iterator[None]:
    """Let a seat be kept for an hour, since a whole day of simulated time takes long."""
    with patch.object(rules, "KEPT_SECONDS", HOUR):
        yield


async def challenge(here: House, who: Any, whom: Any, game: str = "draw", preset: str = "block") -> Any:
    """Choose the command in a person's menu, then a game and one of its presets; return the last answer."""
    answer = await who.context_menu(here.channel, LABEL, whom)
    for chosen in (game, f"{game}>{preset}"):
        if not (offered := _find_offers(answer.response)):
            return answer
        assert answer.response.ephemeral
        id = next(id for id in offered if id.data == f"{whom.id}>{chosen}")
        answer = await _choose(who, answer.response, id)
    return answer


def _find_offers(message: Any) -> list[ControlId]:
    values = [ControlId.parse(value) for value in select_values(message)]
    every = [*controls(message), *(value for value in values if value)]
    return [id for id in every if id.purpose is Purpose.CHALLENGE]


async def _choose(who: Any, message: Any, id: ControlId) -> Any:
    if id in controls(message):
        return await who.click(message, custom_id=str(id))
    return await who.select(message, [str(id)])


async def test_a_challenge_opens_a_table_with_a_kept_seat_and_calls_that_person_once(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), clock=VirtualClock()) as here:
        ana, ben, _ = here.members
        answer = await challenge(here, ana, ben)
        assert f"A seat is kept for <@{ben.id}> until" in answer.response.content
        assert f"<@{ben.id}>: a seat is kept for you until" in here.card.content
        assert "Block #1" in here.card.content
        assert pings(here) == [ben.id]
        await here.restart()
        await ana.slash(here.channel, "option", name="hints", value="on")
        assert pings(here) == [ben.id]
        joined = await press(ben, here.card, Purpose.JOIN)
        assert "You're in." in joined.response.content
        assert "a seat is kept" not in here.card.content
        assert find_control(here.card, Purpose.DECLINE) is None
        await press(ana, here.card, Purpose.START)
        assert here.turn is not None


async def test_who_says_not_now_gives_the_seat_up_and_the_host_is_told_once(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), clock=VirtualClock()) as here:
        ana, ben, cid = here.members
        await challenge(here, ana, ben)
        stranger = await press(cid, here.card, Purpose.DECLINE)
        assert stranger.response.content == f"Only <@{ben.id}> can say that: the seat is kept for them."
        answer = await press(ben, here.card, Purpose.DECLINE)
        assert answer.response.content == "The card says that you can't play now."
        assert f"<@{ben.id}> can't play now. The seat is free." in here.card.content
        assert pings(here) == [ben.id, ana.id]
        await here.restart()
        await press(cid, here.card, Purpose.JOIN)
        await press(ben, here.card, Purpose.JOIN)
        assert "can't play now" not in here.card.content
        assert pings(here) == [ben.id, ana.id]
        (note,) = [message for message in ours(here.channel) if message.content.startswith(f"<@{ana.id}>: <@{ben.id}>")]
        assert "can't play Block #1 now" in note.content


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_kept_seat_lapses_and_a_table_without_others_closes(tmp_path: Path, *, restarted: bool) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        ana, ben = here.members
        await challenge(here, ana, ben)
        await pass_time(here, HOUR - 10 * MINUTE)
        assert "a seat is kept" in here.card.content
        if restarted:
            await here.restart()
        await pass_time(here, 15 * MINUTE)
        assert "closed: nothing happened here for a day." in here.card.content
        assert pings(here) == [ben.id]


async def test_a_kept_seat_lapses_and_is_free_where_others_sit(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), clock=VirtualClock()) as here:
        ana, ben, cid = here.members
        await challenge(here, ana, ben)
        await pass_time(here, 10 * MINUTE)
        await press(cid, here.card, Purpose.JOIN)
        await pass_time(here, HOUR - 5 * MINUTE)
        assert "a seat is kept" not in here.card.content
        assert find_control(here.card, Purpose.JOIN)
        assert find_control(here.card, Purpose.DECLINE) is None


async def test_the_last_seat_is_for_the_challenged_person_alone(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid", "Dee"), clock=VirtualClock()) as here:
        ana, ben, cid, dee = here.members
        await challenge(here, ana, ben, "moon", "day")
        await press(cid, here.card, Purpose.JOIN)
        kept = f"The last seat is kept for <@{ben.id}>. `/new` opens another table."
        assert (await press(dee, here.card, Purpose.JOIN)).response.content == kept
        assert (await ana.slash(here.channel, "bot", strength="easy")).response.content == kept
        await press(ben, here.card, Purpose.JOIN)
        assert here.turn is not None or find_control(here.card, Purpose.START)


async def test_a_pair_has_one_challenge_a_day(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        ana, ben = here.members
        await challenge(here, ana, ben)
        await press(ana, here.card, Purpose.LEAVE)
        answer = await challenge(here, ana, ben)
        assert answer.response.content.startswith("You've challenged them within a day.")
        assert pings(here) == [ben.id]


async def test_many_challenges_of_one_day_do_not_call_a_person_each_time(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid", "Dee", "Eli"), clock=VirtualClock()) as here:
        ben = here.members[1]
        for who in (here.members[0], *here.members[2:]):
            answer = await challenge(here, who, ben)
            assert f"A seat is kept for <@{ben.id}>" in answer.response.content
            assert f"<@{ben.id}>: a seat is kept for you" in here.card.content
        assert pings(here) == [ben.id] * 3


async def test_one_person_challenges_at_most_five_in_a_day(tmp_path: Path) -> None:
    async with house(tmp_path, clock=VirtualClock()) as here:
        ana, *others = here.members
        for other in others[:5]:
            await challenge(here, ana, other)
            await press(ana, here.card, Purpose.LEAVE)
        answer = await challenge(here, ana, others[5])
        assert answer.response.content.startswith("You've challenged 5 players within a day")
        assert len(pings(here)) == 5


@pytest.mark.parametrize("by_challenged", [True, False])
async def test_where_a_block_stands_between_two_nothing_looks_different_to_the_host(
    tmp_path: Path, *, by_challenged: bool
) -> None:
    async def challenge_and_read(folder: Path, *, blocked: bool) -> list[str]:
        async with house(folder, ("Ana", "Ben"), clock=VirtualClock()) as here:
            ana, ben = here.members
            if blocked:
                await here.client.service.blocks.add(*((ben.id, ana.id) if by_challenged else (ana.id, ben.id)))
            answer = await challenge(here, ana, ben)
            told_ana = [answer.response.content, here.card.content]
            assert pings(here) == ([] if blocked else [ben.id])
            if blocked:
                joined = await press(ben, here.card, Purpose.JOIN)
                assert joined.response.content == str(CANNOT_JOIN)
            second = await challenge(here, ana, ben)
            await pass_time(here, HOUR + 10 * MINUTE)
            return [*told_ana, second.response.content, here.card.content]

    folders = [tmp_path / name for name in ("blocked", "silent")]
    for folder in folders:
        folder.mkdir()
    assert await challenge_and_read(folders[0], blocked=True) == await challenge_and_read(folders[1], blocked=False)


async def test_who_cannot_play_here_is_not_challenged(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        ana, ben = here.members
        guild = here.channel.guild
        app = guild.add_member(here.env.create_user("helper", bot=True))
        role = guild.create_role("Insiders", permissions=discord.Permissions(view_channel=True))
        here.env.backend.add_member_role(guild.id, ana.id, role.id)
        closed = discord.PermissionOverwrite(view_channel=False)
        hidden = guild.create_text_channel(
            "hidden", overwrites={guild.default_role: closed, role: discord.PermissionOverwrite(view_channel=True)}
        )
        for channel, whom, said in (
            (here.channel, ana, "You can't challenge yourself."),
            (here.channel, app, "That's an app."),
            (hidden, ben, "They can't see this channel."),
        ):
            answer = await ana.context_menu(channel, LABEL, whom)
            assert answer.response.ephemeral
            assert answer.response.content.startswith(said)
        assert pings(here) == []


async def test_a_menu_that_is_a_quarter_of_an_hour_old_opens_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        ana, ben = here.members
        answer = await ana.context_menu(here.channel, LABEL, ben)
        await pass_time(here, 20 * MINUTE)
        late = await _choose(ana, answer.response, _find_offers(answer.response)[0])
        assert late.response.content == "Please choose *Play dominoes* in their menu again."
        assert here.card is None


async def test_who_deletes_their_data_has_no_seat_kept_any_more(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), clock=VirtualClock()) as here:
        ana, ben = here.members
        await challenge(here, ana, ben)
        shown = await ben.slash(here.channel, "privacy")
        assert "that 1 player challenged you within a day or so" in text_of(shown.response)
        await here.client.service.people.forget(ben.id)
        await here.settle()
        assert f"<@{ben.id}>" not in here.card.content
        assert not (await here.client.service.people.collect_data(ben.id)).seats
