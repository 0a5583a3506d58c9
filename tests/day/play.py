"""One game with its people and a virtual clock: the real tables, board and posting; pictures are blank."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from bot.parts import Parts
from bot.store import Store
from bot.table.clock.hours import Hours
from bot.table.clock.pace import DAY, MINUTE, Preset
from bot.table.clock.timing import Absence, Timing
from bot.table.log.model import Cause, Person, ShownStep, Status, Table
from bot.table.rules import clock_requests, ready
from bot.table.rules import play as play_rules
from bot.talk.words import Texts
from engine.game import DEALER, Game
from engine.words import msg
from renderers.look import usual_badge, usual_shade
from tests.bot.mailbox import Mailbox
from tests.bot.tools import GUILD, FixedClock, new_table, press_by
from tests.day.company import USUAL, Company

MORNING = int(datetime(2027, 1, 20, 7, tzinfo=UTC).timestamp())
"""Eight o'clock in Berlin."""
HOURS = Hours(8 * 60, 23 * 60, "Europe/Berlin")
LONGEST = 20 * DAY
"""After so long every game is over, parked games closed."""
NAMES = ("Ana", "Ben", "Cem", "Dot", "Eve", "Fay", "Gus", "Hal")

ROBOT_MEDIAN = 20 * MINUTE
"""What half of the replies of a log-normal company take at most."""

Habit = Callable[[int, int], int | None]
"""From when it becomes a person's turn, and when the game began, to when they act; None for never."""


def prompt(asked: int, _began: int) -> int | None:
    """Acts within half a minute."""
    return asked + MINUTE // 2


def asleep(asked: int, began: int) -> int | None:
    """Prompt for five minutes, then away for two days, then prompt again."""
    wakes = began + 2 * DAY
    return prompt(asked, began) if asked < began + 5 * MINUTE or asked > wakes else wakes


def never_again(_asked: int, _began: int) -> int | None:
    """Starts, and is never seen again."""
    return None


def living(seed: int, median: int = ROBOT_MEDIAN, hours: Hours = HOURS) -> Habit:
    """Replies after a log-normal time of playing hours; the next step of the same turn follows within seconds."""
    rng, last = Random(seed), 0

    def acts(asked: int, _began: int) -> int:
        nonlocal last
        seconds = 8 if asked <= last + 1 else max(2, round(median * rng.lognormvariate(0, 1)))
        last = hours.instant_after(asked, seconds)
        return last

    return acts


@dataclass(frozen=True)
class Sent:
    """A message that arrived."""

    at: int
    kind: str
    text: str
    pings: tuple[int, ...]


@dataclass
class Played:
    """What a game was like."""

    table: Table
    began: int
    ended: int
    steps: Sequence[ShownStep]
    sent: list[Sent]
    pings: Counter[tuple[int, int]]
    """Turn messages that called a player, by seat and beginning of the turn."""
    reminders: Counter[tuple[int, int]]
    presses: int = 0
    """Moves that people made by hand."""

    @property
    def turns(self) -> int:
        """How often it became another seat's turn, as far as the log tells."""
        seats = [step.seat for step in self.steps if step.kind in ("act", "auto", "late") and step.seat is not None]
        return sum(one != other for one, other in pairwise(seats)) + 1

    def steps_of(self, *kinds: str) -> int:
        return sum(step.kind in kinds for step in self.steps)

    def count_calls(self, *kinds: str) -> int:
        return sum(sent.kind in kinds and bool(sent.pings) for sent in self.sent)


class Blank:
    """A look without pictures: what is drawn is tested elsewhere."""

    def arrange(self, seen: Any, before: Any) -> Any:
        return before

    def count_rows(self, seen: Any) -> int:
        return 0

    def board(self, *_: Any, **__: Any) -> Image.Image:
        return Image.new("L", (1, 1))

    hand = board

    def whole(self, *_: Any) -> None:
        return None

    score = stage = detail = whole

    def needs_whole_view(self, *_: Any) -> bool:
        return False

    def badge(self, seen: Any, seat: int, size: int) -> Any:
        return usual_badge(seen, seat, size)

    def shade(self, seen: Any, seat: int) -> Any:
        return usual_shade(seen, seat)

    def alt(self, seen: Any) -> Any:
        return msg("a board")

    hand_alt = text = alt


@dataclass
class Scene:
    """A table in the making; `parts` are those of the process that runs now."""

    store: Store
    clock: FixedClock
    mailbox: Mailbox
    games: Mapping[str, Game[Any, Any]]
    parts: Parts = field(init=False)

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Start another process on the same database: whatever was only in memory is gone."""
        looks: Mapping[str, Any] = {key: Blank() for key in self.games}
        self.parts = Parts.of(self.store, self.clock, self.games, looks, Texts(), self.mailbox)

    async def begin(
        self,
        game: str,
        options: str,
        seats: int,
        preset: Preset,
        hours: Hours = HOURS,
        absence: Absence = Absence.BOT,
    ) -> Table:
        """Start a game, and return its table."""
        host, *others = [Person(10**18 + n, name) for n, name in enumerate(NAMES[:seats])]
        timing = Timing(preset, hours, absence=absence)
        table = await new_table(self.parts.service, host, *others, game=game, preset=options, timing=timing)
        return await self.parts.service.tables.do(table.id, host.cause(), ready.start, host.user, threaded=True)

    async def show(self) -> None:
        """Bring the messages up to date."""
        for table in await self.parts.service.outbox.unshown_tables():
            await self.parts.channel.show(table)

    async def wake(self) -> None:
        """Do what is due by now, as the ticker does."""
        for table in await self.parts.service.clockwork.find_due():
            await self.parts.service.clockwork.tick(table)


@asynccontextmanager
async def scene(
    folder: Path, games: Mapping[str, Game[Any, Any]], mailbox: Mailbox | None = None
) -> AsyncIterator[Scene]:
    """Open an empty database at eight in the morning."""
    store = await Store.open(f"sqlite:///{folder / 'day.db'}")
    clock = FixedClock()
    clock.time = MORNING
    mailbox = mailbox or Mailbox()
    mailbox.clock = clock
    here = Scene(store, clock, mailbox, games)
    yield here
    await here.parts.close()
    await store.close()


async def play(here: Scene, table: Table, habits: Sequence[Habit], company: Company = USUAL) -> Played:
    """Play a game to its end, or until nothing more can happen."""
    service, clock, began = here.parts.service, here.clock, here.clock.time
    sent, pings, reminders = list[Sent](), Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    told, asked, replies = 0, dict[int, int](), dict[int, int | None]()
    presses = 0
    while True:
        await here.show()
        table = await service.tables.table(table.id, GUILD)
        turn = table.timing.turn
        for what, letter in here.mailbox.said[told:]:
            if what.startswith("sent"):
                kind = what.rpartition(" ")[2].split("-")[1][0]
                sent.append(Sent(clock.time, kind, letter.text, letter.pings))
                if turn is not None and letter.pings:
                    counter = pings if kind == "t" else reminders
                    counter[turn.seat, turn.since] += 1
        told = len(here.mailbox.said)
        if table.status is not Status.RUNNING or clock.time > began + LONGEST:
            break
        seat = table.to_act
        assert seat is not None
        assert seat != DEALER
        asked = asked if table.position_seq in asked else {table.position_seq: clock.time}
        if table.seats[seat].player is not None:
            clock.time += 1
            await move_computer(here, table)
            continue
        if table.timing.claimable and prompt in habits:
            clock.time += MINUTE
            await service.tables.do(
                table.id,
                Cause(table.seats[habits.index(prompt)].user),
                clock_requests.claim_seat,
                table.seats[habits.index(prompt)].user,
            )
            continue
        if table.position_seq not in replies:
            replies[table.position_seq] = habits[seat](asked[table.position_seq], began)
        acts = replies[table.position_seq]
        wakes = await service.clockwork.next_wake()
        assert wakes is not None
        if acts is not None and acts <= wakes:
            clock.time = max(clock.time, acts)
            presses += 1
            await _move_person(here, table, company)
        else:
            clock.time = max(clock.time, wakes)
            await here.wake()
    steps = await service.tables.history(table.id, 0, None)
    return Played(table, began, clock.time, steps, sent, pings, reminders, presses)


async def _move_person(here: Scene, table: Table, company: Company) -> None:
    """Make a person's move."""
    question = await here.parts.service.tables.read(table.id, play_rules.question_now)
    assert question
    assert table.mover is not None
    notation = company.plays(question.observation, question.at_deadline)
    person = Person(table.mover.user, table.mover.name)
    await here.parts.service.tables.act(table.id, press_by(person), person, table.position_seq, notation)


async def move_computer(here: Scene, table: Table) -> None:
    """Make a computer player's move; which one does not matter here."""
    question = await here.parts.service.tables.read(table.id, play_rules.question_now)
    assert question
    assert table.mover
    await here.parts.service.tables.act(
        table.id, table.mover.cause(), table.mover, table.position_seq, question.at_deadline
    )
