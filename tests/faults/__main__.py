"""`python -m tests.faults`: every fault of the list in its short form, as one table; `--full` takes hours."""

from __future__ import annotations

import argparse
import math
import signal
import sys
import time
from random import SystemRandom

from tests.faults.experiments import EXPERIMENTS
from tests.faults.frame import shown, tried

HOUR = 3600.0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__.partition("\n")[0])
    parser.add_argument("numbers", nargs="*", help="rows; all where none is named")
    parser.add_argument("--full", action="store_true", help="as often as the finished list asks for")
    parser.add_argument("--hours", type=float, default=math.inf, help="of --full: for so long at most, each its share")
    parser.add_argument("--seed", type=int, help="the one that another run has printed")
    parser.add_argument("--jobs", type=int, default=2, help="how many experiments at a time (2)")
    chosen = parser.parse_args()
    seed = SystemRandom().randrange(10**6) if chosen.seed is None else chosen.seed
    experiments = [each for each in EXPERIMENTS if not chosen.numbers or each.number in chosen.numbers]
    if unknown := {*chosen.numbers} - {each.number for each in experiments}:
        parser.error(f"there is no row {', '.join(sorted(unknown))}")
    if chosen.hours < math.inf and not chosen.full:
        parser.error("--hours is for --full")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what is done by then is told
    began, limit = time.monotonic(), 12 * HOUR if chosen.full else 1200.0
    print(f"seed {seed}: --seed {seed} repeats it", flush=True)
    results = tried(
        experiments,
        seed,
        full=chosen.full,
        jobs=chosen.jobs,
        limit=limit,
        progress=sys.stdout,
        seconds=HOUR * chosen.hours,
    )
    print(shown(results, colours=sys.stdout.isatty()))
    cpu = sum(result.cpu for result in results)
    print(f"{time.monotonic() - began:.0f} s, {cpu:.0f} of them processor time, seed {seed}")
    return 0 if all(result.passed for result in results) else 1


if __name__ == "__main__":
    sys.exit(main())
