"""A world with one table: the real desk, reconciler and painter, and chosen deals.

Two worlds that went through the same log have the same ids, seeds and times: they may differ only where tiles do.
"""

from __future__ import annotations

import io
import json
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock, Mock, patch

import structlog

from bot.channel.channel import Channel
from bot.channel.reconcile import Reconciler
from bot.computer.pool import Pool
from bot.desk.ask import Ask
from bot.desk.caller import Caller
from bot.desk.command import suggest_tables
from bot.desk.desk import Desk
from bot.desk.play import suggest_moves
from bot.discord.answers import Interaction, _make_letter
from bot.parts import Parts
from bot.pictures.painter import Painter
from bot.runtime.logs import set_up
from bot.service import Service
from bot.store import Store
from bot.table.log import fold
from bot.table.log.draft import Draft
from bot.table.log.model import NO_CAUSE, Person, Table
from bot.table.log.steps import Kind
from bot.table.refusals import Refusal, naming
from bot.table.rules import computers, lobby, play, seats, votes
from bot.talk.letter import Button, ControlId, Letter, Purpose, Select
from bot.talk.words import Texts
from engine import deal
from engine.game import DEALER, Deal, Seat
from engine.games import GAMES
from engine.notation import find
from renderers import RENDERERS
from tests.bot.asking import COMMANDS
from tests.bot.inside import cached_table
from tests.bot.mailbox import Mailbox
from tests.bot.tools import CHANNEL, GUILD, FixedClock, announce_deal, entries_after, press_by
from tests.engine.play import Entry, Setup

NAMES = ("Ana", "Ben", "Cem", "Dot", "Eve", "Fay", "Gus", "Hal")
STRANGER = Person(10**18 + 99, "Zoe")
ASKED_AT_THE_DESK = 4
"""How many wrong notations take the whole way; the others are asked where the refusals are made."""
LOOKED_INTO = 8
"""How many menus of a hand are opened at most: one level shows all tiles, and one more where some can go."""

Said = tuple[str, object]
"""What a viewer got, and from which source."""


@dataclass
class World:
    """The parts of a bot around one table; `deals` are the rounds whose tiles are chosen."""

    setup: Setup
    service: Service
    desk: Desk
    reconciler: Reconciler
    channel: Channel
    painter: Painter
    pool: Pool
    mailbox: Mailbox
    log: io.StringIO
    newcomer: bool = False
    """Whether the last seat is a computer player's, and the stranger takes it from the next round on."""
    deals: dict[int, Deal] = field(default_factory=dict, repr=False)
    _ids: Iterator[int] = field(default_factory=lambda: count(5 * 10**17))

    # -- what happens --------------------------------------------------------------------------------------------------

    async def begin(self, log: Sequence[Entry]) -> None:
        """Seat everybody and start; the deals to come are those of the log."""
        self.deals = dict(enumerate((entry for entry in log if isinstance(entry, Deal)), start=1))
        host, *others = self.people
        table = await self.service.tables.new(
            self.setup.game.key, host.cause(), host, GUILD, CHANNEL, options=self.setup.options
        )
        await self.service.tables.do(table.id, NO_CAUSE, _start, others, newcomer=self.newcomer)

    async def play(self, log: Sequence[Entry], shown: int) -> None:
        """Play a log; messages are kept up to date during its last `shown` steps."""
        await self.begin(log)
        begun, early = await self.count_moves(), max(0, len(log) - shown)  # the start deals where one person sits alone
        await self.service.tables.do(1, NO_CAUSE, _replay, log[begun:early], self._ids)
        while (place := await self.count_moves()) < len(log):
            table, entry = await self.table(), log[place]
            if not isinstance(entry, Deal):
                await self.act(table, entry)
            if isinstance(entry, Deal) or self.state.to_act != DEALER:
                await self.channel.show(1)

    async def count_moves(self) -> int:
        """Return how many entries of the log were played."""
        return sum(Kind(entry.row.kind).moves for entry in await entries_after(self.service, 1, 0)) - 1  # the start

    async def act(self, table: Table, notation: str) -> None:
        """Play a notation for the seat to act; automatic steps follow."""
        assert table.mover is not None
        await self.service.tables.act(1, press_by(table.mover), table.mover, table.position_seq, notation)

    async def table(self) -> Table:
        return await self.service.tables.table(1, GUILD)

    @property
    def state(self) -> Any:
        """The position, which nobody may see."""
        return cached_table(self.service.repository).folded.state

    @property
    def people(self) -> list[Person]:
        return [Person(10**18 + seat, NAMES[seat]) for seat in range(self.setup.seats)]

    def person(self, viewer: Seat | None) -> Person:
        return STRANGER if viewer is None else self.people[viewer]

    def caller(self, viewer: Seat | None) -> Caller:
        return Caller(self.person(viewer), "en-US", next(self._ids), GUILD, CHANNEL)

    # -- what is said --------------------------------------------------------------------------------------------------

    async def answers_to(self, viewer: Seat | None) -> dict[str, object]:
        """Return all answers that a viewer can get, by question."""
        asked = self._questions(viewer) | self._suggestions(viewer)
        told = {question: await self._answer(answer) for question, answer in asked.items()}
        return told | await self._refusals(viewer) | await self._menus(viewer, told["hand"]) | self.read_log()

    async def posted_messages(self) -> dict[str, object]:
        """Return all messages of the channel, the newest state included, in their order, and what was logged so far."""
        await self.channel.show(1)
        return self.read_log() | {
            f"message {number}: {how}": letter for number, (how, letter) in enumerate(self.mailbox.said)
        }

    async def notices_of(self, observer: Seat | None) -> tuple[object, dict[str, object]]:
        """Return what an observer may know by the rules, and what the bot has newly said to them."""
        entries = await entries_after(self.service, 1, 0)
        events = [event.redact_for(observer) for entry in entries for event in entry.events]
        said = self.read_log() | dict(self.mailbox.said)
        self.mailbox.said.clear()
        said["hand"] = await self._answer(self.desk.press(self.caller(observer), ControlId(Purpose.HAND, 1)))
        said["all that happened"] = await self._answer(
            self.desk.press(self.caller(observer), ControlId(Purpose.STORY, 1, 0))
        )
        return (events, self.state.observe(observer)), said

    def read_log(self) -> dict[str, object]:
        """Return what the log says since it was read last, but for the time."""
        read = [json.loads(line) for line in self.log.getvalue().splitlines()]
        self.log.seek(0)
        self.log.truncate()
        return {f"log {number}": line | {"timestamp": None} for number, line in enumerate(read)}

    async def failures(self, viewer: Seat | None) -> dict[str, object]:
        """Return what is said and logged where something raises an error that names every hand."""
        kit, key = self.painter._kit, self.setup.game.key
        error = RuntimeError([self.state.observe(seat) for seat in range(self.setup.seats)])
        broken = replace(kit.looks[key], board=Mock(side_effect=error), hand=Mock(side_effect=error))
        with patch.object(self.painter, "_kit", kit._replace(looks={**kit.looks, key: broken})):
            told = {
                "a board that fails": await self._answer(
                    self.desk.press(self.caller(viewer), ControlId(Purpose.BOARD, 1))
                ),
                "a hand that fails": await self._answer(
                    self.desk.press(self.caller(viewer), ControlId(Purpose.HAND, 1))
                ),
            }
        failing_once = AsyncMock(side_effect=[error, None])
        with patch.object(self.channel, "_show_snapshot", failing_once):
            for _ in range(2):
                self.reconciler.touch(1)
                await self.reconciler.wait_idle()
        return told | {f"{line} of failures": said for line, said in self.read_log().items()}

    def _questions(self, viewer: Seat | None) -> dict[str, Awaitable[object]]:
        user, desk, caller = self.person(viewer).user, self.desk, self.caller(viewer)
        return {
            "hand": desk.press(caller, ControlId(Purpose.HAND, 1)),
            "board": desk.press(caller, ControlId(Purpose.BOARD, 1)),
            "text": desk.press(caller, ControlId(Purpose.TEXT, 1)),
            "record": desk.press(caller, ControlId(Purpose.RECORD, 1)),
            "replay": desk.press(caller, ControlId(Purpose.REPLAY, 1)),
            **self._replay_presses(viewer),
            "games": desk.command(caller, COMMANDS["games"]),
            "help": desk.command(caller, COMMANDS["help"]),
            "rules": desk.command(caller, COMMANDS["rules"]),
            "options": desk.press(caller, ControlId(Purpose.OPTIONS, 1)),
            "observation": self.service.tables.observe(1, user),
            "history": self.service.tables.history(1, 0, user),
            "seeds": self._seeds(),
            "choices": self.service.listing.choices(user),
            "an old button": desk.press(self.caller(viewer), ControlId(Purpose.ACT, 1, 1, "pass")),
        }

    async def _seeds(self) -> tuple[str, ...]:
        """Return the seeds that are public."""
        return (await self.service.tables.record(1)).seeds

    def _replay_presses(self, viewer: Seat | None) -> dict[str, Awaitable[object]]:
        """Return what opens all hands of a game that is over: nothing while it goes on, whatever a control names."""
        if self.state.outcome is not None:
            return {}
        ids = [ControlId(Purpose.REPLAY, 1, data="1"), ControlId(Purpose.SHARE, 1, data="moment")]
        ids += [ControlId(Purpose.SHARE, 1, data="0"), ControlId(Purpose.FACEUP, 1, data="0")]
        return {str(id): self.desk.press(self.caller(viewer), id) for id in ids}

    def _suggestions(self, viewer: Seat | None) -> dict[str, Awaitable[object]]:
        verbs = [verb.name for verb in self.setup.game.verbs]
        foreign = [verb.name for game in GAMES.values() for verb in game.verbs if verb.name not in verbs]
        typed = [*((verb, "") for verb in verbs), (verbs[0], "6"), *((verb, "") for verb in foreign[:1])]
        suggested: dict[str, Awaitable[object]] = {
            f"suggested for {name} {start}": suggest_moves(Ask(self.desk.tools, self.caller(viewer)), name, start)
            for name, start in typed
        }
        return suggested | {"suggested tables": suggest_tables(Ask(self.desk.tools, self.caller(viewer)), "")}

    async def _refusals(self, viewer: Seat | None) -> dict[str, object]:
        """Return what is said to actions that are not possible; none of them changes the table."""
        mine = viewer is not None and self.state.to_act == viewer
        possible = self.state.legal_actions() if mine else ()
        wrong = [notation for notation in _notations(self.setup) if find(possible, notation) is None]
        draft = await self.service.store.run(lambda tx: self.service.repository.open(tx, 1))
        told: dict[str, object] = {f"refused: {n}": _refusal(draft, self.person(viewer), n) for n in wrong}
        seq = (await self.table()).position_seq
        for notation in wrong[:: max(1, len(wrong) // ASKED_AT_THE_DESK)]:
            asked = self.desk.press(self.caller(viewer), ControlId(Purpose.ACT, 1, seq, notation))
            told[f"refused at the desk: {notation}"] = await self._answer(asked)
        return told

    async def _menus(self, viewer: Seat | None, hand: object) -> dict[str, object]:
        """Return the menus behind a hand, level by level."""
        told: dict[str, object] = {}
        waiting = _menu_controls(hand)
        while waiting and len(told) < LOOKED_INTO:
            id = waiting.pop(0)
            if (name := f"pressed {id}") not in told:
                told[name] = await self._answer(self.desk.press(self.caller(viewer), id))
                waiting += _menu_controls(told[name])
        return told

    async def _answer(self, work: Awaitable[object]) -> object:
        """Return the answer, or the sentence of a refusal or an apology, as the real bot words it."""
        interaction = cast("Interaction", SimpleNamespace(locale="en-US"))
        return (await _make_letter(interaction, cast("Awaitable[Letter]", work), Texts()))[0]


@asynccontextmanager
async def world(setup: Setup, folder: Path, *, newcomer: bool = False) -> AsyncIterator[World]:
    """Create a world, perhaps with a newcomer; one at a time, as it replaces the deals and log of the process."""
    mailbox, clock, texts = Mailbox(), FixedClock(), Texts()
    store = await Store.open(f"sqlite:///{folder / 'boneyard.db'}")
    parts = Parts.of(store, clock, GAMES, RENDERERS, texts, mailbox)
    with captured_log() as log:
        here = World(
            setup,
            parts.service,
            parts.desk,
            parts.reconciler,
            parts.channel,
            parts.painter,
            parts.pool,
            mailbox,
            log,
            newcomer,
        )
        try:
            with _chosen_deals(here), _no_chance():
                yield here
        finally:
            await parts.close()
            await store.close()


@contextmanager
def captured_log() -> Iterator[io.StringIO]:
    """Everything that is logged at any level, through the set-up that the bot itself uses."""
    root, stream = logging.getLogger(), io.StringIO()
    handlers, level = root.handlers[:], root.level
    try:
        with patch("sys.stderr", stream):
            set_up("DEBUG", "json")
        yield stream
    finally:
        root.handlers[:], root.level = handlers, level
        structlog.reset_defaults()


def differences(one: Mapping[str, object], other: Mapping[str, object]) -> list[str]:
    """Return the names under which two worlds say something else, or one says nothing."""
    return [name for name in {**one, **other} if name not in one or name not in other or one[name] != other[name]]


@contextmanager
def _chosen_deals(here: World) -> Iterator[None]:
    def chosen_deal(table: int, number: int, *mixed: Any) -> Deal:
        return here.deals.get(number) or deal.derive_deal(table, number, *mixed)

    with patch.object(fold, "derive_deal", chosen_deal):
        yield


@contextmanager
def _no_chance() -> Iterator[None]:
    """Let every world have the same seeds and random numbers."""
    with patch.object(secrets, "token_bytes", bytes), patch.object(secrets, "token_hex", lambda size: "0" * 2 * size):
        yield


def _start(draft: Draft, others: Sequence[Person], *, newcomer: bool) -> None:
    for person in others[: len(others) - newcomer]:
        lobby.join(draft, person)
    if newcomer:
        computers.seat_computer(draft, Person(0, "Bolt", "medium"))
    lobby.start(draft, threaded=True)
    if newcomer:
        seats.take(draft, STRANGER, len(others))
        asked = draft.table.standing.vote
        for seat in draft.table.present_seats:
            votes.cast_vote(draft, draft.table.seats[seat].user, asked.seq if asked else 0, yes=True)
        assert draft.table.standing.seat_requests[0].agreed


def _replay(draft: Draft, log: Sequence[Entry], messages: Iterator[int]) -> None:
    """Take these steps in one go; those that follow by themselves are in the log too."""
    while (place := sum(Kind(row.kind).moves for row in draft.steps)) < len(log):
        entry = log[place]
        if isinstance(entry, Deal):
            announce_deal(draft, next(messages))
        else:
            assert draft.table.mover is not None
            play.act(draft, draft.table.mover, None, entry)


def _refusal(draft: Draft, person: Person, notation: str) -> object:
    """Return the refusal's message and whom it may name; only an action that was possible after all has none."""
    try:
        with naming(draft.table.seats):
            play.act(draft, person, None, notation)
    except Refusal as refusal:
        return refusal.message, refusal.seats
    raise AssertionError(f"{notation} was possible")


def _notations(setup: Setup) -> Iterator[str]:
    """Yield what one may type, right or wrong: every verb alone, with some tiles, and with a place."""
    tiles = sorted({str(tile) for tile in setup.start().deck})
    yield from ("?", "play 99-99 A")
    for verb in (verb.name for verb in setup.game.verbs):
        yield verb
        yield from (f"{verb} {tile}" for tile in tiles)
        yield from (f"{verb} {tile} A" for tile in tiles[::3])


def _menu_controls(said: object) -> list[ControlId]:
    """Return the controls of a letter that only lead to other menus."""
    rows = said.rows if isinstance(said, Letter) else ()
    controls: list[ControlId] = []
    for row in rows:
        parts: Sequence[Button | Any] = row.options if isinstance(row, Select) else row
        controls += [part.id for part in parts]
    return [id for id in controls if id.purpose in (Purpose.MENU, Purpose.HAND, Purpose.TEXT)]
