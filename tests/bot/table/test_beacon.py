"""The public beacon: real rounds of quicknet, the vectors of RFC 9380, and signatures that are none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from py_arkworks_bls12381 import G1Point, Scalar

from bot.table.log.beacon import QUICKNET, randomness
from tests.bot.drand import OURS, another_network, sign_round, snowflake_at

REAL = {
    123: (
        "b75c69d0b72a5d906e854e808ba7e2accb1542ac355ae486d591aa9d43765482e26cd02df835d3546d23c4b13e0dfc92",
        "fb8f7bc2",
    ),
    1000: (
        "b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
        "fe290bec",
    ),
    657413: (
        "b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b",
        "fc1873a1",
    ),
}
"""Rounds of quicknet as they were published, and how their randomness begins."""
HASHED = {
    b"": "052926add2207b76ca4fa57a8734416c8dc95e24501772c814278700eed6d1e4e8cf62d9c09db0fac349612b759e79a1",
    b"abc": "03567bc5ef9c690c2ab2ecdf6a96ef1c139cc0b2f284dca0a9a7943388a49a3aee664ba5379a7655d3c68900be2f6903",
    b"abcdef0123456789": "11e0b079dea29a68f0383ee94fed1b940995272407e3bb916bbf268c263ddd57"
    "a6a27200a784cbc248e84f357ce82d98",
    b"q128_" + 128 * b"q": "15f68eaa693b95ccb85215dc65fa81038d69629f70aeee0d0f677cf22285e7bf"
    "58d7cb86eefe8f2e9bc3f8cb84fac488",
    b"a512_" + 512 * b"a": "082aabae8b7dedb0e78aeb619ad3bfd9277a2f77ba7fad20ef6aabdc6c31d19b"
    "a5a6d12283553294c1825c4b3ca2dcfe",
}
"""RFC 9380, J.9.1 (BLS12381G1_XMD:SHA-256_SSWU_RO_): what each message becomes, its x."""
OF_THE_RFC = b"QUUX-V01-CS02-with-BLS12381G1_XMD:SHA-256_SSWU_RO_"
FIELD = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB


@pytest.mark.parametrize("round_", REAL)
def test_a_round_that_was_published_agrees(round_: int) -> None:
    signature, begins = REAL[round_]
    assert QUICKNET.agrees(round_, bytes.fromhex(signature))
    assert randomness(bytes.fromhex(signature)).startswith(begins)


@pytest.mark.parametrize("round_", REAL)
def test_a_signature_of_another_round_or_of_another_network_does_not_agree(round_: int) -> None:
    """Refuse what a check without the signature accepts."""
    signature = bytes.fromhex(REAL[round_][0])
    assert not any(QUICKNET.agrees(other, signature) for other in (round_ - 1, round_ + 1, *REAL) if other != round_)
    assert not OURS.agrees(round_, signature)
    assert not QUICKNET.agrees(round_, sign_round(round_))


@pytest.mark.parametrize("message", HASHED, ids=len)
def test_a_message_becomes_the_point_of_the_rfc(message: bytes) -> None:
    assert G1Point.hash_to_curve(message, OF_THE_RFC).to_xy_bytes_be()[:48].hex() == HASHED[message]


def test_our_own_network_agrees_with_what_its_key_signs() -> None:
    assert OURS.agrees(34_000_000, sign_round(34_000_000))
    assert not another_network().agrees(34_000_000, sign_round(34_000_000))
    assert not OURS.agrees(34_000_000, sign_round(34_000_000, Scalar(7)))


def flipped_point() -> bytes:
    """Return the right point with the other sign, which has the same x."""
    return bytes((sign_round(5)[0] ^ 0x20, *sign_round(5)[1:]))


def outside() -> bytes:
    """Return a point of the curve that is not in the subgroup: the first of small x."""
    for x in range(1, 100):
        data = bytes((0x80, *x.to_bytes(47, "big")))
        try:
            point = G1Point.from_compressed_bytes_unchecked(data)
        except ValueError:
            continue
        if not point.is_in_subgroup():
            return data
    raise AssertionError


NONE_AT_ALL = {
    "nothing": b"",
    "one byte short": sign_round(5)[:-1],
    "one byte more": sign_round(5) + b"\0",
    "uncompressed": G1Point.from_compressed_bytes(sign_round(5)).to_xy_bytes_be(),
    "without the flag of compression": bytes((sign_round(5)[0] & 0x7F, *sign_round(5)[1:])),
    "the other sign": flipped_point(),
    "the identity": bytes((0xC0, *bytes(47))),
    "the identity with a sign": bytes((0xE0, *bytes(47))),
    "the identity with a remainder": bytes((0xC0, *bytes(46), 1)),
    "outside of the subgroup": outside(),
    "x as large as the field": (FIELD | 1 << 383).to_bytes(48, "big"),
    "all ones": bytes(48 * [0xFF]),
}


@pytest.mark.parametrize("signature", NONE_AT_ALL.values(), ids=NONE_AT_ALL.keys())
def test_what_is_no_signature_does_not_agree(signature: bytes) -> None:
    assert not OURS.agrees(5, signature)


@given(st.binary(min_size=48, max_size=48))
def test_no_bytes_break_the_check(signature: bytes) -> None:
    assert not OURS.agrees(5, signature)


@pytest.mark.parametrize("round_", [-1, 0, 2**64, 2**70])
def test_a_round_that_does_not_exist_does_not_agree(round_: int) -> None:
    assert not OURS.agrees(round_, sign_round(5))


def test_the_first_rounds_speak_as_published() -> None:
    assert [QUICKNET.publication_time(round_) for round_ in (1, 2, 1000)] == [1692803367, 1692803370, 1692806364]


@given(st.integers(QUICKNET.publication_time(2) * 1000, 2_500_000_000_000), st.integers(0, 2**22 - 1))
def test_the_round_of_an_announcement_is_the_first_a_second_after_it(moment: int, rest: int) -> None:
    message = snowflake_at(moment / 1000) + rest
    round_ = QUICKNET.round_of(message)
    assert 1000 * QUICKNET.publication_time(round_ - 1) < moment + 1000 <= 1000 * QUICKNET.publication_time(round_)


def test_an_announcement_a_second_before_a_round_names_that_round_and_one_a_millisecond_later_the_next() -> None:
    spoken = QUICKNET.publication_time(34_000_000)
    assert QUICKNET.round_of(snowflake_at(spoken - 1)) == 34_000_000
    assert QUICKNET.round_of(snowflake_at(spoken - 0.999)) == 34_000_001


def test_an_announcement_before_the_first_round_names_the_first() -> None:
    assert QUICKNET.round_of(0) == QUICKNET.round_of(snowflake_at(QUICKNET.genesis - 500)) == 1
