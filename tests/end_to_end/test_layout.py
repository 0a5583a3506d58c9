"""Laid-out messages on Discord: they are pressed, replaced, read again and edited like classic ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.channel.port import find_same_text
from bot.desk import routes
from bot.desk.ask import Ask
from bot.discord.postman import DiscordPostman
from bot.talk.letter import Box, Button, ControlId, Divider, Letter, Option, Purpose, Section, Select, Text
from tests.end_to_end.house import House, components, house, text_of

STORY, CLASSIC = ControlId(Purpose.STORY, 0), ControlId(Purpose.BOARD, 0)
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
    """Say what was pressed; below it all stays within reach."""
    assert ask.caller.message  # the message was seen to hold the control
    return Letter(parts=(Text(f"Pressed {ask.data}"), *LAID.rows))


async def classic(_: Ask) -> Letter:
    return Letter("Classic", rows=((Button("Look", STORY),),))


async def laid_out(_: Ask) -> Letter:
    return LAID


@pytest.fixture
def routes_to_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(routes.ROUTES, Purpose.TEXT, answer)
    monkeypatch.setitem(routes.ROUTES, Purpose.STORY, laid_out)
    monkeypatch.setitem(routes.ROUTES, Purpose.BOARD, classic)


async def post(here: House, letter: Letter) -> int:
    return await DiscordPostman(here.client).send(here.channel.id, letter, "nonce")


@pytest.mark.usefixtures("routes_to_layouts")
async def test_each_control_of_a_layout_answers_and_a_laid_out_answer_takes_its_place(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await post(here, Letter("Public", rows=((Button("Look", STORY),),)))
        shown = (await ana.click(here.channel.history()[-1], custom_id=str(STORY))).response
        assert text_of(shown) == "Above"
        for id in (BESIDE, BELOW):
            await ana.click(shown, custom_id=str(id))
            assert text_of(shown) == f"Pressed {id.data}"
        await ana.select(shown, [str(CHOSEN)])
        assert text_of(shown) == "Pressed chosen"
        assert [part["label"] for part in components(shown) if "label" in part] == ["Beside", "Below"]


@pytest.mark.usefixtures("routes_to_layouts")
async def test_an_answer_of_the_other_kind_leaves_the_message_that_was_pressed_alone(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        ana = here.members[0]
        await post(here, Letter("Public", rows=((Button("Look", CLASSIC),),)))
        first = (await ana.click(here.channel.history()[-1], custom_id=str(CLASSIC))).response
        second = (await ana.click(first, custom_id=str(STORY))).response
        assert (text_of(first), text_of(second)) == ("Classic", "Above")
        assert first.id != second.id


async def test_a_message_becomes_a_layout_by_an_edit_and_is_found_again_by_what_it_says(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        postman = DiscordPostman(here.client)
        message = await post(here, Letter("Classic"))
        await postman.edit(here.channel.id, message, LAID)
        (there,) = here.channel.history()
        assert (there.content, text_of(there)) == ("", "Above")
        assert find_same_text(await postman.newest_messages(here.channel.id), LAID) == message
        assert find_same_text(await postman.newest_messages(here.channel.id), Letter("Above")) == message
        assert find_same_text(await postman.newest_messages(here.channel.id), Letter("Classic")) is None
        await postman.edit(here.channel.id, message, Letter(parts=(Text("Later"),)))
        assert text_of(here.channel.history()[0]) == "Later"


async def test_a_classic_letter_for_a_message_that_is_a_layout_arrives_all_the_same(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana",)) as here:
        message = await post(here, LAID)
        await DiscordPostman(here.client).edit(here.channel.id, message, Letter("Moved"))
        assert text_of(here.channel.history()[0]) == "Moved"
        assert any("components_v2" in problem for problem in here.recorder.problems())
        here.recorder.requests.clear()  # Discord refuses the first attempt, and the second is taken
