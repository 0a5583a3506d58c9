"""A bot that is killed anywhere between an announcement and its deal: the next one goes on, and does nothing twice."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import pytest

from bot.beacon.relays import Relays
from bot.channel.announcements import Announcements
from bot.channel.posting import NONCE_SECONDS
from bot.parts import Parts
from bot.service.outbox import Outbox
from bot.service.tables import Tables
from bot.store import Store
from bot.table.log.model import ANY, Cause
from bot.table.log.rows import StepRow
from bot.table.log.steps import Kind
from bot.table.posts import PostKind
from bot.table.rules import deals, ready
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.deal import short_hash
from engine.game import DEALER
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.drand import our_network, sign_round
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock


class Killed(BaseException):
    """The process ends here."""


class Told(Relays):
    """Relays that tell each round at once; nothing is sent anywhere."""

    def __init__(self) -> None:
        super().__init__(())

    async def signature(self, round_: int) -> bytes:
        return sign_round(round_)


@dataclass
class Channel(Mailbox):
    """A channel that knows a nonce for a while, as Discord does, and whose ids are of a moment ago."""

    nonces: dict[str, tuple[int, int]] = field(default_factory=dict)
    now: FixedClock = field(default_factory=FixedClock)

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        message, at = self.nonces.get(nonce, (0, 0))
        if not message or self.now.time > at + NONCE_SECONDS:
            self.clock.time = self.now.time - 10  # its round has spoken
            message = await super().send(place, letter, nonce)
            self.nonces[nonce] = message, self.now.time
        return message

    def showing(self, head: str) -> list[int]:
        return [message for message, letter in self.there.items() if head in letter.text]


class Point(NamedTuple):
    """Where a process is killed: before or after it does something."""

    owner: Any
    name: str
    after: bool = False
    when: Callable[..., bool] = lambda *_: True


def is_about(rule: Any) -> Callable[..., bool]:
    name = rule.__name__
    return lambda *all: any(getattr(each, "__name__", "") == name for each in all)


def is_deal(*all: Any) -> bool:
    return PostKind.DEAL in all


def announces(*all: Any) -> bool:
    return any(isinstance(each, Letter) and "Code of deal 1" in each.text for each in all)


def notes_it(*all: Any) -> bool:
    changes = (change for each in all for change in getattr(each, "changes", ()))
    return any(post.kind is PostKind.DEAL and "message" in values for post, values in changes)


ANYWHERE = {
    "before the announcement is written down": Point(Outbox, "store_intent", when=is_deal),
    "once it is written down": Point(Outbox, "store_intent", after=True, when=is_deal),
    "before it is sent": Point(Channel, "send", when=announces),
    "once Discord has it": Point(Channel, "send", after=True, when=announces),
    "before it is noted as sent": Point(Outbox, "note", when=notes_it),
    "once it is noted as sent": Point(Outbox, "note", after=True, when=notes_it),
    "before it is in the log": Point(Tables, "do", when=is_about(deals.note_post)),
    "while it comes into the log": Point(deals, "note_post", after=True),
    "once it is in the log": Point(Tables, "do", after=True, when=is_about(deals.note_post)),
    "before the deal is made": Point(deals, "deal"),
    "while the deal is made": Point(deals, "deal", after=True),
}
WITH_THE_BEACON = {
    "before the beacon is asked": Point(Told, "signature"),
    "once the beacon was told": Point(Told, "signature", after=True),
    "before it is looked at the announcement": Point(Announcements, "check"),
    "once it was looked at the announcement": Point(Announcements, "check", after=True),
    "once the deal is made": Point(Tables, "do", after=True, when=is_about(deals.deal)),
}
CASES = [
    *((False, name) for name in ANYWHERE),
    *((True, name) for name in (*ANYWHERE, *WITH_THE_BEACON)),
]


def kill_at(point: Point, patch: pytest.MonkeyPatch) -> list[Point]:
    """Have the process killed at a point, once; return where it was killed."""
    real, killed = getattr(point.owner, point.name), list[Point]()

    def here(*all: Any) -> bool:
        if killed or not point.when(*all):
            return False
        killed.append(point)
        return True

    async def whole(*all: Any, **more: Any) -> Any:
        hit = here(*all, *more.values())
        if hit and not point.after:
            raise Killed
        done = await real(*all, **more)
        if hit:
            raise Killed
        return done

    def part(*all: Any, **more: Any) -> Any:
        hit = here(*all, *more.values())
        if hit and not point.after:
            raise Killed
        real(*all, **more)
        if hit:
            raise Killed

    chosen: Any = whole if inspect.iscoroutinefunction(real) else part
    chosen.__name__ = point.name
    patch.setattr(point.owner, point.name, chosen)
    return killed


@dataclass
class House:
    """A database, a channel and a time, all of which outlive the bot."""

    address: str
    beacon: bool
    channel: Channel

    async def begin(self) -> None:
        """Let Ana and Ben begin a game, and end before anything is shown."""
        store, parts = await self.start()
        tables = parts.service.tables
        await tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL)
        await tables.do(1, BEN.cause(), ready.join, BEN)
        await tables.do(1, Cause(ANA.user), ready.start, ANA.user)
        await parts.close()
        await store.close()

    async def start(self) -> tuple[Store, Parts]:
        store, relays = await Store.open(self.address), Told() if self.beacon else None
        return store, Parts.of(store, self.channel.now, GAMES, RENDERERS, Texts(), self.channel, relays=relays)

    async def live(self) -> Sequence[StepRow]:
        """Let a bot start, do all that is to be done, and end; return the log."""
        store, parts = await self.start()
        with suppress(Killed):
            await parts.channel.show(1)
            if parts.dealer is not None:
                await parts.dealer.resume()
                await parts.dealer.wait_idle()
                await parts.channel.show(1)
        await parts.close()
        rows = await store.run(lambda tx: tx.log.steps(1, 0, 10**6))
        self.waits = (await parts.service.tables.table(1, ANY)).to_act == DEALER
        await store.close()
        return rows


@pytest.fixture(autouse=True)
def _ours() -> Iterator[None]:
    with our_network():
        yield


@pytest.fixture
async def house(sqlite_address: str, request: pytest.FixtureRequest) -> House:
    here = House(sqlite_address, request.param, Channel())
    await here.begin()
    return here


@pytest.mark.parametrize(("house", "name"), CASES, indirect=["house"], ids=lambda value: str(value))
@pytest.mark.parametrize("later", [pytest.param(0, marks=pytest.mark.long), 3600])
async def test_the_next_bot_goes_on_with_the_same_announcement(
    house: House, name: str, later: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        killed = kill_at({**ANYWHERE, **WITH_THE_BEACON}[name], patch)
        before = await house.live()
        assert killed
    (due,) = (row for row in before if row.kind == Kind.DUE)
    house.channel.now.time += later
    rows = await house.live()
    assert [row.kind for row in rows].count(Kind.POSTED) == [row.kind for row in rows].count(Kind.DEAL) == 1
    assert [row for row in rows if row.kind == Kind.DUE] == [due]
    assert not house.waits
    (posted,) = (row for row in rows if row.kind == Kind.POSTED)
    (message,) = house.channel.showing(short_hash(due.hash))
    assert f'"message":{message},' in posted.notation
    assert not [how for how, _ in house.channel.said if how.startswith(f"edited {message}")]
    said = len(house.channel.said)
    assert await house.live() == rows
    assert len(house.channel.said) == said
