"""Run every fault of the list in its short form, as one table.

`python -m tests.faults`; `--full` takes hours. With `--keep FILE` a run that was broken off is gone on with by the same
command.
"""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

from tests.faults.experiments import EXPERIMENTS
from tests.faults.frame import Experiment, report, run_all
from tests.faults.kept import Kept

HOUR = 3600.0


def read() -> tuple[argparse.Namespace, Sequence[Experiment]]:
    """Read the command, and which rows it names."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__.partition("\n")[0])
    parser.add_argument("numbers", nargs="*", help="rows, in this order; all where none is named")
    parser.add_argument("--full", action="store_true", help="as often as the finished list asks for")
    parser.add_argument("--hours", type=float, default=math.inf, help="of --full: for so long at most, each its share")
    parser.add_argument("--seed", type=int, help="the one that another run has printed")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="what is done is kept there, and not done again")
    parser.add_argument("--jobs", type=int, default=2, help="how many experiments at a time (2)")
    chosen = parser.parse_args()
    rows = {each.number: each for each in EXPERIMENTS}
    if unknown := {*chosen.numbers} - rows.keys():
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    if chosen.hours < math.inf and not chosen.full:
        parser.error("--hours is for --full")
    return chosen, [rows[number] for number in dict.fromkeys(chosen.numbers)] or EXPERIMENTS


def main() -> int:
    chosen, experiments = read()
    seed = SystemRandom().randrange(10**6) if chosen.seed is None else chosen.seed
    kept = Kept(chosen.keep, seed) if chosen.keep else None
    seed = kept.seed if kept else seed
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what is done by then is told
    began, limit = time.monotonic(), 12 * HOUR if chosen.full else 1200.0
    print(f"seed {seed}: --seed {seed} repeats it", flush=True)
    results = run_all(
        experiments,
        seed,
        full=chosen.full,
        jobs=chosen.jobs,
        limit=limit,
        progress=sys.stdout,
        seconds=HOUR * chosen.hours,
        kept=kept,
    )
    print(report(results, colours=sys.stdout.isatty()))
    cpu = sum(result.cpu for result in results)
    print(f"{time.monotonic() - began:.0f} s, {cpu:.0f} of them processor time, seed {seed}")
    return 0 if all(result.is_passed for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
