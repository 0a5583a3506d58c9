"""Each message once: whatever is known of earlier attempts, and however much time has passed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.channel.ledger import Ledger
from bot.channel.port import TryLater
from bot.channel.posting import NONCE_SECONDS, Posting
from bot.service import Service
from bot.store import Store
from bot.table.log.model import Table
from bot.table.posts import PostKind
from bot.talk.letter import Letter
from tests.bot.games import GAMES
from tests.bot.mailbox import Mailbox
from tests.bot.tools import ANA, CHANNEL, GUILD, FixedClock

LETTER = Letter("A board", pings=(ANA.user,))


@dataclass
class Post:
    mailbox: Mailbox
    clock: FixedClock
    posting: Posting
    service: Service
    table: Table

    async def put(self, letter: Letter = LETTER) -> int:
        ledger = Ledger(self.service, await self.service.outbox.snapshot(self.table.id))
        message = await self.posting.post_or_edit(ledger, PostKind.TURN, 3, CHANNEL, letter, pinged=0)
        await ledger.write()
        return message


@pytest.fixture
async def post(sqlite_address: str) -> AsyncIterator[Post]:
    store, clock, mailbox = await Store.open(sqlite_address), FixedClock(), Mailbox()
    service = Service.of(store, GAMES, clock)
    table = await service.tables.new("cards", ANA.cause(), ANA, GUILD, CHANNEL)
    yield Post(mailbox, clock, Posting(mailbox, clock), service, table)
    await store.close()


async def test_the_same_message_is_posted_once_and_a_changed_one_edited(post: Post) -> None:
    message = await post.put()
    assert await post.put() == message
    assert await post.put(Letter("Another board")) == message
    assert [how.split()[0] for how, _ in post.mailbox.said] == ["sent", "edited"]


async def test_an_attempt_soon_after_a_lost_answer_has_the_same_nonce(post: Post) -> None:
    post.mailbox.failures, post.mailbox.arrives = [TryLater("lost")], True
    with pytest.raises(TryLater):
        await post.put()
    post.clock.time += NONCE_SECONDS
    await post.put()
    first, second = post.mailbox.said
    assert first == second


async def test_an_attempt_long_after_a_lost_answer_finds_the_message_in_the_channel(post: Post) -> None:
    post.mailbox.failures, post.mailbox.arrives = [TryLater("lost")], True
    with pytest.raises(TryLater):
        await post.put()
    post.clock.time += NONCE_SECONDS + 1
    assert await post.put() in post.mailbox.there
    assert len(post.mailbox.said) == 1


async def test_an_attempt_long_after_one_that_failed_posts_and_calls(post: Post) -> None:
    post.mailbox.failures = [TryLater("no answer")]
    with pytest.raises(TryLater):
        await post.put()
    post.clock.time += 3600
    await post.put()
    assert [letter.pings for _, letter in post.mailbox.said] == [(ANA.user,)]


async def test_a_deleted_message_comes_back_as_another_one_that_calls_nobody(post: Post) -> None:
    message = await post.put()
    del post.mailbox.there[message]
    assert await post.put(Letter("A board, newer", pings=(ANA.user,))) != message
    (first, called), (again, quiet) = post.mailbox.said
    assert (first, again) == (f"sent to {CHANNEL} as 1-t3-200-0", f"sent to {CHANNEL} as 1-t3-200-1")
    assert (called.pings, quiet.pings) == ((ANA.user,), ())


def test_no_two_kinds_of_messages_share_the_letter_that_their_nonces_have() -> None:
    assert len({kind[0] for kind in PostKind}) == len(PostKind)
