"""The chain of seeds and the shuffle of version 4, against a second writing of docs/DEALS.md."""

from __future__ import annotations

import hashlib

import pytest

from engine.deal import chain_of, derive_deal, ends_chain, hash_seed, root, seed
from engine.game import Deal

TABLE, SECRET = 42, bytes(range(32))


def by_the_paper(table: int, secret: bytes, chain: int) -> list[str]:
    """Return all seeds of a chain in hex, its root first, from the last one back."""
    links = [hashlib.sha256(f"deal-v4|{table}|chain {chain}|{secret.hex()}".encode()).hexdigest()]
    for deal in range(4096 * (chain + 1), 4096 * chain, -1):
        links.append(hashlib.sha256(f"deal-v4|{table}|{deal}|{links[-1]}".encode()).hexdigest())
    return links[::-1]


@pytest.mark.parametrize("chain", [0, 1])
def test_the_seeds_are_those_of_the_paper(chain: int) -> None:
    links = by_the_paper(TABLE, SECRET, chain)
    assert root(TABLE, chain, SECRET) == links[0]
    for place in (1, 2, 77, 4095, 4096):
        assert seed(TABLE, 4096 * chain + place, SECRET).hex() == links[place]


def test_opening_a_seed_shows_the_one_before() -> None:
    assert hash_seed(TABLE, 1, seed(TABLE, 1, SECRET)) == root(TABLE, 0, SECRET)
    assert hash_seed(TABLE, 9, seed(TABLE, 9, SECRET)) == seed(TABLE, 8, SECRET).hex()
    assert hash_seed(TABLE, 4097, seed(TABLE, 4097, SECRET)) == root(TABLE, 1, SECRET)
    assert hash_seed(TABLE + 1, 9, seed(TABLE, 9, SECRET)) != seed(TABLE, 8, SECRET).hex()


def test_a_root_is_never_the_seed_of_a_deal() -> None:
    assert root(TABLE, 1, SECRET) != seed(TABLE, 4096, SECRET).hex()


def test_a_chain_has_4096_deals() -> None:
    assert [chain_of(deal) for deal in (1, 4096, 4097, 8192, 8193)] == [0, 0, 1, 1, 2]
    assert [deal for deal in range(1, 9000) if ends_chain(deal)] == [4096, 8192]


def test_there_is_no_deal_before_the_first() -> None:
    with pytest.raises(ValueError, match="deal"):
        seed(TABLE, 0, SECRET)


def shuffled_by_the_paper(text: str, size: int, picks: int) -> Deal:
    block = hashlib.shake_256(text.encode()).digest(40_000)
    words = iter([int.from_bytes(block[at : at + 4], "big") for at in range(0, len(block), 4)])

    def below(n: int) -> int:
        return next(word for word in words if word < 2**32 // n * n) % n

    order = list(range(size))
    for place in range(size - 1, 0, -1):
        other = below(place + 1)
        order[place], order[other] = order[other], order[place]
    return Deal(tuple(order), below(picks) if picks > 1 else 0)


def test_the_shuffle_is_that_of_the_paper() -> None:
    drawn, hex_ = seed(TABLE, 3, SECRET), seed(TABLE, 3, SECRET).hex()
    text = f"deal-v4|42|3|{hex_}|{'c' * 64}"
    assert derive_deal(TABLE, 3, drawn, "c" * 64, 91, 4) == shuffled_by_the_paper(text, 91, 4)


def test_without_the_beacon_a_dash_stands_for_its_word() -> None:
    drawn, hex_ = seed(TABLE, 3, SECRET), seed(TABLE, 3, SECRET).hex()
    assert derive_deal(TABLE, 3, drawn, "", 28) == shuffled_by_the_paper(f"deal-v4|42|3|{hex_}|-", 28, 1)


def test_a_seed_of_another_length_is_refused() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        derive_deal(TABLE, 3, b"short", "", 28)
