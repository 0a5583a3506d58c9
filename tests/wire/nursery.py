"""Start bots by forking, so that their imports cost a second once for all of them.

What is started is a process like any other, with an environment, a folder, signals and an exit code of its own. It is
asked for over a socket: the answer is the number of the process, then what that writes, then how it ended.
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]
ENDED = "\0ended "
"""Begins the end of the last line: what follows is the exit code."""
_ends: defaultdict[int, ExitStack] = defaultdict(ExitStack)
"""How what each process has begun ends: one that was forked begins its own."""


@dataclass
class Process:
    """A process that was forked, as asyncio shows those that it starts itself."""

    pid: int
    stdout: asyncio.StreamReader
    _way: asyncio.StreamWriter
    returncode: int | None = None

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> int:
        """Return the exit code; all that the process wrote has been read."""
        self._way.close()
        assert self.returncode is not None
        return self.returncode


async def fork_bot(arguments: Sequence[str], folder: Path, environment: Mapping[str, str]) -> Process:
    """Fork a bot that runs in a folder."""
    reader, writer = await asyncio.open_unix_connection(nursery())
    asked = {"arguments": [*arguments], "folder": str(folder), "environment": {**environment}}
    writer.write(f"{json.dumps(asked)}\n".encode())
    return Process(int(await reader.readline()), reader, writer)


@cache
def _start_nursery(ends: ExitStack) -> str:
    """Start the process that forks; return the path of its socket. It ends with the stack."""
    home = ends.enter_context(TemporaryDirectory())
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path := f"{home}/nursery")
    listener.listen()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.wire.nursery", str(listener.fileno())],
        cwd=ROOT,
        pass_fds=[listener.fileno()],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    listener.close()
    ends.callback(process.communicate)
    return path


def nursery() -> str:
    """Return the socket path of the forking process, which this test process shares."""
    return _start_nursery(_ends[os.getpid()])


@atexit.register
def end() -> None:
    """End the forking process of this test process, and wait for it."""
    _ends.pop(os.getpid(), ExitStack()).close()


def serve_forks(listener: socket.socket) -> tuple[socket.socket, dict[str, Any]]:
    """Fork for each request, and return in the new process. Exit once stdin is closed."""
    living: dict[int, tuple[int, socket.socket]] = {}
    while sys.stdin not in (ready := select.select([listener, sys.stdin, *living], [], [])[0]):
        for each in living.keys() & ready:
            _tell_end(*living.pop(each))
            os.close(each)
        if listener in ready:
            there, _ = listener.accept()
            asked = json.loads(there.makefile().readline())
            if not (pid := os.fork()):
                return there, asked
            living[os.pidfd_open(pid)] = pid, there
    sys.exit()


def _tell_end(pid: int, there: socket.socket) -> None:
    _, status = os.waitpid(pid, 0)
    with there, suppress(OSError):
        there.sendall(f"{ENDED}{os.waitstatus_to_exitcode(status)}\n".encode())


def main() -> int:
    """Import what a bot imports; then be each bot that is asked for."""
    gc.disable()
    import_module("bot.serve")
    from tests.wire import launch

    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as listener:
        there, asked = serve_forks(listener)
    gc.enable()
    there.sendall(f"{os.getpid()}\n".encode())
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in enumerate((nothing, there.fileno(), there.fileno())):
        os.dup2(file, number)
    os.close(nothing)
    there.close()
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    return launch.run(asked["arguments"])


if __name__ == "__main__":
    sys.exit(main())
