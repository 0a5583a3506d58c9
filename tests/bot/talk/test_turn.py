"""The lines that a turn message becomes when its turn is over."""

from __future__ import annotations

from bot.talk.story import StoryExcerpt
from bot.talk.turn import log_line
from engine.words import Words, msg

ANA = "<@1>"
ENDS = StoryExcerpt((msg("The game ends early, with the scores so far."),))


def test_where_a_game_is_ended_nobody_is_told_to_move_next() -> None:
    words = Words([])
    told = "The game ends early, with the scores so far"
    assert words.text(log_line(ENDS, (), None, ANA)) == f"{told} · <@1> starts"
    assert words.text(log_line(ENDS, (), None, ANA, closed=True)) == f"{told} · last called: <@1>"
    assert words.text(log_line(ENDS, (ANA,), None, ANA, closed=True)) == told
