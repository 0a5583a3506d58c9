"""One relay of the beacon, asked over HTTP.

Its answers are not trusted, and the amount that is read is limited.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import aiohttp
import msgspec

LONGEST_ANSWER = 4096
"""Bytes of an answer that are read; a right one has about 250."""
LONGEST_WAIT = 5.0
"""Seconds for all of an answer, however many pieces it comes in."""
NOT_YET = (404, 425)
"""What relays answer who do not have a round yet."""


class NotYet(Exception):
    """The relay does not have this round yet."""


class NoAnswer(Exception):
    """The relay gave no answer that could be read; the text says why."""


class Lie(Exception):
    """The relay gave an answer that cannot be right; the text says why."""


class _Answer(msgspec.Struct):
    round: int
    signature: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{96}\Z")]


def new_session() -> aiohttp.ClientSession:
    """Return the HTTP session for relays: no cookies, proxies or unpacking; a timeout."""
    return aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=LONGEST_WAIT),
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": "Boneyard", "Accept": "application/json", "Accept-Encoding": "identity"},
        auto_decompress=False,
    )


async def ask(session: aiohttp.ClientSession, relay: str, chain: str, round_: int) -> bytes:
    """Return what a relay gives as a round's signature.

    Raises NotYet, NoAnswer and Lie.
    """
    try:
        async with session.get(f"{relay}/{chain}/public/{round_}", allow_redirects=False) as response:
            if response.status in NOT_YET:
                raise NotYet
            if response.status != 200:
                raise NoAnswer(f"status {response.status}")
            text = await _read(response.content)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise NoAnswer(type(error).__name__) from None
    return _signature(text, round_)


async def _read(content: aiohttp.StreamReader) -> bytes:
    """Return all of an answer. Raises Lie if it is longer than any right one."""
    try:
        await content.readexactly(LONGEST_ANSWER + 1)
    except asyncio.IncompleteReadError as end:
        return end.partial
    raise Lie("too long")


def _signature(text: bytes, round_: int) -> bytes:
    try:
        answer = msgspec.json.decode(text, type=_Answer)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Lie("not an answer") from None
    if answer.round != round_:
        raise Lie("another round")
    return bytes.fromhex(answer.signature)
