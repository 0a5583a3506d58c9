"""What clients and servers really send is answered once, and never by silence or by an apology for what went well."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot.discord.postman import DiscordPostman
from bot.talk.letter import Purpose
from tests.wire.faults import refuse
from tests.wire.loopback import Asked
from tests.wire.payloads import APPLICATION, CHANNEL, Payload, message
from tests.wire.people import COMMAND, SUGGEST, Member, private, text_of
from tests.wire.wired import Wired

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.timeout(60)]

CALLBACK = r"/interactions/\d+/token-\d+/callback"
UNREADABLE = "I couldn't read what Discord sent me. Please try that once more."
ELSEWHERE = "4242424242424242"


@pytest.fixture(autouse=True)
def _well(here: Wired) -> None:
    here.discord.faults.clear()


def with_shape(member: Member, shape: Callable[[Payload], None]) -> Member:
    return replace(member, shape=shape)


async def test_a_move_from_a_hand_that_was_dismissed_elsewhere_is_answered_in_a_new_message(here: Wired) -> None:
    table = await here.table()
    assert table.turn
    hand = await (await table.mover.do(table.turn, Purpose.HAND)).answer()
    here.discord.dismiss(hand)
    asked = await table.mover.do(hand, Purpose.ACT)
    answer = await asked.answer()
    assert private(answer)
    assert answer["id"] != hand["id"]
    assert "went wrong" not in text_of(answer)
    assert len(asked.said) == 1


def _without_size_limit(payload: Payload) -> None:
    del payload["attachment_size_limit"]


def _without_flags(payload: Payload) -> None:
    del payload["member"]["flags"]


def _partial_channel(payload: Payload) -> None:
    payload["channel"] = {"id": payload["channel_id"]}


def _without_user(payload: Payload) -> None:
    del payload["member"]["user"]


@pytest.mark.parametrize("shape", [_without_size_limit, _without_flags, _partial_channel, _without_user])
async def test_an_interaction_that_the_library_cannot_parse_is_answered(
    here: Wired, shape: Callable[[Payload], None]
) -> None:
    asked = await with_shape(here.members[0], shape).type("help")
    answer = await asked.answer()
    assert text_of(answer) == UNREADABLE or "/new" in text_of(answer)
    assert len(asked.said) == 1
    assert private(answer)


async def test_suggestions_that_the_library_cannot_parse_are_empty(here: Wired) -> None:
    asked = await with_shape(here.members[0], _without_user).suggestions("new", "preset", "x")
    assert (await asked.answer()) == {"choices": []}


@pytest.mark.parametrize("type", [2, 3, 4, 9])
async def test_a_command_of_another_type_is_answered_by_a_sentence(here: Wired, type: int) -> None:
    def shape(payload: Payload) -> None:
        payload["data"]["type"] = type

    asked = await with_shape(here.members[0], shape).type("help")
    assert text_of(await asked.answer()) == "I've been updated. Type the command again."


async def test_a_user_who_left_the_server_has_statistics_like_any_other(here: Wired) -> None:
    left = {"id": "31337", "username": "gone", "global_name": "Gone", "discriminator": "0", "avatar": None}

    def shape(payload: Payload) -> None:
        payload["data"]["options"] = [{"name": "user", "type": 6, "value": left["id"]}]
        payload["data"]["resolved"] = {"users": {left["id"]: left}}

    answer = text_of(await (await with_shape(here.members[0], shape).type("stats")).answer())
    assert "updated" not in answer
    assert "no games" in answer.casefold() or "played no game" in answer


@pytest.mark.parametrize("kind", [COMMAND, SUGGEST])
async def test_on_a_server_where_the_bot_is_not_it_says_so_and_how_to_invite_it(here: Wired, kind: int) -> None:
    def shape(payload: Payload) -> None:
        payload["guild_id"] = ELSEWHERE
        payload["guild"] = {"id": ELSEWHERE, "features": [], "locale": "en-US"}
        payload["authorizing_integration_owners"] = {"1": payload["member"]["user"]["id"]}

    ana = with_shape(here.members[0], shape)
    if kind == COMMAND:
        answer = text_of(await (await ana.type("new", game="draw")).answer())
        assert answer.startswith("A table needs a server that I'm on. ")
        assert f"client_id={APPLICATION}" in answer
        assert "permissions=309237746688" in answer
    else:
        asked: Asked = await ana.suggestions("new", "preset", "x", game="draw")
        again = await here.members[0].type("help")
        await again.answer()
        assert not asked.said


@pytest.mark.parametrize("code", [200000, 240000])
async def test_an_answer_that_the_filter_of_the_server_holds_back_blames_the_filter(here: Wired, code: int) -> None:
    here.discord.fail("POST", CALLBACK, refuse(400, code))
    answer = text_of(await (await here.members[0].type("help")).answer())
    assert answer == "This server's filter held back my answer. Its managers can change that filter."


async def test_messages_of_others_that_the_library_cannot_parse_hide_none_of_ours() -> None:
    ours = [message(id, CHANNEL) | {"content": f"Ours {id}"} for id in (1, 250)]
    strange = [
        {"id": str(id), "author": {"id": "55"}, "poll": {"question": {}, "expiry": None}, "type": 46}
        for id in range(2, 250)
    ]
    there = sorted([*ours, *strange], key=lambda each: int(each["id"]))

    async def logs_from(_place: int, limit: int, after: int | None = None) -> list[Payload]:
        found = [each for each in there if after is None or int(each["id"]) > after]
        return (found[:limit] if after is not None else found[-limit:])[::-1]

    client = SimpleNamespace(user=SimpleNamespace(id=APPLICATION), http=SimpleNamespace(logs_from=logs_from))
    postman = DiscordPostman(cast("discord.Client", client))
    assert [(sent.message, sent.text) for sent in await postman.newest_messages(CHANNEL)] == [(250, "Ours 250")]
    assert [sent.message for sent in await postman.messages_after(CHANNEL, 0)] == [1, 250]
