"""What Discord says no to keeps nothing else from coming; and what is written down before a message counts once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from bot.channel.apply import OLD_EDITS_WAIT
from bot.channel.port import MessageGone, PrivateClosed, TooOften, TryLater
from bot.parts import Parts
from bot.service import Service
from bot.store import Store
from bot.table.log.model import ANY, Cause
from bot.table.posts import Intent, Notes, Post, PostKind, Snapshot
from bot.table.rules import ready
from bot.talk.letter import Letter
from bot.talk.words import Texts
from engine.games import GAMES
from renderers import RENDERERS
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock, first_choice

Edit = Callable[[int], Exception | None]


@dataclass
class Strict(Mailbox):
    """A mailbox that takes no edit where `refuses` names a reason, by the message."""

    refuses: Edit = field(default=lambda _: None)
    closed: bool = False
    before_a_send: Callable[[], Awaitable[object]] | None = None

    async def send(self, place: int, letter: Letter, nonce: str) -> int:
        if self.before_a_send:
            await self.before_a_send()
        return await super().send(place, letter, nonce)

    async def edit(self, place: int, message: int, letter: Letter) -> None:
        if no := self.refuses(message):
            raise no
        await super().edit(place, message, letter)

    async def open_private_channel(self, user: int) -> int:
        if self.closed:
            raise PrivateClosed
        return await super().open_private_channel(user)


@dataclass
class Here:
    parts: Parts
    mailbox: Strict
    table: int

    @property
    def service(self) -> Service:
        return self.parts.service

    async def move(self) -> None:
        table = await self.service.tables.table(self.table, ANY)
        assert table.mover is not None
        choice = await first_choice(self.service, table)
        await self.service.tables.act(table.id, table.mover.cause(), table.mover, None, choice)

    async def show(self) -> list[tuple[str, Letter]]:
        """Show the table, and return what was said."""
        before = len(self.mailbox.said)
        await self.parts.channel.show(self.table)
        return self.mailbox.said[before:]

    async def post(self, kind: str) -> Post:
        return [post for post in (await self.service.outbox.snapshot(self.table)).posts if post.kind == kind][-1]

    async def says_another(self, post: Post) -> None:
        """Let a message say something else than it should."""
        another = {"fingerprint": "another"}
        await self.service.store.run(lambda tx: tx.posts.change_post(post.id, post.generation, another))


@pytest.fixture
async def here(sqlite_address: str) -> AsyncIterator[Here]:
    store, mailbox = await Store.open(sqlite_address), Strict()
    parts = Parts.of(store, FixedClock(), GAMES, RENDERERS, Texts(), mailbox)
    table = await parts.service.tables.new("draw", ANA.cause(), ANA, GUILD, CHANNEL, preset="week")
    await parts.channel.show(table.id)
    await parts.service.tables.do(table.id, BEN.cause(), ready.join, BEN)
    await parts.service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
    found = Here(parts, mailbox, table.id)
    await found.show()
    yield found
    await parts.close()
    await store.close()


@pytest.mark.parametrize("no", [TooOften(), TryLater("no answer")])
async def test_a_card_that_takes_no_edit_keeps_no_call_from_coming(here: Here, no: Exception) -> None:
    card = await here.post("card")
    here.mailbox.refuses = lambda message: no if message == card.message else None
    await here.move()
    await here.says_another(card)
    said = len(here.mailbox.said)
    with pytest.raises(TryLater):
        await here.show()
    calls = [letter.pings for how, letter in here.mailbox.said[said:] if how.startswith("sent")]
    table = await here.service.tables.table(here.table, ANY)
    assert table.mover is not None
    assert calls == [(table.mover.user,)]
    here.mailbox.refuses = lambda _: None
    assert [how for how, _ in await here.show()] == [f"edited {card.message} in {CHANNEL}"]


async def test_turns_that_take_no_edit_are_made_lines_the_next_time(here: Here) -> None:
    old = (await here.post("turn")).message
    here.mailbox.refuses = lambda _: TooOften()
    await here.move()
    assert [how.split()[0] for how, _ in await here.show()] == ["sent"]
    here.mailbox.refuses = lambda _: None
    await here.move()
    edited = [how.split()[1] for how, _ in await here.show() if how.startswith("edited")]
    assert str(old) in edited


async def test_a_turn_that_takes_no_edit_is_made_a_line_though_nothing_more_happens(here: Here) -> None:
    old = (await here.post("turn")).message
    here.mailbox.refuses = lambda _: TooOften()
    await here.move()
    assert await here.parts.channel.show(here.table) == OLD_EDITS_WAIT
    here.mailbox.refuses = lambda _: None
    assert [how.split()[:2] for how, _ in await here.show()] == [["edited", str(old)]]
    assert await here.parts.channel.show(here.table) is None


async def test_a_turn_that_was_deleted_is_left_as_it_is_when_it_is_over(here: Here) -> None:
    here.mailbox.refuses = lambda _: MessageGone()
    await here.move()
    assert [how.split()[0] for how, _ in await here.show()] == ["sent"]
    here.mailbox.refuses = lambda _: None
    assert await here.show() == []


@pytest.mark.parametrize("closed", [False, True])
async def test_a_hand_that_is_brought_calls_and_one_that_is_not_lets_the_turn_call(here: Here, closed: bool) -> None:
    here.mailbox.closed = closed
    await here.move()
    table = await here.service.tables.table(here.table, ANY)
    assert table.mover is not None
    user = table.mover.user
    await here.service.preferences.choose(user, private_hand=True)
    sent = [(how.split()[2], letter.pings) for how, letter in await here.show() if how.startswith("sent")]
    assert sent == ([(str(CHANNEL), (user,))] if closed else [(str(user), ()), (str(CHANNEL), ())])


async def test_each_message_is_noted_as_sent_before_the_next_one_is_sent(here: Here) -> None:
    await here.move()
    table = await here.service.tables.table(here.table, ANY)
    assert table.mover is not None
    await here.service.preferences.choose(table.mover.user, private_hand=True)
    noted = list[list[str]]()

    async def note_posts() -> None:
        posts = (await here.service.outbox.snapshot(here.table)).posts
        noted.append([post.kind for post in posts if post.seq == table.turn_seq and post.message])

    here.mailbox.before_a_send = note_posts
    await here.show()
    assert noted == [[], ["hand"]]


async def test_that_a_message_was_deleted_is_noted_before_it_is_sent_again(here: Here) -> None:
    card, noted = await here.post("card"), list[Post]()

    async def note_card() -> None:
        noted.append(await here.post("card"))

    here.mailbox.before_a_send = note_card
    await here.says_another(card)
    del here.mailbox.there[card.message or 0]
    await here.move()
    await here.show()
    anew, later = noted
    assert (anew.message, anew.generation) == (None, 1)
    assert later.message in here.mailbox.there


async def test_a_message_that_is_expected_is_written_down_as_the_table_is_read(here: Here) -> None:
    outbox = here.service.outbox
    first = await outbox.snapshot(here.table, lambda _: Intent(PostKind.TURN, 1000, CHANNEL, 0))
    assert [(p.kind, p.seq, p.message) for p in first.posts][-1] == ("turn", 1000, None)
    again = await outbox.snapshot(here.table, lambda _: Intent(PostKind.TURN, 1000, CHANNEL, 0))
    assert again.posts == first.posts


async def test_what_was_given_up_before_it_was_sent_comes_after_all_where_it_is_expected_again(here: Here) -> None:
    outbox = here.service.outbox

    async def snapshot_expecting(seq: int) -> Snapshot:
        return await outbox.snapshot(here.table, lambda _: Intent(PostKind.TURN, seq, CHANNEL, 0))

    (old,) = [post for post in (await snapshot_expecting(1000)).posts if post.message is None]
    await outbox.note(here.table, Notes([(old, {"collapsed": True})]))
    assert old.id not in [post.id for post in (await outbox.snapshot(here.table)).posts]
    assert [post for post in (await snapshot_expecting(1000)).posts if post.message is None] == [old]
    assert old in (await outbox.snapshot(here.table)).posts
