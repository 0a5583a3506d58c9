"""Laid-out messages on Discord: they are pressed, replaced, read again and edited like classic ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.channel.port import saying
from bot.desk import routes
from bot.desk.ask import Ask
from bot.discord.postman import DiscordPostman
from bot.talk.letter import Box, Button, ControlId, Divider, Letter, Option, Purpose, Section, Select, Text
from tests.end_to_end.house import House, components, controls, house, told

BESIDE = ControlId(Purpose.TEXT, 0, data="beside")
BELOW = ControlId(Purpose.TEXT, 0, data="below")
CHOSEN = ControlId(Purpose.TEXT, 0, data="chosen")
LAID = Letter(
    parts=(
        Box((Section("Above", Button("Beside", BESIDE)), Divider(), (Button("Below", BELOW),)), accent=0x00FF00),
        Select("Which?", ControlId(Purpose.CHOOSE, 0), (Option("One", CHOSEN),)),
    )
)


async def answer(ask: Ask) -> Letter:
    """Say classically what was pressed; below it all stays within reach."""
    assert ask.caller.message  # the message was seen to hold the control
    return Letter(f"Pressed {ask.data}", rows=LAID.rows)


async def laid_out(_: Ask) -> Letter:
    return LAID


@pytest.fixture
def plain_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(routes.ROUTES, Purpose.TEXT, answer)
    monkeypatch.setitem(routes.ROUTES, Purpose.STORY, laid_out)


async def post(here: House, letter: Letter) -> int:
    return await DiscordPostman(here.client).send(here.channel.id, letter, "nonce")


@pytest.mark.usefixtures("plain_answers")
async def test_each_control_of_a_layout_answers_and_its_answer_takes_the_place_of_a_private_layout(
    tmp_path: Path,
) -> None:
    story = ControlId(Purpose.STORY, 0)
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await post(here, Letter("Classic", rows=((Button("Look", story),),)))
        shown = (await ana.click(here.channel.history()[-1], custom_id=str(story))).response
        assert told(shown) == "Above"
        assert {*controls(shown)} >= {BESIDE, BELOW}
        for id in (BESIDE, BELOW):
            await ana.click(shown, custom_id=str(id))
            assert told(shown) == f"Pressed {id.data}"
        await ana.select(shown, [str(CHOSEN)])
        assert told(shown) == "Pressed chosen"
        assert shown.flags.components_v2
        assert [part["label"] for part in components(shown) if "label" in part] == ["Beside", "Below"]


async def test_a_message_becomes_a_layout_by_an_edit_and_is_found_again_by_what_it_says(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        postman = DiscordPostman(here.client)
        message = await post(here, Letter("Classic"))
        await postman.edit(here.channel.id, message, LAID)
        (there,) = here.channel.history()
        assert (there.content, told(there)) == ("", "Above")
        assert saying(await postman.newest(here.channel.id), LAID) == message
        assert saying(await postman.newest(here.channel.id), Letter("Above")) == message
        assert saying(await postman.newest(here.channel.id), Letter("Classic")) is None
        await postman.edit(here.channel.id, message, Letter(parts=(Text("Later"),)))
        assert told(here.channel.history()[0]) == "Later"


async def test_a_classic_letter_for_a_message_that_is_a_layout_arrives_all_the_same(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        message = await post(here, LAID)
        await DiscordPostman(here.client).edit(here.channel.id, message, Letter("Moved"))
        assert told(here.channel.history()[0]) == "Moved"
        assert any("components_v2" in problem for problem in here.recorder.problems())
        here.recorder.requests.clear()  # Discord refuses the first attempt, and the second is taken
