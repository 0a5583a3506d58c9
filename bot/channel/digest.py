"""The daily digest: a private message about games that wait or have ended.

Only users who want a digest get it. A digest has three stages: its text is written, it is sent, and the next one is
planned. Each stage is stored, so that the user gets one message even if the bot restarts in between. A digest that
cannot be sent within an hour is left out that day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.channel.port import Postman, PrivateClosed, Refused, TryLater, find_same_text
from bot.channel.posting import NONCE_SECONDS
from bot.runtime.clock import Clock
from bot.service import Service
from bot.table.clock.pace import HOUR, MINUTE
from bot.table.log.model import ANY, Person, Table, User
from bot.table.log.rows import DigestRow
from bot.table.log.settled.votes import Vote
from bot.table.rules.votes import find_vote_decided_by_silence
from bot.talk import digest
from bot.talk.digest import MOST_WAITING
from bot.talk.letter import Letter
from bot.talk.waiting import urgent_first
from bot.talk.words import Texts, plain_names
from engine.game import Game
from engine.words import Words

TOO_LATE = HOUR
"""Seconds after which a due digest is skipped.

It would no longer come at the time of day that the user chose.
"""
RETRY_DELAY = 5 * MINUTE
"""Seconds until the next attempt if Discord did not answer."""


class DigestSender:
    """Sends due digests when the scheduler calls it (`bot.runtime.scheduler.Sleepers`)."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        texts: Texts,
        postman: Postman,
        clock: Clock,
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._postman = postman
        self._clock = clock

    async def find_due(self) -> Sequence[User]:
        """Return the users whose digest is due."""
        return await self._service.digests.find_due_users()

    async def next_wake(self) -> int | None:
        """Return when the next digest is due, or None."""
        return await self._service.digests.next_due()

    async def put_off(self, user: User, seconds: int) -> None:
        """Postpone a user's digest by `seconds`."""
        await self._service.digests.put_off(user, seconds)

    async def tick(self, user: User) -> None:
        """Send a user's digest, if it is due and has any content."""
        row = await self._service.digests.digest_of(user)
        if row is None or row.wake_at is None or row.wake_at > self._clock.now():
            return
        language = await self._service.readers.language_of_message(user)
        if row.text is None:
            text = None if await self._is_unwanted(row) else await self._write_text(row, language)
            saved_row = None if text is None else await self._service.digests.save_text(user, text)
            if saved_row is None:  # there is no news, or the user no longer wants a digest
                await self._service.digests.skip_today(user)
                return
            row = saved_row
        waiting = _waiting_tables(await self._service.listing.open_tables_of(user, ANY), user)
        await self._send_once(row, Letter(row.text or "", rows=digest.rows(self._words(language), waits=bool(waiting))))

    # -- sending -------------------------------------------------------------------------------------------------------

    async def _is_unwanted(self, row: DigestRow) -> bool:
        """Return whether the digest is late, or the user is away or in their quiet hours.

        It is late if the bot did not run at the chosen time.
        """
        preferences = await self._service.preferences.wishes(row.user)
        now = self._clock.now()
        is_late = row.wake_at is not None and now - row.wake_at > TOO_LATE
        is_away = preferences.away_until > now
        quiet_hours = preferences.chosen_quiet_hours("UTC")  # in their time zone, if they have set one
        return is_late or is_away or (quiet_hours is not None and quiet_hours.window_at(now) is not None)

    async def _send_once(self, row: DigestRow, letter: Letter) -> None:
        """Send a digest once, even if an earlier attempt may have sent it already."""
        user = row.user
        age = self._clock.now() - (row.begun_at or 0)  # since the text was saved
        try:
            place = await self._postman.open_private_channel(user)
            message = None
            if age > NONCE_SECONDS:  # until then, the nonce keeps Discord from sending it twice
                message = find_same_text(await self._postman.newest_messages(place), letter)
            if message is None and age > TOO_LATE:
                await self._service.digests.skip_today(user)
                return
            if message is None:
                await self._postman.send(place, letter, _nonce(row))
        except (PrivateClosed, Refused):
            await self._service.digests.suspend(user)
        except TryLater as later:
            await self._service.digests.put_off(user, int(later.seconds or RETRY_DELAY))
        else:
            await self._service.digests.mark_sent(user)

    # -- words ---------------------------------------------------------------------------------------------------------

    async def _write_text(self, row: DigestRow, language: str) -> str | None:
        """Return the text of a digest.

        Return None if no table waits for the user and no game has ended since the last digest.
        """
        tables = await self._service.listing.open_tables_of(row.user, ANY)
        waiting = _waiting_tables(tables, row.user)
        votes = [(table, vote) for table in tables if (vote := _find_unanswered_vote(table, row.user))]
        ended = await self._service.digests.list_ended_games(row.user, row.since)
        if not (waiting or votes or ended):
            return None
        views = [await self._service.tables.observe(table.id, row.user) for table in waiting[:MOST_WAITING]]
        news = digest.News(len(waiting), views, votes, ended)
        return digest.text(news, self._games, partial(self._words, language), self._clock.now())

    def _words(self, language: str, table: Table | None = None) -> Words:
        return self._texts.words(language, plain_names(table.seats) if table else ())


def _nonce(row: DigestRow) -> str:
    """Return a nonce that is the same for this digest in every process.

    It has at most 25 characters.
    """
    return f"d{row.user:x}{row.begun_at or 0:x}"


def _waiting_tables(tables: Sequence[Table], user: User) -> Sequence[Table]:
    """Return the tables that wait for the user's move, the most urgent first."""
    return [table for table in urgent_first(Person(user, ""), tables) if table.can_move]


def _find_unanswered_vote(table: Table, user: User) -> Vote | None:
    """Return the vote that waits for the user's answer and ends by itself, if any."""
    vote, seat = table.standing.vote, table.seat_of(user)
    if vote is None or find_vote_decided_by_silence(table) is None:
        return None
    return vote if seat in table.voters and seat not in vote.agreed else None
