"""What a person may ask of the bot, by button or by command, and the letter that answers.

Buttons and slash commands are two ways to the same methods. Nothing here knows Discord; every answer is for the asking
person alone. What happens to the public messages follows from the tables (`bot/channel`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.advice import Advice
from bot.archive import Archive
from bot.caller import Caller
from bot.channel.digest import Digest
from bot.channel.reconcile import Reconciler
from bot.clocks.desk import ClockDesk
from bot.computer.pool import Pool
from bot.finding import Aim, Finding
from bot.handbook import Handbook
from bot.hands import Hands
from bot.leaving import Leaving
from bot.option_panel import OptionPanel
from bot.painter import Painter
from bot.places import need, without_threads
from bot.privacy import Privacy
from bot.relief import Relief
from bot.rematch import Rematch
from bot.seating import Seating
from bot.service import Service
from bot.setup import Setup
from bot.starting import Starting
from bot.table.clock.pace import Preset
from bot.table.limits import Limits
from bot.table.model import NOBODY, Played, Seen, Status, Table
from bot.table.refusals import NotSeated, Refusal, Stale, Unsure
from bot.table.rules import computers, lobby, ready, votes
from bot.table.rules.entropy import mark
from bot.talk import story, turn
from bot.talk.hand import doubted
from bot.talk.letter import (
    FROM_CARD,
    TEXT_LENGTH,
    WHOLE,
    Button,
    ControlId,
    Letter,
    Option,
    Purpose,
    Row,
    Style,
    in_rows,
)
from bot.talk.menu import SEPARATOR, choice_rows
from bot.talk.turn import printed
from bot.talk.words import Texts, clipped, mentions
from bot.troubles import Troubles
from bot.visitors import Visitors
from bot.votes import Votes
from bot.waiting import Waiting
from bot.work import Work
from engine.game import Doubt, Game, Seat
from engine.words import Message, Words, lines, msg


class Desk(ClockDesk):
    """Answers everybody's questions."""

    def __init__(
        self,
        service: Service,
        games: Mapping[str, Game[Any, Any]],
        painter: Painter,
        hands: Hands,
        texts: Texts,
        reconciler: Reconciler,
        digest: Digest,
        *,
        pool: Pool,
        work: Work,
        limits: Limits,
        threads: bool,
    ) -> None:
        super().__init__(service, games, texts)
        self.options = OptionPanel(service, games, texts)
        self.seating = Seating(service, games, texts)
        self.advice = Advice(service, games, hands, texts, pool, work)
        self.archive = Archive(service, games, texts, work, limits)
        self.rematch = Rematch(service, games, texts)
        self.leaving = Leaving(service, games, texts)
        self.votes = Votes(service, games, texts)
        self.relief = Relief(service, texts, pool)
        self.waiting = Waiting(service, games, texts)
        self.privacy = Privacy(service, texts)
        self.setup = Setup(service, games, texts, self.new, threads=threads)
        self.troubles = Troubles(service, games, texts, self.setup, reconciler)
        self.starting = Starting(service, games, texts, self.setup)
        self.visitors = Visitors(games, texts)
        self.handbook = Handbook(service, games, texts, painter, self.setup, self.visitors)
        self._finding = Finding(service, games)
        self._painter = painter
        self._hands = hands
        self._digest = digest

    # -- commands ------------------------------------------------------------------------------------------------------

    async def command(
        self, caller: Caller, aim: Aim, number: int | None, purpose: Purpose, data: str = "", verb: str = ""
    ) -> Letter:
        """The answer to a command: what a press would do at the table that it means. Where several can be meant there
        is a button for each, which does what was typed."""
        tables = await self._finding.tables(caller, aim, number, verb)
        ids = [ControlId(purpose, table.id, table.position_seq, data) for table in tables]
        if len(ids) == 1:
            return await self.press(caller, ids[0])
        return self._which(caller, tables, ids)

    def _which(self, caller: Caller, tables: Sequence[Table], ids: Sequence[ControlId]) -> Letter:
        if not all(id.sendable for id in ids):
            raise Refusal(msg("There are several tables here: say which one with `table`."))
        words = self._texts.words(caller.locale, ())
        text = words.text(msg("There are several tables here. Which one do you mean?"))
        options = [Option(words.text(self._title(table)), id) for table, id in zip(tables, ids, strict=True)]
        choose = ControlId(Purpose.CHOOSE, 0, data="table")
        return Letter(text, rows=choice_rows(options, choose, words.text(msg("Choose a table"))))

    # -- the lobby -----------------------------------------------------------------------------------------------------

    async def new(self, caller: Caller, game: str, preset: str = "") -> Letter:
        """Open a table; its card is posted in the channel."""
        if game not in self._games:
            raise Refusal(msg("There is no game of that name. `/new` lists them."))
        wanted = await self.setup.wanted(caller)
        need(caller.place)
        table = await self._service.tables.new(
            game,
            caller.by,
            caller.person,
            caller.guild,
            caller.channel,
            preset=preset,
            pace=Preset(wanted.preset) if wanted.preset else None,
        )
        return await self._opened_letter(caller, table)

    async def reopen(self, caller: Caller, table: int) -> Letter:
        """Open a table like one that was closed, with the caller as its host."""
        await self.setup.wanted(caller)
        need(caller.place)
        closed = await self._known(caller, table)
        if closed.status is not Status.CLOSED:
            raise Refusal(msg("This table is not closed."))
        for other in await self._lobbies(caller):
            if (other.game, other.options) == (closed.game, closed.options):
                raise Refusal(msg("Somebody opened it again already: {title} waits for you.", title=self._title(other)))
        opened = await self._service.tables.new(
            closed.game,
            caller.by,
            caller.person,
            caller.guild,
            caller.channel,
            options=closed.options,
            timing=closed.timing,
        )
        return await self._opened_letter(caller, opened)

    async def join(self, caller: Caller, table: int) -> Letter:
        """Take the next seat, or one that somebody left; who is asked whether they are here answers that by it."""
        known = await self._known(caller, table)
        if known.seat_of(caller.person.user) in known.asked:
            return await self.starting.ready(caller, table)
        if known.seat_of(caller.person.user) is None and known.status is not Status.LOBBY:
            return await self.take(caller, table) if known.standing.vacant else self.visitors.letter(caller, known)
        joined = await self._service.tables.do(table, caller.by, ready.join, caller.person)
        note = msg("You are in. I call you here when it is your turn.")
        return self._lobby_letter(caller, joined, note)

    async def take(self, caller: Caller, table: int, seat: Seat | None = None) -> Letter:
        """Take an open seat of a running game; the answer is its hand."""
        return await self.hand(caller, table, note=await self.leaving.take(caller, table, seat))

    async def word(self, caller: Caller, table: int, word: str) -> Letter:
        """Add a word to the shuffle of the deals to come."""
        known = await self._service.tables.do(table, caller.by, lobby.word, caller.person.user, word)
        kept = await self._service.tables.see(table, lobby.word_of, caller.person.user)
        if not kept:
            return self._letter(caller, known, msg("No word of yours goes into the deals from now on."))
        note = msg(
            "Your word goes into the shuffle of every deal from now on, and the record shows it as `{mark}`: "
            "the SHA-256 of `{word}`.",
            mark=mark(kept),
            word=kept,
        )
        return self._letter(caller, known, note)

    # -- the game ------------------------------------------------------------------------------------------------------

    async def hand(self, caller: Caller, table: int, *, look: bool = False, note: Message | None = None) -> Letter:
        """The caller's hand with all that can be done now, below what happened since their last turn.

        With `look` the board is looked for too.
        """
        seen, happened = await self._service.tables.hand(table, caller.person.user)
        _need_hand(seen)
        letter = await self._hands.letter(seen, caller.locale, note, happened=happened)
        return await self.troubles.told(caller, seen.table, letter, look=look)

    async def menu(self, caller: Caller, id: ControlId) -> Letter:
        """One level deeper into the choices; an old menu shows the current hand instead."""
        seen = await self._seen(caller, id.table)
        if seen.table.position_seq != id.seq:
            return await self._hands.letter(seen, caller.locale)
        chosen = tuple(part for part in id.data.split(SEPARATOR) if part)
        return await self._hands.letter(seen, caller.locale, None, chosen, every_place=id.purpose is Purpose.PLACES)

    async def act(self, caller: Caller, table: int, seq: int, notation: str, *, sure: bool = False) -> Letter:
        """Do what a notation says, after a second question where the game has one; an old button shows the current hand
        instead."""
        try:
            played = await self._service.tables.act(table, caller.by, caller.person, seq, notation, careful=not sure)
        except Stale:
            return await self.hand(caller, table)
        except Unsure as unsure:
            return await self._doubt_letter(caller, ControlId(Purpose.SURE, table, seq, notation), unsure.doubt)
        return await self.troubles.told(caller, played.table, await self._played_letter(caller, played))

    async def _doubt_letter(self, caller: Caller, id: ControlId, doubt: Doubt) -> Letter:
        """The second question, below the hand that it is about; a thumb that slipped finds Back first."""
        seen = await self._seen(caller, id.table)
        shown = await self._hands.letter(seen, caller.locale)
        return doubted(shown, seen, doubt, id, self._words(caller, seen.table))

    async def undo(self, caller: Caller, table: int, seq: int | None = None) -> Letter:
        """Take the caller's newest move back; the answer is the hand as it was, or that the others are asked."""
        return await self._hand_after(caller, table, self.votes.undo(caller, table, seq))

    async def hint(self, caller: Caller, table: int) -> Letter:
        """What a strong player would do now; where the table moves on before it is found, the hand as it is now."""
        return await self._hand_after(caller, table, self.advice.hint(caller, table))

    async def _hand_after(self, caller: Caller, table: int, work: Awaitable[Message | Letter]) -> Letter:
        """The answer to a press, with the hand below a mere note; an old button shows the current hand instead."""
        try:
            done = await work
        except Stale:
            return await self.hand(caller, table)
        return done if isinstance(done, Letter) else await self.hand(caller, table, note=done)

    async def board(self, caller: Caller, table: int, *, look: bool = False, whole: bool = False) -> Letter:
        """A fresh look at the board, for the caller alone; with `look` the one in the channel is looked for too.

        All of it, but in large print the part that matters, and a button for the `whole`.
        """
        seen = await self._service.tables.observe(table, None, reader=caller.person.user)
        layout, part = await self._painter.layout(seen), seen.large and not whole
        usual = seen if part else replace(seen, large=False)
        all_of_it = None if part else await self._painter.whole(seen, layout, caller.locale)
        picture = all_of_it or await self._painter.board(usual, layout, caller.locale)
        letter = self._letter(caller, seen.table, self._headline(seen))
        fresh = Letter(letter.text, (picture,), self._looks_rows(caller, seen, part=part and bool(layout)))
        return await self.troubles.told(caller, seen.table, fresh, look=look)

    async def text(self, caller: Caller, table: int) -> Letter:
        """The board in words, for who cannot see the picture."""
        seen = await self._service.tables.observe(table, None, reader=caller.person.user)
        words = self._texts.words(caller.locale, mentions(seen.table.seats))
        board = self._painter.look(seen).text(seen.observation)
        return Letter(clipped(words.text(lines(self._headline(seen), board)), TEXT_LENGTH))

    async def story(self, caller: Caller, table: int, after: int) -> Letter:
        """All that happened after a step, as the caller may know it: what a message had no room for."""
        known = await self._known(caller, table)
        happened = await self._service.tables.history(table, after, caller.person.user)
        words = self._words(caller, known)
        told = story.told_lines(self._games[known.game], happened)
        page = story.page(told, words, TEXT_LENGTH)
        rows: tuple[Row, ...] = ()
        if len(page) < len(told):
            rows = ((story.story_button(words, known, page[-1].steps[-1].seq, msg("More")),),)
        text = words.text(lines(*(line.message for line in page)) if page else msg("Nothing happened since."))
        return Letter(clipped(text, TEXT_LENGTH), rows=rows)

    # -- around it -----------------------------------------------------------------------------------------------------

    async def games(self, caller: Caller) -> Letter:
        """The caller's open tables on all servers, those that wait for him first."""
        return await self.waiting.games(caller)

    async def next(self, caller: Caller, after: int) -> Letter:
        """The hand of the next table that waits for the caller."""
        table = await self.waiting.next(caller, after)
        return (
            self._plain(caller, msg("Nothing waits for you now.")) if table is None else await self.hand(caller, table)
        )

    # -- presses -------------------------------------------------------------------------------------------------------

    async def press(self, caller: Caller, id: ControlId) -> Letter:
        """The answer to a control. A table of another server is as unknown as one that does not exist."""
        if not id.table:
            return await self._pressed(caller, id)
        known = await self._known(caller, id.table)
        try:
            if await self._names_lost_steps(caller, id, known):
                return await self.hand(caller, id.table)
            return await self._pressed(caller, id)
        except NotSeated:
            return self.visitors.letter(caller, known)

    async def _names_lost_steps(self, caller: Caller, id: ControlId, table: Table) -> bool:
        """Whether the message that is pressed was sent when the log was longer than it is: the database has lost its
        newest steps, and the table rests until its host has read that."""
        lost, message = table.standing.lost, caller.message
        if message is None or not table.running:
            return False
        if lost is not None and message <= lost.until:
            return lost.told_by(message, id.seq)
        if id.seq <= table.seq:
            return False
        return (await self._service.tables.do(table.id, NOBODY, votes.lose, id.seq, message, caller.interaction)).paused

    async def _pressed(self, caller: Caller, id: ControlId) -> Letter:
        match id.purpose:
            case Purpose.ACT:
                return await self.act(caller, id.table, id.seq, id.data)
            case Purpose.SURE:
                return await self.act(caller, id.table, id.seq, id.data, sure=True)
            case Purpose.MENU | Purpose.PLACES:
                return await self.menu(caller, id)
            case Purpose.HAND | Purpose.CHOOSE:
                return await self.hand(caller, id.table, look=id.data == FROM_CARD)
            case Purpose.BOARD:
                return await self.board(caller, id.table, look=id.data == FROM_CARD, whole=id.data == WHOLE)
            case Purpose.TEXT:
                return await self.text(caller, id.table)
            case Purpose.STORY:
                return await self.story(caller, id.table, id.seq)
            case Purpose.RULES:
                return await self.handbook.page(caller, id)
            case Purpose.JOIN:
                return await self.join(caller, id.table)
            case Purpose.LEAVE:
                return await self.leaving.leave(caller, id.table, id.data)
            case Purpose.TAKE:
                return await self.take(caller, id.table, int(id.data) if id.data.isdecimal() else None)
            case Purpose.START:
                return await self.starting.start(caller, id.table)
            case Purpose.READY:
                return await self.starting.ready(caller, id.table)
            case Purpose.BOTS | Purpose.ADD | Purpose.REMOVE | Purpose.HINTS:
                return await self.seating.press(caller, id)
            case Purpose.HINT:
                return await self.hint(caller, id.table)
            case Purpose.ANALYSIS:
                return await self.advice.analysis(caller, id.table)
            case Purpose.RECORD:
                return await self.archive.record(caller, id.table)
            case Purpose.WORD:
                return await self.word(caller, id.table, id.data)
            case Purpose.REOPEN:
                return await self.reopen(caller, id.table)
            case Purpose.REMATCH:
                return await self.rematch.agree(caller, id.table)
            case Purpose.NEXT:
                return await self.next(caller, id.table)
            case Purpose.PROPOSE:
                return await self.votes.ask(caller, id.table, id.data)
            case Purpose.VOTE:
                return await self.votes.answer(caller, id.table, id.seq, id.data)
            case Purpose.RESUME:
                return await self.votes.resume(caller, id.table)
            case Purpose.UNDO:
                return await self.undo(caller, id.table, id.seq)
            case Purpose.STANDIN:
                return await self._hand_after(caller, id.table, self.relief.play(caller, id.table, id.seq))
            case Purpose.LEND:
                return await self._hand_after(caller, id.table, self.relief.lend(caller, id.table, id.seq))
            case Purpose.SETUP:
                return await self.setup.press(caller, id.data)
            case Purpose.DIGEST:
                return await self._digest.stop(caller)
            case Purpose.PRIVACY:
                return await self.privacy.press(caller, id.data)
            case Purpose.HERE:
                return await self.troubles.here(caller, await self._known(caller, id.table))
            case Purpose.RETURN:
                await self._service.tables.do(id.table, caller.by, computers.take_back, caller.person.user)
                return await self.hand(caller, id.table)
            case Purpose.CLOCK:
                return await self.choose_clock(caller, id.table, id.data)
            case Purpose.CLAIM:
                return await self.leaving.claim(caller, id.table, id.data)
            case Purpose.OPTIONS | Purpose.ASK | Purpose.SET:
                return await self.options.press(caller, id)

    # -- letters -------------------------------------------------------------------------------------------------------

    async def _seen(self, caller: Caller, table: int) -> Seen:
        return _need_hand(await self._service.tables.observe(table, caller.person.user))

    async def _played_letter(self, caller: Caller, played: Played) -> Letter:
        seen = played.seen
        if seen.seat is not None and seen.observation.to_act == seen.seat:
            return await self._hands.letter(seen, caller.locale, turn.sentence(played.events))
        waits = await self._service.listing.waits_elsewhere(caller.person.user, seen.table.id)
        return turn.played(self._games[seen.table.game], played, self._words(caller, seen.table), waits=waits)

    async def _opened_letter(self, caller: Caller, table: Table) -> Letter:
        note = msg("Your table is open: its card is in the channel.")
        threadless = without_threads(caller.place) if await self.setup.threaded(caller) else None
        return self._lobby_letter(caller, table, lines(note, threadless))

    def _lobby_letter(self, caller: Caller, table: Table, note: Message) -> Letter:
        words = self._words(caller, table)
        game = self._games[table.game]
        buttons = [Button(words.text(msg("Options")), _id(Purpose.OPTIONS, table))]
        if caller.person.user == table.host and len(table.seats) >= game.seats[0]:
            buttons.append(Button(words.text(msg("Start")), _id(Purpose.START, table), Style.GOOD))
        return Letter(words.text(note), rows=in_rows(buttons))

    def _looks_rows(self, caller: Caller, seen: Seen, *, part: bool) -> tuple[Row, ...]:
        words = self._words(caller, seen.table)
        row = [Button(words.text(msg("Board as text")), _id(Purpose.TEXT, seen.table))]
        if seen.table.seat_of(caller.person.user) is not None:
            row.insert(0, Button(words.text(msg("My hand")), _id(Purpose.HAND, seen.table)))
        if part:
            row.append(Button(words.text(msg("Whole board")), _id(Purpose.BOARD, seen.table, WHOLE)))
        return in_rows(row)

    def _headline(self, seen: Seen) -> Message:
        return printed(seen, turn.headline(self._games[seen.table.game], seen))

    def _words(self, caller: Caller, table: Table) -> Words:
        return self._texts.message_words(caller.locale, mentions(table.seats))

    def _letter(self, caller: Caller, table: Table, text: Message) -> Letter:
        return Letter(clipped(self._words(caller, table).text(text), TEXT_LENGTH))


def _need_hand(seen: Seen) -> Seen:
    if seen.seat is None:
        raise NotSeated
    return seen


def _id(purpose: Purpose, table: Table, data: str = "") -> ControlId:
    return ControlId(purpose, table.id, table.position_seq if purpose is Purpose.ACT else 0, data)
