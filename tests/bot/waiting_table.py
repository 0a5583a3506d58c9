"""A table and its clock: time passes there with everything that is due on the way."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service import Service
from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence, Timing
from bot.table.log.model import ANY, Person, Table
from bot.table.rules import play
from tests.bot.players import Player, mover_at
from tests.bot.tools import ANA, BEN, CEM, FixedClock, first_choice, make_deal, running_table

ALL_DAY = Hours()
NOON = 1_800_014_400


@dataclass
class Here:
    """A table of Ana, Ben and Cem whose game was dealt at noon, and its clock."""

    service: Service
    clock: FixedClock
    table: int = 0

    async def begin(self, preset: Preset = Preset.DAY, hours: Hours = ALL_DAY, absence: Absence = Absence.BOT) -> Table:
        self.clock.time = NOON
        table = await running_table(self.service, ANA, BEN, CEM, timing=Timing(preset, hours, absence=absence))
        self.table = table.id
        return await self.mark_shown(table)

    async def now(self) -> Table:
        return await self.service.tables.table(self.table, ANY)

    def player(self, person: Person) -> Player:
        return Player(self.service, self.table, person)

    async def mark_shown(self, table: Table) -> Table:
        await self.service.outbox.mark_shown(table.id, table.seq)
        return await self.now()

    async def tick(self, at: int) -> Table:
        """Let time pass up to a moment, with everything that is due on the way."""
        while (wake := await self.service.clockwork.next_wake()) is not None and wake <= at:
            self.clock.time = max(self.clock.time, wake)
            await self.mark_shown(await self.service.clockwork.tick(self.table))
        self.clock.time = at
        return await self.now()

    async def act(self) -> Table:
        """Whoever is to move does."""
        table = await self.now()
        mover = mover_at(self.service, table)
        person = self.player(Person(mover.user, mover.name))  # who comes back if they were away
        played = await person.plays(await first_choice(self.service, table), table.position_seq)
        return await self.mark_shown(await self.deal_on(played))

    async def deal_on(self, table: Table) -> Table:
        return await make_deal(self.service, table.id) if table.to_act == -1 else table

    async def go_on(self) -> Table:
        """Whatever comes next without anybody: a deal, a computer player's move, or what is due by then."""
        table = await self.now()
        if table.to_act == -1:
            return await self.mark_shown(await make_deal(self.service, table.id))
        question = await self.service.tables.read(table.id, play.question_now)
        if question is not None and question.player is not None:
            played = await mover_at(self.service, table).plays(question.at_deadline, table.position_seq)
            return await self.mark_shown(played)
        wake = await self.service.clockwork.next_wake()
        assert wake is not None
        return await self.tick(wake)

    async def kinds(self) -> list[str]:
        """Return what was added to the log since the deal."""
        steps = [step.kind.value for step in await self.service.tables.history(self.table, 0, None)]
        return steps[steps.index("deal") + 1 :]


def due(table: Table) -> int:
    assert table.timing.due is not None
    return table.timing.due
