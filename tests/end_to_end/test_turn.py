"""A turn as its player lives it: called once, with one message for everybody, however often they draw."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from simcord.results import to_discord_message

from bot.hands.open_hands import MOST_BELOW
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, find_control, house
from tests.end_to_end.notices import ours, pings, press

QUARTER = 15 * 60
"""Seconds in which Discord lets us change an answer."""
BY_HAND = {"forced_moves": "by_hand"}
"""So that each move is a press."""
FEW = {"match": "rounds", "rounds": "9", "hand_size": "3", **BY_HAND}


async def moves(here: House) -> tuple[Any, list[ControlId]]:
    """Open the hand of the player to move, and return it with its moves."""
    shown = await press(here.mover, here.turn, Purpose.HAND)
    return shown.response, [id for id in controls(shown.response) if id.purpose is Purpose.ACT]


async def until_drawn(here: House) -> tuple[Any, ControlId]:
    """Play until a player can only draw; their hand, and the button."""
    while True:
        hand, found = await moves(here)
        drawing = [id for id in found if id.data == "draw"]
        if drawing and len(found) == 1:
            return hand, drawing[0]
        await here.press_a_move(here.mover, hand)


@pytest.mark.parametrize("game", ["draw", "chickenfoot"])
async def test_a_draw_calls_nobody_again_and_shows_in_the_message_of_the_turn(tmp_path: Path, game: str) -> None:
    options = FEW if game == "draw" else {"set": "6", "rounds": "3", **BY_HAND}
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table(game, 2, options)
        hand, draw = await until_drawn(here)
        turn, mover, called = here.turn, here.mover, pings(here)
        before, position = len(ours(here.place)), find_control(here.turn, Purpose.HAND)
        await mover.click(hand, custom_id=str(draw))
        await here.settle()
        assert find_control(here.turn, Purpose.HAND) != position
        assert (here.mover, here.turn.id, len(ours(here.place))) == (mover, turn.id, before)
        assert pings(here) == called
        assert f"<@{mover.id}> draws" in here.turn.content
        await here.play_by_buttons(3)
        lines = [message for message in ours(here.place) if message.id >= turn.id]
        assert not controls(lines[0])
        assert sum(line.content.count(f"<@{mover.id}> draws") for line in lines[:2]) == 1


async def test_a_message_that_was_deleted_in_a_turn_that_goes_on_comes_back_without_a_call(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, FEW)
        hand, draw = await until_drawn(here)
        mover, called = here.mover, pings(here)
        await here.turn.delete()
        await mover.click(hand, custom_id=str(draw))
        await here.settle()
        assert here.mover == mover
        assert pings(here) == called


def answers(here: House, member: Any) -> list[Any]:
    """Return what only this member sees beside the game, as it is now."""
    posted = sorted(here.env.backend.messages[here.place.id].values(), key=lambda m: m.id)
    return [to_discord_message(here.env, m) for m in posted if m.is_ephemeral and m.visible_to(member.id)]


def private(here: House, member: Any) -> list[Any]:
    """Return the private messages of a member that show their hand, or that they have played from it."""
    mine = answers(here, member)
    return [message for message in mine if {id.purpose for id in controls(message)} & {Purpose.HAND, Purpose.ACT}]


def playable(message: Any) -> list[ControlId]:
    return [id for id in controls(message) if id.purpose is Purpose.ACT]


async def begin_block(here: House, *computers: str) -> Any:
    """Begin a game of Block with computer players, and return the open hand of the only person."""
    await here.open_table("draw", 1, {"mode": "block"}, *computers)
    await here.settle()
    await press(here.members[0], here.turn, Purpose.HAND)
    (hand,) = private(here, here.members[0])
    return hand


async def test_while_only_computer_players_move_board_and_open_hand_become_the_next_ones_where_they_are(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,), hand = here.members, await begin_block(here, "easy", "easy")
        turn, position = here.turn, find_control(here.turn, Purpose.HAND)
        for _ in range(3):
            await ana.click(hand, custom_id=str(playable(hand)[0]))
            await here.settle()
            assert [after.id for after in private(here, ana)] == [hand.id]
            (hand,) = private(here, ana)
            assert here.turn.id == turn.id == ours(here.place)[-1].id
            called = find_control(here.turn, Purpose.HAND)
            assert called
            assert called != position
            assert {id.seq for id in playable(hand)} == {called.seq}
            assert [file.filename for file in here.turn.attachments] == ["board.png"]
            assert [file.filename for file in hand.attachments] == ["hand.png"]
            assert here.turn.content.count(f"<@{ana.id}>") == 2  # their call, and their newest move alone
            position = called
        assert len(pings(here)) == 1


async def test_a_hand_below_which_more_than_one_message_came_is_posted_again_and_the_old_one_leads_to_it(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block", **BY_HAND})
        mover = here.mover
        hand, ids = (await press(mover, here.turn, Purpose.HAND)).response, list[int]()
        for _ in range(3):
            await mover.click(hand, custom_id=str(playable(hand)[0]))
            await here.skip(1)
            assert here.mover == mover
            *lines, hand = private(here, mover)
            assert playable(hand)
            assert sum(message.id > hand.id for message in ours(here.place)) <= MOST_BELOW
            ids.append(hand.id)
            (line,) = lines
            assert line.content == "Your hand is further down."
            assert line.attachments == []
            assert [id.purpose for id in controls(line)] == [Purpose.HAND]
        assert ids == sorted(set(ids))
        assert (await press(mover, line, Purpose.HAND)).acknowledged
        await here.settle()
        (now,) = private(here, mover)
        assert (now.id, bool(playable(now))) == (line.id, True)


async def test_a_hand_that_could_not_be_posted_again_is_edited_where_it_is(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block", **BY_HAND})
        mover = here.mover
        hand = (await press(mover, here.turn, Purpose.HAND)).response
        await mover.click(hand, custom_id=str(playable(hand)[0]))
        here.env.inject_error("POST", "/webhooks/*/*", status=404, code=10015, message="Unknown Webhook", times=1)
        await here.skip(1)
        (now,) = private(here, mover)
        assert (now.id, bool(playable(now))) == (hand.id, True)


async def test_an_open_hand_whose_game_ends_says_who_won(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, FEW)
        for member in here.members:
            await press(member, here.turn, Purpose.HAND)
        await here.play_to_end()
        (winner,) = re.findall(r"🏆 \*\*<@(\d+)>", ours(here.place)[-1].content)
        for member in here.members:
            said = answers(here, member)[-1]
            wins = "You win" if member.id == int(winner) else f"<@{winner}> wins"
            assert f"{wins} with" in said.content


async def test_another_press_of_my_hand_takes_the_older_message_away(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,), hand = here.members, await begin_block(here, "easy")
        await press(ana, here.turn, Purpose.HAND)
        await here.settle()
        (now,) = private(here, ana)
        assert now.id != hand.id
        assert playable(now)


async def test_a_move_that_is_typed_leaves_no_older_hand_behind(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block"})
        mover = here.mover
        await press(mover, here.turn, Purpose.HAND)
        while here.mover.id == mover.id:
            await here.type_a_move(mover)
        await here.settle()
        (said,) = private(here, mover)
        assert not playable(said)


async def test_a_hand_is_left_alone_when_discord_lets_nobody_change_it_any_more(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,), hand = here.members, await begin_block(here, "easy")
        await ana.click(hand, custom_id=str(playable(hand)[0]))
        await here.env.advance_time(QUARTER)
        before = len(here.recorder.requests)
        await press(ana, here.turn, Purpose.HAND)
        await here.settle()
        webhooks = [
            r for r in here.recorder.requests[before:] if r.method in ("PATCH", "DELETE") and "@original" in r.path
        ]
        assert webhooks == []


async def test_an_older_hand_says_at_its_next_press_what_became_of_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block", **BY_HAND})
        first = here.mover
        old = (await press(first, here.turn, Purpose.HAND)).response
        await here.env.advance_time(QUARTER)
        twice, before = str(playable(old)[0]), here.turn
        await here.press_a_move(first, (await press(first, before, Purpose.HAND)).response)
        second = here.mover
        assert (await first.click(old, custom_id=twice)).response.content.startswith("You've moved already.")
        shown = (await press(second, here.turn, Purpose.HAND)).response
        await here.env.advance_time(QUARTER)
        await here.skip(2)
        late = await second.click(shown, custom_id=str(playable(shown)[0]))
        assert late.response.content.startswith(f"Too late: <@{first.id}> has moved since.")


async def test_a_hand_that_is_open_says_that_time_ran_out(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block"})
        mover = here.mover
        hand = (await press(mover, here.turn, Purpose.HAND)).response
        await here.skip(1)
        assert not playable(hand)
        assert f"<@{here.mover.id}>" in hand.content
        assert not hand.attachments


async def test_a_hand_that_was_dismissed_is_let_go_and_the_next_press_shows_a_new_one(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,), hand = here.members, await begin_block(here, "easy")
        original = "/webhooks/*/*/messages/@original"
        here.env.inject_error("PATCH", original, status=404, code=10008, message="Unknown Message", times=1)
        await ana.click(hand, custom_id=str(playable(hand)[0]))
        await here.settle()
        assert [r.status for r in here.recorder.requests if r.method == "PATCH" and "@original" in r.path] == [404]
        shown = await press(ana, here.turn, Purpose.HAND)
        assert playable(shown.response)
        assert "DELETE" not in [r.method for r in here.recorder.requests]


async def test_a_move_stands_in_the_channel_once_and_an_open_hand_beside_it_repeats_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,), hand = here.members, await begin_block(here, "easy")
        for _ in range(3):
            verb, *rest = playable(hand)[0].data.split()
            await ana.click(hand, custom_id=str(playable(hand)[0]))
            await here.settle()
            told = sum(message.content.count(rest[0].replace("-", "‑")) for message in ours(here.place)) if rest else 1
            assert told == 1, verb
            (hand,) = private(here, ana)
            assert "Since your last turn" not in hand.content
        asked = await ana.slash(here.channel, "hand")
        assert "Since your last turn" not in asked.response.content


async def test_a_hand_says_what_the_round_before_was_worth_until_its_player_has_moved(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"match": "rounds", "rounds": "2", "hand_size": "3"})
        while (await here.client.service.tables.table(1, here.channel.guild.id)).round < 2:
            assert "Last round" not in (await press(here.mover, here.turn, Purpose.HAND)).response.content
            await here.play_by_buttons(1)
        hand, _ = await moves(here)
        assert re.match(r"Last round \(round 1\): you (\+\d+|0), <@\d+> (\+\d+|0)\.", hand.content)


async def test_a_hand_that_was_pressed_while_it_was_posted_again_is_there_once(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, {"mode": "block", **BY_HAND})
        ana = here.mover
        hand = (await press(ana, here.turn, Purpose.HAND)).response
        await ana.click(hand, custom_id=str(playable(hand)[0]))
        open_hands = here.client.parts.open_hands
        (shown,) = open_hands._shown.values()
        follow, pressed = type(shown.answer).follow, False

        async def slowly(answer: Any, letter: Any) -> Any:
            nonlocal pressed
            given = await follow(answer, letter)
            if not pressed:
                pressed = True
                await answer.edit(letter)
                open_hands.track_answer(shown.user, shown.locale, letter, answer, shown.channel)
            return given

        with patch.object(type(shown.answer), "follow", slowly):
            await here.skip(1)
        assert pressed
        (now,) = private(here, ana)
        assert playable(now)
