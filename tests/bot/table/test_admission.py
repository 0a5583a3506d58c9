"""One place decides who may sit down, and says no more than one sentence."""

from __future__ import annotations

import pytest

from bot.table.log.facts import Fact, Facts, required_facts
from bot.table.rules import admission, ready, seats
from tests.bot.tools import ANA, BEN, CEM


@pytest.mark.parametrize("blocks", [{(ANA.user, BEN.user)}, {(BEN.user, ANA.user)}])
def test_a_block_keeps_two_users_apart_whoever_of_them_set_it(blocks: set[tuple[int, int]]) -> None:
    facts = Facts(blocks=blocks)
    assert admission.is_blocked_among(BEN.user, [CEM.user, ANA.user], facts)
    assert admission.is_blocked_among(ANA.user, [BEN.user], facts)
    assert not admission.is_blocked_among(CEM.user, [ANA.user, BEN.user], facts)


@pytest.mark.parametrize("rule", [ready.join, seats.take])
def test_each_rule_that_gives_a_seat_knows_who_is_kept_out(rule: object) -> None:
    assert callable(rule)
    assert {Fact.DEPARTURES, Fact.JOINS, Fact.BLOCKS} <= set(required_facts(rule))
