"""How often a player presses in a turn, and how many messages everybody gets: a robot counts, as for the bench."""

from __future__ import annotations

import pytest

from tests.bench import counts
from tests.bench.counts import MATCHES, count

PRESSES = {
    "Draw": {"plain": 2, "drew": 2, "in vain": 2},
    "Moon": {"plain": 2, "bidder": 5},
    "Chickenfoot": {"plain": 2, "drew": 2, "in vain": 3},
    "Blockers": {"plain": 3},
}
"""The most presses in a turn of each kind; a bidder bids, discards and names trump."""


@pytest.mark.long
@pytest.mark.parametrize("game", PRESSES)
async def test_a_turn_takes_few_presses_and_one_public_message(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counts, "MOST", 16)
    found = await count(MATCHES[game], short=True)
    assert found.turns
    for turn in found.turns:
        opened = turn.private and turn.case != "plain"  # *My hand* came before the draw
        assert turn.presses <= PRESSES[game][turn.case] + bool(opened), turn
        two = turn.case == "bidder" or game == "Moon"  # there a turn can be followed by the score of its round
        assert turn.public <= (2 if two else 1), turn
        assert turn.private <= (2 if two else 1), (
            turn
        )  # the hand becomes the next one, or is posted again below the board
