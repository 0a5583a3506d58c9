"""Why something cannot be done, in a sentence that tells only what the asker knows."""

from __future__ import annotations

import pytest

from engine.games.draw import words
from engine.games.draw.options import DrawOptions
from engine.games.draw.state import start
from tests.engine.draw.positions import deal_hands, play_steps, position

LEADS = ["5-4 1-0 2-1", "6-3 2-2 3-1", "6-4 2-0 3-0"]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Draw Dominoes has no such move. Try play, draw, cannot, can, pass."),
        ("bid 5", "Draw Dominoes has no such move. Try play, draw, cannot, can, pass."),
        ("play", "Say which tile, for example `/play 5-2 A`."),
        ("play six", "That's no tile. Write two numbers, for example `/play 5-2 A`."),
        ("play 9-7", "There is no 9-7: the set ends at 6-6."),
        ("play 6-6", "You don't have 6-6."),
        ("play 1-0 A", "1-0 doesn't fit: the open ends are 5 and 4."),
        ("play 5-2 B", "5-2 doesn't fit B (4). It fits A (5)."),
        ("play 5-4", "5-4 fits several ends: add A (5) or B (4)."),
        ("play 4-5 Q", "No such end is open. 5-4 fits A (5) or B (4)."),
        ("play 5-2 a", "You can do that."),
        ("draw 2", "Type “draw” alone."),
        ("draw", "You can play, so you can't draw."),
        ("can", "Nobody has passed, so there is nothing to answer."),
    ],
)
def test_a_refusal_says_why(typed: str, sentence: str) -> None:
    assert str(position(["5-2 5-4 1-0", "6-6"], ends=(5, 4), boneyard="3-3").why_not(typed)) == sentence


def test_a_refusal_of_an_opening_names_what_must_open() -> None:
    forced = deal_hands(start(DrawOptions(hand_size=3), 3), LEADS)
    assert str(forced.why_not("play 6-3")) == "2-2 must open this round."
    assert str(forced.why_not("play 2-2 A")) == "The first tile has no end: say “play 2-2”."
    assert str(forced.why_not("draw")) == "The first tile of a round is played, not drawn."
    assert str(forced.why_not("cannot")) == "You can play, so you must."
    free = deal_hands(
        start(DrawOptions(hand_size=3, first_lead="random", layout="cross"), 2), ["1-1 2-2 6-5", "0-0 1-0 2-0"]
    )
    assert str(free.why_not("play 6-5")) == "A double must open this round: 1-1 or 2-2."


def test_a_cross_says_what_its_double_needs_until_it_has_that() -> None:
    options = DrawOptions(hand_size=3, first_lead="random", layout="cross")
    cross = deal_hands(start(options, 2), ["1-1 2-1 3-1", "4-1 5-1 0-0"])
    told = []
    for move in ("play 1-1", "play 4-1 A", "play 2-1 B", "play 5-1 C", "play 3-1 D"):
        cross = play_steps(cross, move)
        told.append(str(words.situation(cross.observe(None))))
    assert told[0] == "open ends 1, 1, 1 and 1 · 1-1 still needs 4 arms"
    assert told[3] == "open ends 1 · 1-1 still needs 1 arm"
    assert "needs" not in told[4]
    line = deal_hands(start(DrawOptions(hand_size=3, first_lead="random"), 2), ["1-1 2-1 3-1", "4-1 5-1 0-0"])
    assert str(words.situation(play_steps(line, "play 1-1").observe(None))) == "open ends 1 and 1"


def test_refusals_if_nothing_can_be_drawn_or_nobody_is_to_act() -> None:
    empty = position(["0-0", "6-6"], ends=(5, 5))
    assert str(empty.why_not("draw")) == "The boneyard is empty."
    assert str(empty.why_not("pass")).startswith("Nothing can be drawn any more")
    assert str(position(["0-0", "6-6"], ends=(5, 5), mode="block").why_not("draw")) == "In Block nothing is drawn."
    assert str(start(DrawOptions(), 2).why_not("draw")) == "The tiles aren't dealt yet."
    over = play_steps(position(["1-0", "3-3"], ends=(2, 2), match="rounds"), "cannot", "cannot")
    assert str(over.why_not("draw")) == "The game is over."
