"""The real demo process lives for ten minutes and is played through a browser.

It is played in its third minute, after it was stopped for a while as a laptop's lid does it, and at its end. Between,
it has nothing to do, and is looked at.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from tests.end_to_end.page import Page, browser, open_page
from tests.end_to_end.test_demo import play, wait_for_turn

MINUTE = 60
LIFE = 10 * MINUTE
ABSENCE = 75
"""Seconds for which the process is stopped: longer than what the demo takes for slowness."""
BUSIEST = 0.25
"""The part of a core that a demo may take with nothing to do and a tab open: usually 0.02, frozen 0.9."""
CLOSEST = 50
"""Seconds between two notes that the bot runs; it writes one a minute."""
FARTHEST = 90
"""Seconds that the time of a message may be from the machine's."""
WAITS = 5
"""Times that its clock may wait for a busy bot, on a machine that does much else; a frozen demo has hundreds."""
PATIENCE = 2 * MINUTE
"""Seconds for a move with the answer of a computer player, on a machine that does much else."""


@dataclass
class Demo:
    """A running demo, and what was seen of it."""

    process: asyncio.subprocess.Process
    folder: Path
    address: str
    began: float = field(default_factory=time.monotonic)
    beats: list[int] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    async def until(self, second: float) -> None:
        """Wait for this second of its life."""
        await asyncio.sleep(max(0.0, self.began + second - time.monotonic()))

    def cpu(self) -> float:
        """Seconds of a core that it has taken, its own and the system's for it."""
        after_name = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")

    async def idle(self, seconds: float) -> None:
        """Look what it takes to do nothing."""
        cpu, began = self.cpu(), time.monotonic()
        await asyncio.sleep(seconds)
        share = (self.cpu() - cpu) / (time.monotonic() - began)
        print(f"idle for {seconds:.0f} s: {100 * share:.1f} % of a core")
        if share > BUSIEST:
            self.problems.append(f"it takes {100 * share:.0f} % of a core with nothing to do")

    async def watch(self) -> None:
        """Read every second when the bot last noted that it runs."""
        (database,) = self.folder.rglob("demo.db")
        with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as reader:
            while True:
                with suppress(sqlite3.OperationalError):  # busy
                    ((beat,),) = reader.execute("SELECT value FROM meta WHERE key = 'beat'").fetchall()
                    if int(beat) not in self.beats[-1:]:
                        self.beats.append(int(beat))
                await asyncio.sleep(1)

    async def turn(self, page: Page, before: str) -> str:
        """Play one turn, which needs an answer to each press, and the next turn with the time of now; its id."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(PATIENCE):
                await page.press("My hand")
                await play(page)
                new = await wait_for_turn(page, "Ana", before)
        except Exception as error:
            self.problems.append(f"no answer in second {began - self.began:.0f}: {error!r}")
            return before
        sent = await page.tab.locator("time.message-time, time.message-gutter-time").last.get_attribute("datetime")
        off = datetime.fromisoformat(sent or "").timestamp() - time.time()
        print(f"second {began - self.began:.0f}: played in {time.monotonic() - began:.1f} s, message {off:+.0f} s off")
        if abs(off) > FARTHEST:
            self.problems.append(f"in second {began - self.began:.0f} a message tells a time that is {off:+.0f} s off")
        return new


async def soak() -> list[str]:
    """Return what went wrong."""
    async with _start_demo() as demo, browser() as chromium:
        watching = asyncio.create_task(demo.watch())
        page = await open_page(chromium, demo.address, viewer="Ana")
        await _live(demo, page)
        watching.cancel()
        if demo.process.returncode is not None:
            demo.problems.append(f"it ended by itself with {demo.process.returncode}")
    print(f"notes that the bot runs: {len(demo.beats)}")
    between = [after - before for before, after in zip(demo.beats, demo.beats[1:], strict=False)]
    demo.problems += [f"two notes that the bot runs are {gap} s apart" for gap in between if gap < CLOSEST]
    if len(demo.beats) < (LIFE - ABSENCE) / MINUTE - 2:
        demo.problems.append(f"it noted only {len(demo.beats)} times that it runs")
    return demo.problems


async def _live(demo: Demo, page: Page) -> None:
    await page.command("new", game="Draw Dominoes")
    await page.press("Add computer")
    await page.press("Easy", private=True)
    await page.press("Start", private=True)
    turn = await wait_for_turn(page, "Ana", "")
    await demo.until(2.5 * MINUTE)
    turn = await demo.turn(page, turn)
    await demo.idle(MINUTE)
    demo.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(ABSENCE)
    demo.process.send_signal(signal.SIGCONT)
    turn = await demo.turn(page, turn)
    await demo.until(LIFE - 2 * MINUTE)
    await demo.idle(MINUTE)
    await demo.until(LIFE - MINUTE / 2)
    await demo.turn(page, turn)


@asynccontextmanager
async def _start_demo() -> AsyncIterator[Demo]:
    """Run `python -m bot demo` until a signal; its complaints and what it leaves behind are problems, too."""
    with tempfile.TemporaryDirectory() as folder:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "demo", "--port", "0"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**os.environ, "TMPDIR": folder},
        )
        assert process.stdout
        assert process.stderr
        complaints = asyncio.create_task(process.stderr.read())
        demo = Demo(process, Path(folder), (await process.stdout.readline()).decode().split()[-1])
        try:
            yield demo
        finally:
            if process.returncode is None:
                process.terminate()
            await process.wait()
            told = (await complaints).decode()
            print(told, end="")
            demo.problems += [line for line in told.splitlines() if "Traceback" in line]
            if (waits := told.count("the clock waits")) > WAITS:
                demo.problems.append(f"its clock waited {waits} times for a busy bot")
            demo.problems += [f"it leaves {left.name} behind" for left in demo.folder.iterdir()]
