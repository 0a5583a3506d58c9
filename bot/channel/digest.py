"""The digest: once a day, for who wants it, a private message with everything that waits and what has ended.

One is sent in three steps that are each written down: begun with its text, sent, planned for the next day. So a restart
at any moment ends with one message. What cannot be sent within an hour is not sent that day.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bot.caller import Caller
from bot.channel.port import Postman, PrivateClosed, Refused, TryLater
from bot.channel.posting import NONCE_SECONDS
from bot.clock import Clock
from bot.service import Service
from bot.service.digests import OFF
from bot.table.clock.pace import HOUR, MINUTE
from bot.table.model import ANY, Person, Seen, Table, User, Vote
from bot.table.rows import DigestRow
from bot.table.rules.votes import silence_agrees_to
from bot.table.steps import Subject
from bot.talk import time as clocks
from bot.talk.letter import TEXT_LENGTH, Button, ControlId, Letter, Purpose
from bot.talk.title import titled
from bot.talk.turn import next_buttons
from bot.talk.vote import ASKED
from bot.talk.waiting import when
from bot.talk.words import Texts, clipped, plain_names
from bot.waiting import urgent_first
from engine.game import Game
from engine.words import Join, Message, Who, count, lines, listed, msg

LATEST = HOUR
"""After so long a digest that was due is left out: it would come at another time of the day than was chosen."""
TRY_AGAIN = 5 * MINUTE
MOST_WAITING, MOST_ENDED = 8, 5
"""How many games are told one by one."""


class Digest:
    """Sends what is due; the ticker asks for it (`bot.clocks.ticker.Sleepers`)."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        texts: Texts,
        postman: Postman,
        clock: Clock,
        locale: str = "en",
    ) -> None:
        self._service = service
        self._games = games
        self._texts = texts
        self._postman = postman
        self._clock = clock
        self._words = texts.words(locale, ())
        self._locale = locale

    async def waking(self) -> Sequence[User]:
        """Who is to get one by now."""
        return await self._service.digests.due()

    async def next_wake(self) -> int | None:
        """When the next one is due."""
        return await self._service.digests.next_due()

    async def put_off(self, user: User, seconds: int) -> None:
        """Try again later."""
        await self._service.digests.put_off(user, seconds)

    async def tick(self, user: User) -> None:
        """Send somebody's digest, if it is due and has anything to tell."""
        row, now = await self._service.digests.of(user), self._clock.now()
        if row is None or row.wake_at is None or row.wake_at > now:
            return
        if row.text is None:
            text = None if await self._too_late(row) else await self._text(row)
            begun = None if text is None else await self._service.digests.begun(user, text)
            if begun is None:
                await self._service.digests.dropped(user)
                return
            row = begun
        waiting = _waiting(await self._service.listing.of(user, ANY), user)
        await self._send(row, Letter(row.text or "", rows=(self._buttons(waiting),)))

    async def stop(self, caller: Caller) -> Letter:
        """The caller wants no more of them."""
        await self._service.preferences.wish(caller.person.user, digest=OFF)
        return Letter(self._texts.words(caller.locale, ()).text(clocks.NO_DIGEST))

    # -- sending -------------------------------------------------------------------------------------------------------

    async def _too_late(self, row: DigestRow) -> bool:
        """Whether this is another time than was chosen; the bot did not run at that."""
        now, wishes = self._clock.now(), await self._service.preferences.wishes(row.user)
        late = row.wake_at is not None and now - row.wake_at > LATEST
        quiet = wishes.own_quiet_hours("UTC")
        return late or (quiet is not None and quiet.around(now) is not None)

    async def _send(self, row: DigestRow, letter: Letter) -> None:
        user, age = row.user, self._clock.now() - (row.begun_at or 0)
        try:
            place = await self._postman.private(user)
            sent = None if age <= NONCE_SECONDS else await self._postman.find(place, letter)
            if sent is None and age > LATEST:
                await self._service.digests.dropped(user)
                return
            if sent is None:
                await self._postman.send(place, letter, _nonce(row))
        except (PrivateClosed, Refused):
            await self._service.digests.rest(user)
        except TryLater as later:
            await self._service.digests.put_off(user, int(later.seconds or TRY_AGAIN))
        else:
            await self._service.digests.sent(user)

    # -- words ---------------------------------------------------------------------------------------------------------

    async def _text(self, row: DigestRow) -> str | None:
        """What there is to tell; None where nothing waits and nothing has ended since the last one.

        No two are alike: by its text one that arrived is found again, and nothing may have happened for a day.
        """
        tables = await self._service.listing.of(row.user, ANY)
        waiting, asked = _waiting(tables, row.user), [(t, vote) for t in tables if (vote := _asked(t, row.user))]
        ended = await self._service.digests.ended(row.user, row.since)
        if not (waiting or asked or ended):
            return None
        told = [
            _summary(waiting),
            *[await self._waits(table, row.user) for table in waiting[:MOST_WAITING]],
            _more(len(waiting) - MOST_WAITING),
            count("A vote waits for your answer:", "{n} votes wait for your answer:", len(asked)) if asked else None,
            *[self._vote(table, vote) for table, vote in asked],
            count("This game has ended:", "These games have ended:", len(ended)) if ended else None,
            *[self._over(seen) for seen in ended[:MOST_ENDED]],
            _more(len(ended) - MOST_ENDED),
        ]
        day = self._words.text(msg("-# Your digest of {day}", day=f"<t:{self._clock.now()}:D>"))
        return clipped(self._words.text(lines(*told)), TEXT_LENGTH - len(day) - 1) + "\n" + day

    async def _waits(self, table: Table, user: User) -> Message:
        """A game that waits for a move: what is asked, until when, and where."""
        seen = await self._service.tables.observe(table.id, user)
        title = msg("**{title}**", title=self._title(table))
        call = self._games[table.game].voice.call(seen.observation)
        return listed([title, call, when(table), _address(table)], Join.DOT)

    def _vote(self, table: Table, vote: Vote) -> Message:
        """What is asked of everybody, where silence counts as a yes."""
        asked = self._named(table, msg("{who} asks to {what}", who=Who(vote.asker), what=ASKED[vote.subject]))
        until = msg("whoever has not answered by {at} agrees", at=f"<t:{table.timing.silence_at}:f>")
        return listed([msg("**{title}**", title=self._title(table)), asked, until, _address(table)], Join.DOT)

    def _over(self, seen: Seen) -> Message:
        """A game that has ended, and how."""
        result = self._named(seen.table, _result(seen))
        return listed([msg("**{title}**", title=self._title(seen.table)), result], Join.DOT)

    def _named(self, table: Table, text: Message) -> str:
        """A text with the names of a table's people; other tables in the same letter have others."""
        return self._texts.words(self._locale, plain_names(table.seats)).text(text)

    def _buttons(self, waiting: Sequence[Table]) -> tuple[Button, ...]:
        stop = Button(self._words.text(msg("No more of these")), ControlId(Purpose.DIGEST, 0))
        return (*next_buttons(bool(waiting), self._words), stop)

    def _title(self, table: Table) -> Message:
        return titled(self._games[table.game], table)


def _nonce(row: DigestRow) -> str:
    """The same for the same digest in every process: at most 25 characters."""
    return f"d{row.user:x}{row.begun_at or 0:x}"


def _waiting(tables: Sequence[Table], user: User) -> Sequence[Table]:
    """Those that wait for somebody's move, the most urgent first."""
    return [table for table in urgent_first(Person(user, ""), tables) if table.goes_on]


def _asked(table: Table, user: User) -> Vote | None:
    """The vote that waits for somebody's answer and will not wait for ever."""
    vote, seat = table.standing.vote, table.seat_of(user)
    if vote is None or silence_agrees_to(table) is None:
        return None
    return vote if seat in table.present and seat not in vote.agreed else None


def _summary(waiting: Sequence[Table]) -> Message | None:
    if not waiting:
        return None
    return count("{n} game waits for you:", "{n} games wait for you:", len(waiting))


def _more(n: int) -> Message | None:
    return count("… and {n} more.", "… and {n} more.", n) if n > 0 else None


def _address(table: Table) -> str:
    return f"https://discord.com/channels/{table.guild or '@me'}/{table.place}"


def _result(seen: Seen) -> Message:
    """How a game ended for who sees it: "you won · Ana 52 · Ben 38"."""
    outcome = seen.observation.outcome
    if outcome is None:
        early = seen.table.standing.closed == Subject.FINISH
        return msg("ended early, as it stood") if early else msg("closed without a result")
    if seen.seat not in outcome.winners:
        won = msg("{winners} won", winners=listed([Who(seat) for seat in outcome.winners]))
    else:
        won = msg("you won") if len(outcome.winners) == 1 else msg("you share the win")
    points = [msg("{who} {points}", who=Who(seat), points=points) for seat, points in enumerate(outcome.points)]
    return listed([won, *points], Join.DOT)
