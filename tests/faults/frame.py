"""The table of faults: each row is an experiment in its own process, and its counts."""

from __future__ import annotations

import faulthandler
import math
import os
import secrets
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, TextIO
from unittest.mock import patch

import msgspec
import structlog

from tests.bot.databases import shared_databases
from tests.bot.tools import fork
from tests.wire import nursery
from tests.wire.bot import ROW

if TYPE_CHECKING:
    from tests.faults.kept import Kept

RED, PLAIN = "\033[31m", "\033[0m"
SHORT_FORMS = 5
"""The short forms that a round of the long form is worth; the first round is one."""
IN_VAIN = 5
"""Rounds that may do less than they should, as chance has it, before a row is red for that."""
MEMORY = Path("/dev/shm")
"""Files here are in memory: a killed process loses none of them, and no disk is waited for."""
PLAIN_LOG = structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)
"""Without the values of all variables: with `rich`, they take seconds for each error, and all loops wait meanwhile."""
COLUMNS = ("", "fault", "runs", "lost", "doubled", "leaked", "other", "pass figure", "CPU s", "s")


class Tally(msgspec.Struct):
    """What an experiment counted."""

    runs: int = 0
    lost: int = 0
    """Actions that were acknowledged, answers, messages and games that are not there."""
    doubled: int = 0
    leaked: int = 0
    other: list[str] = []
    """Sentences about whatever else went wrong."""
    note: str = ""
    """Figures beside the table."""

    @property
    def faults(self) -> int:
        """The number of faults of all kinds."""
        return self.lost + self.doubled + self.leaked + len(self.other)

    def __add__(self, more: Tally) -> Tally:
        return Tally(
            self.runs + more.runs,
            self.lost + more.lost,
            self.doubled + more.doubled,
            self.leaked + more.leaked,
            self.other + more.other,
            "; ".join(filter(None, (self.note, more.note))),
        )


Run = Callable[[int, int], Tally]
"""Does an experiment `times` times with a seed; it may be done a few times more."""


@dataclass(frozen=True)
class Experiment:
    """A row: its number is that of the fault, `S` for secrecy and `C` for a control, which must find something."""

    number: str
    fault: str
    run: Run
    short: int
    full: int

    @property
    def control(self) -> bool:
        return self.number.startswith("C")


@dataclass
class Result:
    """How an experiment went."""

    experiment: Experiment
    asked: int
    tally: Tally | None
    """None if it did not end as it should."""
    wanted: int
    """How often the finished list asks for; fewer were asked for if there was no time for more."""
    seconds: float
    cpu: float
    """Seconds of processor time, those of its children among them: what a machine with other work tells too."""
    output: str = field(repr=False)

    @property
    def is_passed(self) -> bool:
        """Whether it was done as often as it should and found nothing; a control has to find something."""
        if self.tally is None or self.tally.runs < self.asked:
            return False
        return bool(self.tally.faults) is self.experiment.control

    def wrong(self) -> Sequence[str]:
        """Return what a row that is red has found, and what it has printed."""
        return [
            f"RED {self.experiment.number} {self.experiment.fault}",
            *(f"  {sentence}" for sentence in (self.tally.other if self.tally else ())[:20]),
            *(f"  | {line}" for line in self.output.splitlines()[-80:]),
        ]

    def line(self) -> Sequence[str]:
        """Return the row of the table."""
        tally, kind = self.tally or Tally(), "must be found" if self.experiment.control else "0"
        counted = (tally.runs, tally.lost, tally.doubled, tally.leaked, len(tally.other))
        numbers = [f"{number:,}" for number in counted] if self.tally else ["broke off", "", "", "", ""]
        figure = f"{kind} in {self.asked:,}" + (f" of {self.wanted:,}" if self.wanted > self.asked else "")
        return [
            self.experiment.number,
            self.experiment.fault,
            *numbers,
            figure,
            f"{self.cpu:.0f}",
            f"{self.seconds:.0f}",
        ]


def run_all(
    experiments: Sequence[Experiment],
    seed: int,
    *,
    full: bool,
    jobs: int,
    limit: float,
    progress: TextIO,
    seconds: float = math.inf,
    kept: Kept | None = None,
) -> list[Result]:
    """Do all experiments, `jobs` at a time, and report each round and each end.

    They go on from what is kept. If `limit` seconds are all there is for them, each is done in rounds for as long as it
    has a share of them; those that are to be repeated most come last, and have what the others leave.
    """
    last = time.monotonic() + seconds
    waiting, under_way, results = _in_order(experiments, seconds), dict[int, _Running](), list[Result]()
    with tempfile.TemporaryDirectory(prefix="faults-", dir=MEMORY if MEMORY.is_dir() else None) as folder:
        while waiting or under_way:
            while waiting and len(under_way) < jobs:
                share = max(0.0, last - time.monotonic()) * jobs / (len(waiting) + len(under_way))
                started = _Running(waiting.pop(0), seed, Path(folder), full, share, kept)
                under_way[started.child] = started
            try:
                child, cpu = _wait_for_one(under_way, limit, progress)
            except KeyboardInterrupt:  # the table tells what there is
                waiting.clear()
                for child in under_way:
                    os.killpg(child, signal.SIGKILL)
                continue
            results.append(result := under_way.pop(child).result(cpu))
            _print_result(result, len(results), len(experiments), progress)
    return sorted(results, key=lambda result: experiments.index(result.experiment))


def _in_order(experiments: Sequence[Experiment], seconds: float) -> list[Experiment]:
    if seconds == math.inf:
        return list(experiments)
    return sorted(experiments, key=lambda each: each.full / each.short)


def _print_result(result: Result, number: int, of: int, progress: TextIO) -> None:
    state = "ok " if result.is_passed else "RED"
    name = f"{result.experiment.number:4} {result.experiment.fault}"
    print(f"{number:3}/{of} {state} {result.seconds:5.0f} s {result.cpu:5.0f} CPU s  {name}", file=progress, flush=True)
    if not result.is_passed:  # the other rows may take hours
        print("\n".join(result.wrong()), file=progress, flush=True)


def _wait_for_one(under_way: Mapping[int, _Running], limit: float, progress: TextIO) -> tuple[int, float]:
    """Wait for one of the processes and return its processor time.

    One that takes too long is ended with all that it started.
    """
    while True:
        for child, running in under_way.items():
            ended, _, used = os.wait4(child, os.WNOHANG)
            if ended:
                return child, used.ru_utime + used.ru_stime
            if news := running.read_news():
                print(news, file=progress, flush=True)
            if time.monotonic() - running.began > limit:
                os.kill(child, signal.SIGUSR1)
                time.sleep(0.5)  # it writes down where it was
                os.killpg(child, signal.SIGKILL)
                used = os.wait4(child, 0)[2]
                return child, used.ru_utime + used.ru_stime
        time.sleep(0.02)


class _Running:
    """An experiment that is under way in a process of its own."""

    def __init__(
        self, experiment: Experiment, seed: int, folder: Path, full: bool, share: float, kept: Kept | None
    ) -> None:
        self.experiment = experiment
        self._kept = kept
        self._before = kept.rounds(experiment.number) if kept else []
        self._told = 0
        self.asked = experiment.full if full else experiment.short
        self.began = time.monotonic()
        self._last = self.began + share
        self._folder = folder / experiment.number
        self._folder.mkdir()
        for each in (folder, self._folder):
            each.chmod(0o755)  # PostgreSQL runs as another user
        self.child = fork(lambda: self._do(seed))

    def _do(self, seed: int) -> None:
        os.setpgid(0, 0)
        with (self._folder / "output").open("w") as output:
            for stream in (sys.stdout, sys.stderr):
                os.dup2(output.fileno(), stream.fileno())
            faulthandler.register(signal.SIGUSR1, output)
            structlog.configure(processors=[structlog.dev.set_exc_info, PLAIN_LOG])
            try:
                with lucky(f"{seed} {self.experiment.number}"), shared_databases(hurried=False):
                    os.environ[ROW] = self.experiment.number
                    tempfile.tempdir = str(self._folder)
                    self._rounds(seed)
                (self._folder / "ended").touch()
            except BaseException:
                traceback.print_exc()
            sys.stdout.flush()
            sys.stderr.flush()

    def _rounds(self, seed: int) -> None:
        """Do it until it was done often enough, each round with another seed; what there is stays, whatever comes."""
        tally, short, in_vain = self._tally_before(), self.experiment.short, 0
        if self._before:
            self._note(tally)
        for number in count(len(self._before)):
            found = tally.faults and not self.experiment.control
            if tally.runs >= self.asked or found or in_vain > IN_VAIN or (number and time.monotonic() >= self._last):
                break
            asked = min(short * SHORT_FORMS if number else short, self.asked - tally.runs)
            more = self._round(asked, seed + number)
            tally += msgspec.structs.replace(more, note="")
            note = f"{more.note} (the last of {number + 1} rounds)" if number and more.note else more.note
            self._note(msgspec.structs.replace(tally, note=note))
            in_vain += more.runs < asked

    def _tally_before(self) -> Tally:
        return msgspec.structs.replace(sum((each.tally for each in self._before), Tally()), note="")

    def _round(self, asked: int, seed: int) -> Tally:
        """Do one round, and keep what came of it."""
        began, used = time.monotonic(), _cpu_seconds()
        tally = self.experiment.run(asked, seed)
        nursery.end()  # and its time counts
        if self._kept and (self.experiment.control or not tally.faults):
            self._kept.add(self.experiment.number, tally, _cpu_seconds() - used, time.monotonic() - began)
        return tally

    def _note(self, tally: Tally) -> None:
        """Write down what there is, whole or not at all."""
        new = self._folder / "tally.new"
        new.write_bytes(msgspec.json.encode(tally))
        new.replace(self._folder / "tally")

    def read_news(self) -> str:
        """Tell of a round that is over and not the last."""
        tally = self._tally()
        if tally is None or not self._told < tally.runs < self.asked:
            return ""
        self._told = tally.runs
        return f"      {self.experiment.number:4} {tally.runs:,} of {self.asked:,}, {tally.faults} found"

    def _tally(self) -> Tally | None:
        file = self._folder / "tally"
        return msgspec.json.decode(file.read_bytes(), type=Tally) if file.exists() else None

    def result(self, cpu: float) -> Result:
        tally = self._tally()
        if tally and not (self._folder / "ended").exists():
            tally.other.append("broke off in a later round")
        output = (self._folder / "output").read_text(errors="replace")
        asked = self.asked
        if tally and time.monotonic() >= self._last:
            asked = max(min(asked, self.experiment.short), min(asked, tally.runs))
        seconds = time.monotonic() - self.began + sum(each.seconds for each in self._before)
        cpu += sum(each.cpu for each in self._before)
        return Result(self.experiment, asked, tally, self.asked, seconds, cpu, output)


def _cpu_seconds() -> float:
    """Seconds of processor time of this process, and of those that it has ended."""
    return sum(os.times()[:4])


@contextmanager
def lucky(seed: str) -> Iterator[None]:
    """Draw the secrets of this process from a seed, where a running bot asks the machine."""
    chance = Random(seed)
    with patch.object(secrets, "token_bytes", lambda size=32: chance.randbytes(size)):
        yield


def report(results: Sequence[Result], *, colours: bool) -> str:
    """Return the table, what is wrong below it, and the figures of those that have some."""
    rows = [COLUMNS, *(result.line() for result in results)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(COLUMNS))]
    lines = []
    for row, result in zip(rows, (None, *results), strict=True):
        cells = [
            cell.ljust(width) if n < 2 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        line = "  ".join(cells).rstrip()
        lines.append(f"{RED}{line}{PLAIN}" if colours and result and not result.is_passed else line)
    lines += [f"  {one.experiment.number}: {one.tally.note}" for one in results if one.tally and one.tally.note]
    red = [result for result in results if not result.is_passed]
    for result in red:
        lines += ["", *result.wrong()]
    controls = sum(result.experiment.control for result in results)
    lines.append(f"\n{len(results)} rows, {controls} of them controls that had to find something; {len(red)} red.")
    return "\n".join(lines)
