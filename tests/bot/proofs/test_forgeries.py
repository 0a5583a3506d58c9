"""A host that forges is refused by both verifiers, with a sentence that names what it did; honest records agree."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest

from bot.table.log.beacon import QUICKNET, message_time
from bot.table.record.check import deals as check_deals
from bot.table.record.record import MOST_BYTES
from bot.table.record.verify import AGREES, INCOMPLETE, REFUSED, UNCOMPARED, verify
from engine.games import GAMES
from tests.bot.drand import OURS, snowflake_at
from tests.bot.proofs.books import (
    BEGAN,
    CHANNEL,
    SERVER,
    Book,
    Cancelled,
    CancelledWhileDue,
    Hasty,
    JoinedLater,
    Lively,
    Played,
    Record,
    VotedAway,
    VotedAwayAtOnce,
    compact,
    copy_of,
    file,
    head22,
    nothing_more,
    rehash,
)
from tests.bot.proofs.both import TRUSTING, Answer, Node, Trusting, assert_same, here, node
from tests.bot.proofs.forgeries import FORGERIES, announcement, seen_of
from tests.engine.play import short as short_options


@cache
def honest(key: str, kind: type[Played] = Lively) -> Record:
    return kind(key, min(GAMES[key].seats), rounds=2 if issubclass(kind, Cancelled) else 99).record


@pytest.fixture(scope="module")
def trusting() -> Iterator[Node]:
    with node() as other:
        yield other


@pytest.fixture(scope="module")
def checking() -> Iterator[Node]:
    with node(OURS.key.hex()) as other:
        yield other


def forge(key: str, name: str) -> tuple[bytes, list[str]]:
    record = copy_of(honest(key))
    seen = list(seen_of(record, FORGERIES[name].seen))
    changed = FORGERIES[name].forge(record)
    data = changed if isinstance(changed, bytes) else file(changed)
    assert data != file(honest(key))
    return data, seen


IMPOSSIBLE = {("started without an option", "fortytwo")}
"""Forgeries that change nothing: no option of Texas 42 decides about the deck."""


def each(*, curve: bool) -> list[Any]:
    """Yield each forgery with a record of one game; with all others only in the long run."""
    names = [name for name, forgery in FORGERIES.items() if forgery.curve is curve]
    setups = itertools.product(enumerate(names), enumerate(GAMES))
    return [
        pytest.param(name, key, id=f"{name}-{key}", marks=() if n % len(GAMES) == m else pytest.mark.long)
        for (n, name), (m, key) in setups
        if (name, key) not in IMPOSSIBLE
    ]


@pytest.mark.parametrize(("name", "key"), each(curve=False))
def test_what_a_host_forges_is_refused_by_both_verifiers(name: str, key: str, trusting: Node) -> None:
    data, seen = forge(key, name)
    ours, theirs = here(data, seen, TRUSTING), trusting(data, seen)
    assert (ours.verdict, theirs.verdict) == (REFUSED, REFUSED), (ours, theirs)
    assert FORGERIES[name].said in ours.lines[0]
    assert FORGERIES[name].said in theirs.lines[0] or theirs.lines[0].startswith("This is not a record: ")


@pytest.mark.parametrize(("name", "key"), each(curve=True))
def test_a_false_signature_is_refused(name: str, key: str, trusting: Node) -> None:
    """Only the curve tells it: what takes every signature lets it pass."""
    data, _ = forge(key, name)
    ours = here(data)
    assert (ours.verdict, FORGERIES[name].said in ours.lines[0]) == (REFUSED, True), ours
    assert (here(data, (), TRUSTING).verdict, trusting(data).verdict) == (UNCOMPARED, UNCOMPARED)


@pytest.mark.long
@pytest.mark.parametrize(("name", "key"), sorted({(name, key) for name in FORGERIES for key in GAMES} - IMPOSSIBLE))
def test_both_verifiers_refuse_it_with_signatures_checked(name: str, key: str, checking: Node) -> None:
    data, seen = forge(key, name)
    ours, theirs = here(data, seen), checking(data, seen)
    assert (ours.verdict, theirs.verdict) == (REFUSED, REFUSED)
    assert FORGERIES[name].said in theirs.lines[0] or theirs.lines[0].startswith("This is not a record: ")


KINDS = {
    "lively": Lively,
    "voted away": VotedAway,
    "voted away at once": VotedAwayAtOnce,
    "cancelled": Cancelled,
    "cancelled while a deal is due": CancelledWhileDue,
    "plain": Played,
}


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_record_agrees_and_both_print_the_same_to_compare(kind: str, key: str, trusting: Node) -> None:
    data = file(honest(key, KINDS[kind]))
    ours, theirs = here(data), trusting(data)
    assert (ours.verdict, theirs.verdict) == (UNCOMPARED, UNCOMPARED), (ours, theirs)
    assert_same(ours, theirs)
    assert verify(data, GAMES, (), OURS).code == UNCOMPARED, ours


@pytest.mark.long
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("kind", KINDS)
def test_an_honest_record_agrees_with_signatures_checked_by_both(kind: str, key: str, checking: Node) -> None:
    data = file(honest(key, KINDS[kind]))
    assert (here(data).verdict, checking(data).verdict) == (UNCOMPARED, UNCOMPARED)


@pytest.mark.parametrize("key", GAMES)
def test_an_honest_record_without_a_beacon_agrees(key: str, trusting: Node) -> None:
    ours, theirs = both(Played(key, min(GAMES[key].seats), beacon=False).record, trusting)
    assert (ours.verdict, theirs.verdict) == (UNCOMPARED, UNCOMPARED), (ours, theirs)
    assert "This table has no beacon: its deals are only as fair as the bot's operator." in ours.lines


@pytest.mark.parametrize("key", GAMES)
def test_a_record_of_one_person_alone_says_that_nothing_can_be_compared(key: str, trusting: Node) -> None:
    ours, theirs = both(Played(key, min(GAMES[key].seats), alone=True).record, trusting)
    assert (ours.verdict, theirs.verdict) == (UNCOMPARED, UNCOMPARED), (ours, theirs)
    assert ours.lines[0] == "One person sat alone at this table, so no deal was announced: nothing can be compared."
    assert not any(line.startswith("Message ") for line in ours.lines)


@pytest.mark.parametrize("key", GAMES)
def test_deals_before_a_second_person_came_are_named(key: str, trusting: Node) -> None:
    book = JoinedLater(key, min(GAMES[key].seats))
    ours, theirs = both(book.record, trusting)
    assert (ours.verdict, theirs.verdict) == (UNCOMPARED, UNCOMPARED), (ours, theirs)
    assert ours.lines[0].startswith("Deals 1 to 2 weren't announced, since one person sat alone then: nothing of them")
    assert "deal 3, head" in ours.lines[1]


ELSEWHERE, THREAD = 42, snowflake_at(BEGAN + 12)
"""A channel of another time, and a thread that was opened once the table was."""


class InThread(Played):
    """A game in a thread that is opened at its start."""

    def post(self, shows: dict[str, Any], channel: int = THREAD) -> int:
        return super().post(shows, channel)


class InOlderThread(Played):
    """A rematch in the thread of the game before."""

    def post(self, shows: dict[str, Any], channel: int = ELSEWHERE) -> int:
        return super().post(shows, channel)


class Hidden(Played):
    """A game whose second deal is announced in a place that nobody reads."""

    def post(self, shows: dict[str, Any], channel: int = CHANNEL) -> int:
        return super().post(shows, ELSEWHERE if self.dues == 2 else channel)


PLACES: dict[str, tuple[type[Played], int, str]] = {
    "in its channel": (Played, 0, ""),
    "in a thread opened since": (InThread, 0, f" in {THREAD}: a link shows whether that is a thread of this channel."),
    "in an older thread that it names": (
        InOlderThread, ELSEWHERE, " in 42: a link shows whether that is a thread of this channel."),
    "in an older thread that it doesn't name": (InOlderThread, 0, " in 42, which is neither this channel nor a thread"),
    "where nobody looks": (Hidden, 0, "Warning: 1 message is in 42, which is neither this channel nor a thread"),
}  # fmt: skip


@pytest.mark.parametrize("where", PLACES)
def test_it_is_said_where_announcements_stood_and_warned_of_other_places(where: str, trusting: Node) -> None:
    kind, thread, said = PLACES[where]
    ours, theirs = both(kind("draw", 2, thread=thread).record, trusting)
    assert (ours.verdict, theirs.verdict) == (UNCOMPARED, UNCOMPARED), (ours, theirs)
    opened = f"This table was opened in channel {CHANNEL} of server {SERVER}."
    place = list(ours.lines).index(opened)
    told = [line for line in ours.lines[place + 1 :] if " in " in line and "thread" in line]
    assert told == [] if not said else said in told[0]
    assert any(line.startswith("Warning: ") for line in ours.lines) is ("neither" in said)


def both(record: Record, other: Node) -> tuple[Answer, Answer]:
    """Return the verdict of both verifiers, which must print the same lines as far as both know them."""
    ours, theirs = here(file(record), (), TRUSTING), other(file(record))
    assert_same(ours, theirs)
    return ours, theirs


def test_the_public_beacon_signed_nothing_of_these_records() -> None:
    """Check with the pinned key, which refuses them: a verifier that skips signatures is found here."""
    data = file(honest("draw"))
    assert here(data, (), QUICKNET).verdict == REFUSED
    assert "checked with a key that isn't the public beacon's" in " ".join(here(data).lines)
    with node("none") as unable:
        answer = unable(data)
    assert answer.verdict == INCOMPLETE
    assert "The signatures of the beacon weren't checked" in answer.lines[-1]
    assert answer.said == "Verdict: incomplete."


@pytest.mark.parametrize("key", GAMES)
def test_heads_and_links_of_an_honest_record_are_found_in_it(key: str, trusting: Node) -> None:
    record = honest(key)
    seen = [*seen_of(record, "head"), *seen_of(record, "message")]
    ours, theirs = here(file(record), seen), trusting(file(record), seen)
    assert_same(ours, theirs)
    assert (ours.verdict, ours.said) == (AGREES, "Verdict: agrees with the heads you gave.")


def test_only_the_newest_head_lets_a_record_agree(trusting: Node) -> None:
    """Heads before it bind the steps before them, and a link binds none."""
    record = honest("draw")
    posted = [json.loads(step["notation"]) for step in record["steps"] if step["kind"] == "posted"]
    for seen, bound in (((), 0), (seen_of(record, "message"), 0), ([posted[0]["head"], posted[1]["head"]], 1)):
        ours, theirs = here(file(record), seen), trusting(file(record), seen)
        assert_same(ours, theirs)
        step = posted[bound]["seq"] if bound else 0
        assert ours.said == f"Verdict: consistent, nothing compared{f' after step {step}' * bound}."
        assert (f"Compared up to step {step} of {len(record['steps'])} by your heads." in ours.lines) is bool(bound)
        assert f"head of step {posted[-1]['seq']} as you saw it in the channel" in " ".join(ours.lines)
        assert any(line.startswith("A link shows only") for line in ours.lines) is (seen == seen_of(record, "message"))


def test_a_person_alone_is_shown_no_head_that_could_be_compared(trusting: Node) -> None:
    record = Played("draw", 2, alone=True).record
    head = head22(record["steps"][-1]["hash"])
    for answer in (here(file(record), [head]), trusting(file(record), [head])):
        assert (answer.verdict, answer.lines) == (REFUSED, [f"The head {head}, which you gave, isn't in the record."])


def test_each_message_is_told_with_its_delay_and_its_word_of_the_beacon(trusting: Node) -> None:
    record = honest("draw")
    posted = json.loads(announcement(record, 2)["notation"])
    due = next(step for step in record["steps"] if step["seq"] == posted["seq"])
    round_ = OURS.round_of(posted["message"])
    spoken = f"{datetime.fromtimestamp(OURS.publication_time(round_), UTC):%Y-%m-%d %H:%M:%S} UTC"
    for answer in (here(file(record)), trusting(file(record))):
        line = next(line for line in answer.lines if line.startswith(f"Message {posted['message']} "))
        assert f" UTC ({message_time(posted['message']) // 1000 - due['at']} s after its step): deal 2, head " in line
        assert line.endswith(f", beacon round {round_} of {spoken}")


def test_of_very_many_messages_the_first_and_the_last_are_told(trusting: Node) -> None:
    data = file(nothing_more(1200, Hasty()).record)
    for answer in (here(data, (), TRUSTING), trusting(data)):
        assert sum(line.startswith("Message ") for line in answer.lines) == 1000
        assert answer.lines[500] == "201 more messages are in the record."


def test_a_format_that_is_no_text_is_no_record(trusting: Node) -> None:
    data = b'{"format":{"toString":1,"valueOf":1}}'
    for answer in (here(data), trusting(data)):
        assert answer.verdict == REFUSED
        assert answer.lines[0].startswith("This is not a record: ")


def test_a_number_of_rounds_that_is_no_number_counts_as_all_of_them(trusting: Node) -> None:
    """Let an option be `true`: Python counts it as 1, other languages don't."""
    record = Played("chickenfoot", 2, short_options(GAMES["chickenfoot"], opening_missing="set_aside")).record
    start = next(step for step in record["steps"] if step["kind"] == "start")
    options = json.loads(start["notation"])["options"]
    start["notation"] = compact({**json.loads(start["notation"]), "options": {**options, "rounds": True}})
    data = file(rehash(record))
    ours, theirs = here(data, (), TRUSTING), trusting(data)
    assert ours.verdict == theirs.verdict, (ours, theirs)


def test_one_word_of_the_beacon_is_checked_once_for_all_its_deals() -> None:
    asked = list[int]()

    class Counting(Trusting):
        def agrees(self, round_: int, signature: bytes) -> bool:
            asked.append(round_)
            return True

    network = Counting(OURS.genesis, OURS.period, OURS.key, OURS.chain)
    record = nothing_more(20, Hasty()).record
    assert here(file(record), (), network).verdict == UNCOMPARED
    assert len(asked) == 1


def test_of_very_many_words_of_the_beacon_the_first_are_checked_and_the_rest_makes_it_incomplete(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check_deals, "MAX_SIGNATURES", 3)
    answer = here(file(nothing_more(12, Book()).record))
    assert (answer.verdict, [line for line in answer.lines if "signatures of the beacon" in line]) == (
        INCOMPLETE,
        ["Only the first 3 of 12 signatures of the beacon were checked."],
    )


def test_a_file_that_is_too_long_is_incomplete_and_not_refused(trusting: Node) -> None:
    for answer in (here(b" " * (MOST_BYTES + 1)), trusting(b" " * (MOST_BYTES + 1))):
        assert (answer.verdict, answer.said) == (INCOMPLETE, "Verdict: incomplete.")
        assert answer.lines == ["The file is larger than 64 MiB, which is more than this program reads."]


def test_a_table_that_is_closed_before_its_game_begins_takes_no_vote(trusting: Node) -> None:
    class Closed(Played):
        def before_start(self) -> None:
            self.step("close", "cancel")

    for answer in (here(data := file(Closed("draw", 2).record)), trusting(data)):
        assert answer.verdict == UNCOMPARED, answer.lines[:1]


def test_a_chain_that_ends_is_followed_by_the_next(trusting: Node) -> None:
    """Check a log of 4,099 deals without rules: the last deal of a chain promises the root of the next."""
    record = nothing_more(4099).record
    ours, theirs = here(file(record), (), TRUSTING), trusting(file(record))
    assert (ours.verdict, theirs.verdict) == (UNCOMPARED, UNCOMPARED), (ours.lines[-3:], theirs.lines[-1])
    record["seeds"][4096] = record["seeds"][4095]
    ours, theirs = here(file(record), (), TRUSTING), trusting(file(record))
    assert (ours.verdict, theirs.verdict) == (REFUSED, REFUSED)
    assert "Deal 4097 comes from a seed that wasn't fixed: the root of its chain" in ours.lines[0] == theirs.lines[0]
