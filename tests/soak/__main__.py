"""Run one soak: `python -m tests.soak NAME` prints its counts, exits 1 on a fault.

A soak is a module of this package with a function `soak`, which returns the sentences about what went wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from importlib import import_module

SOAKS = {
    "demo": "the real demo process lives for ten minutes and is played in a real browser",
    "postgres": "the real bot on a real PostgreSQL is played over a socket and outlives three restarts of its server",
    "presses": "the real bot is pressed thousands of times over a socket, and holds no more than before",
    "month": "the real bot lives for a month over a socket on a virtual clock, with its loops counted",
    "container": "the real bot lives in the image of docs/hosting, which .ci/container makes",
    "clock": "a bot on a virtual clock lives for a day and for a week, with its loops counted",
}


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__.partition("\n")[0])
    parser.add_argument("name", choices=SOAKS, help="; ".join(f"{name}: {what}" for name, what in SOAKS.items()))
    name = parser.parse_args().name
    problems: list[str] = asyncio.run(import_module(f"tests.soak.{name}").soak())
    for problem in problems:
        print(f"WRONG: {problem}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
