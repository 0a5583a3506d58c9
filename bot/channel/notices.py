"""Notifies people once, by private message, of what a moderator did to them.

If Discord refuses the message, the notice comes with the bot's next answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.channel.port import Postman, PrivateClosed, Refused, TooLarge, TryLater, find_same_text
from bot.channel.posting import NONCE_SECONDS
from bot.runtime.clock import Clock
from bot.service import Service
from bot.table.clock.pace import MINUTE
from bot.talk.letter import Letter
from bot.talk.moderation import notice_text
from bot.talk.title import title_with_number
from bot.talk.words import Texts
from engine.game import Game

RETRY_DELAY = 5 * MINUTE
"""Seconds until the next attempt if Discord did not answer."""


class NoticeSender:
    """Sends notices when the scheduler calls it (`bot.runtime.scheduler.Sleepers`)."""

    def __init__(
        self, service: Service, games: Mapping[str, Game[Any, Any]], texts: Texts, postman: Postman, clock: Clock
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._postman = postman
        self._clock = clock

    async def find_due(self) -> Sequence[int]:
        """Return the notices that are due."""
        return await self._service.notices.find_due()

    async def next_wake(self) -> int | None:
        """Return when the next notice is due, or None."""
        return await self._service.notices.next_wake()

    async def put_off(self, notice: int, seconds: int, /) -> None:
        """Try to send a notice again in `seconds`."""
        await self._service.notices.put_off(notice, seconds)

    async def tick(self, notice: int, /) -> None:
        """Send a notice if it is still due."""
        stored = await self._service.notices.find(notice)
        if stored is None:
            return
        row, game, number = stored
        if row.wake_at is None:
            return
        words = self._texts.words(await self._service.readers.language_of_message(row.user), ())
        title = title_with_number(self._games[game], number) if game in self._games else None
        letter = Letter(words.text(notice_text(row, title)))
        try:
            place = await self._postman.open_private_channel(row.user)
            # until NONCE_SECONDS have passed, the nonce keeps Discord from sending it twice
            has_nonce = self._clock.now() - row.at <= NONCE_SECONDS
            if has_nonce or find_same_text(await self._postman.newest_messages(place), letter) is None:
                await self._postman.send(place, letter, f"notice-{row.id:x}-{row.at % 4096:x}")
        except (PrivateClosed, Refused, TooLarge):
            await self._service.notices.mark_refused(row)
        except TryLater as later:
            await self.put_off(notice, int(later.seconds or RETRY_DELAY))
        else:
            await self._service.notices.drop(notice)
