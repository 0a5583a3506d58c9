"""The public beacon that is mixed into deals: its rounds and their signatures.

The beacon is drand quicknet of the League of Entropy. Each round is a BLS signature, in G1, of the round's number.
Nobody can know the signature before it is published, and anybody can check it with the network's key. The protocol is
in docs/DEALS.md.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property

from py_arkworks_bls12381 import GT, G1Point, G2Point

DISCORD_EPOCH = 1_420_070_400_000
"""The epoch of the timestamps in Discord's ids, in UTC milliseconds."""
MIN_LEAD = 1000
"""The least time from an announcement to its round, in milliseconds.

So nobody can know the round's signature when the announcement is sent.
"""
SIGNATURE_BYTES = 48
SUITE = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
"""The hash-to-curve suite (RFC 9380) with the domain tag of drand's scheme."""


@dataclass(frozen=True)
class Network:
    """A beacon network."""

    genesis: int
    """When its first round was published, in UTC seconds."""
    period: int
    """The seconds between rounds."""
    key: bytes = field(repr=False)
    """Its public key: a point of G2, compressed."""
    chain: str
    """The name that relays use for it."""

    @cached_property
    def point(self) -> G2Point:
        """The key as a point. Raises ValueError for an invalid key."""
        return G2Point.from_compressed_bytes(self.key)

    def publication_time(self, round_: int) -> int:
        """Return when a round is published, in UTC seconds; rounds count from 1."""
        return self.genesis + self.period * (round_ - 1)

    def round_of(self, message: int) -> int:
        """Return the round that belongs to an announcement's id.

        That is the first round published at least a second (`MIN_LEAD`) after the announcement.
        """
        since_genesis = message_time(message) + MIN_LEAD - 1000 * self.genesis
        return max(1, -(-since_genesis // (1000 * self.period)) + 1)  # rounded up

    def agrees(self, round_: int, signature: bytes) -> bool:
        """Return whether `signature` is the signature of a round.

        Only one encoding of a signature is valid. The check takes about 10 ms.
        """
        if round_ not in range(1, 2**64):  # the network signs the number as eight bytes
            return False
        point = _decode_signature(signature)
        # the equation of BLS: e(signature, -G2) * e(point of the round, key) = 1
        return point is not None and GT.pairing_check([point, _round_point(round_)], [-G2Point(), self.point])


QUICKNET = Network(
    genesis=1_692_803_367,
    period=3,
    key=bytes.fromhex(
        "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc2"
        "2b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
    ),
    chain="52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
)


def message_time(message: int) -> int:
    """Return when a message was sent, according to its id, in UTC milliseconds."""
    return (message >> 22) + DISCORD_EPOCH


def randomness(signature: bytes) -> str:
    """Return the 64 hex digits that a round's signature adds to a deal."""
    return hashlib.sha256(signature).hexdigest()


def _round_point(round_: int) -> G1Point:
    """Return the point that the network signs in a round."""
    return G1Point.hash_to_curve(hashlib.sha256(round_.to_bytes(8, "big")).digest(), SUITE)


def _decode_signature(signature: bytes) -> G1Point | None:
    """Return the point of a signature, or None if the signature is invalid.

    A signature is invalid if its bytes encode no point, the identity, or a point outside the subgroup, or if they are
    not the standard encoding of their point.
    """
    try:
        point = G1Point.from_compressed_bytes(signature)
    except ValueError:
        return None
    if point == G1Point.identity() or not point.is_in_subgroup() or point.to_compressed_bytes() != signature:
        return None
    return point
