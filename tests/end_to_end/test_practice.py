"""Games that one person practises: private, renewed in place, and gone when they are done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from simcord.results import to_discord_message

from bot.desk.caller import Caller
from bot.table.log.model import ANY, Status, Table
from bot.table.log.steps import Kind
from bot.table.refusals import Unknown
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import LONGEST_GAME, House, controls, find_control, house, text_of
from tests.end_to_end.notices import ours, posts_of, press
from tests.long import some

GAMES = ("draw", "moon", "chickenfoot", "blockers")
PRESSES = {"draw": 400, "moon": 6, "chickenfoot": 6, "blockers": 3}
"""How many moves are tried: a whole game if it is short."""
LONGEST_WAIT = 30.0
"""Seconds after which the computer player has moved."""


def now(here: House, message: Any) -> Any:
    """Return a message as it reads now."""
    found = here.env.backend.messages[here.channel.id][message.id]
    return to_discord_message(here.env, found)


async def practises(here: House, member: Any, **game: str) -> Any:
    """Let a member ask for a game in the channel, and return its message."""
    shown = await member.slash(here.channel, "practice", **game)
    assert shown.ephemeral
    return shown.response


async def table(here: House, number: int = 1) -> Table:
    """Return the table with this number."""
    return await here.client.service.tables.table(number, ANY)


async def wait_for_computers(here: House) -> None:
    """Wait until computer players have moved, and the message shows it."""
    for _ in range(3):
        await here.settle()


async def play(here: House, member: Any, message: Any, presses: int) -> Any:
    """Play by nothing but the buttons of the one message, at most to the end."""
    for _ in range(presses):
        await wait_for_computers(here)
        if (await table(here)).status is not Status.RUNNING:
            return now(here, message)
        if find_control(message, Purpose.PRACTICE):
            await press(member, message, Purpose.PRACTICE)
        else:
            await here.press_a_move(member, message)
    return now(here, message)


@pytest.mark.parametrize("game", some({key: key for key in GAMES}, {"draw", "blockers"}))
async def test_a_game_is_played_in_one_private_message_and_nobody_else_sees_any_of_it(
    tmp_path: Path, game: str
) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        message = await play(here, ana, await practises(here, ana, game=game), PRESSES[game])
        if game == "draw":
            assert (await table(here)).status is Status.OVER
            assert find_control(message, Purpose.PRACTICE)
            await press(ana, message, Purpose.ANALYSIS)
            await press(ana, now(here, message), Purpose.HAND)
            assert find_control(now(here, message), Purpose.PRACTICE)
        assert message.attachments
        assert not posts_of(here)
        assert not here.channel.history()
        assert [post for post in await posts(here) if post.message] == []


async def test_the_end_of_a_round_says_what_led_to_it_and_the_next_hand_does_not_say_it_again(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        message, led = await practises(here, ana, game="moon"), ""
        for _ in range(LONGEST_GAME):
            await wait_for_computers(here)
            shown = now(here, message)
            if led:
                break
            if not find_control(shown, Purpose.PRACTICE):
                await here.press_a_move(ana, shown)
                continue
            led = text_of(shown).partition("**")[0]
            await press(ana, message, Purpose.PRACTICE)
        assert "trick 7" in led
        assert "trick 7" not in text_of(shown)


async def posts(here: House) -> Sequence[Any]:
    """Return the messages that are kept about the game."""
    return (await here.client.service.outbox.snapshot(1)).posts


async def test_a_hand_tells_what_its_players_own_move_brought_too_and_calls_them_you(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        message = await practises(here, ana, game="draw")
        for _ in range(3):
            await wait_for_computers(here)
            await here.press_a_move(ana, now(here, message))
            await wait_for_computers(here)
            if find_control(now(here, message), Purpose.PRACTICE):
                break
            assert re.match(r"You (play|open|draw)", now(here, message).content)
            assert f"<@{ana.id}> " not in now(here, message).content


async def test_the_first_move_is_two_presses_away(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        asked = await practises(here, ana)
        first = next(id for id in controls(asked) if id.data == "draw")
        hand = (await ana.click(asked, custom_id=str(first))).response
        assert hand.id == asked.id
        await here.press_a_move(ana, hand)
        assert any(step.seat == 0 and step.notation for step in await history(here, ana))


async def history(here: House, member: Any) -> Sequence[Any]:
    """Return what happened in the game."""
    return await here.client.service.tables.history(1, 0, member.id)


async def test_hints_are_on_if_there_is_a_choice(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        message = await practises(here, ana, game="blockers")
        await wait_for_computers(here)
        message = now(here, message)
        assert find_control(message, Purpose.HINT)
        hint = await ana.click(message, custom_id=str(find_control(message, Purpose.HINT)))
        assert "Hint: " in text_of(hint.response)


async def test_what_computer_players_do_arrives_in_the_message_without_a_press(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), pace=20) as here:
        ana, _ = here.members
        message = await practises(here, ana, game="draw")
        if find_control(message, Purpose.ACT):
            await here.press_a_move(ana, message)
        assert not find_control(message, Purpose.ACT)
        for _ in range(5):  # they may move more than once
            await here.env.advance_time(LONGEST_WAIT)
            await wait_for_computers(here)
            if find_control(now(here, message), Purpose.ACT):
                break
        assert find_control(now(here, message), Purpose.ACT)
        assert now(here, message).attachments


async def test_another_game_closes_the_first_if_it_has_not_begun_and_the_same_one_continues(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben"), pace=20) as here:
        ana, _ = here.members
        await practises(here, ana, game="draw")
        assert "continues" in text_of(await practises(here, ana, game="draw"))
        assert "continues" in text_of(await practises(here, ana))
        moon = await practises(here, ana, game="moon")
        assert "Your practice game of Draw Dominoes is closed." in text_of(moon)
        assert (await table(here, 1)).status is Status.CLOSED
        assert (await table(here, 2)).is_running


async def test_another_game_asks_before_it_closes_one_with_moves(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        await play(here, ana, await practises(here, ana, game="chickenfoot"), 2)
        for _ in range(2):
            asked = await practises(here, ana, game="moon")
            assert "in the middle of a practice game of Chickenfoot. A new one closes it." in text_of(asked)
            assert (await table(here, 1)).is_running
            await here.restart()
        await press(ana, asked, Purpose.HAND)
        assert (await table(here, 1)).is_running
        asked = await practises(here, ana, game="moon")
        await press(ana, asked, Purpose.PRACTICE)
        assert (await table(here, 1)).status is Status.CLOSED
        assert (await table(here, 2)).game == "moon"
        assert (await table(here, 2)).is_running


async def test_an_old_question_asks_about_a_newer_game_again(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        await play(here, ana, await practises(here, ana, game="chickenfoot"), 2)
        old = await practises(here, ana, game="moon")
        newer = await practises(here, ana, game="draw")
        await press(ana, newer, Purpose.PRACTICE)
        await here.settle()
        while not await _has_moved(here, ana, 2):
            await here.press_a_move(ana, now(here, newer))
            await wait_for_computers(here)
        await press(ana, old, Purpose.PRACTICE)
        assert "in the middle of a practice game of Draw Dominoes" in text_of(now(here, old))
        assert (await table(here, 2)).is_running


async def _has_moved(here: House, member: Any, number: int) -> bool:
    steps = await here.client.service.tables.history(number, 0, member.id)
    return any(step.kind is Kind.ACT and step.seat == 0 for step in steps)


async def test_a_press_on_a_practice_game_of_another_is_as_unknown_as_one_that_is_none(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await practises(here, ana, game="draw")
        person = (await table(here)).seats[0]
        for guild in (None, here.channel.guild.id):
            asker = Caller(type(person)(ben.id, "Ben"), "en-US", 1, guild, here.channel.id)
            for purpose in (Purpose.HAND, Purpose.BOARD, Purpose.TEXT, Purpose.STORY, Purpose.PRACTICE, Purpose.JOIN):
                with pytest.raises(Unknown):
                    await here.client.desk.press(asker, ControlId(purpose, 1))


async def test_no_list_and_no_command_of_the_channel_knows_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await practises(here, ana, game="draw")
        for member in (ana, ben):
            assert "practice" not in text_of((await member.slash(here.channel, "games")).response)
            assert "practice" not in text_of((await member.slash(here.channel, "board")).response)
        assert (await here.client.service.listing.tables_to_move_at(ana.id)) == []
        assert (await here.client.service.listing.in_channel(here.channel.id)) == []


async def test_it_is_played_in_private_messages_too(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana = here.members[0].user
        asked = (await ana.slash("practice")).response
        first = next(id for id in controls(asked) if id.data == "draw")
        hand = (await ana.click(asked, custom_id=str(first))).response
        assert hand.id == asked.id
        for _ in range(3):
            await here.settle()
        before = await table(here)
        await here.press_a_move(ana, hand)
        assert (await table(here)).position_seq > before.position_seq
        assert not here.channel.history()


async def test_a_move_is_taken_back_and_the_rules_lead_back_to_the_game(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        message = await practises(here, ana, game="draw")
        await wait_for_computers(here)
        await press(ana, message, Purpose.TOUR)
        assert not find_control(message, Purpose.UNDO)
        while not find_control(message, Purpose.UNDO):  # after a draw nothing can be taken back
            await here.press_a_move(ana, message)
            await wait_for_computers(here)
        await press(ana, message, Purpose.UNDO)
        assert any(step.is_undone for step in await history(here, ana))
        await press(ana, message, Purpose.RULES)
        assert "page 1 of" in text_of(message)
        await press(ana, message, Purpose.HAND)
        assert {Purpose.MENU, Purpose.ACT} & {id.purpose for id in controls(message)}
        assert len(ours(here.channel)) == 0


async def test_a_day_of_silence_closes_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        await practises(here, ana, game="draw")
        wakes = (await table(here)).timing
        assert wakes.archive_at - wakes.active_at == 24 * 3600


async def test_a_person_can_see_and_delete_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        await practises(here, ana, game="draw")
        assert "your seat at 1 table" in text_of((await ana.slash(here.channel, "privacy")).response)
        await here.client.service.people.forget(ana.id)
        assert (await table(here)).status is Status.CLOSED
        assert await here.client.service.practice.running_game_of(ana.id) is None


async def test_it_survives_a_restart_and_a_dead_message(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        await practises(here, ana, game="chickenfoot")
        await here.restart()
        await wait_for_computers(here)
        again = await practises(here, ana)
        assert "continues" in text_of(again)
        before = await table(here)
        await play(here, ana, again, 1)
        assert (await table(here)).position_seq > before.position_seq
