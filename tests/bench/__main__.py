"""Runs the parts that are named, or all."""

from __future__ import annotations

import argparse
import platform
from pathlib import Path
from time import perf_counter

from tests.bench import (
    beacon,
    cold,
    counts,
    engine,
    farmyard,
    gallery,
    grown,
    load,
    notify,
    pictures,
    players,
    recounts,
    replays,
    scale,
    search,
    sizes,
    start,
    tables,
    walks,
)
from tests.bench.measure import LONG, SHORT

PARTS = {
    "engine": engine.run,
    "search": search.run,
    "players": players.run,
    "start": start.run,
    "tables": tables.run,
    "cold": cold.run,
    "grown": grown.run,
    "pictures": pictures.run,
    "farmyard": farmyard.run,
    "replays": replays.run,
    "recounts": recounts.run,
    "sizes": sizes.run,
    "walks": walks.run,
    "counts": counts.run,
    "beacon": beacon.run,
    "load": load.run,
    "scale": scale.run,
    "notify": notify.run,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="Figures beside their references.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"any of {', '.join(PARTS)}; all where none is named")
    parser.add_argument("--short", action="store_true", help="only see that it runs: the figures are rough")
    parser.add_argument("--gallery", type=Path, metavar="DIR", help="only write pictures there, to be looked at")
    chosen = parser.parse_args()
    if chosen.gallery:
        gallery.save(chosen.gallery, few=chosen.short)
        return
    if unknown := set(chosen.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    print(f"Python {platform.python_version()}, CPU time of this process, medians; × is a ratio within this run.")
    for part in chosen.parts or PARTS:
        began = perf_counter()
        PARTS[part](SHORT if chosen.short else LONG)
        print(f"({part}: {perf_counter() - began:.1f} s)")


if __name__ == "__main__":
    main()
