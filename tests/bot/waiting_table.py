"""A table and its clock: time passes there with everything that is due on the way."""

from __future__ import annotations

from dataclasses import dataclass

from bot.service import Service
from bot.table.clock.hours import Hours
from bot.table.clock.pace import Preset
from bot.table.clock.timing import Absence, Timing
from bot.table.log.model import ANY, Cause, Person, Table
from bot.table.rules import play, ready
from tests.bot.tools import ANA, BEN, CEM, CHANNEL, GUILD, FixedClock, dealt, first_choice

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
        table = await self.service.tables.new(
            "cards", ANA.by(), ANA, GUILD, CHANNEL, timing=Timing(preset, hours, absence=absence)
        )
        self.table = table.id
        for person in (BEN, CEM):
            await self.service.tables.do(table.id, person.by(), ready.join, person)
        await self.service.tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
        return await self.shown(await dealt(self.service, table.id))

    async def now(self) -> Table:
        return await self.service.tables.table(self.table, ANY)

    async def shown(self, table: Table) -> Table:
        await self.service.outbox.mark_shown(table.id, table.seq)
        return await self.now()

    async def tick(self, at: int) -> Table:
        """Let time pass up to a moment, with everything that is due on the way."""
        while (wake := await self.service.clockwork.next_wake()) is not None and wake <= at:
            self.clock.time = max(self.clock.time, wake)
            await self.shown(await self.service.clockwork.tick(self.table))
        self.clock.time = at
        return await self.now()

    async def act(self) -> Table:
        """Whoever is to move does."""
        table = await self.now()
        person = table.mover
        assert person
        notation = await first_choice(self.service, table)
        played = await self.service.tables.act(
            table.id,
            Person(person.user, person.name).by(),
            Person(person.user, person.name),
            table.position_seq,
            notation,
        )
        return await self.shown(await self.deal_on(played.table))

    async def deal_on(self, table: Table) -> Table:
        return await dealt(self.service, table.id) if table.to_act == -1 else table

    async def on(self) -> Table:
        """Whatever comes next without anybody: a deal, a computer player's move, or what is due by then."""
        table = await self.now()
        if table.to_act == -1:
            return await self.shown(await dealt(self.service, table.id))
        question = await self.service.tables.see(table.id, play.question_now)
        if question is not None and question.player is not None:
            assert table.mover
            played = await self.service.tables.act(
                table.id, table.mover.by(), table.mover, table.position_seq, question.at_deadline
            )
            return await self.shown(played.table)
        wake = await self.service.clockwork.next_wake()
        assert wake is not None
        return await self.tick(wake)

    async def kinds(self) -> list[str]:
        """What was added to the log since the deal."""
        steps = [step.kind.value for step in await self.service.tables.history(self.table, 0, None)]
        return steps[steps.index("deal") + 1 :]


def due(table: Table) -> int:
    assert table.timing.due is not None
    return table.timing.due
