"""Every press and command is answered, however Discord fails, and nobody is left with "is thinking…"."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.talk.letter import ControlId, Purpose
from tests.wire.faults import FOREVER, Answering, cloudflare, lose_answer, refuse, reset
from tests.wire.loopback import PATIENCE, Asked, TooLate
from tests.wire.payloads import APPLICATION, CHANNEL, Payload, edit_message
from tests.wire.people import Member, control, private, text_of
from tests.wire.wired import Table, Wired

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(60)]

CALLBACK = r"/interactions/\d+/token-\d+/callback"
ORIGINAL = r"/webhooks/\d+/token-\d+/messages/@original"
FOLLOW_UP = r"/webhooks/\d+/token-\d+"
APOLOGY = re.compile(
    r"Something went wrong on our side \(number [0-9a-f]{8}\)\. Your game is safe\. .*`/help` says how\."
)
PASSING = {
    "reset": reset,
    "answer lost": lose_answer,
    "503": refuse(503),
    "cloudflare": cloudflare,
    "429": refuse(429),
}
PLAYED = ("✓", "You play")
"""How the answer to a move begins; as the latter if forced moves make it their turn again."""


@pytest.fixture(autouse=True)
def _well(here: Wired) -> None:
    here.discord.faults.clear()
    here.discord.window = PATIENCE  # whether there is an answer hangs on the bot, how soon on the machine too


async def newest_turn(table: Table) -> Payload:
    assert table.turn is not None
    return table.turn


@pytest.mark.parametrize("failure", PASSING)
async def test_a_first_answer_that_fails_for_a_moment_comes_all_the_same(here: Wired, failure: str) -> None:
    table = await here.table()
    here.discord.fail("POST", CALLBACK, PASSING[failure])
    pressed = await table.mover.do(await newest_turn(table), Purpose.HAND)
    hand = await pressed.answer()
    assert private(hand)
    assert hand["attachments"]
    assert len(pressed.said) == 1


async def test_is_thinking_is_replaced_though_the_answer_fails_for_a_moment(here: Wired) -> None:
    ana = here.members[0]
    asked = await here.slowly(lambda: gather(ana.type("help") for _ in PASSING))
    for each, failure in zip(asked, PASSING.values(), strict=True):
        here.discord.fail("PATCH", f".*/{each.token}/.*", failure, 2)
    here.free()
    for each in asked:
        assert each.acknowledged == 5
        assert "/new" in text_of(await each.answer())


async def test_answers_carry_what_discord_says_of_them_and_a_late_one_is_not_marked_as_edited(here: Wired) -> None:
    ana = here.members[0]
    said = await (await ana.type("help")).answer()
    assert said["webhook_id"] == str(APPLICATION)
    assert said["interaction_metadata"]["user"]["id"] == str(ana.id)
    (asked,) = await here.slowly(lambda: gather([ana.type("help")]))
    assert asked.thinking
    here.free()
    late = await asked.answer()
    assert late["edited_timestamp"] is None


async def test_an_answer_that_discord_does_not_take_becomes_an_apology(here: Wired) -> None:
    ana = here.members[0]
    here.discord.fail("POST", CALLBACK, refuse(400, 50035))
    assert APOLOGY.fullmatch((await (await ana.type("help")).answer())["content"])
    (asked,) = await here.slowly(lambda: gather([ana.type("help")]))
    here.discord.fail("PATCH", ORIGINAL, refuse(400, 50035))
    here.free()
    assert APOLOGY.fullmatch((await asked.answer())["content"])


async def test_an_answer_whose_message_was_dismissed_comes_as_a_message_of_its_own(here: Wired) -> None:
    (asked,) = await here.slowly(lambda: gather([here.members[0].type("help")]))
    here.discord.fail("PATCH", ORIGINAL, refuse(404, 10008))
    here.free()
    assert "/new" in text_of(await asked.answer())
    assert len(here.discord.requests_to("POST", f"/webhooks/700/{asked.token}")) == 1


async def test_a_refusal_beside_a_private_message_comes_though_it_fails_for_a_moment(here: Wired) -> None:
    table = await here.table()
    hand = await (await table.mover.do(await newest_turn(table), Purpose.HAND)).answer()
    stranger = here.members[2]
    asked = await here.slowly(lambda: gather(stranger.do(hand, Purpose.ACT) for _ in PASSING))
    for each, failure in zip(asked, PASSING.values(), strict=True):
        here.discord.fail("POST", f".*/{each.token}", failure)
    here.free()
    for each in asked:
        assert each.acknowledged == 6
        assert (await each.answer())["content"].startswith("You're not in")


async def ask_two_processes(
    here: Wired, asks: Awaitable[Asked], response: Payload, since: Callable[[], object] = lambda: None
) -> Asked:
    """Ask, and let another process respond before the bot does, and something happen since."""

    async def answer_first(answering: Answering) -> web.StreamResponse:
        asked = [*here.discord.asked.values()][-1]
        path = f"{here.discord.api}/interactions/{asked.id}/{asked.token}/callback"
        async with aiohttp.ClientSession() as session, session.post(path, json=response) as there:
            assert there.status == 200
        since()
        return await answering()

    here.discord.fail("POST", CALLBACK, answer_first)
    return await asks


async def test_a_press_that_another_process_has_acknowledged_and_no_more_is_answered(here: Wired) -> None:
    table = await here.table()
    pressed = table.mover.do(await newest_turn(table), Purpose.HAND)
    thinking = await ask_two_processes(here, pressed, {"type": 5, "data": {"flags": 64}})
    hand = await thinking.answer()
    assert private(hand)
    assert hand["attachments"]
    silent = await ask_two_processes(here, table.mover.do(hand, Purpose.ACT), {"type": 6})
    assert (await silent.answer())["content"].startswith(PLAYED)


async def test_a_press_that_another_process_has_acknowledged_is_answered_though_its_hand_was_changed_since(
    here: Wired,
) -> None:
    table = await here.table()
    hand = await (await table.mover.do(await newest_turn(table), Purpose.HAND)).answer()
    changed = partial(edit_message, hand, {"content": "What the hand shows before the move"}, 0)
    silent = await ask_two_processes(here, table.mover.do(hand, Purpose.ACT), {"type": 6}, changed)
    said = await silent.answer()
    assert said["id"] == hand["id"]
    assert said["content"].startswith(PLAYED)


async def test_a_press_that_another_process_has_acknowledged_is_answered_though_its_hand_is_gone(here: Wired) -> None:
    table = await here.table()
    hand = await (await table.mover.do(await newest_turn(table), Purpose.HAND)).answer()
    dismissed = partial(here.discord.dismiss, hand)
    silent = await ask_two_processes(here, table.mover.do(hand, Purpose.ACT), {"type": 6}, dismissed)
    said = await silent.answer()
    assert said["id"] != hand["id"]
    assert said["content"].startswith(PLAYED)


@pytest.mark.parametrize("failure", PASSING)
async def test_whether_another_process_has_answered_is_asked_again_if_that_fails(here: Wired, failure: str) -> None:
    table = await here.table()
    here.discord.fail("GET", ORIGINAL, PASSING[failure])
    pressed = table.mover.do(await newest_turn(table), Purpose.HAND)
    thinking = await ask_two_processes(here, pressed, {"type": 5, "data": {"flags": 64}})
    assert private(await thinking.answer())


async def test_what_another_process_has_answered_in_a_message_of_its_own_is_left_as_it_is(here: Wired) -> None:
    table = await here.table()
    whole = {"type": 4, "data": {"content": "Another's words", "flags": 64}}
    asked = await ask_two_processes(here, table.mover.do(await newest_turn(table), Purpose.HAND), whole)
    original = f"/webhooks/700/{asked.token}/messages/@original"
    await here.discord.until(lambda: any(request.status for request in here.discord.requests_to("GET", original)))
    await (await table.mover.type("help")).answer()  # some time later
    assert asked.text == "Another's words"
    assert len(asked.said) == 1


async def test_what_another_process_has_answered_in_the_hand_is_said_once_more_there(here: Wired) -> None:
    table = await here.table()
    hand = await (await table.mover.do(await newest_turn(table), Purpose.HAND)).answer()
    acted = await ask_two_processes(here, table.mover.do(hand, Purpose.ACT), {"type": 7, "data": {"content": "Theirs"}})
    await here.discord.until(lambda: len(acted.said) > 1)
    assert acted.text.startswith(PLAYED)
    assert [said["id"] for said in acted.said] == [hand["id"]] * 2


@pytest.mark.parametrize("failure", PASSING)
async def test_a_form_that_fails_for_a_moment_is_opened(here: Wired, failure: str) -> None:
    ana, panel = here.members[0], await options(here)
    here.discord.fail("POST", CALLBACK, PASSING[failure])
    form = await ana.do(panel, Purpose.ASK)
    assert "custom_id" in await form.answer()


async def test_a_form_that_discord_does_not_take_becomes_an_apology(here: Wired) -> None:
    ana, panel = here.members[0], await options(here)
    here.discord.fail("POST", CALLBACK, refuse(400, 50035))
    form = await ana.do(panel, Purpose.ASK)
    assert APOLOGY.fullmatch((await form.answer())["content"])


async def test_an_answer_that_never_succeeds_ends_and_the_bot_goes_on(here: Wired) -> None:
    fault = here.discord.fail("POST", CALLBACK, refuse(400, 50035), FOREVER)
    await here.members[0].type("help")
    await here.bot.wait_for_line("not answered")
    fault.times = 0
    assert await (await here.members[0].type("help")).answer()


# -- what nobody of this version would send ----------------------------------------------------------------------------


async def test_a_command_of_another_version_is_answered(here: Wired) -> None:
    ana = here.members[0]
    for name in ("shuffle", "option", "bot"):  # one that is gone, two that had other options
        said = await (await ana.type(name)).answer()
        assert said["content"] == "I've been updated. Type the command again."
        assert private(said)


@pytest.mark.parametrize(
    "components",
    [
        [],
        [{"type": 1, "components": [{"type": 4, "custom_id": "value", "value": "7"}]}],
        [{"type": 18, "component": {"type": 4, "custom_id": "value"}}],
        [{"type": 18, "component": {"type": 3, "custom_id": "value", "values": ["7"]}}] * 2,
        {"value": "7"},
        None,
    ],
)
async def test_a_form_of_another_shape_is_answered(here: Wired, components: Any) -> None:
    panel = await options(here)
    form = ControlId(Purpose.SET, table_in(panel), 0, "target")
    said = await (await here.members[0].fill_in(str(form), components, panel)).answer()
    assert "Points to win" in said["content"]


async def test_a_form_that_comes_from_a_public_message_is_answered_to_its_user_alone(here: Wired) -> None:
    table = await here.table()
    public = await newest_turn(table)
    form = control(public, Purpose.HAND)
    said = await (await table.mover.fill_in(str(form), [], public)).answer()
    assert private(said)
    assert said["id"] != public["id"]


async def test_a_form_of_another_version_is_answered(here: Wired) -> None:
    said = await (await here.members[0].fill_in("b9:set", [])).answer()
    assert said["content"] == "I don't know that table here. `/games` lists yours."


async def test_a_select_without_a_value_is_answered(here: Wired) -> None:
    panel = await panel_of(here)
    chosen = await here.members[0].press(panel, control(panel, Purpose.CHOOSE), values=[])
    assert (await chosen.answer())["content"] == "I don't know that table here. `/games` lists yours."


async def test_an_event_of_another_shape_does_not_end_the_bot(here: Wired) -> None:
    for event in ("INTERACTION_CREATE", "GUILD_CREATE", "CHANNEL_DELETE", "THREAD_UPDATE"):
        await here.discord.dispatch(event, {"id": "1", "type": 3})
    assert await (await here.members[0].type("help")).answer()
    assert len(here.discord.identified) == 1


# -- limits ------------------------------------------------------------------------------------------------------------


async def test_what_is_echoed_fits_into_a_message(here: Wired) -> None:
    await here.table()
    ana = here.members[0]
    await (await ana.type("new", game="draw")).answer()
    for name in ("x" * 4000, "\U0001f600" * 4000):
        said = await (await ana.type("option", name=name, value="1")).answer()
        assert 0 < len(said["content"]) <= 2000


async def test_suggestions_fit_into_their_list(here: Wired) -> None:
    ana = here.members[0]
    await (await ana.type("new", game="draw")).answer()
    for option, typed in (("value", "0" * 150 + "77"), ("value", "7" * 150), ("name", "t" * 150), ("value", "")):
        said = await suggestions_for(ana, option, typed)
        assert all(len(choice["name"]) <= 100 and len(str(choice["value"])) <= 100 for choice in said["choices"])


async def suggestions_for(ana: Member, option: str, typed: str) -> Payload:
    """Return what is suggested; Discord asks again with the next letter if an answer comes too late."""
    while True:
        with suppress(TooLate):
            return await (await ana.suggestions("option", option, typed, name="target")).answer()


async def panel_of(here: Wired) -> Payload:
    """Return the options of a new table of Ana's."""
    ana = here.members[0]
    there = here.discord.channels[CHANNEL]
    before = set(there)
    await (await ana.type("new", channel=CHANNEL, game="draw")).answer()
    await here.discord.until(lambda: there.keys() > before)
    return await (await ana.do(there[max(there.keys() - before)], Purpose.OPTIONS)).answer()


async def options(here: Wired) -> Payload:
    """Return the same, turned to the target, which is typed."""
    panel = await panel_of(here)
    menu = control(panel, Purpose.CHOOSE)
    target = ControlId(Purpose.OPTIONS, menu.table, 0, "target")
    return await (await here.members[0].press(panel, menu, values=[str(target)])).answer()


def table_in(panel: Payload) -> int:
    """Return the table that options are of."""
    return control(panel, Purpose.ASK).table


async def gather(asking: Iterable[Awaitable[Asked]]) -> list[Asked]:
    return list(await asyncio.gather(*asking))
