"""Deals that anybody can check, from a seed that was fixed before the deal.

Any language can repeat the shuffle. The seeds of a table are a chain that was fixed when the table was opened;
docs/DEALS.md has the recipe. A seed is published when its round is over. Until then, neither the seed nor any hash
of hidden tiles is published: there are few enough possible hands to try them all.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator

from engine.game import Deal

SEED_BYTES = 32
LINKS = 4096
"""The number of seeds in one chain."""
NO_RANDOMNESS = "-"
"""The placeholder in the shuffle's input for missing randomness."""
SHORT_LENGTH = 22
"""The length of a hash as people read it, still too long to find a collision for."""
_WORDS_AT_A_TIME = 256
"""The number of random words by which a stream grows once all its words are used up."""


def short_hash(text: str) -> str:
    """Return the short form of a hash: its first 132 bits as 22 base64url characters."""
    return base64.urlsafe_b64encode(bytes.fromhex(text)).decode()[:SHORT_LENGTH]


def root(table: int, chain: int, secret: bytes) -> str:
    """Return the root of a chain (counted from 0) as 64 hex digits.

    The root is published before anything is dealt from the chain.
    """
    return _link(table, chain, LINKS * chain, secret).hex()


def seed(table: int, deal: int, secret: bytes) -> bytes:
    """Return the seed of a deal (counted from 1), derived from the table's secret.

    This takes up to 4,096 hashes, a few milliseconds. Raises ValueError if `deal` is below 1.
    """
    if deal < 1:
        raise ValueError(f"there is no deal {deal}")
    return _link(table, chain_of(deal), deal, secret)


def chain_of(deal: int) -> int:
    """Return the chain that a deal (counted from 1) belongs to."""
    return (deal - 1) // LINKS


def ends_chain(deal: int) -> bool:
    """Return whether a deal is the last of its chain.

    The next chain's root is published with that deal.
    """
    return deal % LINKS == 0


def hash_seed(table: int, deal: int, seed: bytes) -> str:
    """Return the hash of a seed in hex.

    It is the seed before this one in the chain. If the seed is the first of its chain, the hash is the chain's root.
    """
    return _hash_seed(table, deal, _require_full_seed(seed).hex())


def derive_deal(table: int, deal: int, seed: bytes, randomness: str, size: int, picks: int = 1) -> Deal:
    """Return the deal from a seed and the beacon's randomness.

    `randomness` is in hex, and empty without the beacon. Raises ValueError if the seed has the wrong length.
    """
    return _shuffle_deck(_stream(f"deal-v4|{table}|{deal}|{_mix_entropy(seed, randomness)}"), size, picks)


def draw_seats(table: int, seed: bytes, randomness: str, seats: int) -> tuple[int, ...]:
    """Return the seat assignment by lot, from the input of the first deal.

    For each new seat, this is the old seat of the player who gets it.
    """
    return _shuffle_deck(_stream(f"seats-v4|{table}|{_mix_entropy(seed, randomness)}"), seats, 1).order


def _mix_entropy(seed: bytes, randomness: str) -> str:
    """Return the input text of a deal's shuffle."""
    return f"{_require_full_seed(seed).hex()}|{randomness or NO_RANDOMNESS}"


def _link(table: int, chain: int, place: int, secret: bytes) -> bytes:
    """Return the seed at a place in a chain; at the first place, the chain's root."""
    sha256, head = hashlib.sha256, f"deal-v4|{table}|"
    seed_hex = sha256(f"{head}chain {chain}|{_require_full_seed(secret).hex()}".encode()).hexdigest()
    for number in range(LINKS * (chain + 1), place, -1):  # `_hash_seed` inlined: it runs thousands of times
        seed_hex = sha256(f"{head}{number}|{seed_hex}".encode()).hexdigest()
    return bytes.fromhex(seed_hex)


def _hash_seed(table: int, deal: int, seed: str) -> str:
    return hashlib.sha256(f"deal-v4|{table}|{deal}|{seed}".encode()).hexdigest()


def _require_full_seed(seed: bytes) -> bytes:
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    return seed


def _shuffle_deck(stream: Iterator[int], size: int, picks: int) -> Deal:
    """Return a shuffle of `size` tiles, and a random choice among `picks`."""
    order = list(range(size))
    for place in range(size - 1, 0, -1):
        other_place = _random_below(place + 1, stream)
        order[place], order[other_place] = order[other_place], order[place]
    return Deal(tuple(order), _random_below(picks, stream) if picks > 1 else 0)


def _stream(text: str) -> Iterator[int]:
    """Yield the 32-bit words of the SHAKE-256 of a text, without end."""
    shake = hashlib.shake_256(text.encode())
    words_read = 0
    while True:
        block = shake.digest(4 * (words_read + _WORDS_AT_A_TIME))  # a digest always begins at the first word
        for start in range(4 * words_read, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        words_read += _WORDS_AT_A_TIME


def _random_below(n: int, stream: Iterator[int]) -> int:
    """Return a random number below `n`.

    Words from the last multiple of `n` on are skipped, so that all numbers are equally likely.
    """
    limit = 2**32 // n * n
    return next(word for word in stream if word < limit) % n
