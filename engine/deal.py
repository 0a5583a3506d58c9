"""Deals that anybody can check: a seed that was fixed before the deal, and a shuffle that any language can repeat.

Version 1, complete:

- The *seed* of a round is 32 random bytes. Its *commitment*, published before the deal, is the SHA-256 of the ASCII
  text `deal-v1|table|round|seed`, the seed in lower-case hex; rounds count from 1.
- *Entropy* nobody could know when the seed was fixed: the id of the message that carried the commitment, then the
  words the players gave, in seat order.
- The *stream* is SHAKE-256 of `deal-v1|table|round|seed|entropy 1|entropy 2|…` in UTF-8, read as big-endian 32-bit
  words.
- *Below n*: take words until one is less than ⌊2³²/n⌋·n, and take it modulo n; so every value is equally likely.
- *Shuffle* (Fisher–Yates): for i from the last place down to 1, swap place i with place "below i + 1". Then, if the
  deal also has a choice among p > 1 (who begins), it is "below p".

The seed is published when the round is over. Until then neither it nor any hash over hidden tiles is: a hand has few
enough candidates to try them all.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator, Sequence

from engine.game import Deal

SEED_BYTES = 32
SHORT = 22
"""Characters of a commitment that people read; nobody finds another seed for so many of them either."""
_WORDS_AT_A_TIME = 256


def commitment(table: str, round_: int, seed: bytes) -> str:
    """Return what is published before the deal: 64 hex digits."""
    return hashlib.sha256(_header(table, round_, seed).encode()).hexdigest()


def short(text: str) -> str:
    """Return the beginning of a commitment as people read it: its first 132 bits as 22 characters of base64url."""
    return base64.urlsafe_b64encode(bytes.fromhex(text)).decode()[:SHORT]


def shuffled(table: str, round_: int, seed: bytes, entropy: Sequence[str], size: int, picks: int = 1) -> Deal:
    """Return the deal that a seed and its entropy give for `size` tiles and a choice among `picks`.

    Raises ValueError for a seed of the wrong length or entropy that holds the separator "|".
    """
    stream = _stream("|".join([_header(table, round_, seed), *map(_checked, entropy)]))
    order = list(range(size))
    for place in range(size - 1, 0, -1):
        other = _below(place + 1, stream)
        order[place], order[other] = order[other], order[place]
    return Deal(tuple(order), _below(picks, stream) if picks > 1 else 0)


def _header(table: str, round_: int, seed: bytes) -> str:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return f"deal-v1|{_checked(table)}|{round_}|{seed.hex()}"


def _checked(text: str) -> str:
    if "|" in text:
        raise ValueError("entropy must not contain '|'")
    return text


def _stream(text: str) -> Iterator[int]:
    """Yield the 32-bit words of SHAKE-256, as many as are asked for."""
    shake = hashlib.shake_256(text.encode())
    done = 0
    while True:
        block = shake.digest(4 * (done + _WORDS_AT_A_TIME))
        for start in range(4 * done, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        done += _WORDS_AT_A_TIME


def _below(n: int, stream: Iterator[int]) -> int:
    limit = 2**32 // n * n
    return next(word for word in stream if word < limit) % n
