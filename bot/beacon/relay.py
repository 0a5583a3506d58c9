"""One relay of the beacon, asked over HTTP.

Its answers are not trusted, and no more than `MAX_BYTES` of them are read.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import aiohttp
import msgspec

MAX_BYTES = 4096
"""The most bytes of an answer. A correct one has about 250."""
TIMEOUT = 5.0
"""How many seconds a whole answer may take, even if it comes in many pieces."""
NOT_YET_STATUSES = (404, 425)
"""The status codes of a relay that does not have a round yet."""


class NotYet(Exception):
    """The relay does not have this round yet."""


class NoAnswer(Exception):
    """The relay gave no answer, or an error. The text says what happened."""


class Lie(Exception):
    """The relay gave an answer that cannot be correct. The text says why."""


class _Answer(msgspec.Struct):
    round: int
    signature: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{96}\Z")]


def new_session() -> aiohttp.ClientSession:
    """Return an HTTP session for relays, with a timeout, and without cookies, proxies and decompression."""
    return aiohttp.ClientSession(
        timeout=aiohttp.ClientTimeout(total=TIMEOUT),
        cookie_jar=aiohttp.DummyCookieJar(),
        headers={"User-Agent": "Boneyard", "Accept": "application/json", "Accept-Encoding": "identity"},
        auto_decompress=False,
    )


async def ask(session: aiohttp.ClientSession, relay: str, chain: str, round_: int) -> bytes:
    """Return a round's signature as a relay gives it, unchecked. Raises NotYet, NoAnswer and Lie."""
    try:
        async with session.get(f"{relay}/{chain}/public/{round_}", allow_redirects=False) as response:
            if response.status in NOT_YET_STATUSES:
                raise NotYet
            if response.status != 200:
                raise NoAnswer(f"status {response.status}")
            text = await _read_answer(response.content)
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        raise NoAnswer(type(error).__name__) from None
    return _parse_signature(text, round_)


async def _read_answer(content: aiohttp.StreamReader) -> bytes:
    """Return the whole answer. Raises Lie if it is longer than any correct one."""
    try:
        await content.readexactly(MAX_BYTES + 1)
    except asyncio.IncompleteReadError as end:  # the usual case: a correct answer is shorter
        return end.partial
    raise Lie("too long")


def _parse_signature(text: bytes, round_: int) -> bytes:
    try:
        answer = msgspec.json.decode(text, type=_Answer)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise Lie("not an answer") from None
    if answer.round != round_:
        raise Lie("another round")
    return bytes.fromhex(answer.signature)
