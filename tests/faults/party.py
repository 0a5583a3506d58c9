"""People who play all games over a real socket with the real bot, and remember what it told them."""

from __future__ import annotations

import asyncio
import copy
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from bot.store import Store
from bot.table.log.model import ANY
from bot.talk.letter import ControlId, Purpose
from engine.games import GAMES
from tests.faults.frame import Tally
from tests.faults.parlour import parlour
from tests.wire.bot import DISCORD_TOKEN, bot
from tests.wire.loopback import Asked, Loopback, loopback
from tests.wire.payloads import Payload, guild_of
from tests.wire.people import Member, controls
from tests.wire.wired import NAMES, Table, Wired, has, wait_for_first

PLAYED = tuple(key for key, game in GAMES.items() if min(game.seats) <= 3)
"""The games for which the three people of a party are enough."""
MOVES = (Purpose.ACT, Purpose.SURE)
LEADS = (*MOVES, Purpose.MENU, Purpose.CHOOSE)
DEEP = 5
"""The most presses that lead to a move."""
PATIENCE = 25.0
"""Seconds after which what was not said is lost."""
LOOK = 75.0
"""Seconds after which what is not shown stays so: the bot looks by itself once a minute."""
MOST, WORTH = 4, 15
"""The most parties at once, and the number of faults for which one more begins."""
SECRET = re.compile(rf"{DISCORD_TOKEN}|token-\d+")
"""The bot's own token, and those of interactions."""
APOLOGY = re.compile(r"Something went wrong on our side")
PAST = re.compile(r"Too late: |You've moved already\.|The game has gone on since\.|The table has moved on\.")
"""What is said to a press whose position has passed: the same button was pressed again before this one was heard."""
FAULT = re.compile(r"Traceback|\[critical|\[error +\] fault ")
"""Lines that tell of a fault; they say where it was too."""
START = 300.0
"""Seconds for a process to begin, on a machine that has much other work: what is late then is not the bot's fault."""


class Over(Exception):
    """The process was ended meanwhile."""


@dataclass
class Party:
    """Tables of all games, and every press on them."""

    discord: Loopback
    folder: Path
    rng: Random
    database: str = ""
    settings: Mapping[str, str] | None = None
    tally: Tally = field(default_factory=Tally)
    tables: list[Table] = field(default_factory=list)
    moves: dict[int, Asked] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    here: Wired | None = None

    @property
    def address(self) -> str:
        return self.database or f"sqlite:///{self.folder / 'boneyard.db'}"

    @property
    def open(self) -> list[Asked]:
        """Moves that nobody has answered."""
        return [asked for asked in self.moves.values() if not asked.said]

    @asynccontextmanager
    async def bot(self) -> AsyncIterator[Wired]:
        """Run the bot for as long as the block."""
        self.discord.ready.clear()
        async with bot(self.discord, self.folder, self.database, settings=self.settings) as process:
            async with asyncio.timeout(START):
                await wait_for_first(self.discord.ready.wait(), process.wait_for_end())
            assert process.process.returncode is None, process.text
            members = [Member(self.discord, 1001 + n, name) for n, name in enumerate(NAMES)]
            if self.here is None:
                self.here = Wired(self.discord, process, self.folder, members)
            self.here.bot = process
            yield self.here
        self.tally.leaked += sum(SECRET.search(line) is not None for line in process.lines)
        if process.process.returncode != -9:
            self.tally.other += [line for line in process.lines if FAULT.search(line)]

    async def sit(self, games: Sequence[str] = PLAYED) -> None:
        """Begin a table of each game."""
        assert self.here is not None
        for game in games:
            self.tables.append(await self._table(game))

    async def _table(self, game: str) -> Table:
        assert self.here is not None
        if min(GAMES[game].seats) <= 2:
            return await self.here.table(game)
        return await self._of_three(game)

    async def _of_three(self, game: str) -> Table:
        assert self.here is not None
        ana, *others = self.here.members
        there = self.discord.channels[900]
        before = set(there)
        await (await ana.type("new", game=game)).answer()
        await self.discord.until(lambda: there.keys() > before)
        card = max(there.keys() - before)
        for other in others:
            await (await other.do(there[card], Purpose.JOIN)).answer()
        await self.discord.until(lambda: has(there[card], Purpose.START))
        await (await ana.do(there[card], Purpose.START)).answer()
        table = Table(self.here, card)
        await self.discord.until(lambda: table.turn is not None)
        return table

    async def turn(self, table: Table) -> None:
        """Make one move, and wait for the message that calls the next player."""
        before = copy.deepcopy(table.turn)
        assert before is not None
        if await self.move(table):
            await self.wait_for_call(table, before)

    async def move(self, table: Table) -> bool:
        """Make one move, as far as the player's own hand tells; return whether there was one."""
        assert table.turn is not None
        mover = table.mover
        shown = await self.answer_to(await mover.do(table.turn, Purpose.HAND))
        for _ in range(DEEP):
            if not leads(shown):
                return False
            asked = await self.press(mover, shown)
            shown = await self.answer_to(asked)
            if asked.id in self.moves and not any(c.purpose is Purpose.SURE for c in controls(shown)):
                break
        return True

    async def press(self, mover: Member, hand: Payload) -> Asked:
        """Press a control that makes a move, or leads to one."""
        moves = [control for control in leads(hand) if control.purpose in MOVES]
        control, asked = await mover.choose(hand, self.rng.choice(moves or leads(hand)), self.rng)
        if control.purpose in MOVES:
            self.moves[asked.id] = asked
        return asked

    async def wait_for_call(self, table: Table, before: Payload) -> None:
        """Wait for the next call; the game may be over."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self.discord.until(lambda: table.turn != before)
        except TimeoutError:
            self.tally.lost += 1
            self.tally.other.append(f"no call after a move at table {table.number}: {before['content'][:80]}")

    async def answer_to(self, asked: Asked) -> Payload:
        self.asked.append(asked)
        try:
            async with asyncio.timeout(PATIENCE):
                return await asked.answer()
        except TimeoutError:
            raise Over from None

    async def settle(self) -> None:
        """Wait for the answer to each move."""
        for asked in self.open:
            with suppress(Over):
                await self.answer_to(asked)

    async def count_stale(self) -> None:
        """Count the tables whose call isn't about the newest position, or comes twice.

        A press that was answered a moment ago is shown a moment later; what is not told at once is by a regular look.
        """
        store = await Store.open(self.address, alone=False)
        for table in self.tables:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    while await self._wrong(store, table):  # noqa: ASYNC110  # another process shows it
                        await asyncio.sleep(0.05)
            if wrong := await self._wrong(store, table):
                self.tally.other.append(wrong)
        await store.close()

    async def _wrong(self, store: Store, table: Table) -> str:
        """Return what is stale about a table; nothing where it is over or is about to be dealt."""
        now = await parlour(store).tables.table(await _id(store, table), ANY)
        if now.mover is None:
            return ""
        if table.turn is None:
            return f"stale: table {table.number} calls nobody at {now.position_seq}"
        if len(table.turns) == 1 and table.mover.id == now.mover.user:
            return ""
        seqs = {id.seq for id in controls(table.turn) if id.purpose is Purpose.HAND}
        return f"stale: table {table.number} {seqs}, not {now.position_seq}, has {len(table.turns)} calls"

    async def check(self) -> Tally:
        """Check the chains of all logs and compare them with the answers, once the bot has ended."""
        store = await Store.open(self.address)
        done, acts = set[int](), 0
        for table in self.tables:
            known = await parlour(store).tables.table(await _id(store, table), ANY)
            for step in await store.run(lambda tx: tx.log.steps(known.id, 0, known.seq)):  # noqa: B023  # at once
                done.add(step.interaction or 0)  # it stands with the first of the steps that a press makes
                acts += step.kind == "act"
        await store.close()
        answered = {id for id, asked in self.moves.items() if asked.said and _is_made(asked)}
        for id in sorted(answered - done):
            self.tally.lost += 1
            self.tally.other.append(
                f"{_pressed_control(self.moves[id])} was answered and is not there: {_first_text(self.moves[id])[:80]}"
            )
        late = sum(asked.late for asked in self.open)  # Discord told these itself that there is no answer
        self.tally.lost += (silent := len(self.open) - late)
        self.tally.other += [f"{silent} moves have no answer"] if silent else []
        self.tally.doubled += max(0, acts - len(done & set(self.moves)))
        made = self.discord.made
        self.tally.doubled += len(made) - len(set(made))
        self.tally.other += [f"Discord does not take it: {problem}" for problem in self.discord.problems]
        self.tally.note = f"{acts:,} moves, {len(self.asked):,} presses, {len(made):,} messages"
        self.tally.note += f", {late:,} moves acknowledged too late" if late else ""
        return self.tally


def parties(times: int) -> int:
    """Return how many parties are worth their start for this number of faults."""
    return min(MOST, 1 + times // WORTH)


async def side_by_side(parties: int, times: int, seed: int, one: Callable[[int, int, int], Awaitable[Tally]]) -> Tally:
    """Share faults out among parties, as most of the time each waits: `one` gets how many, a seed, and which it is."""
    shares = [len(range(number, times, parties)) for number in range(parties)]
    done = await asyncio.gather(*(one(share, seed * parties + n, n) for n, share in enumerate(shares)))
    return sum(done, Tally())


def _pressed_control(asked: Asked) -> str:
    data = asked.payload["data"]
    return str(data.get("values") or data["custom_id"])


def _first_text(asked: Asked) -> str:
    return str(asked.first.get("content"))


def leads(hand: Payload) -> list[ControlId]:
    """Return what can be pressed to make a move, or on the way to one; nothing where it is another player's turn."""
    return [control for control in controls(hand) if control.purpose in LEADS]


def is_move(asked: Asked) -> bool:
    """Return whether a press stands for a move."""
    data = asked.payload["data"]
    id = ControlId.parse((data.get("values") or [data.get("custom_id", "")])[0])
    return id is not None and id.purpose in MOVES


def _is_made(asked: Asked) -> bool:
    """Return whether the first answer says that the move was made; one that comes again may meet a later position."""
    question = any(control.purpose is Purpose.SURE for control in controls(asked.first))
    refused = APOLOGY.search(_first_text(asked)) or PAST.match(_first_text(asked))
    return not refused and asked.first["id"] == (asked.pressed or {}).get("id") and not question


async def _id(store: Store, table: Table) -> int:
    found = await store.run(lambda tx: tx.lists.find_by_number(guild_of(table.channel), table.number))
    assert found
    return found.id


@asynccontextmanager
async def party(folder: Path, seed: int, database: str = "", servers: int = 1) -> AsyncIterator[Party]:
    """Start the bot for people on a Discord of their own with several servers.

    It waits for acknowledgements as long as they do: only what is about time asks for Discord's own three seconds.
    """
    async with loopback(servers=servers) as discord:
        discord.window = PATIENCE
        yield Party(discord, folder, Random(seed), database)
