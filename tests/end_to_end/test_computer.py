"""One person and computer players at a table, as the person meets them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.talk.letter import ADD, REMOVE, ControlId, Purpose
from tests.bot.inside import process_of, workers_of
from tests.end_to_end.house import controls, find_control, house, text_of
from tests.end_to_end.notices import ours, pings, posts_of

SHORT = {"match": "rounds", "rounds": "1"}
ROBOT = "🤖"


async def press(member: Any, message: Any, purpose: Purpose, data: str = "") -> Any:
    """Press the button of a message that is for something."""
    found = [id for id in controls(message) if id.purpose is purpose and data in ("", id.data)]
    pressed = await member.click(message, custom_id=str(found[0]))
    assert pressed.acknowledged
    return pressed.response


def moves(message: Any) -> list[str]:
    """Return what computer players did, as a message tells it."""
    return [line.partition(" ·")[0] for line in message.content.splitlines() if "🤖" in line]


async def test_a_newcomer_adds_a_bot_with_two_presses_and_plays(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await ana.slash(here.channel, "new", game="draw")
        offered = await press(ana, here.card, Purpose.BOTS)
        seated = await press(ana, offered, Purpose.BOTS, ADD + "hard")
        assert "Bolt\u00a0🤖 (hard)" in text_of(here.card)
        assert "Bolt\u00a0🤖 (hard) joins." in text_of(seated)
        await press(ana, seated, Purpose.START)
        assert here.turn.content.startswith(f"**<@{ana.id}>, ")


async def test_a_full_table_is_not_asked_for_another_computer_player(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await ana.slash(here.channel, "new", game="moon")
        seated = await press(ana, await press(ana, here.card, Purpose.BOTS), Purpose.BOTS, ADD + "easy")
        assert "How strong should the next computer player be?" in text_of(seated)
        assert "Every seat is taken. Press *Start*." in text_of(await press(ana, seated, Purpose.BOTS, ADD + "easy"))


async def test_computer_players_think_in_a_process_of_their_own(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), processes=True) as here:
        await here.open_table("draw", 1, SHORT, "easy")
        await here.play_by_buttons()
        assert process_of(workers_of(here.client.parts.pool).all[0]).is_alive()


async def test_a_bot_can_be_sent_away_again(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await ana.slash(here.channel, "new", game="draw")
        await ana.slash(here.channel, "bot", strength="easy")
        seated = (await ana.slash(here.channel, "bot", strength="medium")).response
        left = await press(ana, seated, Purpose.BOTS, REMOVE + "Bolt")
        assert "Chip\u00a0🤖 (medium)" in text_of(here.card)
        assert find_control(left, Purpose.BOTS)
        await ana.slash(here.channel, "bot", strength="none")
        assert ROBOT not in text_of(here.card)


@pytest.mark.parametrize(
    ("game", "options", "computers"),
    [
        ("draw", SHORT, 3),
        ("moon", {"target": "1"}, 2),
        pytest.param("chickenfoot", {"set": "6", "rounds": "1"}, 2, marks=pytest.mark.long),
        pytest.param("blockers", {}, 1, marks=pytest.mark.long),
    ],
    ids=["draw", "moon", "chickenfoot", "blockers"],
)
async def test_a_person_and_computer_players_play_to_the_end(
    game: str, options: dict[str, str], computers: int, tmp_path: Path
) -> None:
    async with house(tmp_path, ("Ana",), threads=game == "draw") as here:
        await here.open_table(game, 1, options, *["easy", "medium", "hard"][:computers])
        assert await here.play_by_buttons() > 1
        assert "over" in text_of(here.card)
        assert set(pings(here)) == {here.members[0].id}
        for request in posts_of(here):
            assert not request.body["content"].startswith(ROBOT)


async def test_the_moves_of_several_computer_players_are_told_in_the_message_of_the_turn_and_one_picture(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, ("Ana",), pace=20) as here:
        (ana,) = here.members
        await here.open_table("blockers", 1, {}, "easy", "easy", "easy")
        await here.env.advance_time(100)
        asked, before = here.turn, len(ours(here.channel))
        board = asked.attachments[0].id
        hand = await press(ana, asked, Purpose.HAND)
        await here.press_a_move(ana, hand)
        assert len(ours(here.channel)) == before
        assert here.turn is None
        line = next(message for message in ours(here.channel) if message.id == asked.id)
        assert [picture.id for picture in line.attachments] == [board]  # no picture goes while they move
        await here.env.advance_time(100)
        assert len(ours(here.channel)) == before
        new = ours(here.channel)[-1]
        assert new.id == asked.id
        assert new.content.count("\u00a0🤖") >= 3
        assert [picture.id for picture in new.attachments] != [board]
        assert len(new.attachments) == 1
        assert len({*moves(new)}) == len(moves(new)), "each move is told once"


async def test_a_computer_player_moves_after_a_while(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), pace=20) as here:
        await here.open_table("blockers", 1, {}, "easy")
        await here.env.advance_time(40)
        hand = await press(here.members[0], here.turn, Purpose.HAND)
        await here.press_a_move(here.members[0], hand)
        assert here.turn is None
        await here.env.advance_time(13)
        assert here.turn is None
        await here.env.advance_time(15)
        assert here.turn is not None


async def test_a_restart_while_computer_players_are_to_move_loses_nothing(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",), pace=20) as here:
        await here.open_table("blockers", 1, {}, "easy", "medium", "hard")
        await here.env.advance_time(100)
        hand = await press(here.members[0], here.turn, Purpose.HAND)
        await here.press_a_move(here.members[0], hand)
        await here.restart()
        assert here.turn is None
        await here.env.advance_time(100)
        assert here.mover is here.members[0]


async def test_a_hint_is_given_privately_and_marked_in_the_record(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        (ana,) = here.members
        await here.open_table("draw", 1, SHORT, "easy")
        hand = await press(ana, here.turn, Purpose.HAND)
        while find_control(hand, Purpose.HINT) is None:  # a single choice has no hint
            await here.press_a_move(ana, hand)
            hand = await press(ana, here.turn, Purpose.HAND)
        hinted = await press(ana, hand, Purpose.HINT)
        assert re.match(r"Hint: \*\*.+\*\*\.", hinted.content)
        hand = await press(ana, here.turn, Purpose.HAND)
        again = await press(ana, hand, Purpose.HINT)
        assert again.ephemeral
        assert again.content.split("\n")[0] == hinted.content.split("\n")[0]
        await here.play_to_end()
        told = (await ana.slash(here.channel, "record")).response
        transcript = next(file for file in told.attachments if file.filename.endswith(".txt"))
        assert "asks for a hint" in (await transcript.read()).decode()


async def test_there_are_no_hints_among_people_unless_the_host_allows_them(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await here.open_table("draw", 2, SHORT)
        hand = await press(here.mover, here.turn, Purpose.HAND)
        assert find_control(hand, Purpose.HINT) is None
        await ana.slash(here.channel, "new", game="blockers")
        await ben.click(here.card, custom_id=str(find_control(here.card, Purpose.JOIN)))
        await ana.slash(here.channel, "option", name="hints", value="on", table=2)
        await ana.click(here.card, custom_id=str(find_control(here.card, Purpose.START)))
        hand = await press(here.mover, here.turn, Purpose.HAND)
        assert "Hint: **" in (await press(here.mover, hand, Purpose.HINT)).content


async def test_after_the_game_a_player_sees_what_would_have_been_better(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Zoe")) as here:
        ana, zoe = here.members
        await here.open_table("draw", 1, {"match": "rounds", "rounds": "4"}, "easy")
        await here.play_to_end()
        result = next(m for m in reversed(ours(here.channel)) if find_control(m, Purpose.ANALYSIS))
        analysis = await press(ana, result, Purpose.ANALYSIS)
        assert analysis.ephemeral
        assert "turning point" in analysis.content
        heading, told = analysis.content.split("\n")
        assert re.search(r" · round [1-4]$", heading)
        assert re.match(
            r"(The open ends were .+|You opened the round)\. You chose \*\*.+\*\*\. \*\*.+\*\* (was|would have been) ",
            told,
        )
        assert [file.filename for file in analysis.attachments] == ["turning.png"]
        stranger = await press(zoe, result, Purpose.ANALYSIS)
        assert "You didn't play in Draw Dominoes #1" in stranger.content


def test_a_control_of_a_computer_player_fits_into_an_id() -> None:
    assert len(str(ControlId(Purpose.ANALYSIS, 10**18 - 1, 10**9 - 1, "medium"))) < 100
