"""`python -m tests.day` prints a line for each scripted day.

With a game, a clock and a company it prints all messages of that day. Players who are away are treated as usual, or as
`--away` says; `--away all` tries each.
"""

from __future__ import annotations

import argparse
import asyncio
from datetime import UTC, datetime

from bot.table.clock.pace import DAY, HOUR, MINUTE, Preset
from bot.table.clock.timing import Absence
from tests.day.play import Played
from tests.day.scenes import COMPANIES, GAMES, day

COLUMNS = f"{'game':12}{'clock':8}{'company':12}{'away':7}{'end':8}{'after':>9}" + "".join(
    f"{name:>10}" for name in ("turns", "by clock", "messages", "pings", "a turn", "reminders", "a turn")
)


def line(game: str, preset: Preset, company: str, played: Played) -> str:
    """Return a day in one line."""
    numbers = (
        played.steps_of("act", "late"),
        played.steps_of("late"),
        len(played.sent),
        played.count_calls("t"),
        max(played.pings.values(), default=0),
        played.count_calls("a", "l"),
        max(played.reminders.values(), default=0),
    )
    shown = "".join(f"{number:>10}" for number in numbers)
    end = f"{played.table.status.value:8}{_span(played.ended - played.began):>9}"
    return f"{game:12}{preset:8}{company:12}{played.table.timing.absence:7}{end}{shown}"


def messages(played: Played) -> str:
    """Everything that was said, with whom it called."""
    return "\n".join(
        f"{datetime.fromtimestamp(sent.at, UTC):%d %H:%M} {sent.kind} "
        f"{' '.join(played.table.names[user - 10**18] for user in sent.pings):4} {sent.text.splitlines()[0]}"
        for sent in played.sent
    )


def _span(seconds: int) -> str:
    days, hours, minutes = seconds // DAY, seconds % DAY // HOUR, seconds % HOUR // MINUTE
    return f"{days}d {hours:02}:{minutes:02}"


async def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.day")
    parser.add_argument("game", nargs="?", choices=GAMES)
    parser.add_argument("clock", nargs="?", choices=list(Preset))
    parser.add_argument("company", nargs="?", choices=list(COMPANIES))
    parser.add_argument("--away", choices=[*Absence, "all"], default=Absence.BOT)
    chosen = parser.parse_args()
    absences = list(Absence) if chosen.away == "all" else [Absence(chosen.away)]
    print(COLUMNS)
    for game in [chosen.game] if chosen.game else GAMES:
        for preset in [Preset(chosen.clock)] if chosen.clock else Preset:
            for company in [chosen.company] if chosen.company else COMPANIES:
                for absence in absences:
                    played = await day(game, preset, company, absence)
                    print(line(game, preset, company, played), flush=True)
                    if chosen.company:
                        print(messages(played))


if __name__ == "__main__":
    asyncio.run(main())
