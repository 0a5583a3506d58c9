"""Each part of what is shown has a fate of its own: a private message or a picture that fails holds up nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from structlog.testing import capture_logs

from bot.channel.port import PrivateClosed, Refused, TooLarge, TryLater
from bot.pictures.drawings import Drawing
from bot.table.log.model import Table
from bot.talk.letter import Letter, Purpose
from bot.talk.trouble import Trouble
from engine.games import GAMES
from tests.bot.reception import Reception, reception
from tests.bot.tools import ANA, BEN

IN_WORDS = "I can't draw a picture right now, so here it is in words:"


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Reception]:
    async with reception(tmp_path) as it:
        yield it


async def begin(here: Reception, game: str = "draw") -> Table:
    seats = GAMES[game].seats[0]
    people = (ANA, BEN, *[type(ANA)(90 + n, f"P{n}") for n in range(seats - 2)])
    return await here.begin(game, GAMES[game].options(), *people)


def break_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(Drawing, "__call__", fail)


@pytest.mark.parametrize(
    "failure",
    [
        PrivateClosed(),
        Refused(Trouble.FORBIDDEN, 1),
        TryLater("no answer", 1.0),
        RuntimeError("400 Bad Request (error code: 50035)"),
    ],
    ids=lambda failure: type(failure).__name__,
)
async def test_a_hand_that_cannot_be_brought_keeps_the_board_from_nobody(
    here: Reception, monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    for person in (ANA, BEN):
        await here.service.preferences.choose(person.user, private_hand=True)

    async def private(_user: int) -> NoReturn:
        raise failure

    monkeypatch.setattr(here.mailbox, "open_private_channel", private)
    table = await begin(here)
    try:
        await here.parts.channel.show(table.id)
    except TryLater:
        assert isinstance(failure, TryLater)
    assert table.mover
    called = [letter for _, letter in here.mailbox.said if table.mover.user in letter.pings]
    assert len(called) == 1
    assert called[0].pictures


async def test_a_private_message_that_fails_in_an_unknown_way_is_a_line_of_the_log(
    here: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def private(_user: int) -> NoReturn:
        raise RuntimeError

    for person in (ANA, BEN):
        await here.service.preferences.choose(person.user, private_hand=True)
    monkeypatch.setattr(here.mailbox, "open_private_channel", private)
    with capture_logs() as lines:
        await here.parts.channel.show((await begin(here)).id)
    assert [line["event"] for line in lines if line["log_level"] == "error"] == ["private message not sent"]


@pytest.mark.parametrize("game", GAMES)
async def test_a_board_that_cannot_be_drawn_comes_in_words_and_later_as_a_picture(
    here: Reception, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    with monkeypatch.context() as broken:
        break_drawing(broken)
        table = await begin(here, game)
        again = await here.parts.channel.show(table.id)
        assert again is not None, "it is tried again later"
        assert table.mover
        (called,) = [letter for _, letter in here.mailbox.said if table.mover.user in letter.pings]
        assert not called.pictures
        assert IN_WORDS in called.text
        said = len(here.mailbox.said)
        await here.parts.channel.show(table.id)
        assert len(here.mailbox.said) == said, "what stands there already is not edited"
    await here.parts.channel.show(table.id)
    edited = [letter for _, letter in here.mailbox.said[said:]]
    assert any(letter.pictures and IN_WORDS not in letter.text for letter in edited)


@pytest.mark.parametrize("purpose", [Purpose.HAND, Purpose.BOARD])
async def test_a_hand_and_a_board_that_are_asked_for_come_in_words(
    here: Reception, monkeypatch: pytest.MonkeyPatch, purpose: Purpose
) -> None:
    table = await begin(here)
    assert table.mover
    usual = await here.press(table.mover, purpose, table.id)
    break_drawing(monkeypatch)
    letter = await here.press(table.mover, purpose, table.id)
    assert IN_WORDS in letter.text
    assert not letter.pictures
    assert letter.rows == usual.rows


async def test_a_hand_in_words_names_the_tiles_of_its_owner_alone(
    here: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await begin(here)
    break_drawing(monkeypatch)
    for person, other in ((ANA, BEN), (BEN, ANA)):
        letter = await here.press(person, Purpose.HAND, table.id)
        mine = (await here.service.tables.observe(table.id, person.user)).observation.hand
        theirs = (await here.service.tables.observe(table.id, other.user)).observation.hand
        shown = letter.text.replace("\u2011", "-")
        assert all(str(tile) in shown for tile in mine)
        assert not any(str(tile) in shown for tile in theirs)


async def test_a_picture_that_discord_finds_too_large_gives_way_to_words(
    here: Reception, monkeypatch: pytest.MonkeyPatch
) -> None:
    send = here.mailbox.send

    async def refuse_files(place: int, letter: Letter, nonce: str) -> int:
        if letter.pictures:
            raise TooLarge
        return await send(place, letter, nonce)

    monkeypatch.setattr(here.mailbox, "send", refuse_files)
    table = await begin(here)
    await here.parts.channel.show(table.id)
    assert table.mover
    (called,) = [letter for _, letter in here.mailbox.said if table.mover.user in letter.pings]
    assert IN_WORDS in called.text
