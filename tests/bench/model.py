"""A model of the bot at work: processes, database, painter, and Discord's limits.

Processes have one core each. Its clock jumps from event to event. Work takes the time that was measured; only who waits
for whom is simulated.
"""

from __future__ import annotations

import heapq
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count
from random import Random

Then = Callable[[], None]
SAME_TURN = 8.0
"""Seconds between two presses of a player in their turn."""
WARM_UP = 0.2
"""This part of the time is not measured: the queues fill."""
OVER = 1.0
"""Where a resource has more to do than this, queues grow without end, and nothing is simulated."""


class Clock:
    """What happens next."""

    def __init__(self) -> None:
        self.now = 0.0
        self._next: list[tuple[float, int, Then]] = []
        self._numbers = count()

    def after(self, seconds: float, then: Then) -> None:
        heapq.heappush(self._next, (self.now + seconds, next(self._numbers), then))

    def run(self, until: float) -> None:
        while self._next and self._next[0][0] <= until:
            self.now, _, then = heapq.heappop(self._next)
            then()


class Core:
    """One core with two threads: the event loop and the painter.

    If both work, each gets half; within a thread one thing follows another.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lines: tuple[deque[tuple[float, Then]], deque[tuple[float, Then]]] = (deque(), deque())
        self._left = [0.0, 0.0]
        self._since = 0.0
        self._plan = 0
        self.busy = 0.0

    def work(self, seconds: float, then: Then, *, paints: bool = False) -> None:
        """Do some work, and go on then."""
        self._advance()
        line = self._lines[paints]
        line.append((seconds, then))
        if len(line) == 1:
            self._left[paints] = seconds
        self._schedule()

    def _advance(self) -> None:
        passed, self._since = self._clock.now - self._since, self._clock.now
        working = [n for n in (0, 1) if self._lines[n]]
        self.busy += passed if working else 0.0
        for n in working:
            self._left[n] -= passed / len(working)

    def _schedule(self) -> None:
        working = [n for n in (0, 1) if self._lines[n]]
        if not working:
            return
        first = min(working, key=lambda n: self._left[n])
        self._plan += 1
        plan = self._plan
        self._clock.after(max(0.0, self._left[first]) * len(working), lambda: self._finish(first, plan))

    def _finish(self, thread: int, plan: int) -> None:
        if plan != self._plan:
            return  # something came meanwhile
        self._advance()
        line = self._lines[thread]
        _, then = line.popleft()
        if line:
            self._left[thread] = line[0][0]
        self._schedule()
        then()


class Station:
    """Servers with one common queue."""

    def __init__(self, clock: Clock, servers: int) -> None:
        self._clock = clock
        self._free = [0.0] * servers
        self.busy = 0.0

    def work(self, seconds: float, then: Then) -> None:
        begins = max(self._clock.now, heapq.heappop(self._free))
        heapq.heappush(self._free, begins + seconds)
        self.busy += seconds
        self._clock.after(begins + seconds - self._clock.now, then)


class Window:
    """Discord's kind of limit: at most `most` in `seconds` seconds."""

    def __init__(self, clock: Clock, most: int, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._begun: deque[float] = deque([-seconds] * most, maxlen=most)

    def turn(self, then: Then) -> None:
        begins = max(self._clock.now, self._begun[0] + self._seconds, self._begun[-1])
        self._begun.append(begins)
        self._clock.after(begins - self._clock.now, then)


@dataclass(frozen=True)
class Parts:
    """Seconds of work, as measured."""

    hand: float
    act: float
    fetch: float
    show: float
    pictures: Sequence[float]
    presses: float
    """Of a move: the hand and its menus, and the move itself."""
    adapter: float
    """Of each press and each request, for the library, its sockets, and whatever else the whole bot does."""
    requests: float
    """Of each shown turn."""
    server: float
    """Of the database's processor for each move; 0 if it is in the bot's own."""
    sync: float
    """For which each transaction that writes waits. Those that tell other processes of a step do so one by one."""
    heard: float
    """For which a process hears of another one's step."""
    kept: int
    """Tables in memory."""

    @property
    def move(self) -> float:
        """Seconds of one core for a move, with its hand and its picture, where its table is not in memory."""
        pictures = sum(self.pictures) / len(self.pictures)
        pressed = (self.presses - 1) * self.hand + self.act + self.fetch
        return pressed + self.show + pictures + self.adapter * (self.presses + self.requests)


@dataclass(frozen=True)
class World:
    """How much there is of everything."""

    tables: int
    """Of all processes."""
    moves: float
    """A second, of all tables."""
    processes: int = 1
    database_cores: int = 4
    requests: float = 50.0
    """A second that Discord takes from the whole bot."""
    network: float = 0.05
    """Seconds to Discord and back."""


@dataclass
class Outcome:
    """What players waited for, in seconds, and how busy everything was."""

    core: float
    database: float
    telling: float
    discord: float
    acknowledged: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)


def estimate(parts: Parts, world: World) -> Outcome:
    """Return how busy everything would be, from the means alone."""
    each = world.moves / world.processes
    others = world.moves - each
    kept = min(1.0, parts.kept / max(1.0, world.tables / world.processes))
    return Outcome(
        core=each * (parts.move - kept * parts.fetch) + others * parts.heard,
        database=world.moves * parts.server / world.database_cores,
        telling=world.moves * parts.sync if others else 0.0,
        discord=world.moves * parts.requests / world.requests,
    )


def simulate(parts: Parts, world: World, seconds: float, seed: int = 1) -> Outcome:
    """Let moves come for `seconds` seconds; nothing is waited for if something has too much to do."""
    outcome = estimate(parts, world)
    if max(outcome.core, outcome.database, outcome.telling, outcome.discord) < OVER:
        _Run(parts, world, outcome, Random(seed), WARM_UP * seconds).run(seconds)
    return outcome


class _Run:
    """One process of many that are alike; the database's other guests are their moves."""

    def __init__(self, parts: Parts, world: World, outcome: Outcome, rng: Random, first: float) -> None:
        self._parts = parts
        self._world = world
        self._outcome = outcome
        self._rng = rng
        self._first = first
        self._clock = Clock()
        self._core = Core(self._clock)
        self._database = Station(self._clock, world.database_cores)
        self._telling = Station(self._clock, 1)
        self._others = world.moves * (1 - 1 / world.processes)
        share = world.requests / world.processes
        most = max(1, int(share))
        self._discord = Window(self._clock, most, max(1.0, most / share))
        self._memory: OrderedDict[int, None] = OrderedDict()
        self._tables = max(1, world.tables // world.processes)

    def run(self, seconds: float) -> None:
        self._schedule_arrivals(self._world.moves / self._world.processes, self._turn)
        self._schedule_arrivals(self._others, self._elsewhere)
        self._clock.run(seconds)

    def _schedule_arrivals(self, rate: float, what: Then) -> None:
        if rate <= 0:
            return

        def arrive() -> None:
            what()
            self._clock.after(self._rng.expovariate(rate), arrive)

        self._clock.after(self._rng.expovariate(rate), arrive)

    def _elsewhere(self) -> None:
        """Make a move at another process: its work for the database, and what is heard of it here."""
        self._database.work(self._parts.server, _nothing)
        self._telling.work(self._parts.sync, lambda: self._core.work(self._parts.heard, _nothing))

    def _turn(self) -> None:
        looks = self._parts.presses - 1
        self._take_turn(self._rng.randrange(self._tables), int(looks) + (self._rng.random() < looks % 1))

    def _take_turn(self, table: int, left: int) -> None:
        """Open the hand and its menus, then move."""
        if not left:
            self._act(table)
            return
        self._press(table, self._parts.hand, _nothing, writes=False)
        self._clock.after(self._rng.uniform(0.5, 1.5) * SAME_TURN, lambda: self._take_turn(table, left - 1))

    def _act(self, table: int) -> None:
        began = self._clock.now
        self._press(table, self._parts.act, lambda: self._show(began), writes=True)

    def _press(self, table: int, work: float, then: Then, *, writes: bool) -> None:
        began = self._clock.now
        work += self._parts.adapter + (0.0 if self._is_in_memory(table) else self._parts.fetch)

        def note_answer() -> None:
            self._note(self._outcome.acknowledged, began, self._world.network / 2)
            then()

        self._core.work(work, lambda: self._ask_database(note_answer, writes=writes, tells=writes and self._others > 0))

    def _ask_database(self, then: Then, *, writes: bool, tells: bool = False) -> None:
        """Let the database do its part of a press: a third of a move each."""
        sync = self._parts.sync if writes else 0.0

        def note_write() -> None:
            if tells:
                self._telling.work(sync, then)
            else:
                self._clock.after(sync, then)

        self._database.work(self._parts.server / 3, note_write)

    def _show(self, began: float) -> None:
        parts = self._parts
        picture = self._rng.choice(parts.pictures)

        def send() -> None:
            self._request(parts.requests, began)

        def draw() -> None:
            self._core.work(picture, send, paints=True)

        self._core.work(parts.show, lambda: self._ask_database(draw, writes=True))

    def _request(self, left: float, began: float) -> None:
        if left <= 0 or (left < 1 and self._rng.random() >= left):
            self._note(self._outcome.shown, began, 0.0)
            return

        def note_message() -> None:
            done = lambda: self._clock.after(self._world.network, lambda: self._request(left - 1, began))  # noqa: E731
            self._core.work(self._parts.adapter, done)

        self._discord.turn(note_message)

    def _note(self, waits: list[float], began: float, more: float) -> None:
        if began >= self._first:
            waits.append(self._clock.now - began + more)

    def _is_in_memory(self, table: int) -> bool:
        known = table in self._memory
        self._memory[table] = None
        self._memory.move_to_end(table)
        if len(self._memory) > self._parts.kept:
            self._memory.popitem(last=False)
        return known


def _nothing() -> None: ...
