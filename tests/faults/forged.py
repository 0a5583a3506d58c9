"""What players and strangers could send by forging: presses, forms and commands.

They go to the desk itself, without a socket. Each is answered by a letter that Discord takes, or refused by a sentence.
"""

from __future__ import annotations

import asyncio
import traceback
from collections import defaultdict, deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from tempfile import mkdtemp
from unittest.mock import patch

from bot.computer.thinker import Thinker
from bot.config import Config
from bot.desk.caller import Caller, Target
from bot.desk.command import Arg, ArgKind
from bot.desk.routes import PERSON_COMMANDS, commands
from bot.discord.forms import parse_form
from bot.parts import Parts
from bot.store import Store
from bot.table.limits import Limits
from bot.table.log.model import Cause, Person
from bot.table.refusals import Refusal
from bot.table.rules import computers, ready
from bot.talk.letter import ControlId, Letter, Purpose, Select
from bot.talk.words import Texts
from renderers import RENDERERS
from tests.bot import thinkers
from tests.bot.mailbox import Mailbox
from tests.bot.reception import letter_problems
from tests.bot.tools import ANA, BEN, CHANNEL, GUILD, FixedClock
from tests.faults.frame import Tally
from tests.faults.hostile import JUNK, fields
from tests.faults.parlour import deal_if_due

MALLORY = Person(6666, "Mallory")
CALLERS = (ANA, ANA, BEN, BEN, MALLORY)
PLENTY = Limits(tables_a_person=10**5, tables_an_hour=10**5, changes_a_table=10**5, minutes_between_votes=0)
KEPT = 60
"""Controls of each kind that are remembered, to be bent."""
AGE = 1000
"""After this number of attempts new tables are begun: the older ones are over or voted away."""
NAMES = ("value", "target", "length", "hands", "x")
"""Of fields of forms."""


@dataclass
class Forger:
    """Who asks for what nobody was offered."""

    parts: Parts
    rng: Random
    tally: Tally
    tables: list[int] = field(default_factory=list)
    seen: dict[Purpose, deque[ControlId]] = field(default_factory=lambda: defaultdict(lambda: deque(maxlen=KEPT)))
    ids: count[int] = field(default_factory=lambda: count(10**6))

    async def sit(self) -> None:
        """Begin a table of each game; some wait for their start, some for their first deal."""
        tables = self.parts.service.tables
        for key, game in thinkers.PLAYED.items():
            with suppress(Refusal):  # the limit of a channel
                table = await tables.new(key, Cause(ANA.user, next(self.ids)), ANA, GUILD, CHANNEL)
                self.tables.append(table.id)
                await tables.do(table.id, BEN.cause(), ready.join, BEN)
                if min(game.seats) > 2 or self.rng.random() < 0.5:
                    await tables.do(table.id, Cause(ANA.user), computers.add, ANA.user, "easy")
                if (luck := self.rng.random()) < 0.8:
                    table = await tables.do(table.id, Cause(ANA.user), ready.start, ANA.user)
                    if luck < 0.7:
                        await deal_if_due(self.parts.service, table)

    async def ask(self) -> None:
        """Ask for something; whatever is not a letter or a refusal is a fault."""
        kind, caller, id = self.rng.randrange(3), self._caller(), self._id()
        what = f"{id} by {caller.person.name}"
        try:
            if kind == 0 and PERSON_COMMANDS and self.rng.random() < 0.2:
                chosen, target = self.rng.choice(PERSON_COMMANDS), self._target()
                what = f"{chosen.label} {target} by {caller.person.name}"
                self._read(await self.parts.desk.person_command(caller, chosen, target), what)
            elif kind == 0:
                command = self.rng.choice(commands(thinkers.PLAYED))
                typed = {
                    arg.name: self._value(arg) for arg in command.args if arg.is_required or self.rng.random() < 0.6
                }
                what = f"/{command.name} {typed} by {caller.person.name}"
                self._read(await self.parts.desk.command(caller, command, typed), what)
            elif kind == 1:
                filled = self._form_data(id)
                what += f" with {filled}"
                self._read(await self.parts.desk.press(caller, id, filled), what)
            elif id.purpose is Purpose.ASK:
                await self.parts.desk.form(caller, id)
            else:
                self._read(await self.parts.desk.press(caller, id), what)
        except Refusal:
            pass
        except Exception:
            self.tally.other.append(f"{what} is a fault: {' '.join(traceback.format_exc().split())[-600:]}")

    def _caller(self) -> Caller:
        place = self.rng.choice((CHANNEL, CHANNEL, 77))
        message = self.rng.choice((None, self.rng.randrange(10**19)))
        guild, locale = self.rng.choice((GUILD, GUILD, GUILD, None, 5)), self.rng.choice(("en-US", "de", "xx"))
        caller = Caller(self.rng.choice(CALLERS), locale, next(self.ids), guild, place)
        return replace(caller, message=message, manages=self.rng.random() < 0.2)

    def _target(self) -> Target:
        is_app, is_member, sees_channel = (self.rng.random() < odds for odds in (0.1, 0.8, 0.8))
        return Target(self.rng.choice(CALLERS), is_app, is_member, sees_channel)

    def _id(self) -> ControlId:
        """Return a control that was offered, mostly bent, or one that never was."""
        purpose = self.rng.choice(list(Purpose))
        known = self.seen[purpose]
        if known and self.rng.random() < 0.7:
            id = self.rng.choice(known)
            data = _bent(id.data, self.rng) if self.rng.random() < 0.6 else id.data
            return replace(id, data=data) if self.rng.random() < 0.7 else self._elsewhere(id.purpose, data)
        return self._elsewhere(purpose, self.rng.choice(JUNK)[:60])

    def _elsewhere(self, purpose: Purpose, data: str) -> ControlId:
        table = self.rng.choice((0, 10**17, *self.rng.choices(self.tables, k=6)))
        return ControlId(purpose, table, self.rng.choice((0, self.rng.randrange(30), 10**8)), data)

    def _value(self, arg: Arg) -> str | int:
        if chosen := arg.choices_for(thinkers.PLAYED):
            return self.rng.choice(chosen)[1]
        if arg.kind is ArgKind.TEXT:
            return self.rng.choice((*JUNK, str(self.rng.choice(self.tables)), "1"))
        return self.rng.choice((0, 1, 7, ANA.user, MALLORY.user))

    def _form_data(self, id: ControlId) -> dict[str, str]:
        if self.rng.random() < 0.5:
            return {self.rng.choice(NAMES): self.rng.choice(JUNK)}
        return dict(parse_form({"custom_id": str(id), "components": fields(self.rng)})[1])

    def _read(self, letter: Letter, what: str) -> None:
        """Remember what a letter offers, which Discord must take."""
        self.tally.other += [f"Discord does not take the answer to {what}: {why}" for why in letter_problems(letter)]
        for row in letter.rows:
            for control in row.options if isinstance(row, Select) else row:
                self.seen[control.id.purpose].append(control.id)


def _bent(data: str, rng: Random) -> str:
    """Data with another character, end or order."""
    at, junk = rng.randrange(len(data) + 1), rng.choice(JUNK)[:40]
    bent = (data[::-1], f"{data} {junk}", f"{data.partition(' ')[0]} {junk}", data[:at] + rng.choice("0 9-=x,:>²٠"))
    return rng.choice((*bent, rng.choice(bent) + data[at:]))[:80]


def forge(times: int, seed: int) -> Tally:
    """Forge presses, forms and commands."""
    with patch.object(Thinker, "ask", thinkers.answer_here):
        return asyncio.run(_forge(times, Random(seed)))


async def _forge(times: int, rng: Random) -> Tally:
    store, clock = await Store.open(f"sqlite:///{mkdtemp()}/boneyard.db"), FixedClock()
    games = thinkers.PLAYED
    parts = Parts.of(store, clock, games, RENDERERS, Texts(), Mailbox(), Config(source=thinkers.SOURCE, limits=PLENTY))
    await parts.service.absence.begin()
    here = Forger(parts, rng, Tally())
    while here.tally.runs < times:
        if here.tally.runs % AGE == 0:
            await here.sit()
        await here.ask()
        here.tally.runs += 1
    await parts.close()
    await store.close()
    here.tally.note = f"{len(here.tables)} tables, {sum(map(len, here.seen.values()))} controls bent"
    return here.tally
