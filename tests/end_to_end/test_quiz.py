"""A turning point as a question to everyone, in Discord: asked, answered over a restart, closed, and taken down."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.service.quizzes import ENOUGH
from bot.talk.letter import ControlId, Purpose
from tests.end_to_end.house import House, controls, find_control, house
from tests.end_to_end.notices import ours, press

MINUTE = 60
CROWD = [f"Guest {n}" for n in range(ENOUGH)]


async def ask_everyone(here: House) -> Any:
    """Let Ana ask everyone about her game, after she saw what they will see; return the question."""
    ana = here.members[0]
    await here.open_table("draw", 1, {"match": "rounds", "rounds": "4"}, "easy")
    await here.play_to_end()
    result = next(m for m in reversed(ours(here.channel)) if find_control(m, Purpose.ANALYSIS))
    analysis = await press(ana, result, Purpose.ANALYSIS)
    look = await press(ana, analysis.response, Purpose.SHARE)
    assert look.response.ephemeral
    assert "They'll see your hand of that turn, but no name." in look.response.content
    assert not find_control(ours(here.channel)[-1], Purpose.QUIZ)
    told = await press(ana, look.response, Purpose.SHARE)
    assert told.response.content.startswith("It's shared: ")
    return question(here)


def question(here: House) -> Any:
    return next(m for m in reversed(ours(here.channel)) if "What would you play here?" in m.content)


def names(message: Any) -> list[str]:
    return [button.label for row in message.components for button in row.children]


async def choose(member: Any, message: Any, choice: int) -> Any:
    told = await member.click(message, custom_id=str(ControlId(Purpose.QUIZ, 1, data=str(choice))))
    assert told.acknowledged
    assert told.ephemeral
    return told


async def test_ten_answers_over_a_restart_close_a_question_that_keeps_its_picture(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", *CROWD)) as here:
        message = await ask_everyone(here)
        assert [file.filename for file in message.attachments] == ["turn.png"]
        assert "Ana" not in message.content
        first, second = names(message)
        for number, member in enumerate(here.members[1:-1]):
            assert (await choose(member, message, number % 2)).response.content.startswith("You'd play **")
        await here.restart()
        assert find_control(question(here), Purpose.QUIZ)
        told = await choose(here.members[-1], message, 0)
        assert "This question is closed.\nAnalysis: **" in told.response.content
        await here.env.advance_time(2)
        closed = question(here)
        assert f"\n- {first}: 6\n- {second}: 4\nAnalysis: **" in closed.content
        assert [file.filename for file in closed.attachments] == ["turn.png"]
        assert controls(closed) == []


async def test_a_question_loses_its_picture_when_its_player_deletes_everything(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Zoe")) as here:
        ana, zoe = here.members
        message = await ask_everyone(here)
        kept = await ana.slash(here.channel, "privacy")
        assert "- that you asked everyone about a turn of yours in 1 game" in kept.response.content
        await choose(zoe, message, 1)
        assert (
            "- your answer to 1 open question about a game"
            in (await zoe.slash(here.channel, "privacy")).response.content
        )
        last = await ana.slash(here.channel, "privacy", what="delete")
        await ana.click(last.response, custom_id=str(ControlId(Purpose.PRIVACY, 0, data="yes")))
        await here.env.advance_time(6 * MINUTE)
        gone = next(m for m in ours(here.channel) if m.id == message.id)
        assert gone.content == "This question is gone."
        assert gone.attachments == []
        assert controls(gone) == []
        assert "I keep nothing about you." in (await zoe.slash(here.channel, "privacy")).response.content
