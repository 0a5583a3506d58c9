"""What the messages of a table say, and where each of them belongs.

The card is in the channel. Deals, turns and results are in the table's thread, or in the channel too where the table
was begun without threads. A player who asked for it has the hand as a private message instead of a mention.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import structlog

from bot.channel.ledger import Ledger
from bot.channel.losses import Losses
from bot.channel.port import MessageGone, Postman, PrivateClosed, Refused, TooOften, TryLater
from bot.channel.posting import Posting, fingerprint
from bot.channel.present import show_check
from bot.channel.turns import alone, hand_of_this_turn
from bot.channel.voting import show_vote
from bot.hands import Hands
from bot.painter import Painter
from bot.service import Service
from bot.table.model import NOBODY, Happened, Status, Table
from bot.table.posts import CALLS, CARD, DEAL, HAND, RESULT, TURN, Post
from bot.table.rules import play
from bot.table.steps import HANDED, Kind
from bot.talk import card, deal, hand, turn
from bot.talk.letter import Letter, Picture
from bot.talk.title import titled
from bot.talk.trouble import Trouble
from bot.talk.words import Texts, mentions, plain_names, said
from bot.work import Outdated
from engine.game import DEALER, Game
from engine.words import Words
from renderers.look import Layout

ON_THE_CARD = HANDED | {Kind.PAUSE, Kind.RESUME, Kind.LOST}
"""Steps that the card tells even while it is a computer player's turn."""
OLD_EDITS_WAIT = 300.0
"""Seconds until the next attempt to edit a card that Discord finds too old for one more edit."""

log = structlog.get_logger()


class Board:
    """Makes the messages of a table what they should be."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        painter: Painter,
        hands: Hands,
        texts: Texts,
        postman: Postman,
        posting: Posting,
        locale: str = "en",
    ) -> None:
        self._service = service
        self._games = games
        self._painter = painter
        self._hands = hands
        self._texts = texts
        self._postman = postman
        self._posting = posting
        self._locale = locale
        self._losses = Losses()
        self.cleared: dict[int, Refused] = {}
        """Tables that have no thread because everything is deleted at once where they are."""

    async def show(self, table: int, *, doubted: bool = False) -> None:
        """Bring one table's messages up to date; a doubted one is looked for first. Raises Refused and TryLater."""
        lost_before = False
        while True:
            ledger = Ledger(self._service, await self._service.tables.snapshot(table))
            try:
                if doubted:
                    doubted = False
                    if await self._misses(ledger):
                        continue
                if _wants_thread(ledger.table):
                    await self._open_thread(ledger)
                    continue
                await self._show(ledger)
                if await ledger.shown():
                    return
            except Outdated:
                continue  # a picture of what is past is not drawn: this begins anew with what stands now
            except Refused as refused:
                if refused.trouble is not Trouble.GONE or refused.place != ledger.table.thread or lost_before:
                    raise
                await self._lose_thread(ledger)
                lost_before = True
            finally:
                await ledger.write()

    async def _show(self, ledger: Ledger) -> None:
        await show_check(ledger, self._posting, self._words(ledger.table), self._games[ledger.table.game])
        match ledger.table.status:
            case Status.LOBBY:
                await self._show_card(ledger)
            case Status.CLOSED:
                await show_vote(ledger, self._posting, self._words(ledger.table))
                if ledger.table.decided:
                    await self._show_result(ledger)
                else:
                    await self._collapse(ledger)
                await self._show_card(ledger)
            case Status.RUNNING | Status.OVER:
                await self._show_game(ledger)

    async def _show_game(self, ledger: Ledger) -> None:
        await show_vote(ledger, self._posting, self._words(ledger.table))
        if ledger.table.status is Status.OVER:
            await self._show_result(ledger)
        elif ledger.table.to_act == DEALER:
            await self._deal(ledger)
        elif ledger.table.mover and ledger.table.mover.player:
            await self._collapse(ledger, lasting=False)  # the board waits for a person; several moves are one picture
            if not any(step.kind in ON_THE_CARD for step in _since(ledger, ledger.table.shown_seq)):
                return
        else:
            await self._show_turn(ledger)
        await self._show_card(ledger)

    # -- the place -----------------------------------------------------------------------------------------------------

    async def _open_thread(self, ledger: Ledger) -> None:
        table, old = ledger.table, ledger.find(CARD, 0)
        message = old.message if old and old.message else await self._show_card(ledger)
        words = self._texts.words(self._locale, plain_names(table.seats))
        name = words.text(titled(self._games[table.game], table))
        try:
            thread = await self._postman.open_thread(table.channel, message, name)
        except MessageGone:
            if old := ledger.find(CARD, 0):
                ledger.lost(old)
            if not await self._is_cleared(table):
                raise TryLater("the card was deleted") from None
        except Refused as refused:
            if refused.trouble is Trouble.GONE:
                raise
            await self._service.outbox.unthreaded(table.id)
        else:
            await self._service.outbox.threaded(table.id, thread)

    async def _lose_thread(self, ledger: Ledger) -> None:
        """The thread was deleted: a new card gets a new one, since a message has one thread in its life."""
        table, old = ledger.table, ledger.find(CARD, 0)
        assert table.thread is not None
        if old and old.message:
            text = self._words(table).text(card.moved(self._games[table.game], table))
            with contextlib.suppress(MessageGone, TooOften):
                await self._postman.edit(old.channel, old.message, Letter(text))
            ledger.lost(old)
        await ledger.write()
        await self._service.outbox.thread_lost(table.id, table.thread)
        await self._is_cleared(table)

    async def _is_cleared(self, table: Table) -> bool:
        """Whether card or thread were deleted at once again and again; then the game is played without a thread."""
        if not self._losses.too_many(table.id):
            return False
        log.warning("deleted at once again and again", table=table.id, channel=table.channel)
        self.cleared[table.id] = Refused(Trouble.CLEARED, table.channel)
        await self._service.outbox.unthreaded(table.id)
        return True

    async def _misses(self, ledger: Ledger) -> bool:
        """Look for the messages that people need now; whether one was deleted, so that it has to be sent anew."""
        needed = [post for post in ledger.posts(CARD, *CALLS) if post.kind == CARD or ledger.calls(post)]
        return any([await self._posting.missing(ledger, post) for post in needed])

    # -- the card in the channel ---------------------------------------------------------------------------------------

    async def _show_card(self, ledger: Ledger) -> int:
        game, words = self._games[ledger.table.game], self._words(ledger.table)
        return await self._put_old(ledger, CARD, 0, ledger.table.channel, card.card(game, ledger.snapshot.seen, words))

    async def _put_old(self, ledger: Ledger, kind: str, seq: int, place: int, letter: Letter) -> int:
        """Post or edit a message that lives for hours."""
        try:
            return await self._posting.put(ledger, kind, seq, place, letter)
        except TooOften:
            raise TryLater(f"the {kind} is too old for one more edit", OLD_EDITS_WAIT) from None

    # -- deals and results ---------------------------------------------------------------------------------------------

    async def _deal(self, ledger: Ledger) -> None:
        """Publish the commitment of the next deal, with the score of the round before, and deal."""
        table, seen = ledger.table, ledger.snapshot.seen
        commitment = await self._service.tables.commitment(table.id)
        if commitment is None:
            return
        text = deal.dealt(self._games[table.game], seen, ledger.snapshot.opened, commitment)
        pictures = await self._score_pictures(ledger) if seen.observation.scored else ()
        letter = replace(said(self._words(table), text), pictures=tuple(pictures))
        await self._collapse(ledger)
        message = await self._posting.put(ledger, DEAL, commitment.round, table.place, letter)
        await self._service.tables.do(table.id, NOBODY, play.deal, message)

    async def _show_result(self, ledger: Ledger) -> None:
        await self._collapse(ledger)
        table, seen = ledger.table, ledger.snapshot.seen
        pictures = await self._score_pictures(ledger)
        letter = deal.result(self._games[table.game], seen, ledger.snapshot.opened, self._words(table))
        letter = replace(letter, pictures=pictures)
        await self._put_old(ledger, RESULT, table.position_seq, table.place, letter)

    async def _score_pictures(self, ledger: Ledger) -> tuple[Picture, ...]:
        """The board at the end of a round, and its account where the game has one."""
        seen, layout = ledger.snapshot.seen, await self._arranged(ledger)
        board = await self._painter.board(seen, layout, self._locale)
        score = await self._painter.score(seen, self._locale)
        return (board, score) if score else (board,)

    async def _arranged(self, ledger: Ledger) -> Layout:
        """Where the tiles lie; what is new is stored before it is posted."""
        before = ledger.snapshot.layout
        layout = await self._painter.arranged(ledger.snapshot.seen, before)
        ledger.lay(before, layout)
        return layout

    # -- turns ---------------------------------------------------------------------------------------------------------

    async def _show_turn(self, ledger: Ledger) -> None:
        table, to_act, call = ledger.table, ledger.table.to_act, ledger.call
        assert to_act is not None
        sent = ledger.find(call, table.turn_seq)
        if sent and sent.message and not ledger.changed:
            return
        before = next((post for post in reversed(ledger.posts(TURN)) if post.seq < table.turn_seq), None)
        happened = _since(ledger, before.seq if before else 0)
        goes_on = before is not None and before.pinged == to_act and alone(happened, to_act)
        layout = await self._arranged(ledger)
        since_call = happened if call == TURN else _since(ledger, table.turn_seq)
        letter = await self._turn_letter(ledger, layout, since_call)
        await self._collapse(ledger, goes_on=goes_on)
        knows = sent is not None and (sent.generation > 0 or sent.message is not None)
        if call == TURN:
            knows = knows or goes_on
            knows = await self._bring_hand(ledger, layout, knows=knows, goes_on=goes_on) or knows
        if not knows and (call != TURN or ledger.snapshot.calls):
            letter = replace(letter, pings=(table.seats[to_act].user,))
        try:
            await self._posting.put(ledger, call, table.turn_seq, table.place, letter, pinged=to_act)
        except TooOften:
            log.info("an old time stays on a turn message", table=table.id)

    async def _turn_letter(self, ledger: Ledger, layout: Layout, happened: Sequence[Happened]) -> Letter:
        table, seen = ledger.table, ledger.snapshot.seen
        whole = await self._painter.has_whole(seen, layout, self._locale)
        letter = turn.waits(self._games[table.game], seen, ledger.call, happened, self._words(table), whole=whole)
        return replace(letter, pictures=(await self._painter.board(seen, layout, self._locale),))

    async def _collapse(self, ledger: Ledger, *, goes_on: bool = False, lasting: bool = True) -> None:
        """Messages whose turn is over become a line of the log, without picture and buttons.

        A private hand stays open while its owner goes on. What Discord lets nobody edit for now is left for later.
        What is not `lasting` tells more once more has happened.
        """
        table = ledger.table
        for post in ledger.posts(*CALLS, HAND):
            if post.message is None or post.collapsed:
                continue
            if table.status is Status.RUNNING and _lives(ledger, post, goes_on=goes_on):
                continue
            letter = self._log_letter(ledger, post)
            try:
                if post.fingerprint != fingerprint(letter):
                    await self._posting.edit(ledger, post, letter)
            except TooOften:
                return
            except MessageGone:
                pass
            except Refused:
                if post.kind in CALLS:
                    raise
            if lasting:
                ledger.collapsed(post)

    def _log_letter(self, ledger: Ledger, post: Post) -> Letter:
        """The line that tells all that was done in a turn; before the first turn of a deal nothing else tells it."""
        table, now = ledger.table, ledger.snapshot.seen.observation
        game, (after, until) = self._games[table.game], ledger.told_by(post)
        happened = [step for step in ledger.snapshot.happened if after < step.seq <= until]
        situation = game.voice.situation(now) if not now.scored and until >= table.seq else None
        return turn.over(game, table, post, happened, after, situation, self._words(table))

    # -- hands by private message --------------------------------------------------------------------------------------

    async def _bring_hand(self, ledger: Ledger, layout: Layout, *, knows: bool, goes_on: bool) -> bool:
        """Bring the hand of the seat to move where its person wants it; whether the person was called by that.

        Closed private messages are no fault: the mention in the turn message calls instead.
        """
        table, seen = ledger.table, ledger.snapshot.mover
        if seen is None or seen.seat is None:
            return False
        user = table.seats[seen.seat].user
        letter = await self._hands.letter(
            seen,
            self._locale,
            hand.play_by_private_message(table),
            layout=layout,
            happened=ledger.snapshot.recap,
        )
        happened, now = ledger.snapshot.happened, table.turn_seq
        shown = hand_of_this_turn(ledger.posts(HAND), happened, seen.seat, now, goes_on=goes_on)
        try:
            if shown:
                await self._posting.edit(ledger, shown, letter)
            elif not knows:
                place = await self._postman.private(user)
                await self._posting.put(ledger, HAND, table.turn_seq, place, letter, pinged=seen.seat)
        except (PrivateClosed, Refused):
            await self._service.preferences.private_refused(user)
            return False
        except (MessageGone, TooOften):
            return False
        return True

    # -- words ---------------------------------------------------------------------------------------------------------

    def _words(self, table: Table) -> Words:
        return self._texts.message_words(self._locale, mentions(table.seats))


def _wants_thread(table: Table) -> bool:
    return table.status in (Status.RUNNING, Status.OVER) and table.threaded and table.thread is None


def _since(ledger: Ledger, seq: int) -> Sequence[Happened]:
    """What happened after a step."""
    return [step for step in ledger.snapshot.happened if step.seq > seq]


def _lives(ledger: Ledger, post: Post, *, goes_on: bool) -> bool:
    """Whether a message is about the turn under way."""
    if post.kind == HAND:
        return goes_on or post.seq == ledger.table.turn_seq
    return ledger.calls(post)
