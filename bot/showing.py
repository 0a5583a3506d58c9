"""Brings the public messages of a table up to date with the table.

The channel is a view: it is compared with the table (`shown_seq` with `seq`) and mended, never told "send this". So a
crash, a refusal or five quick moves all lead to the same end: the newest board, each notice once. Every message has a
row of its own and a fixed nonce, so a repeated attempt finds the message that is already there.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

import structlog

from bot import messages
from bot.letters import Button, ControlId, Letter, Picture, Purpose, Row, Style
from bot.menus import public_rows
from bot.painter import Painter, clipped
from bot.tables import ANY, Commitment, Post, Seen, Status, Table, Tables
from bot.texts import Texts, mentions
from engine.game import DEALER, Game, Seat
from engine.words import Message, Words, msg

log = structlog.get_logger()


class MessageGone(Exception):
    """Somebody deleted the message."""


class Undeliverable(Exception):
    """The channel is gone, or may not be written to; the text says which, for the log."""


class Postman(Protocol):
    """Brings letters to channels."""

    async def send(self, channel: int, letter: Letter, nonce: str) -> int:
        """Post a message and give its id; the same nonce again gives the same message."""
        ...

    async def edit(self, channel: int, message: int, letter: Letter) -> None:
        """Replace a message. Raises MessageGone."""
        ...


FIRST_WAIT = 10.0
LONGEST_WAIT = 300.0
"""Seconds between attempts while Discord refuses; the library has already tried several times by then."""


class Showing:
    """Keeps every table's messages up to date, one task a table."""

    def __init__(
        self,
        tables: Tables,
        games: Mapping[str, Game[Any, Any]],
        painter: Painter,
        texts: Texts,
        postman: Postman,
        locale: str = "en",
    ) -> None:
        self._tables = tables
        self._games = games
        self._painter = painter
        self._texts = texts
        self._postman = postman
        self._locale = locale
        self._running: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()

    async def resume(self) -> None:
        """After a start: show whatever was not shown when the process ended."""
        for table in await self._tables.unshown():
            self.touch(table)

    def touch(self, table: int) -> None:
        """Something happened at this table."""
        if table in self._running:
            self._again.add(table)
            return
        task = asyncio.get_running_loop().create_task(self._keep(table), name=f"show-{table}")
        self._running[table] = task
        task.add_done_callback(lambda _: self._done(table))

    def _done(self, table: int) -> None:
        self._running.pop(table, None)
        if table in self._again:
            self._again.discard(table)
            self.touch(table)

    async def settled(self) -> None:
        """Wait until nothing is left to show."""
        while self._running:
            await asyncio.gather(*self._running.values(), return_exceptions=True)
            await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop; what is not shown is shown after the next start."""
        self._again.clear()
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, table: int) -> None:
        wait = FIRST_WAIT
        while True:
            try:
                self._again.discard(table)
                await self.show(table)
            except Undeliverable as reason:
                log.warning("undeliverable", table=table, reason=str(reason))
            except Exception:
                log.exception("showing failed", table=table)
            else:
                return
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def show(self, table: int) -> None:
        """Bring one table's messages up to date."""
        while True:
            now = await self._tables.table(table, ANY)
            await self._show(now)
            if await self._tables.shown(table, now.seq):
                return

    async def _show(self, table: Table) -> None:
        match table.status:
            case Status.LOBBY | Status.CLOSED:
                await self._show_lobby(table)
            case Status.RUNNING | Status.OVER:
                await self._show_game(await self._tables.observe(table.id, None))

    async def _show_game(self, seen: Seen) -> None:
        if seen.table.status is Status.OVER:
            await self._show_result(seen)
        elif seen.observation.to_act == DEALER:
            await self._deal(seen)
        else:
            await self._show_turn(seen)
        await self._show_status(seen)

    # -- the card in the channel ---------------------------------------------------------------------------------------

    async def _show_lobby(self, table: Table) -> None:
        game, words = self._games[table.game], self._words(table)
        if table.status is Status.CLOSED:
            letter = Letter(words.text(messages.closed(game, table)))
        else:
            letter = Letter(words.text(messages.lobby(game, table)), rows=_lobby_rows(table, words))
        await self._put(table, "card", 0, letter)

    async def _show_status(self, seen: Seen) -> None:
        table = seen.table
        game, words = self._games[table.game], self._words(table)
        if table.status is Status.OVER:
            letter = Letter(words.text(messages.ended(game, seen)))
        else:
            rows = ((_button(words, msg("My hand"), Purpose.HAND, table),),)
            letter = Letter(words.text(messages.running(game, table)), rows=rows)
        await self._put(table, "card", 0, letter)

    # -- deals and results ---------------------------------------------------------------------------------------------

    async def _deal(self, seen: Seen) -> None:
        """Publish the commitment of the next deal, with the score of the round before, and deal."""
        table = seen.table
        commitment = await self._tables.commitment(table.id)
        if commitment is None:
            return
        game = self._games[table.game]
        if seen.observation.tally is not None:
            letter = await self._score_letter(seen, commitment)
        elif seen.table.round:
            letter = self._letter(table, messages.reshuffle(game, seen, commitment))
        else:
            letter = self._letter(table, messages.opening(game, seen, commitment))
        await self._collapse(seen)
        message = await self._put(table, "deal", commitment.round, letter)
        await self._tables.deal(table.id, message)

    async def _show_result(self, seen: Seen) -> None:
        await self._collapse(seen)
        await self._put(seen.table, "result", seen.table.seq, await self._score_letter(seen, None))

    async def _score_letter(self, seen: Seen, commitment: Commitment | None) -> Letter:
        table = seen.table
        opened = await self._tables.opened(table.id)
        text = messages.scored(self._games[table.game], seen, opened, commitment)
        pictures = [await self._painter.board(seen, self._locale), await self._painter.score(seen, self._locale)]
        return self._letter(table, text, [picture for picture in pictures if picture])

    # -- turns ---------------------------------------------------------------------------------------------------------

    async def _show_turn(self, seen: Seen) -> None:
        table, now = seen.table, seen.observation
        assert now.to_act is not None
        turns = await self._tables.posts(table.id, "turn")
        if any(post.seq == table.position_seq and post.message for post in turns):
            return
        since = max((post.seq for post in turns if post.message), default=0)
        happened = await self._tables.history(table.id, since, None)
        words = self._words(table)
        text = messages.turn(self._games[table.game], seen, happened)
        rows = (
            *public_rows(table.id, table.position_seq, now.choices, words),
            (
                _button(words, msg("My hand"), Purpose.HAND, table, Style.MAIN),
                _button(words, msg("Board as text"), Purpose.TEXT, table),
                _button(words, msg("Rules"), Purpose.RULES, table),
            ),
        )
        if await self._painter.whole(seen, self._locale):
            rows = (*rows, (_button(words, msg("Whole board"), Purpose.BOARD, table),))
        letter = self._letter(table, text, [await self._painter.board(seen, self._locale)], rows)
        await self._collapse(seen)
        calling = replace(letter, ping=table.seats[now.to_act].user)
        await self._put(table, "turn", table.position_seq, calling, pinged=now.to_act)

    async def _collapse(self, seen: Seen) -> None:
        """Turn messages whose turn is over become a line of the log, without picture and buttons."""
        table = seen.table
        open_posts = [p for p in await self._tables.posts(table.id, "turn") if p.message and not p.collapsed]
        for post in open_posts:
            if post.seq == table.position_seq and table.status is Status.RUNNING:
                continue
            happened = await self._tables.history(table.id, post.seq, None)
            situation = seen.observation.situation if seen.observation.tally is None else None
            text = messages.log_line(happened, situation, post.pinged)
            with contextlib.suppress(MessageGone):
                await self._postman.edit(post.channel, post.message or 0, self._letter(table, text))
            await self._tables.collapsed(post)

    # -- posting -------------------------------------------------------------------------------------------------------

    async def _put(self, table: Table, kind: str, seq: int, letter: Letter, pinged: Seat | None = None) -> int:
        """Post a message once, or edit it where it says something else by now; give its id."""
        post = await self._tables.post(table.id, kind, seq, table.channel, pinged)
        wanted = digest(letter)
        if post.message is not None and post.digest == wanted:
            return post.message
        message = await self._edited(post, letter)
        if message is None:
            post = await self._tables.lost(post) if post.message else post
            message = await self._postman.send(post.channel, letter, nonce(post))
        await self._tables.posted(post, message, wanted)
        return message

    async def _edited(self, post: Post, letter: Letter) -> int | None:
        """The message of the post with the new text, or None where there is no message."""
        if post.message is None:
            return None
        try:
            await self._postman.edit(post.channel, post.message, letter)
        except MessageGone:
            return None
        return post.message

    def _letter(
        self, table: Table, text: Message, pictures: Sequence[Picture] = (), rows: tuple[Row, ...] = ()
    ) -> Letter:
        return Letter(clipped(self._words(table).text(text), messages.TEXT_LENGTH), tuple(pictures), rows)

    def _words(self, table: Table) -> Words:
        return self._texts.message_words(self._locale, mentions(table.seats))


def digest(letter: Letter) -> str:
    """The same for letters that say the same. Pictures are left out: a message is posted with its picture once."""
    return hashlib.sha256(repr((letter.text, letter.rows)).encode()).hexdigest()


def nonce(post: Post) -> str:
    """The same for the same message in every process: at most 25 characters."""
    return f"{post.table:x}-{post.kind[0]}{post.seq:x}-{post.generation}"


def _lobby_rows(table: Table, words: Words) -> tuple[Row, ...]:
    return (
        (
            _button(words, msg("Join"), Purpose.JOIN, table, Style.GOOD),
            _button(words, msg("Leave"), Purpose.LEAVE, table),
        ),
        (
            _button(words, msg("Options"), Purpose.OPTIONS, table),
            _button(words, msg("Rules"), Purpose.RULES, table),
            _button(words, msg("Start"), Purpose.START, table, Style.MAIN),
        ),
    )


def _button(words: Words, label: Message, purpose: Purpose, table: Table, style: Style = Style.PLAIN) -> Button:
    return Button(words.text(label), ControlId(purpose, table.id), style)
