"""What is said of a seat that a player leaves: who can take it depends on whom the host lets in."""

from __future__ import annotations

import pytest

from bot.table.log.settled.admission import Admission, Door
from bot.talk import round_score, seat
from engine.games import GAMES
from engine.words import Words, msg
from tests.bot.talk.test_public import running, words

SAID = {
    Door.ALL: "Anyone can take the seat.",
    Door.INVITED: "People whom the host invited can take the seat.",
    Door.CLOSED: "",
}


@pytest.mark.parametrize("door", Door)
def test_who_can_take_a_seat_depends_on_whom_the_host_lets_in(door: Door) -> None:
    now = running(GAMES["draw"], admission=Admission(door))
    asked = [
        seat.leave_question(now.table, msg("Draw"), words(now)).text,
        seat.claim_question(now.table, 0, words(now)).text,
        Words().text(seat.claimed_notice(now.table)),
    ]
    assert all(("take the seat" in text) == bool(SAID[door]) and SAID[door] in text for text in asked)


def test_the_scoring_of_a_game_that_goes_on_says_no_number_of_rounds() -> None:
    now = running(GAMES["draw"])
    shown = round_score.score_count_letter(GAMES["draw"], now.table, None, 4, 4, words(now)).text
    assert "round 4" in shown
    assert "of 4" not in shown
