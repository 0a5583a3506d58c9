"""What changes a table is said where all read, at once: a pause and its end, who left and who came, an early end."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from bot.desk.caller import Caller
from bot.table.log.model import NO_CAUSE, Cause, Person
from bot.table.rules import computers
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, find_control, house
from tests.end_to_end.notices import ours, pings, press

QUARTER = 15 * 60
"""Seconds in which an answer becomes the next hand by itself."""
BLOCK = {"mode": "block", "forced_moves": "by_hand"}


async def agreed(here: House, subject: str) -> None:
    """Ana asks, Ben agrees."""
    ana, ben = here.members[:2]
    await ana.slash(here.place, "vote", subject=subject)
    await press(ben, ours(here.place)[-1], Purpose.VOTE)
    await here.settle()


async def leave(here: House, member: Any) -> None:
    """Leave, and say so a second time."""
    question = (await member.slash(here.place, "leave")).response
    yes = next(id for id in controls(question) if id.data == "yes")
    await member.click(question, custom_id=str(yes))
    await here.settle()


def fresh(here: House, message: Any) -> Any:
    return next(found for found in ours(here.place) if found.id == message.id)


async def test_a_paused_game_says_so_in_its_turn_and_in_every_hand_and_calls_again_when_it_goes_on(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, BLOCK)
        turn, mover = here.turn, here.mover
        other = next(member for member in here.members if member is not mover)
        await agreed(here, "pause")
        paused = fresh(here, turn)
        assert "**Paused.**" in paused.content
        assert Purpose.RESUME in [id.purpose for id in controls(paused)]
        hand = (await mover.slash(here.place, "hand")).response
        assert "**Paused.**" in hand.content
        assert "can play" not in hand.content
        assert [id.purpose for id in controls(hand)] == [Purpose.RESUME]
        called = len(pings(here))
        await press(other, paused, Purpose.RESUME)
        await here.settle()
        assert pings(here)[called:] == [mover.id]
        assert here.turn.id == ours(here.place)[-1].id != turn.id
        assert "Paused" not in here.turn.content
        assert f"<@{other.id}> resumes the game." in here.turn.content
        assert "The game is paused" not in here.turn.content
        await here.play_by_buttons(2)


async def test_who_leaves_and_who_takes_the_seat_is_read_at_once(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        await here.open_table("draw", 2, BLOCK)
        turn, mover = here.turn, here.mover
        other = next(member for member in here.members[:2] if member is not mover)
        await leave(here, other)
        assert "takes over for" in fresh(here, turn).content
        assert find_control(fresh(here, turn), Purpose.HAND)
        await here.members[2].slash(here.place, "join")
        await here.settle()
        assert f"<@{here.members[2].id}> takes " in fresh(here, turn).content


async def test_a_game_that_all_agreed_to_end_has_an_end_like_any_other(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("chickenfoot", 2, {})
        turn = here.turn
        await agreed(here, "finish")
        assert "The game ends early, with the scores so far" in fresh(here, turn).content
        result = ours(here.place)[-1]
        assert result.content.startswith("🏁 **Nobody leads: the game ends early.**")
        assert "ended early: all agreed" in result.content
        assert result.attachments
        told = [line for line in result.content.splitlines()[1:] if not line.startswith("-#")]
        assert not any("-" in line or "🥇" in line for line in told)
        board = (await here.members[0].slash(here.channel, "board")).response
        text = (await press(here.members[0], board, Purpose.TEXT)).response
        for shown in (board, text):
            assert "· ended early ·" in shown.content
            assert "turn" not in shown.content
        ana, ben = here.members
        await press(ana, result, Purpose.REMATCH)
        assert "wants a rematch (1/2)." in ours(here.place)[-1].content
        await press(ben, fresh(here, result), Purpose.REMATCH)
        await here.settle()
        assert any("Rematch: Chickenfoot #2." in message.content for message in ours(here.channel))


async def test_who_plays_alone_is_asked_a_second_time_before_the_game_ends(tmp_path: Path) -> None:
    for subject, said in (("finish", "ended early"), ("cancel", "cancelled")):
        folder = tmp_path / subject
        folder.mkdir()
        async with house(folder, ("Ana",)) as here:
            (ana,) = here.members
            await here.open_table("draw", 1, BLOCK, "easy")
            assert (await ana.slash(here.place, "vote", subject="pause")).response.content == "The game is paused."
            await ana.slash(here.place, "vote", subject="resume")
            asked = (await ana.slash(here.place, "vote", subject=subject)).response
            assert "You can't take that back." in asked.content
            assert "· in progress" in here.card.content
            yes, no = controls(asked)
            assert "The game continues." in (await ana.click(asked, custom_id=str(no))).response.content
            assert "· in progress" in here.card.content
            asked = (await ana.slash(here.place, "vote", subject=subject)).response
            done = (await ana.click(asked, custom_id=str(yes))).response.content
            await here.settle()
            assert said in here.card.content
            assert "agree" not in done + here.card.content


async def test_the_end_of_chickenfoot_ranks_points_as_the_game_counts_them(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        await here.open_table("chickenfoot", 1, {"set": "6", "hand_size": "5", "rounds": "1"}, "easy")
        await here.play_to_end()
        result = ours(here.channel)[-1]
        first, *scores = (line for line in result.content.splitlines() if re.match("[🏆🏁🥇🥈🥉▫]", line))
        assert " wins with the fewest points: " in first
        points = [int(n) for n in re.findall(r"\d+(?=\.?\*\*)", "\n".join([first, *scores]))]
        assert points == sorted(points)
        assert len(points) == 2
        assert "Rematch" in str(result.components)
        assert "0/1" not in str(result.components)
        card = here.card.content  # found there: "-99", in no order, without a winner
        assert first[4:-2] in card
        assert not re.search(r"[-−]\d", card)


async def test_a_take_back_that_comes_too_late_says_who_has_moved(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, BLOCK)
        first = here.mover
        hand = await press(first, here.turn, Purpose.HAND)
        played = await here.press_a_move(first, hand.response)
        assert find_control(played.response, Purpose.UNDO)
        second = here.mover
        await here.env.advance_time(QUARTER)
        await here.skip(1)
        late = await press(first, played.response, Purpose.UNDO)
        assert late.response.content.startswith(f"Too late: <@{second.id}> has moved since.")


async def test_moves_stay_those_of_the_player_who_made_them_after_a_change_of_seat(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben", "Cid")) as here:
        cid = here.members[2]
        await here.open_table("draw", 2, BLOCK)
        ben = here.mover
        await here.skip(1)
        line = next(m for m in ours(here.place) if f"<@{ben.id}> opens with" in m.content)
        await leave(here, ben)
        await cid.slash(here.place, "join")
        await here.settle()
        hand = (await cid.slash(here.place, "hand")).response.content
        assert f"<@{ben.id}> opens with" in hand
        assert f"Bolt\u00a0🤖 takes over for <@{ben.id}>." in hand
        assert "You take seat" not in hand  # that was said when they took it
        assert f"<@{cid.id}> opens" not in hand
        assert f"<@{ben.id}> opens with" in fresh(here, line).content
        await here.skip(3)
        assert not any(f"<@{cid.id}> opens" in message.content for message in ours(here.place))
        asked = (await ben.slash(here.channel, "privacy")).response
        for wanted in ("delete", "yes"):
            chosen = next((id for id in controls(asked) if id.data == wanted), controls(asked)[0])
            asked = (await ben.click(asked, custom_id=str(chosen))).response
        story = find_control(line, Purpose.STORY) or ControlId(Purpose.STORY, 1, 0)
        told = await here.client.desk.press(
            Caller(Person(cid.id, "Cid"), "en", 1, here.channel.guild.id, 1), ControlId(Purpose.STORY, 1, story.seq)
        )
        assert str(ben.id) not in told.text
        assert "a former player opens with" in told.text


async def test_a_computer_player_that_sits_in_is_told_at_once_and_moves_for_its_person(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        await here.open_table("draw", 2, BLOCK)
        turn, service = here.turn, here.client.service
        table = await service.tables.table(1, here.channel.guild.id)
        away = 1 - (table.to_act or 0)
        ben = table.seats[away].user
        await service.tables.do(1, NO_CAUSE, computers.sit_in, away, "easy")
        await here.settle()
        assert f"A computer player takes over for <@{ben}>, who is away." in fresh(here, turn).content
        await here.skip(1)
        assert f"🤖\u00a0<@{ben}> p" in here.turn.content
        await service.tables.do(1, Cause(ben), computers.take_back, ben)
        await here.settle()
        assert f"🤖\u00a0for <@{ben}> p" in here.turn.content
        assert f"<@{ben}> is back." in here.turn.content
