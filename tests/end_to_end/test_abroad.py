"""Users take the bot along to where it is no member: what works there, what is refused, and what stays hidden."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from simcord.results import to_discord_message

from bot.desk.caller import Caller
from bot.desk.lobby import NEW
from bot.table.log.model import ANY, Person, Status
from bot.table.refusals import Refusal, Unknown
from bot.talk.letter import ControlId, Purpose
from bot.talk.venue import NotOnServer
from renderers import RENDERERS
from tests.end_to_end.abroad import EXTERNAL_APPS, Abroad, Kind, abroad, installed_by_users
from tests.end_to_end.house import LONGEST_GAME, House, controls, find_control, house, text_of
from tests.long import some

TILE = re.compile(r"\b\d+-\d+\b")
COMMANDS = ("practice", "rules", "games", "stats", "settings", "privacy", "help")


@asynccontextmanager
async def taken_along(folder: Path, *names: str) -> AsyncIterator[House]:
    """Open a house whose bot users can install for themselves."""
    with installed_by_users():
        async with house(folder, names or ("Ana", "Ben", "Cid")) as here:
            yield here


@pytest.mark.parametrize("kind", Kind)
async def test_each_command_for_oneself_works_where_the_bot_is_no_member(tmp_path: Path, kind: Kind) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, kind) as there:
            for name in COMMANDS:
                shown = await there.members[0].slash(there.channel, name)
                assert shown.acknowledged
                assert shown.ephemeral
                assert "went wrong" not in text_of(shown.response), name
            assert there.public == []


def now(here: House, message: Any) -> Any:
    """Return a message as it reads now."""
    place = message.channel_id if hasattr(message, "channel_id") else message.channel.id
    return to_discord_message(here.env, here.env.backend.messages[place][message.id])


async def finish_practice(there: Abroad, member: Any, game: str = "draw") -> Any:
    """Finish a practice game where the bot is no member, and return its private message."""
    message = (await member.slash(there.channel, "practice", game=game)).response
    await play_out(there.here, member)
    return now(there.here, message)


async def play_out(here: House, member: Any) -> None:
    """Play a member's practice game to its end, by what it offers."""
    service = here.client.service
    for _ in range(LONGEST_GAME):
        await here.settle()
        table = await service.practice.running_game_of(member.id)
        if table is None:
            return
        if table.mover is None:
            await service.practice.deal(table.id)
        elif table.mover.player is None:
            seen = await service.tables.observe(table.id, table.mover.user)
            notation = next(choice.notation for choice in seen.observation.choices if choice.enabled)
            await service.tables.act(table.id, table.mover.cause(), table.mover, table.position_seq, notation)
    raise AssertionError("the game does not end")


async def press(member: Any, message: Any, purpose: Purpose) -> Any:
    """Press the first control of a kind."""
    result = await member.click(message, custom_id=str(find_control(message, purpose)))
    assert result.acknowledged
    return result


@pytest.mark.parametrize("kind", Kind)
async def test_a_practice_game_is_shown_to_all_and_another_tries_the_same_deal_unseen(
    tmp_path: Path, kind: Kind
) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, kind) as there:
            ana, ben, _ = there.members
            message = await finish_practice(there, ana)
            assert there.public == []
            await press(ana, message, Purpose.SHOW)
            (shown,) = there.public
            assert shown.attachments
            assert "practice" in text_of(shown)
            assert [id.purpose for id in controls(shown)] == [Purpose.DEAL]
            assert "try the same deal" in text_of(now(here, message))
            tried = await press(ben, shown, Purpose.DEAL)
            assert tried.ephemeral
            assert tried.response.id != shown.id
            assert text_of(now(here, shown)) == text_of(shown)
            await play_out(here, ben)
            first, second = [await here.client.service.tables.table(number, ANY) for number in (1, 2)]
            assert first.standing.dealing.source == second.standing.dealing.source == first.id
            assert (second.seat_of(ben.id), second.seat_of(ana.id)) == (first.seat_of(ana.id), None)
            assert second.status is Status.OVER
            assert [message.id for message in there.public] == [shown.id]


async def test_a_second_press_shows_it_no_second_time(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, Kind.GROUP) as there:
            ana = there.members[0]
            message = await finish_practice(there, ana)
            await press(ana, message, Purpose.SHOW)
            await press(ana, now(here, message), Purpose.HAND)
            await press(ana, now(here, message), Purpose.SHOW)
            assert len(there.public) == 1


async def test_the_same_deal_goes_on_if_it_is_pressed_again(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, Kind.SERVER) as there:
            ana, ben, _ = there.members
            await press(ana, await finish_practice(there, ana), Purpose.SHOW)
            await press(ben, there.public[0], Purpose.DEAL)
            again = await press(ben, there.public[0], Purpose.DEAL)
            assert "Your practice game continues" in text_of(again.response)
            game = await here.client.service.practice.running_game_of(ben.id)
            assert game is not None
            assert game.id == 2


async def test_if_no_app_from_outside_may_post_one_sentence_says_so(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, Kind.SERVER, denied=EXTERNAL_APPS) as there:
            ana = there.members[0]
            answer = await press(ana, await finish_practice(there, ana), Purpose.SHOW)
            assert "I can't post in this conversation, so only you can see this game." in text_of(answer.response)
            assert there.public == []


@pytest.mark.parametrize("kind", Kind)
async def test_help_says_what_works_there_and_where_tables_are_played(tmp_path: Path, kind: Kind) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, kind) as there:
            help_ = text_of((await there.members[0].slash(there.channel, "help")).response)
            assert "`/practice` works everywhere. A table needs a server that I'm on." in help_
            assert f"client_id={here.client.application_id}" in help_
            assert "/new" not in help_
            games = text_of((await there.members[0].slash(there.channel, "games")).response)
            assert games == "You're at no table. `/practice` begins a game for you alone."


@pytest.mark.parametrize("kind", Kind)
async def test_ones_tables_are_listed_and_played_from_everywhere_and_those_of_others_are_unknown(
    tmp_path: Path, kind: Kind
) -> None:
    async with taken_along(tmp_path) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        seated, guild = here.mover, here.channel.guild.id
        with abroad(here, kind) as there:
            player = next(member for member in there.members if member.id == seated.id)
            listed = (await player.slash(there.channel, "games")).response
            assert f"https://discord.com/channels/{guild}/{here.channel.id}" in text_of(listed)
            hand = (await press(player, listed, Purpose.HAND)).response
            await here.press_a_move(player, hand)
            stranger = there.members[2]
            assert "You're at no table" in text_of((await stranger.slash(there.channel, "games")).response)
            assert there.public == []
        caller = Caller(Person(stranger.id, "Cid"), "en-US", 1, there.channel.guild.id, there.channel.id, invite="x")
        for purpose in set(Purpose) - {Purpose.DEAL}:
            with pytest.raises(Unknown):
                await here.client.desk.press(caller, ControlId(purpose, 1))


async def test_whatever_opens_a_table_says_where_one_can_be_opened(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        for guild in (None, 1):
            caller = Caller(
                Person(here.members[0].id, "Ana"), "en-US", 1, guild, 2, invite="https://discord.com/invite"
            )
            for press_ in (ControlId(Purpose.NEW, 0), ControlId(Purpose.NEW, 0, data="draw")):
                with pytest.raises(NotOnServer, match=r"needs a server that I'm on.* https://discord\.com/invite"):
                    await here.client.desk.press(caller, press_)
            for typed in ({}, {"game": "draw"}):
                with pytest.raises(NotOnServer):
                    await here.client.desk.command(caller, NEW, typed)
        assert (await here.client.service.listing.count_open_tables()).get("lobby", 0) == 0


async def test_nobody_reads_there_what_others_played(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "1"})
        await here.play_to_end()
        await here.client.service.statistics.count_pending_games()
        for kind in Kind:
            with abroad(here, kind) as there:
                ana, ben, cid = there.members
                own = text_of((await ana.slash(there.channel, "stats")).response)
                assert "1 game" in own
                for reader in (ben, cid):
                    other = text_of((await reader.slash(there.channel, "stats", user=ana)).response)
                    assert other.startswith("There is nothing to see")


async def test_a_practice_game_that_was_shown_can_be_deleted_and_its_deal_stays_without_a_name(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, Kind.GROUP) as there:
            ana, ben, _ = there.members
            await press(ana, await finish_practice(there, ana), Purpose.SHOW)
            await here.client.service.people.forget(ana.id)
            tried = await press(ben, there.public[0], Purpose.DEAL)
            assert tried.ephemeral
            assert "Ana" not in text_of(tried.response)
            game = await here.client.service.practice.running_game_of(ben.id)
            assert game is not None
            assert game.standing.dealing.source == 1


async def test_a_made_up_deal_is_none(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, Kind.GROUP) as there:
            await finish_practice(there, there.members[0])
        caller = Caller(Person(here.members[1].id, "Ben"), "en-US", 1, None, 2)
        for data in ("", "1", "1 ", f"1 {'A' * 22}", "9 x", "x y", f"{'9' * 40} x", "-1 x", "²"):
            with pytest.raises(Refusal, match="I don't have that deal any more"):
                await here.client.desk.press(caller, ControlId(Purpose.DEAL, 0, data=data))


async def test_a_game_is_shown_in_private_messages_and_tried_below(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        ana = here.members[0].user
        message = (await ana.slash("practice", game="draw")).response
        await play_out(here, ana)
        shown = (await press(ana, now(here, message), Purpose.SHOW)).response
        public = next(each for each in ana.dm_channel.history() if find_control(each, Purpose.DEAL))
        assert shown.id != public.id
        tried = await press(ana, public, Purpose.DEAL)
        assert tried.response.id not in (public.id, shown.id)
        assert find_control(now(here, public), Purpose.DEAL)


async def test_on_its_own_server_a_game_is_shown_only_where_tables_are_played(tmp_path: Path) -> None:
    async with taken_along(tmp_path) as here:
        ana = here.members[0]
        other = here.channel.guild.create_text_channel("talk")
        message = (await ana.slash(here.channel, "practice", game="draw")).response
        await play_out(here, ana)
        guild = here.channel.guild.id
        await here.client.service.servers.set_up(guild, lambda row: row._replace(channels=(other.id,)))
        answer = await press(ana, now(here, message), Purpose.SHOW)
        assert f"only you can see this game. Tables are opened in <#{other.id}>." in text_of(answer.response)
        await here.client.service.servers.set_up(guild, lambda row: row._replace(channels=(here.channel.id,)))
        await press(ana, now(here, message), Purpose.SHOW)
        assert find_control(here.channel.history()[-1], Purpose.DEAL)


@pytest.mark.parametrize("game", some({game: game for game in ("draw", "fives", "chickenfoot")}, {"chickenfoot"}))
async def test_what_is_shown_names_no_tile_that_was_left_in_a_hand(tmp_path: Path, game: str) -> None:
    async with taken_along(tmp_path) as here:
        with abroad(here, Kind.GROUP) as there:
            ana = there.members[0]
            await press(ana, await finish_practice(there, ana, game), Purpose.SHOW)
            uploads = [upload for request in here.recorder.requests for upload in request.uploads]
            (board,) = [upload for upload in uploads if upload.filename == "board.png"]
            state = (await here.client.service.tables.log(1)).draft.state
            look = RENDERERS[game]
            left = {tile for seat in (0, 1) for tile in TILE.findall(str(look.hand_alt(state.observe(seat))))}
            assert left
            said = f"{board.description}\n{text_of(there.public[0])}".replace("\u2011", "-")
            assert left.isdisjoint(TILE.findall(said))
