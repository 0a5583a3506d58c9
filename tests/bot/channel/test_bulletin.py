"""The channel in which a server wants all its results: one line and one picture each, once, and nobody is called."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from random import Random

import pytest

from bot.channel.port import Refused, TryLater
from bot.parts import Parts
from bot.stats.server_bests import ServerBest
from bot.store import Store
from bot.table.log.model import Table
from bot.talk.letter import Letter
from bot.talk.trouble import Trouble
from bot.talk.words import Texts
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.mailbox import Mailbox
from tests.bot.service.test_statistics import begin_game, play_some
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock

HALL = CHANNEL + 77


@dataclass
class Hall(Mailbox):
    """A postman whose channel of results can say no."""

    no: list[BaseException] = field(default_factory=list)

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        if place == HALL and self.no:
            raise self.no.pop(0)
        return await super().send(place, letter, nonce)

    @property
    def bulletins(self) -> list[Letter]:
        return [letter for where, letter in self.said if where.startswith(f"sent to {HALL} ")]


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
async def parts(sqlite_address: str, hall: Hall) -> AsyncIterator[Parts]:
    store = await Store.open(sqlite_address)
    made = Parts.of(store, FixedClock(), GAMES, RENDERERS, Texts(), hall)
    yield made
    await made.close()
    await store.close()


async def play_in_hall(parts: Parts, results: int | None = HALL) -> Table:
    await parts.service.servers.set_up(GUILD, lambda row: row._replace(results=results))
    table = await begin_game(parts.service, "draw", ANA, BEN)
    return await play_some(parts.service, table, Random("bulletin"))


async def test_a_result_is_told_once_with_its_picture_and_calls_nobody(parts: Parts, hall: Hall) -> None:
    over = await play_in_hall(parts)
    for _ in range(3):
        await parts.channel.show(over.id)
    (letter,) = hall.bulletins
    assert letter.text.startswith("🏆 **")
    assert letter.text.count("\n") == 0
    assert len(letter.pictures) == 1
    assert letter.pings == ()
    assert letter.rows == ()


async def test_nothing_is_told_elsewhere_where_a_server_names_no_channel(parts: Parts, hall: Hall) -> None:
    over = await play_in_hall(parts, None)
    await parts.channel.show(over.id)
    assert hall.bulletins == []


async def test_a_channel_that_says_no_keeps_nothing_else_from_coming(parts: Parts, hall: Hall) -> None:
    over = await play_in_hall(parts)
    hall.no.append(Refused(Trouble.FORBIDDEN, HALL))
    await parts.channel.show(over.id)
    assert hall.bulletins == []
    assert any("🏆" in letter.text for _, letter in hall.said)


async def test_a_result_that_could_not_be_told_for_now_comes_later_and_once(parts: Parts, hall: Hall) -> None:
    over = await play_in_hall(parts)
    hall.no.append(TryLater("busy", 1.0))
    with pytest.raises(TryLater):
        await parts.channel.show(over.id)
    assert hall.bulletins == []
    for _ in range(2):
        await parts.channel.show(over.id)
    assert len(hall.bulletins) == 1


async def test_a_result_tells_the_record_of_its_server_that_it_breaks(
    parts: Parts, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[int]()

    async def news(table: int) -> list[ServerBest]:
        asked.append(table)
        return [ServerBest(GAMES["draw"].stats.records[1], 27, BEN.user)]

    monkeypatch.setattr(parts.service.statistics, "new_records", news)
    over = await play_in_hall(parts)
    for _ in range(2):
        await parts.channel.show(over.id)
    (result,) = [letter for _, letter in hall.said if "🔒" in letter.text and "🏆" in letter.text]
    assert f"\n🏅 New record on this server · Longest chain: 27 tiles (<@{BEN.user}>)\n" in result.text
    (picture,) = result.pictures
    assert "New record on this server · Longest chain: 27 tiles (Ben)" in picture.alt
    seen = await parts.service.tables.observe(over.id, None)
    without = await parts.painter.draw_finale(seen, await parts.painter.layout(seen), "en")
    assert "record" not in without.alt
    assert picture.png != without.png
    assert asked
    assert set(asked) == {over.id}
