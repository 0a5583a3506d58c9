"""The blocked-game procedure by itself."""

from __future__ import annotations

import pytest

from engine.dominoes import blocked


def test_the_proposer_is_the_first_of_as_many_confirmations_as_seats() -> None:
    confirmed = blocked.NOBODY
    for seat in (1, 2, 0):
        assert not blocked.is_complete(confirmed, 3)
        confirmed = blocked.add_confirmation(confirmed, seat, 3)
    assert confirmed == (1, 2, 0)
    assert blocked.is_complete(confirmed, 3)


@pytest.mark.parametrize(("confirmed", "seat"), [((1,), 0), ((1,), 1), ((1, 2, 0), 1)])
def test_only_the_next_seat_clockwise_confirms_and_only_once(confirmed: blocked.Confirmations, seat: int) -> None:
    with pytest.raises(ValueError, match="not asked"):
        blocked.add_confirmation(confirmed, seat, 3)


def test_confirmations_are_public_and_count_aloud() -> None:
    event = blocked.Confirmed(1, 1, 3)
    assert event.redact_for(None) == event
    assert str(event.describe()) == "seat 2 passes."
    assert str(blocked.Confirmed(2, 2, 3).describe()) == "seat 3 passes (2 of 3 so far)."
    assert str(blocked.Confirmed(0, 3, 3).describe()) == "seat 1 passes (3 of 3 passed)."
    assert str(blocked.Cancelled(0).describe()) == "A move after all, so the round isn't blocked."
