"""Agreements are in the log: giving up, taking a move back, silence, closed games.

Both verifiers refuse a log in which one is missing. They name what players did, so that these can confirm it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from bot.table.record.verify import INCOMPLETE, REFUSED, UNCOMPARED
from engine.games import GAMES
from tests.bot.proofs.books import (
    GIVE_UP,
    YES,
    GivenUp,
    GivenUpByOne,
    Played,
    Record,
    TakenBack,
    compact,
    copy_of,
    file,
    rehash,
)
from tests.bot.proofs.both import TRUSTING, Answer, Node, assert_same, here, node
from tests.bot.proofs.forgeries import insert, new_step, nth
from tests.engine.play import short

NO = '{"yes":false}'
DAY = 24 * 3600


@pytest.fixture(scope="module")
def other() -> Iterator[Node]:
    with node() as program:
        yield program


HONEST: dict[str, Callable[[], Played]] = {
    "given up": GivenUp,
    "given up in Fives": lambda: GivenUp("fives"),
    "given up beside a computer player": GivenUpByOne,
    "moves taken back": TakenBack,
    "moves taken back in Fives": lambda: TakenBack("fives"),
}


@cache
def honest(name: str) -> Record:
    return HONEST[name]().record


def both(record: Record, other: Node) -> Answer:
    ours, theirs = here(file(record), (), TRUSTING), other(file(record))
    assert_same(ours, theirs)
    return ours


@pytest.mark.parametrize("name", HONEST)
def test_what_was_agreed_to_is_found_in_the_log_by_both_verifiers(name: str, other: Node) -> None:
    answer = both(honest(name), other)
    assert answer.verdict == UNCOMPARED, answer.lines[:1]


def test_it_is_told_who_gave_up_for_them_to_confirm(other: Node) -> None:
    seq = nth(honest("given up"), "close")["seq"]
    said = f"At step {seq} seats 2 and 4 gave up: their players know whether that's true."
    assert said in both(honest("given up"), other).lines
    seq = nth(honest("given up beside a computer player"), "close")["seq"]
    said = f"At step {seq} seat 2 gave up: its player knows whether that's true."
    assert said in both(honest("given up beside a computer player"), other).lines


# --- giving up


def before_close(record: Record, *votes: tuple[str, int | None]) -> Record:
    """Put other votes in place of those before the game is given up."""
    record["steps"] = [step for step in record["steps"] if step["kind"] != "vote"]
    rehash(record)
    return insert(record, nth(record, "close"), *(new_step("vote", said, seat) for said, seat in votes))


def by(*votes: tuple[str, int | None]) -> Callable[[Record], Record]:
    return lambda record: before_close(record, *votes)


def with_partner_away(record: Record) -> Record:
    """Claim that the partner is away, so that nobody asks them."""
    before_close(record, (GIVE_UP, 1))
    return insert(record, nth(record, "close"), new_step("seat", '{"player":"medium"}', 3))


def with_a_deal_between(record: Record) -> Record:
    """Use a yes of the round before, when more could be lost."""
    before_close(record, (YES, 3))
    return insert(record, nth(record, "deal", 1), new_step("vote", GIVE_UP, 1))


def the_other_pair_after_the_end(record: Record) -> Record:
    """Partners gave up; behind it the host writes that the others asked for it."""
    return insert(record, nth(record, "end"), new_step("vote", GIVE_UP, 0))


def alone(record: Record) -> Record:
    """Make it a table without partners."""
    start = nth(record, "start")
    start["notation"] = start["notation"].replace('"teams":"pairs"', '"teams":"none"')
    return rehash(record)


# --- taking back


def undo(to: int, seat: int) -> dict[str, Any]:
    return new_step("undo", str(to), seat)


def acts(record: Record) -> list[dict[str, Any]]:
    """Return the acts behind which another act follows at once: there nothing was shown."""
    steps = record["steps"]
    return [step for step in steps if step["kind"] == "act" and steps[step["seq"]]["kind"] == "act"]


def after(record: Record, step: dict[str, Any], *added: dict[str, Any]) -> Record:
    return insert(record, record["steps"][step["seq"]], *added)


def taken_back_late(record: Record) -> Record:
    """Take back the host's own move after the next player has answered it."""
    first = acts(record)[5]
    return after(record, record["steps"][first["seq"]], undo(first["seq"] - 1, first["seat"]))


def taken_back_after_an_hour(record: Record) -> Record:
    first = acts(record)[5]
    return after(record, first, {**undo(first["seq"] - 1, first["seat"]), "at": first["at"] + 61})


def taken_back_by_some(record: Record) -> Record:
    """Let all but one agree."""
    first = acts(record)[5]
    said = compact({"yes": True, "subject": "undo", "to": first["seq"] - 1})
    others = [seat for seat in range(4) if seat != first["seat"]][:2]
    votes = [new_step("vote", said, first["seat"]), *(new_step("vote", YES, seat) for seat in others)]
    late = record["steps"][first["seq"]]
    return after(record, late, *votes, undo(first["seq"] - 1, first["seat"]))


def taken_back_further_than_asked(record: Record) -> Record:
    """Take back another move than the one that all agreed to."""
    first, second = acts(record)[5], acts(record)[6]
    said = compact({"yes": True, "subject": "undo", "to": second["seq"] - 1})
    votes = [new_step("vote", said, first["seat"])]
    votes += [new_step("vote", YES, seat) for seat in range(4) if seat != first["seat"]]
    return after(record, record["steps"][second["seq"]], *votes, undo(first["seq"] - 1, first["seat"]))


def taken_back_by_silence(record: Record) -> Record:
    first = acts(record)[5]
    said = compact({"yes": True, "subject": "undo", "to": first["seq"] - 1})
    votes = [new_step("vote", said, first["seat"]), new_step("vote", YES)]
    return after(record, record["steps"][first["seq"]], *votes, undo(first["seq"] - 1, first["seat"]))


def taken_back_by_another(record: Record) -> Record:
    first = acts(record)[5]
    return after(record, first, undo(first["seq"] - 1, (first["seat"] + 1) % 4))


def taken_back_after_a_deal(record: Record) -> Record:
    deal = nth(record, "deal", 1)
    last = next(step for step in reversed(record["steps"][: deal["seq"]]) if step["kind"] == "act")
    return after(record, deal, undo(last["seq"] - 1, last["seat"]))


def taken_back_twice(record: Record) -> Record:
    """Take back a second move of one turn, about which the others must be asked."""
    first = acts(record)[5]
    again = {**first, "at": first["at"]}
    return after(record, first, undo(first["seq"] - 1, first["seat"]), again, undo(first["seq"] + 1,
                 first["seat"]))  # fmt: skip


# --- silence, and those who are away


def silent_about(subject: str, kind: str, notation: str) -> Callable[[Record], Record]:
    def forge(record: Record) -> Record:
        asked = new_step("vote", compact({"yes": True, "subject": subject}), 1)
        return insert(record, nth(record, "vote"), asked, new_step("vote", YES), new_step(kind, notation))

    return forge


def silent_after_a_no(record: Record) -> Record:
    asked = compact({"yes": True, "subject": "cancel"})
    steps = [new_step("vote", asked, 1), new_step("vote", NO, 0), new_step("vote", asked, 1), new_step("vote", YES)]
    return insert(record, nth(record, "vote"), *steps, new_step("close", "cancel"))


def others_away(record: Record) -> Record:
    """Claim that all others are away, so that one cancels the game alone."""
    gone = [new_step("seat", '{"player":"medium"}', seat) for seat in (0, 2, 3)]
    asked = new_step("vote", compact({"yes": True, "subject": "cancel"}), 1)
    return insert(record, nth(record, "vote"), *gone, asked, new_step("close", "cancel"))


class Forgery(NamedTuple):
    forge: Callable[[Record], Record]
    of: str
    said: str


UNASKED, NOT_BOTH = "gives the game up, and nobody asked for that", "gives the game up, and not both partners agreed"
NOT_ALL, SILENCE = "does what not all who were there agreed to", "takes silence for an answer"
NO_BACK = "takes back a move that can't be taken back"
FORGERIES: dict[str, Forgery] = {
    "nobody gave up": Forgery(by(), "given up", UNASKED),
    "one gave up for both": Forgery(by((GIVE_UP, 1)), "given up", NOT_BOTH),
    "an opponent agreed": Forgery(by((GIVE_UP, 1), (YES, 0)), "given up", NOT_BOTH),
    "both opponents agreed": Forgery(by((GIVE_UP, 1), (YES, 0), (YES, 2)), "given up", NOT_BOTH),
    "the partner said no": Forgery(by((GIVE_UP, 1), (NO, 3)), "given up", UNASKED),
    "the partner was silent": Forgery(by((GIVE_UP, 1), (YES, None)), "given up", SILENCE),
    "the partner was said to be away": Forgery(with_partner_away, "given up", NOT_BOTH),
    "the partner's yes was to cancel": Forgery(
        by(('{"yes":true,"subject":"cancel"}', 1), (YES, 3)), "given up", UNASKED
    ),
    "a deal came between": Forgery(with_a_deal_between, "given up", "answers, but nothing is asked"),
    "the other pair asked behind it": Forgery(the_other_pair_after_the_end, "given up", "after the game was closed"),
    "there are no partners": Forgery(alone, "given up", "for a player who has no partner"),
    "a move is taken back late": Forgery(taken_back_late, "moves taken back", "and nobody asked for that"),
    "a move is taken back after an hour": Forgery(
        taken_back_after_an_hour, "moves taken back", "and nobody asked for that"
    ),
    "all but one agreed to take back": Forgery(taken_back_by_some, "moves taken back", NOT_ALL),
    "another move is taken back": Forgery(
        taken_back_further_than_asked, "moves taken back", "and nobody asked for that"
    ),
    "a move is taken back by silence": Forgery(taken_back_by_silence, "moves taken back", SILENCE),
    "a move of another is taken back": Forgery(taken_back_by_another, "moves taken back", NO_BACK),
    "a move is taken back after a deal": Forgery(taken_back_after_a_deal, "moves taken back", NO_BACK),
    "a second move is taken back in a turn": Forgery(taken_back_twice, "moves taken back", "nobody asked for that"),
    "a move back to no step": Forgery(
        lambda record: after(record, acts(record)[5], new_step("undo", "-1", 0)), "moves taken back", "can't be read"
    ),
    "cancelled by silence after a no": Forgery(silent_after_a_no, "given up", SILENCE),
    "cancelled while the others are away": Forgery(others_away, "given up", NOT_ALL),
    "moved after it was closed": Forgery(
        lambda record: insert(record, nth(record, "end"), new_step("act", "pass", 0)), "given up", "game was closed"
    ),
    "taken back before the start": Forgery(
        lambda record: insert(record, nth(record, "start"), new_step("undo", "1", 0)), "given up", "before the start"
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_what_nobody_agreed_to_is_refused_by_both_verifiers(name: str, other: Node) -> None:
    forgery = FORGERIES[name]
    record = forgery.forge(copy_of(honest(forgery.of)))
    answers = here(file(record), (), TRUSTING), other(file(record))
    assert [answer.verdict for answer in answers] == [REFUSED, REFUSED], answers
    assert [forgery.said in answer.lines[0] for answer in answers] == [True, True], answers


def test_silence_counts_where_it_may_and_is_told_with_its_time(other: Node) -> None:
    class Silent(Played):
        def finish(self) -> None:
            self.step("vote", compact({"yes": True, "subject": "cancel"}), 1)
            self.now += 3600
            self.step("vote", YES)
            self.step("close", "cancel")
            super().finish()

    answer = both(Silent("draw", 3, rounds=1).record, other)
    assert answer.verdict == UNCOMPARED, answer.lines
    assert any(" silence counted as a yes, 3605 s after the question: " in line for line in answer.lines)


def test_a_question_may_be_put_again_a_day_after_a_no(other: Node) -> None:
    class Again(Played):
        def finish(self) -> None:
            asked = compact({"yes": True, "subject": "cancel"})
            self.step("vote", asked, 1)
            self.step("vote", NO, 0)
            self.now += DAY
            self.step("vote", asked, 1)
            self.step("vote", YES)
            self.step("close", "cancel")
            super().finish()

    assert both(Again("draw", 3, rounds=1).record, other).verdict == UNCOMPARED


def test_seats_that_changed_hands_and_an_end_without_a_vote_are_told(other: Node) -> None:
    class Closed(Played):
        def between(self, deal: int) -> None:
            if deal == 2:
                self.leave(1)
                self.take(1)
                self.step("seat", compact({"player": "medium"}), 0)

        def finish(self) -> None:
            self.step("close")
            super().finish()

    record = Closed("draw", 3, short(GAMES["draw"], series="sumof 3"), rounds=2).record
    answer = both(record, other)
    assert answer.verdict == UNCOMPARED, answer.lines
    assert (
        "At 3 steps a seat changed hands, or a computer player came or went: its players know whether that's true."
        in (answer.lines)
    )
    assert f"At step {nth(record, 'close')['seq']} the game was closed without a vote." in answer.lines


def test_of_a_game_whose_partners_are_unknown_it_is_said_that_this_was_not_checked(other: Node) -> None:
    record = copy_of(honest("given up"))
    start = nth(record, "start")
    start["notation"] = start["notation"].replace('"game":"draw"', '"game":"another"')
    rehash(record)
    said = "It doesn't know the partners of this game, so it didn't check that both gave up."
    for answer in (here(file(record), (), TRUSTING), other(file(record))):
        assert (answer.verdict, said in answer.lines) == (INCOMPLETE, True), answer


def test_a_late_move_that_the_rules_do_not_play_is_refused() -> None:
    """Let a host play badly for a player, and claim that they were late."""
    record = copy_of(honest("moves taken back"))
    assert here(file(record), (), TRUSTING).said == "Verdict: consistent, nothing compared."
    found = set()
    for step in record["steps"]:
        if step["kind"] == "act" and step["notation"].startswith("play "):
            forged = copy_of(record)
            forged["steps"][step["seq"] - 1]["kind"] = "late"
            found.add(" ".join(here(file(rehash(forged)), (), TRUSTING).lines[-1:]))
    assert any("isn't what the rules play for a late player" in line for line in found), found
