"""What the messages of a table say, and where each of them belongs.

The card is in the channel. Deals, turns and results are in the table's thread, or in the channel too where the table
was begun without threads. A player who asked for it has the hand as a private message instead of a mention.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot import messages
from bot.hands import Hands
from bot.letters import FROM_CARD, Button, ControlId, Letter, Picture, Purpose, Row, Style
from bot.menus import public_rows
from bot.painter import Painter, clipped
from bot.showing.posting import Posting
from bot.showing.postman import MessageGone, Postman, PrivateClosed, Refused, TooOften, Trouble, TryLater
from bot.tables import ANY, Commitment, Happened, Post, Seen, Status, Table, Tables
from bot.texts import Texts, mentions, plain_names
from engine.game import DEALER, Game, Seat
from engine.words import Message, Words, msg

CARD, DEAL, TURN, RESULT, HAND = "card", "deal", "turn", "result", "hand"
"""The kinds of our messages; their first letters differ, since they are part of the nonce."""
OLD_EDITS_WAIT = 300.0
"""Seconds until the next attempt to edit a card that Discord finds too old for one more edit."""


class Board:
    """Makes the messages of a table what they should be."""

    def __init__(
        self,
        tables: Tables,
        games: Mapping[str, Game[Any, Any]],
        painter: Painter,
        hands: Hands,
        texts: Texts,
        postman: Postman,
        posting: Posting,
        locale: str = "en",
    ) -> None:
        self._tables = tables
        self._games = games
        self._painter = painter
        self._hands = hands
        self._texts = texts
        self._postman = postman
        self._posting = posting
        self._locale = locale

    async def show(self, table: int, *, doubted: bool = False) -> None:
        """Bring one table's messages up to date; a doubted one is looked for first. Raises Refused and TryLater."""
        lost_before = False
        while True:
            now = await self._tables.table(table, ANY)
            try:
                if doubted:
                    await self._miss(now)
                    doubted = False
                await self._show(now)
            except Refused as refused:
                if refused.trouble is not Trouble.GONE or refused.place != now.thread or lost_before:
                    raise
                await self._lose_thread(now)
                lost_before = True
                continue
            if await self._tables.shown(table, now.seq):
                return

    async def _show(self, table: Table) -> None:
        match table.status:
            case Status.LOBBY | Status.CLOSED:
                await self._show_lobby(table)
            case Status.RUNNING | Status.OVER:
                await self._show_game(await self._in_its_place(table))

    async def _show_game(self, seen: Seen) -> None:
        if seen.table.status is Status.OVER:
            await self._show_result(seen)
        elif seen.observation.to_act == DEALER:
            await self._deal(seen)
        else:
            await self._show_turn(seen)
        await self._show_status(seen)

    # -- the place -----------------------------------------------------------------------------------------------------

    async def _in_its_place(self, table: Table) -> Seen:
        """The channel's view of a table that has a thread by now, if it is to have one."""
        if table.threaded and table.thread is None:
            await self._open_thread(table)
        return await self._tables.observe(table.id, None)

    async def _open_thread(self, table: Table) -> None:
        card = await self._tables.post(table.id, CARD, 0, table.channel)
        message = card.message or await self._show_status(await self._tables.observe(table.id, None))
        words = self._texts.words(self._locale, plain_names(table.seats))
        name = words.text(messages.title(self._games[table.game], table))
        try:
            thread = await self._postman.open_thread(table.channel, message, name)
        except MessageGone:
            await self._tables.lost(await self._tables.post(table.id, CARD, 0, table.channel))
            raise TryLater("the card was deleted", 0) from None
        except Refused as refused:
            if refused.trouble is Trouble.GONE:
                raise
            await self._tables.unthreaded(table.id)
        else:
            await self._tables.threaded(table.id, thread)

    async def _lose_thread(self, table: Table) -> None:
        """The thread was deleted: a new card gets a new one, since a message has one thread in its life."""
        assert table.thread is not None
        card = await self._tables.post(table.id, CARD, 0, table.channel)
        if card.message:
            text = self._words(table).text(messages.moved(self._games[table.game], table))
            with contextlib.suppress(MessageGone, TooOften):
                await self._postman.edit(card.channel, card.message, Letter(text))
            await self._tables.lost(card)
        await self._tables.thread_lost(table.id, table.thread)

    async def _miss(self, table: Table) -> None:
        """Look for the messages that people need now; what was deleted is sent anew."""
        posts = await self._tables.posts(table.id)
        for post in posts:
            if post.kind == CARD or (post.kind == TURN and post.seq == table.position_seq):
                await self._posting.missing(post)

    # -- the card in the channel ---------------------------------------------------------------------------------------

    async def _show_lobby(self, table: Table) -> None:
        game, words = self._games[table.game], self._words(table)
        if table.status is Status.LOBBY:
            letter = Letter(words.text(messages.lobby(game, table)), rows=_lobby_rows(table, words))
        elif table.seats:
            rows = ((_button(words, msg("Open again"), Purpose.REOPEN, table),),)
            letter = Letter(words.text(messages.expired(game, table)), rows=rows)
        else:
            letter = Letter(words.text(messages.closed(game, table)))
        await self._put_card(table, letter)

    async def _show_status(self, seen: Seen) -> int:
        table = seen.table
        game, words = self._games[table.game], self._words(table)
        if table.status is Status.OVER:
            letter = Letter(words.text(messages.ended(game, seen)))
        else:
            hand = Button(words.text(msg("My hand")), ControlId(Purpose.HAND, table.id, data=FROM_CARD))
            letter = Letter(words.text(messages.running(game, seen)), rows=((hand,),))
        return await self._put_card(table, letter)

    async def _put_card(self, table: Table, letter: Letter) -> int:
        try:
            return await self._posting.put(table, CARD, 0, table.channel, letter)
        except TooOften:
            raise TryLater("the card is too old for one more edit", OLD_EDITS_WAIT) from None

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
        message = await self._posting.put(table, DEAL, commitment.round, table.place, letter)
        await self._tables.deal(table.id, message)

    async def _show_result(self, seen: Seen) -> None:
        await self._collapse(seen)
        letter = await self._score_letter(seen, None)
        await self._posting.put(seen.table, RESULT, seen.table.seq, seen.table.place, letter)

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
        turns = await self._tables.posts(table.id, TURN)
        sent = next((post for post in turns if post.seq == table.position_seq), None)
        if sent and sent.message:
            return
        before = next((post for post in reversed(turns) if post.message), None)
        happened = await self._tables.history(table.id, before.seq if before else 0, None)
        goes_on = before is not None and before.pinged == now.to_act and _alone(happened, now.to_act)
        letter = await self._turn_letter(seen, happened)
        await self._collapse(seen, goes_on=goes_on)
        knows = (sent is not None and sent.generation > 0) or goes_on
        if not await self._bring_hand(table, now.to_act, knows=knows, goes_on=goes_on) and not knows:
            letter = replace(letter, ping=table.seats[now.to_act].user)
        await self._posting.put(table, TURN, table.position_seq, table.place, letter, pinged=now.to_act)

    async def _turn_letter(self, seen: Seen, happened: Sequence[Happened]) -> Letter:
        table, now = seen.table, seen.observation
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
        return self._letter(table, text, [await self._painter.board(seen, self._locale)], rows)

    async def _collapse(self, seen: Seen, *, goes_on: bool = False) -> None:
        """Messages whose turn is over become a line of the log, without picture and buttons.

        A private hand stays open while its owner goes on. What Discord lets nobody edit for now is left for later.
        """
        table, posts = seen.table, await self._tables.posts(seen.table.id)
        for post in posts:
            if post.kind not in (TURN, HAND) or not post.message or post.collapsed:
                continue
            if table.status is Status.RUNNING and (post.seq == table.position_seq or (post.kind == HAND and goes_on)):
                continue
            letter = await self._log_letter(seen, post)
            try:
                await self._postman.edit(post.channel, post.message, letter)
            except TooOften:
                return
            except MessageGone:
                pass
            except Refused:
                if post.kind == TURN:
                    raise
            await self._tables.collapsed(post)

    async def _log_letter(self, seen: Seen, post: Post) -> Letter:
        table = seen.table
        happened = await self._tables.history(table.id, post.seq, None)
        situation = seen.observation.situation if seen.observation.tally is None else None
        text = messages.log_line(happened, situation, post.pinged)
        if post.kind == HAND:
            text = messages.private_log(self._games[table.game], table, text)
        return self._letter(table, text)

    # -- hands by private message --------------------------------------------------------------------------------------

    async def _bring_hand(self, table: Table, seat: Seat, *, knows: bool, goes_on: bool) -> bool:
        """Bring the hand of the seat to move where its person wants it; whether the person was called by that.

        Closed private messages are no fault: the mention in the turn message calls instead.
        """
        user = table.seats[seat].user
        if not await self._tables.wants_private_hand(user):
            return False
        seen = await self._tables.observe(table.id, user)
        letter = await self._hands.letter(seen, self._locale, messages.play_by_private_message(table))
        shown = await self._hand_of_this_turn(table, seat, goes_on=goes_on)
        try:
            if shown:
                await self._posting.edit(shown, letter)
            elif not knows:
                place = await self._postman.private(user)
                await self._posting.put(table, HAND, table.position_seq, place, letter, pinged=seat)
        except (PrivateClosed, Refused):
            await self._tables.private_refused(user)
            return False
        except (MessageGone, TooOften):
            return False
        return True

    async def _hand_of_this_turn(self, table: Table, seat: Seat, *, goes_on: bool) -> Post | None:
        """The private message that shows this seat's hand already; never one of an earlier turn or another seat."""
        posts = reversed(await self._tables.posts(table.id, HAND))
        mine = (post for post in posts if post.message and not post.collapsed and post.pinged == seat)
        return next((post for post in mine if goes_on or post.seq == table.position_seq), None)

    # -- words ---------------------------------------------------------------------------------------------------------

    def _letter(
        self, table: Table, text: Message, pictures: Sequence[Picture] = (), rows: tuple[Row, ...] = ()
    ) -> Letter:
        return Letter(clipped(self._words(table).text(text), messages.TEXT_LENGTH), tuple(pictures), rows)

    def _words(self, table: Table) -> Words:
        return self._texts.message_words(self._locale, mentions(table.seats))


def _alone(happened: Sequence[Happened], seat: Seat) -> bool:
    """Whether nothing but moves of this seat happened; after a deal everybody looks anew."""
    return all(step.kind != "deal" and (step.seat == seat or not step.events) for step in happened)


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
