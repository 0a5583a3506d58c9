"""Where a table is shown: in its thread, in the channel, by private message; and lobbies that nobody comes to."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.service.absence import LEAST_GAP
from bot.talk.letter import Purpose
from tests.bot.tools import FixedClock
from tests.discord.requests import Request
from tests.end_to_end.house import House, controls, find_control, house, text_of
from tests.end_to_end.notices import ours, pings, press

SHORT = {"match": "rounds", "rounds": "1"}
DAY = 24 * 3600


async def test_a_game_gets_a_thread_that_stays_listed_for_a_week(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await here.open_table("draw", 2, SHORT)
        thread = next(r for r in here.recorder.requests if r.path.endswith("/threads"))
        assert thread.body["name"] == "Draw Dominoes #1"
        assert thread.body["auto_archive_duration"] == 10080
        assert thread.path.split("/")[-2] == str(here.card.id)
        assert [m.id for m in ours(here.channel)] == [here.card.id]
        assert here.turn.channel.id == here.place.id


async def test_the_card_says_how_the_game_stands_and_whose_turn_it_is(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await here.open_table("draw", 2, SHORT)
        mover = here.mover
        assert f"<#{here.place.id}>" in here.card.content
        assert f"<@{mover.id}> is next." in here.card.content
        assert "7 tiles" in here.card.content
        while here.mover.id == mover.id:
            await here.type_a_move(mover)
        assert f"<@{here.mover.id}> is next." in here.card.content


async def test_the_card_keeps_its_hand_button_while_the_thread_sleeps(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await here.open_table("draw", 2, SHORT)
        mover, before = here.mover, here.turn.id
        here.env.backend.edit_channel(here.place.id, {}, thread_metadata={"archived": True})
        here.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=50083, message="Thread is archived")
        shown = await press(mover, here.card, Purpose.HAND)
        await here.press_a_move(mover, shown.response)
        assert here.turn.id != before
        assert any(r.body == {"archived": False} for r in here.recorder.requests)


async def test_a_command_in_a_thread_means_the_table_of_the_thread(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await here.open_table("draw", 2, SHORT)
        first = here.place
        await here.open_table("draw", 2, SHORT)
        for number, thread in enumerate((first, here.place), 1):
            shown = await here.members[0].slash(thread, "hand")
            assert f"Draw Dominoes #{number}" in shown.response.content
        asked = await here.members[1].slash(here.channel, "board")
        assert re.search(
            "Which table do you mean|Draw Dominoes", asked.response.content
        )  # the one where it is Ben's turn, if it is


async def test_a_server_without_threads_keeps_to_the_channel(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=False) as here:
        await here.open_table("draw", 2, SHORT)
        assert here.channel.threads == []
        assert here.turn.channel.id == here.channel.id


async def test_a_change_of_the_setting_does_not_move_a_running_game(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await here.open_table("draw", 2, SHORT)
        place = here.place.id
        here.threads = False
        await here.restart()
        before = here.turn.id
        await here.type_a_move(here.mover)
        assert here.turn.id != before
        assert here.turn.channel.id == place


# -- a hand by private message -----------------------------------------------------------------------------------------


def hand_in(request: Request) -> bool:
    """Return whether a request carries the picture of a hand."""
    return any(upload.filename == "hand.png" for upload in request.uploads)


async def by_private_message(here: House) -> None:
    for member in here.members:
        said = await member.slash(here.channel, "settings", hand=1)
        assert "by DM" in text_of(said.response)
    await here.open_table("draw", 2, {**SHORT, "forced_moves": "by_hand"})  # so that each move is a press


async def test_a_hand_comes_by_private_message_and_a_move_takes_one_press(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await by_private_message(here)
        mover, before = here.mover, here.turn.id
        hand = mover.user.dm_channel.last_message
        assert [file.filename for file in hand.attachments] == ["hand.png"]
        move = next(id for id in controls(hand) if id.purpose is Purpose.ACT)
        assert (await mover.user.click(hand, custom_id=str(move))).acknowledged
        assert here.turn.id != before
        assert pings(here) == []
        while here.mover.id == mover.id:
            await here.type_a_move(mover)
        old = next(m for m in mover.user.dm_channel.history() if m.id == hand.id)
        assert [id for id in controls(old) if id.purpose is Purpose.ACT] == []
        assert "\nYou " in old.content
        assert f"<@{mover.id}>" not in old.content
        assert here.mover.user.dm_channel.last_message.attachments


async def test_a_private_hand_shows_nothing_to_anybody_else(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await by_private_message(here)
        sent = [r for r in here.recorder.requests if hand_in(r)]
        assert sent
        assert {r.reader for r in sent} == {here.mover.id}


@pytest.mark.parametrize("code", [50007, pytest.param(50278, marks=pytest.mark.long)])
async def test_closed_private_messages_mean_an_ordinary_mention(tmp_path: Path, code: int) -> None:
    clock = FixedClock()
    async with house(tmp_path, ("Ana", "Ben"), threads=True, clock=clock) as here:
        ana = here.members[0]
        direct = f"/channels/{ana.user.dm_channel.id}/messages"
        here.env.inject_error("POST", direct, status=403, code=code, message="Cannot send", times=None)
        await by_private_message(here)
        for _ in range(8):
            await here.type_a_move(here.mover)
        tried = [r for r in here.recorder.requests if r.path == direct]
        assert len(tried) == 1
        assert set(pings(here)) == {ana.id}
        clock.time += DAY
        for _ in range(4):
            await here.type_a_move(here.mover)
        assert len([r for r in here.recorder.requests if r.path == direct]) == 2


async def test_a_hand_that_could_not_become_a_line_is_never_replaced_by_another_hand(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        here.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046, message="Too many", times=None)
        await by_private_message(here)
        called = [here.mover.id]
        while len(called) < 4:
            await here.type_a_move(here.mover)
            if here.mover.id != called[-1]:
                called.append(here.mover.id)
        brought = [r for r in here.recorder.requests if r.method == "POST" and hand_in(r)]
        assert [r.reader for r in brought if r.interaction is None] == called
        assert pings(here) == []


# -- lobbies -----------------------------------------------------------------------------------------------------------


async def live(here: House, clock: FixedClock, seconds: int) -> None:
    """Let the clock go on while the bot beats; after a jump, the bot would count as away, and lobbies wait longer."""
    until = clock.time + seconds
    while clock.time < until:
        clock.time = min(clock.time + LEAST_GAP - 1, until)
        await here.client.service.absence.beat()


async def test_a_lobby_closes_after_a_day_and_anybody_opens_it_again(tmp_path: Path) -> None:
    clock = FixedClock()
    async with house(tmp_path, ("Ana", "Ben"), clock=clock) as here:
        await here.members[0].slash(here.channel, "new", game="draw")
        await here.members[0].slash(here.channel, "option", name="rounds", value="7")
        await live(here, clock, DAY - 60)
        await here.env.advance_time(660)
        assert find_control(here.card, Purpose.JOIN)
        await live(here, clock, 120)
        await here.env.advance_time(660)
        assert "closed: nothing happened here for a day" in here.card.content
        assert [id.purpose for id in controls(here.card)] == [Purpose.REOPEN]
        old = here.card
        await press(here.members[1], old, Purpose.REOPEN)
        assert here.card.id != old.id
        assert f"opened by <@{here.members[1].id}>" in here.card.content
        assert "7 rounds" in here.card.content, here.card.content
        again = await press(here.members[0], old, Purpose.REOPEN)
        assert "It is open again already" in again.response.content
        assert len(ours(here.channel)) == 2


async def test_a_lobby_that_a_player_joins_stays_open_for_another_day(tmp_path: Path) -> None:
    clock = FixedClock()
    async with house(tmp_path, ("Ana", "Ben"), clock=clock) as here:
        await here.members[0].slash(here.channel, "new", game="draw")
        await live(here, clock, DAY - 60)
        await press(here.members[1], here.card, Purpose.JOIN)
        await live(here, clock, DAY - 60)
        await here.env.advance_time(660)
        assert find_control(here.card, Purpose.START)
