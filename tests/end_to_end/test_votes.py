"""What people settle beside their moves, as they meet it: leaving, taking a seat, votes, taking back, playing again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.talk.letter import Purpose
from tests.end_to_end.house import House, controls, find_control, house
from tests.end_to_end.notices import ours, pings

SHORT = {"match": "rounds", "rounds": "1"}


async def press(member: Any, message: Any, purpose: Purpose, data: str = "") -> Any:
    """Press the button of a message that is for something."""
    found = [id for id in controls(message) if id.purpose is purpose and data in ("", id.data)]
    pressed = await member.click(message, custom_id=str(found[0]))
    assert pressed.acknowledged
    return pressed.response


def fresh(here: House, message: Any) -> Any:
    """Return a public message as it is now."""
    return next(now for now in here.channel.history() if now.id == message.id)


async def test_a_rematch_takes_one_press_each_and_is_counted_below_the_result(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await here.open_table("draw", 2, SHORT)
        await here.play_to_end()
        card, result = here.card, next(m for m in reversed(ours(here.channel)) if find_control(m, Purpose.ANALYSIS))
        waits = await press(ana, result, Purpose.REMATCH)
        assert waits.ephemeral
        assert f"Waiting for <@{ben.id}>" in waits.content
        assert "wants a rematch (1/2)." in ours(here.channel)[-1].content
        assert not controls(fresh(here, card))
        began = await press(ben, fresh(here, result), Purpose.REMATCH)
        assert "Rematch: Draw Dominoes #2." in began.content
        assert "Rematch: Draw Dominoes #2." in fresh(here, card).content
        assert not controls(fresh(here, card))
        assert [id.purpose for id in controls(fresh(here, result))] == [
            Purpose.REMATCH,  # what stands is never edited
            Purpose.ANALYSIS,
            Purpose.REPLAY,
            Purpose.COUNTED,
            Purpose.DEALS,
        ]
        assert here.mover in (ana, ben)
        await here.play_by_buttons(2)


async def test_a_seat_is_left_after_a_second_question_and_taken_from_the_card(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        await here.open_table("draw", 2, SHORT)
        mover, stranger = here.mover, here.members[2]
        shown = await press(mover, here.turn, Purpose.HAND)
        asked = (await mover.slash(here.channel, "leave")).response
        assert asked.ephemeral
        assert "for good" in asked.content
        assert "You stay" in (await press(mover, asked, Purpose.LEAVE, "no")).content
        assert here.mover is mover
        asked = (await mover.slash(here.channel, "leave")).response
        assert "A computer player takes over" in (await press(mover, asked, Purpose.LEAVE, "yes")).content
        assert " is open: a computer is filling in." in here.card.content
        gone = await mover.click(
            shown, custom_id=str(find_control(shown, Purpose.ACT) or find_control(shown, Purpose.CHOOSE))
        )
        refused = await mover.slash(here.channel, "hand", table=1)
        for told in (gone.response, refused.response):
            assert "You're not in Draw Dominoes #1." in told.content
            assert "A seat is open: take it below." in told.content
            assert Purpose.JOIN in [id.purpose for id in controls(told)]
        taken = await press(stranger, here.card, Purpose.JOIN)
        assert taken.ephemeral
        assert taken.content.startswith("This seat is yours now.")
        assert "So far: " in taken.content
        assert taken.attachments
        assert "is open: a computer" not in here.card.content
        await here.play_by_buttons(2)
        await here.play_to_end()


async def test_who_takes_a_seat_gets_the_hand_by_private_message_and_who_left_nothing_more(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid"), pace=1000) as here:
        for member in here.members:
            await member.slash(here.channel, "settings", hand=1)
        await here.open_table("draw", 2, SHORT)
        mover, stranger = here.mover, here.members[2]
        before = mover.user.dm_channel.history()
        assert any(controls(message) for message in before)
        asked = (await mover.slash(here.channel, "leave")).response
        await press(mover, asked, Purpose.LEAVE, "yes")
        await stranger.slash(here.channel, "join")
        after = mover.user.dm_channel.history()
        assert [message.id for message in after] == [message.id for message in before]
        assert not any(controls(message) or message.attachments for message in after)
        assert here.mover is stranger
        assert any(controls(message) for message in stranger.user.dm_channel.history())


async def test_a_game_that_everybody_left_is_closed_on_its_card(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, SHORT)
        for member in here.members:
            asked = (await member.slash(here.channel, "leave")).response
            left = await press(member, asked, Purpose.LEAVE, "yes")
        assert "It is closed now." in left.content
        assert "closed: all players left" in here.card.content
        told = "\n".join(message.content for message in ours(here.channel))
        assert "Everyone has left: the game is closed" in told
        assert told.count("takes over for") == 1  # nobody takes over for the last one
        assert [id.purpose for message in ours(here.channel) for id in controls(message)] == [
            Purpose.REOPEN,
            Purpose.REPLAY,
            Purpose.DEALS,
        ]


async def test_a_vote_is_one_message_that_everybody_answers_and_its_buttons_go(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await here.open_table("draw", 2, SHORT)
        before, hand = pings(here), await press(here.mover, here.turn, Purpose.HAND)
        asked = (await ana.slash(here.channel, "vote", subject="pause")).response
        assert pings(here) == [*before, ben.id]
        assert asked.ephemeral
        vote = next(message for message in ours(here.channel) if find_control(message, Purpose.VOTE))
        assert vote.content.startswith(f"Draw Dominoes #1 · <@{ana.id}> asks to pause this game.\n")
        await press(ben, vote, Purpose.VOTE, "yes")
        assert "All agree: the game is paused." in fresh(here, vote).content
        assert not controls(fresh(here, vote))
        assert "Paused. Any player can press *Resume*." in here.card.content
        await here.settle()
        assert [id.purpose for id in controls(hand)] == [Purpose.RESUME]  # it was open before the pause
        await press(ben, here.card, Purpose.RESUME)
        await ben.slash(here.channel, "vote", subject="cancel")
        vote = next(message for message in ours(here.channel) if find_control(message, Purpose.VOTE))
        await press(ana, vote, Purpose.VOTE, "yes")
        assert "cancelled: all agreed" in here.card.content
        assert [id.purpose for message in ours(here.channel) for id in controls(message)] == [
            Purpose.REOPEN,
            Purpose.REPLAY,
            Purpose.DEALS,
        ]


async def test_a_move_is_taken_back_by_one_press_and_the_board_shows_it(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, SHORT)
        mover = here.mover
        hand = await press(mover, here.turn, Purpose.HAND)
        played = (await here.press_a_move(mover, hand)).response
        assert here.mover is not mover
        back = await press(mover, played, Purpose.UNDO)
        assert back.content.startswith("Your move is taken back.")
        assert back.content.count("taken back") == 1
        assert here.mover is mover
        assert re.search(r"takes back “(Open with )?\d+‑\d+( on \w \(\d+\)| \w)?”\.", here.turn.content)
        await here.play_by_buttons(2)


async def test_next_leads_from_one_waiting_hand_to_the_other(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, _ = here.members
        for _ in range(2):
            await here.open_table("blockers", 1, {}, "easy")
        waiting = (await ana.slash(here.channel, "games")).response
        assert waiting.content.startswith("2 games wait for you.")
        first = await press(ana, waiting, Purpose.HAND)
        assert "Blockers #1" in first.content
        played = (await here.press_a_move(ana, first)).response
        second = await press(ana, played, Purpose.NEXT) if find_control(played, Purpose.NEXT) else played
        assert "Blockers" in second.content
        assert second.attachments


async def test_the_card_tells_of_a_pause_while_a_computer_player_is_to_move(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), pace=1000) as here:
        (ana,) = here.members
        await here.open_table("blockers", 1, {}, "easy")
        await here.env.advance_time(2000)
        await here.press_a_move(ana, await press(ana, here.turn, Purpose.HAND))
        assert here.turn is None
        await ana.slash(here.channel, "vote", subject="pause")
        await here.env.advance_time(2000)
        assert here.turn is None
        await press(ana, here.card, Purpose.RESUME)
        assert "Paused" not in here.card.content
        await here.env.advance_time(2000)
        assert here.turn is not None
