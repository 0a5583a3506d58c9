"""Words for the shuffle, as players give them with `/word`: they count once a message fixes the seeds."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from bot.table.model import ANY
from bot.table.rules import lobby
from bot.table.rules.entropy import mark
from bot.talk.letter import Purpose
from engine.deal import short
from tests.end_to_end.house import House, find_control, house

UNBOUND = "From now on words count at this table. Please give yours again."
COUNTS = "goes into the shuffle of every deal from now on"


async def opened(here: House) -> None:
    """A lobby of Ana and Ben."""
    ana, ben = here.members
    await ana.slash(here.channel, "new", game="draw")
    await ben.click(here.card, custom_id=str(find_control(here.card, Purpose.JOIN)))


async def gives(here: House, member: Any, word: str) -> str:
    """Return what a member reads who gives a word."""
    answer = await member.slash(here.channel, "word", word=word)
    assert answer.ephemeral
    await here.settled()
    return str(answer.response.content)


def saying(here: House, text: str) -> Sequence[Any]:
    """The messages of all places in which this text stands."""
    places = {here.channel.id: here.channel, here.place.id: here.place}
    return [message for place in places.values() for message in place.history() if text in message.content]


async def mark_of(here: House, member: Any) -> str:
    """What stands for the word of a member in public."""
    return short(mark(await here.client.service.tables.see(1, lobby.word_of, member.id)))


@pytest.mark.parametrize("threads", [False, True])
async def test_the_first_word_has_the_seeds_fixed_and_the_second_goes_into_the_first_deal(
    threads: bool, tmp_path: Path
) -> None:
    async with house(tmp_path, ("Ana", "Ben"), threads=threads) as here:
        ana, ben = here.members
        await opened(here)
        opening = (await here.client.service.tables.table(1, ANY)).standing.dealing
        assert opening.opened is not None
        assert saying(here, opening.opened.short) == []
        assert await gives(here, ana, "early") == UNBOUND
        (seal,) = saying(here, opening.opened.short)
        assert "words count from now on" in seal.content
        assert f"Seeds `{short(opening.root)}`" in seal.content
        assert COUNTS in await gives(here, ana, "lucky")
        assert COUNTS in await gives(here, ben, "star")
        marks = [await mark_of(here, member) for member in (ana, ben)]
        await ana.click(here.card, custom_id=str(find_control(here.card, Purpose.START)))
        await here.settled()
        (announced,) = saying(here, "Deal 1")
        assert all(each in announced.content for each in marks)
        assert f"Seeds `{short(opening.root)}`" in announced.content
        await here.type_a_move(here.mover)
        assert [each.id for each in saying(here, opening.opened.short)] == [seal.id]
        asked = [(each.method, each.parts[-1]) for each in here.recorder.requests]
        assert not [each for each in asked if each in {("PATCH", str(seal.id)), ("PATCH", str(announced.id))}]
        assert not [each for each in asked if each[0] == "DELETE"]
        words = [text for text in ("early", "lucky", "star") if saying(here, text)]
        assert words == []


async def test_where_the_bot_ends_before_it_fixed_the_seeds_the_next_word_has_it_done_once(
    tmp_path: Path,
) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana, ben = here.members
        await opened(here)
        with patch.object(here.client.reconciler, "touch"):
            assert await gives(here, ana, "luck") == await gives(here, ben, "star") == UNBOUND
        assert saying(here, "words count from now on") == []
        await here.restart()
        said = [await gives(here, ben, "star"), await gives(here, ana, "luck"), await gives(here, ben, "star")]
        assert [COUNTS in each for each in said[1:]] == [True, True]
        assert len(saying(here, "words count from now on")) == 1
        await here.restart()
        assert COUNTS in await gives(here, ana, "more luck")
        assert len(saying(here, "words count from now on")) == 1


async def test_a_word_that_comes_after_the_announcement_needs_no_message_of_its_own(tmp_path: Path) -> None:
    async with house(tmp_path, ("Ana", "Ben")) as here:
        ana = here.members[0]
        await opened(here)
        await ana.click(here.card, custom_id=str(find_control(here.card, Purpose.START)))
        await here.settled()
        assert COUNTS in await gives(here, ana, "late")
        assert saying(here, "words count from now on") == []
        (announced,) = saying(here, "Deal 1")
        assert await mark_of(here, ana) not in announced.content
