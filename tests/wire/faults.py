"""How Discord fails a request."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from aiohttp import web

Answering = Callable[[], Awaitable[web.StreamResponse]]
"""The answer that the request would get."""
Failing = Callable[[Answering], Awaitable[web.StreamResponse]]
"""What comes in place of it."""

FOREVER = 10**9
CLOUDFLARE = "<!DOCTYPE html><html><head><title>Access denied | discord.com used Cloudflare</title></head></html>"


class Reset(Exception):
    """The connection is cut instead of an answer."""


@dataclass
class Fault:
    """What happens to the next `times` requests of a method ("*" is any) whose whole path fits a pattern."""

    method: str
    path: str
    fail: Failing
    times: int = 1

    def matches(self, method: str, path: str) -> bool:
        """Return whether this request fails."""
        return self.times > 0 and self.method in ("*", method) and re.fullmatch(self.path, path) is not None

    async def __call__(self, answering: Answering) -> web.StreamResponse:
        self.times -= 1
        return await self.fail(answering)


def refuse(status: int, code: int = 0, message: str = "No") -> Failing:
    """Discord's own refusal; a 429 asks to wait for a moment."""

    async def fail(_: Answering) -> web.StreamResponse:
        body: dict[str, object] = {"code": code, "message": message}
        if status == 429:
            body |= {"retry_after": 0.05, "global": False}
        return json(body, status, **({"Via": "1.1 google"} if status == 429 else {}))

    return fail


def rate_limit(seconds: float, *, everywhere: bool = False, **headers: str) -> Failing:
    """Answer 429: wait `seconds` before the next request to this route, or to any route."""

    async def fail(_: Answering) -> web.StreamResponse:
        told = {"Via": "1.1 google", "Retry-After": f"{seconds:.3f}", **headers}
        if everywhere:
            told |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
        body = {"message": "You are being rate limited.", "retry_after": seconds, "global": everywhere}
        return json(body, 429, **told)

    return fail


async def cloudflare(_: Answering) -> web.StreamResponse:
    """Answer with a page of Cloudflare: Discord itself never gets the request."""
    return web.Response(status=429, text=CLOUDFLARE, content_type="text/html")


async def reset(_: Answering) -> web.StreamResponse:
    """Reset the connection before Discord gets the request."""
    raise Reset


async def lose_answer(answering: Answering) -> web.StreamResponse:
    """Handle the request, then reset the connection before the answer."""
    await answering()
    raise Reset


def delay(seconds: float) -> Failing:
    """Answer after some seconds."""

    async def fail(answering: Answering) -> web.StreamResponse:
        await asyncio.sleep(seconds)
        return await answering()

    return fail


def hold(until: asyncio.Event) -> Failing:
    """Answer once the event is set."""

    async def fail(answering: Answering) -> web.StreamResponse:
        await until.wait()
        return await answering()

    return fail


def json(body: object, status: int = 200, **headers: str) -> web.Response:
    """Answer as Discord writes it: aiohttp's own helper adds a charset, which discord.py takes for plain text."""
    import json as encoder

    return web.Response(
        body=encoder.dumps(body).encode(), status=status, headers={"Content-Type": "application/json", **headers}
    )
