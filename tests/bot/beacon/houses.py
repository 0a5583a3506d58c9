"""Relays on the loopback, with a chain of the tests' own key, that answer as they are told to."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from tests.bot.drand import OURS, sign_round

Way = Callable[[int, asyncio.StreamWriter], Awaitable[None]]
"""How a relay answers: given the round that is asked for, it writes."""


@dataclass
class House:
    """A relay, and which rounds it was asked for."""

    way: Way
    address: str = ""
    asked: list[int] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once anything was asked."""
    left: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once a caller was answered, or went away."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            with suppress(ConnectionError, asyncio.IncompleteReadError):
                head = (await reader.readuntil(b"\r\n\r\n")).decode()
                found = re.match(rf"GET /{OURS.chain}/public/(\d+) ", head)
                assert found, head
                self.asked.append(int(found[1]))
                self.came.set()
                await self._until_left(self._answer(int(found[1]), writer), reader)
        finally:
            self.left.set()
            writer.close()

    async def _answer(self, round_: int, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            await self.way(round_, writer)
            await writer.drain()

    async def _until_left(self, answer: Coroutine[Any, Any, None], reader: asyncio.StreamReader) -> None:
        """Answer for as long as the caller is there."""
        doing = {asyncio.create_task(answer), asyncio.create_task(reader.read())}
        try:
            await asyncio.wait(doing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in doing:
                task.cancel()
            await asyncio.gather(*doing, return_exceptions=True)


@asynccontextmanager
async def houses(*ways: Way) -> AsyncIterator[list[House]]:
    """Run a relay for each way of answering."""
    running = [House(way) for way in ways]
    servers = [await asyncio.start_server(house.serve, "127.0.0.1", 0) for house in running]
    for house, server in zip(running, servers, strict=True):
        house.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield running
    finally:
        for server in servers:
            server.close()


def response(body: bytes, status: str = "200 OK", *more: str) -> bytes:
    """Return an answer as it goes over the wire."""
    lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *more, "", ""]
    return "\r\n".join(lines).encode() + body


def relay_answer(round_: int, signature: str) -> bytes:
    """Return the whole answer of a drand relay; its randomness may be anything."""
    return response(json.dumps({"round": round_, "randomness": "ab" * 32, "signature": signature}).encode())


async def rightly(round_: int, writer: asyncio.StreamWriter) -> None:
    writer.write(relay_answer(round_, sign_round(round_).hex()))


async def never(_: int, __: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


async def endlessly(_: int, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
    while True:
        writer.write(b'{"round": 1, ' + b" " * 65536)
        await writer.drain()


async def with_endless_headers(_: int, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-More: " + b"x" * 4000 + b"\r\n")
        await writer.drain()


async def in_drops(round_: int, writer: asyncio.StreamWriter) -> None:
    for byte in relay_answer(round_, sign_round(round_).hex()):
        writer.write(bytes((byte,)))
        await writer.drain()
        await asyncio.sleep(1)


async def with_a_break(round_: int, writer: asyncio.StreamWriter) -> None:
    writer.write(relay_answer(round_, sign_round(round_).hex())[:-20])


async def hanging_up(_: int, writer: asyncio.StreamWriter) -> None:
    writer.close()


def saying(text: bytes) -> Way:
    """Return a way that writes these bytes to each request."""

    async def write(_: int, writer: asyncio.StreamWriter) -> None:
        writer.write(text)

    return write


def signing(signature: Callable[[int], str], number: Callable[[int], int] = lambda round_: round_) -> Way:
    """Return a way that tells another signature, or another round, than was asked for."""

    async def write(round_: int, writer: asyncio.StreamWriter) -> None:
        writer.write(relay_answer(number(round_), signature(round_)))

    return write


def later(times: int, way: Way = rightly) -> Way:
    """Return a way that has no round for a number of requests."""
    left = [times]

    async def write(round_: int, writer: asyncio.StreamWriter) -> None:
        if left[0]:
            left[0] -= 1
            writer.write(response(b"{}", "404 Not Found"))
        else:
            await way(round_, writer)

    return write


async def in_time(round_: int, writer: asyncio.StreamWriter) -> None:
    """Answer as drand's relays do: a round is told once it has spoken, by this machine's clock."""
    if time.time() < OURS.publication_time(round_):
        writer.write(response(b"{}", "425 Too Early"))
    else:
        await rightly(round_, writer)


def once(open_: asyncio.Event, way: Way = in_time) -> Way:
    """Return a way that has no round before something is set."""

    async def write(round_: int, writer: asyncio.StreamWriter) -> None:
        if open_.is_set():
            await way(round_, writer)
        else:
            writer.write(response(b"{}", "404 Not Found"))

    return write
