"""A beacon of the tests' own: the network of a key that they know, so that any round can be signed here and now."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from py_arkworks_bls12381 import G1Point, G2Point, Scalar

from bot.table.log.beacon import QUICKNET, SUITE, Network

SECRET = Scalar(0x5EED)
OURS = replace(QUICKNET, key=(G2Point() * SECRET).to_compressed_bytes(), chain=hashlib.sha256(b"tests").hexdigest())
"""It speaks when quicknet does: rounds of tests have the numbers that they would have."""


def sign_round(round_: int, secret: Scalar = SECRET) -> bytes:
    """Return the signature of a round."""
    asked = hashlib.sha256(round_.to_bytes(8, "big")).digest()
    return (G1Point.hash_to_curve(asked, SUITE) * secret).to_compressed_bytes()


def another_network() -> Network:
    """Return a network of the same times with another key."""
    return replace(OURS, key=(G2Point() * Scalar(7)).to_compressed_bytes())


def snowflake_at(moment: float) -> int:
    """Return an id that Discord gives at a moment, in UTC seconds."""
    return round(1000 * moment) - 1_420_070_400_000 << 22


@contextmanager
def our_network() -> Iterator[None]:
    """Let the pinned network have the tests' key meanwhile, wherever it is used."""
    theirs = QUICKNET.key, QUICKNET.chain
    _pin(OURS.key, OURS.chain)
    try:
        yield
    finally:
        _pin(*theirs)


def pin_ours() -> None:
    """Let the pinned network of this process have the tests' key for good."""
    _pin(OURS.key, OURS.chain)


def _pin(key: bytes, chain: str) -> None:
    vars(QUICKNET).update(key=key, chain=chain)
    vars(QUICKNET).pop("point", None)
