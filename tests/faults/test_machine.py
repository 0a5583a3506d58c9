"""Any order of presses, repeats, late presses, two at once and restarts: the log is what a simple model says it is."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from bot.service import Service
from bot.store import Store
from bot.table.log.model import ANY, NO_CAUSE, Person, Played, Table
from bot.table.refusals import Over, Refusal, Stale
from bot.table.rules import play
from engine.game import DEALER
from tests.bot.databases import threaded_sqlite
from tests.bot.games import GAMES
from tests.bot.tools import ANA, BEN, CEM, EVE, FixedClock, announce_deal, started_table

PEOPLE = (ANA, BEN, CEM)


class TableMachine(RuleBasedStateMachine):
    """Two doors (two processes) on one database; the model is the number of steps and every answer given."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.Runner()
        self.folder = tempfile.TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
        self.address = f"sqlite:///{self.folder.name}/boneyard.db"
        self.answers: list[tuple[Person, int, str, int, Played]] = []
        self.interaction = 0
        self.message = 0

    def do(self, work: Any) -> Any:
        return self.loop.run(work)

    @initialize()
    def open_(self) -> None:
        self.stores = [self.do(Store.open(self.address, alone=False)) for _ in range(2)]
        self.doors = [Service.of(store, GAMES, FixedClock()) for store in self.stores]
        self.table: Table = self.do(started_table(self.doors[0], *PEOPLE))
        self.seq = self.table.seq

    def teardown(self) -> None:
        for store in getattr(self, "stores", ()):
            self.do(store.close())
        self.loop.close()
        self.folder.cleanup()

    def next(self) -> int:
        self.interaction += 1
        return self.interaction

    def refresh(self) -> Table:
        self.table = self.do(self.doors[0].tables.table(self.table.id, ANY))
        return self.table

    def note_answer(self, person: Person, seq: int, notation: str, interaction: int, played: Played) -> None:
        self.answers.append((person, seq, notation, interaction, played))
        self.seq = played.table.seq

    @precondition(lambda self: self.table.to_act == DEALER)
    @rule(door=st.integers(0, 1))
    def deal(self, door: int) -> None:
        self.message += 1
        self.seq = self.do(self.doors[1 - door].tables.do(self.table.id, NO_CAUSE, announce_deal, self.message)).seq
        self.refresh()

    @rule(door=st.integers(0, 1))
    def an_old_deal_again(self, door: int) -> None:
        if self.message:
            self.do(self.doors[door].tables.do(self.table.id, NO_CAUSE, announce_deal, self.message))

    @precondition(lambda self: self.table.mover)
    @rule(door=st.integers(0, 1), which=st.integers(0, 20))
    def press(self, door: int, which: int) -> None:
        person, seq, notation = self._legal(which)
        interaction = self.next()
        played = self.do(self.doors[door].tables.act(self.table.id, person.cause(interaction), person, seq, notation))
        assert played.seq > self.seq
        self.note_answer(person, seq, notation, interaction, played)
        self.refresh()

    @precondition(lambda self: self.table.mover)
    @rule(which=st.integers(0, 20), same=st.booleans())
    def two_at_once(self, which: int, same: bool) -> None:
        person, seq, notation = self._legal(which)
        first = self.next()
        numbers = (first, first if same else self.next())
        before = self.seq

        async def both() -> list[Any]:
            presses = (
                door.tables.act(self.table.id, person.cause(number), person, seq, notation)
                for door, number in zip(self.doors, numbers, strict=True)
            )
            return await asyncio.gather(*presses, return_exceptions=True)

        answers = self.do(both())
        won = [(n, a) for n, a in zip(numbers, answers, strict=True) if isinstance(a, Played)]
        assert len(won) == (2 if same else 1), answers
        assert same or any(isinstance(answer, Stale | Over) for answer in answers)
        self.note_answer(person, seq, notation, *won[0])
        assert won[0][1].seq > before
        self.refresh()

    @precondition(lambda self: self.answers)
    @rule(door=st.integers(0, 1), which=st.integers(0, 50))
    def redeliver(self, door: int, which: int) -> None:
        person, seq, notation, interaction, first = self.answers[which % len(self.answers)]
        again = self.do(self.doors[door].tables.act(self.table.id, person.cause(interaction), person, seq, notation))
        assert (again.seq, again.events) == (first.seq, first.events)

    @precondition(lambda self: self.table.mover)
    @rule(door=st.integers(0, 1), age=st.integers(1, 9), which=st.integers(0, 20))
    def a_late_press(self, door: int, age: int, which: int) -> None:
        person, seq, notation = self._legal(which)
        self._expect_refusal(door, person, seq - age, notation, Stale)

    @rule(door=st.integers(0, 1), person=st.sampled_from((*PEOPLE, EVE)), notation=st.text(max_size=8))
    def nonsense(self, door: int, person: Person, notation: str) -> None:
        self._expect_refusal(door, person, None, "x" + notation, Refusal)

    @rule(door=st.integers(0, 1))
    def restart(self, door: int) -> None:
        self.do(self.stores[door].close())
        self.stores[door] = self.do(Store.open(self.address, alone=False))
        self.doors[door] = Service.of(self.stores[door], GAMES, FixedClock())

    def _legal(self, which: int) -> tuple[Person, int, str]:
        person = self.table.mover
        assert person is not None
        choices = self.do(self.doors[which % 2].tables.observe(self.table.id, person.user)).observation.choices
        return person, self.table.position_seq, choices[which % len(choices)].notation

    def _expect_refusal(self, door: int, person: Person, seq: int | None, notation: str, kind: type[Refusal]) -> None:
        try:
            self.do(self.doors[door].tables.act(self.table.id, person.cause(self.next()), person, seq, notation))
        except kind:
            return
        raise AssertionError(f"{notation} was taken")

    @invariant()
    def the_log_is_what_was_answered(self) -> None:
        if not hasattr(self, "table"):
            return
        for door in self.doors:
            table = self.do(door.tables.table(self.table.id, ANY))
            steps = self.do(door.tables.history(self.table.id, 0, None))
            assert table.seq == self.seq == len(steps)
            assert [step.seq for step in steps] == list(range(1, self.seq + 1))
            assert sum(step.kind == "act" for step in steps) == len(self.answers)


BUDGET = settings(
    max_examples=12,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.reuse, Phase.generate],  # making a failing run shorter takes minutes
    print_blob=True,
)


@pytest.mark.parametrize("runs", [3, pytest.param(24, marks=pytest.mark.long)])
def test_the_log_is_what_the_model_says(runs: int) -> None:
    with threaded_sqlite():  # two doors at one file wait for each other
        run_state_machine_as_test(TableMachine, settings=settings(BUDGET, max_examples=runs))


def test_the_machine_sees_that_old_buttons_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Control: without the check of the seq, a late press is a move."""
    checked = play.act
    monkeypatch.setattr(play, "act", lambda draft, person, _, told, **more: checked(draft, person, None, told, **more))
    with pytest.raises(AssertionError):
        run_state_machine_as_test(TableMachine, settings=settings(BUDGET, database=None, print_blob=False))
