"""Discord says no: the game is never harmed, the board comes back, nobody is called twice."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import discord
import pytest
from simcord import BackendError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from simcord.http import router

from bot.desk import setup
from bot.desk.caller import Caller
from bot.table.log.model import Person
from bot.table.refusals import Refusal
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, find_control, house
from tests.end_to_end.notices import ours, pings, posts_of, press

SHORT = {"match": "rounds", "rounds": "1", "forced_moves": "by_hand"}


@asynccontextmanager
async def game(folder: Path) -> AsyncIterator[House]:
    """Begin a game of two in a thread."""
    async with house(folder, ("Ana", "Ben"), threads=True) as here:
        await here.open_table("draw", 2, SHORT)
        yield here


async def forbid(here: House, *names: str) -> None:
    """Take permissions away from everybody in the channel, or give all back."""
    denied = discord.Permissions(**dict.fromkeys(names, True)).value
    everyone = here.channel.guild.default_role.id
    here.env.backend.edit_channel(here.channel.id, {}, overwrites=[Overwrite(everyone, OverwriteType.ROLE, 0, denied)])
    await here.env.advance_time(0)


async def turn_passes(here: House) -> None:
    """Type moves until another person is to move, as the table has it."""
    mover = await to_move(here)
    while await to_move(here) == mover:
        await here.type_a_move(next(m for m in here.members if m.id == mover))


async def to_move(here: House) -> int:
    """Return who is to move, whatever Discord shows."""
    table = await here.client.service.tables.table(1, here.channel.guild.id)
    assert table.mover
    return table.mover.user


def member(here: House, user: int) -> Any:
    return next(m for m in here.members if m.id == user)


# -- permissions -------------------------------------------------------------------------------------------------------


async def test_what_is_missing_is_named_before_a_table_is_promised(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await forbid(here, "attach_files", "read_message_history")
        said = (await here.members[0].slash(here.channel, "new", game="draw")).response.content
        for permission in ("Attach Files", "Read Message History"):
            assert f"<#{here.channel.id}> → Edit Channel → Permissions → {permission}" in said
        assert ours(here.channel) == []


async def test_without_permission_for_threads_the_game_is_played_in_the_channel(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await forbid(here, "create_public_threads")
        said = await here.members[0].slash(here.channel, "new", game="draw")
        assert "Edit Channel → Permissions → Create Public Threads" in said.response.content
        await press(here.members[1], here.card, Purpose.JOIN)
        said = await press(here.members[0], here.card, Purpose.START)
        assert "Edit Channel → Permissions → Create Public Threads" in said.response.content
        assert here.turn.channel.id == here.channel.id


async def test_what_is_missing_at_the_start_is_named_and_nothing_starts(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        await here.members[0].slash(here.channel, "new", game="draw")
        await press(here.members[1], here.card, Purpose.JOIN)
        await forbid(here, "attach_files")
        said = await press(here.members[0], here.card, Purpose.START)
        assert "Edit Channel → Permissions → Attach Files" in said.response.content
        assert find_control(here.card, Purpose.START)


@pytest.mark.parametrize(("status", "code"), [(400, 160006), (403, 50013)])
async def test_a_thread_that_cannot_be_opened_leaves_the_game_in_the_channel(
    tmp_path: Path, status: int, code: int
) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        here.env.inject_error("POST", "/channels/*/messages/*/threads", status=status, code=code, message="No")
        await here.open_table("draw", 2, SHORT)
        assert here.channel.threads == []
        assert here.turn.channel.id == here.channel.id
        assert pings(here) == [here.mover.id]


async def test_a_lost_permission_is_told_on_a_press_and_tried_every_five_minutes(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        board = here.turn.id
        await forbid(here, "send_messages_in_threads")
        await turn_passes(here)
        tried, mover = len(posts_of(here)), member(here, await to_move(here))
        await here.env.advance_time(290)
        assert len(posts_of(here)) == tried
        await here.env.advance_time(20)
        assert len(posts_of(here)) == tried + 1
        said = await press(mover, here.card, Purpose.HAND)
        assert f"in <#{here.place.id}> I lack Send Messages in Threads." in said.response.content
        assert said.response.attachments
        assert len(posts_of(here)) == tried + 1, "the place rests, whoever presses"
        await here.env.advance_time(31)
        assert len(posts_of(here)) == tried + 2
        await forbid(here)
        assert here.turn.id != board
        assert pings(here)[1:] == [mover.id]


async def test_a_permission_that_came_back_is_found_by_the_next_press(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        here.env.inject_error("POST", f"/channels/{here.place.id}/messages", status=403, code=50001, message="Access")
        await turn_passes(here)
        mover = member(here, await to_move(here))
        said = await press(mover, here.card, Purpose.HAND)
        assert "Discord doesn't let me post" in said.response.content
        assert here.turn is None or here.mover.id != mover.id
        await here.env.advance_time(31)
        assert here.mover.id == mover.id
        said = await press(mover, here.card, Purpose.HAND)
        assert "The board waits" not in said.response.content
        assert pings(here)[1:] == [mover.id]


async def test_a_locked_thread_is_told_on_a_press(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        path = f"/channels/{here.place.id}/messages"
        here.env.inject_error("POST", path, status=403, code=160005, message="Thread is locked", times=2)
        await turn_passes(here)
        said = await press(member(here, await to_move(here)), here.card, Purpose.HAND)
        assert f"The thread <#{here.place.id}> is locked" in said.response.content


# -- what was deleted --------------------------------------------------------------------------------------------------


async def test_a_deleted_board_comes_back_and_calls_nobody_again(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        mover, board = here.mover, here.turn
        called = pings(here)
        here.env.backend.delete_message(here.place.id, board.id)
        await press(mover, here.card, Purpose.HAND)
        assert here.turn.id != board.id
        assert here.turn.content == board.content
        nonces = [r.body["nonce"] for r in posts_of(here)]
        assert nonces[-1] == nonces[-2].removesuffix("0") + "1"
        assert pings(here) == called


async def test_a_board_deleted_before_it_became_a_line_does_no_harm(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        here.env.inject_error("PATCH", f"/channels/{here.place.id}/messages/*", status=404, code=10008, message="Gone")
        await turn_passes(here)
        assert here.mover.id == await to_move(here)
        assert len(pings(here)) == 2


async def test_a_deleted_card_comes_back(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        card = here.card.id
        here.env.backend.delete_message(here.channel.id, card)
        await turn_passes(here)
        assert here.card.id != card
        assert f"<#{here.place.id}>" in here.card.content
        assert len(pings(here)) == 2


async def test_a_deleted_thread_is_replaced_under_a_new_card(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        card, thread, board = here.card.id, here.place.id, here.turn.content
        here.env.backend.delete_channel(thread)
        await here.env.advance_time(0)
        assert here.place.id not in (thread, here.channel.id)
        assert here.turn.content == board
        assert [m.id for m in ours(here.channel)] == [card, here.card.id]
        assert len(pings(here)) == 1
        await turn_passes(here)
        assert len(pings(here)) == 2


async def test_a_thread_that_is_found_gone_when_it_is_needed_is_replaced_too(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        thread = here.place.id
        path = f"/channels/{thread}/messages*"
        here.env.inject_error("*", path, status=404, code=10003, message="Unknown Channel", times=None)
        await turn_passes(here)
        assert here.place.id != thread
        assert here.mover.id == await to_move(here)
        assert len(pings(here)) == 2


async def test_a_game_whose_channel_was_deleted_goes_on_where_a_player_wants_it(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        mover, elsewhere = here.mover, here.channel.guild.create_text_channel("elsewhere")
        for place in (here.place, here.channel):
            here.env.backend.delete_channel(place.id)
        await here.env.advance_time(0)
        listed = await mover.slash(elsewhere, "games")
        shown = await press(mover, listed.response, Purpose.HAND)
        assert "The channel of this game is gone" in shown.response.content
        here.channel = elsewhere
        moved = await press(mover, shown.response, Purpose.HERE)
        assert "continues here" in moved.response.content
        assert here.mover.id == mover.id
        assert here.place.id != elsewhere.id
        assert len(pings(here)) == 1
        await turn_passes(here)


async def lose_the_channel(here: House) -> None:
    for place in (here.place, here.channel):
        here.env.backend.delete_channel(place.id)
    await here.env.advance_time(0)


async def asks_here(member: Any, channel: Any) -> Any:
    """Open the hand of the game without a channel from all games, and return it."""
    listed = await member.slash(channel, "games")
    shown = (await press(member, listed.response, Purpose.HAND)).response
    assert "The channel of this game is gone" in shown.content
    return shown


async def press_forged_button(here: House, member: Any, channel: Any, guild: int | None) -> str:
    """Press the button though it was not shown, and return the answer."""
    asking = Caller(Person(member.id, "?"), "en-US", 1, guild, channel.id, parent=None)
    with pytest.raises(Refusal) as refused:
        await here.client.desk.press(asking, ControlId(Purpose.HERE, 1))
    return str(refused.value)


async def test_a_game_whose_channel_was_deleted_is_not_taken_to_another_server(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        mover, home = here.mover, here.channel.guild.id
        other = here.env.create_guild("Elsewhere")
        abroad, visitor = other.create_text_channel("abroad"), other.add_member(mover.user)
        await lose_the_channel(here)
        assert not find_control(await asks_here(visitor, abroad), Purpose.HERE)
        for guild in (other.id, None):
            assert (
                await press_forged_button(here, mover, abroad, guild)
                == "This game belongs to another server. Go on there."
            )
        table = await here.client.service.tables.table(1, home)
        assert table.channel == here.channel.id
        assert abroad.history() == []


async def test_a_game_whose_channel_was_deleted_goes_on_only_where_the_server_wants_games(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        mover, guild = here.mover, here.channel.guild
        wanted, other = guild.create_text_channel("wanted"), guild.create_text_channel("other")
        await here.client.service.servers.set_up(guild.id, setup.add_channel(wanted.id))
        await lose_the_channel(here)
        assert not find_control(await asks_here(mover, other), Purpose.HERE)
        assert await press_forged_button(here, mover, other, guild.id) == f"Tables are opened in <#{wanted.id}>."
        shown = await asks_here(mover, wanted)
        here.channel = wanted
        assert "continues here" in (await press(mover, shown, Purpose.HERE)).response.content
        assert here.mover.id == mover.id


# -- a bot that keeps the channel clean --------------------------------------------------------------------------------


async def test_a_card_that_is_deleted_at_once_every_time_leaves_the_game_in_the_channel(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=True) as here:
        path = "/channels/*/messages/*/threads"
        here.env.inject_error("POST", path, status=404, code=10008, message="Unknown Message", times=None)
        await here.open_table("draw", 2, SHORT)
        assert len(thread_requests(here)) == 1
        await here.env.advance_time(60)
        assert len(thread_requests(here)) == 3
        assert here.turn.channel.id == here.channel.id
        said = await press(here.mover, here.turn, Purpose.HAND)
        assert f"In <#{here.channel.id}> my messages are deleted as soon as I post them" in said.response.content
        await here.env.advance_time(3600)
        assert len(thread_requests(here)) == 3


async def test_a_thread_that_is_deleted_at_once_every_time_is_not_opened_for_ever(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        for _ in range(10):
            if not here.channel.threads:
                break
            here.env.backend.delete_channel(here.place.id)
            await here.env.advance_time(1)
        assert here.channel.threads == []
        assert len(thread_requests(here)) == 3
        assert here.turn.channel.id == here.channel.id
        said = await press(here.mover, here.turn, Purpose.HAND)
        assert "my messages are deleted as soon as I post them" in said.response.content


def thread_requests(here: House) -> list[Any]:
    """Return the requests for a thread."""
    return [r for r in here.recorder.requests if r.method == "POST" and r.path.endswith("/threads")]


# -- no answer ---------------------------------------------------------------------------------------------------------


@contextmanager
def lost_answers(here: House, failure: Exception) -> Iterator[None]:
    """Discord posts one message, but its answer does not arrive."""
    send, failures = router.dispatch, [failure]

    def dispatch(backend: Any, method: str, path: str, **what: Any) -> Any:
        answer = send(backend, method, path, **what)
        if failures and method == "POST" and path == f"/channels/{here.place.id}/messages":
            raise failures.pop()
        return answer

    with patch.object(router, "dispatch", dispatch):
        yield


@pytest.mark.parametrize(
    "failure",
    [BackendError(500, 0, "Server Error"), BackendError(504, 0, "Timeout"), ConnectionResetError(104, "reset")],
)
async def test_a_lost_answer_repeats_the_nonce_so_that_discord_posts_once(tmp_path: Path, failure: Exception) -> None:
    async with game(tmp_path) as here:
        with lost_answers(here, failure):
            await turn_passes(here)
            await here.env.advance_time(15)
        nonces = [r.body["nonce"] for r in posts_of(here)]
        assert nonces[-1] == nonces[-2]
        assert posts_of(here)[-1].body["enforce_nonce"] is True
        assert here.mover.id == await to_move(here)


@pytest.mark.parametrize("status", [429, 500, 502, 503])
async def test_an_answer_that_never_came_is_asked_for_again(tmp_path: Path, status: int) -> None:
    async with game(tmp_path) as here:
        path = f"/channels/{here.place.id}/messages"
        here.env.inject_error("POST", path, status=status, code=0, message="No", times=2)
        await turn_passes(here)
        await here.env.advance_time(40)
        assert here.mover.id == await to_move(here)
        assert len({r.body["nonce"] for r in posts_of(here)[-3:]}) == 1
        assert len(pings(here)) == 2


async def test_too_many_edits_of_old_messages_hold_nothing_up(tmp_path: Path) -> None:
    async with game(tmp_path) as here:
        here.env.inject_error("PATCH", "/channels/*/messages/*", status=429, code=30046, message="Too many", times=None)
        await turn_passes(here)
        edits = [r for r in here.recorder.requests if r.method == "PATCH" and r.code == 30046]
        assert here.mover.id == await to_move(here)
        assert len(pings(here)) == 2
        assert len(edits) == 2
        await here.env.advance_time(290)
        assert len([r for r in here.recorder.requests if r.code == 30046]) == 2
        here.env.backend.faults.clear()
        await here.env.advance_time(20)
        assert f"<@{here.mover.id}> is next." in here.card.content


# -- success is said after it happened ---------------------------------------------------------------------------------


def refuse_posts(here: House) -> None:
    """Let Discord refuse each new message in the channel, with all permissions in order."""
    here.env.inject_error(
        "POST", f"/channels/{here.channel.id}/messages", status=403, code=50013, message="Missing", times=None
    )


REFUSED = "Discord doesn't let me post in"


async def test_whoever_begins_or_joins_a_game_that_discord_refuses_to_show_is_told_so(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await ana.slash(here.channel, "new", game="draw")
        refuse_posts(here)
        assert REFUSED not in (await press(ben, here.card, Purpose.JOIN)).response.content
        started = (await press(ana, here.card, Purpose.START)).response.content
        assert REFUSED in started
        assert started.count(REFUSED) == 1
        assert "The game has begun." in started
        for command in ("board", "hand", "clock"):
            assert REFUSED in (await ben.slash(here.channel, command)).response.content, command
        other = (await ben.slash(here.channel, "new", game="fives")).response.content
        assert REFUSED in other
        joined = (await ana.slash(here.channel, "join", table=2)).response.content
        assert REFUSED in joined


async def test_a_game_that_begins_at_once_says_that_discord_refuses_to_show_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        refuse_posts(here)
        caller = Caller(Person(here.members[0].id, "Ana"), "en-US", 5, here.channel.guild.id, here.channel.id)
        letter = await here.client.desk.press(caller, ControlId(Purpose.NEW, 0))
        assert REFUSED in letter.text
